//! A small file to begin with: it extends a rulebook, plays at once, and shows in comments
//! what could be changed.
//!
//! In: a title, the parent as the file will call it, and the [`Resolved`] parent. Out: a
//! text. Each commented header is whole, for a header of a child takes the place of its
//! parent's; beside a word stand the others that its key takes. Knows no rule.

use std::fmt::Write;

use super::header::HEADERS;
use super::load::parse::parse;
use super::load::{Header, Resolved};
use super::value::{KeyDoc, TypeDoc, Value, WordDoc, key_text};
use crate::diagnostic::Diagnostics;

/// The headers that people change first, each with what it answers.
const SHOWN: &[(&str, &str)] = &[
    ("turns", "The order of play"),
    ("man.KIND", "How a man moves, in Betza's notation (W a step over an edge, F over a corner, N a knight's leap)"),
    ("en-passant", "How long a double step may be answered"),
    ("promotion", "What becomes of a man at the end of its way"),
    ("barrier.NAME.closed", "What a barrier lets through"),
    ("barrier.NAME.open", "What it lets through when it is open"),
    ("full-circle", "A slide back to where it began"),
    ("check", "Check: whose attacks count, and what may be done to a king"),
    ("mate", "Who mates alone"),
    ("elimination", "What happens to the pieces of a player who is eliminated"),
    ("settle", "When the outcomes below are looked at, and in which order"),
    ("outcome.NAME", "What ends the game or eliminates a player, and when"),
    ("outcome.NAME.unless.WHY", "When such an outcome does not occur"),
    ("counter.quiet", "What restarts the count of moves without progress"),
    ("claim.NAME", "What players may offer or claim, and who must agree"),
    ("score", "Points for each outcome and each claim, by role"),
];

/// A header that games for three or more players may want even if the parent has none: its pattern, how many players the
/// parent has at least, and what to say.
const OFFERED: &[(&str, usize, &str)] = &[(
    "elimination",
    3,
    "# What happens to the pieces of a player who is eliminated. The parent eliminates nobody. To change that, write\n\
     # `then = \"eliminate\"` in an outcome, and add this header:\n",
)];

/// So wide is a line with its comment.
const WIDTH: usize = 110;

/// Writes the file. `name` is its title, `parent` what stands in `extends`, `of` the title of the parent.
pub fn starter(name: &str, parent: &str, of: &str, resolved: &Resolved) -> String {
    let text = |it: &str| Value::from(it).to_string();
    let mut out = format!(
        "name    = {}\nabout   = {}\npart    = \"game\"\nextends = [{}]\n",
        text(name),
        text(&format!("A variant of {of}.")),
        text(parent)
    );
    // The keys at the top are not inherited.
    let array = resolved.top.entries.iter().find(|it| it.0.value == "array");
    if let Some((_, value)) = array {
        let _ = writeln!(out, "array   = {}", value.value);
    }
    out.push_str(
        "\n# So far this plays as its parent does. Below stands what people change first, as the parent has\n\
         # it. A header takes the place of the parent's, with all of its keys: take the `#` away from the\n\
         # whole of it, then change a word. `threefold check` says what is wrong, `threefold rules` what\n\
         # the file now means, `threefold reference` what else there is.\n",
    );
    for (pattern, about) in SHOWN {
        // Of several men one is enough to see how: the last that is neither king nor pawn.
        let mut found: Vec<&Header> = resolved.headers.iter().filter(|it| it.doc.pattern == *pattern).collect();
        if *pattern == "man.KIND" {
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

/// Returns the example of a header that the parent does not have. A blank behind each `#` tells it from what is
/// inherited.
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

/// A header behind `#`, other words of its keys beside them.
fn commented(header: &Header) -> String {
    let path: Vec<String> = header.path.iter().map(|it| key_text(&it.value)).collect();
    let mut out = format!("#[{}]\n", path.join("."));
    let keys = header.doc.table().map(|it| it.keys).unwrap_or_default();
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

/// The other words that a key takes: `or "next-only", "nobody"`.
fn others(key: &KeyDoc, value: &Value) -> Option<String> {
    let (words, is_list) = closed(&key.ty)?;
    let has = |word: &str| match value {
        Value::Text(text) => text == word,
        Value::List(items) => items.iter().any(|it| matches!(&it.value, Value::Text(text) if text == word)),
        _ => false,
    };
    let rest: Vec<String> = words.iter().filter(|it| !has(it.word)).map(|it| format!("\"{}\"", it.word)).collect();
    let opening = if is_list { "there is also" } else { "or" };
    (!rest.is_empty()).then(|| format!("{opening} {}", rest.join(", ")))
}

/// The closed list of a key, and whether it takes several of its words.
fn closed(ty: &TypeDoc) -> Option<(&'static [WordDoc], bool)> {
    match ty {
        TypeDoc::Words(_, _, words) => Some((words, false)),
        TypeDoc::List(inner) => closed(inner).map(|it| (it.0, true)),
        _ => None,
    }
}
