//! Lines of a limited length.
//!
//! Contains [`LineReader`]. Input: a stream of bytes. Output: lines of text without their ends. Lines
//! that are too long or are not UTF-8 are errors, and the next line is read as usual. Does not know
//! what a line means.

use std::io::{BufRead, Read};

/// The maximum length of a line in bytes.
pub const MAX_LINE: usize = 4 << 20;

/// Why a line cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line is longer than [`MAX_LINE`].
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// The line is not UTF-8 text.
    #[error("the line is not UTF-8 text")]
    NotUtf8,
    /// The input ends within a message.
    #[error("the input ends before the message does")]
    Incomplete,
    /// A header has no valid length.
    #[error("`Content-Length` is not a number of bytes")]
    BadLength,
}

/// Reads lines from a stream.
pub struct LineReader<'a> {
    input: &'a mut (dyn BufRead + Send),
}

impl<'a> LineReader<'a> {
    /// Creates a reader of a stream.
    pub fn new(input: &'a mut (dyn BufRead + Send)) -> Self {
        Self { input }
    }

    /// Returns the next line; `None` at the end of the stream, and if it cannot be read any more.
    pub fn next_line(&mut self) -> Option<Result<String, LineError>> {
        let mut bytes = Vec::new();
        let most = MAX_LINE as u64 + 1;
        match (&mut *self.input).take(most).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return None,
            Ok(_) => {}
        }
        if bytes.last() != Some(&b'\n') && bytes.len() > MAX_LINE {
            self.skip_line();
            return Some(Err(LineError::TooLong));
        }
        Some(match String::from_utf8(bytes) {
            // Some editors write a byte order mark before the first line.
            Ok(text) => Ok(text.trim_start_matches('\u{feff}').trim_end_matches(['\n', '\r']).to_owned()),
            Err(_) => Err(LineError::NotUtf8),
        })
    }

    /// Returns exactly `length` bytes as text.
    pub fn next_bytes(&mut self, length: usize) -> Result<String, LineError> {
        if length > MAX_LINE {
            // The rest is not kept, but has to be read.
            let _ = std::io::copy(&mut (&mut *self.input).take(length as u64), &mut std::io::sink());
            return Err(LineError::TooLong);
        }
        let mut bytes = vec![0; length];
        self.input.read_exact(&mut bytes).map_err(|_| LineError::Incomplete)?;
        String::from_utf8(bytes).map_err(|_| LineError::NotUtf8)
    }

    /// Reads up to the end of the line without keeping it.
    fn skip_line(&mut self) {
        loop {
            let Ok(buffer) = self.input.fill_buf() else { return };
            let (used, is_end) = match buffer.iter().position(|it| *it == b'\n') {
                Some(at) => (at + 1, true),
                None => (buffer.len(), buffer.is_empty()),
            };
            self.input.consume(used);
            if is_end {
                return;
            }
        }
    }
}
