//! The file of a match: JSON Lines, with a heading and then one game on each line.
//!
//! Each line is appended with one write, so a killed run loses at most the games that it was playing. A last line without
//! its end is removed. The heading names everything that the games depend on; a file of another match is refused, and so
//! is a file that another process is writing.
//!
//! Input: a path and a plan. Output: the games of the file, and a [`Log`] that appends new ones. Does not know reports.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::arena::{MatchGame, MatchPlan};
use crate::cli::{CliError, file};
use crate::notation::position::print;

/// A file that games are appended to; by default, there is none.
#[derive(Debug, Default)]
pub(super) struct Log {
    file: Option<(File, PathBuf)>,
}

impl Log {
    /// Opens or creates the file, and returns the games that it has.
    pub fn open(path: &Path, plan: &MatchPlan) -> Result<(Self, Vec<MatchGame>), CliError> {
        let name = path.display();
        let failed = |it: std::io::Error| unusable(path, &it);
        file::check(path, true).map_err(|it| it.error(&name.to_string(), ""))?;
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(CliError::Usage(format!("error: `{name}` is in use by another match")));
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => {}
        }
        // Bytes that are no text are found as a line that is no heading or no game.
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.iter().rposition(|it| *it == b'\n').map_or(0, |it| it + 1);
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let mut lines = text.lines().enumerate();
        let expected = heading(plan);
        let first = lines.next().map(|it| it.1);
        // A run may have been killed while it wrote the heading. Every other file is refused before it is changed.
        if first.is_some() || !expected.to_string().as_bytes().starts_with(&bytes) {
            let found: Value = serde_json::from_str(first.unwrap_or_default()).unwrap_or_default();
            if let Some(difference) = difference(&found, &expected) {
                let help = "choose another file, or repeat the command that wrote this one";
                return Err(CliError::Wrong(format!("error: `{name}` {difference}\n  = help: {help}")));
            }
        }
        let mut games: Vec<MatchGame> = Vec::new();
        for (number, line) in lines {
            let value: Value = serde_json::from_str(line).unwrap_or_default();
            let game = game(&value, plan.start().variant().rulebook().seats().len()).ok_or_else(|| {
                CliError::Wrong(format!("error: {name}:{}: this line is not a game of a match", number + 1))
            })?;
            games.push(game);
        }
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(failed)?;
            file.seek(SeekFrom::End(0)).map_err(failed)?;
        }
        let mut log = Self { file: Some((file, path.to_owned())) };
        if first.is_none() {
            log.write(&expected)?;
        }
        Ok((log, games))
    }

    /// Appends a game.
    pub fn add(&mut self, plan: &MatchPlan, game: &MatchGame) -> Result<(), CliError> {
        let (round, seating) = plan.seating_of(game.index);
        let seats: Vec<String> = seating.iter().map(|it| plan.bots()[*it].to_string()).collect();
        self.write(&json!({
            "game": game.index,
            "round": round,
            "seats": seats,
            "points": game.points,
            "ending": game.ending,
            "cut": game.is_cut,
            "plies": game.plies,
            "moves": game.moves,
        }))
    }

    fn write(&mut self, line: &Value) -> Result<(), CliError> {
        let Some((file, path)) = &mut self.file else { return Ok(()) };
        file.write_all(format!("{line}\n").as_bytes()).map_err(|it| unusable(path, &it))
    }
}

fn unusable(path: &Path, error: &std::io::Error) -> CliError {
    CliError::Usage(format!("error: `{}` cannot be used for the games: {error}", path.display()))
}

/// Returns everything that the games depend on.
fn heading(plan: &MatchPlan) -> Value {
    let variant = plan.start().variant();
    let bots: Vec<String> = plan.bots().iter().map(ToString::to_string).collect();
    json!({
        "threefold": env!("CARGO_PKG_VERSION"),
        "variant": variant.slug(),
        "hash": variant.hash(),
        "start": print(plan.start()),
        "bots": bots,
        "weights": plan.weight_hashes(),
        "seed": plan.options().seed,
        "openings": plan.options().opening_plies,
        "plies": plan.options().ply_limit,
    })
}

/// Returns the first difference of two headings, as the rest of a sentence.
fn difference(found: &Value, expected: &Value) -> Option<String> {
    let Some(found) = found.as_object().filter(|it| it.contains_key("threefold")) else {
        return Some("is not a file of a match".to_owned());
    };
    let other = expected.as_object()?.iter().find(|(key, value)| found.get(*key) != Some(*value))?;
    let (key, value) = other;
    let own = found.get(key).map_or_else(|| "nothing".to_owned(), Value::to_string);
    Some(format!("has games of another match: `{key}` is {own}, not {value}"))
}

/// Reads a game; `None` if something is missing.
fn game(value: &Value, seats: usize) -> Option<MatchGame> {
    let texts = |it: &Value| it.as_array()?.iter().map(|it| it.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
    let points: Option<Vec<f64>> = value.get("points")?.as_array()?.iter().map(Value::as_f64).collect();
    Some(MatchGame {
        index: u32::try_from(value.get("game")?.as_u64()?).ok()?,
        points: points.filter(|it| it.len() == seats)?,
        ending: value.get("ending")?.as_str()?.to_owned(),
        is_cut: value.get("cut")?.as_bool()?,
        plies: usize::try_from(value.get("plies")?.as_u64()?).ok()?,
        moves: texts(value.get("moves")?)?,
    })
}
