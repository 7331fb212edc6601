//! The slow reference: a second, simple implementation of the rules, easy to check by reading.
//!
//! Input: a [`Rulebook`] and its graph. Output: legal moves, reasons, positions after a move, endings,
//! points and counts. From `rules` it uses only the types that are compared (moves, pieces,
//! setups) and no computation. It walks the links itself, stores pieces in a plain list, and
//! clones positions to look ahead.

mod aims;
mod apply;
mod attack;
mod bends;
mod blockers;
mod castling;
mod chase;
mod conversion;
mod drops;
mod explain;
mod explosion;
mod gating;
mod geometry;
mod legal;
mod passes;
mod permission;
mod promotion_moves;
mod promotions;
mod roles;
pub mod settle;
mod tests;

pub use geometry::Geometry;
pub use legal::Shot;

use roles::has;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use threefold_engine::board::{Board, Square};
use threefold_engine::policy;
use threefold_engine::policy::Points;
use threefold_engine::rulebook::{KindId, Rulebook, SeatId};
use threefold_engine::rules::{EnPassantRight, Ending, Move, Piece, Setup};

/// A position in its simplest form.
#[derive(Clone)]
pub struct State {
    pub book: Rc<Rulebook>,
    pub ways: Rc<Geometry>,
    /// Pieces by square.
    pub pieces: Vec<Option<Piece>>,
    /// Squares of pieces without an owner.
    pub blockers: BTreeSet<Square>,
    pub turn: SeatId,
    pub out: BTreeSet<SeatId>,
    /// Remaining castling rights, by index.
    pub castling: BTreeSet<u8>,
    pub en_passant: Vec<EnPassantRight>,
    /// Open barriers with a state, by instance.
    pub open: BTreeSet<usize>,
    pub reversed: bool,
    /// During an extra turn: the player who plays next.
    pub extra_turn: Option<SeatId>,
    /// An extra turn has delayed this turn.
    pub delayed: bool,
    /// Eliminated players who can return.
    pub frozen: BTreeSet<SeatId>,
    /// Pairs of allies, the one with the lower number first.
    pub allies: BTreeSet<(SeatId, SeatId)>,
    /// Eliminated players, each with the player who plays their turns.
    pub heirs: BTreeMap<SeatId, SeatId>,
    /// The eliminated player whose turn it is, if an heir plays it.
    pub inherited_turn: Option<SeatId>,
    pub pool: BTreeMap<(SeatId, KindId), u32>,
    /// Counters of the rulebook, by seat.
    pub counters: Vec<Vec<u8>>,
    pub lost: Vec<i32>,
    pub scores: Vec<Points>,
    pub quiet: u32,
    pub over: Option<Ending>,
    /// True for perft: the dead-position test is skipped.
    pub counting: bool,
    /// True for the test of a drop that may not give checkmate: an answer that does so counts.
    pub answering: bool,
    /// True while moves are explained without their placements.
    pub is_alone: bool,
}

/// The effects of a move, for the tests that depend on it.
#[derive(Clone, Debug)]
pub struct Deed {
    pub mover: SeatId,
    /// Whether the player passed. The squares and pieces then mean nothing.
    pub is_pass: bool,
    /// Whether the piece captured without moving.
    pub stays: bool,
    pub to: Square,
    /// The starting square and the piece at the start.
    pub before: (Square, Piece),
    /// The piece on arrival, before a promotion.
    pub arrived: Piece,
    /// The current square of the piece, and its kind after a promotion.
    pub after: (Square, Piece),
    pub captured: Option<(Square, Piece)>,
    /// The owners of captured kings.
    pub king_captured: Option<SeatId>,
    /// The squares that an explosion cleared, and the owners of the kings among the pieces there.
    pub destroyed: Vec<Square>,
    pub kings_destroyed: Vec<SeatId>,
    /// Line instances on the links of the route.
    pub lines: BTreeSet<u16>,
}

impl Deed {
    /// Returns the square of the moved piece: its own one if it captured without moving; none after a pass, or if the
    /// promoted piece appears elsewhere.
    pub fn moved_to(&self) -> Option<Square> {
        if self.stays {
            return Some(self.before.0);
        }
        (!self.is_pass && self.after.0 == self.to).then_some(self.to)
    }
}

impl State {
    /// Reports whether a piece makes a capture without leaving its square.
    pub fn stays(&self, piece: &Piece, takes: Option<Square>) -> bool {
        takes.is_some() && has(self.book.capture_without_moving(), piece.kind)
    }

