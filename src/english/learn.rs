//! What a player must learn, before the details.
//!
//! Contains: [`RulesWriter::learn`] and [`RulesWriter::plain`]. Input: the definition, the
//! rulebook and the starting position. Output: chapters in the order in which a player learns a
//! game, in words of players. Does not know: how the document is shown.

mod across;
mod alliances;
mod bans;
mod barrier_parts;
mod barriers;
mod blockers;
mod captures;
mod castlings;
mod check;
mod claims;
mod conversions;
mod crossings;
mod differences;
mod drops;
mod eliminations;
mod endings;
mod ends;
mod explosions;
mod exposed;
mod extra_turns;
mod field;
mod first_uses;
mod gating;
mod goal;
mod goals_of_two;
mod kinds;
mod leaps;
mod lines_across;
mod losses;
mod mates;
mod needs;
mod new_pieces;
mod new_rules;
mod openings;
mod pawn_steps;
mod places;
mod points;
mod promotion_moves;
mod promotions;
mod rivals;
mod royal_targets;
mod short_moves;
mod special;
mod special_moves;
mod standings;
mod turn;

pub(super) use barriers::plural_of;
pub(super) use leaps::{leap_paths_of, leaps, leaps_between_sections};
pub(super) use mates::enough_attacks;
pub(super) use openings::{OPEN, OPENS};
pub(super) use pawn_steps::pawn_walk;
pub(in crate::english) use special::rank_of_section;
pub(super) use standings::{Roles, standings};

use super::RulesWriter;
use super::phrases::{does, on_or_in};
use crate::board::Square;
use crate::definition::Tag;
use crate::document::Diagram;
use crate::policy::{Role, TagOn};
use crate::rulebook::{Kind, KindId, SeatId};
use crate::rules::Position;

/// Title of the list of differences.
pub(super) const DIFFERENCES: &str = "Main differences from chess";

/// Id of the part on lines across the center or an edge.
pub(super) const LINES: &str = "rule-lines";

/// Id of the part on steps and leaps across the center or an edge.
pub(super) const STEPS: &str = "rule-steps";

/// Returns the id of the sentences on one kind of piece in this part.
pub(super) fn steps_of(kind: &Kind) -> String {
    format!("{STEPS}-{}", kind.name)
}

/// Id of the chapter on eliminated players.
pub(super) const ELIMINATED: &str = "rule-eliminated";

/// Id of the chapter on the end of the game.
pub(super) const THE_END: &str = "rule-end";

/// Id of the part on the details of the rules.
pub(super) const DETAILS: &str = "rule-details";

/// Id of the part on the kinds of checkmate.
pub(super) const KINDS_OF_MATE: &str = "rule-mate-alone";

