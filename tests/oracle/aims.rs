//! Aims: the directions in which an atom can start, and those that its modifiers allow.
//!
//! Input: an atom or one of its legs, a facing and the number of headings. Output: headings and sides, with the direction of each
//! leap in degrees, as the reference describes it. Does not know links.

use threefold_engine::board::{Board, Heading};
use threefold_engine::policy::Cells;
use threefold_engine::rulebook::{Atom, AtomShape, Direction, Leg};

/// The start of an atom: the heading of the long leg, the side of the short leg (0 for none),
/// and the direction of their sum, in degrees clockwise from the facing.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    pub heading: Heading,
    pub aside: i8,
    pub degrees: f64,
}

/// Reports whether the cells of a board are triangles.
pub fn is_triangular(board: &Board) -> bool {
    board.cells() == Cells::Triangle
}

fn straight(board: &Board, heading: Heading) -> bool {
    heading.0 % 2 == if board.headings() == 8 { 0 } else { 1 }
}

/// Returns the shape in which an atom starts.
fn first_shape(atom: &Atom) -> AtomShape {
    atom.legs().first().map_or(atom.shape(), |it| it.shape())
}

/// Returns the directions of an atom for a piece with this facing.
pub fn aims(board: &Board, atom: &Atom, facing: Heading) -> Vec<Aim> {
    aims_of(board, first_shape(atom), facing)
}

fn aims_of(board: &Board, shape: AtomShape, facing: Heading) -> Vec<Aim> {
    let unit = 360.0 / board.headings() as f64;
    let mut all = Vec::new();
    for heading in (0..board.headings()).map(Heading) {
        let ahead = (heading.0 as f64 - facing.0 as f64) * unit;
        match shape {
            AtomShape::Zigzag(is_diagonal) if straight(board, heading) != is_diagonal => {
                all.extend([2i8, -2].map(|aside| Aim { heading, aside, degrees: ahead }));
            }
            AtomShape::Straight(_) if straight(board, heading) => {
                all.push(Aim { heading, aside: 0, degrees: ahead });
            }
            AtomShape::Diagonal(_) if !straight(board, heading) => {
                all.push(Aim { heading, aside: 0, degrees: ahead });
            }
            AtomShape::Oblique(long, short) if is_triangular(board) && !straight(board, heading) => {
                for aside in [3i8, -3] {
                    // On average, a diagonal step is as long as a row is high, and a straight one half an edge.
                    let (x, y) = (0.5 * short as f64, 0.75f64.sqrt() * long as f64);
                    let lean = x.atan2(y).to_degrees() * f64::from(aside.signum());
                    all.push(Aim { heading, aside, degrees: ahead + lean });
                }
            }
            AtomShape::Oblique(long, short) if !is_triangular(board) && straight(board, heading) => {
                for aside in [2i8, -2] {
                    // The sum of both legs as vectors.
                    let angle = (aside as f64 * unit).to_radians();
                    let x = short as f64 * angle.sin();
                    let y = long as f64 + short as f64 * angle.cos();
                    all.push(Aim { heading, aside, degrees: ahead + x.atan2(y).to_degrees() });
                }
            }
            _ => {}
        }
    }
    all
}

/// Returns the angle between two directions, in degrees.
pub fn apart(a: f64, b: f64) -> f64 {
    let turn = (a - b).rem_euclid(360.0);
    turn.min(360.0 - turn)
}

/// Returns the directions that the modifiers allow.
pub fn chosen(board: &Board, atom: &Atom, facing: Heading) -> Vec<Aim> {
    meant(aims(board, atom, facing), atom.directions())
}

/// Returns the headings of a later leg, seen from the heading of the leg before.
pub fn after(board: &Board, leg: &Leg, before: Heading) -> Vec<Heading> {
    let all = aims_of(board, leg.shape(), before);
    meant(all, leg.directions()).into_iter().map(|it| it.heading).collect()
}

fn meant(all: Vec<Aim>, directions: Option<&[Direction]>) -> Vec<Aim> {
    let Some(directions) = directions else { return all };
    let is_meant = |aim: &Aim, direction: Direction| {
        // One letter: the directions nearest to that side.
        let nearest = |side: f64| {
            let best = all.iter().map(|it| apart(it.degrees, side)).fold(f64::MAX, f64::min);
            apart(aim.degrees, side) < best + 1e-6
        };
        // Two letters: the directions between both sides.
        let between = |a: f64, b: f64| apart(aim.degrees, a) < 90.0 - 1e-6 && apart(aim.degrees, b) < 90.0 - 1e-6;
        match direction {
            Direction::Forward => nearest(0.0),
            Direction::Right => nearest(90.0),
            Direction::Backward => nearest(180.0),
            Direction::Left => nearest(270.0),
            Direction::ForwardRight => between(0.0, 90.0),
            Direction::ForwardLeft => between(0.0, 270.0),
            Direction::BackwardRight => between(180.0, 90.0),
            Direction::BackwardLeft => between(180.0, 270.0),
            Direction::ForwardAside => (nearest(90.0) || nearest(270.0)) && apart(aim.degrees, 0.0) < 90.0 - 1e-6,
            Direction::BackwardAside => (nearest(90.0) || nearest(270.0)) && apart(aim.degrees, 180.0) < 90.0 - 1e-6,
        }
    };
    let keep: Vec<bool> = all.iter().map(|it| directions.iter().any(|direction| is_meant(it, *direction))).collect();
    all.into_iter().zip(keep).filter(|it| it.1).map(|it| it.0).collect()
}
