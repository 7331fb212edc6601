//! Betza notation: parses movements such as `fmWfcFifmnD`.
//!
//! Input: a text. Output: its atoms, or the position and the reason of the first error. The parser
//! knows the shape of the cells: two direction letters mean a quadrant if steps point into one, and two
//! separate directions if not. Does not know the board.
//!
//! Atoms: W F D A N C Z G H, legs in brackets, K = WF, R = unlimited W, B = unlimited F, Q = RB, and `(m,n)`. A doubled
//! atom repeats without limit, and a number limits the repetitions. Modifiers come first: `m` moves
//! without capture, `c` captures, `e` captures en passant, `i` only while unmoved, `o` only where the other
//! atoms give no move without capture, `n` lame (an oblique leap then goes straight first, diagonally second),
//! `p` and `g` over a hurdle (of a single leap: on the squares that a lame leap passes), `z` in a zigzag, and the
//! directions `f b l r v s`. For an oblique leap, `f` is the
//! forward half, `ff` the narrow forward pair, `fs` the wide forward pair, `fl` and `fr` a quadrant; `v` is `ffbb` and `s`
//! is `llrr`. The module `legs` parses bent paths.

mod legs;

use crate::rulebook::{Atom, AtomShape, Direction, Hop, Leg, Movement};

/// Maximum number of atoms in a movement. `Q` counts as two.
const MAX_ATOMS: usize = 32;

/// An error in a movement: its position in the text and a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    /// Description of the error.
    pub message: String,
}
/// Parses a movement. `quadrants` is true if straight steps can point into a quadrant: on hexes and triangles.
/// # Errors
/// Returns the first error.
pub fn parse(text: &str, quadrants: bool) -> Result<Movement, BetzaError> {
    let mut reader = BetzaParser { text: text.as_bytes(), at: 0, quadrants };
    let mut atoms = Vec::new();
    if let Some((start, letter)) = text.char_indices().find(|it| !it.1.is_ascii()) {
        return Err(error(start, start + letter.len_utf8(), format!("`{letter}` is not a letter of Betza notation")));
    }
    while reader.at < reader.text.len() {
        let start = reader.at;
        reader.atom(&mut atoms)?;
        if atoms.len() > MAX_ATOMS {
            return Err(error(start, text.len(), format!("a movement has at most {MAX_ATOMS} atoms")));
        }
    }
    if let Some(it) = atoms.iter().find(|it| it.otherwise).filter(|_| !atoms.iter().any(Atom::is_waited_for)) {
        let message = "`o` waits until the rest of the movement gives no move without capture, and here the rest never \
                       gives one; leave `o` out";
        return Err(error(it.column, text.len(), message));
    }
    Ok(Movement { text: text.to_owned(), atoms })
}

fn error(start: usize, end: usize, message: impl Into<String>) -> BetzaError {
    BetzaError { start, end, message: message.into() }
}

/// The modifiers of an atom.
#[derive(Default)]
struct Modifiers {
    letters: Vec<u8>,
    /// Directions with their offsets.
    directions: Vec<(usize, u8)>,
}

impl Modifiers {
    fn has(&self, letter: u8) -> bool {
        self.letters.contains(&letter)
    }

    fn hop(&self) -> Option<Hop> {
        match (self.has(b'p'), self.has(b'g')) {
            (true, _) => Some(Hop::Beyond),
            (false, true) => Some(Hop::Behind),
            (false, false) => None,
        }
    }

    /// Returns an atom with these modifiers that is not lame.
    fn atom(
        &self,
        shape: AtomShape,
        range: u8,
        directions: Option<Vec<Direction>>,
        legs: Vec<Leg>,
        column: usize,
    ) -> Atom {
        let free = !self.has(b'm') && !self.has(b'c') && !self.has(b'e');
        Atom {
            shape,
            range,
            quiet: free || self.has(b'm'),
            capture: free || self.has(b'c'),
            en_passant: self.has(b'e'),
            initial: self.has(b'i'),
            otherwise: self.has(b'o'),
            lame: false,
            hop: self.hop(),
            directions,
            legs,
            column,
        }
    }
}

struct BetzaParser<'a> {
    text: &'a [u8],
    at: usize,
    quadrants: bool,
}

