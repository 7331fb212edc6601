//! What a terminal may be sent.
//!
//! In: everything that a command writes, to standard output and to standard error. Out:
//! the same text without signs that steer a terminal or turn the direction of writing
//! (escape sequences, U+202E and its like): a replacement character stands for each.
//! Texts come from files of other people, so this is the only way out of a command.
//! Bytes that are no text, such as a picture in pixels, pass unchanged.

use std::io::Write;

use serde_json::Value;

use crate::diagnostic::is_harmful;

/// A stream that cleans text.
pub(super) struct Cleaned<'a>(pub &'a mut dyn Write);

impl Write for Cleaned<'_> {
    /// Writes the whole of `bytes`. Formatted text arrives in pieces that are each UTF-8.
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) if text.contains(is_harmful) => {
                let clean: String = text.chars().map(|it| if is_harmful(it) { '\u{fffd}' } else { it }).collect();
                self.0.write_all(clean.as_bytes())?;
                Ok(bytes.len())
            }
            _ => self.0.write_all(bytes).map(|()| bytes.len()),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// A JSON value as text, in which harmful signs are written as `\u...`: it reads back as the same value.
pub(super) fn json_text(value: &Value) -> String {
    let text = format!("{value:#}");
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        // Outside strings there are none; inside, JSON escapes those below U+0020 itself.
        match is_harmful(letter) {
            true => out.push_str(&format!("\\u{:04x}", letter as u32)),
            false => out.push(letter),
        }
    }
    out
}
