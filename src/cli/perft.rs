//! `perft`: counts the move sequences of a given length.
//!
//! Input: a variant, a position and a depth. Output: the count, as text or JSON. Does not know how moves are counted.

use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use super::number::number;
use super::terminal::json_text;
use super::{CliError, ExitResult, Format, Io, input, recorded};
use crate::notation::moves::legal_texts;
use crate::rules::PerftOptions;

/// Count all move sequences of a given length (perft)
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold perft chess 4 --divide")]
pub(super) struct PerftArgs {
    /// Name or path of a rulebook, or `-` for standard input
    variant: String,
    /// Length of the sequences in plies
    #[arg(value_name = "DEPTH", required_unless_present = "depth_option", value_parser = number::<u32>(0..=64, 5), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Another way to write the depth
    #[arg(long = "depth", value_name = "N", conflicts_with = "depth", value_parser = number::<u32>(0..=64, 5), allow_negative_numbers = true)]
    depth_option: Option<u32>,
    /// Count from this position instead of the starting position
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Play the moves of this file first: PGN, or what `play` saves (`-` for standard input)
    #[arg(long, value_name = "FILE")]
    moves: Option<String>,
    /// Also print the count for each first move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=256, 2), allow_negative_numbers = true)]
    threads: u16,
    /// Size of the transposition table of each thread, in megabytes; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = number::<u32>(0..=16_384, 64), allow_negative_numbers = true)]
    hash: u32,
    /// Play every move of the last ply instead of counting moves in bulk
    #[arg(long)]
    play_leaves: bool,
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Maximum size in bytes of all transposition tables together.
const MAX_TABLES: usize = 16_384_000_000;

/// Returns the available memory of this machine in bytes, if it is known.
fn available_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|it| it.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

pub(super) fn run(args: &PerftArgs, io: &mut Io<'_>) -> ExitResult {
    // The command line has exactly one of both.
    let depth = args.depth.or(args.depth_option).unwrap_or_default();
    let variant = input::variant(&args.variant, io)?;
    let (position, _) = recorded::after_moves(&variant, args.position.as_deref(), args.moves.as_deref(), io)?;
    let mut options = PerftOptions::default()
        .with_threads(usize::from(args.threads))
        .with_table_bytes(args.hash as usize * 1_000_000);
    options.play_leaves = args.play_leaves;
    let requested = options.threads.saturating_mul(options.table_bytes);
    if requested > MAX_TABLES {
        return Err(CliError::Usage(format!(
            "error: {} MB for each of {} threads are {} MB; the maximum for all tables is {} MB\n\
             help: use less, for example `--hash 64`, or fewer threads",
            args.hash,
            args.threads,
            requested / 1_000_000,
            MAX_TABLES / 1_000_000,
        )));
    }
    // Some systems reserve memory that they do not have, so the reservation alone proves nothing.
    let is_available = available_bytes().is_none_or(|it| requested as u64 <= it);
    if requested > 0 && (!is_available || Vec::<u8>::new().try_reserve_exact(requested).is_err()) {
        return Err(CliError::Wrong(format!(
            "error: {} MB of memory for the transposition tables are not available ({} MB for each of {} threads)\n\
             help: use less, for example `--hash 64`, or fewer threads",
            requested / 1_000_000,
            args.hash,
            args.threads,
        )));
    }
    let begin = Instant::now();
    let mut divided: Vec<(String, u64)> = Vec::new();
    let nodes = if args.divide && depth > 0 {
        // Outcomes due at the start of the turn occur before the first move, as in `perft`.
        let position = position.perft_root();
        for (mv, text) in legal_texts(&position) {
            // As in `perft`, outcomes at the start of the next turn belong to the count below the move.
            let next = position
                .play_unsettled(mv)
                .map_err(|_| CliError::Wrong(format!("error: {text} was listed, and is not legal")))?;
            let count = next.as_position().perft_by(depth - 1, &options);
            if args.format == Format::Text {
                writeln!(io.out, "{text}: {count}")?;
            }
            divided.push((text, count));
        }
        divided.iter().map(|it| it.1).fold(0, u64::saturating_add)
    } else {
        position.perft_by(depth, &options)
    };
    let seconds = begin.elapsed().as_secs_f64();
    if args.format == Format::Text {
        writeln!(io.out, "{nodes}")?;
        return Ok(0);
    }
    let mut answer = json!({
        "variant": variant.slug(),
        "hash": variant.hash(),
        "depth": depth,
        "nodes": nodes,
        "seconds": (seconds * 1e6).round() / 1e6,
    });
    if args.divide {
        answer["divide"] =
            divided.iter().map(|(text, nodes)| json!({ "text": text, "nodes": nodes })).collect::<Value>();
    }
    writeln!(io.out, "{}", json_text(&answer))?;
    Ok(0)
}
