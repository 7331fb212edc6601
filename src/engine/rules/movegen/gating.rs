//! Gating: pieces that enter from the pool of their player, with the move of another piece.
//!
//! Contains [`OpenGate`], what can enter where in a position, and [`GatingSink`], which adds the moves with such
//! a piece to those without.
//!
//! Input: a [`State`], and moves from the generator. Output: moves, passed to another [`Sink`]. Does not know how the
//! moves are generated.

use crate::rules::engine::Engine;
use crate::rules::engine_move::{EngineMove, FIRST_DROP, FIRST_GATE, FIRST_ROOK_GATE, LegalityRules};
use crate::rules::facts::Facts;
use crate::rules::judging::Judging;
use crate::rules::movegen::Generator;
use crate::rules::movegen::sink::Sink;
use crate::rules::square_set::SquareSet;
use crate::rules::state::{NOBODY, State};

/// The pieces that can enter, and the squares on which moves let them enter.
#[derive(Clone, Copy, Debug)]
pub struct OpenGate<const W: usize> {
    /// The squares of the pieces whose moves open the gate.
    squares: SquareSet<W>,
    /// The kinds in the pool that may enter, each plus [`FIRST_GATE`].
    kinds: [u8; 32],
    count: usize,
}

impl<const W: usize> OpenGate<W> {
    fn kinds(&self) -> &[u8] {
        &self.kinds[..self.count]
    }
}

/// A sink that passes each move on, and after it the same move with each piece that can enter.
pub struct GatingSink<'a, const W: usize, const T: usize, const N: usize> {
    inner: &'a mut dyn Sink<W>,
    engine: &'a Engine<W, T, N>,
    st: &'a State<W, T, N>,
    gate: OpenGate<W>,
    keeping: LegalityRules,
}

impl<const W: usize, const T: usize, const N: usize> GatingSink<'_, W, T, N> {
    /// Passes a move with a piece on, if it is legal.
    fn try_one(&mut self, mv: EngineMove) -> bool {
        (!self.engine.plan.try_gates || self.engine.allows_gate(self.st, mv, self.keeping)) && self.inner.one(mv)
    }

    /// Returns the squares in `to` to which a move lets another piece enter.
    fn opening(&self, from: usize, to: SquareSet<W>) -> SquareSet<W> {
        if !self.gate.squares.has(from) {
            return SquareSet::EMPTY;
        }
        // A full circle leaves no square, and neither does a capture without moving.
        let to = to.without(SquareSet::of(from));
        if self.engine.plan.without_moving == 0 {
            return to;
        }
        let (facts, ty) = (Facts::new(self.engine), self.st.type_at(from));
        to.iter().filter(|it| !facts.stays(self.st, EngineMove::plain(from, *it), ty)).collect()
    }

    /// Passes the moves of one piece on, with each piece that can enter.
    fn with_gate(&mut self, from: usize, to: SquareSet<W>) -> bool {
        if self.engine.plan.try_gates {
            return self.one_by_one(from, to);
        }
        let (to, gate) = (self.opening(from, to), self.gate);
        !to.is_empty() && self.inner.promotions(from, to, gate.kinds())
    }

    /// Passes the moves of one piece on like [`GatingSink::with_gate`], but separately. En passant captures are passed
    /// on so, because their destinations do not show that they capture.
    fn one_by_one(&mut self, from: usize, to: SquareSet<W>) -> bool {
        let gate = self.gate;
        let moves =
            |end| gate.kinds().iter().map(move |it| EngineMove { promotion: *it, ..EngineMove::plain(from, end) });
        self.opening(from, to).iter().flat_map(moves).any(|mv| self.try_one(mv))
    }

    /// Passes a castling on, with each piece that can enter on the squares of the king and of the rook.
    fn castling_with_gate(&mut self, mv: EngineMove) -> bool {
        let gate = self.gate;
        [FIRST_GATE, FIRST_ROOK_GATE].into_iter().any(|first| {
            let is_open =
                castling_gate(self.engine, mv, first == FIRST_ROOK_GATE).is_some_and(|it| gate.squares.has(it));
            let kinds = if is_open { gate.kinds() } else { &[] };
            kinds.iter().any(|it| self.try_one(EngineMove { promotion: it - FIRST_GATE + first, ..mv }))
        })
    }
}

