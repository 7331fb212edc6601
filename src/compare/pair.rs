//! Two games in step: one position under each of two variants.
//!
//! Input: two variants whose boards have the same squares and whose players have the same letters. Output: a
//! [`Pair`], which advances by moves that both variants allow. Everything is matched by name; moves, squares and
//! players are given in terms of A. Does not know what to compare.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::NotCompared;
use crate::board::Square;
use crate::notation::position::parse_position;
use crate::rulebook::{KindId, Rulebook, SeatId};
use crate::rules::{ChaseTrace, CheckTrace, Gate, Move, Piece, Position, Repetition, UnsettledPosition, Variant};
use crate::sorting::CompactSort;

/// Names that both variants have, mapped in both directions.
#[derive(Clone, Debug)]
pub(super) struct NameMatch {
    there: IdMap,
    back: IdMap,
    /// Barriers that both variants have, by their index in each.
    pub barriers: Vec<(usize, usize)>,
    /// The smallest number of repetitions that an outcome of either variant tests.
    pub repeats: Option<u16>,
}

/// A mapping of indices from one variant to the other.
#[derive(Clone, Debug)]
struct IdMap {
    squares: Vec<Square>,
    seats: Vec<SeatId>,
    kinds: Vec<Option<KindId>>,
    castlings: Vec<Option<u8>>,
}

impl NameMatch {
    /// Matches the names of two variants.
    ///
    /// # Errors
    /// Returns the reason if positions of one variant are not valid in the other.
    pub fn new(a: &Variant, b: &Variant) -> Result<Self, NotCompared> {
        let letters = |it: &Variant| -> Vec<String> {
            let mut all: Vec<String> = it.rulebook().seats.iter().map(|it| it.letter.to_lowercase()).collect();
            all.compact_sort_by(Ord::cmp);
            all
        };
        let squares = |it: &Variant| -> Vec<String> {
            it.board().squares().map(|square| it.board().name(square).to_owned()).collect()
        };
        if letters(a) != letters(b) {
            let [a, b] = [a, b].map(letters);
            return Err(NotCompared::Players { a, b });
        }
        let (one, other) = (squares(a), squares(b));
        if let Some(alone) = on_one_side(&one, &other).into_iter().next() {
            return Err(NotCompared::Squares { a: one.len(), b: other.len(), square: alone });
        }
        let (Some(there), Some(back)) = (way(a, b), way(b, a)) else {
            return Err(NotCompared::Names);
        };
        let instances = |it: &Variant| -> Vec<String> {
            it.rulebook().barrier_instances.iter().map(|it| it.name.clone()).collect()
        };
        let (one, other) = (instances(a), instances(b));
        let same = |(at, name): (usize, &String)| Some((at, other.iter().position(|it| it == name)?));
        let barriers = one.iter().enumerate().filter_map(same).collect();
        let repetitions = |it: &Variant| it.rulebook().outcomes.iter().filter_map(|it| it.when.repeated).min();
        let repeats = repetitions(a).into_iter().chain(repetitions(b)).min();
        Ok(Self { there, back, barriers, repeats })
    }

    /// Converts a move of A to B.
    pub fn there(&self, mv: Move) -> Option<Move> {
        self.there.mv(mv)
    }

    /// Converts a move of B to A.
    pub fn back(&self, mv: Move) -> Option<Move> {
        self.back.mv(mv)
    }

    /// Converts a player of A to B.
    pub fn seat_there(&self, seat: SeatId) -> SeatId {
        self.there.seats[seat.index()]
    }

    /// Converts a player of B to A.
    pub fn seat_back(&self, seat: SeatId) -> SeatId {
        self.back.seats[seat.index()]
    }

    /// Converts squares of B to A, and sorts them.
    pub fn squares_back(&self, squares: &[Square]) -> Vec<Square> {
        let mut squares: Vec<Square> = squares.iter().map(|it| self.back.squares[it.index()]).collect();
        squares.compact_sort_by(Ord::cmp);
        squares
    }

