//! Lines of moves and commands, first from a file and then from standard input.
//!
//! Input: a text and a reader. Output: numbered lines without comments. Does not know what they mean.

use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::cli::CliError;
use crate::threads::spawn_scoped;

/// Maximum length of a line in bytes.
const LONGEST: u64 = 64 * 1024;

/// Time after which a reader of standard input says what it waits for.
const PATIENCE: Duration = Duration::from_secs(2);

/// Stored lines with their numbers, counted from 1.
#[derive(Debug, Default)]
pub(super) struct Lines {
    stored: std::collections::VecDeque<(usize, String)>,
    read: usize,
    /// Whether the stored lines are those of a file.
    has_file: bool,
}

impl Lines {
    /// Splits a text into lines.
    pub fn of(text: &str) -> Self {
        let stored = text.lines().enumerate().map(|(at, line)| (at + 1, plain(line))).collect();
        Self { stored, read: 0, has_file: true }
    }

    /// Returns the next stored line.
    pub fn stored(&mut self) -> Option<(usize, String)> {
        self.stored.pop_front()
    }

    /// Reads the next line like [`Lines::read`]. After the moves of a file, nobody may expect that the program waits:
    /// it says so if standard input stays open and empty.
    pub fn read_with_note(
        &mut self,
        input: &mut (dyn BufRead + Send),
        err: &mut dyn Write,
    ) -> Result<Option<(usize, String)>, CliError> {
        if !self.has_file || self.read > 0 {
            return self.read(input);
        }
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel(1);
            spawn_scoped(scope, Box::new(move || drop(sender.send(self.read(input)))));
            let line = match receiver.recv_timeout(PATIENCE) {
                Err(RecvTimeoutError::Timeout) => {
                    let help = "end the input, or write `< /dev/null`";
                    writeln!(err, "note: `play` waits for more moves on standard input\n  = help: {help}")?;
                    receiver.recv().ok()
                }
                line => line.ok(),
            };
            line.unwrap_or(Ok(None))
        })
    }

    /// Reads the next line of the input; `None` at its end.
    pub fn read(&mut self, input: &mut dyn BufRead) -> Result<Option<(usize, String)>, CliError> {
        let mut bytes = Vec::new();
        let error = |it: String| CliError::Usage(format!("error: standard input cannot be read: {it}"));
        let count = input.take(LONGEST).read_until(b'\n', &mut bytes).map_err(|it| error(it.to_string()))?;
        if count == 0 {
            return Ok(None);
        }
        self.read += 1;
        if count as u64 == LONGEST {
            return Err(CliError::Wrong(format!("error: line {} is too long", self.read)));
        }
        match String::from_utf8(bytes) {
            // Some editors write a byte order mark before the first line.
            Ok(line) => Ok(Some((self.read, plain(line.trim_start_matches('\u{feff}'))))),
            Err(_) => Err(CliError::Wrong(format!("error: line {} is not UTF-8", self.read))),
        }
    }
}

/// Removes the comment from a line.
fn plain(line: &str) -> String {
    line.split('#').next().unwrap_or("").trim().to_owned()
}
