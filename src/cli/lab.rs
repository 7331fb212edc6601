//! `lab`: plays many games of a rulebook, and reports whether it is fair and how games go.
//!
//! Input: a variant, bots and a number of games, or shards. Output: a report as text, JSON or CSV, or a shard. Does not
//! know how games are played, counted or judged.

mod files;
mod print;
mod progress;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::{Args, Subcommand, ValueEnum};

use super::interrupt::{self, INTERRUPTED};
use super::number::number;
use super::picture::OutputArgs;
use super::verify::jobs;
use super::{CliError, ExitResult, Io, input};
use crate::bot::Style;
use crate::catalog;
use crate::diagnostic::counted;
use crate::lab::{LabError, LabOptions, LabPlan, Report, ShardHeader, Tally, blocks};
use crate::rules::Variant;
use files::Opened;
use progress::LabProgress;

/// Number of games without `--games`.
const GAMES: u64 = 1_000;
/// Distance between the games that are sampled for rule impact, after the first thousand.
const IMPACT: u32 = 100;

/// Play many games of a rulebook, and report whether it is fair and how games go
#[derive(Debug, Args)]
#[command(
    after_help = "The report has the points of each seat with a test of fairness, the length of the games, the number of \
legal moves, endings, eliminations, kingmaking, the lead, the traffic on the squares and piece values. Intervals are \
95 % confidence intervals. Random bots play at full speed.\n\nThe same command gives the same report, for any number of \
threads on any machine. Bots that are limited by time are refused unless you give --not-reproducible.\n\nWith --out, the \
games are also written to a file. If the command is interrupted, the same command goes on where it stopped. Ctrl-C prints the report of the games that \
are complete; the exit code is then 130. With \
--range, several machines can share the games: `threefold lab merge` joins their files.\n\nExample: threefold lab \
3-man-chess --games 100000",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(super) struct LabArgs {
    #[command(subcommand)]
    command: Option<LabCommand>,
    /// Names or paths of rulebooks, or `-` for standard input; `*` in a name matches any text. With two or more,
    /// each is compared with the first one
    #[arg(required = true, value_name = "VARIANT")]
    variants: Vec<String>,
    /// Bot for a seat, such as white=greedy or all=brs:2000 (nodes); random by default
    #[arg(long = "seat", value_name = "NAME=BOT", value_parser = seat_choice)]
    seats: Vec<(String, Style)>,
    /// Number of games; 1000 by default
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=1_000_000_000_000, 1_000_000), allow_negative_numbers = true)]
    games: Option<u64>,
    /// Stop as soon as all 95 % intervals of points are at most this wide; --games is the maximum
    #[arg(long, value_name = "W", value_parser = width, conflicts_with = "out", allow_negative_numbers = true)]
    stop_at_width: Option<f64>,
    /// Play only the games LO to HI - 1, as a part of a larger lab
    #[arg(long, value_name = "LO..HI", value_parser = range, requires = "out", conflicts_with = "games")]
    range: Option<Range<u64>>,
    /// Write the games to this file as JSON Lines
    #[arg(long, value_name = "SHARD")]
    out: Option<PathBuf>,
    /// Write only counts to the file, without a line for each game
    #[arg(long, requires = "out")]
    no_rows: bool,
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
    /// Sample rule impact in the first 1000 games and then in every Nth game; 0 for no samples. By default 100, and 0 if
    /// rulebooks are compared
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=1_000_000, 100), allow_negative_numbers = true)]
    impact: Option<u32>,
    /// Start from this position instead of the starting position
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Allow bots that are limited by time or are other programs; the report says so
    #[arg(long)]
    not_reproducible: bool,
    /// Format of the report; by default, it follows from the file name, or is text
    #[arg(long, value_enum)]
    format: Option<LabFormat>,
    #[command(flatten)]
    output: OutputArgs,
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
    /// One page with charts
    Html,
}

/// The formats that follow from the extension of the output.
const EXTENSIONS: [(&str, LabFormat); 4] =
    [("json", LabFormat::Json), ("csv", LabFormat::Csv), ("html", LabFormat::Html), ("htm", LabFormat::Html)];

#[derive(Debug, Subcommand)]
enum LabCommand {
    Merge(MergeArgs),
}

/// Join the files of several ranges, and print the report of all games
#[derive(Debug, Args)]
#[command(
    after_help = "The report is that of a single run with all games. The files must belong together: the same rules, \
bots, weights, seed and version, and each game once. A missing game is an error. To report a part of a lab, give its \
range with --range.\n\nExample: threefold lab merge shards/*.jsonl"
)]
struct MergeArgs {
    /// Files that `threefold lab --out` has written, in any order
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// Report the games LO to HI - 1 alone, and refuse any other range. Without it, the games start with game 0
    #[arg(long, value_name = "LO..HI", value_parser = range)]
    range: Option<Range<u64>>,
    /// Path of the rulebook, if it does not come with threefold
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Format of the report; by default, it follows from the file name, or is text
    #[arg(long, value_enum)]
    format: Option<LabFormat>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Reads a range, which has at least one game.
fn range(text: &str) -> Result<Range<u64>, String> {
    let ends = text.split_once("..").and_then(|(low, high)| low.parse().ok().zip(high.parse().ok()));
    ends.filter(|it| it.0 < it.1)
        .map(|it| it.0..it.1)
        .ok_or_else(|| "write two whole numbers, the smaller one first, for example 0..100000".to_owned())
}

/// Reads a width of intervals, in points.
fn width(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(it) if it > 0.0 && it <= 100.0 => Ok(it),
        _ => Err("write a number of points above 0 and up to 100, for example 0.01".to_owned()),
    }
}

