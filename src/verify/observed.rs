//! The `[observed]` block: the results of a case, written into its file.
//!
//! Input: the text of a case and its results. Output: the same text with a new block at its end, in the
//! format of `[expect]` and with every other byte unchanged; or an error. An expectation is never
//! changed: the new text is parsed and compared with the old one before it is written. The block
//! is only for people; no program reads it.

use std::io::{Error, ErrorKind, Write};
use std::path::Path;

use toml::Table;

use super::{CaseFile, Verified};
use crate::case::{Answer, AnswerValue, Ask, Case, CaseReport, Question, answer};
use crate::diagnostic::Span;

/// The comment line above the block.
const MARK: &str = "# Results of the last run, written by `threefold verify --update`. They prove nothing.";
/// The comment line that version 0.1.0 wrote.
const OLD_MARK: &str = "# What came of it when it was last run, by `threefold verify --update`. It proves nothing.";

/// How the block of a file compares with the current results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockState {
    /// The file has no block.
    None,
    /// The block matches the results.
    Current,
    /// The block differs from the results.
    Stale,
}

impl BlockState {
    /// Returns the word used in reports.
    pub fn word(self) -> &'static str {
        match self {
            BlockState::None => "none",
            BlockState::Current => "current",
            BlockState::Stale => "stale",
        }
    }
}

/// Compares the block of a file with the current results.
pub fn state(file: &CaseFile, verified: &Verified) -> BlockState {
    let Some(case) = verified.case.as_ref().filter(|it| it.has_observed) else { return BlockState::None };
    let written = toml::from_str::<Table>(&file.text).ok().and_then(|mut it| it.remove("observed"));
    let current = toml::from_str::<Table>(&block(case, verified)).ok().and_then(|mut it| it.remove("observed"));
    if written == current { BlockState::Current } else { BlockState::Stale }
}

/// Returns the text of a case with its block replaced by the current results.
///
/// # Errors
/// Returns an error if the case cannot be read, or if the old block cannot be removed safely.
pub fn renewed(file: &CaseFile, verified: &Verified) -> Result<String, String> {
    let case = verified.case.as_ref().ok_or("the case cannot be read")?;
    let block = block(case, verified);
    let newline = if file.text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut text = without_block(&file.text);
    if !text.is_empty() && !text.ends_with('\n') {
        text.push_str(newline);
    }
    text.push_str(newline);
    text.push_str(&block.replace('\n', newline));
    let read = |text: &str| toml::from_str::<Table>(text).map_err(|it| it.message().to_owned());
    let (mut was, mut is, current) = (read(&file.text)?, read(&text), read(&block)?);
    was.remove("observed");
    let observed = is.as_mut().ok().and_then(|it| it.remove("observed"));
    match is {
        Ok(is) if is == was && observed == current.get("observed").cloned() => Ok(text),
        _ if case.has_observed => {
            Err("its old `[observed]` block cannot be separated from the rest: remove it by hand".to_owned())
        }
        _ => Err("a text in it has the line `[observed]`, which looks like the block: write it differently".to_owned()),
    }
}

/// Replaces the content of a file atomically.
///
/// # Errors
/// Returns an error if the file cannot be written, or if it no longer contains `was`.
pub fn write(path: &Path, was: &str, text: &str) -> Result<(), Error> {
    // Resolve symbolic links, so that the file changes and the link stays.
    let path = std::fs::canonicalize(path)?;
    let found = std::fs::metadata(&path)?;
    if !found.is_file() {
        return Err(Error::other("it is not a regular file"));
    }
    let permissions = found.permissions();
    if permissions.readonly() {
        return Err(Error::new(ErrorKind::PermissionDenied, "it is read-only"));
    }
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(&part)?;
    let written = (|| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::set_permissions(&part, permissions)?;
        if std::fs::read(&path)? != was.as_bytes() {
            return Err(Error::other("it has changed in the meantime"));
        }
        std::fs::rename(&part, &path)
    })();
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// Returns the block: a header for each variant, with the keys of `[expect]`.
fn block(case: &Case, verified: &Verified) -> String {
    let mut out = format!("{MARK}\n");
    let mut written: Vec<&str> = Vec::new();
    for result in &verified.results {
        let name = result.variant.value.as_str();
        if written.contains(&name) {
            continue;
        }
        if !written.is_empty() {
            out.push('\n');
        }
        written.push(name);
        out.push_str(&format!("[observed.{}]\n", text(name)));
        match &result.result {
            Ok(report) => {
                keys(answers(case, report)).iter().for_each(|(key, value)| out.push_str(&format!("{key} = {value}\n")))
            }
            Err(error) => {
                let line = error.message.lines().next().unwrap_or_default();
                out.push_str(&format!("error = {}\n", text(line)));
            }
        }
    }
    out
}

/// Returns the questions and answers to write for one variant.
fn answers(case: &Case, report: &CaseReport) -> Vec<(Ask, Answer)> {
    match report.checks.is_empty() {
        false => report.checks.iter().map(|it| (it.ask.clone(), it.observed.clone())).collect(),
        true => general_facts(case, report),
    }
}

