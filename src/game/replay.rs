//! A record played again.
//!
//! In: the text of a record, as [`super::record`] writes it, and the variant that it names. Out:
//! the game, or the line at which it cannot go on. What stands behind `#` is a comment, but for
//! the headings `# variant`, `# hash` and `# position`.

use super::Game;
use crate::notation::position::{parse_position, render};
use crate::rules::Variant;

/// What the headings of a record say; the last one of a kind counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The slug, or the path, of the variant.
    pub variant: Option<String>,
    /// The hash of the rulebook that it was played by.
    pub hash: Option<String>,
    /// The position that it began with, where that is not the array.
    pub position: Option<String>,
}

/// Why a record cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ReplayError {
    /// From 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// Reads the headings.
pub fn heading(text: &str) -> Heading {
    let mut heading = Heading::default();
    for line in text.lines() {
        let Some((word, rest)) = line.strip_prefix('#').and_then(|it| it.trim().split_once(' ')) else { continue };
        let rest = Some(rest.trim().to_owned());
        match word {
            "variant" => heading.variant = rest,
            "hash" => heading.hash = rest,
            "position" => heading.position = rest,
            _ => {}
        }
    }
    heading
}

/// Plays the acts of a record in a game, after what was played there. Its headings are comments
/// here.
///
/// # Errors
/// The first line that cannot be carried out.
pub fn continued(mut game: Game, text: &str) -> Result<Game, ReplayError> {
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        let fault = |it: super::GameError| ReplayError { line: index + 1, message: it.to_string() };
        let mut words = line.split_whitespace();
        let is_seat = words.next().is_some_and(|it| game.variant().rulebook().seat(it).is_some());
        let verbs = ["claims", "accepts", "refuses", "withdraws", "resigns"];
        if is_seat && words.next().is_some_and(|it| verbs.contains(&it)) {
            game.perform(line).map_err(fault)?;
            continue;
        }
        for word in line.split_whitespace() {
            game.perform(word).map_err(fault)?;
        }
    }
    Ok(game)
}

/// Plays a record again, from the position that it names or else from the array. Whether the hash
/// is that of the variant is for the caller to look at.
///
/// # Errors
/// The first line that cannot be carried out.
pub fn replay(variant: &Variant, text: &str) -> Result<Game, ReplayError> {
    let at_start = |message: &str| ReplayError { line: 1, message: message.to_owned() };
    let game = match heading(text).position {
        Some(position) => Game::from_position(
            parse_position(variant, &position).map_err(|it| at_start(render(&position, &it).trim_end()))?,
        ),
        None => {
            Game::new(variant).ok_or_else(|| at_start("the variant has no array, and the record names no position"))?
        }
    };
    continued(game, text)
}
