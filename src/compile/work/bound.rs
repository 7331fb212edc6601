//! An upper bound of the work budget that follows no path.
//!
//! Input: a board without forks, the kinds, the seats. Output: at least as many steps as
//! [`PathCounter`](super::PathCounter) counts, or nothing if the bound exceeds the budget or cannot be computed. The
//! paths are then counted. Does not know diagnostics.

use super::{facings, is_plain};
use crate::board::{Board, Heading, Square};
use crate::rulebook::{Atom, AtomShape, Kind, MAX_STEPS, Seat};

/// The length of a line that is not known yet.
const UNKNOWN: u32 = u32::MAX;
/// The length of a line that is being followed.
const OPEN: u32 = u32::MAX - 1;

/// Returns an upper bound of the steps of all paths, if it is within the budget.
pub(super) fn most_steps(board: &Board, kinds: &[Kind], seats: &[Seat], is_turned: bool) -> Option<u64> {
    let lines = lines(board);
    let squares = board.len() as u64;
    let mut sum = 0u64;
    for kind in kinds {
        for atom in &kind.movement.atoms {
            // The first visit of a path costs its steps, and each visit for a player a quarter of them, rounded up.
            let again = |steps: u64, players: usize| (steps * players as u64).div_ceil(4) + squares;
            if is_plain(atom) {
                for (facing, players) in facings(board, kind, seats, is_turned) {
                    for start in atom.starts(board, facing) {
                        let line = lines[usize::from(start.heading.0)];
                        let steps = if atom.range == 0 { line } else { line.min(squares * u64::from(atom.range)) };
                        sum += steps + again(steps, players);
                    }
                }
                continue;
            }
            if atom.bends() || atom.range != 1 {
                return None;
            }
            let single = squares * most_steps_of_leap(atom);
            let undirected = Atom { directions: None, ..atom.clone() };
            sum += single * undirected.starts(board, Heading(0)).len() as u64;
            for (facing, players) in facings(board, kind, seats, is_turned) {
                sum += atom.starts(board, facing).len() as u64 * (single + again(2 * squares, players));
            }
        }
    }
    (sum <= MAX_STEPS).then_some(sum)
}

/// Returns an upper bound of the steps of one leap. Without forks, it has one path for each order of its legs.
fn most_steps_of_leap(atom: &Atom) -> u64 {
    let legs = match atom.shape {
        AtomShape::Straight(long) | AtomShape::Diagonal(long) => u64::from(long),
        AtomShape::Oblique(long, short) => u64::from(long + short) * 2,
        AtomShape::Zigzag(_) | AtomShape::Bent => 0,
    };
    // The leap itself, its legs, and its destinations: once when they are found, and once when they are counted.
    1 + legs + 2 + 2
}

/// Returns, by heading, at least the number of squares on the lines from all squares together.
fn lines(board: &Board) -> Vec<u64> {
    let headings = usize::from(board.headings);
    let mut known = vec![UNKNOWN; board.len() * headings];
    let mut way = Vec::new();
    for from in board.squares() {
        for heading in 0..board.headings {
            let mut place = Some((from, Heading(heading)));
            // The squares of the line from here on, without this place.
            let mut length = loop {
                let Some((at, go)) = place else { break 0 };
                let index = at.index() * headings + usize::from(go.0);
                match known[index] {
                    UNKNOWN => {
                        known[index] = OPEN;
                        way.push(index);
                        place = next(board, at, go);
                    }
                    OPEN => {
                        // A line follows each link once, so it goes around a circle once.
                        let circle = way.split_off(way.iter().position(|it| *it == index).unwrap_or(0));
                        let length = circle.len() as u32;
                        circle.into_iter().for_each(|it| known[it] = length);
                        break length + 1;
                    }
                    length => break length + 1,
                }
            };
            while let Some(index) = way.pop() {
                known[index] = length;
                length += 1;
            }
        }
    }
    let of = |heading: usize| known.iter().skip(heading).step_by(headings).map(|it| u64::from(*it)).sum();
    (0..headings).map(of).collect()
}

/// Returns the next place of a line: the square, and the heading by which the line continues.
fn next(board: &Board, at: Square, go: Heading) -> Option<(Square, Heading)> {
    let (to, link) = board.branches(at, go).next().map(|it| &board.links(at)[it])?;
    Some((*to, link.onward))
}
