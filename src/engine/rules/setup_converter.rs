//! Conversion between a [`Setup`] and the engine's [`State`].
//!
//! Contains [`SetupReader`], from setups to states, and [`SetupConverter`], back.
//!
//! Input: a setup, with or without violations. Output: a state, or every [`SetupError`] at once; and back.
//! Knows no text.

use super::engine::{Engine, part};
use super::relations;
use super::setup::{EnPassantRight, Piece, Setup, SetupError};
use super::setup_limits::{check_piece, unusable};
use super::square_set::WIDE;
use super::state::{MAX_SEATS, MAX_TYPES, NOWHERE, PackedEnPassant, PackedEnding, State};
use super::types::{PieceType, Types};
use crate::board::Square;
use crate::policy::{Placing, Points};
use crate::rulebook::{Castling, KindId, Rulebook, SeatId};

/// A state that fits every variant. Setups are read into it, so that their reader is compiled once.
type WideState = State<WIDE, MAX_TYPES, MAX_SEATS>;

/// The king types, the rook types and the squares of a castling.
#[derive(Debug)]
struct CastlingPlaces<'a> {
    index: u8,
    squares: [u16; 4],
    king: &'a [u8],
    rook: &'a [u8],
}

/// Reads setups: converts them to states and finds their violations.
#[derive(Debug)]
pub struct SetupReader<'a> {
    book: &'a Rulebook,
    types: &'a Types,
    royal_types: u64,
    castlings: Vec<CastlingPlaces<'a>>,
}

impl<'a> SetupReader<'a> {
    /// Creates a reader for the variant of an engine.
    pub fn new<const W: usize, const T: usize, const N: usize>(engine: &'a Engine<W, T, N>) -> Self {
        let tables = &engine.tables;
        let places = tables.castlings.iter().flatten();
        let places =
            places.map(|it| CastlingPlaces { index: it.index, squares: it.squares, king: &it.king, rook: &it.rook });
        Self { book: &engine.book, types: &tables.types, royal_types: tables.royal_types, castlings: places.collect() }
    }

    /// Returns the castling rights at the start: all, but those of pieces that have to be dropped first.
    fn rights_at_start(&self, setup: &[(SeatId, KindId, Square)]) -> u64 {
        let rights = (0..self.book.castlings.len()).fold(0, |set, it| set | 1 << it);
        if self.book.castling_dropped == 0 {
            return rights;
        }
        let has = |it: &Castling, home| setup.iter().any(|piece| piece.0 == it.seat && piece.2 == home);
        let lacks = |it: &Castling| it.king_unmoved && !has(it, it.king.0) || it.rook_unmoved && !has(it, it.rook.0);
        let missing = self.book.castlings.iter().enumerate().filter(|it| lacks(it.1));
        missing.fold(rights, |set, it| set & !(1 << it.0))
    }

    /// Returns the starting position: the first player to move, with every right held.
    pub fn start(&self) -> Option<WideState> {
        let setup = self.book.setup.as_ref()?;
        let pieces = setup
            .iter()
            .map(|(seat, kind, square)| {
                (*square, Piece { seat: *seat, kind: *kind, tags: 0, moved: false, facing: None })
            })
            .collect();
        let mut open = 0;
        for it in &self.book.barrier_instances {
            if let (Some(bit), true) = (it.state_bit, self.book.barriers[it.barrier].starts_open) {
                open |= 1 << bit;
            }
        }
        let setup = Setup {
            pieces,
            blockers: self.book.blocker.as_ref().map_or(Vec::new(), |it| it.start.clone()),
            turn: SeatId(0),
            out: 0,
            castling: self.rights_at_start(setup),
            en_passant: Vec::new(),
            open,
            reversed: false,
            extra_turn: None,
            delayed: false,
            frozen: 0,
            allies: Vec::new(),
            heirs: Vec::new(),
            inherited_turn: None,
            pool: self.book.start_pools.clone(),
            counters: Vec::new(),
            lost: Vec::new(),
            scores: Vec::new(),
            quiet: 0,
            over: None,
        };
        // The compiler has already validated the starting position, so there are no violations to
        // report.
        Some(self.place(&setup, &mut Vec::new()))
    }

    /// Validates a setup and returns its state.
    pub fn from_setup(&self, setup: &Setup) -> Result<WideState, Vec<SetupError>> {
        let mut violations = unusable(self.book, setup);
        let st = self.place(setup, &mut violations);
        self.check(setup, &st, &mut violations);
        if violations.is_empty() { Ok(st) } else { Err(violations) }
    }

