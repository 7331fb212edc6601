//! The starter file of `threefold new`: it extends a rulebook, and shows in comments what to change.
//!
//! Input: a title, the name of the parent, and the [`Resolved`] parent. Output: the text of a file that
//! can be played as it is. Each commented header is complete, because a child's header replaces its
//! parent's. A comment lists the other words that a key accepts. Does not know rules.

use crate::policy::WordDoc;
use std::fmt::Write;

use super::fold::fold;
use super::header::HEADERS;
use super::load::parse::parse;
use super::load::{Header, Resolved};
use super::value::{KeyDoc, TypeDoc, Value, key_text};
use crate::diagnostic::{Diagnostics, Spanned};

/// The headers that authors change most often, each with a description.
const SHOWN: &[(&str, &str)] = &[
    ("turns", "The order of play"),
    ("piece.KIND", "How a piece moves, in Betza notation (W a straight step, F a diagonal step, N a knight's leap)"),
    ("en-passant", "How long a pawn can be captured en passant"),
    ("promotion", "How pieces promote"),
    ("barrier.NAME.closed", "What a barrier allows while it is closed"),
    ("barrier.NAME.open", "What it allows while it is open"),
    ("full-circle", "Whether a slide back to its starting square is a move"),
    ("check", "Whose attacks give check, and whether kings can be captured"),
    ("mate", "How the framework tests whether one player mates alone"),
    ("elimination", "What happens to the pieces of a player who is eliminated"),
    ("outcome.NAME", "What ends the game or eliminates a player, when it is tested, and the points for it"),
    ("outcome.NAME.unless.WHY", "When such an outcome does not occur"),
    ("counter.halfmoves", "What resets the counter of moves without progress"),
    ("claim.NAME", "What players may offer or claim, who must agree, and the points for it"),
];

/// Headers that are offered even if the parent lacks them: the pattern, the minimum number of players, and the
/// introduction.
const OFFERED: &[(&str, usize, &str)] = &[(
    "elimination",
    3,
    "# What happens to the pieces of a player who is eliminated. The parent eliminates nobody. To change that, write\n\
     # `then = \"eliminate\"` in an outcome, and add this header:\n",
)];

/// Maximum width of a line with its comment, in characters.
const WIDTH: usize = 110;

/// Writes the file. `name` is its title, `parent` the entry in `extends`, `of` the parent's title.
pub fn starter(name: &str, parent: &str, of: &str, resolved: &Resolved) -> String {
    let resolved = &unfold(resolved);
    let text = |it: &str| Value::from(it).to_string();
    let mut out = format!(
        "name    = {}\nabout   = {}\npart    = \"game\"\nextends = [{}]\n",
        text(name),
        text(&format!("A variant of {of}.")),
        text(parent)
    );
    // The keys at the top are not inherited.
    let setup = resolved.top.entries.iter().find(|it| it.0.value == "setup");
    if let Some((_, value)) = setup {
        let _ = writeln!(out, "setup   = {}", value.value);
    }
    out.push_str(
        "\n# So far this file plays exactly like its parent. The comments below contain the parent's headers that\n\
         # authors change most often. A header replaces the parent's header with all of its keys: remove the `#`\n\
         # from the whole header, then change a word. To keep the other keys, write `extends` with the header's\n\
         # own name, as in `extends = \"pawn\"` under [piece.pawn]. `threefold check` reports errors, `threefold\n\
         # rules` prints the rules in plain English, and `threefold reference` describes the whole language.\n",
    );
    for (pattern, about) in SHOWN {
        // One piece is enough as an example: the last one that is neither king nor pawn.
        let mut found: Vec<&Header> = resolved.headers.iter().filter(|it| it.doc.pattern == *pattern).collect();
        if *pattern == "piece.KIND" {
            found.retain(|it| word(it, "role") == Some("piece") && word(it, "movement").is_some());
            found = found.pop().into_iter().collect();
        }
        for (at, header) in found.into_iter().enumerate() {
            let about = if at == 0 { format!("# {about}:\n") } else { String::new() };
            let _ = write!(out, "\n{about}{}", commented(header));
        }
        let seats = resolved.headers.iter().filter(|it| it.doc.pattern == "seat.NAME").count();
        let is_there = resolved.headers.iter().any(|it| it.doc.pattern == *pattern);
        for (_, _, about) in OFFERED.iter().filter(|it| it.0 == *pattern && !is_there && seats >= it.1) {
            let _ = write!(out, "\n{about}{}", offered(pattern));
        }
    }
    out
}

