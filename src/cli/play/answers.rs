//! Answers to commands of a game that need nothing but the game: refusals, claims, columns of moves, saved files.
//!
//! Input: a game, an error or words. Output: text, or a file. Does not know players and prompts.

use std::collections::BTreeMap;

use crate::cli::{file, terminal};
use crate::game::{Game, GameError};
use crate::notation::seat_title;

/// Explains why an action was not performed.
pub(super) fn refusal(error: &GameError, text: &str) -> String {
    match error {
        GameError::Illegal { code, sentence, .. } => format!("`{text}` is not legal [{code}]: {sentence}\n"),
        GameError::Text(error) => error.render(text),
        GameError::Claim { .. } => error.with_help() + "\n",
    }
}

/// Lists the claims of the player to move as commands, with what they do, and the other claims of the rules.
pub(super) fn claims(game: &Game) -> String {
    let (book, turn) = (game.variant().rulebook(), game.turn());
    let start = format!("{} claims ", book.seats[turn.index()].letter);
    let offers: Vec<(String, String)> =
        game.offers(turn).into_iter().map(|it| (it.text.replacen(&start, "claim ", 1), it.label)).collect();
    let width = offers.iter().map(|it| it.0.chars().count()).max().unwrap_or(0);
    let mut out: String = offers.iter().map(|(text, label)| format!("{text:<width$}  {label}\n")).collect();
    if out.is_empty() {
        out = format!("{} can claim nothing now.\n", seat_title(book, turn));
    }
    let outcomes = book.settle.on_claim.iter().map(|it| &book.outcomes[usize::from(it.0)].name);
    let all = book.claims.iter().map(|it| &it.name).chain(outcomes);
    let is_possible = |name: &str| offers.iter().any(|it| it.0.split(' ').nth(1) == Some(name));
    let others: Vec<&str> = all.filter(|it| !is_possible(it)).map(String::as_str).collect();
    if !others.is_empty() {
        out.push_str(&format!("Not possible now: {}.\n", others.join(", ")));
    }
    out
}

/// Prints words in columns.
pub(super) fn columns(words: &[String]) -> String {
    let width = words.iter().map(|it| it.chars().count()).max().unwrap_or(0) + 2;
    let in_line = (terminal::width() / width).max(1);
    let line = |it: &[String]| {
        let cells: String = it.iter().map(|word| format!("{word:<width$}")).collect();
        cells.trim_end().to_owned() + "\n"
    };
    words.chunks(in_line).map(line).collect()
}

/// Saves a file. Replaces an existing one only if it is still what this game has `saved` there.
pub(super) fn save(path: String, text: String, saved: &mut BTreeMap<String, String>) -> Result<String, String> {
    let is_own = saved.get(&path).is_some_and(|old| std::fs::read(&path).is_ok_and(|it| it == old.as_bytes()));
    let written = file::write(std::path::Path::new(&path), text.as_bytes(), is_own);
    let help = match saved.contains_key(&path) {
        true => "another program has changed it: give the name of a new file",
        false => "give the name of a new file",
    };
    written.map_err(|it| format!("{}\n", it.message(&path, help)))?;
    let answer = format!("Saved to {path}.\n");
    saved.insert(path, text);
    Ok(answer)
}