fn seat_choice(text: &str) -> Result<(String, Style), String> {
    let (name, bot) = text.split_once('=').ok_or("write NAME=BOT, for example white=greedy or all=brs:2000")?;
    Style::parse(bot).map(|it| (name.to_owned(), it)).map_err(|it| it.to_string())
}

pub(super) fn run(args: &LabArgs, io: &mut Io<'_>) -> ExitResult {
    if let Some(LabCommand::Merge(args)) = &args.command {
        return merge(args, io);
    }
    let names = expanded(&args.variants)?;
    let inputs = names.iter().chain(&args.position).filter(|it| *it == "-").count();
    if inputs > 1 {
        return Err(CliError::Usage("error: standard input can be read only once".to_owned()));
    }
    if names.len() > 1 && args.out.is_some() {
        return Err(CliError::Usage("error: a file has the games of one rulebook: leave out --out".to_owned()));
    }
    let variants: Vec<Variant> = names.iter().map(|it| input::variant(it, io)).collect::<Result<_, _>>()?;
    let mut reports = Vec::new();
    let (stop, mut is_interrupted) = (interrupt::watched(), false);
    for variant in &variants {
        let plan = plan(args, variant, names.len() > 1, io)?.with_stop(stop);
        let range = args.range.clone().unwrap_or(0..args.games.unwrap_or(GAMES));
        let most = range.end - range.start;
        let tally = match &args.out {
            None => play(&plan, range, args)?,
            Some(path) => play_to_file(&plan, range, path, args, io)?,
        };
        is_interrupted = stop.load(Ordering::Relaxed) && tally.games < most;
        if is_interrupted && args.out.is_none() {
            let (done, of) = (tally.games, counted(most, "game"));
            writeln!(io.err, "Interrupted after {done} of {of} of `{}`.", variant.slug())?;
        }
        if tally.games > 0 {
            reports.push(Report {
                stopped_at: args.stop_at_width.filter(|_| !is_interrupted),
                is_stopped_early: tally.games < most && !is_interrupted,
                ..Report::new(&plan, &tally)
            });
        }
        if is_interrupted {
            break;
        }
    }
    let (format, width) = (args.output.format(args.format, &EXTENSIONS), args.output.text_width(io));
    match (&reports[..], &variants[..]) {
        // The parts of a larger lab are reported together.
        _ if args.range.is_some() => {}
        ([], _) => {}
        ([report], [variant, ..]) => {
            args.output.write(print::single(report, variant, format, width).as_bytes(), io)?;
        }
        (reports, _) => {
            args.output.write(print::several(reports, format, width).as_bytes(), io)?;
        }
    }
    Ok(if is_interrupted { INTERRUPTED } else { 0 })
}

/// Returns the names of the rulebooks, with each pattern replaced by the shipped games that it matches.
fn expanded(names: &[String]) -> Result<Vec<String>, CliError> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        let Some((begin, end)) = name.split_once('*') else {
            all.push(name.clone());
            continue;
        };
        let fits = |it: &str| it.len() >= begin.len() + end.len() && it.starts_with(begin) && it.ends_with(end);
        let found: Vec<String> = catalog::games().map(|it| it.slug.clone()).filter(|it| fits(it)).collect();
        if found.is_empty() {
            let help = "see `threefold list`";
            return Err(CliError::Usage(format!("error: no rulebook is called `{name}`\n  = help: {help}")));
        }
        all.extend(found);
    }
    Ok(all)
}

fn play(plan: &LabPlan, range: Range<u64>, args: &LabArgs) -> Result<Tally, CliError> {
    let progress = LabProgress::new(0, range.end - range.start);
    let mut count = |games| {
        progress.add(games);
        true
    };
    let played = match args.stop_at_width {
        Some(width) => plan.run_until(width, range.end, jobs(args.threads), &mut count),
        None => plan.run(range, jobs(args.threads), &mut count),
    };
    played.map_err(|it| refused(&it))
}

