//! `fmt`: puts rulebooks and cases into their usual form.
//!
//! Input: files, or standard input. Output: the files, or what would change. Does not know the form.

#[cfg(feature = "tools")]
mod rewrite;

use clap::Args;

use super::{ExitResult, Io};
use crate::policy::renamed::{EDITION, EDITIONS};

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
    /// Replace names of the previous edition of the language, too; N is the current edition
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = CURRENT)]
    #[arg(value_parser = edition)]
    edition: Option<i64>,
}

/// The edition that `--edition` writes, as an argument.
const CURRENT: &str = "2";

/// Reads the number of an edition. Files are upgraded to the current one only.
fn edition(text: &str) -> Result<i64, String> {
    let number = text.parse().ok().filter(|it| *it == EDITION);
    number.ok_or_else(|| format!("{EDITIONS}, and files are upgraded to {EDITION}: write `--edition FILE`"))
}

#[cfg(feature = "tools")]
pub(super) fn run(args: &FmtArgs, io: &mut Io<'_>) -> ExitResult {
    rewrite::run(args, io)
}

#[cfg(not(feature = "tools"))]
pub(super) fn run(_: &FmtArgs, _: &mut Io<'_>) -> ExitResult {
    Err(super::lacks_tools("format files"))
}
