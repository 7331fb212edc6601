//! Examples in the helps of findings: the names that a rulebook declares take the place of a general one.
//!
//! Input: helps with a key and a placeholder as its value, and the headers of the rulebook. Output: the same helps with a
//! name that can stand there, so that the line can be pasted. Does not know which name the author means.

use super::load::Resolved;
use crate::diagnostic::Diagnostics;
use crate::sorting::CompactSort;

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

/// Puts a name for each placeholder in the helps. The first header of a pattern gives it, one of the file itself before
/// an inherited one.
pub(super) fn fill(resolved: &Resolved, sink: &mut Diagnostics) {
    let declared = |pattern: &str| {
        let mut all: Vec<_> = resolved.headers.iter().filter(|it| it.doc.pattern == pattern).collect();
        all.compact_sort_by_key(|it| it.entries.span.file);
        all.first().and_then(|it| it.path.last()).map(|it| it.value.as_str())
    };
    for help in sink.items.iter_mut().filter_map(|it| it.help.as_mut()) {
        while let Some((at, length)) = PLACEHOLDERS.iter().find_map(|it| Some((help.find(it)?, it.len()))) {
            let before = help[..at].trim_end_matches(['[', ' ', '=']);
            let key = before.rsplit(|it: char| !(it.is_ascii_alphanumeric() || it == '-')).next().unwrap_or_default();
            let known = NAMED.iter().find(|it| it.0 == key);
            let name = known.map_or("first", |it| declared(it.1).unwrap_or(it.2));
            help.replace_range(at..at + length, &format!("\"{name}\""));
        }
    }
}
