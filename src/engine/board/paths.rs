//! Paths over links: rays and leaps, found by walking the graph.
//!
//! Input: a [`Board`], a square and a heading. Output: [`Path`]s in a fixed order. Used when a variant
//! is compiled, never during move generation. A ray forks if a heading has several links, and
//! ends before it would use a link twice. Knows no pieces.
//!
//! The number of branches can double at every fork. At most [`MAX_PATHS`] are followed; a
//! compiled board never needs more.

use super::{Board, Heading, HeadingSymmetry, Square};
use crate::policy::Cells;

/// Maximum number of paths that one ray or one leap may split into.
///
/// [`board`](crate::board) has an example.
pub const MAX_PATHS: usize = 256;

/// A path over links, one step after the other.
///
/// [`board`](crate::board) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The squares entered, in order. The last one is the end of the path.
    pub squares: Vec<Square>,
    /// For each step: the index of its link in `board.links(previous square)`.
    pub links: Vec<u16>,
    /// Change of headings from the start to the end.
    pub turn: HeadingSymmetry,
    /// The heading by which the path would continue.
    pub onward: Heading,
}

impl Path {
    /// Returns the last square of the path.
    pub fn end(&self) -> Square {
        *self.squares.last().expect("a path has a step")
    }
    pub(crate) fn push(&mut self, board: &Board, index: usize, from: Square) {
        let (to, link) = &board.links(from)[index];
        self.squares.push(*to);
        self.links.push(index as u16);
        self.turn = self.turn.then(link.turn, board.headings);
        self.onward = link.onward;
    }
    fn empty(heading: Heading, steps: usize) -> Path {
        let (squares, links) = (Vec::with_capacity(steps), Vec::with_capacity(steps));
        Path { squares, links, turn: HeadingSymmetry::default(), onward: heading }
    }
    fn at(&self, from: Square) -> Square {
        self.squares.last().copied().unwrap_or(from)
    }
    /// Clears the path, so that its memory can be reused.
    fn restart(&mut self, heading: Heading) {
        self.squares.clear();
        self.links.clear();
        (self.turn, self.onward) = (HeadingSymmetry::default(), heading);
    }
    /// Takes a step by a heading if there is exactly one link. Returns the number of links.
    fn step(&mut self, board: &Board, from: Square, heading: Heading) -> usize {
        let at = self.at(from);
        let branches = board.branches(at, heading);
        if branches.len() == 1 {
            self.push(board, branches.start, at);
        }
        branches.len()
    }
    /// Reports whether the path returned to its start.
    fn is_closed(&self, from: Square) -> bool {
        self.squares.last() == Some(&from)
    }
    /// Reports whether the path ends where it began, or on a square where it was before.
    pub(crate) fn meets_itself(&self, from: Square) -> bool {
        let last = self.squares.split_last();
        last.is_some_and(|(last, before)| *last == from || before.contains(last))
    }
    /// Reports whether the path already follows a link of the square where it is now.
    fn follows(&self, from: Square, link: usize) -> bool {
        let at = self.at(from);
        let before = self.squares.split_last().map_or(&[][..], |it| it.1);
        if self.squares.is_empty() || at != from && !before.contains(&at) {
            return false;
        }
        let starts = std::iter::once(&from).chain(&self.squares);
        starts.zip(&self.links).any(|(start, it)| *start == at && usize::from(*it) == link)
    }
}

impl Default for Path {
    fn default() -> Self {
        Path::empty(Heading(0), TYPICAL_LENGTH)
    }
}

/// Initial capacity of a path; most rays are no longer.
const TYPICAL_LENGTH: usize = 12;

/// Returns all maximal rays from a square in one heading, at most `limit` steps each (0: no
/// limit).
///
/// A ray ends where no link continues it, or where it returns to its start, which is then its
/// last square. It follows each link once, so a circle beside the start ends it, too. A fork gives one ray for each branch, in order of links. A square or heading of
/// another board gives no rays.
///
/// [`board`](crate::board) has an example.
pub fn ray_paths(board: &Board, from: Square, heading: Heading, limit: usize) -> Vec<Path> {
    rays_within(board, from, heading, limit, MAX_PATHS).0
}

/// Returns at most `most` rays, and whether these are all.
#[doc(hidden)]
pub fn rays_within(board: &Board, from: Square, heading: Heading, limit: usize, most: usize) -> (Vec<Path>, bool) {
    let mut done = Vec::with_capacity(1);
    let mut first = Some(Path::empty(heading, if limit == 0 { TYPICAL_LENGTH } else { limit.min(TYPICAL_LENGTH) }));
    let mut open = Vec::new();
    while let Some(mut path) = first.take().or_else(|| open.pop()) {
        loop {
            let at = path.at(from);
            let closed = path.is_closed(from);
            let full = limit != 0 && path.squares.len() >= limit;
            let mut next = board.branches(at, path.onward).filter(|it| !path.follows(from, *it));
            let first = if closed || full { None } else { next.next() };
            let Some(first) = first else {
                if !path.squares.is_empty() {
                    done.push(path);
                }
                break;
            };
            for index in next.rev() {
                let mut branch = path.clone();
                branch.push(board, index, at);
                open.push(branch);
            }
            path.push(board, first, at);
        }
        if done.len() >= most && !open.is_empty() {
            return (done, false);
        }
    }
    (done, true)
}

