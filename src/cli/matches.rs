//! `match`: bots play each other in every seat, and their points are compared.
//!
//! Input: a variant, bots, and when to stop. Output: a report as text or JSON, and a file with every game if wanted.
//! Does not know how games are planned, played or counted.

mod log;
mod text;

use std::path::PathBuf;

use clap::Args;

use super::number::number;
use super::progress::Progress;
use super::terminal::json_text;
use super::verify::jobs;
use super::{CliError, ExitResult, Format, Io, input};
use crate::arena::{MatchError, MatchOptions, MatchPlan, Sprt};
use crate::bot::Style;
use log::Log;

/// Number of games without `--games`.
const GAMES: u32 = 60;
/// Maximum number of games without `--games`, if a test ends the match.
const GAMES_OF_TEST: u32 = 4_000;

/// Let bots play each other in every seat, and compare their points
#[derive(Debug, Args)]
#[command(
    after_help = "A round has one game for each way to seat the bots, all from the same opening. Thus no bot gains \
from a seat or from a lucky opening. A game that reaches the limit of --plies ends there: the players who remain share \
the points, and the report counts these games separately. Intervals are 95 % confidence intervals.\n\nThe same \
command gives the same figures, for any number of threads, unless a bot is limited by time or is another program. The \
games of --out are not played again: the same command with more games goes on where the file ends.\n\nExample: \
threefold match 3-man-chess brs:2000 greedy --games 120 --out games.jsonl"
)]
pub(super) struct MatchArgs {
    /// Name or path of a rulebook, or `-` for standard input
    variant: String,
    /// Two or more bots, such as random, greedy, brs:2000 (nodes), mcts:2s (time) or uci:stockfish,elo=1700
    #[arg(required = true, num_args = 2.., value_name = "BOT", value_parser = Style::parse)]
    bots: Vec<Style>,
    /// Number of games, rounded up to whole rounds; by default 60, or at most 4000 with --sprt
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=10_000_000, 60), allow_negative_numbers = true)]
    games: Option<u32>,
    /// Number of random moves before the bots take over; 0 for the starting position
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u32>(0..=100, 4), allow_negative_numbers = true)]
    openings: u32,
    /// Maximum number of moves of a game, those of the opening included
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u32>(1..=10_000, 400), allow_negative_numbers = true)]
    plies: u32,
    /// Seed of the openings and of the bots
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX, 7), allow_negative_numbers = true)]
    seed: u64,
    /// Number of games to play at a time; one for each core by default
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256, 2), allow_negative_numbers = true)]
    threads: Option<u16>,
    /// Stop as soon as it is clear whether the first bot is E0 or E1 Elo better than the second one
    #[arg(long, value_name = "E0,E1", value_parser = sprt, allow_negative_numbers = true)]
    sprt: Option<Sprt>,
    /// Start from this position instead of the starting position
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Add each game to this file as a line of JSON, and do not play the games that it already has
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',').and_then(|(a, b)| a.parse().ok().zip(b.parse().ok()));
    numbers
        .and_then(|(a, b)| Sprt::new(a, b))
        .ok_or_else(|| "write two numbers from -2000 to 2000, the smaller one first, for example 0,50".to_owned())
}

pub(super) fn run(args: &MatchArgs, io: &mut Io<'_>) -> ExitResult {
    if args.variant == "-" && args.position.as_deref() == Some("-") {
        return Err(CliError::Usage("error: standard input can be read only once".to_owned()));
    }
    let variant = input::variant(&args.variant, io)?;
    let start = input::position(&variant, args.position.as_deref(), io)?;
    if start.ending().is_some() {
        return Err(CliError::Wrong(
            "error: the game is over in this position, so there is nothing to play".to_owned(),
        ));
    }
    input::check_limit(args.plies, args.openings)?;
    let options =
        MatchOptions { seed: args.seed, opening_plies: args.openings as usize, ply_limit: args.plies as usize };
    let plan = MatchPlan::new(start, args.bots.clone(), options).map_err(|it| refused(&it))?;
    for note in plan.notes() {
        writeln!(io.err, "{note}")?;
    }
    let games = plan.whole_rounds(args.games.unwrap_or(if args.sprt.is_some() { GAMES_OF_TEST } else { GAMES }));
    let (mut log, mut known) = match &args.out {
        Some(path) => Log::open(path, &plan)?,
        None => (Log::default(), Vec::new()),
    };
    known.retain(|it| it.index < games);
    if !known.is_empty() {
        writeln!(io.err, "{} of {games} games are already played.", known.len())?;
    }
    let progress = Progress::resumed("games", known.len(), games as usize);
    let mut unwritten = None;
    let found = plan.run(games, jobs(args.threads), known, args.sprt, &mut |game| {
        progress.step();
        if let Err(error) = log.add(&plan, game) {
            unwritten = Some(error);
            return false;
        }
        true
    });
    drop(progress);
    if let Some(error) = unwritten {
        return Err(error);
    }
    let found = found.map_err(|it| refused(&it))?;
    match args.format {
        Format::Text => write!(io.out, "{}", text::report(&plan, &found))?,
        Format::Json => writeln!(io.out, "{}", json_text(&text::json(&plan, &found)))?,
    }
    Ok(0)
}

fn refused(error: &MatchError) -> CliError {
    match error {
        MatchError::Weights(error) => input::bot_error(error),
        MatchError::Bot { .. } | MatchError::Panicked(_) => CliError::Wrong(format!("error: {error}")),
        _ => CliError::Usage(format!("error: {error}")),
    }
}
