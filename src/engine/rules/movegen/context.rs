//! Data shared by all moves of one position: check masks, pins, and squares that may not be
//! captured.
//!
//! Contains [`MoveContext`], computed once per position, and its buffers.
//!
//! Input: a [`State`] and the rules to obey. Output: a [`MoveContext`] with the occupancy, the squares
//! that pieces may move to without exposing a king, and the moves that must be tried.
//!
//! Does not generate moves.

use crate::rules::engine_move::LegalityRules;
use crate::rules::judging::Judging;
use crate::rules::movegen::Generator;
use std::cell::Cell;
use std::mem::MaybeUninit;

use crate::policy::Who;
use crate::rules::attack::{Foes, KingSafety};
use crate::rules::square_set::SquareSet;
use crate::rules::state::State;
use crate::rules::tables::RosterEntry;

/// Maximum number of other players' kings that bans may watch. Positions with more try every move.
const MAX_WATCHED: usize = 2;

/// Storage for the large parts of a [`MoveContext`]. The context borrows them, so that they are never
/// moved.
pub struct ContextBuffers<const W: usize> {
    /// Written by [`MoveContext::new`].
    own: MaybeUninit<KingSafety<W>>,
    /// One entry per watched king; the others are uninitialized.
    watched: [MaybeUninit<KingSafety<W>>; MAX_WATCHED],
}

impl<const W: usize> ContextBuffers<W> {
    /// Creates uninitialized buffers.
    #[inline(always)]
    pub fn new() -> Self {
        Self { own: MaybeUninit::uninit(), watched: [const { MaybeUninit::uninit() }; MAX_WATCHED] }
    }
}

/// A position, and the data that all its moves share.
pub struct MoveContext<'a, const W: usize, const T: usize, const N: usize> {
    /// The position to move in.
    pub st: &'a State<W, T, N>,
    /// The seat to move.
    pub me: u8,
    /// All pieces on the board.
    pub occupied: SquareSet<W>,
    /// Squares of pieces that the player may never capture, including the player's own.
    pub forbidden: SquareSet<W>,
    /// Kings whose capture must be tried: it eliminates a player at once, or ends a ban.
    pub capture_king: SquareSet<W>,
    /// Pieces of all other seats.
    pub others: SquareSet<W>,
    /// Kings of remaining opponents.
    kings: SquareSet<W>,
    /// The kings among `kings` that a piece of the player was found to attack.
    seen: Cell<SquareSet<W>>,
    /// Squares to which an en passant capture is possible.
    pub en_passant_targets: SquareSet<W>,
    /// Check mask of non-royal pieces: where they may move, pins aside. Excludes `forbidden`.
    pub check_mask: SquareSet<W>,
    /// Where royal pieces may move, attacks on them aside. Excludes `forbidden`.
    pub royal_destinations: SquareSet<W>,
    /// Pieces pinned to any king.
    pub pinned: SquareSet<W>,
    /// Squares where a move may convert a piece.
    pub converting: SquareSet<W>,
    /// Pieces whose capture a ban may forbid.
    pub suspects: SquareSet<W>,
    /// Every move must be tried.
    pub try_all: bool,
    /// Types with destinations that must be tried, one bit each.
    tried_types: u64,
    /// The pieces whose attacks on the player's king count.
    pub foes: Foes<W>,
    /// The rules that moves must obey.
    pub keeping: LegalityRules,
    own: &'a mut KingSafety<W>,
    /// The first `n_watched` entries are initialized.
    watched: &'a mut [MaybeUninit<KingSafety<W>>; MAX_WATCHED],
    n_watched: usize,
}

/// The pieces of one type whose moves are generated together.
#[derive(Clone, Copy)]
pub struct PieceGroup<const W: usize> {
    /// The type of the pieces.
    pub entry: RosterEntry,
    /// The squares of the pieces.
    pub pieces: SquareSet<W>,
    /// The targets to which every move must be tried.
    pub must_try: SquareSet<W>,
}

