//! Legal move generation.
//!
//! Contains the generator. Moves that the check masks and pins prove legal are emitted as
//! bitboards; the others are made and tested one by one.
//!
//! Input: a [`State`] and the [`LegalityRules`] flags. Output: moves, passed to a [`Sink`] that counts
//! them, lists them or stops at the first. A move that several paths lead to is emitted once.
//!
//! Does not know outcomes, claims or notation.

use crate::rules::cpu::CpuFeatures;
use crate::rules::engine::Engine;
use crate::rules::engine_move::{Arrival, Crossing, EngineMove, LegalityRules};
use crate::rules::judging::Judging;
use crate::rules::movegen::Generator;
use crate::rules::movegen::context::{ContextBuffers, MoveContext, PieceGroup};
use crate::rules::movegen::plain::{LeapTargets, SlideTargets};
use crate::rules::movegen::sink::Sink;
use crate::rules::sliders::EntryRange;
use crate::rules::square_set::SquareSet;
use crate::rules::state::{PackedEnding, State};
use crate::rules::tables::{KingZone, MovePattern, PieceTable, RosterEntry};
use crate::rules::unchecked::at;

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Passes every legal move of the seat to move to `sink`. Returns `true` if the sink stopped
    /// the generation.
    #[inline(always)]
    pub fn generate<S: Sink<W> + ?Sized>(self, st: &State<W, T, N>, sink: &mut S) -> bool {
        self.generate_keeping(st, LegalityRules::ALL, sink)
    }

    /// Passes every move that obeys the rules in `keeping` to `sink`. Returns `true` if the sink
    /// stopped the generation.
    #[inline(always)]
    pub fn generate_keeping<S: Sink<W> + ?Sized>(
        self,
        st: &State<W, T, N>,
        keeping: LegalityRules,
        sink: &mut S,
    ) -> bool {
        self.generate_with(st, keeping, self.engine.tables.cpu, sink)
    }

    /// Generates moves like [`Generator::generate_keeping`], with CPU features that the caller already
    /// knows.
    #[inline(always)]
    pub fn generate_with<S: Sink<W> + ?Sized>(
        self,
        st: &State<W, T, N>,
        keeping: LegalityRules,
        cpu: CpuFeatures,
        sink: &mut S,
    ) -> bool {
        #[cfg(target_arch = "x86_64")]
        if Engine::<W, T, N>::HAS_FAST_COPY && cpu.is_fast() {
            return match Self::SPECIALIZES_SINKS {
                // SAFETY: the CPU has the features that the function requires ([`CpuFeatures::this`]).
                true => unsafe { self.generate_fast(st, keeping, sink) },
                // SAFETY: as above.
                false => unsafe { self.generate_fast(st, keeping, sink.erased()) },
            };
        }
        match Self::SPECIALIZES_SINKS && !Engine::<W, T, N>::HAS_FAST_COPY {
            true => self.generate_portable(st, keeping, sink),
            false => self.generate_portable(st, keeping, sink.erased()),
        }
    }

    /// Whether the generator is compiled once for each sink. The large engines, which few boards
    /// need, are compiled once for all: that halves the build time of the crate.
    const SPECIALIZES_SINKS: bool = W <= 3 && N <= 3;

    /// Generates moves with code compiled for BMI1, BMI2, POPCNT and AVX2.
    // Not inlined, like `generate_portable`: both are large and are compiled once per sink and
    // width.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
    #[inline(never)]
    fn generate_fast<S: Sink<W> + ?Sized>(self, st: &State<W, T, N>, keeping: LegalityRules, sink: &mut S) -> bool {
        // SAFETY: `generate_with` calls this only if the CPU is fast.
        self.generate_by(st, keeping, unsafe { CpuFeatures::fast() }, true, sink)
    }

    #[inline(never)]
    fn generate_portable<S: Sink<W> + ?Sized>(self, st: &State<W, T, N>, keeping: LegalityRules, sink: &mut S) -> bool {
        self.generate_by(st, keeping, self.engine.tables.cpu, !Engine::<W, T, N>::HAS_FAST_COPY, sink)
    }

    /// Emits all legal moves, until the sink is full. `has_loops` compiles the loops for all pieces of a type; without them,
    /// the code is much smaller and handles pieces one by one.
    #[inline(always)]
    fn generate_by<S: Sink<W> + ?Sized>(
        self,
        st: &State<W, T, N>,
        keeping: LegalityRules,
        cpu: CpuFeatures,
        has_loops: bool,
        sink: &mut S,
    ) -> bool {
        if st.over != PackedEnding::NO || !st.is_living(st.turn) {
            return false;
        }
        if self.engine.plan.filters {
            if self.engine.plan.forces && keeping.forced_capture {
                return self.generate_forced(st, keeping, sink.erased());
            }
            if self.engine.plan.blocker && keeping.placing {
                return self.generate_placing(st, keeping, sink.erased());
            }
            if self.engine.plan.gating && keeping.gates {
                return self.generate_gating(st, keeping, sink.erased());
            }
        }
        let mut buffers = ContextBuffers::new();
        let mut context = MoveContext::new(st, keeping, &mut buffers);
        self.fill_context(&mut context);
        // SAFETY: the index is a seat (see `unchecked`).
        let own = unsafe { *at(&st.seats, context.me as usize) };
        for entry in self.engine.tables.roster(context.me) {
            // SAFETY: the index is a type (see `unchecked`).
            let pieces = unsafe { *at(&st.types, entry.ty as usize) } & own;
            if pieces.is_empty() {
                continue;
            }
            sink.piece_type(entry.ty);
            if self.moves_of(&context, *entry, pieces, cpu, has_loops, sink) {
                return true;
            }
        }
        sink.sees_king(context.sees_king() || self.engine.tables.all_tried);
        keeping.own_king
            // SAFETY: the index is a seat (see `unchecked`).
            && st.rights & unsafe { at(&self.engine.tables.rights, context.me as usize) } != 0
            && self.castlings(&context, sink)
            || self.engine.plan.extra_moves && self.extra_moves(&context, sink.erased())
    }

    /// Returns the squares that a piece reaches by leaps, slides and plain double steps. Includes
    /// squares of its own side's pieces.
    #[inline(always)]
    pub(super) fn reach(
        self,
        context: &MoveContext<'_, W, T, N>,
        piece: &PieceTable<W>,
        ty: usize,
        from: usize,
        cpu: CpuFeatures,
    ) -> SquareSet<W> {
        let mut targets = SquareSet::EMPTY;
        if let Some(slides) = piece.slides {
            // SAFETY: the range comes from these tables (see `unchecked`).
            targets = unsafe {
                self.engine.tables.slides.attacks(
                    *at(at::<Vec<EntryRange>>(&self.engine.tables.slider_ranges, slides as usize), from),
                    context.occupied,
                    cpu,
                )
            };
        }
        if piece.quiet == piece.capture {
            if let Some(class) = piece.quiet {
                // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
                targets |= unsafe { self.engine.tables.leaps_to(class, from) };
            }
        } else {
            if let Some(class) = piece.quiet {
                // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
                targets |= unsafe { self.engine.tables.leaps_to(class, from) }.without(context.occupied);
            }
            if let Some(class) = piece.capture {
                // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
                targets |= unsafe { self.engine.tables.leaps_to(class, from) } & context.others;
            }
        }
        for ride in &piece.other_rides {
            let reach = self.engine.tables.riders[ride.class as usize].reach(
                &self.engine.tables.slides,
                from,
                context.occupied,
                cpu,
            );
            targets |= match (ride.quiet, ride.capture) {
                (true, true) => reach,
                (true, false) => reach.without(context.occupied),
                (false, true) => reach & context.others,
                (false, false) => SquareSet::EMPTY,
            };
        }
        if piece.double_from.has(from) {
            for step in self.engine.tables.doubles(ty, context.me, from).iter().filter(|it| it.plain) {
                if !context.occupied.has(step.middle as usize) && !context.occupied.has(step.end as usize) {
                    targets.insert(step.end as usize);
                }
            }
        }
        targets
    }

    /// Emits the moves of all pieces of one type.
    #[inline(always)]
    fn moves_of<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        entry: RosterEntry,
        pieces: SquareSet<W>,
        cpu: CpuFeatures,
        has_loops: bool,
        sink: &mut S,
    ) -> bool {
        let must_try = self.tried_ends(context, entry.ty as usize);
        let group = PieceGroup { entry, pieces, must_try };
        if has_loops && !context.try_all {
            match entry.pattern {
                MovePattern::Slider(slides) => {
                    // SAFETY: the index comes from the roster (see `unchecked`).
                    let entry_ranges = unsafe { at(&self.engine.tables.slider_ranges, slides as usize) };
                    let slide = SlideTargets {
                        slides: &self.engine.tables.slides,
                        entry_ranges,
                        occupied: context.occupied,
                        cpu,
                    };
                    return self.plain_moves(context, group, slide, None, sink);
                }
                MovePattern::Leaper(class) => {
                    // SAFETY: the index is a class of leaps (see `unchecked`).
                    let to = &unsafe { at(&self.engine.tables.leaps, class as usize) }.to;
                    if !entry.royal {
                        return self.plain_moves(context, group, LeapTargets { to }, None, sink);
                    }
                    // SAFETY: the index is a class of leaps (see `unchecked`).
                    if let around @ Some(_) = unsafe { at(&self.engine.tables.around, class as usize) }.as_ref() {
                        return self.plain_moves(context, group, LeapTargets { to }, around, sink);
                    }
                }
                MovePattern::Stepper(shifts) => {
                    // SAFETY: the index comes from the roster (see `unchecked`).
                    let shifts = unsafe { at(&self.engine.tables.shifts, shifts as usize) };
                    return self.steps_of(context, group, shifts, sink);
                }
                MovePattern::Mixed => {}
            }
        }
        self.individual_moves(context, entry.ty as usize, pieces, must_try, sink)
    }

    /// Emits the legal moves among those of some pieces that must be tried.
    // Takes the parts of a `PieceGroup`: the compiler would write a whole group to the stack for each type of piece,
    // even where it does not call this.
    #[inline(never)]
    pub fn tried_moves_of<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        ty: usize,
        pieces: SquareSet<W>,
        must_try: SquareSet<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let piece = unsafe { self.engine.tables.piece(ty, context.me) };
        pieces.iter().any(|from| {
            let targets = self.reach(context, piece, ty, from, self.engine.tables.cpu);
            let tried = targets.without(context.forbidden) & must_try;
            !tried.is_empty() && self.tried_moves(context, from, tried, sink)
        })
    }

    /// Emits the moves of pieces of one type that need individual treatment.
    #[inline(never)]
    pub fn individual_moves<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        ty: usize,
        pieces: SquareSet<W>,
        must_try: SquareSet<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let piece = unsafe { self.engine.tables.piece(ty, context.me) };
        let royal = self.engine.tables.is_royal(ty);
        let allowed = if royal { context.royal_destinations } else { context.check_mask };
        let en_passant_leaps = if context.en_passant_targets.is_empty() { None } else { piece.en_passant };
        for from in pieces.iter() {
            let mut targets = self.reach(context, piece, ty, from, self.engine.tables.cpu);
            context.record_targets(targets);
            let mut en_passant = SquareSet::EMPTY;
            if let Some(class) = en_passant_leaps {
                // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
                en_passant = unsafe { self.engine.tables.leaps_to(class, from) } & context.en_passant_targets;
            }
            if targets.meets(context.en_passant_targets) && piece.odd_from.has(from) {
                // Such a move captures, so its way is the odd route, even if the piece may also go there without a capture.
                targets = targets.without(self.en_passant_by_odd_route(context, ty, from, targets).without(en_passant));
            }
            let mut tried = targets.without(context.forbidden) & must_try;
            let mut proven = targets.without(must_try) & allowed;
            if !context.en_passant_targets.is_empty() && (en_passant_leaps.is_some() || piece.odd_from.has(from)) {
                let en_passant_captures = en_passant | targets & context.en_passant_targets;
                tried |= en_passant_captures;
                proven = proven.without(en_passant_captures);
            }
            if context.pinned.has(from) {
                proven = context.allowed_by_pins(from, royal, proven);
            }
            if royal {
                let wanted = sink.wanted() | piece.promotes;
                proven = self.safe_squares(context, None, from, proven & wanted);
            }
            if (proven | tried).meets(piece.promotes) {
                if self.promoting_moves(context, ty, from, proven, tried, sink) {
                    return true;
                }
            } else {
                if !proven.is_empty() && sink.moves(from, proven) {
                    return true;
                }
                if !tried.is_empty() && self.tried_moves(context, from, tried, sink) {
                    return true;
                }
            }
            if piece.odd_from.has(from) {
                if self.odd_moves(context, ty, from, targets | en_passant, sink) {
                    return true;
                }
            } else if self.engine.plan.waiting
                && piece.promotes.has(from)
                && self.waiting_promotions(context, ty, from, &[], sink)
            {
                return true;
            }
        }
        false
    }

    /// Returns the squares in `to` on which a piece can capture en passant along an odd route.
    #[inline(never)]
    fn en_passant_by_odd_route(
        self,
        context: &MoveContext<'_, W, T, N>,
        ty: usize,
        from: usize,
        to: SquareSet<W>,
    ) -> SquareSet<W> {
        let captures =
            |to: &usize| self.facts().captures_en_passant_by_odd_route(context.st, EngineMove::plain(from, *to), ty);
        (to & context.en_passant_targets).iter().filter(captures).collect()
    }

    /// Returns the squares in `to` on which a royal piece is not attacked. `around` is given if the
    /// piece moves by leaps; otherwise each square is tested separately.
    #[inline(always)]
    pub fn safe_squares(
        self,
        context: &MoveContext<'_, W, T, N>,
        around: Option<&KingZone<W>>,
        from: usize,
        mut to: SquareSet<W>,
    ) -> SquareSet<W> {
        if to.is_empty() || !context.keeping.own_king || !self.engine.plan.own_king {
            return to;
        }
        let without = context.occupied.without(SquareSet::of(from));
        if let Some(around) = around {
            return self.attacks().unattacked(context.st, context.foes, around, from, to, without);
        }
        for end in to.iter() {
            if self.attacks().is_attacked(context.st, context.foes, end, without | SquareSet::of(end)) {
                to.remove(end);
            }
        }
        to
    }

    /// Tries plain moves one by one and emits the legal ones.
    #[inline(never)]
    pub fn tried_moves<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        from: usize,
        tried: SquareSet<W>,
        sink: &mut S,
    ) -> bool {
        (tried & sink.wanted())
            .iter()
            .map(|to| EngineMove::plain(from, to))
            .any(|mv| self.engine.obeys(context.st, mv, Crossing::NONE, context.keeping) && sink.one(mv))
    }

    fn promoting_moves<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        ty: usize,
        from: usize,
        proven: SquareSet<W>,
        tried: SquareSet<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let promotes = unsafe { self.engine.tables.piece(ty, context.me) }.promotes;
        let plain = proven.without(promotes);
        if !plain.is_empty() && sink.moves(from, plain) {
            return true;
        }
        let ends = proven & promotes;
        for to in ends.iter() {
            let kinds = self.facts().promotion_kinds(context.st, context.me, ty, from, to);
            if sink.promotions(from, SquareSet::of(to), kinds.as_slice()) {
                return true;
            }
        }
        for to in tried.iter() {
            if self.try_kinds(context, Arrival { ty, from, to }, Crossing::NONE, None, sink) {
                return true;
            }
        }
        false
    }

    /// Emits the exchanges of a piece that waits on its square, except those that a full circle has `emitted`:
    /// a piece that comes back to its square and becomes another makes the same move.
    pub fn waiting_promotions<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        ty: usize,
        from: usize,
        emitted: &[(u16, u8)],
        sink: &mut S,
    ) -> bool {
        if !self.facts().waits_for_pool(context.me, ty, from) {
            return false;
        }
        for kind in self.facts().waiting_kinds(context.st, context.me, ty, from).as_slice() {
            let mv = EngineMove { promotion: *kind, ..EngineMove::plain(from, from) };
            let is_new = !emitted.contains(&(mv.to, *kind));
            if is_new && self.engine.obeys(context.st, mv, Crossing::NONE, context.keeping) && sink.one(mv) {
                return true;
            }
        }
        false
    }
}
