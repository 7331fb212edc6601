//! Small rulebooks that several tests share, with helpers that load them, check them and parse positions.
//!
//! Input: headers as text. Output: whole rulebooks, variants, positions, findings. Knows no rule.

use threefold::diagnostic::{Severity, render};
use threefold::notation::position;
use threefold::rules::{Position, Variant};
use threefold::{Input, check};

/// Returns a game that extends another one and has these headers.
pub fn child(parent: &str, headers: &str) -> String {
    format!("name = \"X\"\nabout = \"x\"\npart = \"game\"\nextends = [\"{parent}\"]\n{headers}")
}

/// Returns the patch `board` of so many files and ranks with names from `a1`, and with more keys.
pub fn board(files: u8, ranks: u8, keys: &str) -> String {
    let last = (b'a' + files - 1) as char;
    format!(
        "[board.patch.board]\nfiles = {files}\nranks = {ranks}\n{keys}\n[board.names]\nform = \"file-rank\"\n\
         files = \"a-{last}\"\nranks = \"1-{ranks}\"\n"
    )
}

/// Loads a rulebook; says everything that is wrong with it if it cannot.
#[track_caller]
pub fn game(text: &str) -> Variant {
    threefold::load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}\n{text}")).variant
}

/// Loads chess with these headers in place of its own.
#[track_caller]
pub fn chess_but(headers: &str) -> Variant {
    game(&child("chess", headers))
}

/// Reads a position exactly as it is written: few pieces would often end the game.
#[track_caller]
pub fn at(variant: &Variant, text: &str) -> Position {
    let read = position::parse_unsettled(variant, text);
    read.unwrap_or_else(|it| panic!("{}", position::render(text, &it))).into_position()
}

/// Returns the findings of a rulebook as a person sees them.
pub fn findings(text: &str) -> String {
    findings_of(text, &[Severity::Error, Severity::Warning])
}

/// Returns the errors of a rulebook as a person sees them.
pub fn errors(text: &str) -> String {
    findings_of(text, &[Severity::Error])
}

fn findings_of(text: &str, severities: &[Severity]) -> String {
    let checked = check(Input::Text("x.toml", text.as_bytes()));
    let found = checked.diagnostics.items.iter().filter(|it| severities.contains(&it.severity));
    found.map(|it| render(&checked.sources, it)).collect::<Vec<_>>().join("\n\n")
}

/// Asserts that a rulebook has one error of this code, whose text contains these words.
#[track_caller]
pub fn fails(parent: &str, body: &str, code: &str, words: &str) {
    let text = errors(&child(parent, body));
    assert_eq!(text.matches("error[").count(), 1, "{text}");
    assert!(text.contains(&format!("error[{code}]")) && text.contains(words), "{text}");
}