/// Returns the keys of a header with their values in TOML, in the order of the questions.
pub(crate) fn keys(answers: Vec<(Ask, Answer)>) -> Vec<(&'static str, String)> {
    // The entries of each key: `name = value` for a table, `value` for a list, or the value
    // itself.
    let mut keys: Vec<(&'static str, BlockLayout, Vec<String>)> = Vec::new();
    for (ask, answer) in answers {
        let value = toml_value(&answer.value);
        let (key, shape, entry) = match &ask {
            Ask::Verdict(mv) if value == "\"legal\"" => ("legal", BlockLayout::List, text(mv)),
            Ask::Verdict(mv) => ("illegal", BlockLayout::Table, row(mv, &value)),
            Ask::Targets(square) => ("targets", BlockLayout::Table, row(square, &value)),
            Ask::Check(seat) => ("check", BlockLayout::Table, row(seat, &value)),
            Ask::Points(seat) => ("scores", BlockLayout::Table, row(seat, &value)),
            Ask::Perft(depth) => ("perft", BlockLayout::Table, row(depth, &value)),
            Ask::Piece(square) => ("pieces", BlockLayout::Table, row(square, &value)),
            Ask::Field(key) => ("fields", BlockLayout::Table, row(key, &value)),
            Ask::Moves => ("moves", BlockLayout::Value, value),
            Ask::Turn => ("turn", BlockLayout::Value, one(&answer.value)),
            Ask::Out => ("out", BlockLayout::Value, value),
            Ask::Open => ("open", BlockLayout::Value, value),
            Ask::Status => ("status", BlockLayout::Value, value),
            Ask::Mover => ("end", BlockLayout::Table, row("mover", &one(&answer.value))),
            Ask::Victim => ("end", BlockLayout::Table, row("victim", &one(&answer.value))),
            Ask::MatingPlayer => ("end", BlockLayout::Table, row("mating-player", &one(&answer.value))),
            Ask::Winners => ("end", BlockLayout::Table, row("winners", &value)),
        };
        match keys.iter_mut().find(|it| it.0 == key) {
            Some((_, _, entries)) if !entries.contains(&entry) => entries.push(entry),
            Some(_) => {}
            None => keys.push((key, shape, vec![entry])),
        }
    }
    let whole = |(key, shape, entries): (&'static str, BlockLayout, Vec<String>)| {
        let entries = entries.join(", ");
        (
            key,
            match shape {
                BlockLayout::Value => entries,
                BlockLayout::List => format!("[{entries}]"),
                BlockLayout::Table => format!("{{ {entries} }}"),
            },
        )
    };
    keys.into_iter().map(whole).collect()
}

#[derive(Clone, Copy)]
enum BlockLayout {
    Value,
    List,
    Table,
}

/// Returns general facts, for a case that has no questions yet.
fn general_facts(case: &Case, report: &CaseReport) -> Vec<(Ask, Answer)> {
    let book = report.game.variant().rulebook();
    let scores = book.seats.iter().map(|it| Ask::Points(it.letter.clone()));
    let asks = [Ask::Moves, Ask::Turn, Ask::Out, Ask::Open].into_iter().chain(scores).chain([Ask::Status]);
    let lines = asks.filter_map(|ask| {
        let answer = answer(case, &report.game, &Question { ask: ask.clone(), at: Span::default() }).ok()?;
        Some((ask, answer))
    });
    lines.collect()
}

fn text(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn row(key: &str, value: &str) -> String {
    let is_bare = !key.is_empty() && key.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-' || it == b'_');
    if is_bare { format!("{key} = {value}") } else { format!("{} = {value}", text(key)) }
}

fn toml_value(value: &AnswerValue) -> String {
    match value {
        AnswerValue::Word(word) => text(word),
        AnswerValue::List(words) => format!("[{}]", words.iter().map(|it| text(it)).collect::<Vec<_>>().join(", ")),
        AnswerValue::Number(number) => number.to_string(),
        AnswerValue::Points(points) if points.fract() == 0.0 && points.abs() < 1e9 => (*points as i64).to_string(),
        AnswerValue::Points(points) => match AnswerValue::thirds(*points) {
            Some(thirds) => text(&thirds.to_string()),
            None => toml::Value::Float(*points).to_string(),
        },
    }
}

/// Returns a single player as TOML; `-` if there is none.
fn one(value: &AnswerValue) -> String {
    match value {
        AnswerValue::List(words) => text(words.first().map_or("-", String::as_str)),
        other => toml_value(other),
    }
}

/// Returns a text without its block: its headers, their keys and the comment line above.
fn without_block(all: &str) -> String {
    let mut output = String::new();
    // Blank lines and comments inside the block may belong to the next header.
    let mut waiting = String::new();
    let mut is_inside = false;
    for line in all.split_inclusive('\n') {
        let bare = line.trim();
        if is_header_of_block(bare) {
            match is_inside {
                true => keep_comments(&mut output, &mut waiting),
                false => remove_mark(&mut output),
            }
            is_inside = true;
        } else if !is_inside {
            output.push_str(line);
        } else if bare.starts_with('[') {
            is_inside = false;
            output.push_str(&std::mem::take(&mut waiting));
            output.push_str(line);
        } else if bare.is_empty() || bare.starts_with('#') {
            waiting.push_str(line);
        } else {
            keep_comments(&mut output, &mut waiting);
        }
    }
    keep_comments(&mut output, &mut waiting);
    output
}

fn is_header_of_block(line: &str) -> bool {
    let name = line.strip_prefix('[').and_then(|it| it.trim_start().strip_prefix("observed"));
    name.is_some_and(|it| it.trim_start().starts_with(['.', ']']))
}

/// Keeps the comments that a person wrote between the keys.
fn keep_comments(output: &mut String, waiting: &mut String) {
    waiting.split_inclusive('\n').filter(|it| !it.trim().is_empty()).for_each(|it| output.push_str(it));
    waiting.clear();
}

/// Removes the comment line above the block, and one blank line before it.
fn remove_mark(output: &mut String) {
    let last = |text: &str| text.split_inclusive('\n').next_back().map_or(0, str::len);
    let from = output.len() - last(output);
    if [MARK, OLD_MARK].contains(&output[from..].trim()) {
        output.truncate(from);
    }
    let from = output.len() - last(output);
    if output[from..].trim().is_empty() {
        output.truncate(from);
    }
}