    /// Converts a piece of B to A; the kind is `None` if A does not have it.
    pub fn piece_back(&self, square: Square, piece: &Piece) -> (Square, SeatId, Option<KindId>) {
        (self.back.squares[square.index()], self.seat_back(piece.seat), self.back.kinds[piece.kind.index()])
    }
}

impl IdMap {
    fn mv(&self, mv: Move) -> Option<Move> {
        if mv.is_pass() {
            return Some(mv);
        }
        let kind = |it: Option<KindId>| match it {
            None => Some(None),
            Some(kind) => Some(Some(self.kinds.get(kind.index()).copied().flatten()?)),
        };
        let (promotion, drop) = (kind(mv.promotion)?, kind(mv.drop)?);
        let castling = match mv.castling {
            None => None,
            Some(it) => Some(self.castlings.get(usize::from(it)).copied().flatten()?),
        };
        let (from, to) = (self.squares[mv.from.index()], self.squares[mv.to.index()]);
        let step = drop.map_or_else(|| Move::new(from, to), |kind| Move::dropping(kind, to));
        let gate = match mv.gate {
            None => None,
            Some(it) => Some(Gate { kind: kind(Some(it.kind))??, ..it }),
        };
        let placed = mv.placed.map(|it| self.squares[it.index()]);
        Some(step.promoting(promotion).as_castling(castling).gating(gate).placing(placed))
    }
}

fn way(from: &Variant, to: &Variant) -> Option<IdMap> {
    let (book, other) = (from.rulebook(), to.rulebook());
    let seats: Vec<SeatId> = book.seats.iter().map(|it| other.seat(&it.letter)).collect::<Option<_>>()?;
    let board = from.board();
    let squares: Vec<Square> = board.squares().map(|it| to.board().square(board.name(it))).collect::<Option<_>>()?;
    let kinds = book.kinds.iter().map(|it| {
        let at = other.kinds.iter().position(|other| other.name == it.name && other.letter == it.letter)?;
        Some(KindId(at as u8))
    });
    let castlings = book.castlings.iter().map(|it| {
        let is_same = |other: &&crate::rulebook::Castling| {
            let over = |(a, b): (Square, Square)| (squares[a.index()], squares[b.index()]);
            other.seat == seats[it.seat.index()] && other.king == over(it.king) && other.rook == over(it.rook)
        };
        let at = other.castlings.iter().enumerate().find(|(_, it)| is_same(it))?.0;
        u8::try_from(at).ok()
    });
    Some(IdMap { kinds: kinds.collect(), castlings: castlings.collect(), squares, seats })
}

/// The key of a position and what led to it.
type Stood = (u64, CheckTrace, Option<Box<ChaseTrace>>);

/// A position under both variants, with the positions before it.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub a: Position,
    pub b: Position,
    /// The key of each position and what led to it, under both variants.
    stood: Vec<[Stood; 2]>,
}

impl Pair {
    /// Creates a pair from two positions.
    pub fn new(a: Position, b: Position) -> Self {
        let stood = vec![[&a, &b].map(|it| (it.repetition_key(), CheckTrace::default(), None))];
        Self { a, b, stood }
    }

    /// Parses a position; `None` unless it is valid under both variants.
    pub fn parse(a: &Variant, b: &Variant, text: &str) -> Option<Self> {
        Some(Self::new(parse_position(a, text).ok()?, parse_position(b, text).ok()?))
    }

