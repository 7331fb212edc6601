//! `record convert`: writes records in another form, with normal numbers and notation.
//!
//! Input: a file of records. Output: PGN, PGN with the player before each move, or the form that `play` saves. Makes no
//! decisions.

use clap::{Args, ValueEnum};

use super::SourceArgs;
use super::open::{each_game, replayed};
use crate::cli::picture::OutputArgs;
use crate::cli::{CliError, ExitResult, Io};
use crate::game::record;
use crate::load::{Input, check, load_input};
use crate::record::{Annotation, Record, RecordStyle, convert_record, rulebook_tag, without_comments};
use crate::rules::Variant;

/// Write records in another form: PGN, or the form that `threefold play` saves
#[derive(Debug, Args)]
#[command(
    after_help = "PGN has short algebraic notation if the rulebook is for two players on one rectangle of squares. \
For other rulebooks, the player stands before each move.\n\nExample: threefold record convert game.txt --to pgn"
)]
pub(super) struct ConvertRecordArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Form of the output
    #[arg(long, value_enum, default_value_t)]
    to: RecordForm,
    /// Add the rulebook to each record, so that it can be replayed even if the rules change
    #[arg(long)]
    rulebook: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// A form of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum RecordForm {
    /// PGN as other programs read it, if it fits
    #[default]
    Pgn,
    /// PGN with the player before each move, for any rulebook
    Players,
    /// The form that `save` writes in `threefold play`; comments and variations are lost
    Play,
}

pub(super) fn run(args: &ConvertRecordArgs, io: &mut Io<'_>) -> ExitResult {
    let (mut is_right, mut loses, mut games) = (true, false, 0);
    let mut whole = String::new();
    let is_file = args.output.is_file();
    each_game(&args.source, false, io, |game, answers| {
        let convert = |variant: &Variant, record: &Record| {
            let style = match args.to {
                RecordForm::Pgn => RecordStyle::usual(variant.rulebook()),
                RecordForm::Players | RecordForm::Play => RecordStyle::Players,
            };
            convert_record(variant, record, style)
        };
        let Some((variant, (played, mut converted))) = replayed(&args.source, &game, answers, convert)? else {
            is_right = false;
            return Ok(());
        };
        games += 1;
        if args.rulebook {
            converted.set_tag("Rulebook", rulebook(args.source.variant.as_deref(), &variant, &game.entry.record)?);
        }
        let text = match args.to {
            RecordForm::Play => {
                loses |= has_annotations(&converted);
                record(&played)
            }
            _ => converted.to_string(),
        };
        let text = if games > 1 { format!("\n{text}") } else { text };
        match is_file {
            true => whole.push_str(&text),
            false => write!(answers.out, "{text}")?,
        }
        Ok(())
    })?;
    if loses {
        writeln!(io.err, "warning: this form has no comments, NAGs and variations: they are left out")?;
    }
    if args.to == RecordForm::Play && games > 1 {
        writeln!(io.err, "warning: `threefold play` reads only the first of {games} games: use --game")?;
    }
    if is_file {
        args.output.write(whole.as_bytes(), io)?;
    }
    Ok(u8::from(!is_right))
}

/// Reports whether a record has annotations other than actions.
fn has_annotations(record: &Record) -> bool {
    let is_lost = |it: &Annotation| match it {
        Annotation::Comment(text) => !text.starts_with("[%act ") && !text.starts_with("[%out "),
        _ => true,
    };
    !record.movetext.comments.is_empty() || record.movetext.plies.iter().any(|it| it.annotations.iter().any(is_lost))
}

/// Returns the whole rulebook, with its parents merged in, as the value of a tag.
fn rulebook(given: Option<&str>, variant: &Variant, record: &Record) -> Result<String, CliError> {
    let is_same = record.tag("Rules") == Some(variant.hash());
    if let Some(text) = record.tag("Rulebook").filter(|_| is_same) {
        return Ok(text.to_owned());
    }
    let named = record.tag("Variant").map_or(variant.slug(), |it| it);
    let is_same = |it: &&str| load_input(Input::Name(it)).is_ok_and(|it| it.variant.hash() == variant.hash());
    let name = [given.unwrap_or(named), variant.slug()].into_iter().find(is_same).ok_or_else(|| {
        let help = "remove --rulebook, or give the path of the rulebook with --variant";
        CliError::Wrong(format!("error: the file of the rulebook `{named}` is not known\n  = help: {help}"))
    })?;
    let text = check(Input::Name(name)).effective();
    Ok(rulebook_tag(&without_comments(&text)))
}
