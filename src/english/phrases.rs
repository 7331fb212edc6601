//! Tests of the language as parts of sentences: players, pieces, places, moves, positions.
//!
//! Input: the typed tests of a definition, the rulebook with its labels. Output: words, without a full stop. Each word of a
//! closed list is written as in [`super::words`].

mod chase;
mod comparisons;
mod counts;
mod plural;

pub(super) use comparisons::{count_of_losses, pieces_of_equal_value};
use comparisons::{counter, material, points};
pub(super) use counts::number_of_pieces;
pub(super) use plural::plural;

use super::possible::Possible;
use super::tagged::one_with_tag;
use super::words::InWords;
use crate::definition::value::{Either, Name};
use crate::definition::{
    AttackTest, MoveTest, Named, PieceTest, PlaceTest, PlayerWord, PositionTest, StuckTest, Unless,
};
use crate::diagnostic::Spanned;
use crate::notation::name::{count_text, joined, seat_title};
use crate::policy::{Attackers, CheckState, Quantity, Takes, Who, With};
use crate::rulebook::Rulebook;

pub(super) use crate::notation::name::{a, capital};

/// A number in a sentence.
pub(super) fn count(number: i64) -> String {
    u64::try_from(number).map_or_else(|_| number.to_string(), count_text)
}

/// The label among some things of a rulebook that has the name.
fn label_of<'a>(mut all: impl Iterator<Item = (&'a str, &'a str)>, name: &'a Spanned<Name>) -> &'a str {
    all.find(|it| it.0 == name.value.0).map_or(&name.value.0, |it| it.1)
}

fn tag_label<'a>(book: &'a Rulebook, tag: &'a Spanned<Name>) -> &'a str {
    label_of(book.tags.iter().map(|it| (it.name.as_str(), it.label.as_str())), tag)
}

fn line_label<'a>(book: &'a Rulebook, line: &'a Spanned<Name>) -> &'a str {
    label_of(book.lines.iter().map(|it| (it.name.as_str(), it.label.as_str())), line)
}

/// So many of something: `one piece`, `two pieces`.
pub(super) fn some(number: i64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// The label of a kind of piece.
fn kind_label<'a>(book: &'a Rulebook, kind: &'a Spanned<Name>) -> &'a str {
    book.kinds.iter().find(|it| it.name == kind.0).map_or(&kind.value.0, |it| &it.label)
}

/// Kinds as one of them: `a pawn or a knight`; `a piece` where none are named.
pub(super) fn one_of(book: &Rulebook, kinds: &[Spanned<Name>]) -> String {
    match kinds {
        [] => "a piece".to_owned(),
        kinds => joined(&kinds.iter().map(|it| a(kind_label(book, it))).collect::<Vec<_>>(), "or"),
    }
}

/// Kinds without an article: `pawn or knight`.
pub(super) fn kinds_or(book: &Rulebook, kinds: &[Spanned<Name>]) -> String {
    joined(&kinds.iter().map(|it| kind_label(book, it)).collect::<Vec<_>>(), "or")
}

/// Kinds in the plural: `pawns and knights`.
pub(super) fn all_of(book: &Rulebook, kinds: &[Spanned<Name>]) -> String {
    joined(&kinds.iter().map(|it| plural(kind_label(book, it))).collect::<Vec<_>>(), "and")
}

/// Whether a word means several players.
pub(super) fn is_set(who: &PlayerWord) -> bool {
    let sets = [Who::Others, Who::Opponents, Who::Partners, Who::Living, Who::Eliminated, Who::All];
    who.role().is_some_and(|it| sets.contains(&it))
}

/// The player or the players of a test: `the mover`, `the opponents`, `White`.
pub(super) fn player(book: &Rulebook, who: &PlayerWord) -> String {
    match who {
        PlayerWord::Role(who) => who.sentence().to_owned(),
        PlayerWord::Seat(name) => {
            let seat = book.seat_ids().find(|it| book.seats[it.index()].name == name.0);
            seat.map_or_else(|| name.0.clone(), |it| seat_title(book, it))
        }
    }
}

/// The label of a zone.
fn zone_label<'a>(book: &'a Rulebook, zone: &'a Spanned<Name>) -> &'a str {
    label_of(book.zones.iter().map(|it| (it.name.as_str(), it.label.as_str())), zone)
}

/// A player, or any player of a set: `the mover`, `any opponent`.
fn any(book: &Rulebook, who: &PlayerWord) -> String {
    match who.role() {
        Some(Who::Others) => "any other player".to_owned(),
        Some(Who::Opponents) => "any opponent".to_owned(),
        Some(Who::Partners) => "any partner".to_owned(),
        Some(Who::Living) => "any remaining player".to_owned(),
        Some(Who::Eliminated) => "any eliminated player".to_owned(),
        Some(Who::All) => "any player".to_owned(),
        _ => player(book, who),
    }
}

/// A player, or every player of a set: `the mover`, `every opponent`.
pub(super) fn every(who: Who) -> &'static str {
    match who {
        Who::Others => "every other player",
        Who::Opponents => "every opponent",
        Who::Partners => "every partner",
        Who::Living => "every remaining player",
        Who::Eliminated => "every eliminated player",
        Who::All => "every player",
        one => one.sentence(),
    }
}

