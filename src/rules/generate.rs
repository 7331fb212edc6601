//! Legal moves: proven ones as sets, the others tried one by one.
//!
//! In: a state. Out: moves, given to a [`Sink`]: counted, listed, or only asked whether
//! there is one. A move that several paths lead to comes once.

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

/// Which rules moves must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// The mover's king must be safe.
    pub own_king: bool,
    /// Bars hold.
    pub bars: bool,
}

impl Keeping {
    /// All of them: legal moves.
    pub const ALL: Self = Self { own_king: true, bars: true };
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Gives every legal move of the seat to move; true if the sink stopped it.
    #[inline(always)]
    pub fn generate<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, sink: &mut S) -> bool {
        self.generate_keeping(st, Keeping::ALL, sink)
    }

    /// Gives every move that keeps some of the rules.
    #[inline(always)]
    pub fn generate_keeping<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, keeping: Keeping, sink: &mut S) -> bool {
        self.generate_with(st, keeping, self.tables.processor, sink)
    }

    /// The same, where it is known what the processor can do.
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
            // SAFETY: the processor has what the function is built for (`Processor::this`).
            return unsafe { self.generate_fast(st, keeping, sink) };
        }
        self.generate_portable(st, keeping, sink)
    }

    /// The same function, built for what newer processors have.
    // Not inlined, as its twin: they are large, and are built once for each sink and width.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
    #[inline(never)]
    fn generate_fast<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, keeping: Keeping, sink: &mut S) -> bool {
        // SAFETY: `generate_with` calls this where the processor is fast.
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
        let mut room = Room::new();
        let mut frame = Frame::new(keeping, &mut room);
        self.fill_frame(&mut frame, st);
        // SAFETY: a seat (see `unchecked`).
        let own = unsafe { *at(&st.seats, frame.me as usize) };
        for roll in self.tables.roster(frame.me) {
            // SAFETY: a type (see `unchecked`).
            let men = unsafe { *at(&st.types, roll.ty as usize) } & own;
            if men.is_empty() {
                continue;
            }
            sink.of_type(roll.ty);
            if self.moves_of(st, &frame, *roll, men, processor, sink) {
                return true;
            }
        }
        sink.sees_king(frame.sees_king() || self.tables.all_tried);
        keeping.own_king
            // SAFETY: a seat (see `unchecked`).
            && st.rights & unsafe { at(&self.tables.rights, frame.me as usize) } != 0
            && self.castlings(st, &frame, sink)
    }

    /// Where a man comes to along leaps, lines and plain double steps, his own men included.
    #[inline(always)]
    fn reach(&self, frame: &Frame<'_, W>, man: &ManTable<W>, ty: usize, from: usize, processor: Processor) -> Bits<W> {
        let mut targets = Bits::EMPTY;
        if let Some(slides) = man.slides {
            // SAFETY: heads of these tables (see `unchecked`).
            targets = unsafe {
                self.tables.slides.look(
                    *at(at::<Vec<Heads>>(&self.tables.slide_heads, slides as usize), from),
                    frame.occupied,
                    processor,
                )
            };
        }
        if man.quiet == man.capture {
            if let Some(class) = man.quiet {
                // SAFETY: a class of leaps and a square (see `unchecked`).
                targets |= unsafe { self.tables.leaps_to(class, from) };
            }
        } else {
            if let Some(class) = man.quiet {
                // SAFETY: a class of leaps and a square (see `unchecked`).
                targets |= unsafe { self.tables.leaps_to(class, from) }.without(frame.occupied);
            }
            if let Some(class) = man.capture {
                // SAFETY: a class of leaps and a square (see `unchecked`).
                targets |= unsafe { self.tables.leaps_to(class, from) } & frame.others;
            }
        }
        for ride in &man.other_rides {
            let reach =
                self.tables.riders[ride.class as usize].reach(&self.tables.slides, from, frame.occupied, processor);
            targets |= match (ride.quiet, ride.capture) {
                (true, true) => reach,
                (true, false) => reach.without(frame.occupied),
                (false, true) => reach & frame.others,
                (false, false) => Bits::EMPTY,
            };
        }
        if man.double_from.has(from) {
            for step in self.tables.doubles(ty, frame.me, from).iter().filter(|it| it.plain) {
                if !frame.occupied.has(step.middle as usize) && !frame.occupied.has(step.end as usize) {
                    targets.insert(step.end as usize);
                }
            }
        }
        targets
    }

    /// Gives the moves of all men of one type.
    #[inline(always)]
    fn moves_of<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        roll: Roll,
        men: Bits<W>,
        processor: Processor,
        sink: &mut S,
    ) -> bool {
        let must_try = self.tried_ends(frame, roll.ty as usize);
        if !frame.try_all {
            match roll.shape {
                Shape::Slider(slides) => {
                    // SAFETY: a number of heads, from the man or the roll (see `unchecked`).
                    let heads = unsafe { at(&self.tables.slide_heads, slides as usize) };
                    let slide = Slide { slides: &self.tables.slides, heads, occupied: frame.occupied, processor };
                    return self.plain_moves(st, frame, roll, men, must_try, slide, None, sink);
                }
                Shape::Leaper(class) => {
                    // SAFETY: a class of leaps (see `unchecked`).
                    let to = &unsafe { at(&self.tables.leaps, class as usize) }.to;
                    if !roll.royal {
                        return self.plain_moves(st, frame, roll, men, must_try, Leap { to }, None, sink);
                    }
                    // SAFETY: a class of leaps (see `unchecked`).
                    if let around @ Some(_) = unsafe { at(&self.tables.around, class as usize) }.as_ref() {
                        return self.plain_moves(st, frame, roll, men, must_try, Leap { to }, around, sink);
                    }
                }
                Shape::Stepper(shifts) => {
                    // SAFETY: a number of shifts, from the roll (see `unchecked`).
                    let shifts = unsafe { at(&self.tables.shifts, shifts as usize) };
                    return self.steps_of(st, frame, roll, men, must_try, shifts, sink);
                }
                Shape::Mixed => {}
            }
        }
        self.moves_one_by_one(st, frame, roll.ty as usize, men, must_try, sink)
    }

    /// Gives those moves of some men that must be tried.
    #[inline(never)]
    pub fn tried_moves_of<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        ty: usize,
        men: Bits<W>,
        must_try: Bits<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: a type and a seat (see `unchecked`).
        let man = unsafe { self.tables.man(ty, frame.me) };
        men.iter().any(|from| {
            let targets = self.reach(frame, man, ty, from, self.tables.processor);
            let tried = targets.without(frame.forbidden) & must_try;
            !tried.is_empty() && self.tried_moves(st, frame, from, tried, sink)
        })
    }

    /// Gives the moves of men of one type, each looked at closely.
    #[inline(never)]
    pub fn moves_one_by_one<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        ty: usize,
        men: Bits<W>,
        must_try: Bits<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: a type and a seat (see `unchecked`).
        let man = unsafe { self.tables.man(ty, frame.me) };
        let royal = self.tables.is_royal(ty);
        let go = if royal { frame.go_royal } else { frame.go };
        let passing = if frame.passing.is_empty() { None } else { man.passing };
        for from in men.iter() {
            let targets = self.reach(frame, man, ty, from, self.tables.processor);
            frame.see(targets);
            let mut tried = targets.without(frame.forbidden) & must_try;
            let mut proven = targets.without(must_try) & go;
            let mut in_passing = Bits::EMPTY;
            if let Some(class) = passing {
                // SAFETY: a class of leaps and a square (see `unchecked`).
                in_passing = unsafe { self.tables.leaps_to(class, from) } & frame.passing;
            }
            if !frame.passing.is_empty() && (passing.is_some() || man.odd_from.has(from)) {
                let taking = in_passing | targets & frame.passing;
                tried |= taking;
                proven = proven.without(taking);
            }
            if frame.pinned.has(from) {
                proven = frame.unpinned(from, royal, proven);
            }
            if royal {
                proven = self.safe(st, frame, None, from, proven);
            }
            if (proven | tried).meets(man.promotes) {
                if self.promoting_moves(st, frame, ty, from, proven, tried, sink) {
                    return true;
                }
            } else {
                if !proven.is_empty() && sink.moves(from, proven) {
                    return true;
                }
                if !tried.is_empty() && self.tried_moves(st, frame, from, tried, sink) {
                    return true;
                }
            }
            if man.odd_from.has(from) {
                if self.odd_moves(st, frame, ty, from, targets | in_passing, sink) {
                    return true;
                }
            }
            if self.plan.waiting && man.promotes.has(from) && self.waiting_promotions(st, frame, ty, from, sink) {
                return true;
            }
        }
        false
    }

    /// The squares to which a royal man may go without being attacked there. `around` is
    /// known where he leaps; another is asked about square by square.
    #[inline(always)]
    pub fn safe(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        around: Option<&Around<W>>,
        from: usize,
        mut to: Bits<W>,
    ) -> Bits<W> {
        if to.is_empty() || !frame.keeping.own_king || !self.plan.own_king {
            return to;
        }
        let without = frame.occupied.without(Bits::of(from));
        if let Some(around) = around {
            return self.unattacked(st, frame.foes, around, from, to, without);
        }
        for end in to.iter() {
            if self.is_attacked(st, frame.foes, end, without) {
                to.remove(end);
            }
        }
        to
    }

    /// Gives those of some plain moves that keep the rules.
    #[inline(never)]
    pub fn tried_moves<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        from: usize,
        tried: Bits<W>,
        sink: &mut S,
    ) -> bool {
        tried
            .iter()
            .map(|to| Mv::plain(from, to))
            .any(|mv| self.fault(st, mv, Crossing::NONE, frame.keeping).is_none() && sink.one(mv))
    }

    #[allow(clippy::too_many_arguments)]
    fn promoting_moves<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        ty: usize,
        from: usize,
        proven: Bits<W>,
        tried: Bits<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: a type and a seat (see `unchecked`).
        let promotes = unsafe { self.tables.man(ty, frame.me) }.promotes;
        let plain = proven.without(promotes);
        if !plain.is_empty() && sink.moves(from, plain) {
            return true;
        }
        let ends = proven & promotes;
        for to in ends.iter() {
            let kinds = self.promotion_kinds(st, frame.me, ty, from, to);
            if sink.promotions(from, Bits::of(to), kinds.as_slice()) {
                return true;
            }
        }
        for to in tried.iter() {
            if self.try_kinds(st, frame, ty, from, to, Crossing::NONE, None, sink) {
                return true;
            }
        }
        false
    }

    fn waiting_promotions<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        ty: usize,
        from: usize,
        sink: &mut S,
    ) -> bool {
        if !self.waits(frame.me, ty, from) {
            return false;
        }
        let kinds = self.promotion_kinds(st, frame.me, ty, from, from);
        for kind in kinds.as_slice().iter().filter(|it| **it != NOBODY) {
            let mv = Mv { promotion: *kind, ..Mv::plain(from, from) };
            if self.fault(st, mv, Crossing::NONE, frame.keeping).is_none() && sink.one(mv) {
                return true;
            }
        }
        false
    }

    fn castlings<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, frame: &Frame<'_, W>, sink: &mut S) -> bool {
        for castling in &self.tables.castlings[frame.me as usize] {
            if st.rights >> castling.index & 1 == 0
                || castling.clear_apart.meets(frame.occupied)
                || self.castling_blocked(st, castling).is_some()
            {
                continue;
            }
            let mv = Mv {
                castling: castling.index,
                ..Mv::plain(castling.squares[0] as usize, castling.squares[1] as usize)
            };
            let ok = if self.plan.castling_proven && !frame.try_all {
                !self.castling_passes_attack(st, frame, castling)
            } else {
                self.fault(st, mv, Crossing::NONE, frame.keeping).is_none()
            };
            if ok {
                sink.of_type(st.type_at(mv.from as usize) as u8);
                if sink.one(mv) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a castling king would stand attacked where he may not, or at its end.
    fn castling_passes_attack(&self, st: &State<W, T, N>, frame: &Frame<'_, W>, castling: &CastlingTable<W>) -> bool {
        let [king, end, rook, rook_end] = castling.squares.map(usize::from);
        let lifted = frame.occupied.without(Bits::of(king));
        let done = lifted.without(Bits::of(rook)) | Bits::of(end) | Bits::of(rook_end);
        let passed = castling.safe.iter().map(|it| *it as usize).filter(|it| *it != end);
        self.is_attacked(st, frame.foes, end, done)
            || passed.into_iter().any(|it| self.is_attacked(st, frame.foes, it, lifted))
    }
}