/// Walks the single ray of [`ray_paths`] into a reusable path; `false` if it forks.
///
/// The path is empty if there is no ray.
#[doc(hidden)]
pub fn only_ray(board: &Board, from: Square, heading: Heading, limit: usize, path: &mut Path) -> bool {
    path.restart(heading);
    while (limit == 0 || path.squares.len() < limit) && !path.is_closed(from) {
        let branches = board.branches(path.at(from), path.onward);
        if branches.len() == 1 && path.follows(from, branches.start) {
            break;
        }
        match path.step(board, from, path.onward) {
            0 => break,
            1 => {}
            _ => return false,
        }
    }
    true
}

/// Walks the single path of [`leap_paths`] into a reusable path; `false` if it forks.
#[doc(hidden)]
pub fn only_leap(board: &Board, from: Square, legs: [(Heading, usize); 2], path: &mut Path) -> bool {
    path.restart(legs[0].0);
    for (leg, count) in legs {
        for step in 0..count {
            let go = if step == 0 { path.turn.apply(leg, board.headings) } else { path.onward };
            match path.step(board, from, go) {
                0 => {
                    path.restart(go);
                    return true;
                }
                1 => {}
                _ => return false,
            }
        }
    }
    if path.at(from) == from {
        path.restart(path.onward);
    }
    true
}

/// Returns the paths of an oblique leap: `long` steps one way, and `short` steps to the side.
///
/// The long leg starts by `heading`, which must be straight. The short leg starts by `heading`
/// plus `aside` (+2 or -2), in the frame carried along. `long_first` says which leg comes first.
/// On triangles, `heading` must be diagonal, and `aside` is +3 or -3, a right angle.
///
/// If `short` is 0, the leap is `long` steps by `heading`, which may be diagonal. A square or
/// heading of another board gives no paths.
///
/// [`board`](crate::board) has an example.
pub fn leap_paths(
    board: &Board,
    from: Square,
    heading: Heading,
    long: usize,
    short: usize,
    aside: i8,
    long_first: bool,
) -> Vec<Path> {
    if heading.0 >= board.headings {
        return Vec::new();
    }
    leaps_within(board, from, legs(board, heading, long, short, aside, long_first), MAX_PATHS).0
}

/// Returns the two legs of a leap, in the order in which [`leap_paths`] walks them.
#[doc(hidden)]
pub fn legs(
    board: &Board,
    heading: Heading,
    long: usize,
    short: usize,
    aside: i8,
    long_first: bool,
) -> [(Heading, usize); 2] {
    let n = board.headings as i16;
    let side = Heading((heading.0 as i16 + aside as i16).rem_euclid(n) as u8);
    if long_first { [(heading, long), (side, short)] } else { [(side, short), (heading, long)] }
}

/// Returns the two legs of a lame leap: first its straight steps, then its diagonal ones.
///
/// A horse that leaps two and one takes one straight step, then one diagonal step. On triangles
/// the legs are those of the leap, the long one first.
#[doc(hidden)]
pub fn lame_legs(board: &Board, heading: Heading, long: usize, short: usize, aside: i8) -> [(Heading, usize); 2] {
    if board.cells() == Cells::Triangle {
        return legs(board, heading, long, short, aside, true);
    }
    let n = board.headings as i16;
    let diagonal = Heading((heading.0 as i16 + aside as i16 / 2).rem_euclid(n) as u8);
    [(heading, long - short), (diagonal, short)]
}

/// Returns at most `most` paths of two legs, and whether these are all.
#[doc(hidden)]
pub fn leaps_within(board: &Board, from: Square, legs: [(Heading, usize); 2], most: usize) -> (Vec<Path>, bool) {
    let mut open = vec![Path::empty(legs[0].0, legs[0].1.saturating_add(legs[1].1).min(TYPICAL_LENGTH))];
    let mut next = Vec::new();
    let mut whole = true;
    for (leg, count) in legs {
        for step in 0..count {
            if open.is_empty() {
                return (open, whole);
            }
            // The first step of a leg takes its heading from the frame carried along. Later steps
            // follow the link.
            let branches = |path: &Path, at: Square| {
                let go = if step == 0 { path.turn.apply(leg, board.headings) } else { path.onward };
                board.branches(at, go)
            };
            for mut path in open.drain(..) {
                let at = path.at(from);
                let mut branches = branches(&path, at);
                let Some(last) = branches.next_back() else { continue };
                for index in branches {
                    let mut branch = path.clone();
                    branch.push(board, index, at);
                    next.push(branch);
                }
                path.push(board, last, at);
                next.push(path);
            }
            whole &= next.len() <= most;
            next.truncate(most);
            std::mem::swap(&mut open, &mut next);
        }
    }
    open.retain(|it| !it.squares.is_empty() && it.end() != from);
    (open, whole)
}