    fn seat_name(&self, seat: u8) -> String {
        self.book.seats.get(seat as usize).map_or_else(|| format!("seat {seat}"), |it| it.name.clone())
    }

    fn square_name(&self, square: u16) -> String {
        self.book.board.name(Square(square)).to_owned()
    }

    fn place(&self, setup: &Setup, violations: &mut Vec<SetupError>) -> WideState {
        let n = self.book.seats.len();
        let all = ((1u16 << n) - 1) as u8;
        let mut st = State::empty(all & !setup.out);
        for (square, piece) in &setup.pieces {
            if check_piece(self.book, *square, piece).is_err() {
                continue;
            }
            if st.occupied().has(square.index()) {
                violations.push(SetupError::SquareOccupied { square: self.square_name(square.0) });
                continue;
            }
            // A king with a mark that it cannot have is still a king.
            let ty = self.type_of(*square, piece).or_else(|violation| {
                violations.push(violation);
                self.type_of(*square, &Piece { tags: 0, facing: None, ..*piece })
            });
            ty.into_iter().for_each(|it| st.put(square.index(), piece.seat.index(), it));
        }
        self.place_blockers(setup, &mut st, violations);
        st.turn = setup.turn.0.min(n as u8 - 1);
        let known = if self.book.castlings.len() >= 64 { !0 } else { (1 << self.book.castlings.len()) - 1 };
        st.rights = setup.castling & known;
        st.flags = setup.open;
        if setup.reversed && self.book.reverses() {
            st.reverse();
        }
        if self.book.has_extra_turns() {
            st.set_extra_turn(setup.extra_turn.map(|it| it.0.min(n as u8 - 1)));
            st.set_delayed(setup.delayed && setup.extra_turn.is_none());
        }
        if self.book.freezes() {
            st.set_frozen(setup.frozen & setup.out);
        }
        st.halfmoves = setup.quiet as u16;
        for (seat, counts) in setup.pool.iter().enumerate().take(if self.book.has_pool { n } else { 0 }) {
            for (kind, count) in counts.iter().enumerate().take(self.book.kinds.len()) {
                st.pool[seat][kind] = *count;
            }
        }
        for (seat, counters) in setup.counters.iter().enumerate().take(n) {
            let places = st.counters_mut(seat as u8, self.book.kinds.len(), self.book.counters.len());
            places.iter_mut().zip(counters).for_each(|(place, it)| *place = *it);
        }
        relations::read(self.book, setup, &mut st);
        for (seat, lost) in setup.lost.iter().enumerate().take(n) {
            st.lost[seat] = *lost as u16;
        }
        for (seat, points) in setup.scores.iter().enumerate().take(n) {
            st.scores[seat] = points.0 as i16;
        }
        let known = |it: Square| it.index() < self.book.board.len();
        let known = |it: &&EnPassantRight| it.owner.index() < n && known(it.target) && known(it.victim);
        for right in setup.en_passant.iter().filter(known) {
            st.en_passant[right.owner.index()] =
                PackedEnPassant { target: right.target.0, victim: right.victim.0, age: right.age };
        }
        if violations.is_empty() {
            st.over = setup.over.map_or(PackedEnding::NO, PackedEnding::of);
        }
        st
    }

    fn place_blockers(&self, setup: &Setup, st: &mut WideState, violations: &mut Vec<SetupError>) {
        let (count, rule) = (setup.blockers.len(), self.book.blocker.as_ref());
        let most = rule.map_or(0, |it| if it.placing == Placing::SameOne { 1 } else { self.book.board.len() });
        if count > most {
            violations.push(SetupError::TooManyBlockers { count, most });
        }
        let Some(rule) = rule else { return };
        let ty = PieceType { kind: rule.kind, tags: 0, moved: false, facing: None };
        let Some(ty) = self.types.find(ty) else { return };
        for square in setup.blockers.iter().filter(|it| it.index() < self.book.board.len()) {
            match st.is_occupied(square.index()) {
                true => violations.push(SetupError::SquareOccupied { square: self.square_name(square.0) }),
                false => st.put(square.index(), self.book.seats.len(), ty),
            }
        }
    }