    /// Returns the position of a setup for this rulebook.
    pub fn new(book: &Rc<Rulebook>, ways: &Rc<Geometry>, setup: &Setup) -> State {
        let mut pieces = vec![None; book.board().len()];
        for (square, piece) in &setup.pieces {
            let mut piece = *piece;
            if has(ways.facing, piece.kind) && piece.facing.is_none() {
                piece.facing = Some(ways.usual_facing(book, *square, &piece));
            }
            pieces[square.index()] = Some(piece);
        }
        let states = book.barrier_instances().iter().enumerate();
        let is_open = |bit: Option<u8>| bit.is_some_and(|it| setup.open >> it & 1 == 1);
        let mut pool = BTreeMap::new();
        for (seat, kinds) in setup.pool.iter().enumerate() {
            for (kind, count) in kinds.iter().enumerate().filter(|it| *it.1 > 0) {
                pool.insert((SeatId(seat as u8), KindId(kind as u8)), *count as u32);
            }
        }
        let heirs = heirs_of(book, setup);
        State {
            book: book.clone(),
            ways: ways.clone(),
            pieces,
            blockers: setup.blockers.iter().copied().collect(),
            turn: setup.turn,
            out: book.seat_ids().filter(|it| setup.out & it.bit() != 0).collect(),
            castling: (0..book.castlings().len() as u8).filter(|it| setup.castling >> it & 1 == 1).collect(),
            en_passant: setup.en_passant.clone(),
            open: states.filter(|(_, it)| is_open(it.state_bit())).map(|(index, _)| index).collect(),
            reversed: setup.reversed && book.reverses(),
            extra_turn: setup.extra_turn.filter(|_| book.has_extra_turns()),
            delayed: setup.delayed && book.has_extra_turns() && setup.extra_turn.is_none(),
            frozen: book.seat_ids().filter(|it| book.freezes() && setup.frozen & setup.out & 1 << it.0 != 0).collect(),
            allies: allies_of(book, setup),
            heirs: heirs.clone(),
            inherited_turn: setup.inherited_turn.filter(|it| heirs.get(it) == Some(&setup.turn)),
            pool,
            counters: setup.counters.clone(),
            lost: setup.lost.clone(),
            scores: setup.scores.clone(),
            quiet: setup.quiet,
            over: setup.over,
            counting: false,
            answering: false,
            is_alone: false,
        }
    }

    /// Returns the setup of this position.
    pub fn setup(&self) -> Setup {
        let book = &self.book;
        let bit = |it: &usize| book.barrier_instances()[*it].state_bit().map_or(0, |it| 1u64 << it);
        let mut pool = Vec::new();
        if book.has_pool() {
            pool = vec![vec![0u8; book.kinds().len()]; book.seats().len()];
            for ((seat, kind), count) in &self.pool {
                pool[seat.index()][kind.index()] = *count as u8;
            }
        }
        Setup {
            pieces: self.all_pieces(),
            blockers: self.blockers.iter().copied().collect(),
            turn: self.turn,
            out: self.out.iter().fold(0, |sum, it| sum | it.bit()),
            castling: self.castling.iter().fold(0, |sum, it| sum | 1 << it),
            en_passant: self.en_passant.clone(),
            open: self.open.iter().fold(0, |sum, it| sum | bit(it)),
            reversed: self.reversed,
            extra_turn: self.extra_turn,
            delayed: self.delayed,
            frozen: self.frozen.iter().fold(0, |sum, it| sum | 1 << it.0),
            allies: match book.alliance().is_some() {
                true => {
                    let of = |seat| book.seat_ids().filter(move |it| self.are_allies(seat, *it));
                    book.seat_ids().map(|seat| of(seat).fold(0, |set, it| set | it.bit())).collect()
                }
                false => Vec::new(),
            },
            heirs: match book.inherits_turns() {
                true => book.seat_ids().map(|it| self.heirs.get(&it).copied()).collect(),
                false => Vec::new(),
            },
            inherited_turn: self.inherited_turn,
            pool,
            counters: self.counters.clone(),
            lost: self.lost.clone(),
            scores: self.scores.clone(),
            quiet: self.quiet,
            over: self.over,
        }
    }

    /// Returns the starting position with the first player to move.
    pub fn start(book: &Rc<Rulebook>, ways: &Rc<Geometry>) -> Option<State> {
        let array = book.setup()?;
        let piece = |seat, kind| Piece { seat, kind, tags: 0, moved: false, facing: None };
        let open = book.barrier_instances().iter().filter(|it| book.barriers()[it.barrier()].starts_open());
        let setup = Setup {
            pieces: array.iter().map(|(seat, kind, square)| (*square, piece(*seat, *kind))).collect(),
            blockers: book.blocker().map_or(Vec::new(), |it| it.start().to_vec()),
            turn: SeatId(0),
            out: 0,
            castling: (0..book.castlings().len()).fold(0, |sum, it| sum | 1 << it),
            en_passant: Vec::new(),
            open: open.filter_map(|it| it.state_bit()).fold(0, |sum, it| sum | 1 << it),
            reversed: false,
            extra_turn: None,
            delayed: false,
            frozen: 0,
            allies: Vec::new(),
            heirs: Vec::new(),
            inherited_turn: None,
            pool: book.start_pools().to_vec(),
            counters: match book.counters().is_empty() {
                true => Vec::new(),
                false => vec![vec![0; book.counters().len()]; book.seats().len()],
            },
            lost: vec![0; book.seats().len()],
            scores: vec![Points(0); book.seats().len()],
            quiet: 0,
            over: None,
        };
        let mut state = State::new(book, ways, &setup);
        state.derive_barriers();
        Some(state)
    }