impl<'a, const W: usize, const T: usize, const N: usize> MoveContext<'a, W, T, N> {
    /// Creates an empty context, to be filled by [`Generator::fill_context`].
    #[inline(always)]
    pub fn new(st: &'a State<W, T, N>, keeping: LegalityRules, buffers: &'a mut ContextBuffers<W>) -> Self {
        MoveContext {
            st,
            me: 0,
            occupied: SquareSet::EMPTY,
            forbidden: SquareSet::EMPTY,
            capture_king: SquareSet::EMPTY,
            others: SquareSet::EMPTY,
            kings: SquareSet::EMPTY,
            seen: Cell::new(SquareSet::EMPTY),
            en_passant_targets: SquareSet::EMPTY,
            check_mask: SquareSet::FULL,
            royal_destinations: SquareSet::FULL,
            pinned: SquareSet::EMPTY,
            converting: SquareSet::EMPTY,
            suspects: SquareSet::EMPTY,
            try_all: false,
            tried_types: 0,
            foes: Foes::NONE,
            keeping,
            own: KingSafety::write_none(&mut buffers.own),
            watched: &mut buffers.watched,
            n_watched: 0,
        }
    }

    /// Records the kings among the pseudo-legal targets of a piece.
    #[inline(always)]
    pub fn record_targets(&self, targets: SquareSet<W>) {
        self.seen.set(self.seen.get() | targets & self.kings);
    }

    /// Reports whether any recorded target is the king of a remaining opponent.
    #[inline(always)]
    pub fn sees_king(&self) -> bool {
        !self.seen.get().is_empty()
    }

