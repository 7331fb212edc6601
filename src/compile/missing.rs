//! Headers that a game needs and does not have.
//!
//! Input: a definition. Output: one error that names all missing headers, with lines that add them. Does not know what the
//! headers mean.

use super::labels::series;
use super::proposed;
use crate::definition::{Definition, Outcome, Piece, Top, WithUnless};
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::{NameForm, Role, SetupWord};

/// The lines that `[check]` needs, as in chess.
const CHECK: &str = "add `[check]` with the lines `attackers = \"living-opponents\"`, `own-king = \"kept-safe\"` and \
                     `kings = \"never-captured\"`";
/// The lines that `[check]` needs if no piece is royal.
const NO_CHECK: &str = "no piece is royal, so there is no check: add `[check]` with the lines `attackers = \"nobody\"`, \
                        `own-king = \"may-be-left\"` and `kings = \"never-captured\"`";
/// The ways to write a starting position.
const SETUP: &str = "add `[setup]` with a line like `king = [\"e1\"]`, or without any line if the board is empty at \
                     first; `setup = \"none\"` at the top is for a file whose games all start from a position that \
                     you enter";

/// Returns the lines that `[check]` needs.
fn check(definition: &Definition) -> &'static str {
    let is_royal = |it: &Piece| it.role.as_ref().is_some_and(|it| it.value == Role::Royal);
    let has_king = definition.pieces.is_empty() || definition.pieces.iter().any(|it| is_royal(&it.1));
    if has_king { CHECK } else { NO_CHECK }
}

/// Reports all headers that a game lacks, in one diagnostic.
pub(super) fn find_missing(definition: &Definition, sink: &mut Diagnostics) {
    let given = definition.top.as_ref().is_none_or(|it| it.setup.value == SetupWord::Given);
    let no_setup = definition.setup.is_none() && definition.setup_by_seat.is_empty();
    let wanted = [
        ("[turns]", definition.turns.is_none()),
        ("[seat.NAME]", definition.seats.is_empty()),
        ("[board]", definition.board.is_none()),
        ("[board.patch.NAME]", definition.patches.is_empty()),
        ("[board.names]", definition.names.is_none()),
        ("[piece.KIND]", definition.pieces.is_empty()),
        ("[setup]", given && no_setup),
        ("[check]", definition.check.is_none()),
        // Outcomes that state their own place make `[settle]`.
        ("[settle]", definition.settle.is_none() && !definition.outcomes.is_empty()),
        ("[outcome.NAME]", definition.outcomes.is_empty()),
    ];
    let missing: Vec<&str> = wanted.iter().filter(|it| it.1).map(|it| it.0).collect();
    if !missing.is_empty() {
        let help = advice(definition, &missing);
        sink.error(Code::MissingHeader, None, format!("a game needs {}", missing.join(", "))).help(help);
    }
}

/// Returns the entries of `without` that leave out a header, such as `[check]` or `[outcome.NAME]`.
fn entries<'a>(top: Option<&'a Top>, title: &str) -> Vec<&'a str> {
    let header = title.trim_matches(['[', ']']);
    let all = top.into_iter().flat_map(|it| it.without.value.iter()).map(|it| it.value.0.as_str());
    let family = header.trim_end_matches(".NAME").trim_end_matches(".KIND");
    let is_under = |it: &str, other: &str| it.strip_prefix(other).is_some_and(|rest| rest.starts_with('.'));
    let fits = |it: &&str| *it == family || is_under(family, it) || family != header && is_under(it, family);
    all.filter(fits).collect()
}

/// Says how to add missing headers.
fn advice(definition: &Definition, missing: &[&str]) -> String {
    let top = definition.top.as_ref();
    let left_out: Vec<Vec<&str>> = missing.iter().map(|it| entries(top, it)).collect();
    if left_out.iter().all(|it| !it.is_empty()) {
        let mut all: Vec<String> = left_out.into_iter().flatten().map(|it| format!("\"{it}\"")).collect();
        all.dedup();
        return match missing {
            ["[setup]"] => format!("`without` leaves it out: remove {} there, or {SETUP}", all.join(" and ")),
            [only] if !only.contains(['N', 'K']) => {
                format!("`without` leaves it out: remove {} there, or add {only}", all.join(" and "))
            }
            _ => format!("`without` leaves out what the game needs: remove {} there", all.join(" and ")),
        };
    }
    let lines = match missing {
        ["[setup]"] => Some(SETUP.to_owned()),
        ["[check]"] => Some(check(definition).to_owned()),
        ["[settle]"] => definition.outcomes.first().map(settled),
        ["[turns]"] => (definition.seats.len() > 1).then(|| {
            let seats: Vec<String> = definition.seats.iter().map(|it| format!("\"{}\"", it.0.value)).collect();
            format!("add `[turns]` with the line `order = [{}]`", seats.join(", "))
        }),
        ["[board.names]"] => names(definition),
        _ => None,
    };
    let it = if missing.len() == 1 { "it" } else { "them" };
    match top.is_some_and(|it| !it.extends.value.is_empty()) {
        _ if lines.is_some() => lines.unwrap_or_default(),
        true => format!("add {it}: `threefold reference` shows an example of every header"),
        false => format!("add {it}, or extend a file that has {it}, like `extends = [\"chess\"]`"),
    }
}

/// Returns the line that says when an outcome is tested.
fn settled((name, outcome): &(Spanned<String>, WithUnless<Outcome>)) -> String {
    let moment = proposed::settled(&outcome.table);
    format!("add `settled = {moment}` to `[outcome.{}]`, and a line like it to every other outcome", name.value)
}

/// Returns the lines that name the squares of a board with one rectangular patch.
fn names(definition: &Definition) -> Option<String> {
    let [(_, patch)] = &definition.patches[..] else { return None };
    let count = |it: &Option<Spanned<i64>>| it.as_ref().and_then(|it| usize::try_from(it.value).ok());
    let (files, ranks) = (series(count(&patch.files)?, true), series(count(&patch.ranks)?, false));
    Some(format!(
        "add `[board.names]` with the lines `form = \"{}\"`, `files = {files}` and `ranks = {ranks}`",
        NameForm::FileRank
    ))
}
