//! Colors of squares: the parts of a board that diagonal steps connect.
//!
//! Input: a [`Board`]. Output: sets of squares. Used when a variant is compiled, never during move generation. Knows no
//! pieces. The colors of a picture come from elsewhere.

use super::{Board, Square};

impl Board {
    /// Returns the squares of each color. Two squares have the same color if diagonal steps lead from one to the
    /// other, in either direction.
    #[doc(hidden)]
    pub fn colors(&self) -> Vec<Vec<Square>> {
        // Union by flooding: each square starts alone, and a step joins the colors of its ends.
        let mut color: Vec<usize> = (0..self.len()).collect();
        for from in self.squares() {
            for (to, _) in self.links(from).iter().filter(|it| !self.is_straight(it.1.heading)) {
                let (one, other) = (color[from.index()], color[to.index()]);
                if one != other {
                    color.iter_mut().filter(|it| **it == other).for_each(|it| *it = one);
                }
            }
        }
        let mut names = color.clone();
        names.sort_unstable();
        names.dedup();
        let of = |name: usize| self.squares().filter(|it| color[it.index()] == name).collect();
        names.into_iter().map(of).collect()
    }
}
