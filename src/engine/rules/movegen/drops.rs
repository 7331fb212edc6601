//! Generation of drops: pieces that enter the board from the pool of their player.
//!
//! In: a [`MoveContext`]. Out: drops, passed to a [`Sink`]. Does not know other moves.

use crate::rules::engine_move::{Crossing, EngineMove};
use crate::rules::judging::Judging;
use crate::rules::movegen::Generator;
use crate::rules::movegen::context::MoveContext;
use crate::rules::movegen::sink::Sink;
use crate::rules::square_set::SquareSet;
use crate::rules::state::State;
use crate::rules::tables::DropTable;

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Emits the legal drops. Returns true if the sink wants no more.
    #[inline(never)]
    pub fn drops(self, context: &MoveContext<'_, W, T, N>, sink: &mut dyn Sink<W>) -> bool {
        self.drops_among(context, |_| true, sink)
    }

    /// Emits the legal drops that a player who can make them must make. Returns true if the sink
    /// wants no more.
    pub fn forced_drops(self, context: &MoveContext<'_, W, T, N>, sink: &mut dyn Sink<W>) -> bool {
        self.drops_among(context, |it| it.forced, sink)
    }

    fn drops_among(
        self,
        context: &MoveContext<'_, W, T, N>,
        fits: impl Fn(&DropTable<W>) -> bool,
        sink: &mut dyn Sink<W>,
    ) -> bool {
        let st = context.st;
        let is_held = |it: &&DropTable<W>| st.pool[context.me as usize][it.held as usize] > 0;
        for table in self.engine.tables.drops[context.me as usize].iter().filter(|it| fits(it)).filter(is_held) {
            let mut to = self.drop_squares(st, table).without(context.occupied);
            let may_convert = self.engine.plan.try_conversions & table.same_kind != 0;
            let is_tried = table.is_tried || context.try_all || may_convert;
            if !is_tried {
                to &= context.go;
            }
            for square in to.iter() {
                let mv = EngineMove::drop(table.kind, square);
                if is_tried && !self.engine.obeys(st, mv, Crossing::NONE, context.keeping) {
                    continue;
                }
                sink.piece_type(table.types[square]);
                if sink.one(mv) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the squares where the player to move may drop a piece, empty or not: those that the
    /// rule allows, without files that are full.
    pub fn drop_squares(self, st: &State<W, T, N>, table: &DropTable<W>) -> SquareSet<W> {
        let mut squares = table.squares;
        if !table.files.is_empty() {
            let own = st.seats[st.turn as usize] & st.pieces_of_types(table.same_kind);
            for file in &table.files {
                if (own & *file).count() >= table.most_on_file {
                    squares = squares.without(*file);
                }
            }
        }
        squares
    }
}
