//! Generation of castling moves.
//!
//! Input: a [`MoveContext`]. Output: castling moves, passed to a [`Sink`]. Does not know other moves.

use crate::rules::engine_move::{Crossing, EngineMove};
use crate::rules::judging::Judging;
use crate::rules::movegen::Generator;
use crate::rules::movegen::context::MoveContext;
use crate::rules::movegen::sink::Sink;
use crate::rules::square_set::SquareSet;
use crate::rules::state::State;
use crate::rules::tables::CastlingTable;

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Returns the square that prevents castling: an occupied one, or the home of a missing king
    /// or rook.
    pub fn castling_blocked(self, st: &State<W, T, N>, castling: &CastlingTable<W>) -> Option<u16> {
        let own = st.seats[st.turn as usize];
        let [king, _, rook, _] = castling.squares.map(usize::from);
        if !own.has(king) || !castling.king.iter().any(|it| st.types[*it as usize].has(king)) {
            return Some(king as u16);
        }
        if !own.has(rook) || !castling.rook.iter().any(|it| st.types[*it as usize].has(rook)) {
            return Some(rook as u16);
        }
        let pieces = st.occupied().without(SquareSet::of(king)).without(SquareSet::of(rook));
        (castling.clear & pieces).first().map(|it| it as u16)
    }

    /// Emits the legal castling moves. Returns true if the sink wants no more.
    pub fn castlings<S: Sink<W> + ?Sized>(self, context: &MoveContext<'_, W, T, N>, sink: &mut S) -> bool {
        for castling in &self.engine.tables.castlings[context.me as usize] {
            if context.st.rights >> castling.index & 1 == 0
                || !sink.wanted().has(castling.squares[1] as usize)
                || castling.clear_apart.meets(context.occupied)
                || self.castling_blocked(context.st, castling).is_some()
            {
                continue;
            }
            let mv = EngineMove {
                castling: castling.index,
                ..EngineMove::plain(castling.squares[0] as usize, castling.squares[1] as usize)
            };
            let ok = if self.engine.plan.castling_proven && !context.try_all {
                !self.castling_passes_attack(context, castling)
            } else {
                self.engine.obeys(context.st, mv, Crossing::NONE, context.keeping)
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
    fn castling_passes_attack(self, context: &MoveContext<'_, W, T, N>, castling: &CastlingTable<W>) -> bool {
        let [king, end, rook, rook_end] = castling.squares.map(usize::from);
        let lifted = context.occupied.without(SquareSet::of(king));
        let done = lifted.without(SquareSet::of(rook)) | SquareSet::of(end) | SquareSet::of(rook_end);
        let passed = castling.safe.iter().map(|it| *it as usize).filter(|it| *it != end);
        self.attacks().is_attacked(context.st, context.foes, end, done)
            || castling.safe_start && self.attacks().is_attacked(context.st, context.foes, king, context.occupied)
            || passed.into_iter().any(|it| self.attacks().is_attacked(context.st, context.foes, it, lifted))
    }
}
