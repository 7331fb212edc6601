//! `watch`: checks a rulebook, runs its cases and shows its board after every change.
//!
//! Input: the path of a rulebook. Output: findings, results of cases, and the board. Does not know any rules.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;

use super::{CliError, ExitResult, Io};
use crate::catalog;
use crate::threads::spawn_scoped;
use crate::watch::Watch;

/// Interval between two looks at the file. A change counts after two equal looks, so it is seen after at most twice this time.
const PAUSE: Duration = Duration::from_millis(12);

/// Check a rulebook, run its cases and show its board, again after every change
#[derive(Debug, Args)]
#[command(after_help = "It ends with Ctrl-C, or at the end of the input.\n\nExample: threefold watch guards.toml")]
pub(super) struct WatchArgs {
    /// Path of a rulebook; files that it extends are watched, too
    file: String,
    /// Run once and exit
    #[arg(long)]
    once: bool,
}

pub(super) fn run(args: &WatchArgs, io: &mut Io<'_>) -> ExitResult {
    if args.file == "-" {
        return Err(CliError::Usage("error: standard input cannot be watched: give a file name".to_owned()));
    }
    if catalog::find(&args.file).is_some() {
        let message = format!("error: `{}` comes with threefold and does not change", args.file);
        let help = format!("`threefold new NAME --from {}` writes a file that you can edit", args.file);
        return Err(CliError::Usage(format!("{message}\n  = help: {help}")));
    }
    let mut watch = Watch::new(&args.file);
    let mut code = 0;
    if let Some(report) = watch.poll() {
        // A missing file is a typing mistake, not an unfinished rulebook.
        if report.code == 2 {
            return Err(CliError::Usage(report.text));
        }
        code = report.code;
        write!(io.out, "{}", report.text)?;
        io.out.flush()?;
    }
    if args.once {
        return Ok(code);
    }
    let has_ended = AtomicBool::new(false);
    let (input, out) = (&mut *io.input, &mut *io.out);
    std::thread::scope(|scope| {
        let wait = || {
            // The contents of the input do not matter, only its end.
            let mut line = Vec::new();
            while !has_ended.load(Ordering::Relaxed) && matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
                line.clear();
            }
            has_ended.store(true, Ordering::Relaxed);
        };
        spawn_scoped(scope, Box::new(wait));
        while !has_ended.load(Ordering::Relaxed) {
            std::thread::sleep(PAUSE);
            let Some(report) = watch.poll() else { continue };
            code = report.code;
            if let Err(error) = write!(out, "\n{}\n{}", "=".repeat(80), report.text).and_then(|()| out.flush()) {
                has_ended.store(true, Ordering::Relaxed);
                return Err(CliError::Output(error));
            }
        }
        Ok(code)
    })
}
