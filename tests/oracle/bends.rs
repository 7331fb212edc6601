//! Paths with bends: zigzags, and several legs.
//!
//! Input: a board, an atom with a bend, a square and a facing. Output: every stop, with what lies on the way to it. Does not know
//! barriers.

use super::aims::{after, chosen};
use super::geometry::{Field, Step, Travel};
use std::collections::BTreeMap;
use threefold_engine::board::{Heading, Square};
use threefold_engine::rulebook::{Atom, AtomShape, Joint};

/// A square where the piece may end its move.
pub struct Landing {
    pub travel: Travel,
    /// The squares before it that must be empty.
    pub empty: Vec<Square>,
}

/// Where the next leg begins.
#[derive(Clone)]
struct Corner {
    travel: Travel,
    empty: Vec<Square>,
    /// All squares on the way, which the piece does not enter again.
    visited: Vec<Square>,
}

/// Returns the landings of an atom, the first path before the second.
pub fn landings(board: &Field<'_>, atom: &Atom, from: Square, facing: Heading) -> Vec<Landing> {
    let mut found = Vec::new();
    for aim in chosen(board, atom, facing) {
        let corner = Corner { travel: Travel::start(from, aim.heading), empty: Vec::new(), visited: vec![from] };
        match atom.shape() {
            AtomShape::Zigzag(_) => {
                let n = board.headings() as i16;
                let other = Heading((aim.heading.0 as i16 + aim.aside as i16).rem_euclid(n) as u8);
                zigzag(board, atom.range(), [aim.heading, other], 0, corner, &mut found);
            }
            _ => leg(board, atom, 0, aim.heading, corner, &mut found),
        }
    }
    found
}

/// Returns every path of a leap with bends from a square to each target.
pub fn bent_leaps(board: &Field<'_>, atom: &Atom, from: Square) -> BTreeMap<Square, Vec<(bool, Vec<Step>)>> {
    let mut paths: BTreeMap<Square, Vec<(bool, Vec<Step>)>> = BTreeMap::new();
    for aim in super::aims::aims(board, atom, Heading(0)) {
        let corner = Corner { travel: Travel::start(from, aim.heading), empty: Vec::new(), visited: vec![from] };
        let mut found = Vec::new();
        leg(board, atom, 0, aim.heading, corner, &mut found);
        for it in found {
            paths.entry(it.travel.at).or_default().push((true, it.travel.steps));
        }
    }
    paths
}

fn zigzag(board: &Field<'_>, range: u8, headings: [Heading; 2], taken: usize, at: Corner, found: &mut Vec<Landing>) {
    if range != 0 && taken == usize::from(range) {
        return;
    }
    for mut next in stride(board, &at, headings[taken % 2], 1) {
        found.push(Landing { travel: next.travel.clone(), empty: next.empty.clone() });
        next.empty.push(next.travel.at);
        zigzag(board, range, headings, taken + 1, next, found);
    }
}

/// Follows one leg from a corner, and all legs after it.
fn leg(board: &Field<'_>, atom: &Atom, number: usize, heading: Heading, at: Corner, found: &mut Vec<Landing>) {
    let own = &atom.legs()[number];
    let (AtomShape::Straight(length) | AtomShape::Diagonal(length)) = own.shape() else { return };
    let mut open: Vec<(usize, Corner)> = vec![(0, at)];
    while let Some((strides, mut at)) = open.pop() {
        if strides > 0 {
            if own.joint() == Joint::Stop {
                found.push(Landing { travel: at.travel.clone(), empty: at.empty.clone() });
            }
            let over = at.clone();
            // To go on, here or around the corner, the square must be empty, unless the piece jumps around the corner.
            at.empty.push(at.travel.at);
            let corner = if own.joint() == Joint::Over { over } else { at.clone() };
            if let Some(then) = atom.legs().get(number + 1) {
                for heading in after(board, then, heading) {
                    leg(board, atom, number + 1, heading, corner.clone(), found);
                }
            }
        }
        if own.range() != 0 && strides == usize::from(own.range()) {
            continue;
        }
        let next = match strides {
            0 => stride(board, &at, heading, length),
            _ => further(board, vec![at], length),
        };
        open.extend(next.into_iter().rev().map(|it| (strides + 1, it)));
    }
}

/// Returns the corners after a stride of a new leg, given in the headings of the start.
fn stride(board: &Field<'_>, from: &Corner, heading: Heading, length: u8) -> Vec<Corner> {
    let first = from.travel.leg(board, heading, 1);
    further(board, enter(from, first), length - 1)
}

/// Follows all corners some steps further.
fn further(board: &Field<'_>, mut all: Vec<Corner>, steps: u8) -> Vec<Corner> {
    for _ in 0..steps {
        all = all.iter().flat_map(|it| enter(it, it.travel.on(board, it.travel.onward))).collect();
    }
    all
}

fn enter(from: &Corner, travels: Vec<Travel>) -> Vec<Corner> {
    let is_new = |it: &Travel| !from.visited.contains(&it.at);
    let corner = |travel: Travel| {
        let visited = [from.visited.as_slice(), &[travel.at]].concat();
        Corner { travel, empty: from.empty.clone(), visited }
    };
    travels.into_iter().filter(is_new).map(corner).collect()
}
