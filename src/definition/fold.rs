//! The long form of a rulebook.
//!
//! Input: a [`Resolved`] rulebook. Output: the same rulebook in its long form. The keys `points`,
//! `settled`, `before` and `after` of `[outcome.NAME]` and `[claim.NAME]` have moved to `[settle]` and
//! `[score]`, and the pieces of a library that the game never mentions are gone. Both forms therefore have
//! one meaning and one hash. Does not know what an outcome tests, or how a piece moves.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::header::{FreeKeys, HEADERS, HeaderDoc, Holds};
use super::load::{Header, Resolved};
use super::table::{Entries, take};
use super::unnamed::OF_THE_MOVE;
use super::value::{Either, Name, Value};
use crate::diagnostic::{Code, Diagnostics, Spanned, Subject, choice, nearest};
use crate::policy::Settled;
use foldhash::{HashMap, HashSet};

/// The keys of an outcome or a claim that belong to `[settle]` or `[score]` in the long form.
const OWN: [&str; 4] = ["points", "settled", "before", "after"];

/// A key with its value.
type WrittenEntry = (Spanned<String>, Spanned<Value>);

/// Returns the long form of a rulebook. Diagnostics about places go to `sink`, if the rulebook is a game.
pub fn fold<'a>(resolved: &'a Resolved, sink: &mut Diagnostics) -> Cow<'a, Resolved> {
    let is_game = resolved.top.entries.iter().all(|(key, value)| key.value != "part" || is_name(value, "game"));
    let has_own = |it: &Header| is_ending(it) && OWN.iter().any(|key| entry(&it.entries, key).is_some());
    let unused = if is_game { unused(resolved) } else { Vec::new() };
    if unused.is_empty() && !resolved.headers.iter().any(has_own) {
        return Cow::Borrowed(resolved);
    }
    let mut long = resolved.clone();
    long.headers.retain(|it| !unused.contains(&it.name()));
    points(&mut long.headers, sink);
    places(&mut long.headers, is_game && !resolved.is_broken, sink);
    for header in long.headers.iter_mut().filter(|it| is_ending(it)) {
        header.entries.entries.retain(|it| !OWN.contains(&it.0.value.as_str()));
    }
    Cow::Owned(long)
}

/// Returns the headers of pieces that a file of pieces offers and that the game never mentions.
fn unused(resolved: &Resolved) -> Vec<String> {
    let is_piece = |it: &Header| it.doc.pattern == "piece.KIND";
    let is_offered = |it: &Header| is_piece(it) && resolved.offers.contains(&it.entries.span.file);
    let no_setup = resolved.top.entries.iter().any(|it| it.0.value == "setup");
    if no_setup || !resolved.headers.iter().any(is_offered) {
        return Vec::new();
    }
    let mut words = HashSet::default();
    for header in resolved.headers.iter().filter(|it| !is_offered(it)) {
        for (key, value) in &header.entries.entries {
            if matches!(header.doc.holds, Holds::Free(FreeKeys::Pieces)) {
                words.insert(key.value.clone());
            }
            mention(&value.value, &mut words);
        }
    }
    // A FEN mentions pieces by their letters. The letters of the game's own pieces come first.
    let letter = |it: &Header| match entry(&it.entries, "letter").map(|it| &it.1.value) {
        Some(Value::Text(letter)) => letter.to_ascii_uppercase(),
        _ => String::new(),
    };
    let own: Vec<String> = resolved.headers.iter().filter(|it| is_piece(it) && !is_offered(it)).map(letter).collect();
    let setups = resolved.headers.iter().filter(|it| it.doc.pattern == "setup");
    let fens = setups.filter_map(|it| entry(&it.entries, "fen")).map(|it| it.1.value.to_string().to_ascii_uppercase());
    let letters: String = fens.collect();
    let mut open: Vec<&Header> = resolved.headers.iter().filter(|it| is_offered(it)).collect();
    let is_placed = |it: &Header| !letter(it).is_empty() && letters.contains(&letter(it)) && !own.contains(&letter(it));
    words.extend(open.iter().filter(|it| is_placed(it)).map(|it| it.path[1].value.clone()));
    // A piece can extend another one.
    while let Some(at) = open.iter().position(|it| words.contains(&it.path[1].value)) {
        open.remove(at).entries.entries.iter().for_each(|it| mention(&it.1.value, &mut words));
    }
    open.into_iter().map(Header::name).collect()
}

