//! `watch`: checks a rulebook, runs its cases and shows its board whenever it is saved.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;

use super::{CliError, ExitResult, Io};
use crate::catalog;
use crate::watch::Watch;

/// A change is seen when two looks agree: after twice this at most.
const PAUSE: Duration = Duration::from_millis(12);

/// Check a rulebook, run the cases beside it and show its board, again whenever it is saved
#[derive(Debug, Args)]
#[command(after_help = "It ends with Ctrl-C, or at the end of the input.\n\nExample: threefold watch guards.toml")]
pub(super) struct WatchArgs {
    /// Path of a rulebook; files that it extends are watched, too
    file: String,
    /// Look once and end
    #[arg(long)]
    once: bool,
}

pub(super) fn run(args: &WatchArgs, io: &mut Io<'_>) -> ExitResult {
    if args.file == "-" {
        return Err(CliError::Usage("error: standard input cannot be saved again: name a file".to_owned()));
    }
    if catalog::find(&args.file).is_some() {
        let message = format!("error: `{}` is shipped and does not change", args.file);
        let help = format!("`threefold new NAME --from {}` writes a file to change", args.file);
        return Err(CliError::Usage(format!("{message}\n  = help: {help}")));
    }
    let mut watch = Watch::new(&args.file);
    let mut code = 0;
    if let Some(turn) = watch.turn() {
        // What is not there at all is a slip of the pen, not a rulebook in the making.
        if turn.code == 2 {
            return Err(CliError::Usage(turn.text));
        }
        code = turn.code;
        write!(io.out, "{}", turn.text)?;
        io.out.flush()?;
    }
    if args.once {
        return Ok(code);
    }
    let has_ended = AtomicBool::new(false);
    let (input, out) = (&mut *io.input, &mut *io.out);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // Nothing is read out of what is typed: only its end counts.
            let mut line = Vec::new();
            while !has_ended.load(Ordering::Relaxed) && matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
                line.clear();
            }
            has_ended.store(true, Ordering::Relaxed);
        });
        while !has_ended.load(Ordering::Relaxed) {
            std::thread::sleep(PAUSE);
            let Some(turn) = watch.turn() else { continue };
            code = turn.code;
            if let Err(error) = write!(out, "\n{}\n{}", "=".repeat(80), turn.text).and_then(|()| out.flush()) {
                has_ended.store(true, Ordering::Relaxed);
                return Err(CliError::Output(error));
            }
        }
        Ok(code)
    })
}
