//! Bent paths in brackets, such as `[F?fR]`: legs, and what happens between them.
//!
//! Input: the text from the bracket. Output: an atom with its legs, or several if a leg is `K` or `Q`. A leg has directions,
//! which are seen from the heading of the leg before. `-` after a leg: its last square must be empty. `?`: the piece may
//! stop there. `+`: it jumps over that square.

use super::{BetzaError, BetzaParser, MAX_ATOMS, Modifiers, directions, error};
use crate::rulebook::{Atom, AtomShape, Joint, Leg};

/// Maximum number of legs of a path.
const MAX_LEGS: usize = 4;

impl BetzaParser<'_> {
    /// Parses the legs of a bent path after its modifiers.
    pub(super) fn bent(
        &mut self,
        atoms: &mut Vec<Atom>,
        modifiers: &Modifiers,
        column: usize,
    ) -> Result<(), BetzaError> {
        let open = self.at;
        if let Some((at, letter)) = modifiers.directions.first() {
            let message = format!("each leg has its own directions: write `[{}W-fF]`", *letter as char);
            return Err(error(*at, at + 1, message));
        }
        if let Some(letter) = ['n', 'p', 'g', 'z'].into_iter().find(|it| modifiers.has(*it as u8)) {
            let message = format!(
                "`{letter}` cannot modify legs: `-` between two legs asks for an empty square, `+` jumps over it"
            );
            return Err(error(column, open + 1, message));
        }
        self.at += 1;
        let mut paths: Vec<Vec<Leg>> = vec![Vec::new()];
        loop {
            let before = paths[0].last().map(|it| it.shape);
            let (choices, joint) = self.one_leg(open, before)?;
            let with = |path: &Vec<Leg>| -> Vec<Vec<Leg>> {
                choices.iter().map(|it| [path.as_slice(), std::slice::from_ref(it)].concat()).collect()
            };
            paths = paths.iter().flat_map(with).collect();
            if paths.len() > MAX_ATOMS {
                return Err(error(column, self.at, format!("a movement has at most {MAX_ATOMS} atoms")));
            }
            match joint {
                None => break,
                Some(_) if paths[0].len() == MAX_LEGS => {
                    return Err(error(open, self.at, format!("a path has at most {MAX_LEGS} legs")));
                }
                Some(joint) => paths.iter_mut().filter_map(|it| it.last_mut()).for_each(|it| it.joint = joint),
            }
        }
        if paths[0].len() == 1 {
            let message = "one leg needs no brackets; a path with a bend has several, like `[F?fR]`";
            return Err(error(open, self.at, message));
        }
        if self.peek().is_some_and(|it| it.is_ascii_digit()) {
            let message = "a path in brackets does not repeat; a number belongs to one of its legs, like `[F?fR3]`";
            return Err(error(self.at, self.at + 1, message));
        }
        for mut legs in paths {
            let directions = legs[0].directions.take();
            let atom = modifiers.atom(AtomShape::Bent, 0, directions, legs, column);
            let range = if atom.is_bent_leap() { 1 } else { 0 };
            atoms.push(Atom { range, ..atom });
        }
        Ok(())
    }

    /// Parses a leg and what follows: a joint, or `None` for the closing bracket. `before` is the shape of the leg before.
    fn one_leg(&mut self, open: usize, before: Option<AtomShape>) -> Result<(Vec<Leg>, Option<Joint>), BetzaError> {
        let start = self.at;
        let mut written = Vec::new();
        while let Some(letter) = self.peek().filter(u8::is_ascii_lowercase) {
            if !b"fblrvs".contains(&letter) {
                let message = "a leg has only directions: `m`, `c` and other modifiers stand before the bracket";
                return Err(error(self.at, self.at + 1, message));
            }
            written.push((self.at, letter));
            self.at += 1;
        }
        let Some(letter) = self.peek() else {
            return Err(error(open, self.at, "the bracket is not closed"));
        };
        if matches!(letter, b']' | b'-' | b'?' | b'+') {
            return Err(error(start, self.at + 1, "a leg is missing here, for example `F` or `fR`"));
        }
        let atom = self.at;
        let shapes = self.shapes()?;
        if shapes.iter().any(|it| matches!(it.0, AtomShape::Oblique(..))) {
            let message = "a leg is one line: write a leap of two lengths as two legs, like `[D+sW]`";
            return Err(error(atom, self.at, message));
        }
        let range = self.range(letter, atom)?;
        let mut legs = Vec::new();
        for (shape, unlimited) in shapes {
            let is_diagonal = |it: AtomShape| matches!(it, AtomShape::Diagonal(_));
            // A leg of the other kind lies between the lines of the leg before.
            let turns = before.map_or(is_diagonal(shape), |it| is_diagonal(it) != is_diagonal(shape));
            let directions = directions(&written, false, self.quadrants || turns)?;
            let range = range.unwrap_or(if unlimited { 0 } else { 1 });
            legs.push(Leg { shape, range, directions, joint: Joint::Stop });
        }
        let joint = match self.peek() {
            Some(b']') => None,
            Some(b'-') => Some(Joint::Empty),
            Some(b'?') => Some(Joint::Stop),
            Some(b'+') => Some(Joint::Over),
            None => return Err(error(open, self.at, "the bracket is not closed")),
            Some(_) => {
                let message = "after a leg comes `-` (its last square is empty), `?` (the piece may stop there), `+` (it \
                               jumps over that square), or `]`";
                return Err(error(self.at, self.at + 1, message));
            }
        };
        self.at += 1;
        Ok((legs, joint))
    }
}
