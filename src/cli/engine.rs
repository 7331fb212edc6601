//! `engine`: plays as an engine of another program, over UCI.
//!
//! Input: a variant, and commands of the protocol on standard input. Output: answers of the protocol. Does not know
//! the protocol.

use clap::Args;

use super::number::number;
use super::{ExitResult, Io, input};
use crate::protocol::uci;

/// Play as an engine of another program, over UCI extended to any number of players
#[derive(Debug, Args)]
#[command(after_help = "The option UCI_Variant selects another rulebook, and VariantPath a file. `quit` ends the \
program.\n\nExample: threefold engine 3-man-chess")]
pub(super) struct EngineArgs {
    /// Name or path of the rulebook to begin with
    #[arg(default_value = "chess")]
    variant: String,
    /// Number of threads of a search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=256, 2), allow_negative_numbers = true)]
    threads: u16,
}

pub(super) fn run(args: &EngineArgs, io: &mut Io<'_>) -> ExitResult {
    let variant = input::variant(&args.variant, io)?;
    uci::serve(io.input, io.out, variant, args.threads)?;
    Ok(0)
}
