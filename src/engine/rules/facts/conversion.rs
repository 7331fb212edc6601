//! Which pieces a move converts.
//!
//! Input: the state after a move, and the square where the piece arrived. Output: squares of pieces that
//! become pieces of the mover, or squares where a piece could convert any. Does not change the state and
//! does not know legality.

use crate::rulebook::Conversion;
use crate::rules::facts::Facts;
use crate::rules::facts::pieces::TestContext;
use crate::rules::square_set::SquareSet;
use crate::rules::state::State;

impl<const W: usize, const T: usize, const N: usize> Facts<'_, W, T, N> {
    /// Returns the pieces that the piece of `me` that arrived on `to` converts.
    pub fn converted(self, st: &State<W, T, N>, to: usize, me: u8) -> SquareSet<W> {
        let (Some(rule), (by, _)) = (&self.engine.book.conversion, self.engine.plan.converting) else {
            return SquareSet::EMPTY;
        };
        let own = st.seats[me as usize];
        // The piece has disappeared in an explosion, or it appears elsewhere.
        if !own.has(to) || by >> st.type_at(to) & 1 == 0 {
            return SquareSet::EMPTY;
        }
        self.converted_from(st, rule, to, me)
    }

    /// Returns the pieces that a drop of a piece of type `ty` of `me` on `to` would convert.
    pub fn converted_by_drop(self, st: &State<W, T, N>, to: usize, ty: usize, me: u8) -> SquareSet<W> {
        match &self.engine.book.conversion {
            Some(rule) if self.engine.plan.converting.0 >> ty & 1 != 0 => self.converted_from(st, rule, to, me),
            _ => SquareSet::EMPTY,
        }
    }

    fn converted_from(self, st: &State<W, T, N>, rule: &Conversion, to: usize, me: u8) -> SquareSet<W> {
        let own = st.seats[me as usize];
        let pieces = self.convertible(st, rule, me);
        if let Some(around) = self.engine.tables.conversions.get(to) {
            return pieces & *around;
        }
        let mut found = SquareSet::EMPTY;
        for line in self.engine.tables.enclosures.get(to).into_iter().flatten() {
            let between = line.iter().take_while(|it| pieces.has(usize::from(**it))).count();
            if line.get(between).is_some_and(|it| own.has(usize::from(*it))) {
                line[..between].iter().for_each(|it| found.insert(usize::from(*it)));
            }
        }
        found
    }

    /// Returns the squares where a move of `me` may convert a piece.
    pub fn converting_squares(self, st: &State<W, T, N>, me: u8) -> SquareSet<W> {
        let Some(rule) = &self.engine.book.conversion else { return SquareSet::EMPTY };
        let pieces = self.convertible(st, rule, me);
        if self.engine.tables.conversions.is_empty() {
            return if pieces.is_empty() { pieces } else { SquareSet::FULL };
        }
        // A link can lead one way, so the squares around the pieces do not tell.
        let near = |it: &(usize, &SquareSet<W>)| it.1.meets(pieces);
        self.engine.tables.conversions.iter().enumerate().filter(near).map(|it| it.0).collect()
    }

    /// Returns the pieces that moves of `me` may convert, wherever they are.
    fn convertible(self, st: &State<W, T, N>, rule: &Conversion, me: u8) -> SquareSet<W> {
        let seats = self.who(st, rule.of, &TestContext::of(me)) & !(1 << me);
        st.pieces_of(seats).without(st.pieces_of_types(self.engine.plan.converting.1))
    }
}
