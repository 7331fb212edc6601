//! How lines run where they do not run as on a plain board: forks, lines that close on
//! themselves, steps over which forward turns.
//!
//! Input: a board. Output: sentences, each with an example. Everything is looked up on links.

use super::phrases::count;
use crate::board::{Board, Heading, Link, Square};
use crate::notation::name::joined;
use crate::policy::Role;
use crate::rulebook::{Rulebook, SeatId};
use crate::sorting::CompactSort;

/// Returns the headings of straight or of diagonal lines.
fn headings(board: &Board, straight: bool) -> impl Iterator<Item = Heading> + Clone {
    (0..board.headings).map(Heading).filter(move |it| board.is_straight(*it) == straight)
}

/// Describes where straight and diagonal lines fork. `is_open` tests whether pieces can go along a step.
pub(super) fn forks(board: &Board, is_open: &dyn Fn(&Link) -> bool) -> Vec<String> {
    let one = |(straight, what)| forks_of(board, headings(board, straight), what, is_open);
    [(true, "straight"), (false, "diagonal")].into_iter().filter_map(one).collect()
}

/// Describes straight and diagonal lines that come back to their start.
pub(super) fn circles(board: &Board) -> Vec<String> {
    let one = |(straight, what)| circles_of(board, headings(board, straight), what);
    [(true, "straight"), (false, "diagonal")].into_iter().filter_map(one).collect()
}

fn forks_of(
    board: &Board,
    headings: impl Iterator<Item = Heading> + Clone,
    what: &str,
    is_open: &dyn Fn(&Link) -> bool,
) -> Option<String> {
    let mut places = Vec::new();
    for from in board.squares() {
        for heading in headings.clone() {
            let ends: Vec<&str> =
                board.steps(from, heading).filter(|it| is_open(&it.1)).map(|it| board.name(it.0)).collect();
            if ends.len() > 1 {
                let leads_to = |at: Square| board.links(at).iter().any(|it| it.0 == from && it.1.onward() == heading);
                let before = board.squares().find(|it| leads_to(*it));
                let line = before.map_or_else(String::new, |it| format!("{}-", board.name(it)));
                places.push(format!("{line}{} goes on to {}", board.name(from), joined(&ends, "or")));
            }
        }
    }
    let shown = places.iter().take(6).cloned().collect::<Vec<_>>().join("; ");
    let rest = if places.len() > 6 { format!("; and so at {} more places", places.len() - 6) } else { String::new() };
    (!places.is_empty()).then(|| format!("Some {what} lines split, and a piece may follow either part: {shown}{rest}."))
}

/// A line that comes back to where it began.
fn circles_of(board: &Board, headings: impl Iterator<Item = Heading> + Clone, what: &str) -> Option<String> {
    let mut first: Option<(Square, Heading, usize)> = None;
    let mut lines = 0;
    for from in board.squares() {
        for heading in headings.clone() {
            if let Some(steps) = board.circle(from, heading) {
                lines += 1;
                first = first.or(Some((from, heading, steps)));
            }
        }
    }
    let (from, heading, steps) = first?;
    let all = if lines == board.len() * headings.count() { "Every" } else { "Not every" };
    let rest = match all {
        "Every" => format!("Every {what} line comes back to its start"),
        _ => format!("Some {what} lines come back to their start"),
    };
    let next = board.steps(from, heading).next().map_or(String::new(), |it| format!(" by {}", board.name(it.0)));
    let whole = if steps == 1 { "one step".to_owned() } else { format!("{} steps", count(steps as i64)) };
    Some(format!("{rest}: from {}{next}, after {whole}.", board.name(from)))
}

/// Steps over which the headings of a traveller change.
pub(super) fn turns(board: &Board) -> Option<String> {
    let straight = |it: &&(Square, Link)| board.is_straight(it.1.heading);
    let turned = board.squares().flat_map(|from| {
        let links = board.links(from).iter().filter(straight);
        links.filter(|it| it.1.onward != it.1.heading).map(move |it| (from, it))
    });
    // An example that goes on from there says which way.
    let on = |to: Square, link: &crate::board::Link| board.steps(to, link.onward).next().map(|it| it.0);
    let examples = turned.map(|(from, (to, link))| (from, *to, on(*to, link)));
    // The ranks of a good example first rise and then fall, or the other way round.
    let rank = |it: Square| board.name(it).trim_start_matches(|it: char| !it.is_ascii_digit()).parse::<i16>().ok();
    let is_clear = |(from, to, next): &(Square, Square, Option<Square>)| {
        let ranks = (rank(*from), rank(*to), next.and_then(rank));
        matches!(ranks, (Some(from), Some(to), Some(next)) if (from - to) * (to - next) < 0)
    };
    let (from, to, next) = examples.max_by_key(|it| (is_clear(it), it.2.is_some(), std::cmp::Reverse(it.0)))?;
    let next = next.map_or_else(String::new, |it| format!(" goes on to {}", board.name(it)));
    Some(format!(
        "Across some edges directions turn: a piece that goes from {} to {}{next}, and its forward direction turns with it.",
        board.name(from),
        board.name(to)
    ))
}

/// A step forward of a seat: of a pawn of his where there is one.
pub(super) fn forward_example(book: &Rulebook, seat: SeatId) -> Option<(String, String)> {
    let board = &book.board;
    let faces = book.seats[seat.index()].faces;
    let all = book.setup.as_deref().unwrap_or_default();
    let mut pieces: Vec<_> = all.iter().filter(|it| it.0 == seat).collect();
    pieces.compact_sort_by_key(|it| book.kinds[it.1.index()].role != Role::Pawn);
    // A hole may be in front of all pieces.
    let others = board.squares().filter(|_| !pieces.is_empty());
    pieces.iter().map(|it| it.2).chain(others).find_map(|from| {
        let (to, _) = board.steps(from, faces).next()?;
        Some((board.name(from).to_owned(), board.name(*to).to_owned()))
    })
}