/// Collects the texts in a value, and the keys of its tables.
fn mention(value: &Value, words: &mut HashSet<String>) {
    match value {
        Value::Text(text) => _ = words.insert(text.clone()),
        Value::List(items) => items.iter().for_each(|it| mention(&it.value, words)),
        Value::Table(entries) => entries.iter().for_each(|it| mention(&it.1.value, words)),
        _ => {}
    }
}

fn is_ending(header: &Header) -> bool {
    matches!(header.doc.pattern, "outcome.NAME" | "claim.NAME")
}

/// Returns the name of an outcome or a claim.
fn name(header: &Header) -> &Spanned<String> {
    &header.path[1]
}

fn entry<'a>(entries: &'a Entries, key: &str) -> Option<&'a WrittenEntry> {
    entries.entries.iter().find(|it| it.0.value == key)
}

/// Returns the position of the header of that pattern, which is added if it is missing.
fn shared(headers: &mut Vec<Header>, pattern: &str, like: &Entries) -> Option<usize> {
    let found = headers.iter().position(|it| it.doc.pattern == pattern);
    found.or_else(|| {
        let doc: &'static HeaderDoc = HEADERS.iter().find(|it| it.pattern == pattern)?;
        let path = vec![Spanned::new(pattern.to_owned(), like.span)];
        let entries = Entries { span: like.span, title: doc.title(), entries: Vec::new() };
        headers.push(Header { doc, path, entries });
        Some(headers.len() - 1)
    })
}

/// Moves `points` to `[score]`; `{}` removes an inherited line. A line that a child file writes under `[score]` takes
/// precedence.
fn points(headers: &mut Vec<Header>, sink: &mut Diagnostics) {
    let found = headers.iter().filter(|it| is_ending(it));
    let all: Vec<_> = found
        .filter_map(|it| Some((name(it).clone(), it.entries.clone(), entry(&it.entries, "points")?.clone())))
        .collect();
    for (name, entries, (key, value)) in all {
        let Some(at) = shared(headers, "score", &entries) else { continue };
        let score = &mut headers[at].entries;
        let line = score.entries.iter().position(|it| it.0.value == name.value);
        let is_empty = matches!(&value.value, Value::Table(roles) if roles.is_empty());
        match line.map(|it| (it, score.entries[it].0.span.file)) {
            None if is_empty => {}
            Some((line, file)) if file > key.span.file && is_empty => _ = score.entries.remove(line),
            None => score.entries.push((Spanned::new(name.value, key.span), value)),
            Some((line, file)) if file > key.span.file => {
                score.entries[line] = (Spanned::new(name.value, key.span), value);
            }
            Some((line, file)) if file == key.span.file => {
                sink.error(Code::NamedTwice, key.span, format!("`{}` has points here and in [score]", name.value))
                    .also(score.entries[line].0.span, "the line in [score]")
                    .help(format!("remove `points` here, or the line `{}` under `[score]`", name.value));
            }
            Some(_) => {}
        }
    }
}

/// The place of an outcome in the order of tests, as its own header states it.
struct OutcomePlace {
    outcome: Spanned<String>,
    /// The header of the outcome.
    entries: Entries,
    /// The lists that contain it. `None` if it is tested whenever its neighbor is.
    lists: Option<Vec<Spanned<Settled>>>,
    /// The outcome next to it, and whether that one comes later.
    neighbor: Option<(Spanned<Name>, bool)>,
}

