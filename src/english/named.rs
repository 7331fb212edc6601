//! One name of a rulebook in words: how a kind moves, which squares a zone has, where a line runs.
//!
//! Contains [`named`]. Input: a compiled rulebook, and the header of the name. Output: a sentence, or
//! nothing for other headers. Does not know how the page arranges these sentences.

use super::location::Steps;
use super::movement::ways;
use super::squares::squares_text;
use crate::notation::name::{joined, seat_title};
use crate::rulebook::{Rulebook, SeatId};

/// Describes the name that a header declares, for example `zone` and `last-rank`.
pub(crate) fn named(book: &Rulebook, family: &str, name: &str) -> Option<String> {
    let seat = |at: usize| book.seat_ids().nth(at).map_or_else(String::new, |it: SeatId| seat_title(book, it));
    match family {
        "piece" => {
            let kind = book.kinds.iter().find(|it| it.name == name)?;
            let ways = ways(kind, book.board.cells());
            (!ways.is_empty()).then(|| format!("It moves {}.", joined(&ways, "or")))
        }
        "zone" => {
            let zone = book.zones.iter().find(|it| it.name == name)?;
            let each = zone.squares.iter().enumerate().map(|(at, squares)| {
                let squares = squares_text(&book.board, squares);
                if zone.by_seat { format!("{}: {squares}", seat(at)) } else { squares }
            });
            let mut each: Vec<String> = each.collect();
            each.dedup();
            Some(format!("{}.", each.join("; ")))
        }
        "line" | "barrier" => {
            let line = match family {
                "line" => book.lines.iter().find(|it| it.name == name)?.instances.clone(),
                _ => Vec::new(),
            };
            let barrier = book.barriers.iter().find(|it| family == "barrier" && it.name == name);
            let instances: Vec<u16> = barrier.map_or(line, |it| it.instances.clone());
            let steps = |it: &u16| {
                Steps::of(
                    book,
                    |link| if barrier.is_some() { link.barriers.contains(it) } else { link.lines.contains(it) },
                )
            };
            let each: Vec<String> = instances.iter().map(|it| steps(it).listed()).collect();
            (!each.is_empty()).then(|| format!("Its steps: {}.", each.join("; ")))
        }
        _ => None,
    }
}
