//! Bent paths: zigzags, and paths of several legs.
//!
//! Contains the walk along atoms whose path bends. Input: a board, an atom, one of its starts and a square. Output:
//! [`BentPath`]s in a fixed order. Does not know barriers or pieces.
//!
//! A bent path ends before it comes to its first square, or to a square where it was before. A leg is seen from the
//! heading of the leg before, and both are carried along the path, so a path across a seam keeps its form. Among paths that
//! begin alike, those that bend earlier come first.

use std::cell::Cell;

use super::{Atom, AtomShape, AtomStart, Joint};
use crate::board::{Board, Heading, HeadingSymmetry, Path, Square};

/// A path with bends, cut behind the last square where the piece may end its move.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct BentPath {
    /// All steps of the path. Its change of headings holds only for leaps; see [`BentPath::turns`].
    pub path: Path,
    /// For each step: what happens on the square that it enters.
    pub joints: Vec<Joint>,
}

/// Maximum number of steps for each path, on average; most paths have no more.
const STEPS_PER_PATH: usize = 16;

/// The paths of an atom from a square.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct BentPaths {
    /// The paths in their order.
    pub all: Vec<BentPath>,
    /// Whether there are no more.
    pub is_whole: bool,
    /// Number of steps that it took to find them, dead ends included.
    pub steps: usize,
}

/// Where a piece is on its way along a bent path.
#[derive(Clone)]
struct Walk {
    so_far: BentPath,
    /// Index of the current leg.
    leg: usize,
    /// Heading of the current leg, as it was at the start of the path.
    heading: Heading,
    /// Number of strides taken in the current leg.
    strides: usize,
}

/// Returns at most `most` paths of an atom that [bends](Atom::bends).
#[doc(hidden)]
pub fn bent_paths(board: &Board, atom: &Atom, start: AtomStart, from: Square, most: usize) -> BentPaths {
    let so_far = BentPath { path: Path::default(), joints: Vec::new() };
    let first = Walk { so_far, leg: 0, heading: start.heading, strides: 0 };
    let bends = Bends { board, atom, start, from, steps: Cell::new(0) };
    let mut found = BentPaths::default();
    let mut open: Vec<Walk> = vec![first];
    while let Some(walk) = open.pop() {
        found.steps = bends.steps.get();
        if found.all.len() >= most || open.len() > most || found.steps >= most.saturating_mul(STEPS_PER_PATH) {
            return found;
        }
        let next = match atom.shape {
            AtomShape::Zigzag(_) => bends.zigzag(&walk),
            _ => bends.onward(&walk),
        };
        if next.is_empty() {
            found.all.extend(walk.so_far.cut());
        }
        open.extend(next.into_iter().rev());
    }
    BentPaths { is_whole: true, steps: bends.steps.get(), ..found }
}

impl BentPath {
    /// Leaves out the end of the path on which the piece may not end its move; `None` if nothing remains.
    fn cut(mut self) -> Option<Self> {
        let steps = 1 + self.joints.iter().rposition(|it| *it == Joint::Stop)?;
        self.joints.truncate(steps);
        self.path.squares.truncate(steps);
        self.path.links.truncate(steps);
        Some(self)
    }

    /// Returns the change of headings from the start to each square of the path.
    pub fn turns(&self, board: &Board, from: Square) -> Vec<HeadingSymmetry> {
        let starts = std::iter::once(from).chain(self.path.squares.iter().copied());
        let links = starts.zip(&self.path.links).map(|(at, link)| &board.links(at)[usize::from(*link)].1);
        links
            .scan(HeadingSymmetry::default(), |turn, link| {
                *turn = turn.then(link.turn, board.headings);
                Some(*turn)
            })
            .collect()
    }
}

/// What does not change along a path, and a count.
struct Bends<'a> {
    board: &'a Board,
    atom: &'a Atom,
    start: AtomStart,
    from: Square,
    /// Number of steps so far, and of places where a step was looked for.
    steps: Cell<usize>,
}

impl Bends<'_> {
    /// Returns the next step of a zigzag, once for each fork.
    fn zigzag(&self, walk: &Walk) -> Vec<Walk> {
        let range = usize::from(self.atom.range);
        if range != 0 && walk.strides >= range {
            return Vec::new();
        }
        let aside = if walk.strides.is_multiple_of(2) { 0 } else { i16::from(self.start.aside) };
        let heading = (i16::from(self.start.heading.0) + aside).rem_euclid(i16::from(self.board.headings));
        self.stride(walk, Heading(heading as u8), 1, true, Joint::Stop)
    }

    /// Returns the ways to go on: first those that turn here, then those that continue the leg.
    fn onward(&self, walk: &Walk) -> Vec<Walk> {
        let legs = &self.atom.legs;
        let mut next = Vec::new();
        if let Some(leg) = legs.get(walk.leg + 1).filter(|_| walk.strides > 0) {
            let mut before = walk.clone();
            // A leg of several steps passes empty squares. The joint is what happens at its end.
            before.so_far.joints.pop();
            before.so_far.joints.push(legs[walk.leg].joint);
            for heading in leg.headings(self.board, walk.heading) {
                let turned = Walk { leg: walk.leg + 1, heading, strides: 0, ..before.clone() };
                next.extend(self.leg(&turned));
            }
        }
        next.extend(self.leg(walk));
        next
    }

    /// Returns the next stride of the current leg, once for each fork.
    fn leg(&self, walk: &Walk) -> Vec<Walk> {
        let leg = &self.atom.legs[walk.leg];
        if leg.range != 0 && walk.strides >= usize::from(leg.range) {
            return Vec::new();
        }
        let (AtomShape::Straight(steps) | AtomShape::Diagonal(steps)) = leg.shape else { return Vec::new() };
        let joint = if leg.joint == Joint::Over { Joint::Empty } else { leg.joint };
        self.stride(walk, walk.heading, usize::from(steps), walk.strides == 0, joint)
    }

    /// Returns a walk after a stride of several steps, once for each fork.
    fn stride(&self, walk: &Walk, heading: Heading, steps: usize, turns: bool, joint: Joint) -> Vec<Walk> {
        let mut all = vec![walk.clone()];
        for step in 0..steps {
            let mut longer = Vec::new();
            self.steps.set(self.steps.get() + all.len());
            for walk in &all {
                let path = &walk.so_far.path;
                let at = path.squares.last().copied().unwrap_or(self.from);
                // The first step of a leg takes its heading from the frame carried along. Later steps follow the link.
                let go = if turns && step == 0 { path.turn.apply(heading, self.board.headings) } else { path.onward };
                for index in self.board.branches(at, go) {
                    let mut next = walk.clone();
                    next.so_far.path.push(self.board, index, at);
                    if !next.so_far.path.meets_itself(self.from) {
                        next.so_far.joints.push(if step + 1 == steps { joint } else { Joint::Over });
                        next.strides = walk.strides + usize::from(step + 1 == steps);
                        longer.push(next);
                    }
                }
            }
            all = longer;
        }
        all
    }
}
