//! Paths over links: rays and leaps, by walking the graph.
//!
//! In: a [`Board`], a square, a heading. Out: [`Path`]s in a fixed order. Used when a
//! variant is compiled; never while moves are generated. A ray forks where a heading
//! has several links, and ends where it would meet a link that it has already used.

use super::{Board, FrameTurn, Heading, Square};

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
    fn step(&self, board: &Board, index: usize, from: Square) -> Path {
        let (to, link) = &board.links(from)[index];
        let mut next = self.clone();
        next.squares.push(*to);
        next.links.push(index as u16);
        next.turn = next.turn.then(link.turn, board.headings);
        next.onward = link.onward;
        next
    }
    fn empty(heading: Heading) -> Path {
        Path { squares: Vec::new(), links: Vec::new(), turn: FrameTurn::default(), onward: heading }
    }
}

/// All maximal rays from a square by one heading, at most `limit` steps each (0: no limit).
/// Each is followed until no link goes on, or until it comes back to where it began (the
/// start is then its last square); a fork gives one ray for each branch. Rays come in
/// order of links.
pub fn ray_paths(board: &Board, from: Square, heading: Heading, limit: usize) -> Vec<Path> {
    let mut done = Vec::new();
    let mut open = vec![(from, Path::empty(heading))];
    while let Some((at, path)) = open.pop() {
        let closed = path.squares.last() == Some(&from) || has_looped(board, from, &path);
        let full = limit != 0 && path.squares.len() >= limit;
        let next: Vec<usize> = if closed || full {
            Vec::new()
        } else {
            (0..board.links(at).len()).filter(|it| board.links(at)[*it].1.heading == path.onward).collect()
        };
        if next.is_empty() {
            if !path.squares.is_empty() {
                done.push(path);
            }
            continue;
        }
        for index in next.into_iter().rev() {
            open.push((board.links(at)[index].0, path.step(board, index, at)));
        }
    }
    done
}

/// Whether the last link of the path was used before in it: a loop that does not pass the start.
fn has_looped(board: &Board, from: Square, path: &Path) -> bool {
    let used: Vec<(Square, u16)> =
        std::iter::once(from).chain(path.squares.iter().copied()).zip(path.links.iter().copied()).collect();
    let _ = board;
    match used.split_last() {
        Some((last, before)) => before.contains(last),
        None => false,
    }
}

/// The paths of an oblique leap of `long` straight steps and `short` aside, that starts by
/// `heading` (straight) and turns to the side `aside` (+2 or -2 headings, in the frame
/// carried along). `long` first where `long_first`, else the short leg goes first by the
/// side and the long leg follows.
///
/// With `short` = 0 the leap is `long` steps by `heading`, which may be diagonal.
pub fn leap_paths(
    board: &Board,
    from: Square,
    heading: Heading,
    long: usize,
    short: usize,
    aside: i8,
    long_first: bool,
) -> Vec<Path> {
    let n = board.headings;
    let side = Heading(((heading.0 as i16 + n as i16 + aside as i16) % n as i16) as u8);
    let legs = if long_first { [(heading, long), (side, short)] } else { [(side, short), (heading, long)] };
    let mut open = vec![Path::empty(heading)];
    for (leg, count) in legs {
        for step in 0..count {
            let mut next = Vec::new();
            for path in &open {
                let at = path.squares.last().copied().unwrap_or(from);
                // The first step of a leg takes its heading from the frame carried along;
                // the later ones follow the link.
                let go = if step == 0 { path.turn.apply(leg, n) } else { path.onward };
                for index in (0..board.links(at).len()).filter(|it| board.links(at)[*it].1.heading == go) {
                    next.push(path.step(board, index, at));
                }
            }
            open = next;
        }
    }
    open.retain(|it| !it.squares.is_empty() && it.end() != from);
    open
}