    /// Returns the squares in `to` that the pins of the piece on `from` allow.
    #[inline(never)]
    pub fn allowed_by_pins(&self, from: usize, royal: bool, mut to: SquareSet<W>) -> SquareSet<W> {
        if !royal {
            to &= self.own.allowed(from);
        }
        for safety in &self.watched[..self.n_watched] {
            // SAFETY: `Generator::add_watched_kings` writes an entry before it increments `n_watched`.
            to &= unsafe { safety.assume_init_ref() }.allowed(from);
        }
        to
    }
}

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Computes the data for the moves of the seat to move, in a function of its own. For callers that need it rarely:
    /// each copy of the code below takes several kilobytes.
    #[inline(never)]
    pub fn fill_context_apart(self, context: &mut MoveContext<'_, W, T, N>) {
        self.fill_context(context);
    }

    /// Computes the data for the moves of the seat to move.
    #[inline(always)]
    pub fn fill_context(self, context: &mut MoveContext<'_, W, T, N>) {
        let st = context.st;
        let keeping = context.keeping;
        let me = st.turn;
        let own = st.seats[me as usize];
        let occupied = st.occupied();
        let mut forbidden = own;
        if self.engine.plan.protects {
            forbidden |= st.pieces_of(self.facts().protected_seats(st, me));
        }
        let royals = self.engine.royals(st);
        let others = st.living & !(1 << me);
        let pieces_of_others = st.pieces_of(others);
        let kings = royals & pieces_of_others;
        let mut capture_king = SquareSet::EMPTY;
        if !self.engine.plan.kings_captured {
            forbidden |= match self.engine.can_spare_royals() {
                false => kings,
                true => self.engine.kings_of(st, st.living & !(1 << me)),
            };
        } else if self.engine.plan.after_eliminations {
            capture_king = kings;
        }
        context.me = me;
        context.occupied = occupied;
        context.forbidden = forbidden;
        context.capture_king = capture_king;
        context.kings = kings;
        context.others = occupied.without(own);
        if self.engine.plan.captures_en_passant {
            context.en_passant_targets = self.facts().en_passant_targets(st, me, occupied);
        }
        context.try_all = self.engine.plan.try_all && (keeping.bans || self.engine.tables.all_tried);
        let foes = self.engine.foes(st, me);
        let pieces = if foes == others { pieces_of_others } else { st.pieces_of(foes) };
        context.foes = Foes { seats: foes, pieces };
        if self.engine.plan.own_king && keeping.own_king && !context.try_all {
            let royals = royals & own;
            if royals.is_single() {
                let king = royals.first().unwrap_or(0);
                self.attacks().add_checks_and_pins(context.own, st, context.foes, king, own, occupied);
                context.pinned = context.own.pinned;
                context.check_mask = context.own.check_mask;
                context.try_all |= context.own.overflow;
            } else if !royals.is_empty() {
                context.try_all = true;
            }
        }
        if keeping.bans && self.engine.plan.bans && !context.try_all {
            self.add_watched_kings(context);
            if self.engine.plan.try_types != 0 {
                let tried = st.pieces_of_types(self.engine.plan.try_types);
                if own.meets(tried) {
                    context.suspects = self.engine.possible_capture_bans(context.st, tried);
                }
            }
        }
        if self.engine.plan.try_conversions != 0 && !context.try_all {
            context.converting = self.facts().converting_squares(st, me);
        }
        if context.try_all {
            context.tried_types = !0;
        } else if self.engine.plan.tries_some {
            context.tried_types = self.tried_types(context);
        }
        context.check_mask = context.check_mask.without(forbidden);
        context.royal_destinations = context.royal_destinations.without(forbidden);
    }

    /// Adds the check masks and pins of the kings that bans watch.
    fn add_watched_kings(self, context: &mut MoveContext<'_, W, T, N>) {
        let (st, me) = (context.st, context.me);
        for watched in &self.engine.plan.watched {
            let seat = |who| match who {
                Who::Next => st.after(me, self.engine.tables.n_seats),
                _ => st.before(me, self.engine.tables.n_seats),
            };
            let (by, on) = (seat(watched.by), seat(watched.on));
            // With two players left, the next player is also the previous one. Partners may not give
            // check to each other.
            if by == on || by == me || on == me || self.engine.non_attackers(st, on) >> by & 1 != 0 {
                continue;
            }
            let royals = self.engine.royals(st) & st.seats[on as usize];
            if context.n_watched == MAX_WATCHED || !(royals.is_empty() || royals.is_single()) {
                context.try_all = true;
                return;
            }
            // Capturing the watched king removes the reason for the ban, so the capture is tried.
            if self.engine.plan.kings_captured {
                context.capture_king |= royals;
            }
            if let Some(king) = royals.first() {
                let safety = KingSafety::write_none(&mut context.watched[context.n_watched]);
                self.attacks().add_checks_and_pins(
                    safety,
                    st,
                    self.attacks().foes_of(st, 1 << by),
                    king,
                    st.seats[me as usize],
                    context.occupied,
                );
                context.try_all |= safety.overflow;
                context.pinned |= safety.pinned;
                context.check_mask &= safety.check_mask;
                context.royal_destinations &= safety.check_mask;
                context.n_watched += 1;
            }
        }
    }

    /// Returns the types that have destinations which must be tried in this position.
    fn tried_types(self, context: &MoveContext<'_, W, T, N>) -> u64 {
        let plan = &self.engine.plan;
        let mut types = if plan.try_promotions { !0 } else { plan.try_without_moving };
        if !context.suspects.is_empty() {
            types |= plan.try_types;
        }
        if !context.converting.is_empty() {
            types |= plan.try_conversions;
        }
        types
    }

    /// Returns the destinations of a type whose moves must be tried.
    #[inline(always)]
    pub fn tried_ends(self, context: &MoveContext<'_, W, T, N>, ty: usize) -> SquareSet<W> {
        if context.tried_types >> ty & 1 == 0 {
            return context.capture_king;
        }
        self.rarer_tried_ends(context, ty)
    }

    /// Returns the destinations of a type among [`MoveContext::tried_types`].
    #[inline(never)]
    fn rarer_tried_ends(self, context: &MoveContext<'_, W, T, N>, ty: usize) -> SquareSet<W> {
        if context.try_all {
            return SquareSet::FULL;
        }
        let mut ends = context.capture_king;
        let plan = &self.engine.plan;
        if plan.try_conversions >> ty & 1 != 0 {
            ends |= context.converting;
        }
        if plan.try_without_moving >> ty & 1 != 0 {
            ends |= context.others;
        }
        if plan.try_types >> ty & 1 != 0 {
            ends |= context.suspects;
        }
        if plan.try_promotions {
            // SAFETY: the indices are a type and a seat (see `unchecked`).
            ends |= unsafe { self.engine.tables.piece(ty, context.me) }.promotes;
        }
        ends
    }
}
