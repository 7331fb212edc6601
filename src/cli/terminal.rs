//! Cleans all output, so that no text can control the terminal, and knows its width.
//!
//! Input: everything that a command writes to standard output and standard error. Output: the same text, with a
//! replacement character for each escape sequence other than colors, if colors are wanted, and for each character that reverses the writing direction
//! (U+202E and others). Texts come from other people's files, so all output passes through this module. Binary data,
//! such as a PNG picture, is not changed. Does not know what the text says.

use std::cell::Cell;
use std::io::Write;

use serde_json::Value;

use super::Io;
use crate::diagnostic::is_harmful;

thread_local! {
    static STYLED: Cell<bool> = const { Cell::new(false) };
}

/// Sets whether the commands of this thread may use colors.
pub(super) fn set_styled(is_styled: bool) {
    STYLED.set(is_styled);
}

/// Reports whether the commands of this thread may use colors.
pub(super) fn is_styled() -> bool {
    STYLED.get()
}

/// Width of the output in columns if nothing says how wide it is.
const USUAL_WIDTH: usize = 80;

/// Returns the width of the output in columns: that of `COLUMNS`, or of the terminal.
pub(super) fn width() -> usize {
    named_width().or_else(terminal_width).unwrap_or(USUAL_WIDTH)
}

/// Least width for which texts are wrapped.
const NARROWEST: usize = 40;

/// Returns the width in which texts are wrapped: that of `COLUMNS`, or of the terminal. Unlimited without either, and if only
/// the output is a terminal, because then a program calls this one.
pub(super) fn text_width(io: &Io<'_>) -> usize {
    let own = named_width().or_else(|| terminal_width().filter(|_| io.is_terminal));
    own.map_or(usize::MAX, |it| it.max(NARROWEST))
}

fn named_width() -> Option<usize> {
    std::env::var("COLUMNS").ok().and_then(|it| it.parse().ok()).filter(|it| *it > 0)
}

#[cfg(unix)]
fn terminal_width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|it| *it > 0)
}

#[cfg(not(unix))]
fn terminal_width() -> Option<usize> {
    None
}

/// A stream that cleans the text written to it.
pub(super) struct Cleaned<'a>(pub &'a mut dyn Write);

impl Write for Cleaned<'_> {
    /// Writes all of `bytes`. Formatted text arrives in parts that are each valid UTF-8.
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) if text.contains(is_harmful) => {
                self.0.write_all(cleaned(text).as_bytes())?;
                Ok(bytes.len())
            }
            _ => self.0.write_all(bytes).map(|()| bytes.len()),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// A stream that takes all text, and passes it on until its reader closes it.
pub(super) struct UntilClosed<'a>(pub &'a mut dyn Write);

impl Write for UntilClosed<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write_all(bytes).or_else(unless_closed).map(|()| bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush().or_else(unless_closed)
    }
}

fn unless_closed(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
}

/// Replaces harmful characters. The end of a line may be a carriage return with a line feed, and colors may be set if
/// they are wanted.
fn cleaned(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let length = match sign {
            '\r' if rest.starts_with("\r\n") => 2,
            '\u{1b}' if is_styled() => color_length(rest),
            sign if is_harmful(sign) => 0,
            sign => sign.len_utf8(),
        };
        match length {
            0 => out.push('\u{fffd}'),
            length => out.push_str(&rest[..length]),
        }
        rest = &rest[length.max(sign.len_utf8())..];
    }
    out
}

/// Returns the length of the escape sequence that sets colors and weights at the start of a text; 0 if there is none.
/// Sequences that conceal text do not count.
fn color_length(text: &str) -> usize {
    let Some(inner) = text.strip_prefix("\u{1b}[") else { return 0 };
    let length = inner.find(|it: char| !it.is_ascii_digit() && it != ';').unwrap_or(inner.len());
    let numbers: Vec<u32> = inner[..length].split(';').map(|it| it.parse().unwrap_or(0)).collect();
    // As the number of a color, 8 is harmless.
    let is_color = |at: usize| at >= 2 && matches!(numbers[at - 2..at], [38 | 48, 5]);
    let conceals = (0..numbers.len()).any(|at| numbers[at] == 8 && !is_color(at));
    if inner[length..].starts_with('m') && !conceals { length + 3 } else { 0 }
}

/// Returns a JSON value as text, with harmful characters escaped as `\u...`. It reads back as the same value.
pub(super) fn json_text(value: &Value) -> String {
    crate::json::escaped(&format!("{value:#}"))
}