/// How many of some players: `the mover`, `any opponent`, `at least two of the opponents`.
fn how_many(book: &Rulebook, who: &PlayerWord, quantity: &Either<Quantity, i64>) -> String {
    match (quantity, who) {
        (Either::Text(Quantity::Every), PlayerWord::Role(who)) => every(*who).to_owned(),
        (Either::Other(number), who) if is_set(who) => {
            format!("at least {} of {}", count(*number), player(book, who))
        }
        _ => any(book, who),
    }
}

/// The same as the subject of a statement: `an opponent has no legal move`.
fn a_player(who: &str) -> String {
    match who {
        "any opponent" => "an opponent",
        "any other player" => "another player",
        "any partner" => "a partner",
        it => it,
    }
    .to_owned()
}

/// Where a piece is.
pub(super) fn place(book: &Rulebook, it: &PlaceTest) -> String {
    if let (Some(zone), Some(by)) = (&it.zone, &it.by) {
        return format!("in the zone “{}” {}", zone_label(book, zone), by.sentence());
    }
    match (&it.links, &it.zone, &it.of) {
        (Some(links), ..) => links.sentence().to_owned(),
        (None, Some(zone), None) => format!("in the zone “{}”", zone_label(book, zone)),
        (None, Some(zone), Some(of)) => match &of.value {
            PlayerWord::Role(Who::Owner) => format!("in its owner's zone “{}”", zone_label(book, zone)),
            of => format!("in the zone “{}” of {}", zone_label(book, zone), any(book, of)),
        },
        (None, None, _) => "anywhere".to_owned(),
    }
}

/// A piece that fits a test.
pub(super) fn piece(book: &Rulebook, it: &PieceTest) -> String {
    let piece = || it.tag.as_ref().map_or_else(|| "a piece".to_owned(), |it| one_with_tag(book, &it.value.0));
    let mut text = it.kind.as_ref().map_or_else(piece, |it| one_of(book, it));
    if let Some(owner) = &it.owner {
        text.push_str(&format!(" of {}", any(book, owner)));
    }
    if let Some(tag) = &it.tag {
        text.push_str(&format!(" with the tag “{}”", tag_label(book, tag)));
    }
    if let Some(at) = &it.at {
        text.push_str(&format!(" {}", place(book, at)));
    }
    if let Some(state) = &it.state {
        text.push_str(&format!(" {}", state.sentence()));
    }
    text
}

/// Describes a piece that meets a test: `the piece has the tag “crossed”`.
fn fits(book: &Rulebook, subject: &str, it: &PieceTest) -> String {
    let mut does = Vec::new();
    does.extend(it.kind.as_ref().map(|it| format!("is {}", one_of(book, it))));
    does.extend(it.owner.as_ref().map(|it| format!("belongs to {}", any(book, it))));
    does.extend(it.tag.as_ref().map(|it| format!("has the tag “{}”", tag_label(book, it))));
    does.extend(it.at.as_ref().map(|it| format!("is {}", place(book, it))));
    does.extend(it.state.as_ref().map(|it| format!("is one {}", it.sentence())));
    format!("{subject} {}", joined(&does, "and"))
}

/// The piece that makes a move that fits a test: `a pawn`.
pub(super) fn moving_piece(book: &Rulebook, it: &MoveTest) -> String {
    if it.is_pass() {
        return "a player".to_owned();
    }
    it.piece.as_ref().map_or_else(|| "a piece".to_owned(), |it| piece(book, it))
}

/// What a piece does in a move that fits a test: `captures a pawn`, or after "may not"
/// `capture a pawn`.
pub(super) fn does(book: &Rulebook, it: &MoveTest, may_not: bool) -> String {
    let verb = |verb: &str| format!("{verb}{}", if may_not { "" } else { "s" });
    if it.is_pass() {
        return if may_not { "pass" } else { "passes" }.to_owned();
    }
    let mut does = Vec::new();
    if let Some(captures) = &it.captures {
        does.push(format!("{} {}", verb("capture"), piece(book, captures)));
    }
    if let Some(crosses) = &it.crosses {
        does.push(format!("{} the line “{}”", if may_not { "cross" } else { "crosses" }, line_label(book, crosses)));
    }
    if let Some(to) = &it.to {
        let at = place(book, to);
        // A move without a capture names nobody but the player who makes it.
        let at = match at.strip_suffix(" of the mover").and_then(|it| it.strip_prefix("in the zone ")) {
            Some(zone) if it.captures.is_none() => format!("in its owner's zone {zone}"),
            _ => at,
        };
        does.push(format!("{} its move {at}", verb("end")));
    }
    if does.is_empty() {
        does.push(verb("move"));
    }
    joined(&does, "and")
}

