//! Reads the sections of a `variants.ini`.
//!
//! Contains [`parse`]. Input: a text with `[name:parent]` lines and `key = value` lines. Output: its sections with
//! byte ranges, and the lines that are neither. Does not know what a key means.

use std::ops::Range;

/// One `[name:parent]` with its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section {
    /// Name of the variant.
    pub(super) name: String,
    /// Name of the variant whose keys it takes over.
    pub(super) parent: Option<String>,
    /// Byte range of the header.
    pub(super) span: Range<usize>,
    /// Its lines in order.
    pub(super) entries: Vec<KeyLine>,
}

/// One `key = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyLine {
    /// Text before the equals sign.
    pub(super) key: String,
    /// Text after the equals sign, without a comment.
    pub(super) value: String,
    /// Byte range from the key to the end of the value.
    pub(super) span: Range<usize>,
}

/// Returns the sections, and the byte ranges of lines that are neither headers nor keys of a section.
pub(super) fn parse(text: &str) -> (Vec<Section>, Vec<Range<usize>>) {
    let (mut sections, mut strays) = (Vec::<Section>::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let code = without_comment(line);
        let trimmed = code.trim();
        if trimmed.is_empty() {
            continue;
        }
        let first = at + code.len() - code.trim_start().len();
        let span = first..first + trimmed.len();
        let header = trimmed.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        match (header, trimmed.split_once('='), sections.last_mut()) {
            (Some(header), ..) => {
                let (name, parent) = match header.split_once(':') {
                    Some((name, parent)) => (name.trim(), Some(parent.trim().to_owned())),
                    None => (header.trim(), None),
                };
                sections.push(Section { name: name.to_owned(), parent, span, entries: Vec::new() });
            }
            (None, Some((key, value)), Some(section)) => {
                let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
                section.entries.push(KeyLine { key, value, span });
            }
            _ => strays.push(span),
        }
    }
    (sections, strays)
}

/// Returns the line up to its comment: `#` or `;` at the start, or `#` after a space.
fn without_comment(line: &str) -> &str {
    let trimmed = line.trim_start();
    if trimmed.starts_with(['#', ';']) {
        return "";
    }
    line.find(" #").or_else(|| line.find("\t#")).map_or(line, |it| &line[..it])
}