impl<const W: usize, const T: usize, const N: usize> Sink<W> for GatingSink<'_, W, T, N> {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
    fn piece_type(&mut self, ty: u8) {
        self.inner.piece_type(ty);
    }
    fn sees_king(&mut self, sees: bool) {
        self.inner.sees_king(sees);
    }
    fn moves(&mut self, from: usize, to: SquareSet<W>) -> bool {
        self.inner.moves(from, to) || self.with_gate(from, to)
    }
    fn one(&mut self, mv: EngineMove) -> bool {
        if self.inner.one(mv) {
            return true;
        }
        match mv.castling {
            NOBODY if mv.promotion == NOBODY => self.one_by_one(mv.from as usize, SquareSet::of(mv.to as usize)),
            castling if castling < FIRST_DROP => self.castling_with_gate(mv),
            _ => false,
        }
    }
    fn shifted(&mut self, to: SquareSet<W>, by: i16) -> bool {
        self.inner.shifted(to, by)
            || to.iter().any(|end| self.with_gate((end as i16 - by) as usize, SquareSet::of(end)))
    }
    fn promotions(&mut self, from: usize, to: SquareSet<W>, kinds: &[u8]) -> bool {
        self.inner.promotions(from, to, kinds) || kinds.contains(&NOBODY) && self.with_gate(from, to)
    }
}

/// Returns the square that the king or the rook leaves by castling; `None` if it is then occupied.
fn castling_gate<const W: usize, const T: usize, const N: usize>(
    engine: &Engine<W, T, N>,
    mv: EngineMove,
    is_rook: bool,
) -> Option<usize> {
    let castling = engine.book.castlings.get(mv.castling as usize)?;
    let left = if is_rook { castling.rook.0 } else { castling.king.0 };
    (left != castling.king.1 && left != castling.rook.1).then_some(left.index())
}

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Passes the legal moves to `sink`, without and with pieces that enter. Returns `true` if the sink stopped
    /// the generation.
    #[inline(never)]
    pub fn generate_gating(self, st: &State<W, T, N>, keeping: LegalityRules, sink: &mut dyn Sink<W>) -> bool {
        let keeping = LegalityRules { gates: false, ..keeping };
        self.through_gate(st, keeping, sink, |sink| self.generate_keeping(st, keeping, sink))
    }

    /// Runs `generate` with a sink that adds the moves with pieces that enter.
    pub fn through_gate<R>(
        self,
        st: &State<W, T, N>,
        keeping: LegalityRules,
        sink: &mut dyn Sink<W>,
        generate: impl FnOnce(&mut dyn Sink<W>) -> R,
    ) -> R {
        match self.open_gate(st) {
            Some(gate) => generate(&mut GatingSink { inner: sink, engine: self.engine, st, gate, keeping }),
            None => generate(sink),
        }
    }

    /// Returns what can enter for the player to move; `None` if nothing can.
    pub fn open_gate(self, st: &State<W, T, N>) -> Option<OpenGate<W>> {
        self.open_gate_of(st, st.turn)
    }

    /// Returns what can enter for a player, as if it were their turn; `None` if nothing can.
    pub fn open_gate_of(self, st: &State<W, T, N>, seat: u8) -> Option<OpenGate<W>> {
        let table = self.engine.tables.gating.get(seat as usize)?;
        let mut gate = OpenGate { squares: SquareSet::EMPTY, kinds: [NOBODY; 32], count: 0 };
        for (kind, _) in table.enters.iter().filter(|it| st.pool[seat as usize][it.0 as usize] > 0) {
            gate.kinds[gate.count] = FIRST_GATE + kind;
            gate.count += 1;
        }
        if gate.count == 0 {
            return None;
        }
        for (ty, from) in &table.openers {
            gate.squares |= st.types[*ty as usize] & *from;
        }
        gate.squares &= st.seats[seat as usize];
        (!gate.squares.is_empty()).then_some(gate)
    }

    /// Reports whether the piece of a move can enter on its square, if the move is legal without it.
    pub fn may_gate(self, st: &State<W, T, N>, mv: EngineMove) -> bool {
        let (Some((kind, on_rook_square)), Some(gate)) = (mv.gate(), self.open_gate(st)) else { return false };
        let stays = || mv.castling == NOBODY && self.facts().stays(st, mv.without_gate(), st.type_at(mv.from as usize));
        let square = match (mv.castling, on_rook_square) {
            (NOBODY, false) => Some(mv.from as usize).filter(|_| mv.from != mv.to),
            (NOBODY, true) => None,
            _ => castling_gate(self.engine, mv, on_rook_square),
        };
        gate.kinds().contains(&(FIRST_GATE + kind)) && square.is_some_and(|it| gate.squares.has(it)) && !stays()
    }
}
