//! `record convert`: writes records in another form, with normal numbers and notation.
//!
//! Input: a file of records. Output: PGN, PGN with the player before each move, or the form that `play` saves. Makes no
//! decisions.

use clap::{Args, ValueEnum};

use super::SourceArgs;
use super::open::{each_game, replayed};
use crate::cli::picture::OutputArgs;
use crate::cli::recorded::RecordWriter;
use crate::cli::{CliError, ExitResult, Io};
use crate::diagnostic::counted;
use crate::game::Game;
use crate::load::{Input, check, load_input};
use crate::record::{
    Annotation, Record, RecordStyle, TagPair, convert_record, result_text, rulebook_tag, without_comments,
};
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
    args.output.check()?;
    let (mut games, mut wrong) = (0_usize, 0_usize);
    let mut lost = [false; LOST.len()];
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
            wrong += 1;
            return Ok(());
        };
        games += 1;
        if args.to == RecordForm::Play && games > 1 {
            let help = "choose one with --game, or convert them to PGN";
            return Err(CliError::Wrong(format!(
                "error: this form has one game, and there are more\n  = help: {help}"
            )));
        }
        if args.rulebook {
            converted.set_tag("Rulebook", rulebook(args.source.variant.as_deref(), &variant, &game.entry.record)?);
        }
        let text = match args.to {
            RecordForm::Play => {
                note_losses(&game.entry.record, &played, &mut lost);
                lost[3] |= args.rulebook;
                let named = game.entry.record.tag("Variant");
                RecordWriter::new(args.source.variant.as_deref().or(named), None).saved(&played)
            }
            _ => {
                // Other programs may know only this name of the variant.
                if let Some(named) = game.entry.record.tag("Variant").filter(|_| args.source.variant.is_none()) {
                    converted.set_tag("Variant", named);
                }
                RecordWriter::new(args.source.variant.as_deref(), None).named(converted).to_string()
            }
        };
        let text = if games > 1 { format!("\n{text}") } else { text };
        // The form of `play` has one game: whether there are more is not known yet.
        match is_file || args.to == RecordForm::Play {
            true => whole.push_str(&text),
            false => write!(answers.out, "{text}")?,
        }
        Ok(())
    })?;
    for (what, _) in LOST.iter().zip(lost).filter(|it| it.1) {
        writeln!(io.err, "warning: this form has no {what}: they are left out")?;
    }
    if is_file && wrong > 0 {
        // A file that was replaced would lack these games.
        let count = format!("{} {}", counted(wrong, "game"), if wrong == 1 { "has errors" } else { "have errors" });
        let help = "correct the errors; without `-o`, the other games are printed";
        return Err(CliError::Wrong(format!("error: no file is written, because {count}\n  = help: {help}")));
    }
    match is_file {
        true => args.output.write(whole.as_bytes(), io)?,
        false => write!(io.out, "{whole}")?,
    }
    Ok(u8::from(wrong > 0))
}

/// What a record can have and the form of `play` lacks.
const LOST: [&str; 4] = [
    "comments, NAGs and variations",
    "names of players and other tags",
    "results that the rules do not give",
    "rulebooks inside the record",
];

/// Notes what the form of `play` lacks of a record.
fn note_losses(record: &Record, game: &Game, lost: &mut [bool; LOST.len()]) {
    // These follow from the rules, or are in the heading of that form.
    let kept = ["Variant", "Rules", "Rulebook", "SetUp", "FEN", "Position", "Result", "Ending"];
    let is_known = |it: &TagPair| it.value.contains(|it| it != '?' && it != '.') && it.value != "normal";
    lost[0] |= has_annotations(record);
    lost[1] |= record.tags.iter().any(|it| !kept.contains(&it.name.as_str()) && is_known(it));
    lost[3] |= record.tag("Rulebook").is_some();
    lost[2] |= !["", "*"].contains(&record.result.as_str()) && record.result != result_text(game.position());
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
