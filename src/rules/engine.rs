//! The engine: tables, the rulebook, and what was decided about each rule at load.
//!
//! In: a rulebook. Out: [`Engine`], whose other parts (`attack`, `generate`, `apply`,
//! `fault`, `explain`, `conditions`, `settle`, `perft`) are the rooms beside this one.
//! `W` words for a set of squares, `T` types of men, `N` seats: chosen by `any`.
//!
//! Moves come in two classes. *Proven* moves are sets: pins, checks and the lines that a
//! bar watches are worked out once for a position, and whatever keeps to them is legal.
//! *Tried* moves are made and looked at. [`Plan`] says for each rule of the file which
//! moves must be tried.

use std::sync::Arc;

use super::bits::Bits;
use super::gate::Gate;
use super::routes::KnownRoutes;
use super::state::{NOBODY, NOWHERE, State};
use super::tables::Tables;
use super::types::Types;
use crate::definition as def;
use crate::definition::Who;
use crate::variant::{Bar, BarTests, OutcomeId, Quantity, Rulebook};

/// A move as the engine holds it; [`NOBODY`] where a part is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mv {
    /// From.
    pub from: u16,
    /// To.
    pub to: u16,
    /// Castling, as an index into the rulebook's.
    pub castling: u8,
    /// Promotion, as a kind.
    pub promotion: u8,
}

impl Mv {
    /// A plain move.
    #[inline(always)]
    pub fn plain(from: usize, to: usize) -> Self {
        Self { from: from as u16, to: to as u16, castling: NOBODY, promotion: NOBODY }
    }
}

/// Lines that a bar keeps closed: after the move, men of `by` must not attack the king of `on`.
#[derive(Clone, Copy, Debug)]
pub struct WatchedKing {
    /// Whose men.
    pub by: Who,
    /// Whose king.
    pub on: Who,
}

/// What was decided at load.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The mover's king must be safe after the move.
    pub own_king: bool,
    /// Kings may be taken.
    pub kings_taken: bool,
    /// A king's capture silences his army before safety is judged.
    pub after_eliminations: bool,
    /// The men of the dead may not be taken.
    pub immune: bool,
    /// Bars that are watched lines and nothing more: no move needs to be tried for them.
    pub watched: Vec<WatchedKing>,
    /// Some bar asks for every move to be tried.
    pub try_all: bool,
    /// Kinds whose captures must be tried for some bar.
    pub try_captures: u32,
    /// There are bars at all.
    pub bars: bool,
    /// The bars that ask for that, by index, with the types that they protect.
    pub capture_bars: Vec<(u8, u64)>,
    /// The types of those kinds.
    pub try_types: u64,
    /// Men may be taken in passing.
    pub takes_in_passing: bool,
    /// Castlings need no more than that squares are not attacked.
    pub castling_proven: bool,
    /// Men of a pool appear elsewhere than where the pawn arrives: such promotions are tried.
    pub try_promotions: bool,
    /// Some moves are tried for what captures or promotions do.
    pub tries_some: bool,
    /// Men wait on their promotion squares for the pool to fill.
    pub waiting: bool,
    /// What each outcome at the start of a turn needs at least, in their order.
    pub gates: Vec<Gate>,
    /// Those of them that may be open for a mover who has a move, where no position is counted.
    pub gates_moving_on: Vec<Gate>,
    /// The same of the outcomes after a move.
    pub move_gates: Vec<Gate>,
    /// Some outcome asks how often a position has stood.
    pub counts_repetition: bool,
    /// Some rule asks for all that was ever taken.
    pub counts_losses: bool,
    /// A capture resets the counter of quiet moves; a pawn's move does; there is a counter.
    pub quiet_counter: (bool, bool, bool),
    /// Not every man on an open line attacks a king: pins or bars disarm some.
    pub attacks_depend: bool,
    /// Some barrier changes its state.
    pub barriers_change: bool,
    /// Some tag goes to every man of a kind.
    pub tags_kinds: bool,
}

/// Everything that plays one variant.
#[derive(Debug)]
pub struct Engine<const W: usize, const T: usize, const N: usize> {
    /// The rulebook.
    pub book: Arc<Rulebook>,
    /// The tables.
    pub tables: Tables<W>,
    /// The decisions.
    pub plan: Plan,
}

