//! The language server: helps editors with rulebooks and cases.
//!
//! ```text
//!   message ──> documents ──checker (thread)──> findings ──> publishDiagnostics
//!      │            └──cursor, view──> hover, completion, definition, hints, rename ──> response
//! ```
//! Contains [`serve`], the loop that answers messages. The words, meanings and defaults are those of the
//! reference; the findings are those of `check` and `verify`. Open documents are read before files, and
//! no document is ever written.
//!
//! Input: a stream of messages of the Language Server Protocol. Output: a stream of messages. Bad input
//! gets an error as its answer, and never ends the session. Does not know arguments and exit codes.

mod cases;
mod checker;
mod completion;
mod cursor;
mod documents;
mod findings;
mod hints;
mod hover;
mod language;
mod message;
mod rename;
mod requests;
mod session;
mod target;
mod text;

use std::io::{BufRead, Write};
use std::sync::mpsc::{Sender, channel};

use lsp_server::Message;

use crate::protocol::lines::LineReader;
use crate::threads::spawn_scoped;
use checker::{Checker, Job, work};
use findings::CheckResult;
use message::{Incoming, read};
use session::EditorSession;

/// What the loop waits for.
enum Event {
    /// A message of the editor.
    Incoming(Incoming),
    /// The result of a check.
    Checked(Box<(Job, CheckResult)>),
    /// The end of the input.
    End,
}

/// Answers messages until the editor ends the session, or the input ends. Returns the exit code: 0 after a request to
/// shut down, otherwise 1.
///
/// # Errors
/// Fails if a message cannot be written.
pub(crate) fn serve(input: &mut (dyn BufRead + Send), out: &mut dyn Write) -> std::io::Result<u8> {
    let (events, inbox) = channel();
    let (jobs, queue) = channel();
    std::thread::scope(|scope| {
        let incoming = events.clone();
        spawn_scoped(scope, Box::new(move || read_all(input, &incoming)));
        let check = move || {
            // The receiver is gone only at the end of the session.
            work(&queue, &|job, outcome| drop(events.send(Event::Checked(Box::new((job, outcome))))));
        };
        spawn_scoped(scope, Box::new(check));
        let mut session = EditorSession::new(Checker::new(jobs), out);
        while let Ok(event) = inbox.recv() {
            match event {
                Event::Incoming(incoming) => {
                    if session.receive(incoming)? {
                        break;
                    }
                }
                Event::Checked(result) => session.publish(result.0, result.1)?,
                Event::End => break,
            }
        }
        Ok(session.finish())
    })
}

/// Sends every message of the input on, up to the one that ends the session.
fn read_all(input: &mut (dyn BufRead + Send), events: &Sender<Event>) {
    let mut lines = LineReader::new(input);
    while let Some(incoming) = read(&mut lines) {
        let is_exit = matches!(&incoming, Incoming::Message(Message::Notification(it)) if it.method == "exit");
        if events.send(Event::Incoming(incoming)).is_err() || is_exit {
            return;
        }
    }
    let _ = events.send(Event::End);
}
