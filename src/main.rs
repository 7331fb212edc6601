//! The executable. Everything that it does is in the library.

use std::io::{BufReader, IsTerminal, stderr, stdin, stdout};
use std::process::ExitCode;

use threefold::cli::{Io, run};

fn main() -> ExitCode {
    let is_terminal = stdin().is_terminal();
    // Standard error is not locked, so that a panicking thread can still write to it.
    let (mut input, mut out, mut err) = (BufReader::new(stdin()), stdout().lock(), stderr());
    let mut io = Io { input: &mut input, out: &mut out, err: &mut err, is_terminal };
    ExitCode::from(run(std::env::args_os(), &mut io))
}
