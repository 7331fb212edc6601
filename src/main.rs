//! The executable. Everything that it does is in the library.

use std::ffi::OsString;
use std::io::{BufReader, IsTerminal, Write, stderr, stdin, stdout};
use std::process::ExitCode;

use threefold::cli::{Io, Pager, run_in};

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    let mut pager = if stdout().is_terminal() { Pager::start(&args) } else { None };
    let code = match pager.as_mut().and_then(Pager::output) {
        Some(mut out) => run_with(args, &mut out),
        None => run_with(args, &mut stdout().lock()),
    };
    if let Some(pager) = pager {
        pager.wait();
    }
    ExitCode::from(code)
}

/// Runs the command with an output stream.
fn run_with(args: Vec<OsString>, out: &mut dyn Write) -> u8 {
    let is_terminal = stdin().is_terminal();
    // Standard error is not locked, so that a panicking thread can still write to it.
    let (mut input, mut err) = (BufReader::new(stdin()), stderr());
    let mut io = Io { input: &mut input, out, err: &mut err, is_terminal };
    run_in(args, &mut io, has_colors())
}

/// Reports whether both output streams are terminals with colors that the user wants (https://no-color.org).
fn has_colors() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|it| !it.is_empty());
    let is_dumb = std::env::var_os("TERM").is_none_or(|it| it == "dumb");
    stdout().is_terminal() && stderr().is_terminal() && !is_dumb && !is_set("NO_COLOR")
}