impl RulesWriter<'_> {
    /// Writes the goal, the board, the moves, the special rules and the end of the game.
    pub(super) fn learn(&mut self, start: Option<Position>) {
        let goal = self.goal();
        self.out.paragraph(goal);
        let turns = self.turns();
        self.out.paragraph(turns);
        if let Some(it) = self.needs() {
            self.out.paragraph(it);
        }
        // A printed first page has room for the picture only before the list.
        if let Some(start) = start {
            let notes = self.picture_notes(&start);
            let paths = if self.book.seats.len() > 2 { self.pawn_arrows() } else { Vec::new() };
            self.out.diagram(Diagram { notes, paths, ..Diagram::new(start) });
        }
        self.out.heading(2, DIFFERENCES);
        let differences = self.differences();
        let (special, as_in_chess) = self.special_rules();
        self.out.list(differences.iter().map(|it| it.line(&special)).collect());
        self.out.anchored_heading(2, "rule-board", "The board");
        let field = self.field();
        self.out.paragraph(field);
        self.edges_of_the_board();
        self.out.anchored_heading(2, "rule-pieces", "The pieces");
        let (moves, others) = self.how_pieces_move();
        self.out.paragraph(moves);
        self.out.list(others);
        self.moves_across();
        let title = if special.is_empty() { "Special moves" } else { "Special moves of chess" };
        self.out.heading(2, "Special rules");
        self.out.numbered(special.into_iter().map(|it| it.entry(&differences)).collect());
        if let Some((title, table)) = self.crossings() {
            self.out.heading(3, title);
            self.out.table(table);
        }
        self.out.heading(2, title);
        self.out.numbered(as_in_chess.into_iter().map(|it| it.entry(&differences)).collect());
        self.check_chapter();
        self.eliminated_players();
        self.how_the_game_ends();
        self.in_plain_words();
        self.only_what_can_happen();
        self.explain_first_uses();
    }

    /// The first steps straight ahead of a pawn of each kind of each player, for arrows on the starting position: two, if it can
    /// make a double step. If only some pawns of a kind can, one of each has an arrow.
    fn pawn_arrows(&self) -> Vec<Vec<Square>> {
        let (book, board) = (self.book, &self.book.board);
        let all = || book.setup.iter().flatten();
        let way = |(seat, kind, from): &(SeatId, KindId, Square)| {
            let (to, link) = board.steps(*from, book.seats[seat.index()].faces).next()?;
            let (end, _) = board.steps(*to, link.onward).next()?;
            let is_double = self.variant.reach(*seat, *kind, *from).quiet.contains(end);
            let way = if is_double { vec![*from, *to, *end] } else { vec![*from, *to] };
            way.iter().skip(1).all(|square| all().all(|it| it.2 != *square)).then_some(way)
        };
        let mut shown: Vec<(SeatId, KindId, usize)> = Vec::new();
        let is_new = |(it, way): &(&(SeatId, KindId, Square), Vec<Square>)| {
            let alike = (it.0, it.1, way.len());
            let is_new = !shown.contains(&alike);
            shown.extend(is_new.then_some(alike));
            is_new
        };
        let pawns = all().filter(|it| book.kinds[it.1.index()].role == Role::Pawn);
        pawns.filter_map(|it| Some((it, way(it)?))).filter(is_new).map(|it| it.1).collect()
    }

    /// Replaces the terms of the language by words of players.
    pub(super) fn plain(&self, text: &str) -> String {
        let book = self.book;
        let mut text = text.to_owned();
        for zone in &book.zones {
            let label = &zone.label;
            let at = on_or_in(label);
            let is_named = self.is_named_by_squares(zone);
            let there = match label.strip_prefix("beyond ") {
                _ if is_named => format!("on {label}"),
                Some(border) => format!("beyond the {border}"),
                None => format!("{at} the {label}"),
            };
            let owned = match label.strip_prefix("outside ") {
                Some(inside) => format!("outside its owner's {inside}"),
                None => format!("{at} its owner's {label}"),
            };
            for (term, words) in [
                (format!("in its owner's zone “{label}”"), owned),
                (format!("in the zone “{label}” of the captured piece's owner"), format!("{at} its owner's {label}")),
                (format!("in their zone “{label}”"), format!("{at} their {label}")),
                (format!("in the zone “{label}”"), there),
                (format!("the zone “{label}”"), if is_named { label.clone() } else { format!("the {label}") }),
                (format!("zone “{label}”"), label.clone()),
            ] {
                text = text.replace(&term, &words);
            }
        }
        for line in &book.lines {
            text = text.replace(&format!("the line “{}”", line.label), &format!("the {}", line.label));
        }
        for (tag, (_, written)) in book.tags.iter().zip(&self.def.tags) {
            let done = self.has_done(written, &tag.label);
            text = text.replace(&format!("with the tag “{}”", tag.label), &format!("that {done}"));
            text = text.replace(&format!("has the tag “{}”", tag.label), &done);
        }
        text
    }

    /// What a piece with a tag has done: `has crossed the center`.
    pub(super) fn has_done(&self, tag: &Tag, label: &str) -> String {
        let book = self.book;
        let set = &tag.set;
        if tag.on.value == TagOn::Nobody || set.to.is_some() {
            return format!("is {label}");
        }
        let line = |name: &str| book.lines.iter().find(|it| it.name == name).map_or("line", |it| it.label.as_str());
        let crossed = set.crosses.as_ref().map(|it| line(&it.value.0));
        let done = match (&set.captures, crossed) {
            (Some(_), Some(line)) => format!("has already captured a piece across the {line}"),
            (None, Some(line)) => format!("has crossed the {line}"),
            (Some(captured), None) => format!("has already captured {}", super::phrases::piece(book, captured)),
            _ if tag.on.value == TagOn::SameKind => return format!("is {label}"),
            // A test of the piece alone says nothing about what it does.
            _ if set.piece.is_some() => return format!("is {label}"),
            _ => format!("is one that {}", does(book, set, false)),
        };
        if tag.on.value == TagOn::SameKind { format!("{OF_A_KIND}{done}") } else { done }
    }
}

/// How a piece has a tag that a move sets on all pieces of its kind.
pub(super) const OF_A_KIND: &str = "is of a kind that ";
