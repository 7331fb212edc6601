//! How a piece moves, in words, worked out from its movement in Betza's notation.
//!
//! Input: the atoms of a [`Kind`], and the shape of the cells. Output: clauses: `one straight step forward, without
//! capturing`. Atoms that differ in nothing but straight and diagonal are written together.
//! Knows no board.

mod bends;

use super::phrases::count;
use crate::notation::name::joined;
use crate::policy::Cells;
use crate::rulebook::{Atom, AtomShape, Direction, Hop, Kind};

/// All ways of a piece, as clauses.
pub(super) fn ways(kind: &Kind, cells: Cells) -> Vec<String> {
    let atoms = &kind.movement.atoms;
    let mut described: Vec<usize> = Vec::new();
    let mut clauses = Vec::new();
    for (at, atom) in atoms.iter().enumerate() {
        if described.contains(&at) {
            continue;
        }
        let twin = (at + 1..atoms.len()).find(|it| !described.contains(it) && are_twins(atom, &atoms[*it]));
        described.extend(twin);
        let longer = if twin.is_none() { longer_leaps(atoms, at) } else { Vec::new() };
        described.extend(&longer);
        let clause = format!("{}{}", step(atom, twin.is_some(), cells), modes(atom));
        let (shortest, longest) = (leap_length(atom), longer.last().and_then(|it| leap_length(&atoms[*it])));
        clauses.push(match (shortest, longest) {
            (Some(shortest), Some(longest)) => {
                let (from, to) = (count(shortest.into()), count(longest.into()));
                clause.replacen(&format!("a leap of {from} "), &format!("a leap of {from} to {to} "), 1).replacen(
                    &format!("exactly {from} "),
                    &format!("{from} to {to} "),
                    1,
                )
            }
            _ => clause,
        });
    }
    clauses
}

/// Whether two atoms are one but for straight and diagonal, in all directions.
fn are_twins(one: &Atom, other: &Atom) -> bool {
    let length = |it: AtomShape| match it {
        AtomShape::Straight(length) | AtomShape::Diagonal(length) => Some(length),
        _ => None,
    };
    let rest = |it: &Atom| Atom { shape: AtomShape::Straight(0), column: 0, ..it.clone() };
    length(one.shape).is_some()
        && length(one.shape) == length(other.shape)
        && one.shape != other.shape
        && one.directions.is_none()
        && rest(one) == rest(other)
}

/// The length of a leap along a line.
fn leap_length(atom: &Atom) -> Option<u8> {
    match atom.shape {
        AtomShape::Straight(length) | AtomShape::Diagonal(length) if length > 1 => Some(length),
        _ => None,
    }
}

/// Returns the leaps that are like the one at an index, but each a step longer than the one before.
fn longer_leaps(atoms: &[Atom], at: usize) -> Vec<usize> {
    let longer = |it: &Atom, by: u8| {
        let shape = match it.shape {
            AtomShape::Straight(length) => AtomShape::Straight(length + by),
            AtomShape::Diagonal(length) => AtomShape::Diagonal(length + by),
            other => other,
        };
        Atom { shape, column: 0, ..it.clone() }
    };
    let mut all: Vec<usize> = Vec::new();
    if leap_length(&atoms[at]).is_none_or(|it| it < 3) {
        return all;
    }
    for by in 1.. {
        let wanted = longer(&atoms[at], by);
        match atoms.iter().position(|it| Atom { column: 0, ..it.clone() } == wanted) {
            Some(next) => all.push(next),
            None => break,
        }
    }
    all
}

