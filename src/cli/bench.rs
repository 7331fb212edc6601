//! `bench`: measures the speed of variants on this machine.
//!
//! Input: names of variants. Output: a table of speeds, or JSON. Does not know how the speed is measured.

use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::number::number;
use super::terminal::json_text;
use super::{CliError, ExitResult, Format, Io, input};
use crate::rules::{Position, Variant};
use crate::speed::{self, SpeedReport};

/// Measure the speed of variants on this machine
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold bench 3-man-chess chess\n\nWithout names, all games of the \
main list are measured. Each number is the median of five runs, on one thread unless the column says otherwise. Do not \
compare numbers from different machines or days.")]
pub(super) struct BenchArgs {
    /// Names or paths of rulebooks; all games in the main list by default
    variants: Vec<String>,
    /// Approximate time for each measurement, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 200, value_parser = number::<u32>(1..=60_000, 200), allow_negative_numbers = true)]
    each: u32,
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(args: &BenchArgs, io: &mut Io<'_>) -> ExitResult {
    let mut names = args.variants.clone();
    if names.is_empty() {
        names.extend(crate::catalog::games().filter(|it| !it.slug.contains('/')).map(|it| it.slug.clone()));
    }
    let mut games: Vec<(&str, Variant, Position)> = Vec::new();
    // A name that is wrong is reported before the first measurement.
    for name in &names {
        let variant = input::variant(name, io)?;
        let start = variant.start().ok_or_else(|| {
            CliError::Wrong(format!("error: {name} has no starting position, so there is nothing to measure"))
        })?;
        games.push((name, variant, start));
    }
    let mut rows: Vec<Value> = Vec::new();
    if args.format == Format::Text {
        let head = [
            "leaves/s", "played/s", "plies/s", "nodes/s", "games/s", "x2", "x2 games", "load ms", "position", "tables",
        ];
        write!(io.out, "{:<24}", "")?;
        for it in head {
            write!(io.out, " {it:>11}")?;
        }
        writeln!(io.out)?;
    }
    for (name, variant, start) in games {
        let figures = speed::measure(&start, Duration::from_millis(u64::from(args.each)));
        let load = speed::loading(|| crate::load(name).ok().map(|it| it.variant));
        if args.format == Format::Json {
            rows.push(as_json(variant.slug(), variant.hash(), &figures, load));
        } else {
            write!(io.out, "{:<24}", variant.slug())?;
            for it in [figures.counted, figures.played, figures.plies, figures.searched] {
                write!(io.out, " {:>10.2}M", it / 1e6)?;
            }
            let (count, play) = (figures.two_threads, figures.two_threads_playing);
            write!(io.out, " {:>11.0} {count:>11.2} {play:>11.2} {:>11.1}", figures.games, load * 1e3)?;
            writeln!(io.out, " {:>9} B {:>8.2} MB", figures.position_bytes, figures.table_bytes as f64 / 1e6)?;
        }
    }
    if args.format == Format::Json {
        writeln!(io.out, "{}", json_text(&Value::Array(rows)))?;
    }
    Ok(0)
}

fn as_json(slug: &str, hash: &str, it: &SpeedReport, load: f64) -> Value {
    json!({
        "variant": slug,
        "hash": hash,
        "depth": it.depth,
        "nodes": it.nodes,
        "leaves_per_second": it.counted.round(),
        "played_leaves_per_second": it.played.round(),
        "random_plies_per_second": it.plies.round(),
        "random_games_per_second": it.games.round(),
        "search_nodes_per_second": it.searched.round(),
        "two_threads": (it.two_threads * 100.0).round() / 100.0,
        "two_threads_playing": (it.two_threads_playing * 100.0).round() / 100.0,
        "load_seconds": (load * 1e6).round() / 1e6,
        "position_bytes": it.position_bytes,
        "table_bytes": it.table_bytes,
    })
}