impl BetzaParser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn atom(&mut self, atoms: &mut Vec<Atom>) -> Result<(), BetzaError> {
        let column = self.at;
        let modifiers = self.modifiers()?;
        let Some(letter) = self.peek() else {
            return Err(error(column, self.at, "these modifiers do not belong to an atom"));
        };
        if letter == b'[' {
            return self.bent(atoms, &modifiers, column);
        }
        let start = self.at;
        let shapes = self.shapes()?;
        let range = self.range(letter, start)?;
        for (shape, unlimited) in shapes {
            let range = range.unwrap_or(if unlimited { 0 } else { 1 });
            let is_single_step = matches!(shape, AtomShape::Straight(1) | AtomShape::Diagonal(1));
            self.check(&modifiers, column, range, is_single_step)?;
            let shape = match shape {
                AtomShape::Straight(_) if modifiers.has(b'z') => AtomShape::Zigzag(false),
                AtomShape::Diagonal(_) if modifiers.has(b'z') => AtomShape::Zigzag(true),
                other => other,
            };
            let is_oblique = matches!(shape, AtomShape::Oblique(..));
            let quadrants =
                is_oblique || self.quadrants || matches!(shape, AtomShape::Diagonal(_) | AtomShape::Zigzag(true));
            let directions = directions(&modifiers.directions, is_oblique, quadrants)?;
            let lame = modifiers.has(b'n') || modifiers.hop().is_some() && range == 1;
            atoms.push(Atom { lame, ..modifiers.atom(shape, range, directions, Vec::new(), column) });
        }
        Ok(())
    }

    /// Checks which modifiers an atom has together.
    fn check(&self, modifiers: &Modifiers, column: usize, range: u8, is_single_step: bool) -> Result<(), BetzaError> {
        let has = |it: u8| modifiers.has(it);
        let refuse = |message: &str| Err(error(column, self.at, message));
        if has(b'p') && has(b'g') {
            return refuse(
                "`p` and `g` exclude each other: `p` lands anywhere beyond the piece that it jumps over, `g` directly \
                 behind it",
            );
        }
        if has(b'z') && (!is_single_step || range == 1) {
            return refuse("`z` turns after each single step, so it needs several of them, like `zB` or `zW3`");
        }
        if has(b'z') && (has(b'n') || modifiers.hop().is_some()) {
            return refuse("a zigzag is always over empty squares: leave `n`, `p` and `g` out");
        }
        if modifiers.hop().is_some() && range == 1 && is_single_step {
            return refuse(
                "`p` and `g` jump over a piece, so a single step cannot have them; repeat it, like `pR` or `gQ`, or \
                 leap, like `gD`",
            );
        }
        if modifiers.hop().is_some() && range == 1 && has(b'n') {
            return refuse(
                "with `n` the squares on the way must be empty, with `p` or `g` one of them must not; leave one of the \
                 two out",
            );
        }
        Ok(())
    }

    fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let mut found = Modifiers::default();
        while let Some(letter) = self.peek() {
            match letter {
                b'm' | b'c' | b'e' | b'i' | b'o' | b'n' | b'p' | b'g' | b'z' => {
                    if found.letters.contains(&letter) {
                        return Err(error(self.at, self.at + 1, format!("`{}` occurs twice", letter as char)));
                    }
                    found.letters.push(letter);
                }
                b'f' | b'b' | b'l' | b'r' | b'v' | b's' => found.directions.push((self.at, letter)),
                _ => break,
            }
            self.at += 1;
        }
        Ok(found)
    }

    /// Parses the letter of an atom into shapes, each with whether it repeats without limit.
    fn shapes(&mut self) -> Result<Vec<(AtomShape, bool)>, BetzaError> {
        use AtomShape::{Diagonal, Oblique, Straight};
        let letter = self.text[self.at];
        let shapes = match letter {
            b'W' => vec![(Straight(1), false)],
            b'F' => vec![(Diagonal(1), false)],
            b'D' => vec![(Straight(2), false)],
            b'A' => vec![(Diagonal(2), false)],
            b'H' => vec![(Straight(3), false)],
            b'G' => vec![(Diagonal(3), false)],
            b'N' => vec![(Oblique(2, 1), false)],
            b'C' => vec![(Oblique(3, 1), false)],
            b'Z' => vec![(Oblique(3, 2), false)],
            b'K' => vec![(Straight(1), false), (Diagonal(1), false)],
            b'R' => vec![(Straight(1), true)],
            b'B' => vec![(Diagonal(1), true)],
            b'Q' => vec![(Straight(1), true), (Diagonal(1), true)],
            b'(' => return Ok(vec![(self.leap()?, false)]),
            other => {
                let other = other as char;
                let message = match other {
                    'a' | 'd' | 'h' | 'j' | 'q' | 't' | 'u' | 'x' | 'y' => {
                        format!("`{other}` is not a known modifier")
                    }
                    '0'..='9' if self.follows_a_doubled_atom() => {
                        let atom = self.text[self.at - 1] as char;
                        format!(
                            "a doubled atom has no number: write `{atom}{other}`, or `{atom}{atom}` without a limit"
                        )
                    }
                    '0'..='9' => "a number follows its atom".to_owned(),
                    _ => format!("`{other}` is not a known atom"),
                };
                return Err(error(self.at, self.at + 1, message));
            }
        };
        self.at += 1;
        Ok(shapes)
    }

    /// Reports whether the two letters before this place are the same atom, as in `NN`.
    fn follows_a_doubled_atom(&self) -> bool {
        matches!(self.text[..self.at], [.., first, second] if first == second && first.is_ascii_uppercase())
    }

    /// Parses a leap of the form `(m,n)`.
    fn leap(&mut self) -> Result<AtomShape, BetzaError> {
        let start = self.at;
        let rest = &self.text[start..];
        let Some(length) = rest.iter().position(|it| *it == b')') else {
            return Err(error(start, self.text.len(), "the bracket is not closed"));
        };
        let end = start + length + 1;
        let inner = std::str::from_utf8(&rest[1..length]).unwrap_or_default();
        let read = |it: &str| -> Option<u8> {
            let plain = !it.is_empty() && it.len() <= 2 && it.bytes().all(|it| it.is_ascii_digit());
            plain.then(|| it.parse().ok()).flatten().filter(|it| *it <= 31)
        };
        let pair = inner.split_once(',').and_then(|(a, b)| read(a.trim()).zip(read(b.trim())));
        let Some((a, b)) = pair else {
            return Err(error(start, end, "a leap is two numbers from 0 to 31, like (3,2)"));
        };
        self.at = end;
        let (long, short) = (a.max(b), a.min(b));
        match (long, short) {
            (0, _) => Err(error(start, end, "a leap cannot have length 0")),
            (_, 0) => Ok(AtomShape::Straight(long)),
            _ if long == short => Ok(AtomShape::Diagonal(long)),
            _ => Ok(AtomShape::Oblique(long, short)),
        }
    }

    /// Parses the repetition after an atom: the atom again, or a number.
    fn range(&mut self, letter: u8, start: usize) -> Result<Option<u8>, BetzaError> {
        let written = self.text[start..self.at].to_vec();
        if self.text[self.at..].starts_with(&written) {
            let end = self.at + written.len();
            if matches!(letter, b'R' | b'B' | b'Q') {
                return Err(error(start, end, format!("`{}` already repeats without limit", letter as char)));
            }
            self.at = end;
            return Ok(Some(0));
        }
        let digits = self.text[self.at..].iter().take_while(|it| it.is_ascii_digit()).count();
        if digits == 0 {
            return Ok(None);
        }
        let end = self.at + digits;
        let text = std::str::from_utf8(&self.text[self.at..end]).unwrap_or_default();
        match text.parse::<u8>() {
            Ok(range) if (1..=99).contains(&range) => {
                self.at = end;
                Ok(Some(range))
            }
            _ => Err(error(self.at, end, "a step repeats 1 to 99 times; to repeat it without limit, double the atom")),
        }
    }
}

