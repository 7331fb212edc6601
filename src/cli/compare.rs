//! `compare`: compares two rulebooks, in their text and in play.
//!
//! Input: two rulebooks and the limits of the search. Output: a report, and cases if requested. Does not know how
//! differences are found.

mod files;
mod json;

use clap::{Args, ValueEnum};

use super::number::{number, seconds};
use super::picture::page;
use super::terminal::{json_text, text_width};
use super::verify::jobs;
use super::{CliError, ExitResult, Io, input};
use crate::compare::{Compared, Options, compare, document, text_within};
use crate::document::markdown;
use crate::load::{Input, check, load_input};

/// Compare two rulebooks, in their text and in play
#[derive(Debug, Args)]
#[command(
    after_help = "The search covers all lines to a depth, then random games that are guided to likely differences. \
It does not prove that two rulebooks play alike. With the same seed, the result is the same on every machine, unless \
you give --seconds.\n\nExample: threefold compare chess ./my-chess.toml --write-cases rulings/new"
)]
pub(super) struct CompareArgs {
    /// First rulebook: name, path, or `-` for standard input
    a: String,
    /// Second rulebook: name, path, or `-` for standard input
    b: String,
    /// Compare the text only, not the play
    #[arg(long, conflicts_with_all = ["depth", "games", "plies", "positions", "seconds", "seed", "position", "write_cases"])]
    rules_only: bool,
    /// Search all lines to this depth, using up to half of the positions
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u32>(0..=32, 3), allow_negative_numbers = true)]
    depth: u32,
    /// Number of random games
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = number::<u32>(0..=1_000_000, 256), allow_negative_numbers = true)]
    games: u32,
    /// Maximum length of a random game in plies
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = number::<u32>(0..=10_000, 120), allow_negative_numbers = true)]
    plies: u32,
    /// Approximate maximum number of positions to search
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = number::<u64>(0..=1_000_000_000, 200_000), allow_negative_numbers = true)]
    positions: u64,
    /// Stop after this time; the result then depends on the machine
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// Seed of the random games; the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX, 7), allow_negative_numbers = true)]
    seed: u64,
    /// Also search from this position; may be repeated
    #[arg(long, value_name = "P")]
    position: Vec<String>,
    /// Do not search from the positions that come with threefold
    #[arg(long)]
    no_shipped: bool,
    /// Save each difference in play as a case in this folder
    #[arg(long, value_name = "DIR")]
    write_cases: Option<String>,
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    format: CompareFormat,
    /// Number of threads; all that the machine has by default
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256, 2), allow_negative_numbers = true)]
    jobs: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CompareFormat {
    /// Text for people
    #[default]
    Text,
    /// One JSON object
    Json,
    /// Markdown, with the boards as text
    Markdown,
    /// A single HTML file, with the boards as pictures
    Html,
}

pub(super) fn run(args: &CompareArgs, io: &mut Io<'_>) -> ExitResult {
    let is_input = |it: &&String| *it == "-";
    if [&args.a, &args.b].into_iter().filter(is_input).count() > 1 {
        return Err(CliError::Usage("error: standard input can be read only once: give a file name".to_owned()));
    }
    if args.write_cases.is_some() && [&args.a, &args.b].iter().any(is_input) {
        return Err(CliError::Usage("error: a case cannot refer to standard input: give file names".to_owned()));
    }
    let (a, b) = (side(&args.a, io)?, side(&args.b, io)?);
    if let Some(folder) = &args.write_cases {
        files::prepare(folder)?;
    }
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
        CompareFormat::Text => write!(io.out, "{}", text_within(&report, text_width(io)))?,
        CompareFormat::Markdown => write!(io.out, "{}", markdown(&document(&report)))?,
        CompareFormat::Html => write!(io.out, "{}", page(&document(&report)))?,
        CompareFormat::Json => writeln!(io.out, "{}", json_text(&json::report(&report)))?,
    }
    if let Some(folder) = &args.write_cases {
        files::write(&report, folder, io)?;
    }
    Ok(0)
}

/// Loads one of the two rulebooks; warnings go to the error stream.
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