    pub(super) fn type_of(&self, square: Square, piece: &Piece) -> Result<usize, SetupError> {
        let types = self.types;
        let kind = &self.book.kinds[piece.kind.index()];
        let moved = piece.moved && kind.has_initial;
        let default = types.default_facing(piece.kind, piece.seat, square, piece.tags, moved);
        let facing = piece.facing.or(default);
        let wrong = |heading| SetupError::WrongFacing {
            piece: kind.name.clone(),
            square: self.square_name(square.0),
            heading: self.book.board.heading_name(heading).to_owned(),
        };
        if let Some(heading) = piece.facing
            && !types.is_explicit(piece.kind)
            && default != Some(heading)
        {
            return Err(wrong(heading));
        }
        let carried = if types.is_explicit(piece.kind) { facing } else { None };
        let ty = PieceType { kind: piece.kind, tags: piece.tags, moved, facing: carried };
        if let Some(found) = types.find(ty).filter(|_| types.can_be_at(&ty, piece.seat, square)) {
            return Ok(found);
        }
        let tags = self.book.tags.iter().enumerate().filter(|it| piece.tags >> it.0 & 1 != 0);
        let same_tags = types.all.iter().any(|it| it.kind == piece.kind && it.tags == piece.tags);
        match (same_tags, facing) {
            (true, Some(heading)) => Err(wrong(heading)),
            _ => Err(SetupError::WrongMark {
                piece: kind.name.clone(),
                square: self.square_name(square.0),
                mark: tags.map(|it| it.1.name.as_str()).collect::<Vec<_>>().join(","),
            }),
        }
    }

    fn check(&self, setup: &Setup, st: &WideState, violations: &mut Vec<SetupError>) {
        if st.living == 0 && setup.over.is_none() {
            violations.push(SetupError::NobodyLives);
        } else if !st.is_living(st.turn) && setup.over.is_none() {
            violations.push(SetupError::TurnIsOut { seat: self.seat_name(st.turn) });
        }
        let royals = st.pieces_of_types(self.royal_types);
        let over = setup.over.is_some();
        for seat in (0..self.book.seats.len() as u8).filter(|it| st.is_living(*it)) {
            if !self.book.demands_royal() {
                break;
            }
            let own = royals & st.seats[seat as usize];
            let is_held = |kind: usize| {
                let royal = self.book.kinds[kind].role == crate::policy::Role::Royal;
                royal && setup.pool.get(seat as usize).and_then(|it| it.get(kind)).is_some_and(|it| *it > 0)
            };
            // A king in the pool is still to be dropped.
            if (0..self.book.kinds.len()).any(is_held) && !self.book.drops.is_empty() {
                continue;
            }
            let may_lack = over || !self.book.seats[seat as usize].needs_royal || self.book.partners_take_kings();
            if own.is_empty() && !may_lack {
                let kind = self.book.kinds.iter().find(|it| it.role == crate::policy::Role::Royal);
                violations.push(SetupError::NoRoyal {
                    seat: self.seat_name(seat),
                    kind: kind.map_or_else(String::new, |it| it.name.clone()),
                });
            } else if own.count() > 1 && self.book.check.royals.is_none() {
                let squares: Vec<String> = own.iter().map(|it| self.square_name(it as u16)).collect();
                violations.push(SetupError::ManyRoyals {
                    seat: self.seat_name(seat),
                    count: squares.len(),
                    squares: squares.join(" and "),
                });
            }
        }
        for castling in self.castlings.iter().filter(|it| st.rights >> it.index & 1 != 0) {
            let rule = &self.book.castlings[castling.index as usize];
            let own = st.seats[rule.seat.index()];
            let [king, _, rook, _] = castling.squares.map(usize::from);
            let king_there = own.has(king) && castling.king.iter().any(|it| st.types[*it as usize].has(king));
            let rook_there = own.has(rook) && castling.rook.iter().any(|it| st.types[*it as usize].has(rook));
            let mut needs = Vec::new();
            if !king_there && rule.king_unmoved {
                needs.push(format!("the king of {} on {}", self.seat_name(rule.seat.0), self.square_name(king as u16)));
            }
            if !rook_there && rule.rook_unmoved {
                needs.push(format!("the rook of {} on {}", self.seat_name(rule.seat.0), self.square_name(rook as u16)));
            }
            if !needs.is_empty() {
                violations
                    .push(SetupError::NoCastlingPieces { castling: rule.name.clone(), needs: needs.join(" and ") });
            }
        }
        let is_known = |it: &&EnPassantRight| {
            let book = self.book;
            book.check_seat(it.owner).and(book.check_square(it.victim)).and(book.check_square(it.target)).is_ok()
        };
        for (index, right) in setup.en_passant.iter().enumerate().filter(|(_, it)| is_known(it)) {
            // The state stores only the last double step of each player.
            if setup.en_passant[..index].iter().any(|it| it.owner == right.owner) {
                violations.push(SetupError::ManyPassingPieces { seat: self.seat_name(right.owner.0) });
            }
            let fits = st.seats[right.owner.index()].has(right.victim.index())
                && self.book.has_double_step(self.types.all[st.type_at(right.victim.index())].kind);
            if !fits {
                violations.push(SetupError::NoPassingPiece {
                    target: self.square_name(right.target.0),
                    seat: self.seat_name(right.owner.0),
                    victim: self.square_name(right.victim.0),
                });
            }
        }
    }
}

