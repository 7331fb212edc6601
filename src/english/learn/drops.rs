//! Drops: pieces that come back from the pool of a player.
//!
//! Contains: [`RulesWriter::drop_rules`]. Input: `[drop]` and `[pool]` with the compiled rules. Output:
//! numbered items. Does not know: how captures and promotions are written.

use super::super::RulesWriter;
use super::super::phrases::{a, capital, count, kinds_or, one_of, piece, place, plural};
use super::super::words::InWords;
use super::special::SpecialRule;
use crate::board::Square;
use crate::definition::{Ban, Drop, PieceTest, PlaceTest};
use crate::notation::name::{joined, seat_title};
use crate::policy::{Cells, DropConversion, DropMate, ForcedDrop, Who};
use crate::rulebook::{Kind, KindId, Rulebook};

impl RulesWriter<'_> {
    /// Returns the rules for drops, none of which is as in chess.
    pub(super) fn drop_rules(&self) -> Vec<(bool, SpecialRule)> {
        if self.def.drops.is_empty() {
            return Vec::new();
        }
        let may =
            if self.must_drop() { "A player drops pieces" } else { "In place of a move, a player may drop a piece" };
        let must = if self.must_drop() { format!(" {}", ForcedDrop::Yes.sentence()) } else { String::new() };
        let text = format!(
            "{may} from their hand, which is their pool of pieces: they put {} on an empty square.{must}",
            if self.must_drop() { "one at a time" } else { "it" }
        );
        let mut points = vec![self.pools()];
        points.extend(self.returning_kinds());
        points.extend(self.start_pools());
        points.extend(self.def.drops.iter().map(|it| self.drop_rule(&it.1)));
        let name = "Drops".to_owned();
        vec![(false, SpecialRule { id: "rule-drops".to_owned(), name, text, points, ..SpecialRule::default() })]
    }

    /// Reports whether a player who can drop a piece must always do so.
    pub(super) fn must_drop(&self) -> bool {
        self.def.drops.iter().all(|it| it.1.forced.value == ForcedDrop::Yes)
    }

    /// Adds to what a ban forbids that it concerns drops, too, and that pieces in hand do not count.
    pub(super) fn with_drops(&self, ban: &Ban, text: &str) -> String {
        let mut pools = self.book.start_pools.iter().flatten();
        let test = ban.r#move.as_ref().filter(|_| pools.any(|it| *it > 0));
        let Some(test) = test.filter(|it| it.captures.is_none() && it.to.is_none() && it.crosses.is_none()) else {
            return text.to_owned();
        };
        let kinds = test.piece.as_ref().and_then(|it| it.kind.as_ref());
        let is_dropped = kinds.is_some_and(|it| {
            let mut dropped = self.def.drops.iter().flat_map(|drop| drop.1.pieces.iter());
            dropped.any(|kind| it.iter().any(|it| it.value == kind.value))
        });
        match is_dropped {
            true => text
                .replacen(" may not move", " may not move or be dropped", 1)
                .replace(" left in all", " on the board"),
            false => text.to_owned(),
        }
    }

    /// Which captured pieces become another kind.
    fn returning_kinds(&self) -> Option<String> {
        let kinds = &self.book.kinds;
        let all = || (0..kinds.len()).map(|it| KindId(it as u8));
        let changes: Vec<(Vec<String>, &str)> = all()
            .map(|into| {
                let from = all().filter(|it| *it != into && kinds[it.index()].captured_as == into);
                (from.map(|it| kinds[it.index()].label.clone()).collect(), kinds[into.index()].label.as_str())
            })
            .filter(|it: &(Vec<String>, &str)| !it.0.is_empty())
            .collect();
        let between = if changes.iter().any(|it| it.0.len() > 1) { "; " } else { ", " };
        let described: Vec<String> =
            changes.iter().map(|(from, into)| format!("{} to {into}", joined(from, "or"))).collect();
        if let [(from, into)] = changes.as_slice() {
            return Some(format!("A captured {} becomes {}.", joined(from, "or"), a(into)));
        }
        (!described.is_empty())
            .then(|| format!("Some pieces change when they are captured: {}.", described.join(between)))
    }

    /// The pieces of a pool: `a knight and two hawks`.
    fn pieces_of(&self, pool: &[u8]) -> String {
        let kinds = pool.iter().zip(&self.book.kinds).filter(|it| *it.0 > 0);
        let held = |(number, kind): (&u8, &Kind)| match number {
            1 => a(&kind.label),
            _ => format!("{} {}", count(i64::from(*number)), plural(&kind.label)),
        };
        joined(&kinds.map(held).collect::<Vec<_>>(), "and")
    }

    /// What every pool contains at the start, if all are alike: `two hawks`.
    pub(super) fn held_by_each(&self) -> Option<String> {
        let first = self.book.start_pools.first()?;
        let text = self.pieces_of(first);
        (!text.is_empty() && self.book.start_pools.iter().all(|it| it == first)).then_some(text)
    }

    /// What is in the pools at the start.
    pub(super) fn start_pools(&self) -> Option<String> {
        let book = self.book;
        if let Some(it) = self.held_by_each() {
            return Some(format!("At the start, each player holds {it}."));
        }
        let all: Vec<String> = book.start_pools.iter().map(|it| self.pieces_of(it)).collect();
        let one = |(seat, held): (_, &String)| {
            (!held.is_empty()).then(|| format!("{}: {held}", crate::notation::name::seat_title(book, seat)))
        };
        let all: Vec<String> = book.seat_ids().zip(&all).filter_map(one).collect();
        (!all.is_empty()).then(|| format!("At the start, the players hold these pieces. {}.", all.join(". ")))
    }

    /// Where a piece may be dropped. A zone that is the same for all players is named by its squares.
    fn drop_place(&self, it: &PlaceTest) -> String {
        let zone = it.zone.as_ref().filter(|_| it.links.is_none() && it.of.is_none());
        let zone = zone.and_then(|name| self.book.zones.iter().find(|it| it.name == name.value.0 && !it.by_seat));
        match zone.and_then(|it| it.squares.first()) {
            Some(squares) => format!("on {}", self.place_text(squares)),
            None => place(self.book, it),
        }
    }

    /// Describes a piece that must be next to the square: `a piece of the same player`.
    fn neighbor(&self, test: &PieceTest) -> String {
        let mut test = test.clone();
        let own = test.owner.take_if(|it| it.value == Who::Mover);
        format!("{}{}", piece(self.book, &test), if own.is_some() { " of the same player" } else { "" })
    }

    /// Says which squares are a file, after a space, where the board is not one of square cells: ` White's files are lines
    /// such as c1, c2 and c3.`
    fn a_file(&self) -> String {
        let board = &self.book.board;
        let first = self.book.seat_ids().next();
        let (Some(middle), Some(first)) = (board.squares().nth(board.len() / 2), first) else { return String::new() };
        if board.cells() == Cells::Square {
            return String::new();
        }
        let place = |it: Square| (board.info(it).patch, board.info(it).file);
        let file = board.squares().filter(|it| place(*it) == place(middle));
        let names: Vec<&str> = file.map(|it| board.name(it)).collect();
        format!(" {}'s files are lines such as {}.", seat_title(self.book, first), joined(&names, "and"))
    }

    fn drop_rule(&self, it: &Drop) -> String {
        let book = self.book;
        let what = kinds_or(book, &it.pieces);
        let one = capital(&a(&what));
        let mut text = match (&it.on, &it.beside) {
            (Some(on), None) => format!("{one} may be dropped only {}.", self.drop_place(on)),
            (None, None) => format!("{one} may be dropped on any empty square."),
            (None, Some(beside)) => {
                format!(
                    "{one} may be dropped only one straight or diagonal step from {}.",
                    self.neighbor(&beside.value)
                )
            }
            (Some(on), Some(beside)) => {
                let (on, beside) = (self.drop_place(on), self.neighbor(&beside.value));
                format!("{one} may be dropped only {on}, one straight or diagonal step from {beside}.")
            }
        };
        if let Some(into) = &it.into {
            text.push_str(&format!(" It becomes {}, as its owner chooses.", one_of(book, into)));
        }
        if it.forced.value == ForcedDrop::Yes && !self.must_drop() {
            text.push_str(&format!(" {}", it.forced.sentence()));
        }
        if let Some(not_on) = &it.not_on {
            text.push_str(&format!(" It may not be dropped {}.", self.drop_place(not_on)));
        }
        if it.conversion.value == DropConversion::Required {
            text.push_str(&format!(" {}", it.conversion.sentence()));
        }
        if let Some(most) = &it.most_on_file {
            let most = limit(book, it, most.value);
            text.push_str(&format!(" After the drop, a player may have at most {most} on the file."));
            text.push_str(&self.a_file());
        }
        if let Some(most) = &it.most_on_color {
            let most = limit(book, it, most.value);
            text.push_str(&format!(" After the drop, a player may have at most {most} on squares of that color."));
            if it.forced.value == ForcedDrop::Yes {
                let needed = one_of(book, &it.pieces);
                text.push_str(&format!(" Other drops may not take a square that {needed} still needs."));
            }
        }
        if it.mate.value == DropMate::Forbidden {
            text.push_str(&format!(" {}", it.mate.sentence()));
        }
        capital(&text)
    }
}

/// Returns a number of pieces of each kind of a rule: `one pawn`.
fn limit(book: &Rulebook, rule: &Drop, most: i64) -> String {
    // What is dropped as another kind counts as that kind.
    let pieces = rule.into.as_deref().unwrap_or(&rule.pieces);
    let what = kinds_or(book, pieces);
    let kind = match (pieces.len(), most) {
        (1, 1) => what,
        (1, _) => plural(&what),
        (_, 1) => "piece of each kind".to_owned(),
        _ => "pieces of each kind".to_owned(),
    };
    format!("{} {kind}", count(most))
}
