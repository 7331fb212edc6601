//! `record check`: reports the errors in the text of records, and the moves that the rules refuse.
//!
//! Input: a file of records. Output: each error with its place, and the number of games that are right. Makes no
//! decisions.

use clap::Args;
use serde_json::{Value, json};

use super::open::{LEFT_OUT, each_game, facts, main_line_error, replay_error, replayed, text_errors};
use super::{FormatArgs, SourceArgs};
use crate::cli::{ExitResult, Io};
use crate::diagnostic::counted;
use crate::record::{odd_signs, odd_values, open_result, replay_record, trim_variations};

/// Report the errors in the text of records, and the moves that the rules refuse
#[derive(Debug, Args)]
#[command(after_help = "Variations are checked, too. The exit code is 1 if a game has an error.\n\n\
Example: threefold record check games.pgn")]
pub(super) struct CheckRecordArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    format: FormatArgs,
    /// Check only the text, without the rules
    #[arg(long)]
    text_only: bool,
}

pub(super) fn run(args: &CheckRecordArgs, io: &mut Io<'_>) -> ExitResult {
    if args.format.is_json() {
        return checked(args, io);
    }
    // The findings are the answer, as those of `check` and `verify` are.
    let mut nowhere = std::io::sink();
    let Io { input, out, is_terminal, .. } = io;
    checked(args, &mut Io { input: *input, out: &mut nowhere, err: *out, is_terminal: *is_terminal })
}

/// Checks the games. Writes JSON to the output, and text to the stream for errors.
fn checked(args: &CheckRecordArgs, io: &mut Io<'_>) -> ExitResult {
    let (mut games, mut right) = (0, 0);
    each_game(&args.source, args.format.is_json(), io, |game, answers| {
        games += 1;
        if args.format.is_json() {
            let (value, is_right) = answer(args, &game, &mut answers.variants);
            right += usize::from(is_right);
            return Ok(answers.value(&value)?);
        }
        let file = &args.source.file;
        for warning in odd_values(&game.entry) {
            writeln!(answers.err, "{}", super::open::as_warning(file, &warning))?;
        }
        let is_right = match args.text_only {
            true => super::open::report_errors(&args.source, &game.entry, answers.err)?,
            false => match replayed(&args.source, &game, answers, replay_record)? {
                Some((_, played)) => {
                    for warning in odd_signs(&game.entry, &played).into_iter().chain(open_result(&game.entry, &played))
                    {
                        writeln!(answers.err, "{}", super::open::as_warning(file, &warning))?;
                    }
                    true
                }
                None => false,
            },
        };
        right += usize::from(is_right);
        Ok(())
    })?;
    if !args.format.is_json() {
        let wrong = games - right;
        let rest = match wrong {
            0 => String::new(),
            1 => ", 1 has errors".to_owned(),
            _ => format!(", {wrong} have errors"),
        };
        let are = if right == 1 { "is" } else { "are" };
        let verdict = match right {
            0 if wrong > 0 => rest.trim_start_matches(", ").to_owned(),
            _ => format!("{right} {are} right{rest}"),
        };
        writeln!(io.err, "{}: {verdict}.", counted(games, "game"))?;
    }
    Ok(u8::from(right < games))
}

/// Checks a game; returns the answer, and whether the game is right.
fn answer(
    args: &CheckRecordArgs,
    game: &super::open::OpenedGame,
    variants: &mut crate::cli::recorded::VariantsByName,
) -> (Value, bool) {
    let entry = &game.entry;
    let mut value = facts(entry);
    let mut errors = text_errors(&entry.errors);
    let mut is_right = args.source.lenient || errors.is_empty();
    let (mut repairs, mut warnings) = (Vec::new(), odd_values(entry));
    let mut fail = |error: Value| {
        errors.push(error);
        is_right = false;
    };
    let saved_error = || game.saved_error.as_ref().map(|it| json!({ "code": "record", "message": it.trim_end() }));
    match variants.of(&entry.record) {
        _ if args.text_only => saved_error().into_iter().for_each(fail),
        Err(text) => fail(json!({ "code": "rulebook", "message": text.trim_end() })),
        Ok(variant) => {
            value["hash"] = json!(variant.hash());
            let refusal = variants.refusal(&variant, &entry.record);
            let refusal = refusal.map(|it| json!({ "code": "other-rules", "message": it.message, "help": it.help }));
            if let Some(error) = refusal.or_else(saved_error) {
                fail(error);
            } else {
                let mut record = entry.record.clone();
                if args.source.lenient {
                    let (trimmed, left_out) = trim_variations(&variant, &record);
                    record = trimmed;
                    for error in left_out {
                        let mut repaired = replay_error(&error, entry);
                        repaired["repair"] = json!(LEFT_OUT);
                        repairs.push(repaired);
                    }
                }
                match replay_record(&variant, &record) {
                    Ok(played) => {
                        warnings.extend(odd_signs(entry, &played).into_iter().chain(open_result(entry, &played)));
                    }
                    Err(error) => {
                        fail(replay_error(&error, entry));
                        if let Some(error) = main_line_error(&variant, &record, &error) {
                            fail(replay_error(&error, entry));
                        }
                    }
                }
            }
        }
    }
    errors.extend(repairs);
    value["errors"] = json!(errors);
    value["warnings"] = json!(text_errors(&warnings));
    value["ok"] = json!(is_right);
    (value, is_right)
}
