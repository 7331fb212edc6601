//! Features: what the board and the movements say about the worth of pieces and squares.
//!
//! Contains [`Features`]: the mean reach of each type of piece from each square, over random
//! occupancies, and the number of moves to promotion on the graph.
//!
//! A stop of a route is reached if the squares before it are empty. With a share `d` of occupied
//! squares, the probability for stop `k` is `(1 - d)^(k - 1)`, so the mean over all occupancies needs
//! no sampling. Several routes to a square count once.
//!
//! Input: an engine, as [`EmptyBoard`]. Output: numbers by seat, type and square. Does not know weights.

use foldhash::HashMap;

use crate::board::{Heading, Square};
use crate::policy::Role;
use crate::rulebook::{KindId, Rulebook, SeatId};
use crate::rules::inside::{EmptyBoard, NOBODY};

/// Share of occupied squares, halfway between the start and the end of a game.
const OCCUPIED: f64 = 0.33;
/// Share of a stop that a closed or open barrier may cut off.
const BEHIND_BARRIER: f64 = 0.5;
/// Share of moves that only capture, or that only do not capture.
const ONE_WAY: (f64, f64) = (0.45, 0.55);
/// Number of moves that counts as infinitely far from promotion.
const FAR: u8 = 64;

/// Reach and promotion distances, by seat, type and square.
#[derive(Clone, Debug)]
pub struct Features {
    seats: usize,
    types: usize,
    squares: usize,
    kinds: Vec<KindId>,
    reach: Vec<f32>,
    promotion: Vec<u8>,
    /// By seat and square.
    nearness: Vec<f32>,
    /// Centrality of each square.
    centrality: Vec<f32>,
}

impl Features {
    /// Computes the features of a variant.
    pub fn new(engine: &dyn EmptyBoard) -> Self {
        let (seats, types) = (engine.book().seats().len(), engine.types().all.len());
        let squares = engine.book().board().len();
        let kinds = engine.types().all.iter().map(|it| it.kind).collect();
        let size = seats * types * squares;
        let (reach, promotion) = (vec![0.0; size], vec![FAR; size]);
        let (nearness, centrality) = (nearness(engine.book()), centrality(engine.book()));
        let mut features = Self { seats, types, squares, kinds, reach, promotion, nearness, centrality };
        features.measure_reach(engine);
        features.measure_promotion(engine);
        features
    }

    fn index(&self, seat: usize, ty: usize, square: usize) -> usize {
        (seat * self.types + ty) * self.squares + square
    }

    /// Returns the mean reach of a type of piece from a square.
    pub fn reach(&self, seat: usize, ty: usize, square: usize) -> f64 {
        f64::from(self.reach[self.index(seat, ty, square)])
    }

    /// Returns how many king steps a square is nearer than the average square to the places where
    /// the opponents' royal pieces start, as a mean over the opponents.
    pub fn nearness(&self, seat: usize, square: usize) -> f64 {
        f64::from(self.nearness[seat * self.squares + square])
    }

    /// Returns how many king steps a square is nearer than the average square to all other squares.
    pub fn centrality(&self, square: usize) -> f64 {
        f64::from(self.centrality[square])
    }

    /// Returns the number of moves to promotion on an empty board; `None` if there is no way.
    pub fn moves_to_promotion(&self, seat: usize, ty: usize, square: usize) -> Option<u8> {
        Some(self.promotion[self.index(seat, ty, square)]).filter(|it| *it < FAR)
    }

    /// Returns the mean reach of a kind over all squares, for the first seat.
    pub fn mean_reach(&self, kind: usize) -> f64 {
        let own = (0..self.types).filter(|it| self.kinds[*it].index() == kind);
        let means = own.map(|ty| {
            let sum: f64 = (0..self.squares).map(|it| self.reach(0, ty, it)).sum();
            sum / self.squares.max(1) as f64
        });
        // Types of a kind differ by tags and facing; the best of them is the kind at its freest.
        means.fold(0.0, f64::max)
    }

    /// Reports whether pieces of a kind promote on some square.
    pub fn can_promote(&self, kind: usize) -> bool {
        let own = (0..self.types).filter(|it| self.kinds[*it].index() == kind);
        own.flat_map(|ty| (0..self.squares).map(move |square| (ty, square)))
            .any(|(ty, square)| self.moves_to_promotion(0, ty, square).is_some())
    }

