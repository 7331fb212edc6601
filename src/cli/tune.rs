//! `tune`: fits the weights of the evaluation to games that a variant plays against itself.
//!
//! Input: a variant, the number of games and a seed. Output: a small TOML file with the weights, and a summary.
//! Nothing is written before the end, so an interrupted run leaves no file. The rulebook and its parents are never
//! replaced. Does not know how weights are fitted.

use std::path::Path;

use clap::{Args, ValueEnum};

use super::file::Refused;
use super::number::number;
use super::progress::Progress;
use super::verify::jobs;
use super::{CliError, ExitResult, Io, file, input};
use crate::diagnostic::counted;
use crate::load::Loaded;
use crate::tune::{TuneMethod, TuneOptions, TuneReport, Tuned, tune};

/// Fit the weights of the evaluation to games that bots play
#[derive(Debug, Args)]
#[command(
    after_help = "The weights say what pieces and squares are worth. A bot uses them with `weights=FILE`. The same \
games, seed and nodes give the same file, for any number of threads.\n\nExample: threefold tune my-game.toml --games \
2000 --out my-weights.toml"
)]
pub(super) struct TuneArgs {
    /// Name or path of a rulebook, or `-` for standard input
    variant: String,
    /// How the weights are found
    #[arg(long, value_enum, default_value = "texel")]
    method: Method,
    /// Number of games to play
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = number::<u32>(1..=1_000_000, 2_000), allow_negative_numbers = true)]
    games: u32,
    /// Seed of the games; the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX, 7), allow_negative_numbers = true)]
    seed: u64,
    /// Number of nodes to search for each move
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = number::<u64>(1..=1_000_000_000, 300), allow_negative_numbers = true)]
    nodes: u64,
    /// Write the weights to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Replace an existing file
    #[arg(long, requires = "out")]
    force: bool,
    /// Number of threads; all that the machine has by default
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256, 2), allow_negative_numbers = true)]
    jobs: Option<u16>,
}

/// How the weights are found.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Method {
    /// Fit the evaluation of quiet positions to the results of games
    Texel,
    /// Follow random changes of all weights that win more points; better with three or more players
    Spsa,
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Self::Texel => "texel",
            Self::Spsa => "spsa",
        }
    }
}

pub(super) fn run(args: &TuneArgs, io: &mut Io<'_>) -> ExitResult {
    let loaded = input::loaded(&args.variant, io)?;
    let refused = |it: Refused, path: &str| it.error(path, "choose another file, or replace this one with --force");
    if let Some(path) = &args.out {
        if is_source(path, &loaded) {
            let message =
                format!("error: `{path}` is the rulebook, or one that it extends\n  = help: choose another file");
            return Err(CliError::Usage(message));
        }
        // The games take long, so a refusal comes before them.
        file::check(Path::new(path), args.force).map_err(|it| refused(it, path))?;
    }
    let variant = loaded.variant;
    let method = match args.method {
        Method::Texel => TuneMethod::Texel,
        Method::Spsa => TuneMethod::Spsa,
    };
    let options =
        TuneOptions { method, games: args.games, seed: args.seed, nodes: args.nodes, threads: jobs(args.jobs) };
    let progress = Progress::new("games", args.games as usize);
    let tuned = tune(&variant, &options, &|| progress.step());
    drop(progress);
    let tuned = tuned.ok_or_else(|| {
        CliError::Wrong(format!("error: {} has no starting position, so there are no games to play", args.variant))
    })?;
    let comment = comment(args, variant.rulebook().name(), &tuned);
    let text = tuned.weights.to_toml(variant.rulebook(), &comment);
    let Some(path) = &args.out else {
        write!(io.out, "{text}")?;
        return Ok(0);
    };
    file::write(Path::new(path), text.as_bytes(), args.force).map_err(|it| refused(it, path))?;
    writeln!(io.err, "Wrote `{path}`. {}", summary(args, &tuned))?;
    // The first player is a person.
    let last = variant.rulebook().seats().last().map_or("all", |it| it.name());
    writeln!(io.err, "To play against it: threefold play {} --seat {last}=brs:20000,weights={path}", args.variant)?;
    Ok(0)
}

/// Reports whether a path leads to a file that the rulebook was read from.
fn is_source(path: &str, loaded: &Loaded) -> bool {
    let real = |it: &str| std::fs::canonicalize(it).ok();
    let wanted = real(path);
    wanted.is_some() && loaded.sources.files.iter().any(|it| real(&it.name) == wanted)
}

/// Returns the comment at the start of the file: its meaning, how to make it again, and how well it fits.
fn comment(args: &TuneArgs, name: &str, tuned: &Tuned) -> String {
    format!(
        "Weights of the evaluation for {name}, in centipawns unless a comment says otherwise.\n\
         Made by: threefold tune {} --method {} --games {} --seed {} --nodes {}\n{}",
        args.variant,
        args.method.name(),
        args.games,
        args.seed,
        args.nodes,
        summary(args, tuned)
    )
}

fn summary(args: &TuneArgs, tuned: &Tuned) -> String {
    let games = counted(u64::from(args.games), "game");
    match tuned.report {
        TuneReport::Texel { positions, loss_before, loss_after } => format!(
            "{games} and {}: the mean loss is {loss_before:.4} with derived weights and {loss_after:.4} with these.",
            counted(positions as u64, "position"),
        ),
        TuneReport::Spsa { distance } => format!(
            "{games}: the weights moved by {:.0} % of the usual difference from derived weights, on average.",
            100.0 * distance
        ),
    }
}
