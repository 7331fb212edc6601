//! The games of a file, each with its variant.
//!
//! Input: a path or standard input. Output: one [`OpenedGame`] after another, with what is wrong with it. Does not know
//! what is done with a game.

use std::io::{BufRead, Write};

use serde_json::{Value, json};

use super::SourceArgs;
use crate::cli::recorded::{VariantsByName, named_record, other_rules};
use crate::cli::terminal::json_text;
use crate::cli::{CliError, Io, input};
use crate::game::{Game, replay};
use crate::load::in_words;
use crate::notation::sentence::status_sentence;
use crate::record::{
    Record, RecordEntry, RecordError, RecordReader, RecordReplayError, replay_record, trim_variations,
};
use crate::rules::Variant;

/// What the lenient reading does with a variation that cannot be played.
pub(super) const LEFT_OUT: &str = "The rest of the variation was left out.";

/// Advice on an error in a variation.
const LENIENT: &str = "  = help: the error is in a variation; `--lenient` leaves out the rest of it\n";

/// A game of a file.
pub(super) struct OpenedGame {
    pub entry: RecordEntry,
    /// Why a game in the form of `play` cannot be played.
    pub saved_error: Option<String>,
}

/// The streams for answers while a file is read.
pub(super) struct Answers<'a> {
    pub out: &'a mut dyn Write,
    pub err: &'a mut dyn Write,
    pub variants: VariantsByName,
    /// Number of JSON values written.
    values: usize,
}

impl Answers<'_> {
    /// Writes a value of a JSON list.
    pub fn value(&mut self, value: &Value) -> std::io::Result<()> {
        let start = if self.values == 0 { "[\n" } else { ",\n" };
        self.values += 1;
        write!(self.out, "{start}{}", json_text(value))
    }

    fn end_values(&mut self) -> std::io::Result<()> {
        writeln!(self.out, "{}", if self.values == 0 { "[]" } else { "\n]" })
    }
}

