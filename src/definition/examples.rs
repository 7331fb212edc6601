//! Examples in the helps of findings: the names that a rulebook declares take the place of a general one.
//!
//! Input: helps with a key and a placeholder as its value, and the headers of the rulebook. Output: the same helps with a
//! name that can stand there, so that the line can be pasted. Does not know which name the author means.

use foldhash::HashMap;

use super::load::{Header, Resolved};
use super::value::Value;
use super::written::MAYBE_NAME;
use crate::diagnostic::{Diagnostics, Subject};

/// What [`TypeDoc::example`](super::value::TypeDoc::example) writes for a name and for a text.
const PLACEHOLDERS: [&str; 2] = ["\"NAME\"", "\"TEXT\""];

/// Keys whose value is the name of something that has a header, with the pattern of the header and a name for
/// rulebooks that declare none.
pub const NAMED: &[(&str, &str, &str)] = &[
    ("pieces", "piece.KIND", "pawn"),
    ("kind", "piece.KIND", "pawn"),
    ("into", "piece.KIND", "queen"),
    ("immune", "piece.KIND", "pawn"),
    ("unharmed", "piece.KIND", "king"),
    ("without-moving", "piece.KIND", "rook"),
    ("extends", "piece.KIND", "queen"),
    ("order", "seat.NAME", "white"),
    ("seats", "seat.NAME", "white"),
    ("binds", "seat.NAME", "white"),
    ("zone", "zone.NAME", "last-rank"),
    ("owners", "zone.NAME", "last-rank"),
    ("between", "zone.NAME", "last-rank"),
    ("line", "line.NAME", "border"),
    ("crosses", "line.NAME", "border"),
    ("patch", "board.patch.NAME", "board"),
    ("patches", "board.patch.NAME", "board"),
    ("seam", "board.seam.NAME", "seam"),
    ("links", "board.link.NAME", "bridge"),
    ("tag", "tag.NAME", "marked"),
    ("pool", "pool.NAME", "captured"),
    ("id", "", "rules"),
    ("source", "", "rules"),
    ("heading", "", "north"),
    ("onward", "", "north"),
    ("faces", "", "north"),
    ("letter", "", "w"),
    ("title", "", "The printed rules"),
    ("titles", "", "winner"),
    ("name", "", "My chess"),
    ("about", "", "Chess with one rule changed."),
];

/// The end of a help on a table in which a zone of the seats needs an owner.
const PLACES: &str = "(see PlaceTest in the reference)";

/// Returns the key whose value starts at `at`, in a list or not.
fn key_before(help: &str, at: usize) -> &str {
    let before = help[..at].trim_end_matches(['[', ' ', '=']);
    before.rsplit(|it: char| !(it.is_ascii_alphanumeric() || it == '-')).next().unwrap_or_default()
}

/// Reports whether a help describes a place, and the zone of that place belongs to the seats.
fn has_owner(help: &str, zone: Option<&Header>) -> bool {
    let of = zone.and_then(|it| it.entries.entries.iter().find(|it| it.0.value == "of"));
    help.contains(PLACES) && of.is_some_and(|it| it.1.value == Value::from("seat"))
}

/// Reports whether a header describes a royal piece.
fn is_royal(header: &Header) -> bool {
    header.entries.entries.iter().any(|it| it.0.value == "role" && it.1.value == Value::from("royal"))
}

/// Reports whether a text looks like the name of a square: letters, then digits.
fn is_square(text: &str) -> bool {
    let digits = text.trim_start_matches(|it: char| it.is_ascii_alphabetic());
    !digits.is_empty() && digits.len() < text.len() && digits.bytes().all(|it| it.is_ascii_digit())
}

/// The headers of a rulebook, for many questions about them.
struct Declared<'a> {
    /// The first header of each pattern: royal pieces come last, and a header of the file itself before an inherited one.
    first: HashMap<&'a str, &'a Header>,
    /// The headers by pattern and name.
    named: HashMap<(&'a str, &'a str), &'a Header>,
}

impl<'a> Declared<'a> {
    fn new(resolved: &'a Resolved) -> Self {
        // Few rules are about the king.
        let order = |it: &Header| (is_royal(it), it.entries.span.file);
        let mut it = Self { first: HashMap::default(), named: HashMap::default() };
        for header in &resolved.headers {
            let first = it.first.entry(header.doc.pattern).or_insert(header);
            if order(header) < order(first) {
                *first = header;
            }
            if let Some(name) = header.path.last() {
                it.named.entry((header.doc.pattern, name.value.as_str())).or_insert(header);
            }
        }
        it
    }

    fn first(&self, pattern: &str) -> Option<&'a str> {
        self.first.get(pattern)?.path.last().map(|it| it.value.as_str())
    }

    fn named(&self, pattern: &str, name: &str) -> Option<&'a Header> {
        self.named.get(&(pattern, name)).copied()
    }
}

/// Puts a name for each placeholder in the helps. The first header of a pattern gives it, one of the file itself before
/// an inherited one.
pub(super) fn fill(resolved: &Resolved, sink: &mut Diagnostics) {
    let declared = Declared::new(resolved);
    for it in &mut sink.items {
        if let Some(help) = &mut it.help {
            fill_text(&declared, help);
        }
        if let Some(Subject::MissingKey { example: Some(example), .. }) = &mut it.subject {
            fill_text(&declared, example);
        }
    }
}

fn fill_text(declared: &Declared<'_>, help: &mut String) {
    while let Some(at) = help.find(MAYBE_NAME) {
        let start = at + MAYBE_NAME.len();
        let Some(length) = help[start..].find('"') else { break };
        let (key, text) = (key_before(help, at), help[start..start + length].to_owned());
        let pattern = NAMED.iter().find(|it| it.0 == key).map_or("", |it| it.1);
        let own = declared.named(pattern, &text);
        // A square is no zone, but it can be made one.
        let is_square = key == "zone" && own.is_none() && is_square(&text);
        let written = if own.is_some() || pattern.is_empty() || is_square { text.as_str() } else { "NAME" };
        let owner = if has_owner(help, own) { ", of = \"owner\"" } else { "" };
        let written = format!("\"{written}\"{owner}");
        help.replace_range(at..start + length + 1, &written);
        if is_square {
            help.push_str(&format!("; a single square needs a zone of its own: add `[zone.{text}]` with the lines `of = \"board\"` and `squares = [\"{text}\"]`"));
        }
    }
    while let Some((at, length)) = PLACEHOLDERS.iter().find_map(|it| Some((help.find(it)?, it.len()))) {
        let key = key_before(help, at);
        let known = NAMED.iter().find(|it| it.0 == key);
        let name = known.map_or("first", |it| declared.first(it.1).unwrap_or(it.2));
        let own = declared.named("zone.NAME", name).filter(|_| key == "zone");
        let owner = if has_owner(help, own) { ", of = \"owner\"" } else { "" };
        help.replace_range(at..at + length, &format!("\"{name}\"{owner}"));
    }
}
