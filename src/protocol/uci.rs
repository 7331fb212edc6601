//! UCI, the Universal Chess Interface (Kahlen and Meyer-Kahlen, 2000), extended to any number of
//! players.
//!
//! ```text
//!   input ──thread──> lines ─┐                         ┌─> settings: options and their values
//!                            ├─> session: one event ───┼─> go: limits of a search
//!   search ─thread─> results ┘    after the other      └─> info: results as text ──> output
//! ```
//! Contains [`serve`], which runs a session until `quit` or the end of the input.
//!
//! Input: lines. Output: lines. Two-player games on rectangular boards use the moves and scores of
//! UCI; other games use their own notation, and `score seats` with the expected points of each
//! player. Unknown words are ignored, and bad input gets an `info string`. Does not know how a search
//! works.

mod go;
mod info;
mod session;
mod settings;

use std::io::{BufRead, Write};
use std::sync::mpsc::{SyncSender, sync_channel};

use super::lines::{LineError, LineReader};
use crate::rules::Variant;
use crate::threads::spawn_scoped;
use session::{Event, UciSession};

/// Number of events that wait for the session. The input and the search wait when there are more.
const MAX_EVENTS: usize = 256;

/// Maximum number of characters of a line about input that cannot be used.
const MAX_ANSWER: usize = 400;

/// Speaks the protocol until `quit` or the end of the input.
///
/// # Errors
/// Fails if an answer cannot be written.
pub fn serve(
    input: &mut (dyn BufRead + Send),
    out: &mut dyn Write,
    variant: Variant,
    threads: u16,
) -> std::io::Result<()> {
    let (sender, events) = sync_channel(MAX_EVENTS);
    std::thread::scope(|scope| {
        let lines = sender.clone();
        spawn_scoped(scope, Box::new(move || forward(input, &lines)));
        UciSession::new(variant, threads, sender, events, out).run()
    })
}

/// Sends the lines of the input until `quit`, the end, or the end of the session.
fn forward(input: &mut (dyn BufRead + Send), events: &SyncSender<Event>) {
    let mut reader = LineReader::new(input);
    while let Some(line) = reader.next_line() {
        let is_last = line.as_ref().is_ok_and(|it| it.split_whitespace().next() == Some("quit"));
        if events.send(Event::Line(line)).is_err() || is_last {
            return;
        }
    }
    // If the session is over, there is nobody to tell.
    let _ = events.send(Event::EndOfInput);
}

/// The answer to input that cannot be used: one line of an `info string` for each line of the text.
fn complaint(text: &str) -> String {
    text.lines().filter(|it| !it.trim().is_empty()).map(|it| format!("info string {it:.MAX_ANSWER$}\n")).collect()
}

impl From<LineError> for String {
    fn from(error: LineError) -> Self {
        error.to_string()
    }
}
