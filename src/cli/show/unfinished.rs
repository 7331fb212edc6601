//! The board of an incomplete game, or of a game without a starting position.
//!
//! Input: a file with `part = "board"`, a game that still lacks headers, or a game with `setup = "none"`. Output: a
//! position without pieces. A generated rulebook extends the file, and replaces the rules of play with the smallest
//! ones that compile. This way, every board is compiled by the same code. Does not know how a board is drawn.

use crate::definition::load::Resolved;
use crate::definition::value::Value;
use crate::diagnostic::Spanned;
use crate::load::{Checked, LoadError, load_text};
use crate::rules::{Position, Setup, UnsettledPosition};

/// Headers that describe play, not the board.
const PLAY: &[&str] = &[
    "castling",
    "castling-rules",
    "ban",
    "capture",
    "check",
    "mate",
    "elimination",
    "team",
    "settle",
    "outcome",
    "counter",
    "claim",
    "score",
    "score-titles",
    "dead-position",
    "double-step",
    "en-passant",
    "promotion",
    "promotion-squares",
    "pool",
    "drop",
    "explosion",
    "conversion",
    "setup",
];

/// Minimal rules of play, which are never used.
const RULES: &str = r#"
[check]
attackers = "nobody"
own-king  = "may-be-left"
kings     = "never-captured"

[settle]
after-move = ["nobody-plays"]

[outcome.nobody-plays]
when = { living = 1 }
then = "end"
"#;

/// Returns the empty board of a file that was checked under `name`.
///
/// # Errors
/// Returns the findings about the board itself.
pub(super) fn board(name: &str, checked: &Checked) -> Result<Option<Position>, LoadError> {
    let Some(resolved) = &checked.resolved else { return Ok(None) };
    let variant = load_text("board", &preview(name, checked, resolved))?.variant;
    let setup = Setup { open: 0, ..Setup::builder(&variant).setup() };
    Ok(UnsettledPosition::new(&variant, &setup).ok().map(UnsettledPosition::into_position))
}

/// Reports whether a file or its parents describe a board.
pub(super) fn has_board(resolved: &Resolved) -> bool {
    resolved.headers.iter().any(|it| it.path.first().is_some_and(|it| it.value == "board"))
}

/// Writes a rulebook that extends the file with the minimum that a game needs.
fn preview(name: &str, checked: &Checked, resolved: &Resolved) -> String {
    let has = |first: &str| resolved.headers.iter().any(|it| it.path.first().is_some_and(|it| it.value == first));
    let without: Vec<String> =
        PLAY.iter().filter(|it| has(it)).map(|it| Value::Text((*it).to_owned()).to_string()).collect();
    let title = checked.definition.top.as_ref().map_or(name, |it| it.name.0.as_str()).to_owned();
    let mut text = format!(
        "name = {}\nextends = [{}]\nwithout = [{}]\nsetup = \"none\"\n",
        Value::Text(title),
        Value::Text(name.to_owned()),
        without.join(", ")
    );
    if !has("turns") && !has("seat") {
        text.push_str("[turns]\norder = [\"first\"]\n[seat.first]\nletter = \"a\"\nfaces = \"north\"\n");
    }
    if !has("piece") {
        text.push_str("[piece.piece]\nletter = \"P\"\nmovement = \"W\"\nrole = \"piece\"\n");
    }
    // Without kings, a position is valid only if no piece is royal.
    for header in resolved.headers.iter().filter(|it| it.path.first().is_some_and(|it| it.value == "piece")) {
        let is_royal =
            |it: &(Spanned<String>, Spanned<Value>)| it.0.value == "role" && it.1.value == Value::from("royal");
        if header.path.len() == 2 && header.entries.entries.iter().any(is_royal) {
            text.push_str(&format!("[{}]\n", header.name()));
            for entry in &header.entries.entries {
                let value = if is_royal(entry) { Value::from("piece") } else { entry.1.value.clone() };
                text.push_str(&format!("{} = {value}\n", entry.0.value));
            }
        }
    }
    text.push_str(RULES);
    text
}
