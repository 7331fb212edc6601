//! Tests of the language as parts of sentences: players, men, places, moves, positions.
//!
//! In: the typed tests of a definition, the rulebook with its labels. Out: words, without a full stop. Each word of a
//! closed list is told as [`super::words`] has it.

use super::words::{Told, fill};
use crate::definition::value::{Either, Name};
use crate::definition::{
    AttackTest, ManTest, MaterialTest, MoveTest, Named, Place, PositionTest, Quantity, StuckTest, Unless, Who,
};
use crate::diagnostic::Spanned;
use crate::notation::name::{count_text, joined};
use crate::variant::Rulebook;

pub(super) use crate::notation::name::capital;

/// A number in a sentence.
pub(super) fn count(number: i64) -> String {
    u64::try_from(number).map_or_else(|_| number.to_string(), count_text)
}

/// A name in the words of a sentence, with spaces for hyphens.
fn spaced(name: &Spanned<Name>) -> String {
    name.value.replace('-', " ")
}

/// So many of something: `one piece`, `two pieces`.
pub(super) fn some(number: i64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// A name with its article: `a pawn`, `an archer`.
pub(super) fn a(name: &str) -> String {
    let vowel = name.chars().next().is_some_and(|it| matches!(it.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u'));
    format!("{} {}", if vowel { "an" } else { "a" }, name.replace('-', " "))
}

/// Names of kinds as one of them: `a pawn or a knight`; `a piece` where none are named.
pub(super) fn one_of(kinds: &[Spanned<Name>]) -> String {
    match kinds {
        [] => "a piece".to_owned(),
        kinds => joined(&kinds.iter().map(|it| a(it)).collect::<Vec<_>>(), "or"),
    }
}

/// What the file cites, behind a sentence.
pub(super) fn cited(source: &Option<Spanned<Name>>) -> String {
    source.as_ref().map_or_else(String::new, |it| format!(" [{}]", it.value))
}

/// Whether a word means several players.
pub(super) fn is_set(who: Who) -> bool {
    matches!(who, Who::Others | Who::Opponents | Who::Living | Who::Dead | Who::All)
}

/// How many of some players: `the mover`, `at least one of the opponents`.
fn how_many(who: Who, quantity: &Either<Quantity, i64>) -> String {
    match quantity {
        _ if !is_set(who) => who.told().to_owned(),
        Either::Text(word) => fill(word.told(), &[("who", who.told())]),
        Either::Other(number) => format!("at least {} of {}", count(*number), who.told()),
    }
}

/// The label of a zone.
fn labeled(book: &Rulebook, zone: &Spanned<Name>) -> String {
    book.zones.iter().find(|it| it.name == zone.0).map_or_else(|| spaced(zone), |it| it.label.clone())
}

/// Where a man stands.
pub(super) fn place(book: &Rulebook, it: &Place) -> String {
    match (&it.links, &it.zone, &it.of) {
        (Some(links), ..) => links.told().to_owned(),
        (None, Some(zone), None) => format!("in the zone “{}”", labeled(book, zone)),
        (None, Some(zone), Some(of)) if is_set(of.value) => {
            format!("in the zone “{}” of any of {}", labeled(book, zone), of.told())
        }
        (None, Some(zone), Some(of)) => format!("in the zone “{}” of {}", labeled(book, zone), of.told()),
        (None, None, _) => "anywhere".to_owned(),
    }
}

/// A man that fits a test.
pub(super) fn man(book: &Rulebook, it: &ManTest) -> String {
    let mut text = it.kind.as_ref().map_or_else(|| "a piece".to_owned(), |it| one_of(it));
    if let Some(tag) = &it.tag {
        text.push_str(&format!(" with the tag “{}”", spaced(tag)));
    }
    if let Some(at) = &it.at {
        text.push_str(&format!(" {}", place(book, at)));
    }
    if let Some(state) = &it.state {
        text.push_str(&format!(" {}", state.told()));
    }
    text
}

/// Describes a piece that meets a test: `the piece has the tag “crossed”`.
fn fits(book: &Rulebook, subject: &str, it: &ManTest) -> String {
    let mut does = Vec::new();
    does.extend(it.kind.as_ref().map(|it| format!("is {}", one_of(it))));
    does.extend(it.tag.as_ref().map(|it| format!("has the tag “{}”", spaced(it))));
    does.extend(it.at.as_ref().map(|it| format!("is {}", place(book, it))));
    does.extend(it.state.as_ref().map(|it| format!("is one {}", it.told())));
    format!("{subject} {}", joined(&does, "and"))
}

/// A move that fits a test: `a pawn crosses the line “centre”`.
pub(super) fn a_move(book: &Rulebook, it: &MoveTest) -> String {
    let mover = it.man.as_ref().map_or_else(|| "a piece".to_owned(), |it| man(book, it));
    let mut does = Vec::new();
    if let Some(captures) = &it.captures {
        does.push(format!("captures {}", man(book, captures)));
    }
    if let Some(crosses) = &it.crosses {
        does.push(format!("crosses the line “{}”", spaced(crosses)));
    }
    if let Some(to) = &it.to {
        does.push(format!("ends its move {}", place(book, to)));
    }
    if does.is_empty() {
        does.push("moves".to_owned());
    }
    format!("{mover} {}", joined(&does, "and"))
}

fn attack(it: &AttackTest) -> String {
    let by = match (is_set(it.by.value), it.by_at_least.value) {
        (true, number) => format!("at least {} of {}", count(number), it.by.told()),
        (false, _) => it.by.told().to_owned(),
    };
    let on = how_many(it.on.value, &it.how_many.value);
    let verb = if by.starts_with("at least") && it.by_at_least.value > 1 { "attack" } else { "attacks" };
    format!("{by} {verb} the king of {on}, {} ({})", it.with.told(), it.takes.told())
}

fn stuck(it: &StuckTest) -> String {
    let who = how_many(it.who.value, &it.how_many.value);
    let many = is_set(it.who.value) && matches!(it.how_many.value, Either::Other(number) if number > 1);
    let (has, check) =
        if many { ("have", it.check.told().replace("is ", "are ")) } else { ("has", it.check.told().to_owned()) };
    format!("{who} {has} no legal move and {check}")
}

fn material(it: &MaterialTest) -> String {
    let points = some(it.behind_by.value, "point", "points");
    format!("{} is at least {points} behind {}, {}", it.of.told(), it.than.told(), it.count.told())
}

/// What must be true of a position, joined by and.
pub(super) fn position(book: &Rulebook, it: &PositionTest) -> String {
    let mut parts = Vec::new();
    if let Some(it) = &it.attack {
        parts.push(attack(it));
    }
    if let Some(it) = &it.stuck {
        parts.push(stuck(it));
    }
    parts.extend(it.mates_alone.iter().map(|it| match it.value {
        0 => "no opponent mates the mover alone".to_owned(),
        1 => "exactly one opponent mates the mover alone".to_owned(),
        number => format!("exactly {} opponents each mate the mover alone", count(number)),
    }));
    if let Some(it) = &it.king_taken {
        let whose = if is_set(it.value) { format!("one of {}", it.told()) } else { it.told().to_owned() };
        parts.push(format!("the move captured the king of {whose}"));
    }
    if let Some(it) = &it.taken {
        parts.push(format!("the move captured {}", man(book, it)));
    }
    if let Some(it) = &it.moved {
        parts.push(format!("the piece that moved is {}", man(book, it)));
    }
    if let Some(it) = &it.living {
        parts.push(format!(
            "{} still in play",
            if it.value == 1 { "only one player is".to_owned() } else { format!("{} players are", count(it.value)) }
        ));
    }
    if let Some(it) = &it.repeated {
        parts.push(format!("the same position occurs for at least the {} time", ordinal(it.value)));
    }
    if let Some(it) = &it.quiet_rounds {
        parts.push(format!("{} have passed without what restarts the count", some(it.value, "round", "rounds")));
    }
    if let Some(it) = &it.material {
        parts.push(material(it));
    }
    if let Some(it) = &it.mate {
        parts.push(it.told().to_owned());
    }
    if let Some(it) = &it.king_in {
        parts.push(format!("the king of the mover is {}", place(book, it)));
    }
    joined(&parts, "and")
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

/// The exceptions of a rule, if there are any: `if the piece has the tag “crossed”`.
pub(super) fn exceptions(book: &Rulebook, all: &Named<Unless>) -> Option<String> {
    let one = |it: &Unless| {
        let mut parts = Vec::new();
        if let Some(test) = &it.man {
            parts.push(fits(book, "the piece", test));
        }
        if let Some(test) = &it.r#move {
            parts.push(a_move(book, test));
        }
        if let Some(test) = &it.before {
            parts.push(format!("before the move {}", position(book, test)));
        }
        if let Some(test) = &it.after {
            parts.push(format!("after the move {}", position(book, test)));
        }
        format!("if {}", joined(&parts, "and"))
    };
    let all: Vec<String> = all.iter().map(|(_, it)| one(it)).collect();
    (!all.is_empty()).then(|| joined(&all, "or"))
}
