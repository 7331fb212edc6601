//! Paths over links: rays and leaps, by walking the graph.
//!
//! In: a [`Board`], a square, a heading. Out: [`Path`]s in a fixed order. Used when a
//! variant is compiled; never while moves are generated. A ray forks where a heading
//! has several links, and ends where it would meet a link that it has already used.
//!
//! Forks can double at every step. No more than [`MOST_PATHS`] are followed; a compiled
//! board has none that would need more.

use super::{Board, FrameTurn, Heading, Square};

/// The most paths that one ray or one leap may split into.
pub const MOST_PATHS: usize = 256;

/// A way over links, one step after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The squares entered, in order; the last is where the path ends.
    pub squares: Vec<Square>,
    /// For each step: the index of its link in `board.links(previous square)`.
    pub links: Vec<u16>,
    /// How a frame of headings is carried from the start to the end.
    pub turn: FrameTurn,
    /// The heading with which travel would go on.
    pub onward: Heading,
}

impl Path {
    /// Where it ends.
    pub fn end(&self) -> Square {
        *self.squares.last().expect("a path has a step")
    }
    fn push(&mut self, board: &Board, index: usize, from: Square) {
        let (to, link) = &board.links(from)[index];
        self.squares.push(*to);
        self.links.push(index as u16);
        self.turn = self.turn.then(link.turn, board.headings);
        self.onward = link.onward;
    }
    fn empty(heading: Heading, steps: usize) -> Path {
        let (squares, links) = (Vec::with_capacity(steps), Vec::with_capacity(steps));
        Path { squares, links, turn: FrameTurn::default(), onward: heading }
    }
    fn at(&self, from: Square) -> Square {
        self.squares.last().copied().unwrap_or(from)
    }
    /// Makes it empty again, to be walked in another way.
    fn restart(&mut self, heading: Heading) {
        self.squares.clear();
        self.links.clear();
        (self.turn, self.onward) = (FrameTurn::default(), heading);
    }
    /// Goes on by a heading where there is one link; says how many there are.
    fn step(&mut self, board: &Board, from: Square, heading: Heading) -> usize {
        let at = self.at(from);
        let branches = board.branches(at, heading);
        if branches.len() == 1 {
            self.push(board, branches.start, at);
        }
        branches.len()
    }
    /// Whether a ray from there goes no further: it came back, or runs in a circle.
    fn is_closed(&self, from: Square) -> bool {
        self.squares.last() == Some(&from) || has_looped(from, self)
    }
}

impl Default for Path {
    fn default() -> Self {
        Path::empty(Heading(0), RAY)
    }
}

/// As long as most rays are.
const RAY: usize = 12;

/// All maximal rays from a square by one heading, at most `limit` steps each (0: no limit).
/// Each is followed until no link goes on, or until it comes back to where it began (the
/// start is then its last square); a fork gives one ray for each branch. Rays come in
/// order of links. There are none from a square, or by a heading, of another board.
pub fn ray_paths(board: &Board, from: Square, heading: Heading, limit: usize) -> Vec<Path> {
    rays_within(board, from, heading, limit, MOST_PATHS).0
}

/// The same, and whether that is all: no more than `most` are followed.
pub(crate) fn rays_within(
    board: &Board,
    from: Square,
    heading: Heading,
    limit: usize,
    most: usize,
) -> (Vec<Path>, bool) {
    let mut done = Vec::with_capacity(1);
    let mut first = Some(Path::empty(heading, if limit == 0 { RAY } else { limit.min(RAY) }));
    let mut open = Vec::new();
    while let Some(mut path) = first.take().or_else(|| open.pop()) {
        loop {
            let at = path.at(from);
            let closed = path.is_closed(from);
            let full = limit != 0 && path.squares.len() >= limit;
            let mut next = board.branches(at, path.onward);
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

/// Walks the ray of [`ray_paths`] into a path that may be used again and again; false where
/// it forks. The path is empty where there is no ray.
pub(crate) fn only_ray(board: &Board, from: Square, heading: Heading, limit: usize, path: &mut Path) -> bool {
    path.restart(heading);
    while (limit == 0 || path.squares.len() < limit) && !path.is_closed(from) {
        match path.step(board, from, path.onward) {
            0 => break,
            1 => {}
            _ => return false,
        }
    }
    true
}

/// Walks the path of [`leap_paths`] in the same way.
pub(crate) fn only_leap(board: &Board, from: Square, legs: [(Heading, usize); 2], path: &mut Path) -> bool {
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

/// Whether the last link of the path was used before in it: a loop that does not pass the start.
fn has_looped(from: Square, path: &Path) -> bool {
    let Some((last, before)) = path.links.split_last() else { return false };
    let Some((first, before)) = before.split_first() else { return false };
    // The square that the last link leaves.
    let at = path.squares[before.len()];
    let again = |(square, link): (&Square, &u16)| *square == at && link == last;
    (from, first) == (at, last) || path.squares.iter().zip(before).any(again)
}

/// The paths of an oblique leap of `long` straight steps and `short` aside, that starts by
/// `heading` (straight) and turns to the side `aside` (+2 or -2 headings, in the frame
/// carried along). `long` first where `long_first`, else the short leg goes first by the
/// side and the long leg follows.
///
/// With `short` = 0 the leap is `long` steps by `heading`, which may be diagonal. There are no
/// paths from a square, or by a heading, of another board.
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
    leaps_within(board, from, legs(board, heading, long, short, aside, long_first), MOST_PATHS).0
}

/// The two legs of a leap, as [`leap_paths`] walks them.
pub(crate) fn legs(
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

/// The paths of two legs, and whether that is all: no more than `most` are followed.
pub(crate) fn leaps_within(board: &Board, from: Square, legs: [(Heading, usize); 2], most: usize) -> (Vec<Path>, bool) {
    let mut open = vec![Path::empty(legs[0].0, legs[0].1.saturating_add(legs[1].1).min(RAY))];
    let mut next = Vec::new();
    let mut whole = true;
    for (leg, count) in legs {
        for step in 0..count {
            if open.is_empty() {
                return (open, whole);
            }
            // The first step of a leg takes its heading from the frame carried along;
            // the later ones follow the link.
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