    pub fn board(&self) -> &Board {
        self.book.board()
    }
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }
    pub fn is_living(&self, seat: SeatId) -> bool {
        !self.out.contains(&seat)
    }
    /// Returns the remaining players in order of play.
    pub fn living(&self) -> Vec<SeatId> {
        self.book.seat_ids().filter(|it| self.is_living(*it)).collect()
    }
    pub fn is_royal(&self, piece: &Piece) -> bool {
        self.book.kinds()[piece.kind.index()].role() == policy::Role::Royal
    }
    pub fn is_pawn(&self, piece: &Piece) -> bool {
        self.book.kinds()[piece.kind.index()].role() == policy::Role::Pawn
    }
    /// Returns the square of a player's first royal piece.
    pub fn king(&self, seat: SeatId) -> Option<Square> {
        self.kings(seat).first().copied()
    }
    /// Returns the squares of a player's royal pieces.
    pub fn kings(&self, seat: SeatId) -> Vec<Square> {
        let is_king = |it: &Square| self.at(*it).is_some_and(|piece| piece.seat == seat && self.is_royal(&piece));
        self.board().squares().filter(is_king).collect()
    }
    /// Reports whether a player can lose a royal piece because others are left.
    pub fn can_spare_king(&self, seat: SeatId) -> bool {
        self.kings(seat).len() > 1
            && matches!(self.book.check().royals(), Some(policy::Royals::Every | policy::Royals::Last))
    }
    /// Returns the seats in order of play after this one, without it.
    pub fn others_after(&self, seat: SeatId) -> Vec<SeatId> {
        let n = self.book.seats().len() as u8;
        let mut others: Vec<SeatId> = (1..n).map(|it| SeatId((seat.0 + it) % n)).collect();
        if self.reversed {
            others.reverse();
        }
        others
    }
    /// Returns the next remaining player; the same player if there is no other.
    pub fn next(&self, seat: SeatId) -> SeatId {
        self.others_after(seat).into_iter().find(|it| self.is_living(*it)).unwrap_or(seat)
    }
    /// Returns the previous remaining player.
    pub fn previous(&self, seat: SeatId) -> SeatId {
        self.others_after(seat).into_iter().rev().find(|it| self.is_living(*it)).unwrap_or(seat)
    }
    /// Returns all pieces with their squares.
    pub fn all_pieces(&self) -> Vec<(Square, Piece)> {
        self.board().squares().filter_map(|it| self.at(it).map(|piece| (it, piece))).collect()
    }
    /// Returns the perft count for `depth` plies from a settled position.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.over.is_some() {
            return 0;
        }
        let counting = State { counting: true, ..self.clone() };
        let moves = counting.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.into_iter().map(|it| counting.play(it).perft(depth - 1)).sum()
    }
    /// Returns the state of each barrier on the board.
    pub fn barriers(&self) -> Vec<bool> {
        (0..self.book.barrier_instances().len()).map(|it| self.is_open(it)).collect()
    }
    /// Returns the legal moves in order; none if the game is over or no player remains.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.over.is_some() || !self.is_living(self.turn) {
            return Vec::new();
        }
        self.legal_for(self.turn).into_keys().collect()
    }
}

/// Returns the alliances of a setup between players in the game.
fn allies_of(book: &Rulebook, setup: &Setup) -> BTreeSet<(SeatId, SeatId)> {
    let mut all = BTreeSet::new();
    let lives = |it: &SeatId| setup.out & it.bit() == 0;
    for (one, allies) in book.seat_ids().zip(&setup.allies).filter(|it| book.alliance().is_some() && lives(&it.0)) {
        let others = book.seat_ids().filter(|it| *it != one && allies & it.bit() != 0 && lives(it));
        all.extend(others.map(|it| (one.min(it), one.max(it))));
    }
    all
}

/// Returns the players in the game who play the turns of eliminated players.
fn heirs_of(book: &Rulebook, setup: &Setup) -> BTreeMap<SeatId, SeatId> {
    let lives = |it: SeatId| setup.out & it.bit() == 0;
    let all = book.seat_ids().zip(&setup.heirs).filter_map(|it| Some((it.0, (*it.1)?)));
    all.filter(|it| book.inherits_turns() && !lives(it.0) && lives(it.1)).collect()
}
