//! `fmt`: puts rulebooks and cases into their usual form.
//!
//! Input: files, or standard input. Output: the files, or what would change. Does not know the form.

#[cfg(feature = "tools")]
mod rewrite;

use clap::Args;

use super::{ExitResult, Io};

/// Put rulebooks and cases into their usual form: spacing, and the order of headers and keys
#[derive(Debug, Args)]
#[command(after_help = "Comments stay with what they describe. The meaning of a file never changes; --edition also \
replaces names of the previous edition.\n\nExamples: threefold fmt my-game.toml\n          threefold fmt --check variants/*.toml")]
// Without the feature, the arguments are parsed and ignored.
#[cfg_attr(not(feature = "tools"), allow(dead_code))]
pub(super) struct FmtArgs {
    /// Files to rewrite, or `-` for standard input to standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Write nothing; the exit code is 1 if a file has another form
    #[arg(long)]
    check: bool,
    /// Write nothing, and print the difference; the exit code is 1 if there is one
    #[arg(long)]
    diff: bool,
    /// Replace names of the previous edition of the language, too
    #[arg(long)]
    edition: bool,
}

#[cfg(feature = "tools")]
pub(super) fn run(args: &FmtArgs, io: &mut Io<'_>) -> ExitResult {
    rewrite::run(args, io)
}

#[cfg(not(feature = "tools"))]
pub(super) fn run(_: &FmtArgs, _: &mut Io<'_>) -> ExitResult {
    Err(super::lacks_tools("format files"))
}