    fn measure_reach(&mut self, engine: &dyn EmptyBoard) {
        let all = engine.types();
        let mut known: HashMap<(KindId, bool, Heading, usize), f32> = HashMap::default();
        let mut best = vec![0.0f64; self.squares];
        for seat in 0..self.seats {
            for ty in 0..self.types {
                let piece = all.all[ty];
                for square in 0..self.squares {
                    let facing = all.facing(ty, SeatId(seat as u8), Square(square as u16));
                    let index = self.index(seat, ty, square);
                    self.reach[index] = *known.entry((piece.kind, piece.moved, facing, square)).or_insert_with(|| {
                        best.fill(0.0);
                        for route in engine.routes_of(ty, seat as u8, square) {
                            if route.double {
                                continue;
                            }
                            let mut chance = match (route.quiet, route.capture) {
                                (true, true) => 1.0,
                                (false, true) => ONE_WAY.0,
                                (true, false) => ONE_WAY.1,
                                (false, false) => continue,
                            };
                            for stop in route.stops.iter() {
                                if !stop.barriers().is_empty() {
                                    chance *= BEHIND_BARRIER;
                                }
                                let there = &mut best[stop.to.index()];
                                *there = there.max(chance);
                                chance *= 1.0 - OCCUPIED;
                            }
                        }
                        best[square] = 0.0;
                        best.iter().sum::<f64>() as f32
                    });
                }
            }
        }
    }

    /// Computes the distances to promotion by relaxation over the steps that do not capture.
    fn measure_promotion(&mut self, engine: &dyn EmptyBoard) {
        loop {
            let mut changes = false;
            for seat in 0..self.seats {
                for ty in 0..self.types {
                    for from in 0..self.squares {
                        let mut least = FAR;
                        let Some(ends) = engine.quiet_leaps(ty, seat as u8, from) else { break };
                        let type_changes = engine.type_changes(ty, seat as u8, from);
                        for to in ends {
                            if engine.promotes_on(ty, seat as u8, to) {
                                least = 1;
                                break;
                            }
                            let after = type_changes
                                .and_then(|it| it.iter().find(|it| usize::from(it.to) == to))
                                .map_or(ty, |it| if it.quiet == NOBODY { ty } else { usize::from(it.quiet) });
                            least = least.min(self.promotion[self.index(seat, after, to)].saturating_add(1));
                        }
                        let index = self.index(seat, ty, from);
                        if least < self.promotion[index] {
                            self.promotion[index] = least;
                            changes = true;
                        }
                    }
                }
            }
            if !changes {
                return;
            }
        }
    }
}

/// Returns the nearness of each square to the opponents' royal pieces, by seat and square.
fn nearness(book: &Rulebook) -> Vec<f32> {
    let (seats, squares) = (book.seats().len(), book.board().len());
    let royals = book.setup().unwrap_or_default().iter().filter(|it| book.kinds()[it.1.index()].role() == Role::Royal);
    let distances: Vec<_> = royals.map(|it| (it.0.index(), distances(book, it.2))).collect();
    let mut all = vec![0.0; seats * squares];
    for (seat, own) in all.chunks_exact_mut(squares.max(1)).enumerate() {
        let foes: Vec<_> = distances.iter().filter(|it| it.0 != seat).collect();
        for (_, far) in &foes {
            let mean = far.iter().sum::<f32>() / squares as f32;
            own.iter_mut().zip(far).for_each(|(to, far)| *to += (mean - far) / foes.len() as f32);
        }
    }
    all
}

/// Returns the centrality of each square.
fn centrality(book: &Rulebook) -> Vec<f32> {
    let squares = book.board().len().max(1) as f32;
    let mean = |it: Vec<f32>| it.iter().sum::<f32>() / squares;
    let means: Vec<f32> = book.board().squares().map(|it| mean(distances(book, it))).collect();
    let average = means.iter().sum::<f32>() / squares;
    means.iter().map(|it| average - it).collect()
}

/// Returns the number of king steps to a square (breadth-first search). Squares without a way
/// count as farther than all others.
fn distances(book: &Rulebook, to: Square) -> Vec<f32> {
    let board = book.board();
    let mut steps = vec![None; board.len()];
    steps[to.index()] = Some(0.0);
    let mut edge = vec![to];
    let mut step = 0.0;
    while !edge.is_empty() {
        step += 1.0;
        let mut next = Vec::new();
        for (square, _) in edge.iter().flat_map(|it| board.links(*it)) {
            // A square joins the next edge once, however many shortest ways lead to it.
            if steps[square.index()].is_none() {
                steps[square.index()] = Some(step);
                next.push(*square);
            }
        }
        edge = next;
    }
    let farthest = if board.links(to).is_empty() { step } else { step + 1.0 };
    steps.iter().map(|it| it.unwrap_or(farthest)).collect()
}