fn step(atom: &Atom, is_both: bool, cells: Cells) -> String {
    let way = match atom.shape {
        _ if is_both => "straight or diagonal",
        AtomShape::Straight(_) => "straight",
        AtomShape::Diagonal(_) => "diagonal",
        _ => "",
    };
    let is_oblique = matches!(atom.shape, AtomShape::Oblique(..));
    let comma = if is_oblique { "," } else { "" };
    let to =
        atom.directions.as_deref().map_or_else(String::new, |it| format!("{comma} {}", directions(it, is_oblique)));
    let over = match atom.hop {
        None => "over empty squares",
        Some(Hop::Beyond) => "over exactly one piece and otherwise empty squares",
        Some(Hop::Behind) => "over empty squares and one piece, to the square right behind that piece",
    };
    // Only one square is passed.
    let is_short = matches!(atom.shape, AtomShape::Straight(2) | AtomShape::Diagonal(2) | AtomShape::Oblique(2, _));
    let lame = |what: &str| match atom.hop {
        Some(Hop::Behind) if !is_short => ", over exactly one piece, which is right before the last square".to_owned(),
        Some(_) => ", over exactly one piece".to_owned(),
        None => format!(", if {what}"),
    };
    let lame = |what: &str| if atom.lame { lame(what) } else { String::new() };
    let again = match atom.range {
        1 => String::new(),
        0 => format!(", again and again in the same way {over}"),
        range => format!(", up to {} times in the same way {over}", count(range.into())),
    };
    match atom.shape {
        AtomShape::Zigzag(is_diagonal) => bends::zigzag(atom, is_diagonal, &to, cells),
        AtomShape::Bent => bends::bent(atom),
        AtomShape::Straight(1) | AtomShape::Diagonal(1) => match atom.range {
            1 => format!("one {way} step{to}"),
            0 => format!("any number of {way} steps{to} on one line, {over}"),
            range => format!("up to {} {way} steps{to} on one line, {over}", count(range.into())),
        },
        AtomShape::Straight(length) | AtomShape::Diagonal(length) => {
            let passed = if length == 2 { "the square between is empty" } else { "the squares between are empty" };
            let what = if atom.lame && atom.hop.is_none() { "exactly" } else { "a leap of" };
            format!("{what} {} {way} steps{to} on one line{}{again}", count(length.into()), lame(passed))
        }
        AtomShape::Oblique(long, short) if cells == Cells::Triangle => {
            let (long, short) = (steps(long, "diagonal"), steps(short, "straight"));
            match atom.lame {
                true => {
                    let passed = lame("the squares passed are empty");
                    format!("{long} and then {short} at a right angle{to}{passed}{again}")
                }
                false => format!("a leap of {long} and {short} at a right angle, in either order{to}{again}"),
            }
        }
        AtomShape::Oblique(long, short) if atom.lame => {
            let first = steps(long - short, "straight");
            let then = steps(short, "diagonal");
            let passed = if long == 2 { "the square passed is empty" } else { "the squares passed are empty" };
            format!("{first} and then {then} onward{to}{}{again}", lame(passed))
        }
        AtomShape::Oblique(long, short) => {
            let (long, short) = (steps(long, "straight"), count(short.into()));
            // The directions say which part comes first.
            let order = if to.is_empty() { ", in either order" } else { "" };
            format!("a leap of {long} and {short} to the side{order}{to}{again}")
        }
    }
}

/// A number of steps of one kind: `two straight steps`.
pub(super) fn steps(number: u8, kind: &str) -> String {
    format!("{} {kind} step{}", count(number.into()), if number == 1 { "" } else { "s" })
}

/// Where to. An oblique leap has a long leg, which points somewhere, and a short one.
fn directions(all: &[Direction], is_oblique: bool) -> String {
    let words: Vec<&str> = all
        .iter()
        .map(|it| match (it, is_oblique) {
            (Direction::Forward, false) => "forward",
            (Direction::Backward, false) => "backward",
            (Direction::Right, false) => "to the right",
            (Direction::Left, false) => "to the left",
            (Direction::Forward, true) => "with the long leg forward",
            (Direction::Backward, true) => "with the long leg backward",
            (Direction::Right, true) => "with the long leg to the right",
            (Direction::Left, true) => "with the long leg to the left",
            (Direction::ForwardRight, _) => "forward to the right",
            (Direction::ForwardLeft, _) => "forward to the left",
            (Direction::BackwardRight, _) => "backward to the right",
            (Direction::BackwardLeft, _) => "backward to the left",
            (Direction::ForwardAside, _) => "with the short leg forward",
            (Direction::BackwardAside, _) => "with the short leg backward",
        })
        .collect();
    joined(&words, "or")
}

fn modes(atom: &Atom) -> String {
    let mut text = String::new();
    if atom.en_passant {
        text.push_str(if atom.capture { ", only to capture, also en passant" } else { ", only to capture en passant" });
    } else if atom.quiet && !atom.capture {
        text.push_str(", without capturing");
    } else if atom.capture && !atom.quiet {
        text.push_str(", only to capture");
    }
    if atom.initial {
        text.push_str(", only as its first move");
    }
    if atom.otherwise {
        text.push_str(", only from squares where, even on an empty board, it has no other move without capturing");
    }
    text
}
