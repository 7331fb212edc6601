//! The search with quiescence against a slow, obvious reference.
//!
//! The reference is full-width minimax and max^n without any pruning. Behind its last ply, it looks
//! at captures, promotions, checks and check evasions. Exchanges are counted by a recursive
//! definition on the pieces of the slow reference engine (`oracle`).

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

use threefold::board::Square;
use threefold::policy::Role;
use threefold::rulebook::{Rulebook, SeatId};
use threefold::rules::{Move, Position, Variant};
use threefold::search::{Algorithm, Evaluator, Limits, SearchOptions, search};

use super::support::{Dice, is_slow, load};
use threefold_oracle::{Geometry, State};

/// Plies of quiescence of alpha-beta, and those of them in which checks are noticed.
const MAX_QUIET: usize = 12;
const MAX_EVASIONS: usize = 4;
/// Plies of quiescence of max^n, and those of them in which any piece may be captured.
const MAX_VECTOR: usize = 6;
const MAX_FREE: usize = 1;

struct Reference {
    evaluator: Evaluator,
    book: Rc<Rulebook>,
    ways: Rc<Geometry>,
    /// By kind: the value in an exchange, in tenths of a centipawn.
    worth: Vec<i32>,
    root: Position,
    /// The values of positions by distance, because many orders of captures lead to the same one.
    known: RefCell<HashMap<(u64, usize), i32>>,
}

impl Reference {
    fn new(variant: &Variant, root: &Position) -> Self {
        let evaluator = Evaluator::new(variant);
        let book = Rc::new(variant.rulebook().clone());
        let (full, empty) = (&evaluator.weights().full.pieces, &evaluator.weights().empty.pieces);
        let worth = |kind: usize| match book.kinds()[kind].role() {
            Role::Royal => 100_000,
            _ => ((full[kind] + empty[kind]) / 2.0 * 10.0) as i32,
        };
        let worth = (0..book.kinds().len()).map(worth).collect();
        Self {
            worth,
            ways: Rc::new(Geometry::new(&book)),
            book,
            evaluator,
            root: root.clone(),
            known: RefCell::default(),
        }
    }

    fn values(&self, position: &Position, ply: usize) -> Vec<i32> {
        self.evaluator.values(position, &self.root, ply)
    }

    /// Returns the value of the piece that a move captures; 0 for a quiet move. Pieces of players who
    /// are out count as nothing.
    fn victim(&self, position: &Position, mv: Move) -> i32 {
        let Some(square) = threefold::notation::moves::captured(position, mv) else { return 0 };
        let piece = position.piece_at(square).expect("the captured piece");
        if position.is_living(piece.seat) { self.worth[piece.kind.index()] } else { 0 }
    }

    /// Reports whether a move loses material if all opponents may recapture on its destination.
    fn loses(&self, position: &Position, mv: Move) -> bool {
        let (from, to) =
            (mv.origin().or(mv.destination()).expect("a square"), mv.destination().expect("a destination"));
        let attacker = position.piece_at(from).expect("a piece");
        if self.victim(position, mv) >= self.worth[attacker.kind.index()] {
            return false;
        }
        let mover = position.turn();
        let mut state = State::new(&self.book, &self.ways, &position.setup());
        let piece = state.pieces[from.index()].take().expect("a piece");
        state.pieces[to.index()] = Some(piece);
        let opponents = |it: SeatId| it != mover && position.is_living(it);
        let recaptured = self.gain(&mut state, to, self.worth[piece.kind.index()], &opponents, &|it| it == mover);
        self.victim(position, mv) < recaptured
    }

    /// Returns what one side gains by captures on a square, always with its least valuable piece.
    fn gain(
        &self,
        state: &mut State,
        to: Square,
        on_square: i32,
        own: &dyn Fn(SeatId) -> bool,
        other: &dyn Fn(SeatId) -> bool,
    ) -> i32 {
        let squares = (0..state.pieces.len()).map(|it| Square(it as u16)).filter(|it| *it != to);
        let pieces = squares.filter_map(|it| Some((it, state.pieces[it.index()].filter(|it| own(it.seat))?)));
        let attackers = pieces.filter(|it| state.reaches(it.0, &it.1, to));
        let least = attackers.map(|it| (self.worth[it.1.kind.index()], it.0)).min();
        let Some((value, from)) = least else { return 0 };
        state.pieces[to.index()] = state.pieces[from.index()].take();
        (on_square - self.gain(state, to, value, other, own)).max(0)
    }

    /// Reports whether two players are left, and the moved piece gives check to the other one.
    fn checks(&self, position: &Position, mv: Move) -> bool {
        let mover = position.turn();
        if self.book.seat_ids().filter(|it| position.is_living(*it)).count() != 2 {
            return false;
        }
        let next = position.play_unsettled(mv).expect("a legal move");
        let next = next.as_position();
        let counts = |it: &SeatId| *it != mover && next.is_living(*it);
        let checkers = self.book.seat_ids().filter(counts).flat_map(|it| next.checkers(it));
        mv.castling().is_none() && checkers.into_iter().any(|it| Some(it) == mv.destination())
    }

    fn next(&self, position: &Position, mv: Move) -> Position {
        position.play_unchecked(mv).expect("a legal move")
    }

    /// Returns the paranoid value after the moves of quiescence, computed once for each position.
    fn quiet(&self, position: &Position, ply: usize, distance: usize) -> i32 {
        let key = (position.repetition_key(), distance);
        if let Some(value) = self.known.borrow().get(&key) {
            return *value;
        }
        let value = self.quiet_value(position, ply, distance);
        self.known.borrow_mut().insert(key, value);
        value
    }

