//! `compare`: what differs between two rulebooks, in what they say and in play.

mod files;
mod json;

use clap::{Args, ValueEnum};

use super::number::{number, seconds};
use super::picture::page;
use super::terminal::json_text;
use super::verify::jobs;
use super::{CliError, ExitResult, Io, input};
use crate::compare::{Compared, Options, compare, document, text};
use crate::document::markdown;
use crate::load::{Input, check, load_input};

/// Compare two rulebooks: what differs in what they say, and in play
#[derive(Debug, Args)]
#[command(
    after_help = "Play is searched, not proven: all lines to a depth, then random games that are guided to where \
the two are likely to part. The answer is the same for the same seed, on every machine, unless --seconds is \
given.\n\nExample: threefold compare chess ./my-chess.toml --write-cases rulings/new"
)]
pub(super) struct CompareArgs {
    /// The one: name, path, or `-`
    a: String,
    /// The other: name, path, or `-`
    b: String,
    /// Compare what they say, not how they play
    #[arg(long, conflicts_with_all = ["depth", "games", "plies", "positions", "seconds", "seed", "position", "write_cases"])]
    rules_only: bool,
    /// Go through all lines to this depth, as far as half of the positions go
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u32>(0..=32, 3), allow_negative_numbers = true)]
    depth: u32,
    /// Play so many random games
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = number::<u32>(0..=1_000_000, 256), allow_negative_numbers = true)]
    games: u32,
    /// End a random game after so many moves
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = number::<u32>(0..=10_000, 120), allow_negative_numbers = true)]
    plies: u32,
    /// Look at no more than about so many positions
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = number::<u64>(0..=1_000_000_000, 200_000), allow_negative_numbers = true)]
    positions: u64,
    /// Search no longer than this; what is found then depends on the machine
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// Of the random games; the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX, 7), allow_negative_numbers = true)]
    seed: u64,
    /// Begin from this position, too; may be said several times
    #[arg(long, value_name = "P")]
    position: Vec<String>,
    /// Do not begin from the positions that are shipped
    #[arg(long)]
    no_shipped: bool,
    /// Write each difference in play as a case into this folder
    #[arg(long, value_name = "DIR")]
    write_cases: Option<String>,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: CompareFormat,
    /// Search with so many threads; as many as the machine has, where it is not said
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256, 2), allow_negative_numbers = true)]
    jobs: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CompareFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object
    Json,
    /// A page with the boards as text
    Markdown,
    /// A page for a browser, whole in one file, with the boards drawn
    Html,
}

pub(super) fn run(args: &CompareArgs, io: &mut Io<'_>) -> ExitResult {
    let is_input = |it: &&String| *it == "-";
    if [&args.a, &args.b].into_iter().filter(is_input).count() > 1 {
        return Err(CliError::Usage("error: standard input can be read only once: name a file".to_owned()));
    }
    if args.write_cases.is_some() && [&args.a, &args.b].iter().any(is_input) {
        return Err(CliError::Usage("error: a case cannot name standard input: name files".to_owned()));
    }
    let (a, b) = (side(&args.a, io)?, side(&args.b, io)?);
    let options = Options {
        depth: args.depth,
        games: args.games,
        plies: args.plies,
        positions: args.positions,
        seconds: args.seconds,
        seed: args.seed,
        jobs: jobs(args.jobs),
        starts: args.position.clone(),
        is_shipped_used: !args.no_shipped,
        is_play_compared: !args.rules_only,
    };
    let report = compare(a, b, &options).map_err(|it| CliError::Wrong(format!("error: {it}")))?;
    match args.format {
        CompareFormat::Text => write!(io.out, "{}", text(&report))?,
        CompareFormat::Markdown => write!(io.out, "{}", markdown(&document(&report)))?,
        CompareFormat::Html => write!(io.out, "{}", page(&document(&report)))?,
        CompareFormat::Json => writeln!(io.out, "{}", json_text(&json::report(&report)))?,
    }
    if let Some(folder) = &args.write_cases {
        files::write(&report, folder, io)?;
    }
    Ok(0)
}

/// Loads a rulebook with what it says; warnings go to the error stream.
fn side(name: &str, io: &mut Io<'_>) -> Result<Compared, CliError> {
    let text = if name == "-" { Some(input::standard_input(io)?) } else { None };
    let input = text.as_ref().map_or(Input::Name(name), |it| Input::Text("-", it));
    match load_input(input) {
        Ok(loaded) => {
            write!(io.err, "{}", input::findings(&loaded.sources, &loaded.warnings))?;
            Ok(Compared { name: name.to_owned(), checked: check(input), variant: loaded.variant })
        }
        Err(error) => {
            let text = input::findings(&error.sources, &error.diagnostics);
            Err(if error.is_unreadable() { CliError::Usage(text) } else { CliError::Wrong(text) })
        }
    }
}