/// Resolves directions, of an oblique leap or not. `None` means all directions. With `quadrants`, two letters can mean the
/// directions between them.
fn directions(written: &[(usize, u8)], oblique: bool, quadrants: bool) -> Result<Option<Vec<Direction>>, BetzaError> {
    if written.is_empty() {
        return Ok(None);
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < written.len() {
        let (place, first) = written[at];
        // Two letters form a pair only if they are adjacent.
        let second = written.get(at + 1).filter(|it| it.0 == place + 1).map(|it| it.1);
        let pair = second.and_then(|second| if quadrants { pair(first, second, oblique) } else { None });
        if let Some(directions) = pair {
            found.extend(directions);
            at += 2;
            continue;
        }
        if second == Some(first) && !oblique {
            return Err(error(place, place + 2, "only oblique leaps can have a doubled direction"));
        }
        found.extend_from_slice(single(first, oblique));
        at += 1;
    }
    let mut unique = Vec::new();
    for direction in found {
        if !unique.contains(&direction) {
            unique.push(direction);
        }
    }
    Ok(Some(unique))
}

/// Returns the directions of one letter.
fn single(letter: u8, oblique: bool) -> &'static [Direction] {
    use Direction::*;
    match (letter, oblique) {
        (b'f', false) => &[Forward],
        (b'b', false) => &[Backward],
        (b'l', false) => &[Left],
        (b'r', false) => &[Right],
        (b'v', _) => &[Forward, Backward],
        (b's', _) => &[Left, Right],
        (b'f', true) => &[ForwardLeft, ForwardRight],
        (b'b', true) => &[BackwardLeft, BackwardRight],
        (b'l', true) => &[ForwardLeft, BackwardLeft],
        (_, true) => &[ForwardRight, BackwardRight],
        _ => &[],
    }
}

/// Returns the directions of two letters that form a pair, or `None`.
fn pair(first: u8, second: u8, oblique: bool) -> Option<Vec<Direction>> {
    use Direction::*;
    Some(match (first, second) {
        (b'f', b'r') => vec![ForwardRight],
        (b'f', b'l') => vec![ForwardLeft],
        (b'b', b'r') => vec![BackwardRight],
        (b'b', b'l') => vec![BackwardLeft],
        (b'f', b'f') if oblique => vec![Forward],
        (b'b', b'b') if oblique => vec![Backward],
        (b'l', b'l') if oblique => vec![Left],
        (b'r', b'r') if oblique => vec![Right],
        (b'f', b's') if oblique => vec![ForwardAside],
        (b'b', b's') if oblique => vec![BackwardAside],
        _ => return None,
    })
}
