//! The special rules, numbered: what differs from chess, then the special moves of chess.
//!
//! Contains: [`RulesWriter::special_rules`]. Input: the tables of the definition and the compiled rules. Output:
//! numbered items: the prohibition or permission first, then conditions, then exceptions. Does not know: check and the
//! end of the game ([`super::ends`]).

use super::super::RulesWriter;

use super::super::location::Steps;
use super::super::phrases::{a, capital};
use super::super::squares::squares_text;
use super::super::words::InWords;
use super::differences::Difference;
use crate::board::Square;
use crate::document::{Block, Inline, NumberedEntry};
use crate::notation::name::{NameParts, joined, seat_title};
use crate::policy::{CountsAs, TagOn};
use crate::rulebook::{Ban, Barrier, Rulebook, SeatId, Zone};
use crate::sorting::CompactSort;

/// Maximum number of words in a sentence about the squares of a zone, for all players together.
const LONGEST_SENTENCE: usize = 32;

/// Level of the headings within a rule. The names of rules have level 3.
const PART_LEVEL: u8 = 4;

/// A numbered rule.
#[derive(Clone, Debug, Default)]
pub(super) struct SpecialRule {
    /// Anchor of the rule on a page: `rule-barrier-moat`.
    pub id: String,
    /// Name of the rule, without punctuation.
    pub name: String,
    /// The first sentences.
    pub text: String,
    /// Further points, each of one or more sentences.
    pub points: Vec<String>,
    /// Parts of a long rule, each with its own pictures.
    pub parts: Vec<RulePart>,
    /// The rule in a few sentences for the summary, after its line in the list of differences. Empty if the first sentences
    /// say enough.
    pub short: String,
}

/// A part of a rule under its own heading.
#[derive(Clone, Debug)]
pub(super) struct RulePart {
    /// Anchor of the part on a page: `rule-barrier-moat-open`.
    pub id: String,
    /// The heading, without punctuation.
    pub name: String,
    /// Points, each of one or more sentences.
    pub points: Vec<String>,
}

impl SpecialRule {
    /// Returns the rule as an entry of a numbered list. `differences` has lines of the list of differences with the rules
    /// that they are about.
    pub fn entry(self, differences: &[Difference]) -> NumberedEntry {
        let line = differences.iter().find(|it| it.rule.as_ref() == Some(&self.id)).map(|it| it.text.as_str());
        let short = [line.unwrap_or_default(), &self.short].join(" ").trim().to_owned();
        let mut blocks = vec![Block::Paragraph(self.text.into())];
        if !self.points.is_empty() {
            blocks.push(Block::List(self.points.into_iter().map(Inline::from).collect()));
        }
        for it in self.parts {
            blocks.push(Block::Heading(PART_LEVEL, Some(it.id), it.name.into()));
            blocks.push(Block::List(it.points.into_iter().map(Inline::from).collect()));
        }
        NumberedEntry { id: self.id, name: self.name.into(), blocks, short: short.into() }
    }
}

