//! Generation of castling moves.
//!
//! In: a [`MoveContext`]. Out: castling moves, passed to a [`Sink`]. Does not know other moves.

use super::context::MoveContext;
use super::engine::Engine;
use super::engine_move::{Crossing, EngineMove};
use super::sink::Sink;
use super::square_set::SquareSet;
use super::tables::CastlingTable;

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Emits the legal castling moves. Returns true if the sink wants no more.
    pub(super) fn castlings<S: Sink<W> + ?Sized>(&self, context: &MoveContext<'_, W, T, N>, sink: &mut S) -> bool {
        for castling in &self.tables.castlings[context.me as usize] {
            if context.st.rights >> castling.index & 1 == 0
                || castling.clear_apart.meets(context.occupied)
                || self.castling_blocked(context.st, castling).is_some()
            {
                continue;
            }
            let mv = EngineMove {
                castling: castling.index,
                ..EngineMove::plain(castling.squares[0] as usize, castling.squares[1] as usize)
            };
            let ok = if self.plan.castling_proven && !context.try_all {
                !self.castling_passes_attack(context, castling)
            } else {
                self.violation(context.st, mv, Crossing::NONE, context.keeping).is_none()
            };
            if ok {
                sink.piece_type(context.st.type_at(mv.from as usize) as u8);
                if sink.one(mv) {
                    return true;
                }
            }
        }
        false
    }

    /// Reports whether the castling king would be attacked at its destination, or on a square that
    /// must be safe.
    fn castling_passes_attack(&self, context: &MoveContext<'_, W, T, N>, castling: &CastlingTable<W>) -> bool {
        let [king, end, rook, rook_end] = castling.squares.map(usize::from);
        let lifted = context.occupied.without(SquareSet::of(king));
        let done = lifted.without(SquareSet::of(rook)) | SquareSet::of(end) | SquareSet::of(rook_end);
        let passed = castling.safe.iter().map(|it| *it as usize).filter(|it| *it != end);
        self.is_attacked(context.st, context.foes, end, done)
            || passed.into_iter().any(|it| self.is_attacked(context.st, context.foes, it, lifted))
    }
}