    fn quiet_value(&self, position: &Position, ply: usize, distance: usize) -> i32 {
        let root = self.root.turn();
        let own = self.values(position, ply)[root.index()];
        let moves = position.legal_moves();
        if position.ending().is_some() || !position.is_living(root) || moves.is_empty() {
            return own;
        }
        let in_check = distance < MAX_EVASIONS && position.is_check(position.turn());
        if !in_check && distance >= MAX_QUIET {
            return own;
        }
        let is_searched = |mv: &Move| {
            in_check
                || mv.promotion().is_some()
                || (self.victim(position, *mv) > 0 || distance == 0 && self.checks(position, *mv))
                    && !self.loses(position, *mv)
        };
        let searched = moves.into_iter().filter(is_searched);
        let values = searched.map(|mv| self.quiet(&self.next(position, mv), ply + 1, distance + 1));
        let values = values.chain((!in_check).then_some(own));
        if position.turn() == root { values.max() } else { values.min() }.expect("a value")
    }

    /// Returns the paranoid value.
    fn minimax(&self, position: &Position, depth: u32, ply: usize) -> i32 {
        let root = self.root.turn();
        let moves = position.legal_moves();
        if moves.is_empty() || position.ending().is_some() || !position.is_living(root) {
            return self.values(position, ply)[root.index()];
        }
        if depth == 0 {
            return self.quiet(position, ply, 0);
        }
        let values = moves.iter().map(|mv| self.minimax(&self.next(position, *mv), depth - 1, ply + 1));
        if position.turn() == root { values.max() } else { values.min() }.expect("there is a move")
    }

    /// Returns the max^n values after the moves of quiescence. `last` is the square of the last
    /// capture.
    fn quiet_vector(&self, position: &Position, ply: usize, distance: usize, last: Option<Square>) -> Vec<i32> {
        let own = self.values(position, ply);
        if position.ending().is_some() || distance >= MAX_VECTOR {
            return own;
        }
        let is_searched = |mv: &Move| {
            (distance < MAX_FREE || mv.destination() == last)
                && (mv.promotion().is_some() || self.victim(position, *mv) > 0 && !self.loses(position, *mv))
        };
        let searched = position.legal_moves().into_iter().filter(is_searched);
        let vectors = searched.map(|mv| {
            let next = self.next(position, mv);
            self.quiet_vector(&next, ply + 1, distance + 1, mv.destination())
        });
        best_for(position.turn(), vectors.chain([own]))
    }

    /// Returns the max^n values.
    fn max_n(&self, position: &Position, depth: u32, ply: usize) -> Vec<i32> {
        let moves = position.legal_moves();
        if moves.is_empty() || position.ending().is_some() {
            return self.values(position, ply);
        }
        if depth == 0 {
            return self.quiet_vector(position, ply, 0, None);
        }
        best_for(position.turn(), moves.iter().map(|mv| self.max_n(&self.next(position, *mv), depth - 1, ply + 1)))
    }
}

/// Returns the best vector for a player. Ties go to the one that is worse for the next players.
fn best_for(seat: SeatId, vectors: impl Iterator<Item = Vec<i32>>) -> Vec<i32> {
    let rank = |it: &Vec<i32>| {
        let others: Vec<Reverse<i32>> =
            (1..it.len()).map(|step| Reverse(it[(seat.index() + step) % it.len()])).collect();
        (it[seat.index()], others)
    };
    vectors.max_by_key(rank).expect("there is a vector")
}

/// Returns a position of a random game after a number of plies, unless the game ends before.
fn after(variant: &Variant, seed: u64, plies: u32) -> Position {
    let mut position = variant.start().expect("the game has a starting position");
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    position.play_out(plies, &mut |count| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % count
    });
    position
}

/// Returns the position with fewer pieces, so that the reference is fast enough. Kings stay.
fn thinned(position: &Position, seed: u64, one_in: usize) -> Option<Position> {
    let book = position.variant().rulebook();
    let mut dice = Dice(seed);
    let mut setup = position.setup();
    setup.pieces.retain(|it| book.kinds()[it.1.kind.index()].role() == Role::Royal || dice.one_in(one_in));
    setup.castling = 0;
    setup.en_passant.clear();
    let position = Position::new(position.variant(), &setup).ok()?;
    (position.ending().is_none() && !position.legal_moves().is_empty()).then_some(position)
}

/// Compares one position at one depth.
fn compare(position: &Position, depth: u32, context: &str) {
    let reference = Reference::new(position.variant(), position);
    for algorithm in [Algorithm::Paranoid, Algorithm::BestReply, Algorithm::MaxN] {
        let expected = match algorithm {
            Algorithm::MaxN => reference.max_n(position, depth, 0)[position.turn().index()],
            _ => reference.minimax(position, depth, 0),
        };
        let limits = Limits::depth(depth);
        let options = SearchOptions { table_bytes: 0, selective: false, ..SearchOptions::new(algorithm, limits) };
        let found = search(position, &reference.evaluator, &options);
        assert_eq!(found.lines[0].value, expected, "{algorithm:?}, depth {depth}, {context}");
    }
}

#[test]
fn quiescence_agrees_with_a_slow_reference() {
    let games = ["chess", "three-player-chess", "3-man-chess", "trichess", "osullivan", "hexagon"];
    for name in games {
        let variant = load(name);
        let mut compared = 0;
        for seed in 1..=if is_slow() { 24 } else { 6 } {
            let position = after(&variant, seed, 20 + 3 * seed as u32);
            let Some(position) = thinned(&position, seed, 5 + seed as usize % 3) else { continue };
            compared += 1;
            let text = threefold::notation::position::print(&position);
            for depth in 1..=2 {
                compare(&position, depth, &format!("{name}, seed {seed}: {text}"));
            }
        }
        assert!(compared >= 2, "{name}: {compared} positions");
    }
}
