//! Pieces of a text that know where they stand.
//!
//! In: a text. Out: its parts, by blanks, by a mark, by commas outside brackets. Knows
//! nothing of what they mean.

/// A part of a text, with its place.
#[derive(Clone, Copy, Debug)]
pub struct TextSlice<'a> {
    /// What stands there.
    pub text: &'a str,
    /// The first byte of it in the whole.
    pub start: usize,
}

impl<'a> TextSlice<'a> {
    /// A whole text.
    pub fn whole(text: &'a str) -> Self {
        Self { text, start: 0 }
    }
    /// One past its last byte.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
    /// Its bytes, in the whole.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.end()
    }
    /// A part of the part. `from` and `to` must be ends of letters.
    pub(super) fn slice(&self, from: usize, to: usize) -> Self {
        Self { text: &self.text[from..to], start: self.start + from }
    }
    /// The parts between blanks.
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
    /// The parts between marks that stand outside `[...]`; as many as there are marks, and one.
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
    /// What stands before and after the first mark.
    pub fn cut(&self, mark: char) -> Option<(TextSlice<'a>, TextSlice<'a>)> {
        let at = self.text.find(mark)?;
        Some((self.slice(0, at), self.slice(at + mark.len_utf8(), self.text.len())))
    }
    /// What stands before, and between, the brackets at the end.
    pub fn brackets(&self) -> Option<(TextSlice<'a>, TextSlice<'a>)> {
        let open = self.text.find('[')?;
        let inside = self.text[open..].strip_suffix(']')?;
        Some((self.slice(0, open), self.slice(open + 1, open + inside.len())))
    }
    /// What follows a beginning.
    pub fn after(&self, beginning: &str) -> Option<TextSlice<'a>> {
        self.text.starts_with(beginning).then(|| self.slice(beginning.len(), self.text.len()))
    }
}