impl RulesWriter<'_> {
    /// Returns the rules that a player of chess does not know, and those of chess.
    pub(super) fn special_rules(&self) -> (Vec<SpecialRule>, Vec<SpecialRule>) {
        let mut items = self.barrier_rules();
        for ((_, it), made) in self.def.bans.iter().zip(&self.book.bans) {
            let id = rule_of_ban(made);
            let (text, points) = self.ban_for_players(made, it);
            let (name, short) = (capital(&made.label), self.values_in_short(it));
            items.push(SpecialRule { id, name, text, points, short, ..SpecialRule::default() });
        }
        // A forbidden move does not save a player. If that concerns several rules, the chapter on check says so.
        if let Some(last) = items.last_mut().filter(|_| self.book.bans.len() == 1 && !self.is_mated_on_own_turn()) {
            last.points.extend(self.what_counts_as_legal());
        }
        items.extend(self.capture_rules());
        items.extend(self.explosion_rule());
        items.extend(self.conversion_rule());
        // That nothing happens is a detail.
        if let Some(it) = self.def.full_circle.as_ref().filter(|it| it.value.counts_as.value == CountsAs::AMove) {
            let text = it.value.counts_as.value.sentence().to_owned();
            let (id, name) = ("rule-full-circle".to_owned(), "Full circle".to_owned());
            items.push(SpecialRule { id, name, text, ..SpecialRule::default() });
        }
        let (as_in_chess, differs): (Vec<_>, Vec<_>) = self.special_moves().into_iter().partition(|it| it.0);
        items.extend(differs.into_iter().map(|it| it.1));
        let number = items.len();
        items.extend(as_in_chess.into_iter().map(|it| it.1));
        let mut seen: Vec<String> = Vec::new();
        for item in &mut items {
            let more = self.places_in(&item.text, &mut seen);
            // A place follows the sentence that names it.
            let points = std::mem::take(&mut item.points);
            match (points.is_empty(), more.is_empty()) {
                (_, true) => {}
                (true, false) => item.text.push_str(&format!(" {more}")),
                (false, false) => item.points.push(more),
            }
            item.points.extend(self.with_places(points, &mut seen));
            for part in &mut item.parts {
                part.points = self.with_places(std::mem::take(&mut part.points), &mut seen);
            }
        }
        let as_in_chess = items.split_off(number);
        (items, as_in_chess)
    }

    /// Adds to each point where the zones and lines are that it names for the first time.
    fn with_places(&self, points: Vec<String>, seen: &mut Vec<String>) -> Vec<String> {
        let mut all = Vec::new();
        for point in points {
            let more = self.places_in(&point, seen);
            let is_short = !point.contains(". ");
            match more.is_empty() {
                true => all.push(point),
                false if is_short => all.push(format!("{point} {more}")),
                false => all.extend([point, more]),
            }
        }
        all
    }

    /// Returns where the zones and lines are that a text names for the first time, and what marks mean.
    fn places_in(&self, text: &str, seen: &mut Vec<String>) -> String {
        let book = self.book;
        let mut more = Vec::new();
        let plain = self.plain(text);
        let mut is_new = |term: String, label: &str| {
            let says = |word: &str| plain.contains(&format!("{word} {label}"));
            let named = text.contains(&term)
                || plain.contains(&format!(" the {label} of "))
                || says(" their")
                || says(" your")
                || says("'s")
                || says("crossed the")
                || says("across the");
            let found = named && !seen.contains(&term);
            if found {
                seen.push(term);
            }
            found
        };
        let field = self.field();
        for zone in book.zones.iter().filter(|it| !self.is_named_by_squares(it)) {
            if is_new(format!("zone “{}”", zone.label), &zone.label) {
                let place = self.zone_place(zone);
                // The chapter on the board may have named the rim.
                let described = format!("Rank 1 is the {}.", zone.label);
                more.extend(
                    place.filter(|it| *it != format!("The {} is rank 1.", zone.label) || !field.contains(&described)),
                );
            }
        }
        for line in &book.lines {
            let steps = |at: &u16| Steps::of(book, |link| link.lines.contains(at)).location();
            if is_new(format!("line “{}”", line.label), &line.label)
                && let [only] = line.instances.as_slice()
                && let Some(it) = steps(only)
                // The label may say it: `line between files d and e`.
                && !line.label.contains(&it.between)
            {
                let on = it.on.map_or_else(String::new, |it| format!(" on {it}"));
                more.push(format!("The {} lies between {}{on}.", line.label, it.between));
            }
        }
        for (tag, (_, written)) in book.tags.iter().zip(&self.def.tags) {
            let done = self.has_done(written, &tag.label);
            if is_new(format!("tag “{}”", tag.label), "“") && done == format!("is {}", tag.label) {
                more.push(self.tag_sentence(written, &tag.label));
            }
        }
        more.join(" ")
    }

    /// The squares of a zone for every player. Players of chess know the ranks of a board for two.
    pub(super) fn zone_place(&self, zone: &Zone) -> Option<String> {
        let book = self.book;
        let squares = |at: usize| match zone.squares.get(at).map(Vec::as_slice).unwrap_or_default() {
            [one] if zone.label.ends_with("rank") => format!("only the square {}", book.board.name(*one)),
            all => self.place_text(all),
        };
        let verb = if zone.label.ends_with('s') { "are" } else { "is" };
        if !zone.by_seat {
            return Some(match zone.label.strip_prefix("beyond ") {
                Some(border) => format!("Beyond the {border} are {}.", squares(0)),
                None => format!("The {} {verb} {}.", zone.label, squares(0)),
            });
        }
        if self.is_known_rank(zone) {
            return None;
        }
        if let Some(rank) = rank_of_section(book, zone) {
            return Some(format!("A player's {} is rank {rank} of their section.", zone.label));
        }
        let inside = zone.label.strip_prefix("outside ");
        if let Some(inside) = inside {
            // The few squares inside are easier to remember.
            let within = |at: usize| {
                let outside = zone.squares.get(at).map(Vec::as_slice).unwrap_or_default();
                self.place_text(&book.board.squares().filter(|it| !outside.contains(it)).collect::<Vec<_>>())
            };
            let each = |(at, seat)| match at {
                0 => format!("{}'s {inside} is {}", seat_title(book, seat), within(at)),
                _ => format!("{}'s is {}", seat_title(book, seat), within(at)),
            };
            return Some(format!("{}.", joined(&book.seat_ids().enumerate().map(each).collect::<Vec<_>>(), "and")));
        }
        let own = |(at, seat)| match (at, inside) {
            (0, None) => format!("{}'s {} {verb} {}", seat_title(book, seat), zone.label, squares(at)),
            _ => format!("{}'s {}", seat_title(book, seat), squares(at)),
        };
        if let Some(it) = self.shared_places(zone, verb, &squares).filter(|_| inside.is_none()) {
            return Some(it);
        }
        let all: Vec<String> = book.seat_ids().enumerate().map(own).collect();
        let sentence = format!("{}.", joined(&all, "and"));
        if sentence.split_whitespace().count() <= LONGEST_SENTENCE {
            return Some(sentence);
        }
        let alone = |(at, seat)| format!("{}'s {} {verb} {}.", seat_title(book, seat), zone.label, squares(at));
        Some(book.seat_ids().enumerate().map(alone).collect::<Vec<_>>().join(" "))
    }

    /// The places of a zone, if some players share one: `The last rank is rank 1 for White and rank 8 for Red and Black.`
    fn shared_places(&self, zone: &Zone, verb: &str, squares: &dyn Fn(usize) -> String) -> Option<String> {
        let mut places: Vec<(String, Vec<String>)> = Vec::new();
        for (at, seat) in self.book.seat_ids().enumerate() {
            let (place, owner) = (squares(at), seat_title(self.book, seat));
            match places.iter_mut().find(|it| it.0 == place) {
                Some(it) => it.1.push(owner),
                None => places.push((place, vec![owner])),
            }
        }
        let is_shared = places.len() > 1 && places.len() < self.book.seats.len();
        let all: Vec<String> = places.iter().map(|it| format!("{} for {}", it.0, joined(&it.1, "and"))).collect();
        let sentence = format!("The {} {verb} {}.", zone.label, joined(&all, "and"));
        (is_shared && sentence.split_whitespace().count() <= LONGEST_SENTENCE).then_some(sentence)
    }

    /// Reports whether the name of a zone says which squares it has: `rank 8`.
    pub(super) fn is_named_by_squares(&self, zone: &Zone) -> bool {
        !zone.by_seat && zone.squares.first().is_some_and(|it| self.place_text(it) == zone.label)
    }

    /// Reports whether a zone is a rank that players of chess know: on a board for two, seen alike by both.
    pub(in super::super) fn is_known_rank(&self, zone: &Zone) -> bool {
        let is_rank = zone.squares.iter().all(|it| self.place_text(it).starts_with("rank "));
        is_rank && zone.by_seat && self.book.board.symmetry.is_some() && self.book.seats.len() == 2
    }

    /// Squares in words: a whole rank by its name, others by their corners.
    pub(super) fn place_text(&self, squares: &[Square]) -> String {
        let book = self.book;
        let rank = |it: &Square| NameParts::of(book, *it).rank;
        if let Some(first) = squares.first().map(rank).filter(|it| !it.is_empty()) {
            let whole = book.board.squares().filter(|it| rank(it) == first).count();
            if whole == squares.len() && squares.iter().all(|it| rank(it) == first) {
                return format!("rank {first}");
            }
        }
        // Several whole ranks that follow each other.
        let mut ranks: Vec<i16> = squares.iter().map(|it| book.board.info(*it).rank).collect();
        ranks.compact_sort_by(Ord::cmp);
        ranks.dedup();
        let mut names: Vec<u32> = squares.iter().filter_map(|it| rank(it).parse().ok()).collect();
        names.compact_sort_by(Ord::cmp);
        names.dedup();
        if let [low, .., high] = names.as_slice() {
            let on_ranks = |it: &Square| rank(it).parse().is_ok_and(|it: u32| names.contains(&it));
            let whole = book.board.squares().filter(on_ranks).count() == squares.len();
            if whole && (high - low) as usize + 1 == names.len() && ranks.len() == names.len() {
                let to = if high - low == 1 { "and" } else { "to" };
                return format!("ranks {low} {to} {high}");
            }
        }
        squares_text(&book.board, squares)
    }

    /// Names zones and lines of the whole board by their squares and files: `on ranks 5 to 8`.
    pub(super) fn in_squares(&self, text: &str) -> String {
        let book = self.book;
        let mut text = text.to_owned();
        for zone in book.zones.iter().filter(|it| !it.by_seat) {
            let squares = zone.squares.first().map_or_else(String::new, |it| self.place_text(it));
            text = text.replace(&format!("in the zone “{}”", zone.label), &format!("on {squares}"));
        }
        text = self.plain(&text);
        for line in &book.lines {
            let steps = |at: &u16| Steps::of(book, |link| link.lines.contains(at)).location();
            if let [only] = line.instances.as_slice()
                && let Some(it) = steps(only).filter(|it| it.on.is_none())
            {
                text = text
                    .replace(&format!("across the {}", line.label), &format!("across the line between {}", it.between));
            }
        }
        text
    }

    /// What a mark of a piece means, if its name does not say it.
    fn tag_sentence(&self, it: &crate::definition::Tag, label: &str) -> String {
        use super::super::phrases::{a_move, one_of};
        let carriers = one_of(self.book, &it.pieces);
        let when = a_move(self.book, &it.set);
        let whose = match it.on.value {
            TagOn::Itself => format!("that piece is {label}"),
            _ => it.on.sentence().replace("gets it", &format!("is {label}")),
        };
        format!("When {when}, {whose}. Only {carriers} can be {label}.").replace(&a(label), label)
    }
}

