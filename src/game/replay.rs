//! Replaying game records.
//!
//! Input: the text of a record, as [`super::record`] writes it, and the variant that it names. Output:
//! the [`Game`], or a [`ReplayError`] with the line that cannot be played. Text after `#` is a
//! comment, except for the headings `# variant`, `# hash` and `# position`. Knows no files.

use super::text::VERBS;
use super::{Game, ReplayErrorKind};
use crate::notation::position::parse_position;
use crate::rules::Variant;

/// Maximum number of acts in a record. Every position of a game is kept while it is played again.
///
/// [`game`](crate::game) has an example.
pub const MAX_ACTS: usize = 20_000;

/// The headings of a record. If one is repeated, the last one counts.
///
/// [`game`](crate::game) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Heading {
    /// Slug or path of the variant.
    pub variant: Option<String>,
    /// Hash of the rulebook that the game was played by.
    pub hash: Option<String>,
    /// The position at the start, unless it is the starting position.
    pub position: Option<String>,
}

/// A line of a record that cannot be played.
///
/// [`ReplayErrorKind`] has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
#[non_exhaustive]
pub struct ReplayError {
    /// Line number, from 1.
    pub line: usize,
    /// The reason why it cannot be played.
    pub kind: ReplayErrorKind,
}

/// Reads the headings of a record.
///
/// [`game`](crate::game) has an example.
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

/// Plays the actions of a record in a game, after those already played. Headings are comments
/// here.
///
/// [`game`](crate::game) has an example.
///
/// # Errors
/// Returns the first line that cannot be played.
pub fn continued(mut game: Game, text: &str) -> Result<Game, ReplayError> {
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        let error = |it: super::GameError| ReplayError { line: index + 1, kind: it.into() };
        if game.played().len() + line.split_whitespace().count() > MAX_ACTS {
            return Err(ReplayError { line: index + 1, kind: ReplayErrorKind::TooLong });
        }
        if line.split_whitespace().nth(1).is_some_and(|it| VERBS.contains(&it)) {
            game.perform(line).map_err(error)?;
            continue;
        }
        for word in line.split_whitespace() {
            game.perform(word).map_err(error)?;
        }
    }
    Ok(game)
}

/// Replays a record from the position that it names, or from the starting position.
///
/// The caller compares the hash of the record with that of the variant.
///
/// [`game`](crate::game) has an example.
///
/// # Errors
/// Returns the first line that cannot be played.
pub fn replay(variant: &Variant, text: &str) -> Result<Game, ReplayError> {
    let at_start = |kind: ReplayErrorKind| ReplayError { line: 1, kind };
    let game = match heading(text).position {
        Some(position) => Game::from_position(parse_position(variant, &position).map_err(|it| at_start(it.into()))?),
        None => Game::new(variant).ok_or_else(|| at_start(ReplayErrorKind::NoStart))?,
    };
    if let Some(line) = second_game(text) {
        return Err(ReplayError { line, kind: ReplayErrorKind::AnotherGame });
    }
    continued(game, text)
}

/// Returns the line on which a second record begins: a heading that names a variant, after moves.
fn second_game(text: &str) -> Option<usize> {
    let has_acts = |it: &str| !it.split('#').next().unwrap_or("").trim().is_empty();
    let first = text.lines().position(has_acts)?;
    let heading = text.lines().skip(first).position(|it| it.starts_with("# variant "))?;
    Some(first + heading + 1)
}