impl Plan {
    fn new(book: &Rulebook, all_tried: bool) -> Self {
        let mut plan = Plan {
            own_king: book.check.own_king == def::OwnKing::KeptSafe && book.check.attackers != def::Attackers::Nobody,
            kings_taken: book.check.kings == def::Kings::MayBeTaken,
            after_eliminations: book.check.judged == def::Judged::AfterEliminations,
            immune: book.army == def::Army::Immune,
            watched: Vec::new(),
            try_all: all_tried,
            try_captures: 0,
            capture_bars: Vec::new(),
            try_types: 0,
            takes_in_passing: book.en_passant.is_some(),
            castling_proven: false,
            bars: !book.bars.is_empty(),
            try_promotions: false,
            tries_some: false,
            waiting: false,
            gates: Vec::new(),
            gates_moving_on: Vec::new(),
            move_gates: Vec::new(),
            counts_repetition: book.outcomes.iter().any(|it| it.when.repeated.is_some()),
            counts_losses: book.counts_gross_losses(),
            quiet_counter: (
                book.resets.contains(&def::Resets::Capture),
                book.resets.contains(&def::Resets::PawnMove),
                !book.resets.is_empty(),
            ),
            attacks_depend: book.check.pinned == def::Pinned::DoNotAttack
                || book.check.barred == def::Barred::DoNotAttack,
            barriers_change: book.barrier_instances.iter().any(|it| it.state_bit.is_some()),
            tags_kinds: book.tags.iter().any(|it| it.on == def::TagOn::SameKind),
        };
        plan.castling_proven = plan.own_king && !plan.bars && !all_tried;
        for (index, bar) in book.bars.iter().enumerate() {
            if let Some(watched) = watched_line(bar) {
                plan.watched.push(watched);
            } else if bar.forbids.mv.as_ref().is_some_and(|it| it.captures.is_some()) {
                let kinds = bar.forbids.mv.as_ref().and_then(|it| it.man.as_ref()).and_then(|it| it.kind);
                plan.try_captures |= kinds.unwrap_or(!0);
                plan.capture_bars.push((index as u8, !0));
            } else {
                plan.try_all = true;
            }
        }
        for promotion in &book.promotions {
            if let crate::variant::PromotionChoice::FromPool { appears, if_none, .. } = promotion.choice {
                plan.try_promotions |= appears != def::Appears::Arrival;
                plan.waiting |= if_none == def::IfNone::StaysAndWaits;
            }
        }
        plan.tries_some = plan.try_promotions || plan.try_captures != 0;
        plan
    }
}

/// A bar that says no more than "after the move, these must not attack that king".
fn watched_line(bar: &Bar) -> Option<WatchedKing> {
    let BarTests { man: None, mv: None, before: None, after: Some(after) } = &bar.forbids else { return None };
    let attack = after.attack?;
    let only = crate::variant::PositionTest { attack: Some(attack), ..Default::default() };
    let single = |who: Who| matches!(who, Who::Next | Who::Previous);
    let plain = attack.with == def::With::AnyMan
        && attack.takes == def::Takes::AlongLines
        && attack.by_at_least <= 1
        && matches!(attack.how_many, Quantity::Some | Quantity::Every | Quantity::AtLeast(1))
        && single(attack.by)
        && single(attack.on)
        && attack.by != attack.on;
    (*after == only && plain && bar.unless.is_empty()).then_some(WatchedKing { by: attack.by, on: attack.on })
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Bakes an engine; `None` where the variant needs more types or seats than this one has.
    pub fn new(book: Arc<Rulebook>, types: &Types, known: &KnownRoutes<'_>) -> Option<Self> {
        if book.board.len() > 64 * W || book.seats.len() > N || types.all.len() > T {
            return None;
        }
        let tables = Tables::new(&book, types, known);
        let mut plan = Plan::new(&book, tables.all_tried);
        let of_kinds = |kinds: u32| {
            let fits = |it: &usize| kinds >> tables.types.all[*it].kind.0 & 1 != 0;
            (0..tables.n_types).filter(fits).fold(0u64, |all, it| all | 1 << it)
        };
        plan.try_types = of_kinds(plan.try_captures);
        for (index, types) in &mut plan.capture_bars {
            let captures = book.bars[*index as usize].forbids.mv.as_ref().and_then(|it| it.captures.as_ref());
            *types = of_kinds(captures.and_then(|it| it.kind).unwrap_or(!0));
        }
        let gate = |it: &OutcomeId| Gate::new(&book, &tables.types, &book.outcomes[it.0 as usize].when);
        plan.gates = book.settle.turn_start.iter().map(gate).collect();
        plan.gates_moving_on = plan.gates.iter().filter(|it| it.may_open_moving_on()).copied().collect();
        plan.move_gates = book.settle.after_move.iter().map(gate).collect();
        Some(Self { book, tables, plan })
    }

    /// All royal men.
    #[inline(always)]
    pub fn royals(&self, st: &State<W, T, N>) -> Bits<W> {
        st.men_of_types(self.tables.royal_types)
    }

    /// The square of a seat's king, or [`NOWHERE`]. Of several, the lowest.
    #[inline(always)]
    pub fn king(&self, st: &State<W, T, N>, seat: u8) -> u16 {
        (self.royals(st) & st.seats[seat as usize]).first().map_or(NOWHERE, |it| it as u16)
    }

    /// The seats whose attacks count against a seat's king.
    #[inline(always)]
    pub fn foes(&self, st: &State<W, T, N>, seat: u8) -> u8 {
        match self.book.check.attackers {
            def::Attackers::LivingOpponents => st.living & !(1 << seat),
            def::Attackers::NextOnly => {
                let next = st.after(seat, self.tables.n_seats);
                if next == seat { 0 } else { 1 << next }
            }
            def::Attackers::Nobody => 0,
        }
    }
}
