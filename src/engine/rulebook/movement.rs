//! Movement in Betza notation, parsed into atoms with modes and directions.
//!
//! Input: the parsed text, from `compile`. Output: a [`Movement`] of [`Atom`]s, and the [`AtomStart`]s of
//! an atom for a facing. The paths over links are computed elsewhere: by the engine when a
//! variant is loaded, and by the reference engine in the tests. [`bends`](super::bends) follows atoms with bends.

use super::{KindId, Rulebook};
use crate::board::{Board, Heading};
use crate::policy::{Cells, Role};

impl Rulebook {
    /// Reports whether pieces of a kind can be captured en passant after a double step.
    ///
    /// This is so if `[double-step]` lists the kind. Without that header, its movement must
    /// contain a double step ([`Atom::is_double_step`]). `false` for a kind of another variant.
    pub fn has_double_step(&self, kind: KindId) -> bool {
        match &self.double_step {
            Some(it) => it.pieces.checked_shr(u32::from(kind.0)).unwrap_or(0) & 1 != 0,
            None => self.kinds.get(kind.index()).is_some_and(|it| it.movement.atoms.iter().any(Atom::is_double_step)),
        }
    }
}

sealed! {
/// The movement of a kind: it moves by any of its atoms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Movement {
    /// The text as written in the file.
    text: String => &str,
    /// The atoms, in the order of the text.
    atoms: Vec<Atom> => &[Atom],
}
}

/// The shape of a single step of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub enum AtomShape {
    /// `count` straight steps in one heading (W 1, D 2, H 3).
    Straight(u8),
    /// `count` diagonal steps in one heading (F 1, A 2, G 3).
    Diagonal(u8),
    /// `long` straight steps and `short` to the side, `long` > `short` > 0 (N 2 1, C 3 1, Z 3 2). On
    /// triangles, `long` diagonal steps and `short` straight ones at a right angle to them.
    Oblique(u8, u8),
    /// Single steps that turn to one side and back in turn: straight ones, or diagonal ones if `true` (`zR`, `zB`).
    Zigzag(bool),
    /// A path of several [`Leg`]s, such as `[F?fR]`.
    Bent,
}

/// What happens on the square between two legs of a bent path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub enum Joint {
    /// The square must be empty, and the piece goes on (`-`).
    Empty,
    /// The piece may end its move there, or go on if the square is empty (`?`).
    Stop,
    /// The piece jumps over the square, whatever is there (`+`).
    Over,
}

/// How an atom jumps over a piece on its line, which is called the hurdle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub enum Hop {
    /// Over exactly one piece, and then as far as the line is free (`p`, the cannon).
    Beyond,
    /// Over exactly one piece, to the next square (`g`, the grasshopper).
    Behind,
}

/// A direction relative to the facing of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub enum Direction {
    /// Nearest to the facing. For an oblique leap, the long leg points forward (`ff`).
    Forward,
    /// Nearest to the opposite of the facing.
    Backward,
    /// Nearest to the right of the facing.
    Right,
    /// Nearest to the left of the facing.
    Left,
    /// Forward and to the right.
    ForwardRight,
    /// Forward and to the left.
    ForwardLeft,
    /// Backward and to the right.
    BackwardRight,
    /// Backward and to the left.
    BackwardLeft,
    /// For an oblique leap: forward, with the long leg to the side (`fs`).
    ForwardAside,
    /// For an oblique leap: backward, with the long leg to the side (`bs`).
    BackwardAside,
}

sealed! {
/// One leg of a bent path: steps in one heading.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct Leg {
    /// Its steps: straight or diagonal ones.
    shape: AtomShape,
    /// Maximum number of its steps: 1 for one, 0 for no limit. A leg of several steps passes empty squares.
    range: u8,
    /// Its directions, seen from the heading of the leg before; `None` for all. Those of the first leg are the
    /// [directions of the atom](Atom::directions).
    directions: Option<Vec<Direction>> => Option<&[Direction]>: as_deref,
    /// What happens at its end. The last leg ends in [`Joint::Stop`].
    joint: Joint,
}
}

sealed! {
/// One atom of a movement, with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Atom {
    /// The shape of a single step.
    shape: AtomShape,
    /// Maximum number of steps over empty squares: 1 for a leaper, 0 for no limit.
    range: u8,
    /// Whether it may move without capturing (`m`).
    quiet: bool,
    /// Whether it may capture (`c`).
    capture: bool,
    /// Whether it may only capture en passant (`e`).
    en_passant: bool,
    /// Whether only a piece that has not moved may use it (`i`).
    initial: bool,
    /// Whether it holds only on squares where the other atoms, first moves apart, give no move without capture (`o`).
    otherwise: bool,
    /// Whether the squares passed within a step must be empty (`n`), or contain the hurdle of a single
    /// leap.
    lame: bool,
    /// Whether it must jump over a piece (`p`, `g`): between the squares where a repeated atom stops, or
    /// on the squares that a single leap passes.
    hop: Option<Hop>,
    /// Allowed directions; `None` for all. Each entry is one direction modifier, expanded by
    /// [`Atom::starts`].
    directions: Option<Vec<Direction>> => Option<&[Direction]>: as_deref,
    /// The legs of a bent path; none for other shapes.
    legs: Vec<Leg> => &[Leg],
    /// Column of its first letter in the text, from 0.
    column: usize,
}
}

