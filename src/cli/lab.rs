//! `lab`: plays many games of a rulebook, and reports whether it is fair and how games go.
//!
//! Input: a variant, bots and a number of games. Output: a report as text, JSON or CSV. Does not know how games are
//! played, counted or judged.

mod progress;

use std::ops::Range;

use clap::{Args, ValueEnum};

use super::number::number;
use super::terminal::json_text;
use super::verify::jobs;
use super::{CliError, ExitResult, Io, input};
use crate::bot::Style;
use crate::lab::{LabError, LabOptions, LabPlan, Report, csv, document, json};
use crate::rules::Variant;
use progress::LabProgress;

/// Number of games without `--games`.
const GAMES: u64 = 1_000;
/// Number of random moves at the start if a bot searches. Without them, its games would be alike.
const OPENINGS: u32 = 6;

/// Play many games of a rulebook, and report whether it is fair and how games go
#[derive(Debug, Args)]
#[command(
    after_help = "The report has the points of each seat with a test of fairness, the length of the games, the number of \
legal moves, endings, eliminations, kingmaking, the lead, the traffic on the squares and piece values. Intervals are \
95 % confidence intervals. Random bots play at full speed.\n\nThe same command gives the same report, for any number of \
threads on any machine. Bots that are limited by time are refused unless you give --not-reproducible.\n\nExample: \
threefold lab 3-man-chess --games 100000"
)]
pub(super) struct LabArgs {
    /// Name or path of a rulebook, or `-` for standard input
    variant: String,
    /// Bot for a seat, such as white=greedy or all=brs:2000 (nodes); random by default
    #[arg(long = "seat", value_name = "NAME=BOT", value_parser = seat_choice)]
    seats: Vec<(String, Style)>,
    /// Number of games; 1000 by default
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=1_000_000_000_000, 1_000_000), allow_negative_numbers = true)]
    games: Option<u64>,
    /// Seed of the games and of the bots
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX, 7), allow_negative_numbers = true)]
    seed: u64,
    /// Number of random moves before the bots take over; by default 0 if all bots are random, otherwise 6
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=100, 6), allow_negative_numbers = true)]
    openings: Option<u32>,
    /// Maximum number of moves of a game
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = number::<u32>(1..=20_000, 2_000), allow_negative_numbers = true)]
    plies: u32,
    /// Number of games to play at a time; one for each core by default
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256, 2), allow_negative_numbers = true)]
    threads: Option<u16>,
    /// Start from this position instead of the starting position
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Allow bots that are limited by time or are other programs; the report says so
    #[arg(long)]
    not_reproducible: bool,
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    format: LabFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LabFormat {
    /// Text for people
    #[default]
    Text,
    /// One JSON object
    Json,
    /// One figure on each line
    Csv,
}

fn seat_choice(text: &str) -> Result<(String, Style), String> {
    let (name, bot) = text.split_once('=').ok_or("write NAME=BOT, for example white=greedy or all=brs:2000")?;
    Style::parse(bot).map(|it| (name.to_owned(), it)).map_err(|it| it.to_string())
}

pub(super) fn run(args: &LabArgs, io: &mut Io<'_>) -> ExitResult {
    if args.variant == "-" && args.position.as_deref() == Some("-") {
        return Err(CliError::Usage("error: standard input can be read only once".to_owned()));
    }
    let variant = input::variant(&args.variant, io)?;
    let plan = plan(args, &variant, io)?;
    let range = 0..args.games.unwrap_or(GAMES);
    let tally = play(&plan, range, args)?;
    print(&Report::new(&plan, &tally), args.format, io)
}

fn play(plan: &LabPlan, range: Range<u64>, args: &LabArgs) -> Result<crate::lab::Tally, CliError> {
    let progress = LabProgress::new(0, range.end - range.start);
    plan.run(range, jobs(args.threads), &mut |games| {
        progress.add(games);
        true
    })
    .map_err(|it| refused(&it))
}

/// Plans the games of a variant.
fn plan(args: &LabArgs, variant: &Variant, io: &mut Io<'_>) -> Result<LabPlan, CliError> {
    let start = input::position(variant, args.position.as_deref(), io)?;
    let bots = bots(args, variant)?;
    let is_random = bots.iter().all(|it| *it == Style::Random);
    if let Some(bot) = bots.iter().find(|it| !it.is_reproducible() && !args.not_reproducible) {
        return Err(CliError::Usage(format!(
            "error: the games of `{bot}` differ from run to run, because it depends on time, threads or another program\n  \
             = help: give it a number of nodes, such as brs:2000, or add --not-reproducible"
        )));
    }
    let opening_plies = args.openings.unwrap_or(if is_random { 0 } else { OPENINGS });
    if is_random && opening_plies > 0 {
        return Err(CliError::Usage("error: all moves are random, so --openings has no effect".to_owned()));
    }
    let options = LabOptions { seed: args.seed, opening_plies, ply_limit: args.plies };
    LabPlan::new(start, bots, options).map_err(|it| refused(&it))
}

/// Returns the bot of each seat.
fn bots(args: &LabArgs, variant: &Variant) -> Result<Vec<Style>, CliError> {
    let book = variant.rulebook();
    let mut bots = vec![Style::Random; book.seats.len()];
    for (name, style) in &args.seats {
        match book.seat(name) {
            Some(seat) => bots[seat.index()] = style.clone(),
            None if name == "all" => bots.fill(style.clone()),
            None => {
                let names: Vec<&str> = book.seats.iter().map(|it| it.name.as_str()).collect();
                let text = format!("error: there is no seat `{name}`: the seats are {}", names.join(", "));
                return Err(CliError::Usage(text));
            }
        }
    }
    Ok(bots)
}

fn refused(error: &LabError) -> CliError {
    CliError::Wrong(format!("error: {error}"))
}

fn print(report: &Report, format: LabFormat, io: &mut Io<'_>) -> ExitResult {
    match format {
        LabFormat::Text => write!(io.out, "{}", document(report).text())?,
        LabFormat::Json => writeln!(io.out, "{}", json_text(&json(report)))?,
        LabFormat::Csv => write!(io.out, "{}", csv(report))?,
    }
    Ok(0)
}