/// Calls `answer` for each requested game of a file. Closes the JSON list if there is one.
pub(super) fn each_game(
    args: &SourceArgs,
    is_json: bool,
    io: &mut Io<'_>,
    mut answer: impl FnMut(OpenedGame, &mut Answers<'_>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let given = args.variant.as_ref().map(|it| input::variant(it, io)).transpose()?;
    let Io { input, out, err, .. } = io;
    let variants = VariantsByName::new(given);
    let mut answers = Answers { out: *out, err: *err, variants, values: 0 };
    let mut file = input::open(&args.file)?;
    let count = games(args, input::source(&mut file, *input), &mut answers, &mut answer)?;
    if let Some(wanted) = args.game.filter(|it| *it > count) {
        let text = format!("error: there is no game {wanted} in `{}`, which has {count}", args.file);
        return Err(CliError::Usage(text));
    }
    if count == 0 {
        return Err(CliError::Wrong(format!("error: there are no games in `{}`", args.file)));
    }
    if is_json {
        answers.end_values()?;
    }
    Ok(())
}

/// Calls `answer` for each requested game; returns the number of games that were read.
fn games(
    args: &SourceArgs,
    source: &mut dyn BufRead,
    answers: &mut Answers<'_>,
    answer: &mut dyn FnMut(OpenedGame, &mut Answers<'_>) -> Result<(), CliError>,
) -> Result<u64, CliError> {
    let cannot = |it: std::io::Error| input::unreadable(&args.file, &in_words(&it));
    let start = source.fill_buf().map_err(cannot)?;
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    if let Some((what, advice)) = stranger(start) {
        return Err(CliError::Wrong(format!("error: `{}` is {what}, not a record\n  = help: {advice}", args.file)));
    }
    if start.iter().find(|it| !it.is_ascii_whitespace()) == Some(&b'#') {
        let saved = saved_game(&input::text(&args.file, source)?, answers)?;
        answer(saved, answers)?;
        return Ok(1);
    }
    let mut count = 0;
    for entry in RecordReader::new(source) {
        let entry = entry.map_err(cannot)?;
        count = entry.number as u64;
        if args.game.is_none_or(|it| it == count) {
            answer(OpenedGame { entry, saved_error: None }, answers)?;
        }
        if args.game == Some(count) {
            break;
        }
    }
    Ok(count)
}

/// Returns what a file is if it starts like no record, and advice.
fn stranger(start: &[u8]) -> Option<(&'static str, &'static str)> {
    let mut lines = start.split(|it| *it == b'\n').map(<[u8]>::trim_ascii);
    let line = lines.find(|it| !it.is_empty() && !it.starts_with(b"#"))?;
    let word = line.iter().take_while(|it| it.is_ascii_alphanumeric() || **it == b'-').count();
    match line.get(word..)?.trim_ascii_start() {
        [b'=', b' ' | b'"' | b'[', ..] if word > 0 => {
            Some(("a TOML file", "`threefold check` checks rulebooks, and `threefold verify` runs cases"))
        }
        // A record can start with a comment in braces.
        [b'{', b'"', ..] if line.windows(2).any(|it| it == b"\":") => {
            Some(("a JSON file", "records are PGN files, or games that `threefold play` saved"))
        }
        _ => None,
    }
}

/// Reads a game in the form that `play` saves.
fn saved_game(text: &str, answers: &mut Answers<'_>) -> Result<OpenedGame, CliError> {
    let named = named_record(text);
    let variant = answers.variants.of(&named).map_err(CliError::Wrong)?;
    let (record, saved_error) = match replay(&variant, text) {
        Ok(game) => (Record::from_game(&game), wrong_points(text, &game)),
        Err(error) => (named.clone(), Some(format!("error: line {}: {}\n", error.line, error.kind))),
    };
    let mut record = record;
    // What the text says of its rules, for a warning.
    record.remove_tag("Rules");
    named.tags.iter().for_each(|it| record.set_tag(&it.name, it.value.clone()));
    let entry = RecordEntry { number: 1, line: 1, column: 1, record, errors: Vec::new(), text: text.to_owned() };
    Ok(OpenedGame { entry, saved_error })
}

/// Returns an error if the last line of a saved game states other points than those of the game. Other comments are free.
fn wrong_points(text: &str, game: &Game) -> Option<String> {
    let (number, line) = text.lines().enumerate().filter(|it| !it.1.trim().is_empty()).last()?;
    let points = |it: &str| it.split_once("Points: ").map(|it| it.1.trim().to_owned());
    let stated = points(line.strip_prefix('#')?)?;
    let status = status_sentence(game.position());
    let is_right = points(&status) == Some(stated);
    (!is_right).then(|| format!("error: line {}: the moves end in another way: {status}\n", number + 1))
}

/// Writes the errors in the text of a game. Returns whether the game can be used.
pub(super) fn report_errors(args: &SourceArgs, entry: &RecordEntry, err: &mut dyn Write) -> std::io::Result<bool> {
    for error in &entry.errors {
        match args.lenient {
            true => writeln!(err, "{}  = repair: {}", as_warning(&args.file, error), error.repair())?,
            false => writeln!(err, "{}", error.render(&args.file))?,
        }
    }
    Ok(args.lenient || entry.errors.is_empty())
}

/// Prints an error in the text of a game as a warning.
pub(super) fn as_warning(file: &str, error: &RecordError) -> String {
    error.render(file).replacen("error[", "warning[", 1)
}

/// Returns the facts about a game that every answer has.
pub(super) fn facts(entry: &RecordEntry) -> Value {
    let tags = entry.record.tags.iter().map(|it| (it.name.clone(), Value::from(it.value.as_str())));
    json!({
        "game": entry.number,
        "line": entry.line,
        "tags": tags.collect::<serde_json::Map<_, _>>(),
        "plies": entry.record.movetext.plies.len(),
        "result": entry.record.result,
    })
}

/// Returns errors in the text of a game as JSON.
pub(super) fn text_errors(errors: &[RecordError]) -> Vec<Value> {
    let value = |it: &RecordError| {
        json!({
            "code": "record",
            "message": it.to_string(),
            "line": it.line,
            "column": it.column,
            "help": it.kind.help(),
            "repair": it.repair(),
        })
    };
    errors.iter().map(value).collect()
}

/// Returns the error of a replay, with the place that the text names.
pub(super) fn replay_error(error: &RecordReplayError, entry: &RecordEntry) -> Value {
    let (line, column) = error.place(entry);
    json!({
        "code": error.code(),
        "message": error.to_string(),
        "line": line,
        "column": column,
        "ply": error.ply,
        "text": error.text,
        "otherRules": error.other_rules,
    })
}

/// Replays a game, converts it if asked, and reports what fails.
pub(super) fn replayed<R>(
    args: &SourceArgs,
    game: &OpenedGame,
    answers: &mut Answers<'_>,
    play: impl FnOnce(&Variant, &Record) -> Result<R, RecordReplayError>,
) -> Result<Option<(Variant, R)>, CliError> {
    let (file, entry) = (&args.file, &game.entry);
    if !report_errors(args, entry, answers.err)? {
        return Ok(None);
    }
    let variant = match answers.variants.of(&entry.record) {
        Ok(variant) => variant,
        Err(text) => {
            write!(answers.err, "{text}")?;
            return Ok(None);
        }
    };
    if let Some(error) = answers.variants.refusal(&variant, &entry.record) {
        writeln!(answers.err, "{}", error.text(file, entry.line))?;
        return Ok(None);
    }
    if let Some(text) = other_rules(&variant, &entry.record) {
        writeln!(answers.err, "warning: {file}:{}: {text}", entry.line)?;
    }
    if let Some(error) = &game.saved_error {
        write!(answers.err, "{file}: {error}")?;
        return Ok(None);
    }
    let record = match args.lenient {
        true => {
            let (record, left_out) = trim_variations(&variant, &entry.record);
            for error in left_out {
                let warning = error.render(file, entry).replacen("error[", "warning[", 1);
                writeln!(answers.err, "{warning}  = repair: {LEFT_OUT}\n")?;
            }
            record
        }
        false => entry.record.clone(),
    };
    match play(&variant, &record) {
        Ok(played) => Ok(Some((variant, played))),
        Err(error) => {
            let help = if error.is_in_variation { LENIENT } else { "" };
            writeln!(answers.err, "{}{help}", error.render(file, entry))?;
            if let Some(error) = main_line_error(&variant, &record, &error) {
                writeln!(answers.err, "{}", error.render(file, entry))?;
            }
            Ok(None)
        }
    }
}

/// Returns the error in the main line if the first error is in a variation.
pub(super) fn main_line_error(
    variant: &Variant,
    record: &Record,
    first: &RecordReplayError,
) -> Option<RecordReplayError> {
    if !first.is_in_variation {
        return None;
    }
    replay_record(variant, &record.main_line()).err()
}

/// Returns the number of plies that a game has in all.
pub(super) fn plies(game: &Game) -> usize {
    game.moves().count()
}