sealed! {
/// A way to start an atom's step: a heading and, for oblique leaps, a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[doc(hidden)]
pub struct AtomStart {
    /// The heading of the long leg.
    heading: Heading,
    /// Side of the short leg: +2 or -2 for oblique leaps (+3 or -3 on triangles). For zigzags, the first turn: +2 or
    /// -2. Otherwise 0.
    aside: i8,
}
}

impl Rulebook {
    /// Reports whether kings alone can give no checkmate. All kings are of one kind, which attacks in every direction
    /// alike, and each player has only one: a player who gave check with it would be in check.
    #[doc(hidden)]
    pub fn kings_are_harmless(&self) -> bool {
        let mut kings = self.kinds.iter().filter(|it| it.role == Role::Royal);
        let kind = kings.next().filter(|_| kings.next().is_none() && self.check.royals.is_none());
        kind.is_some_and(|it| it.movement.atoms.iter().all(Atom::is_plain))
    }
}

impl Atom {
    /// Reports whether it has no modifiers: it moves and captures in every direction, whatever is between.
    pub fn is_plain(&self) -> bool {
        let is_bent = matches!(self.shape, AtomShape::Zigzag(_) | AtomShape::Bent);
        let is_limited = self.initial || self.otherwise || self.lame || self.en_passant || self.hop.is_some();
        self.quiet && self.capture && self.directions.is_none() && !is_limited && !is_bent
    }

    /// Reports whether it is a single leap over a hurdle, such as `gD`: the hurdle is on a square passed.
    pub fn leaps_over_hurdle(&self) -> bool {
        self.hop.is_some() && self.range == 1
    }

    /// Reports whether a quiet move by this atom can be a double step.
    ///
    /// It is a first move (`i`) of two single steps in one heading, over a square that must be
    /// empty. `inD`, `inA`, `iW2` and `iF2` are double steps, and so are the moves of two steps of `iW3` and `iR`. A leap
    /// like `iD` passes no square and is not.
    pub fn is_double_step(&self) -> bool {
        let two = match self.shape {
            AtomShape::Straight(2) | AtomShape::Diagonal(2) => self.lame && self.range == 1,
            AtomShape::Straight(1) | AtomShape::Diagonal(1) => self.range != 1,
            _ => false,
        };
        two && self.initial && self.quiet && self.hop.is_none() && !self.bends()
    }

    /// Reports whether an atom with `o` waits for this one: it moves without capture on an empty board, not only as a first
    /// move.
    pub fn is_waited_for(&self) -> bool {
        self.quiet && !self.initial && !self.otherwise && self.hop.is_none()
    }

    /// Reports whether its path bends: a zigzag, or several legs.
    pub fn bends(&self) -> bool {
        matches!(self.shape, AtomShape::Zigzag(_) | AtomShape::Bent)
    }

    /// Reports whether it is a leap with bends: it jumps from leg to leg and stops only at the end, like `[D+sW]`.
    pub fn is_bent_leap(&self) -> bool {
        let jumps = |it: &Leg| it.range == 1 && it.joint == Joint::Over;
        self.legs.split_last().is_some_and(|(last, before)| last.range == 1 && before.iter().all(jumps))
    }

    /// Returns the ways to start for a piece that faces `facing`, in order of heading, then side.
    ///
    /// An atom limited to directions has none for a facing of another board.
    pub fn starts(&self, board: &Board, facing: Heading) -> Vec<AtomStart> {
        let shape = self.legs.first().map_or(self.shape, |it| it.shape);
        starts(shape, self.directions.as_deref(), board, facing)
    }
}

impl Leg {
    /// Returns the headings of a later leg, seen from the heading of the leg before, in order.
    pub fn headings(&self, board: &Board, before: Heading) -> Vec<Heading> {
        starts(self.shape, self.directions.as_deref(), board, before).into_iter().map(|it| it.heading).collect()
    }
}

/// Returns the ways to start steps of a shape; see [`Atom::starts`].
fn starts(shape: AtomShape, directions: Option<&[Direction]>, board: &Board, facing: Heading) -> Vec<AtomStart> {
    let n = board.headings as i16;
    let all = (0..board.headings).map(Heading);
    let ahead = |heading| AtomStart { heading, aside: 0 };
    let both = |heading, aside| [AtomStart { heading, aside }, AtomStart { heading, aside: -aside }];
    let mut starts: Vec<AtomStart> = match shape {
        AtomShape::Straight(_) => all.filter(|it| board.is_straight(*it)).map(ahead).collect(),
        AtomShape::Diagonal(_) => all.filter(|it| !board.is_straight(*it)).map(ahead).collect(),
        AtomShape::Zigzag(is_diagonal) => {
            all.filter(|it| board.is_straight(*it) != is_diagonal).flat_map(|it| both(it, 2)).collect()
        }
        AtomShape::Oblique(..) => {
            // Only a diagonal and a straight line are at right angles on triangles.
            let (straight, side) = if board.cells() == Cells::Triangle { (false, 3) } else { (true, 2) };
            all.filter(|it| board.is_straight(*it) == straight).flat_map(|it| both(it, side)).collect()
        }
        // A path starts with its first leg.
        AtomShape::Bent => Vec::new(),
    };
    let Some(directions) = directions else {
        return starts;
    };
    if facing.0 >= board.headings {
        return Vec::new();
    }
    // The direction of the step, in quarters of a heading clockwise from the facing. An
    // oblique leap points between its long leg and its side.
    let bearing = |start: &AtomStart| -> i16 {
        let lean = match shape {
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
                let aside = |it: &AtomStart| away(bearing(it), quarter).min(away(bearing(it), 3 * quarter));
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