/// Plays the games that the file does not have yet, and adds them to it.
fn play_to_file(
    plan: &LabPlan,
    range: Range<u64>,
    path: &Path,
    args: &LabArgs,
    io: &mut Io<'_>,
) -> Result<Tally, CliError> {
    let name = path.display();
    let count = range.end - range.start;
    let mut file = match files::open(path, &ShardHeader::new(plan, range.clone(), !args.no_rows))? {
        Opened::Complete(tally) => {
            writeln!(io.err, "`{name}` is already complete: {}.", counted(count, "game"))?;
            return Ok(*tally);
        }
        Opened::Open(file) => file,
    };
    let before = file.next - range.start;
    if before > 0 {
        writeln!(io.err, "{before} of {count} games are already in `{name}.part`.")?;
    }
    // The other blocks are those of an uninterrupted run. Ctrl-C may have divided one of them.
    let blocks = blocks(plan, range.clone()).into_iter().map(|it| it.start.max(file.next)..it.end);
    let left: Vec<Range<u64>> = blocks.filter(|it| !it.is_empty()).collect();
    let progress = LabProgress::new(before, count);
    let mut unwritten = None;
    plan.run_blocks(&left, jobs(args.threads), !args.no_rows, &mut |block| {
        progress.add(block.tally.games);
        unwritten = file.add(&block).err();
        unwritten.is_none()
    })
    .map_err(|it| refused(&it))?;
    drop(progress);
    if let Some(error) = unwritten {
        return Err(error);
    }
    if file.next < range.end {
        let done = file.next - range.start;
        let of = counted(count, "game");
        writeln!(io.err, "Interrupted: {done} of {of} are in `{name}.part`. The same command plays the others.")?;
        return Ok(file.tally.take().unwrap_or_default());
    }
    let tally = file.finish()?;
    writeln!(io.err, "Wrote `{name}`: {}.", counted(count, "game"))?;
    Ok(tally)
}

/// Joins shards and prints the report of all games.
fn merge(args: &MergeArgs, io: &mut Io<'_>) -> ExitResult {
    let merger = files::merged(&args.shards)?;
    let wrong = |it: String| CliError::Wrong(format!("error: {it}"));
    let Some(key) = merger.plan() else { return Err(wrong("there are no shards".to_owned())) };
    let name = args.variant.clone().unwrap_or_else(|| key.variant.clone());
    let variant = input::variant(&name, io).map_err(|error| match error {
        CliError::Usage(text) if args.variant.is_none() => CliError::Usage(format!(
            "{}\n\nThe shards name this rulebook. If it is a file of your own, give its path with `--variant FILE`.\n",
            text.trim_end()
        )),
        other => other,
    })?;
    if variant.hash() != key.rules {
        return Err(wrong(format!(
            "the games were played by other rules than those of `{name}`: the hash is {:.12}, not {:.12}\n  = help: give \
             the path of the rulebook with `--variant FILE`",
            key.rules,
            variant.hash()
        )));
    }
    let start = input::position(&variant, Some(&key.start), io)?;
    let bots = key.bots.iter().map(|it| Style::parse(it)).collect::<Result<Vec<_>, _>>();
    let bots = bots.map_err(|it| wrong(it.to_string()))?;
    let options = LabOptions { seed: key.seed, opening_plies: key.openings, ply_limit: key.plies };
    let plan = LabPlan::new(start, bots, options).map_err(|it| refused(&it))?.with_impact(key.impact);
    let (range, tally) = merger.finish(&plan, args.range.clone()).map_err(|it| {
        wrong(format!("{it}\n  = help: name the file of each range once; `--range LO..HI` reports a part of the games"))
    })?;
    let text = print::single(
        &Report::of_range(&plan, range.start, &tally),
        &variant,
        args.output.format(args.format, &EXTENSIONS),
        args.output.text_width(io),
    );
    args.output.write(text.as_bytes(), io)?;
    Ok(0)
}

/// Plans the games of a variant.
fn plan(args: &LabArgs, variant: &Variant, is_compared: bool, io: &mut Io<'_>) -> Result<LabPlan, CliError> {
    let start = input::position(variant, args.position.as_deref(), io)?;
    let bots = bots(args, variant)?;
    let is_random = bots.iter().all(|it| *it == Style::Random);
    if let Some(bot) = bots.iter().find(|it| !it.is_reproducible() && !args.not_reproducible) {
        return Err(CliError::Usage(format!(
            "error: the games of `{bot}` differ from run to run, because it depends on time, threads or another program\n  \
             = help: give it a number of nodes, such as brs:2000, or add --not-reproducible"
        )));
    }
    let opening_plies = args.openings.unwrap_or_else(|| LabOptions::usual_opening(&bots));
    if is_random && opening_plies > 0 {
        return Err(CliError::Usage("error: all moves are random, so --openings has no effect".to_owned()));
    }
    input::check_limit(args.plies, opening_plies)?;
    let options = LabOptions { seed: args.seed, opening_plies, ply_limit: args.plies };
    let plan = LabPlan::new(start, bots, options).map_err(|it| refused(&it))?;
    Ok(plan.with_impact(args.impact.unwrap_or(if is_compared { 0 } else { IMPACT })))
}

/// Returns the bot of each seat.
fn bots(args: &LabArgs, variant: &Variant) -> Result<Vec<Style>, CliError> {
    let bots = input::by_seat(&args.seats, variant)?;
    Ok(bots.into_iter().map(|it| it.unwrap_or(Style::Random)).collect())
}

fn refused(error: &LabError) -> CliError {
    match error {
        LabError::Bot(error) => input::bot_error(error),
        _ => CliError::Wrong(format!("error: {error}")),
    }
}