    /// Plays a move; `None` unless it is legal under both variants.
    pub fn play(&self, names: &NameMatch, mv: Move) -> Option<Self> {
        let a = self.a.play_unsettled(mv).ok()?;
        let there = names.there(mv)?;
        let b = self.b.play_unsettled(there).ok()?;
        let settled = |side: usize, before: &Position, mv: Move, next: UnsettledPosition| {
            let it = next.as_position();
            let now = (it.repetition_key(), it.trace(before.turn()), before.chase_trace(mv, it));
            let next = next.settle_repeated(count(side, &now, &self.stood));
            let key = next.repetition_key();
            (next, (key, now.1, now.2))
        };
        let (a, led_a) = settled(0, &self.a, mv, a);
        let (b, led_b) = settled(1, &self.b, there, b);
        let mut stood = self.stood.clone();
        stood.push([led_a, led_b]);
        Some(Self { a, b, stood })
    }

    /// Returns how often each position has occurred, including now.
    pub fn repeated(&self) -> [Repetition; 2] {
        let Some((now, earlier)) = self.stood.split_last() else { return [Repetition::from(1); 2] };
        [0, 1].map(|side| count(side, &now[side], earlier))
    }

    /// Returns a key that is the same for all lines to the same positions; with `is_whole`, only if the lines also went
    /// through the same positions.
    pub fn key(&self, is_whole: bool) -> u128 {
        let setups = (self.a.setup(), self.b.setup());
        let half = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            salt.hash(&mut hasher);
            for it in [&setups.0, &setups.1] {
                (&it.pieces, it.turn, it.out, it.castling, &it.en_passant, it.open).hash(&mut hasher);
                (&it.pool, &it.lost, it.quiet, it.over).hash(&mut hasher);
                it.scores.iter().for_each(|points| points.0.hash(&mut hasher));
            }
            if is_whole {
                self.stood.hash(&mut hasher);
            }
            hasher.finish()
        };
        u128::from(half(1)) << 64 | u128::from(half(2))
    }
}

/// Counts how often a position has occurred under one of the variants, counting this time.
fn count(side: usize, (key, led, chased): &Stood, earlier: &[[Stood; 2]]) -> Repetition {
    let earlier = || earlier.iter().rev().map(|it| &it[side]);
    Repetition::count(*led, earlier().map(|it| (it.0 == *key, it.1)))
        .with_chases(chased.as_deref(), earlier().map(|it| (it.0 == *key, it.2.as_deref())))
}

/// Returns a move in the form that cases use: origin, destination and promotion, or the text of a castling.
pub(super) fn move_text(book: &Rulebook, mv: Move) -> String {
    if mv.is_pass() {
        return "pass".to_owned();
    }
    if let Some(square) = mv.placed {
        return format!("{}/{}", move_text(book, mv.placing(None)), book.board.name(square));
    }
    if let (Some(gate), Some(square)) = (mv.gate, mv.gate_square(book)) {
        let square = if mv.castling.is_some() { book.board.name(square) } else { "" };
        return format!("{}/{}{square}", move_text(book, mv.gating(None)), book.kinds[gate.kind.index()].letter);
    }
    if let Some(castling) = mv.castling.and_then(|it| book.castlings.get(usize::from(it))) {
        return castling.text.clone();
    }
    if let Some(kind) = mv.drop {
        return format!("{}@{}", book.kinds[kind.index()].letter, book.board.name(mv.to));
    }
    let promotion = mv.promotion.map_or_else(String::new, |it| format!("={}", book.kinds[it.index()].letter));
    format!("{}-{}{promotion}", book.board.name(mv.from), book.board.name(mv.to))
}

/// Returns the values that only one of two lists has, each once and in ascending order.
pub(super) fn on_one_side<T: Ord + Clone>(one: &[T], other: &[T]) -> Vec<T> {
    let [one, other] = [one, other].map(|it| {
        let mut all = it.to_vec();
        all.compact_sort_by(Ord::cmp);
        all
    });
    let missing = |it: &&T, from: &[T]| from.binary_search(it).is_err();
    let (left, right) = (one.iter().filter(|it| missing(it, &other)), other.iter().filter(|it| missing(it, &one)));
    let mut alone: Vec<T> = left.chain(right).cloned().collect();
    alone.compact_sort_by(Ord::cmp);
    alone.dedup();
    alone
}
