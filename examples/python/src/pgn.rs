//! Records in PGN: one game as a text, and files of many games.
//!
//! Contains further methods of [`Board`] and the class `PgnReader`. Input: PGN, as many programs write it. Output: boards
//! with their history, and tags. The tag `Variant` names the rulebook, unless the caller does. Knows no rules.

use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;

use pyo3::exceptions::{PyOSError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use threefold::name_of_tag;
use threefold::record::{Record, RecordEntry, RecordReader, replay_record, rulebook_tag, rulebook_text};

use crate::board::Board;
use crate::error::GameError;
use crate::interrupt::in_background;
use crate::variant::{Shared, load, variant_of};

/// Tags that follow from the game.
const OF_THE_GAME: [&str; 7] = ["Variant", "Rules", "Rulebook", "SetUp", "FEN", "Position", "Ending"];

#[pymethods]
impl Board {
    /// Returns the game as PGN. `tags` adds tags, such as `{"Event": "Club evening"}`, or replaces them. Those that follow
    /// from the game, such as `FEN`, stay as they are, and so does the result of a game that is over.
    #[pyo3(signature = (tags = None))]
    fn pgn(&self, tags: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let mut record = Record::from_game(&self.game);
        // No other program knows a rulebook that does not come with threefold.
        if let Some(text) = self.shared.complete_text()? {
            record.set_tag("Rulebook", rulebook_tag(&text));
        }
        for (name, value) in tags.into_iter().flatten() {
            let (name, value) = (name.extract::<String>()?, value.str()?.to_string());
            match name.as_str() {
                name if OF_THE_GAME.contains(&name) => {}
                "Result" if self.game.is_game_over() => {}
                // Players can agree on a result, or resign, without an action of the game.
                "Result" => {
                    record.result.clone_from(&value);
                    record.set_tag("Result", value);
                }
                name => record.set_tag(name, value),
            }
        }
        Ok(record.to_string())
    }
    /// Replays the only game of a text in PGN. Without `variant`, the tag `Variant` names the rulebook, and a game without
    /// this tag is chess. Raises `GameError` if the text has an error or a move is illegal.
    #[staticmethod]
    #[pyo3(signature = (text, variant = None))]
    fn from_pgn(py: Python<'_>, text: &str, variant: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let given = variant.map(variant_of).transpose()?;
        let mut entries = RecordReader::new(text.as_bytes());
        let first = entries.next().ok_or_else(|| GameError::new_err("the text has no game"))?;
        if entries.next().is_some() {
            return Err(GameError::new_err("the text has several games: write it to a file, and use `read_pgn`"));
        }
        replayed(py, "<text>", first.map_err(PyOSError::new_err)?, given)
    }
}

/// The games of a file in PGN, one at a time: `for tags, board in threefold.read_pgn(path)`.
#[pyclass(module = "threefold")]
pub struct PgnReader {
    entries: RecordReader<BufReader<File>>,
    path: String,
    /// The rulebook of all games, if the caller gave one.
    given: Option<Arc<Shared>>,
}

#[pymethods]
impl PgnReader {
    fn __iter__(it: PyRef<'_, Self>) -> PyRef<'_, Self> {
        it
    }
    /// Returns the tags and the board of the next game. After a `GameError`, `next` goes on with the game after it.
    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyDict>, Board)>> {
        let Some(entry) = self.entries.next() else { return Ok(None) };
        let entry = entry.map_err(|it| PyOSError::new_err(format!("{}: {it}", self.path)))?;
        let tags = PyDict::new(py);
        for tag in &entry.record.tags {
            tags.set_item(&tag.name, &tag.value)?;
        }
        Ok(Some((tags, replayed(py, &self.path, entry, self.given.clone())?)))
    }
}

/// Reads the games of a file in PGN: pairs of tags and board, one after the other. Without `variant`, the tag `Variant`
/// names the rulebook of each game.
#[pyfunction]
#[pyo3(signature = (path, variant = None))]
pub fn read_pgn(path: &Bound<'_, PyAny>, variant: Option<&Bound<'_, PyAny>>) -> PyResult<PgnReader> {
    let path: String = path.py().import("os")?.call_method1("fspath", (path,))?.extract()?;
    let file = File::open(&path).map_err(|it| PyErr::from(std::io::Error::new(it.kind(), format!("{path}: {it}"))))?;
    let given = variant.map(variant_of).transpose()?;
    Ok(PgnReader { entries: RecordReader::new(BufReader::new(file)), path, given })
}

/// Replays a game of a file. Errors are printed with the name of the file, the line and a caret.
fn replayed(py: Python<'_>, file: &str, entry: RecordEntry, given: Option<Arc<Shared>>) -> PyResult<Board> {
    let shared = match given {
        Some(given) => {
            if entry.record.tag("Rules").is_some_and(|it| it != given.variant().hash()) {
                let text =
                    c"the game was played by other rules than those of `variant`: the hash in its tag `Rules` differs";
                PyErr::warn(py, &py.get_type::<PyUserWarning>(), text, 1)?;
            }
            given
        }
        None => named(py, &entry.record)?,
    };
    if !entry.errors.is_empty() {
        let all: Vec<String> = entry.errors.iter().map(|it| it.render(file)).collect();
        return Err(GameError::new_err(all.join("").trim_end().to_owned()));
    }
    let (variant, file) = (shared.variant().clone(), file.to_owned());
    let game = in_background(py, &Arc::default(), move || {
        replay_record(&variant, &entry.record).map_err(|it| it.render(&file, &entry).trim_end().to_owned())
    })?;
    Ok(Board { shared, game: game.map_err(GameError::new_err)? })
}

/// Loads the rulebook that a record names: the one in the tag `Rulebook` if the shipped one has other rules.
fn named(py: Python<'_>, record: &Record) -> PyResult<Arc<Shared>> {
    let name = name_of_tag(record.tag("Variant").unwrap_or_default());
    let known = load(py, &name, "");
    let hash = record.tag("Rules");
    let is_same = known.as_ref().is_ok_and(|it| hash.is_none_or(|hash| hash == it.variant().hash()));
    match (record.tag("Rulebook"), hash) {
        (Some(text), _) if !is_same => load(py, &rulebook_text(text), &name),
        (None, Some(hash)) if known.is_ok() && !is_same => {
            let text = format!(
                "the game was played by other rules than those of `{name}`: its tag `Rules` has the hash {hash}. Pass \
                 `variant` with its rulebook"
            );
            Err(GameError::new_err(text))
        }
        _ => known,
    }
}
