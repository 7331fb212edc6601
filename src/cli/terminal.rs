//! Cleans all output, so that no text can control the terminal.
//!
//! Input: everything that a command writes to standard output and standard error. Output: the same text, with a
//! replacement character for each escape sequence and for each character that reverses the writing direction
//! (U+202E and others). Texts come from other people's files, so all output passes through this module. Binary data,
//! such as a PNG picture, is not changed. Does not know what the text says.

use std::io::Write;

use serde_json::Value;

use crate::diagnostic::is_harmful;

/// A stream that cleans the text written to it.
pub(super) struct Cleaned<'a>(pub &'a mut dyn Write);

impl Write for Cleaned<'_> {
    /// Writes all of `bytes`. Formatted text arrives in parts that are each valid UTF-8.
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

/// Returns a JSON value as text, with harmful characters escaped as `\u...`. It reads back as the same value.
pub(super) fn json_text(value: &Value) -> String {
    let text = format!("{value:#}");
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        // Harmful characters occur only in strings, where JSON already escapes those below U+0020.
        match is_harmful(letter) {
            true => out.push_str(&format!("\\u{:04x}", letter as u32)),
            false => out.push(letter),
        }
    }
    out
}