part! {
    /// The part that converts states of a variant to setups.
    SetupConverter
}

impl<const W: usize, const T: usize, const N: usize> SetupConverter<'_, W, T, N> {
    /// Returns the piece on a square.
    pub fn piece_at(self, st: &State<W, T, N>, square: usize) -> Option<Piece> {
        if square >= self.engine.book.board.len() {
            return None;
        }
        let seat = st.seat_at(square);
        // A blocker has no owner.
        if usize::from(seat) >= self.engine.book.seats.len() {
            return None;
        }
        let index = st.type_at(square);
        let ty = self.engine.tables.types.all[index];
        let facing = self
            .engine
            .tables
            .types
            .is_directed(ty.kind)
            .then(|| self.engine.tables.types.facing(index, SeatId(seat), Square(square as u16)));
        Some(Piece { seat: SeatId(seat), kind: ty.kind, tags: ty.tags, moved: ty.moved, facing })
    }

    /// Returns all pieces in order of their squares.
    pub fn pieces(self, st: &State<W, T, N>) -> Vec<(Square, Piece)> {
        let occupied = st.occupied();
        let mut all = Vec::with_capacity(occupied.count() as usize);
        all.extend(occupied.iter().filter_map(|it| self.piece_at(st, it).map(|piece| (Square(it as u16), piece))));
        all
    }

    /// Returns the setup of a state.
    pub fn to_setup(self, st: &State<W, T, N>) -> Setup {
        let n = self.engine.book.seats.len();
        let pieces = self.pieces(st);
        let en_passant = (0..n)
            .filter(|it| st.en_passant[*it].target != NOWHERE)
            .map(|it| {
                let right = st.en_passant[it];
                EnPassantRight {
                    target: Square(right.target),
                    victim: Square(right.victim),
                    owner: SeatId(it as u8),
                    age: right.age,
                }
            })
            .collect();
        let pool = if self.engine.book.has_pool {
            (0..n).map(|seat| st.pool[seat][..self.engine.book.kinds.len()].to_vec()).collect()
        } else {
            Vec::new()
        };
        let all = ((1u16 << n) - 1) as u8;
        Setup {
            pieces,
            blockers: self.engine.blockers(st).iter().map(|it| Square(it as u16)).collect(),
            turn: SeatId(st.turn),
            out: all & !st.living,
            castling: st.rights,
            en_passant,
            open: st.open_barriers(),
            reversed: st.is_reversed(),
            extra_turn: st.extra_turn().map(SeatId),
            delayed: st.is_delayed(),
            frozen: st.frozen(),
            allies: match self.engine.plan.allies {
                true => (0..n).map(|it| self.engine.allies(st, it as u8)).collect(),
                false => Vec::new(),
            },
            heirs: match self.engine.plan.inherits {
                true => (0..n).map(|it| self.engine.heir(st, it as u8).map(SeatId)).collect(),
                false => Vec::new(),
            },
            inherited_turn: self.engine.inherited_turn(st).map(SeatId),
            pool,
            counters: match self.engine.book.counters.is_empty() {
                true => Vec::new(),
                false => (0..n).map(|it| self.engine.counters(st, it as u8).to_vec()).collect(),
            },
            lost: (0..n).map(|it| i32::from(st.lost[it])).collect(),
            scores: (0..n).map(|it| Points(i32::from(st.scores[it]))).collect(),
            quiet: u32::from(st.halfmoves),
            over: st.over.ending(),
        }
    }
}
