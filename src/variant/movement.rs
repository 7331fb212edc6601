//! Movement in Betza's notation, taken apart: atoms with their modes and directions.
//!
//! Out of `compile`, which parses the text; the paths over links are worked out by
//! whoever asks (the engine when a variant is loaded, the reference in the tests).

use super::{KindId, Rulebook};
use crate::board::{Board, Heading};

impl Rulebook {
    /// Whether pieces of a kind can be captured en passant after a double step: `[double-step]`
    /// lists the kind, or, without that header, its movement has a double step
    /// ([`Atom::is_double_step`]). False for a kind of another variant.
    pub fn has_double_step(&self, kind: KindId) -> bool {
        match &self.double_step {
            Some(it) => it.men.checked_shr(u32::from(kind.0)).unwrap_or(0) & 1 != 0,
            None => self.kinds.get(kind.index()).is_some_and(|it| it.movement.atoms.iter().any(Atom::is_double_step)),
        }
    }
}

sealed! {
/// How a man moves: any of its atoms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    /// As it was written.
    text: String => &str,
    /// In order of writing.
    atoms: Vec<Atom> => &[Atom],
}
}

/// What shape a single step of an atom has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomShape {
    /// `count` straight steps in one heading (W 1, D 2, H 3).
    Straight(u8),
    /// `count` diagonal steps in one heading (F 1, A 2, G 3).
    Diagonal(u8),
    /// `long` straight steps and `short` aside, `long` > `short` > 0 (N 2 1, C 3 1, Z 3 2).
    Oblique(u8, u8),
}

/// Which of the directions of a shape, seen from the man's facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Nearest to the facing; of an oblique leap: its long leg points forward (`ff`).
    Forward,
    /// Nearest to the opposite of the facing.
    Backward,
    /// Nearest to the right of the facing.
    Right,
    /// Nearest to the left.
    Left,
    /// Forward and right of it.
    ForwardRight,
    /// Forward and left of it.
    ForwardLeft,
    /// Backward and right.
    BackwardRight,
    /// Backward and left.
    BackwardLeft,
    /// Of an oblique leap: forward, its long leg aside (`fs`).
    ForwardAside,
    /// Of an oblique leap: backward, its long leg aside (`bs`).
    BackwardAside,
}

sealed! {
/// One atom with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The shape of a step.
    shape: AtomShape,
    /// How often the step may be repeated over empty squares: 1 a leaper, 0 without limit.
    range: u8,
    /// `m`: it may move without taking.
    quiet: bool,
    /// `c`: it may take.
    capture: bool,
    /// `e`: it may only take in passing.
    en_passant: bool,
    /// `i`: only while the man has not moved.
    initial: bool,
    /// `n`: the squares passed within a step must be empty.
    lame: bool,
    /// Directions; `None` is all. Each entry is one (first letter, second letter) of the
    /// modifiers, widened by [`Atom::starts`].
    directions: Option<Vec<Direction>> => Option<&[Direction]>: as_deref,
    /// Column of its first letter in the text, from 0.
    column: usize,
}
}

sealed! {
/// One way to start an atom's step: a heading, and for oblique leaps the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Start {
    /// The heading of the long leg.
    heading: Heading,
    /// +2 or -2 for oblique leaps, 0 otherwise.
    aside: i8,
}
}

impl Atom {
    /// Whether a quiet move by this atom can be a double step by itself: a first move (`i`)
    /// of two single steps in one heading, over a square that has to be empty. `inD`, `inA`,
    /// `iW2` and `iF2` are; a leap like `iD` passes no square, and is not.
    pub fn is_double_step(&self) -> bool {
        let two = match self.shape {
            AtomShape::Straight(2) | AtomShape::Diagonal(2) => self.lame && self.range == 1,
            AtomShape::Straight(1) | AtomShape::Diagonal(1) => self.range == 2,
            _ => false,
        };
        two && self.initial && self.quiet
    }

    /// The ways to start, for a man that faces `facing`, in order of heading, then side. An atom
    /// that is limited to directions has none for a facing of another board.
    pub fn starts(&self, board: &Board, facing: Heading) -> Vec<Start> {
        let n = board.headings as i16;
        let all = (0..board.headings).map(Heading);
        let mut starts: Vec<Start> = match self.shape {
            AtomShape::Straight(_) => {
                all.filter(|it| board.is_straight(*it)).map(|heading| Start { heading, aside: 0 }).collect()
            }
            AtomShape::Diagonal(_) => {
                all.filter(|it| !board.is_straight(*it)).map(|heading| Start { heading, aside: 0 }).collect()
            }
            AtomShape::Oblique(..) => all
                .filter(|it| board.is_straight(*it))
                .flat_map(|heading| [Start { heading, aside: 2 }, Start { heading, aside: -2 }])
                .collect(),
        };
        let Some(directions) = &self.directions else {
            return starts;
        };
        if facing.0 >= board.headings {
            return Vec::new();
        }
        // Where the step points, in quarters of a heading clockwise from the facing: an
        // oblique leap points between its long leg and its side.
        let bearing = |start: &Start| -> i16 {
            let lean = match self.shape {
                AtomShape::Oblique(..) => start.aside.signum() as i16,
                _ => 0,
            };
            (4 * (start.heading.0 as i16 - facing.0 as i16) + 2 * lean + 4 * n) % (4 * n)
        };
        let away = |bearing: i16, target: i16| {
            let turn = (bearing - target).rem_euclid(4 * n);
            turn.min(4 * n - turn)
        };
        let quarter = n; // a quarter of the circle, in quarters of a heading
        let mut keep = Vec::new();
        for direction in directions {
            let (target, then) = match direction {
                Direction::Forward => (0, None),
                Direction::Right => (quarter, None),
                Direction::Backward => (2 * quarter, None),
                Direction::Left => (3 * quarter, None),
                Direction::ForwardRight => (0, Some(quarter)),
                Direction::ForwardLeft => (0, Some(3 * quarter)),
                Direction::BackwardRight => (2 * quarter, Some(quarter)),
                Direction::BackwardLeft => (2 * quarter, Some(3 * quarter)),
                Direction::ForwardAside | Direction::BackwardAside => {
                    let target = if *direction == Direction::ForwardAside { 0 } else { 2 * quarter };
                    let aside = |it: &Start| away(bearing(it), quarter).min(away(bearing(it), 3 * quarter));
                    let nearest = starts.iter().map(aside).min().unwrap_or(0);
                    keep.extend(starts.iter().filter(|it| away(bearing(it), target) < quarter && aside(it) == nearest));
                    continue;
                }
            };
            let nearest = starts.iter().map(|it| away(bearing(it), target)).min().unwrap_or(0);
            for start in &starts {
                let at = bearing(start);
                let hit = match then {
                    // One letter: the starts nearest to that side.
                    None => away(at, target) == nearest,
                    // Two letters: within the quadrant between both sides.
                    Some(side) => away(at, target) < quarter && away(at, side) < quarter,
                };
                if hit && !keep.contains(start) {
                    keep.push(*start);
                }
            }
        }
        starts.retain(|it| keep.contains(it));
        starts
    }
}
