//! The engine: the rulebook, its tables, and the decisions made when a variant is loaded.
//!
//! Contains [`Engine`], which is only read during play, and the macro `part!`. It declares the parts
//! that work on positions; they borrow the engine. Each part uses only the parts before it: `facts`,
//! `apply`, `attack`, `movegen`, `judge`, `settle`, then `perft`, `playout`, `setup_converter` and
//! `single`. Two of them ask the judge above them through `judging`.
//!
//! Input: a [`Rulebook`]. Output: an [`Engine`] for bitboards of `W` words, `T` piece types and `N`
//! seats; `any` chooses these sizes.
//!
//! Does not know texts, or the history of a game.

use std::sync::Arc;

use super::engine_move::{Captured, EngineMove};
use super::plan::RulePlan;
use super::routes::RouteCache;
use super::square_set::SquareSet;
use super::state::{NOWHERE, State};
use super::tables::{DropTable, Tables};
use super::types::Types;
use crate::policy;
use crate::rulebook::Rulebook;

/// The move generator and rules of one variant.
#[derive(Debug)]
pub struct Engine<const W: usize, const T: usize, const N: usize> {
    /// The compiled rulebook.
    pub book: Arc<Rulebook>,
    /// Lookup tables for move generation.
    pub tables: Tables<W>,
    /// Which rules exist, and which moves must be tried.
    pub plan: RulePlan,
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Whether the hottest loops are compiled a second time, for CPUs with BMI2 and AVX2. The largest engine, which few
    /// boards need, has no fast copy. In the others, only CPUs without these instructions run the baseline copy, so it is
    /// compiled to be small. This is a constant so that the compiler skips code that nothing calls.
    pub const HAS_FAST_COPY: bool = cfg!(target_arch = "x86_64") && W <= 4;

    /// Builds an engine. Returns `None` if the variant needs more squares, types or seats than `W`,
    /// `T` and `N` allow.
    pub fn new(book: Arc<Rulebook>, types: &Types, known: &RouteCache<'_>) -> Option<Self> {
        let pools = book.kinds.len() + book.seat_values();
        // Blockers are kept like the pieces of one more seat.
        let seats = book.seats.len() + usize::from(book.blocker.is_some());
        if book.board.len() > 64 * W || seats > N || types.all.len().max(pools) > T {
            return None;
        }
        let tables = Tables::new(&book, types, known);
        let plan = RulePlan::new(&book, types, tables.all_tried);
        Some(Self { book, tables, plan })
    }

    /// Returns the drops of a kind for a seat; `None` if the kind is never dropped.
    pub fn drops_of(&self, seat: u8, kind: u8) -> Option<&DropTable<W>> {
        self.tables.drops.get(seat as usize)?.iter().find(|it| it.kind == kind)
    }

    /// Returns a number that bounds the search for repetitions: no position from before it last decreased can recur. It
    /// is the number of pieces on the board without blockers, or always 0 if pieces can enter from a pool.
    #[inline(always)]
    pub fn lasting_pieces(&self, st: &State<W, T, N>) -> u32 {
        if self.plan.pieces_enter() { 0 } else { self.owned(st).count() }
    }

    /// Returns the blockers: pieces without an owner.
    #[inline(always)]
    pub fn blockers(&self, st: &State<W, T, N>) -> SquareSet<W> {
        match self.plan.blocker {
            true => st.seats.get(self.book.seats.len()).copied().unwrap_or(SquareSet::EMPTY),
            false => SquareSet::EMPTY,
        }
    }

    /// Returns all pieces that have an owner.
    #[inline(always)]
    pub fn owned(&self, st: &State<W, T, N>) -> SquareSet<W> {
        st.occupied().without(self.blockers(st))
    }

