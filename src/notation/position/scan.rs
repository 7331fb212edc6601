//! Slices of a text that know their place.
//!
//! Input: a text. Output: its parts, split at blanks, at a separator, or at commas outside brackets. Does not know what
//! they mean.

use crate::notation::name::visible;

/// A part of a text, with its place.
#[derive(Clone, Copy, Debug)]
pub struct TextSlice<'a> {
    /// The text of the part.
    pub text: &'a str,
    /// Byte offset of its first byte in the whole text.
    pub start: usize,
}

impl<'a> TextSlice<'a> {
    /// Creates the slice of a whole text.
    pub fn whole(text: &'a str) -> Self {
        Self { text, start: 0 }
    }
    /// Returns the byte offset after the last byte.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
    /// Returns the byte range within the whole text.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.end()
    }
    /// Returns the text without control characters, for messages.
    pub fn quoted(&self) -> String {
        visible(self.text)
    }
    /// Returns a part of the slice. `from` and `to` must be character boundaries.
    pub(super) fn slice(&self, from: usize, to: usize) -> Self {
        Self { text: &self.text[from..to], start: self.start + from }
    }
    /// Returns the parts between blanks.
    pub fn words(&self) -> Vec<TextSlice<'a>> {
        let mut words = Vec::new();
        let mut from = None;
        for (at, letter) in self.text.char_indices() {
            match (letter.is_whitespace(), from) {
                (false, None) => from = Some(at),
                (true, Some(start)) => {
                    words.push(self.slice(start, at));
                    from = None;
                }
                _ => {}
            }
        }
        if let Some(start) = from {
            words.push(self.slice(start, self.text.len()));
        }
        words
    }
    /// Splits at each `mark` outside `[...]`, into one part more than there are marks.
    pub fn split(&self, mark: char) -> Vec<TextSlice<'a>> {
        let mut parts = Vec::new();
        let (mut from, mut depth) = (0, 0usize);
        for (at, letter) in self.text.char_indices() {
            match letter {
                '[' => depth += 1,
                ']' => depth = depth.saturating_sub(1),
                it if it == mark && depth == 0 => {
                    parts.push(self.slice(from, at));
                    from = at + mark.len_utf8();
                }
                _ => {}
            }
        }
        parts.push(self.slice(from, self.text.len()));
        parts
    }
    /// Splits at the first mark.
    pub fn cut(&self, mark: char) -> Option<(TextSlice<'a>, TextSlice<'a>)> {
        let at = self.text.find(mark)?;
        Some((self.slice(0, at), self.slice(at + mark.len_utf8(), self.text.len())))
    }
    /// Splits into the text before and within the brackets at the end.
    pub fn brackets(&self) -> Option<(TextSlice<'a>, TextSlice<'a>)> {
        let open = self.text.find('[')?;
        let inside = self.text[open..].strip_suffix(']')?;
        Some((self.slice(0, open), self.slice(open + 1, open + inside.len())))
    }
    /// Returns the text after a prefix.
    pub fn after(&self, beginning: &str) -> Option<TextSlice<'a>> {
        self.text.starts_with(beginning).then(|| self.slice(beginning.len(), self.text.len()))
    }
}
