//! Movements with bends, in words: zigzags and paths of several legs.
//!
//! Input: an atom that bends, and the shape of the cells. Output: a clause: `one diagonal step, where it may stop, and then any
//! number of straight steps onward, over empty squares`. Knows no board.

use super::super::phrases::count;
use super::{directions, steps};
use crate::notation::name::joined;
use crate::policy::Cells;
use crate::rulebook::{Atom, AtomShape, Direction, Joint, Leg};

/// A zigzag of straight or diagonal steps; `to` is where it starts.
pub(super) fn zigzag(atom: &Atom, is_diagonal: bool, to: &str, cells: Cells) -> String {
    let way = if is_diagonal { "diagonal" } else { "straight" };
    let turn = match cells {
        Cells::Square => "a right-angle turn",
        Cells::Hex | Cells::Triangle => "a turn of 60 degrees",
    };
    let number = several(atom.range);
    format!(
        "{number} {way} steps{to} in a zigzag, with {turn} after each step, left and right in turn, over empty squares"
    )
}

/// The legs of a path, one after the other.
pub(super) fn bent(atom: &Atom) -> String {
    let legs = atom.legs.iter().enumerate();
    if atom.is_bent_leap() {
        let all: Vec<String> = legs
            .map(|(at, it)| {
                let number = length(it);
                format!("{}{}", steps(number, way(it)), toward(atom, at))
            })
            .collect();
        return format!("{}, in one leap", all.join(" and then "));
    }
    let all: Vec<String> = legs
        .map(|(at, leg)| {
            let (way, to) = (way(leg), toward(atom, at));
            let single = match length(leg) {
                1 => format!("one {way} step{to}"),
                length => format!("a leap of {}{to}", steps(length, way)),
            };
            let steps = match leg.range {
                1 => single,
                range => {
                    let what = if length(leg) == 1 {
                        format!("{way} steps")
                    } else {
                        format!("leaps of {}", steps(length(leg), way))
                    };
                    format!("{} {what}{to} on one line, over empty squares", several(range))
                }
            };
            let is_last = at + 1 == atom.legs.len();
            let joint = match leg.joint {
                _ if is_last => "",
                Joint::Stop => ", where it may stop,",
                Joint::Empty if leg.range == 1 => " to an empty square",
                Joint::Empty => ",",
                Joint::Over => ", over whatever is there,",
            };
            format!("{steps}{joint}")
        })
        .collect();
    all.join(" and then ")
}

fn several(range: u8) -> String {
    match range {
        0 => "any number of".to_owned(),
        range => format!("up to {}", count(range.into())),
    }
}

/// The length of one stride of a leg.
fn length(leg: &Leg) -> u8 {
    match leg.shape {
        AtomShape::Straight(length) | AtomShape::Diagonal(length) => length,
        _ => 1,
    }
}

fn way(leg: &Leg) -> &'static str {
    if matches!(leg.shape, AtomShape::Diagonal(_)) { "diagonal" } else { "straight" }
}

/// Where a leg goes: the first one seen from the piece, the others from the leg before.
fn toward(atom: &Atom, at: usize) -> String {
    if at == 0 {
        return atom.directions.as_deref().map_or_else(String::new, |it| format!(" {}", directions(it, false)));
    }
    let Some(all) = &atom.legs[at].directions else { return " in any direction".to_owned() };
    let words: Vec<&str> = all
        .iter()
        .map(|it| match it {
            Direction::Forward => "onward",
            Direction::Backward => "back",
            Direction::ForwardRight => "onward to the right",
            Direction::ForwardLeft => "onward to the left",
            Direction::BackwardRight => "back to the right",
            Direction::BackwardLeft => "back to the left",
            Direction::Left => "to the left",
            _ => "to the right",
        })
        .collect();
    match all.as_slice() {
        [Direction::Left, Direction::Right] | [Direction::Right, Direction::Left] => " to either side".to_owned(),
        _ => format!(" {}", joined(&words, "or")),
    }
}
