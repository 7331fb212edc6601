//! Legal move generation.
//!
//! Contains the generator. Moves that the check masks and pins prove legal are emitted as
//! bitboards; the others are made and tested one by one.
//!
//! Input: a [`State`] and the [`Keeping`] flags. Output: moves, passed to a [`Sink`] that counts
//! them, lists them or stops at the first. A move that several paths lead to is emitted once.
//!
//! Does not know outcomes, claims or notation.

use super::bits::Bits;
use super::engine::{Engine, Mv};
use super::fault::Crossing;
use super::frame::{Frame, Room};
use super::plain::{Leap, Slide};
use super::processor::Processor;
use super::sink::Sink;
use super::slides::Heads;
use super::state::{NOBODY, Over, State};
use super::tables::{Around, CastlingTable, ManTable, Roll, Shape};
use super::unchecked::at;

/// The rules that generated moves must obey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// The king of the player to move must be safe afterwards.
    pub own_king: bool,
    /// Bans apply to the moves.
    pub bars: bool,
}

impl Keeping {
    /// All rules: the moves are legal.
    pub const ALL: Self = Self { own_king: true, bars: true };
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Passes every legal move of the seat to move to `sink`. Returns `true` if the sink stopped
    /// the generation.
    #[inline(always)]
    pub fn generate<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, sink: &mut S) -> bool {
        self.generate_keeping(st, Keeping::ALL, sink)
    }

    /// Passes every move that obeys the rules in `keeping` to `sink`. Returns `true` if the sink
    /// stopped the generation.
    #[inline(always)]
    pub fn generate_keeping<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, keeping: Keeping, sink: &mut S) -> bool {
        self.generate_with(st, keeping, self.tables.processor, sink)
    }

    /// Generates moves like [`Engine::generate_keeping`], with CPU features that the caller already
    /// knows.
    #[inline(always)]
    pub fn generate_with<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        keeping: Keeping,
        processor: Processor,
        sink: &mut S,
    ) -> bool {
        #[cfg(target_arch = "x86_64")]
        if W <= 4 && processor.is_fast() {
            // SAFETY: the CPU has the features that the function requires ([`Processor::this`]).
            return unsafe { self.generate_fast(st, keeping, sink) };
        }
        self.generate_portable(st, keeping, sink)
    }

    /// Generates moves with code compiled for BMI1, BMI2, POPCNT and AVX2.
    // Not inlined, like `generate_portable`: both are large and are compiled once per sink and
    // width.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
    #[inline(never)]
    fn generate_fast<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, keeping: Keeping, sink: &mut S) -> bool {
        // SAFETY: `generate_with` calls this only if the CPU is fast.
        self.generate_by(st, keeping, unsafe { Processor::fast() }, sink)
    }

    #[inline(never)]
    fn generate_portable<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, keeping: Keeping, sink: &mut S) -> bool {
        self.generate_by(st, keeping, self.tables.processor, sink)
    }

    #[inline(always)]
    fn generate_by<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        keeping: Keeping,
        processor: Processor,
        sink: &mut S,
    ) -> bool {
        if st.over != Over::NO || !st.lives(st.turn) {
            return false;
        }
        let mut buffers = Room::new();
        let mut context = Frame::new(keeping, &mut buffers);
        self.fill_context(&mut context, st);
        // SAFETY: the index is a seat (see `unchecked`).
        let own = unsafe { *at(&st.seats, context.me as usize) };
        for entry in self.tables.roster(context.me) {
            // SAFETY: the index is a type (see `unchecked`).
            let men = unsafe { *at(&st.types, entry.ty as usize) } & own;
            if men.is_empty() {
                continue;
            }
            sink.piece_type(entry.ty);
            if self.moves_of(st, &context, *entry, men, processor, sink) {
                return true;
            }
        }
        sink.sees_king(context.sees_king() || self.tables.all_tried);
        keeping.own_king
            // SAFETY: the index is a seat (see `unchecked`).
            && st.rights & unsafe { at(&self.tables.rights, context.me as usize) } != 0
            && self.castlings(st, &context, sink)
    }

    /// Returns the squares that a piece reaches by leaps, slides and plain double steps. Includes
    /// squares of its own side's pieces.
    #[inline(always)]
    fn reach(
        &self,
        context: &Frame<'_, W>,
        man: &ManTable<W>,
        ty: usize,
        from: usize,
        processor: Processor,
    ) -> Bits<W> {
        let mut targets = Bits::EMPTY;
        if let Some(slides) = man.slides {
            // SAFETY: the range comes from these tables (see `unchecked`).
            targets = unsafe {
                self.tables.slides.attacks(
                    *at(at::<Vec<Heads>>(&self.tables.slide_heads, slides as usize), from),
                    context.occupied,
                    processor,
                )
            };
        }
        if man.quiet == man.capture {
            if let Some(class) = man.quiet {
                // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
                targets |= unsafe { self.tables.leaps_to(class, from) };
            }
        } else {
            if let Some(class) = man.quiet {
                // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
                targets |= unsafe { self.tables.leaps_to(class, from) }.without(context.occupied);
            }
            if let Some(class) = man.capture {
                // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
                targets |= unsafe { self.tables.leaps_to(class, from) } & context.others;
            }
        }
        for ride in &man.other_rides {
            let reach =
                self.tables.riders[ride.class as usize].reach(&self.tables.slides, from, context.occupied, processor);
            targets |= match (ride.quiet, ride.capture) {
                (true, true) => reach,
                (true, false) => reach.without(context.occupied),
                (false, true) => reach & context.others,
                (false, false) => Bits::EMPTY,
            };
        }
        if man.double_from.has(from) {
            for step in self.tables.doubles(ty, context.me, from).iter().filter(|it| it.plain) {
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
        &self,
        st: &State<W, T, N>,
        context: &Frame<'_, W>,
        entry: Roll,
        men: Bits<W>,
        processor: Processor,
        sink: &mut S,
    ) -> bool {
        let must_try = self.tried_ends(context, entry.ty as usize);
        if !context.try_all {
            match entry.shape {
                Shape::Slider(slides) => {
                    // SAFETY: the index comes from the roster (see `unchecked`).
                    let heads = unsafe { at(&self.tables.slide_heads, slides as usize) };
                    let slide = Slide { slides: &self.tables.slides, heads, occupied: context.occupied, processor };
                    return self.plain_moves(st, context, entry, men, must_try, slide, None, sink);
                }
                Shape::Leaper(class) => {
                    // SAFETY: the index is a class of leaps (see `unchecked`).
                    let to = &unsafe { at(&self.tables.leaps, class as usize) }.to;
                    if !entry.royal {
                        return self.plain_moves(st, context, entry, men, must_try, Leap { to }, None, sink);
                    }
                    // SAFETY: the index is a class of leaps (see `unchecked`).
                    if let around @ Some(_) = unsafe { at(&self.tables.around, class as usize) }.as_ref() {
                        return self.plain_moves(st, context, entry, men, must_try, Leap { to }, around, sink);
                    }
                }
                Shape::Stepper(shifts) => {
                    // SAFETY: the index comes from the roster (see `unchecked`).
                    let shifts = unsafe { at(&self.tables.shifts, shifts as usize) };
                    return self.steps_of(st, context, entry, men, must_try, shifts, sink);
                }
                Shape::Mixed => {}
            }
        }
        self.individual_moves(st, context, entry.ty as usize, men, must_try, sink)
    }

    /// Emits the legal moves among those of some pieces that must be tried.
    #[inline(never)]
    pub fn tried_moves_of<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        context: &Frame<'_, W>,
        ty: usize,
        men: Bits<W>,
        must_try: Bits<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let man = unsafe { self.tables.man(ty, context.me) };
        men.iter().any(|from| {
            let targets = self.reach(context, man, ty, from, self.tables.processor);
            let tried = targets.without(context.forbidden) & must_try;
            !tried.is_empty() && self.tried_moves(st, context, from, tried, sink)
        })
    }

    /// Emits the moves of pieces of one type that need individual treatment.
    #[inline(never)]
    pub fn individual_moves<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        context: &Frame<'_, W>,
        ty: usize,
        men: Bits<W>,
        must_try: Bits<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let man = unsafe { self.tables.man(ty, context.me) };
        let royal = self.tables.is_royal(ty);
        let go = if royal { context.go_royal } else { context.go };
        let passing = if context.passing.is_empty() { None } else { man.passing };
        for from in men.iter() {
            let targets = self.reach(context, man, ty, from, self.tables.processor);
            context.record_targets(targets);
            let mut tried = targets.without(context.forbidden) & must_try;
            let mut proven = targets.without(must_try) & go;
            let mut en_passant = Bits::EMPTY;
            if let Some(class) = passing {
                // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
                en_passant = unsafe { self.tables.leaps_to(class, from) } & context.passing;
            }
            if !context.passing.is_empty() && (passing.is_some() || man.odd_from.has(from)) {
                let taking = en_passant | targets & context.passing;
                tried |= taking;
                proven = proven.without(taking);
            }
            if context.pinned.has(from) {
                proven = context.allowed_by_pins(from, royal, proven);
            }
            if royal {
                proven = self.safe_squares(st, context, None, from, proven);
            }
            if (proven | tried).meets(man.promotes) {
                if self.promoting_moves(st, context, ty, from, proven, tried, sink) {
                    return true;
                }
            } else {
                if !proven.is_empty() && sink.moves(from, proven) {
                    return true;
                }
                if !tried.is_empty() && self.tried_moves(st, context, from, tried, sink) {
                    return true;
                }
            }
            if man.odd_from.has(from) {
                if self.odd_moves(st, context, ty, from, targets | en_passant, sink) {
                    return true;
                }
            } else if self.plan.waiting
                && man.promotes.has(from)
                && self.waiting_promotions(st, context, ty, from, &[], sink)
            {
                return true;
            }
        }
        false
    }

    /// Returns the squares in `to` on which a royal piece is not attacked. `around` is given if the
    /// piece moves by leaps; otherwise each square is tested separately.
    #[inline(always)]
    pub fn safe_squares(
        &self,
        st: &State<W, T, N>,
        context: &Frame<'_, W>,
        around: Option<&Around<W>>,
        from: usize,
        mut to: Bits<W>,
    ) -> Bits<W> {
        if to.is_empty() || !context.keeping.own_king || !self.plan.own_king {
            return to;
        }
        let without = context.occupied.without(Bits::of(from));
        if let Some(around) = around {
            return self.unattacked(st, context.foes, around, from, to, without);
        }
        for end in to.iter() {
            if self.is_attacked(st, context.foes, end, without) {
                to.remove(end);
            }
        }
        to
    }

    /// Tries plain moves one by one and emits the legal ones.
    #[inline(never)]
    pub fn tried_moves<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        context: &Frame<'_, W>,
        from: usize,
        tried: Bits<W>,
        sink: &mut S,
    ) -> bool {
        tried
            .iter()
            .map(|to| Mv::plain(from, to))
            .any(|mv| self.fault(st, mv, Crossing::NONE, context.keeping).is_none() && sink.one(mv))
    }

    #[allow(clippy::too_many_arguments)]
    fn promoting_moves<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        context: &Frame<'_, W>,
        ty: usize,
        from: usize,
        proven: Bits<W>,
        tried: Bits<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let promotes = unsafe { self.tables.man(ty, context.me) }.promotes;
        let plain = proven.without(promotes);
        if !plain.is_empty() && sink.moves(from, plain) {
            return true;
        }
        let ends = proven & promotes;
        for to in ends.iter() {
            let kinds = self.promotion_kinds(st, context.me, ty, from, to);
            if sink.promotions(from, Bits::of(to), kinds.as_slice()) {
                return true;
            }
        }
        for to in tried.iter() {
            if self.try_kinds(st, context, ty, from, to, Crossing::NONE, None, sink) {
                return true;
            }
        }
        false
    }

    /// Emits the exchanges of a piece that waits on its square, except those that a full circle has `emitted`:
    /// a piece that comes back to its square and becomes another makes the same move.
    pub fn waiting_promotions<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        context: &Frame<'_, W>,
        ty: usize,
        from: usize,
        emitted: &[(u16, u8)],
        sink: &mut S,
    ) -> bool {
        if !self.waits_for_pool(context.me, ty, from) {
            return false;
        }
        let kinds = self.promotion_kinds(st, context.me, ty, from, from);
        for kind in kinds.as_slice().iter().filter(|it| **it != NOBODY) {
            let mv = Mv { promotion: *kind, ..Mv::plain(from, from) };
            let is_new = !emitted.contains(&(mv.to, *kind));
            if is_new && self.fault(st, mv, Crossing::NONE, context.keeping).is_none() && sink.one(mv) {
                return true;
            }
        }
        false
    }

    fn castlings<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, context: &Frame<'_, W>, sink: &mut S) -> bool {
        for castling in &self.tables.castlings[context.me as usize] {
            if st.rights >> castling.index & 1 == 0
                || castling.clear_apart.meets(context.occupied)
                || self.castling_blocked(st, castling).is_some()
            {
                continue;
            }
            let mv = Mv {
                castling: castling.index,
                ..Mv::plain(castling.squares[0] as usize, castling.squares[1] as usize)
            };
            let ok = if self.plan.castling_proven && !context.try_all {
                !self.castling_passes_attack(st, context, castling)
            } else {
                self.fault(st, mv, Crossing::NONE, context.keeping).is_none()
            };
            if ok {
                sink.piece_type(st.type_at(mv.from as usize) as u8);
                if sink.one(mv) {
                    return true;
                }
            }
        }
        false
    }

    /// Reports whether the castling king would be attacked at its destination, or on a square that
    /// must be safe.
    fn castling_passes_attack(&self, st: &State<W, T, N>, context: &Frame<'_, W>, castling: &CastlingTable<W>) -> bool {
        let [king, end, rook, rook_end] = castling.squares.map(usize::from);
        let lifted = context.occupied.without(Bits::of(king));
        let done = lifted.without(Bits::of(rook)) | Bits::of(end) | Bits::of(rook_end);
        let passed = castling.safe.iter().map(|it| *it as usize).filter(|it| *it != end);
        self.is_attacked(st, context.foes, end, done)
            || passed.into_iter().any(|it| self.is_attacked(st, context.foes, it, lifted))
    }
}
