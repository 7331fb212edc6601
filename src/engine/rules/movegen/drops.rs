//! Generation of drops: pieces that enter the board from the pool of their player.
//!
//! Input: a [`MoveContext`]. Output: drops, passed to a [`Sink`]. Does not know other moves.

use std::cmp::Ordering;

use crate::rules::engine_move::{Crossing, EngineMove};
use crate::rules::facts::pieces::TestContext;
use crate::rules::judging::Judging;
use crate::rules::movegen::Generator;
use crate::rules::movegen::context::MoveContext;
use crate::rules::movegen::sink::Sink;
use crate::rules::square_set::SquareSet;
use crate::rules::state::State;
use crate::rules::tables::DropTable;

/// What a drop needs around its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropNeed {
    /// A piece that passes the test of the rule.
    Neighbor,
    /// A piece to convert.
    Conversion,
}

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Emits the legal drops. Returns true if the sink wants no more.
    #[inline(never)]
    pub fn drops(self, context: &MoveContext<'_, W, T, N>, sink: &mut dyn Sink<W>) -> bool {
        self.drops_among(context, |_| true, sink)
    }

    /// Emits the legal drops that a player who can make them must make. Returns true if the sink
    /// wants no more.
    #[inline(never)]
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
            if table.must_convert || !table.beside.is_empty() {
                to = to.iter().filter(|it| self.unmet_need(st, table, *it).is_none()).collect();
            }
            let may_convert = self.engine.plan.try_conversions & table.same_kind != 0;
            let is_tried = table.is_tried || context.try_all || may_convert;
            if !is_tried {
                to &= context.check_mask;
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

    /// Returns what a drop needs and does not find around its square.
    pub fn unmet_need(self, st: &State<W, T, N>, table: &DropTable<W>, to: usize) -> Option<DropNeed> {
        let (book, cx) = (&self.engine.book, TestContext::of(st.turn));
        if let (Some(test), Some(near)) = (&book.drops[table.rule as usize].beside, table.beside.get(to)) {
            let fits = |at: usize| self.facts().piece_fits(st, test, st.type_at(at), st.seat_at(at), at, &cx);
            if !(*near & self.engine.owned(st)).iter().any(fits) {
                return Some(DropNeed::Neighbor);
            }
        }
        let converts = || !self.facts().converted_by_drop(st, to, table.types[to] as usize, st.turn).is_empty();
        (table.must_convert && !converts()).then_some(DropNeed::Conversion)
    }

    /// Returns the squares where the player to move may drop a piece, empty or not: those that the
    /// rule allows, without files and colors that are full, and without squares that other pieces need.
    pub fn drop_squares(self, st: &State<W, T, N>, table: &DropTable<W>) -> SquareSet<W> {
        let mut squares = self.squares_within_limits(st, table);
        if self.engine.plan.reserves_drops {
            for other in self.engine.tables.drops[st.turn as usize].iter().filter(|it| it.kind != table.kind) {
                squares = squares.without(self.reserved(st, other));
            }
        }
        squares
    }

    fn squares_within_limits(self, st: &State<W, T, N>, table: &DropTable<W>) -> SquareSet<W> {
        let mut squares = table.squares;
        if !table.files.is_empty() || !table.colors.is_empty() {
            let own = st.seats[st.turn as usize] & st.pieces_of_types(table.same_kind);
            let limits = [(&table.files, table.most_on_file), (&table.colors, table.most_on_color)];
            for (groups, most) in limits {
                for group in groups.iter().filter(|it| (own & **it).count() >= most) {
                    squares = squares.without(*group);
                }
            }
        }
        squares
    }

    /// Returns the squares that the player to move needs for the pieces of a kind that they must still
    /// drop, with a limit for each color. All squares of the board if there are too few already.
    pub fn reserved(self, st: &State<W, T, N>, table: &DropTable<W>) -> SquareSet<W> {
        let left = u32::from(st.pool[st.turn as usize][table.held as usize]);
        if !table.forced || table.colors.is_empty() || left == 0 {
            return SquareSet::EMPTY;
        }
        let own = st.seats[st.turn as usize] & st.pieces_of_types(table.same_kind);
        let free = self.squares_within_limits(st, table).without(st.occupied());
        let (mut room, mut tight) = (0, SquareSet::EMPTY);
        for color in &table.colors {
            let (most, squares) = (table.most_on_color.saturating_sub((own & *color).count()), free & *color);
            room += most.min(squares.count());
            if squares.count() <= most {
                tight |= squares;
            }
        }
        match room.cmp(&left) {
            Ordering::Greater => SquareSet::EMPTY,
            Ordering::Equal => tight,
            Ordering::Less => table.colors.iter().fold(SquareSet::EMPTY, |all, it| all | *it),
        }
    }
}