impl OutcomePlace {
    /// Reads the place of an outcome. The reader reports values of the wrong type.
    fn of(header: &Header, sink: &mut Diagnostics) -> Option<Self> {
        let mut quiet = Diagnostics::default();
        let entries = &header.entries;
        let lists = match take::<Either<Settled, Vec<Spanned<Settled>>>>(entries, "settled", &mut quiet).flatten() {
            Some(Spanned { value: Either::Text(one), span }) => Some(vec![Spanned::new(one, span)]),
            Some(Spanned { value: Either::Other(several), .. }) => Some(several),
            None => None,
        };
        let before = take::<Name>(entries, "before", &mut quiet).flatten();
        let after = take::<Name>(entries, "after", &mut quiet).flatten();
        if let (Some(before), Some(after)) = (&before, &after) {
            sink.error(Code::BadKeys, after.span, "`before` and `after` cannot be combined")
                .also(before.span, "the other key")
                .help(format!("write only one, like `before = \"{}\"`", before.value));
        }
        let neighbor = before.map(|it| (it, true)).or(after.map(|it| (it, false)));
        let is_placed = lists.is_some() || neighbor.is_some();
        is_placed.then(|| OutcomePlace { outcome: name(header).clone(), entries: entries.clone(), lists, neighbor })
    }
}

/// Moves `settled`, `before` and `after` to `[settle]`. A list that a child file writes under `[settle]` takes
/// precedence.
fn places(headers: &mut Vec<Header>, is_game: bool, sink: &mut Diagnostics) {
    let outcomes: Vec<Spanned<String>> =
        headers.iter().filter(|it| it.doc.pattern == "outcome.NAME").map(|it| name(it).clone()).collect();
    let found = headers.iter().filter(|it| it.doc.pattern == "outcome.NAME");
    let mut open: Vec<OutcomePlace> = found.filter_map(|it| OutcomePlace::of(it, sink)).collect();
    let Some(first) = open.first() else { return };
    let Some(at) = shared(headers, "settle", &first.entries.clone()) else { return };
    let settle = &mut headers[at].entries;
    open.retain(|it| is_free(it, settle, sink));
    // An outcome waits until its neighbor has a place. Of several that no longer wait, the first in the file is next.
    let waiting: HashSet<&str> = open.iter().map(|it| it.outcome.value.as_str()).collect();
    let (mut ready, mut after) = (BTreeSet::new(), HashMap::<&str, Vec<usize>>::default());
    for (at, it) in open.iter().enumerate() {
        match it.neighbor.as_ref().filter(|it| waiting.contains(it.0.value.0.as_str())) {
            Some((name, _)) => after.entry(&name.value.0).or_default().push(at),
            None => _ = ready.insert(at),
        }
    }
    let mut placed = BTreeSet::new();
    while let Some(next) = ready.pop_first() {
        put(settle, &open[next], &outcomes, is_game, sink);
        placed.insert(next);
        ready.extend(after.remove(open[next].outcome.value.as_str()).unwrap_or_default());
    }
    let mut at = 0..;
    open.retain(|_| at.next().is_some_and(|it| !placed.contains(&it)));
    // The rest forms a cycle.
    if let Some((place, neighbor)) = open.first().and_then(|it| Some((it, it.neighbor.as_ref()?))) {
        sink.error(
            Code::Circular,
            neighbor.0.span,
            format!("the place of `{}` depends on itself", place.outcome.value),
        )
        .help("remove this key, and write `settled` alone");
    }
    for mut place in open {
        place.neighbor = None;
        put(settle, &place, &outcomes, false, sink);
    }
}

/// Reports whether the own place of an outcome counts. A place in `[settle]` of the same file is an error.
fn is_free(place: &OutcomePlace, settle: &Entries, sink: &mut Diagnostics) -> bool {
    let own = place.entries.span.file;
    let named = settle.entries.iter().find_map(|(_, value)| match &value.value {
        Value::List(items) => items.iter().find(|it| is_name(it, &place.outcome.value)),
        _ => None,
    });
    if let Some(named) = named.filter(|it| it.span.file == own) {
        let span = place.neighbor.as_ref().map(|it| it.0.span);
        let span = place.lists.as_ref().and_then(|it| it.first()).map(|it| it.span).or(span);
        sink.error(
            Code::NamedTwice,
            span.unwrap_or(place.entries.span),
            format!("`{}` has a place here and in [settle]", place.outcome.value),
        )
        .also(named.span, "the place in [settle]")
        .help(format!("remove this key, or remove `{}` from the lists of `[settle]`", place.outcome.value));
    }
    named.is_none_or(|it| it.span.file > own)
}