/// A move that fits a test: `a pawn crosses the line “center”`.
pub(super) fn a_move(book: &Rulebook, it: &MoveTest) -> String {
    format!("{} {}", moving_piece(book, it), does(book, it, false))
}

fn attack(book: &Rulebook, it: &AttackTest) -> String {
    let number = it.by_at_least.value;
    let by = match is_set(&it.by) && number > 1 {
        true => format!("at least {} of {}", count(number), player(book, &it.by)),
        false => any(book, &it.by),
    };
    let on = how_many(book, &it.on, &it.how_many.value);
    let verb = if is_set(&it.by) && number > 1 { "attack" } else { "attacks" };
    let kinds = it.kind.as_ref().map(|it| a(&kinds_or(book, &it.value)));
    let with = match (it.with.value, kinds) {
        (With::AnyPiece, None) => String::new(),
        (With::AnyPiece, Some(kinds)) => format!(" with {kinds}"),
        (with, None) => format!(" {}", with.sentence()),
        (with, Some(kinds)) => format!(" {}, {kinds}", with.sentence()),
    };
    let takes =
        if it.captures.value == Takes::AlongLines { String::new() } else { format!(" ({})", it.captures.sentence()) };
    format!("{by} {verb} the king of {on}{with}{takes}")
}

fn stuck(book: &Rulebook, it: &StuckTest) -> String {
    let who = a_player(&how_many(book, &it.who, &it.how_many.value));
    let many = is_set(&it.who) && matches!(it.how_many.value, Either::Other(number) if number > 1);
    let (has, is) = if many { ("have", "are ") } else { ("has", "is ") };
    match it.check.value {
        CheckState::Either if book.check.attackers == Attackers::Nobody => format!("{who} {has} no legal move"),
        CheckState::Either => format!("{who} {has} no legal move, in check or not,"),
        _ => format!("{who} {has} no legal move and {}", it.check.sentence().replace("is ", is)),
    }
}

/// What restarts the count of rounds: `a capture or a pawn move`; `None` where nothing does.
pub(super) fn restarts(book: &Rulebook) -> Option<String> {
    let resets = book.resets.iter().filter(|it| Possible::reset(book, **it));
    let resets: Vec<&str> = resets.map(|it| it.sentence()).collect();
    (!resets.is_empty()).then(|| joined(&resets, "or"))
}

/// A test that every move of a piece passes.
pub(super) const ANY_MOVE: &str = "a piece has moved";

/// What must be true of a position, joined by and.
pub(super) fn position(book: &Rulebook, it: &PositionTest) -> String {
    let mut parts = Vec::new();
    if let Some(it) = &it.attack {
        parts.push(attack(book, it));
    }
    if let Some(it) = &it.stuck {
        parts.push(stuck(book, it));
    }
    parts.extend(it.mates_alone.iter().map(|it| match it.value {
        0 => "no opponent mates the mover alone".to_owned(),
        1 => "exactly one opponent mates the mover alone".to_owned(),
        number => format!("exactly {} opponents each mate the mover alone", count(number)),
    }));
    if let Some(it) = &it.king_captured {
        parts.push(format!("the move captured the king of {}", any(book, it)));
    }
    if let Some(it) = &it.captured {
        parts.push(format!("the move captured {}", piece(book, it)));
    }
    if let Some(it) = &it.passed {
        parts.push(it.sentence().to_owned());
    }
    parts.extend(it.moved.as_ref().map(|it| match piece(book, it) {
        any if any == "a piece" => ANY_MOVE.to_owned(),
        which => {
            let owner = which.strip_prefix("a piece of ");
            match owner.filter(|owner| book.seat_ids().any(|it| seat_title(book, it) == *owner)) {
                Some(owner) => format!("{owner} has moved a piece"),
                None => format!("the piece that moved is {which}"),
            }
        }
    }));
    if let Some(it) = &it.living {
        parts.push(format!(
            "{} still in play",
            match it.value {
                0 => "no player is".to_owned(),
                1 => "only one player is".to_owned(),
                number => format!("{} players are", count(number)),
            }
        ));
    }
    if let Some(it) = &it.repeated {
        parts.push(format!("the same position occurs for the {} time", ordinal(it.value)));
    }
    if let Some(it) = &it.perpetual_check {
        parts.push(chase::perpetual_check(book, it));
    }
    parts.extend(it.perpetual_chase.as_ref().map(|it| chase::perpetual_chase(book, it)));
    if let Some(it) = &it.halfmove_rounds {
        let without = restarts(book).map_or_else(String::new, |it| format!(" without {it}"));
        let have = if it.value == 1 { "has" } else { "have" };
        parts.push(format!("{} {have} passed{without}", some(it.value, "round", "rounds")));
    }
    if let Some(it) = &it.material {
        parts.push(material(book, it));
    }
    if let Some(it) = &it.mate {
        parts.push(it.sentence().to_owned());
    }
    if let Some(it) = &it.king_in {
        let at = place(book, it);
        let at = match at.strip_suffix(" of the mover").and_then(|it| it.strip_prefix("in the zone ")) {
            Some(zone) => format!("in its owner's zone {zone}"),
            None => at,
        };
        parts.push(format!("the king of the mover is {at}"));
    }
    if let Some(it) = &it.count {
        parts.push(number_of_pieces(book, it));
    }
    if let Some(it) = &it.counter {
        parts.push(counter(book, it));
    }
    if let Some(it) = &it.points {
        parts.push(points(book, it));
    }
    if let Some(it) = &it.legal_move {
        parts.push(format!("the mover has a legal move in which {}", a_move(book, it)));
    }
    // A comma ends what is in between, but no clause.
    joined(&parts, "and").replace("or not,,", "or not,").trim_end_matches(',').to_owned()
}

