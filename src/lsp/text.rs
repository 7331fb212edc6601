//! Texts of open documents, and positions in them.
//!
//! Contains [`DocumentText`], which converts between byte offsets and positions, and [`Encoding`]. The
//! protocol counts columns in UTF-16 code units unless both sides agree on bytes. Input: texts and
//! changes. Output: texts and positions. A position beyond the end of a line or of the text means that
//! end. Does not know TOML.

use std::ops::Range as Bytes;
use std::sync::Arc;

use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

/// The unit in which columns are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// UTF-16 code units: 1 for most characters, 2 for those beyond U+FFFF.
    #[default]
    Utf16,
}

impl Encoding {
    /// Returns the name in the protocol.
    pub fn word(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
        }
    }

    fn width(self, sign: char) -> usize {
        match self {
            Encoding::Utf8 => sign.len_utf8(),
            Encoding::Utf16 => sign.len_utf16(),
        }
    }
}

/// A text with the places of its lines.
#[derive(Clone, Debug)]
pub(super) struct DocumentText {
    /// The whole text.
    pub text: Arc<str>,
    starts: Arc<[usize]>,
    encoding: Encoding,
}

impl DocumentText {
    /// Finds the lines of a text. A line ends with a line feed, a carriage return, or both.
    pub fn new(text: &str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let is_end = |at: &usize| bytes[*at] == b'\n' || (bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(is_end).map(|it| it + 1)).collect();
        Self { text: text.into(), starts, encoding }
    }

    /// Returns the position of a byte.
    pub fn position(&self, byte: usize) -> Position {
        let byte = byte.min(self.text.len());
        let line = self.starts.partition_point(|it| *it <= byte) - 1;
        let before = self.text[self.starts[line]..].char_indices().take_while(|it| self.starts[line] + it.0 < byte);
        let column: usize = before.map(|it| self.encoding.width(it.1)).sum();
        Position::new(line as u32, column as u32)
    }

    /// Returns the range of some bytes.
    pub fn range(&self, bytes: Bytes<usize>) -> Range {
        Range::new(self.position(bytes.start), self.position(bytes.end.max(bytes.start)))
    }

    /// Returns the byte at a position.
    pub fn byte(&self, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize) else { return self.text.len() };
        let (mut left, mut at) = (position.character as usize, *start);
        for sign in self.text[*start..].chars() {
            let width = self.encoding.width(sign);
            if matches!(sign, '\n' | '\r') || left < width {
                break;
            }
            left -= width;
            at += sign.len_utf8();
        }
        at
    }

    /// Returns the end of the line that contains a byte, without its line break.
    pub fn line_end(&self, byte: usize) -> usize {
        let from = byte.min(self.text.len());
        self.text[from..].find(['\n', '\r']).map_or(self.text.len(), |it| from + it)
    }

    /// Applies changes in their order.
    pub fn changed(&self, changes: Vec<TextDocumentContentChangeEvent>) -> Self {
        let mut document = self.clone();
        for change in changes {
            let text = match change.range {
                None => change.text,
                Some(range) => {
                    let start = document.byte(range.start);
                    let end = document.byte(range.end).max(start);
                    format!("{}{}{}", &document.text[..start], change.text, &document.text[end..])
                }
            };
            document = Self::new(&text, self.encoding);
        }
        document
    }
}
