//! `record`: checks, shows, converts and replays game records in PGN and in the form that `play` saves.
//!
//! Input: a file with any number of games. Output: one answer for each game, while the file is read. Does not know the
//! syntax of records and the rules.

mod check;
mod convert;
mod open;
mod replay;
mod show;

use clap::{Args, Subcommand};

use super::{ExitResult, Format, Io};

/// Check, show, convert and replay game records: PGN for any number of players
#[derive(Debug, Args)]
#[command(
    after_help = "A record is PGN, or the text that `save` writes in `threefold play`. Its tag `Variant` names the \
rulebook; without it, the game is chess.\n\nExample: threefold record check games.pgn"
)]
pub(super) struct RecordArgs {
    #[command(subcommand)]
    command: RecordCommand,
}

#[derive(Debug, Subcommand)]
enum RecordCommand {
    Check(check::CheckRecordArgs),
    Show(show::ShowRecordArgs),
    Convert(convert::ConvertRecordArgs),
    Replay(replay::ReplayRecordArgs),
}

/// Options that all commands share
#[derive(Debug, Args)]
struct SourceArgs {
    /// File of records, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Name or path of a rulebook, instead of the one that each record names
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Read only this game, counted from 1
    #[arg(long, value_name = "N", value_parser = super::number::number::<u64>(1..=u64::MAX, 1), allow_negative_numbers = true)]
    game: Option<u64>,
    /// Repair errors in the text, and report each repair
    #[arg(long)]
    lenient: bool,
}

/// The format of an answer
#[derive(Debug, Args)]
struct FormatArgs {
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl FormatArgs {
    fn is_json(&self) -> bool {
        self.json || self.format == Format::Json
    }
}

pub(super) fn run(args: &RecordArgs, io: &mut Io<'_>) -> ExitResult {
    match &args.command {
        RecordCommand::Check(args) => check::run(args, io),
        RecordCommand::Show(args) => show::run(args, io),
        RecordCommand::Convert(args) => convert::run(args, io),
        RecordCommand::Replay(args) => replay::run(args, io),
    }
}