fn ordinal(number: i64) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        number => format!("{number}th"),
    }
}

/// What must be true of a move: `the moving piece is a pawn`, `the move crosses the center`.
fn conditions(book: &Rulebook, it: &MoveTest) -> Vec<String> {
    let mut parts = Vec::new();
    parts.extend(it.piece.as_ref().map(|it| fits(book, "the moving piece", it)));
    parts.extend(it.captures.as_ref().map(|it| match fits(book, "the captured piece", it) {
        any if any == "the captured piece " => "the move captures a piece".to_owned(),
        other => other,
    }));
    parts.extend(it.crosses.as_ref().map(|it| format!("the move crosses the line “{}”", line_label(book, it))));
    parts.extend(it.to.as_ref().map(|it| format!("the move ends {}", place(book, it))));
    parts.extend(it.passes.as_ref().map(|it| it.sentence().to_owned()));
    parts
}

/// The exceptions of a rule, if there are any: `if the piece has the tag “crossed”`.
pub(super) fn exceptions(book: &Rulebook, all: &Named<Unless>) -> Option<String> {
    let all = each_exception(book, all);
    (!all.is_empty()).then(|| joined(&all, "or"))
}

/// Speaks of a capture by the move itself in the present: `if, before the move, the move captured` is `if the move captures`.
pub(super) fn of_this_move(text: &str) -> String {
    let mut text = text.to_owned();
    for time in ["before", "after"] {
        for (term, words) in [
            (format!("if, {time} the move, the move captured "), "if the move captures "),
            (format!("{time} the move the move captured "), "the move captures "),
        ] {
            text = text.replace(&term, words);
        }
    }
    text
}

/// Each exception of a rule: `if the moving piece is a pawn`.
pub(super) fn each_exception(book: &Rulebook, all: &Named<Unless>) -> Vec<String> {
    let one = |it: &Unless| {
        let mut parts = Vec::new();
        if let Some(test) = &it.piece {
            parts.push(fits(book, "the piece", test));
        }
        if let Some(test) = &it.r#move {
            parts.extend(conditions(book, test));
        }
        if let Some(test) = &it.before {
            parts.push(of_this_move(&format!("before the move {}", position(book, test))));
        }
        if let Some(test) = &it.after {
            parts.push(of_this_move(&format!("after the move {}", position(book, test))));
        }
        format!("if {}", joined(&parts, "and"))
    };
    all.iter().map(|(_, it)| one(it)).collect()
}

/// Returns the preposition of a place: `on` for a rank, a rim or a row of squares, `in` for others.
pub(super) fn on_or_in(label: &str) -> &'static str {
    let last = label.split_whitespace().next_back().unwrap_or_default();
    let is_row = ["rank", "ranks", "file", "rim", "row", "rows", "hill", "edge", "squares"].contains(&last);
    let is_named = ["squares", "rank ", "ranks ", "file ", "files "].iter().any(|it| label.starts_with(it));
    if is_row || is_named { "on" } else { "in" }
}

/// Returns `point` for one point or a part of it, otherwise `points`.
pub(super) fn unit_of(points: &str) -> &'static str {
    if matches!(points, "1" | "1/2" | "1/3" | "2/3" | "1/4" | "3/4") { "point" } else { "points" }
}