    /// Returns the type of the piece that a move of the player to move concerns, before the move. A
    /// dropped piece has the type that it gets on its square. The type of a pass means nothing.
    #[inline(always)]
    pub fn moving_type(&self, st: &State<W, T, N>, mv: EngineMove) -> usize {
        match mv.dropped() {
            Some(kind) if self.plan.drops => self.dropped_type(st.turn, kind, mv.to as usize),
            None if self.plan.passes && mv.is_pass() => 0,
            _ => st.type_at(mv.from as usize),
        }
    }

    #[cold]
    fn dropped_type(&self, seat: u8, kind: u8, to: usize) -> usize {
        self.drops_of(seat, kind).map_or(0, |it| it.types[to].into())
    }

    /// Returns the counters of a seat, in the order of the rulebook.
    pub fn counters<'s>(&self, st: &'s State<W, T, N>, seat: u8) -> &'s [u8] {
        let kinds = self.book.kinds.len();
        st.counters(seat, kinds, self.book.counters.len())
    }

    /// Returns all royal pieces.
    #[inline(always)]
    pub fn royals(&self, st: &State<W, T, N>) -> SquareSet<W> {
        st.pieces_of_types(self.tables.royal_types)
    }

    /// Returns the square of a seat's king, or [`NOWHERE`]. If there are several kings, it is the
    /// lowest square.
    #[inline(always)]
    pub fn king(&self, st: &State<W, T, N>, seat: u8) -> u16 {
        (self.royals(st) & st.seats[seat as usize]).first().map_or(NOWHERE, |it| it as u16)
    }

    /// Reports whether a player may lose royal pieces as long as one is left.
    #[inline(always)]
    pub fn can_spare_royals(&self) -> bool {
        matches!(self.book.check.royals, Some(policy::Royals::Every | policy::Royals::Last))
    }

    /// Returns the royal pieces of some seats without those that their players can spare.
    pub fn kings_of(&self, st: &State<W, T, N>, seats: u8) -> SquareSet<W> {
        let royals = self.royals(st) & st.pieces_of(seats);
        if !self.can_spare_royals() {
            return royals;
        }
        let own = st.seats.iter().map(|it| royals & *it).filter(|it| it.is_single());
        own.fold(SquareSet::EMPTY, |all, it| all | it)
    }

    /// Reports whether a captured piece was the king of its player, or the last of several. `after`
    /// is the state after the capture.
    pub fn is_king_lost(&self, after: &State<W, T, N>, captured: Captured) -> bool {
        self.tables.is_royal(captured.ty as usize)
            && (!self.can_spare_royals() || !self.royals(after).meets(after.seats[captured.seat as usize]))
    }

    /// Returns the seats whose attacks on a seat's king count.
    #[inline(always)]
    pub fn foes(&self, st: &State<W, T, N>, seat: u8) -> u8 {
        match self.book.check.attackers {
            policy::Attackers::LivingOpponents => st.living & !self.non_attackers(st, seat),
            policy::Attackers::NextOnly => {
                let next = st.after(seat, self.tables.n_seats);
                1 << next & !self.non_attackers(st, seat)
            }
            policy::Attackers::Nobody => 0,
        }
    }
}

/// Declares a part of the engine: a struct that borrows the engine, and a method for each part that
/// it uses.
macro_rules! part {
    ($(#[$meta:meta])* $name:ident $(uses $($method:ident: $used:ident),+)?) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'a, const W: usize, const T: usize, const N: usize> {
            engine: &'a $crate::rules::engine::Engine<W, T, N>,
        }

        impl<'a, const W: usize, const T: usize, const N: usize> $name<'a, W, T, N> {
            /// Creates the part for one variant.
            #[inline(always)]
            pub fn new(engine: &'a $crate::rules::engine::Engine<W, T, N>) -> Self {
                Self { engine }
            }
            $($(
                #[inline(always)]
                fn $method(self) -> $used<'a, W, T, N> {
                    $used::new(self.engine)
                }
            )+)?
        }
    };
}
pub(crate) use part;