/// Returns a text without its first sentence, which is a line of the list of differences.
pub(super) fn rest_of(text: &str) -> String {
    text.split_once(". ").map_or_else(String::new, |it| it.1.to_owned())
}

/// Returns the id of the rule on a kind of barrier.
pub(super) fn rule_of_barrier(made: &Barrier) -> String {
    format!("rule-barrier-{}", made.name)
}

/// Returns the id of the rule on a ban.
pub(super) fn rule_of_ban(made: &Ban) -> String {
    format!("rule-ban-{}", made.name)
}

/// Returns the rank that a zone is in every player's own section.
pub(in crate::english) fn rank_of_section<'a>(book: &'a Rulebook, zone: &Zone) -> Option<&'a str> {
    let part = |it: Square| NameParts::of(book, it);
    let first = part(*zone.squares.first()?.first()?);
    let is_whole = |(own, seat): (&Vec<Square>, SeatId)| {
        let home = book.setup.iter().flatten().find(|it| it.0 == seat).map(|it| part(it.2).section);
        let row = |it: &Square| Some(part(*it).section) == home && part(*it).rank == first.rank;
        own.iter().all(row) && book.board.squares().filter(row).count() == own.len()
    };
    let all = zone.squares.iter().zip(book.seat_ids()).all(is_whole);
    (all && !book.sections.is_empty() && !first.rank.is_empty()).then_some(first.rank)
}
