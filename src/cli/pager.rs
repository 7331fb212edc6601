//! The pager: a program that shows long output page by page.
//!
//! Contains [`Pager`]. Input: the arguments of the command, and the environment. Output: a stream to a pager, if one
//! is wanted. Does not know what is shown.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Child, Command, Stdio};

/// The commands whose output is often longer than a terminal.
const LONG: [&str; 4] = ["explain-code", "list", "reference", "rules"];

/// A running pager.
#[derive(Debug)]
pub struct Pager(Child);

impl Pager {
    /// Starts the pager of THREEFOLD_PAGER or PAGER, `less` by default, if the command prints much. An empty name and
    /// `cat` mean no pager. A pager that cannot be started is left out.
    pub fn start(args: &[OsString]) -> Option<Self> {
        let is_long = args.get(1).and_then(|it| it.to_str()).is_some_and(|it| LONG.contains(&it));
        let named = ["THREEFOLD_PAGER", "PAGER"].iter().find_map(|it| std::env::var(it).ok());
        let named = named.unwrap_or_else(|| "less".to_owned());
        let mut words = named.split_whitespace();
        let program = words.next().filter(|it| is_long && *it != "cat")?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped());
        if std::env::var_os("LESS").is_none() {
            // Ends by itself if all fits, keeps colors, and leaves the text in the terminal.
            command.env("LESS", "FRX");
        }
        command.spawn().ok().map(Self)
    }

    /// Returns the stream to the pager.
    pub fn output(&mut self) -> Option<impl Write + use<>> {
        self.0.stdin.take()
    }

    /// Waits until the user closes the pager. The stream has to be closed before.
    pub fn wait(mut self) {
        // Without a pager, there is nothing to wait for.
        let _ = self.0.wait();
    }
}