fn is_name(item: &Spanned<Value>, name: &str) -> bool {
    matches!(&item.value, Value::Text(text) if text == name)
}

/// Puts an outcome into the lists of `[settle]`.
fn put(
    settle: &mut Entries,
    place: &OutcomePlace,
    outcomes: &[Spanned<String>],
    is_game: bool,
    sink: &mut Diagnostics,
) {
    let name = &place.outcome.value;
    let holds = |settle: &Entries, list: Settled, name: &str| match entry(settle, list.word()).map(|it| &it.1.value) {
        Some(Value::List(items)) => items.iter().any(|it| is_name(it, name)),
        _ => false,
    };
    let neighbor = place.neighbor.as_ref();
    let with_neighbor = |list: &Settled| neighbor.is_some_and(|it| holds(settle, *list, &it.0.value));
    let together: Vec<Settled> = Settled::ALL.iter().copied().filter(with_neighbor).collect();
    let lists: Vec<Settled> = match &place.lists {
        Some(lists) => lists.iter().map(|it| it.value).collect(),
        None => together.clone(),
    };
    if let Some((other, _)) = neighbor.filter(|_| is_game && !lists.iter().any(|it| together.contains(it))) {
        // What has just moved or been captured is known only after a move.
        let when = entry(&place.entries, "when").map(|it| &it.1.value);
        let is_of_move = |key: &str| OF_THE_MOVE.contains(&key);
        let is_late = matches!(when, Some(Value::Table(tests)) if tests.iter().any(|it| is_of_move(&it.0.value)));
        let possible: Vec<Settled> =
            together.iter().copied().filter(|it| !is_late || *it == Settled::AfterMove).collect();
        lost(name, other, (&lists, &possible, together.is_empty()), outcomes, sink);
    }
    for list in Settled::ALL {
        let wanted = lists.contains(list);
        // Without a neighbor, an outcome that an inherited list contains keeps its place there.
        if wanted && neighbor.is_none() && holds(settle, *list, name) {
            continue;
        }
        let known = settle.entries.iter().position(|it| it.0.value == list.word());
        if known.is_none() && !wanted {
            continue;
        }
        let at = known.unwrap_or_else(|| {
            let key = Spanned::new(list.word().to_owned(), place.outcome.span);
            settle.entries.push((key, Spanned::new(Value::List(Vec::new()), place.outcome.span)));
            settle.entries.len() - 1
        });
        let Value::List(items) = &mut settle.entries[at].1.value else { continue };
        items.retain(|it| !is_name(it, name));
        if wanted {
            let next = neighbor.and_then(|(other, is_later)| {
                let found = items.iter().position(|it| is_name(it, &other.value))?;
                Some(found + usize::from(!is_later))
            });
            let item = Spanned::new(Value::Text(name.clone()), place.outcome.span);
            items.insert(next.unwrap_or(items.len()), item);
        }
    }
}

/// Reports a neighbor that is not in the same list. `possible` are lists of the neighbor in which the outcome can be tested.
fn lost(
    name: &str,
    other: &Spanned<Name>,
    (lists, possible, is_never): (&[Settled], &[Settled], bool),
    outcomes: &[Spanned<String>],
    sink: &mut Diagnostics,
) {
    let names = || outcomes.iter().map(|it| it.value.as_str()).filter(|it| *it != name);
    if !names().any(|it| it == other.value.0) {
        let help = match nearest(&other.value, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("choose from {}", choice(&names().collect::<Vec<_>>())),
        };
        sink.error(Code::UnknownName, other.span, format!("no other outcome is called `{}`", other.value))
            .help(help)
            .about(Subject::Name(other.value.0.clone()));
        return;
    }
    let own = lists.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    let message = match lists.is_empty() {
        true => format!("`{}` is never tested, so `{name}` has no place next to it", other.value),
        false => format!("`{name}` is tested at {own}, but `{}` is not", other.value),
    };
    let help = match possible.first() {
        Some(list) => format!("write `settled = \"{list}\"`, or remove this key"),
        None if !is_never => "remove this key: what a move does is known only after the move".to_owned(),
        None => "remove this key, and write `settled = \"turn-start\"`".to_owned(),
    };
    sink.error(Code::BadKeys, other.span, message).help(help);
}