/// Returns the rulebook with the lines of `[settle]` and `[score]` as keys of the outcomes and claims that they name.
fn unfold(resolved: &Resolved) -> Resolved {
    let mut short = fold(resolved, &mut Diagnostics::default()).into_owned();
    let entries = |pattern: &str| {
        let found = short.headers.iter().find(|it| it.doc.pattern == pattern);
        found.map_or(Vec::new(), |it| it.entries.entries.clone())
    };
    let (settle, score) = (entries("settle"), entries("score"));
    for header in short.headers.iter_mut().filter(|it| matches!(it.doc.pattern, "outcome.NAME" | "claim.NAME")) {
        let name = header.path[1].value.clone();
        let mut add = |key: &str, value: Spanned<Value>| {
            let before = header.entries.entries.iter().position(|it| it.0.value == "source");
            let at = before.unwrap_or(header.entries.entries.len());
            header.entries.entries.insert(at, (Spanned::new(key.to_owned(), value.span), value));
        };
        let written = resolved.headers.iter().find(|it| it.path == header.path);
        let own = |key: &str| Some(written?.entries.entries.iter().find(|it| it.0.value == key)?.1.clone());
        // Empty points remove a line of an earlier parent.
        let points = score.iter().find(|it| it.0.value == name).map(|it| it.1.clone());
        if let Some(points) = points.or_else(|| own("points")) {
            add("points", points);
        }
        let names = |value: &Value| match value {
            Value::List(items) => items.iter().any(|it| it.value == Value::from(name.as_str())),
            _ => false,
        };
        let lists = settle.iter().filter(|it| names(&it.1.value));
        let mut lists: Vec<_> = lists.map(|it| Spanned::new(Value::Text(it.0.value.clone()), it.0.span)).collect();
        match lists.len() {
            0 => {}
            1 => add("settled", lists.remove(0)),
            _ => add(
                "settled",
                Spanned::new(Value::List(lists), written.map_or_else(Default::default, |it| it.entries.span)),
            ),
        }
        for key in ["before", "after"] {
            if let Some(neighbor) = own(key) {
                add(key, neighbor);
            }
        }
    }
    short
}

/// Returns the example of a header that the parent lacks. A space after each `#` distinguishes it from inherited
/// headers.
fn offered(pattern: &str) -> String {
    let example = HEADERS.iter().find(|it| it.pattern == pattern).map_or("", |it| it.example);
    let layer = parse(example, 0, &mut Diagnostics::default());
    let text: String = layer.headers.iter().map(commented).collect();
    text.lines().map(|it| format!("# {}\n", it.trim_start_matches('#'))).collect()
}

fn word<'a>(header: &'a Header, key: &str) -> Option<&'a str> {
    let found = header.entries.entries.iter().find(|it| it.0.value == key)?;
    match &found.1.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// Formats a header as comments, with the alternative words of its keys.
fn commented(header: &Header) -> String {
    let path: Vec<String> = header.path.iter().map(|it| key_text(&it.value)).collect();
    let mut out = format!("#[{}]\n", path.join("."));
    let keys = header.doc.key_docs();
    let width = header.entries.entries.iter().map(|it| it.0.value.len()).max().unwrap_or(0);
    for (key, value) in &header.entries.entries {
        let line = format!("#{:<width$} = {}", key.value, value.value);
        let doc = keys.iter().find(|it| it.key == key.value);
        let others = doc.and_then(|it| others(it, &value.value)).unwrap_or_default();
        let fits = !others.is_empty() && line.chars().count() + others.chars().count() + 4 <= WIDTH;
        match (fits, others.is_empty()) {
            (true, _) => _ = writeln!(out, "{line:<44}  # {others}"),
            (false, false) => _ = writeln!(out, "{line}\n#    # {others}"),
            (false, true) => _ = writeln!(out, "{line}"),
        }
    }
    out
}

/// Lists the other words that a key accepts: `or "next-only", "nobody"`.
fn others(key: &KeyDoc, value: &Value) -> Option<String> {
    let (words, is_list) = closed(&key.ty)?;
    let has = |word: &str| match value {
        Value::Text(text) => text == word,
        Value::List(items) => items.iter().any(|it| matches!(&it.value, Value::Text(text) if text == word)),
        _ => false,
    };
    let rest: Vec<String> = words.iter().filter(|it| !has(it.word)).map(|it| format!("\"{}\"", it.word)).collect();
    let opening = if is_list { "also" } else { "or" };
    (!rest.is_empty()).then(|| format!("{opening} {}", rest.join(", ")))
}

/// Returns the closed list of words of a key, and whether the key takes several of them.
fn closed(ty: &TypeDoc) -> Option<(&'static [WordDoc], bool)> {
    match ty {
        TypeDoc::Words(_, _, words) => Some((words, false)),
        TypeDoc::List(inner) => closed(inner).map(|it| (it.0, true)),
        TypeDoc::Either(one, _) => closed(one),
        _ => None,
    }
}
