//! What the language and the rulebook say about the place of the cursor.
//!
//! Contains [`CursorPlace`], which hover, completion and definition share. Input: a document and a position.
//! Output: the header, the key and the name at that position, with their descriptions. Does not know
//! the protocol.

use std::ops::Range;

use super::cases::{case_keys, is_case};
use super::cursor::{Cursor, Spot, cursor_at, unquoted};
use super::documents::{Documents, FileView, OpenDocument};
use crate::definition::header::HeaderDoc;
use crate::definition::load::Resolved;
use crate::definition::query::{families_of, families_of_keys, family_of_part, header_at, key_at, mentions};
use crate::definition::value::KeyDoc;

/// The place of the cursor in a document.
pub(super) struct CursorPlace<'a> {
    /// The document with the cursor.
    pub document: &'a OpenDocument,
    /// The document with its parents.
    pub view: FileView,
    /// The surroundings of the cursor.
    pub cursor: Cursor,
    /// The description of the header, unless the language has none of this name.
    /// A case has none of them.
    pub header: Option<&'static HeaderDoc>,
    /// Whether the document is a case.
    pub is_case: bool,
    /// The byte at the cursor.
    pub byte: usize,
}

impl<'a> CursorPlace<'a> {
    /// Finds the place of a position; `None` if the document is not open.
    pub fn at(documents: &'a Documents, uri: &str, position: lsp_types::Position) -> Option<Self> {
        let document = documents.get(uri)?;
        let byte = document.text.byte(position);
        let cursor = cursor_at(&document.text.text, byte);
        let is_case = is_case(&document.text.text, &document.location);
        let header = header_at(&cursor.header).filter(|_| !is_case);
        Some(Self { document, view: documents.view(uri)?, cursor, header, is_case, byte })
    }

    /// Returns the keys of the table at the cursor of a case, with their meanings.
    pub fn case_keys(&self) -> Vec<(String, String)> {
        let path = self.cursor.header.iter().chain(&self.cursor.keys).map(String::as_str);
        if self.is_case { case_keys(&path.collect::<Vec<_>>()) } else { Vec::new() }
    }

    /// Returns the word at the cursor, without quotes.
    pub fn word(&self) -> &str {
        unquoted(&self.document.text.text[self.cursor.word.clone()])
    }

    /// Returns the key at the cursor, or the key of the value at the cursor.
    pub fn key(&self) -> Option<&'static KeyDoc> {
        let mut keys = self.cursor.keys.clone();
        if self.cursor.spot == Spot::Key {
            keys.push(self.word().to_owned());
        }
        key_at(self.header?, &keys)
    }

    /// Returns the part of the header at the cursor: its index, and its bytes.
    pub fn header_part(&self) -> Option<(usize, Range<usize>)> {
        let range = self.cursor.word.clone();
        let text = self.document.text.text.get(range.clone())?;
        let before = text.get(..self.byte.checked_sub(range.start)?.min(text.len()))?;
        let part = before.matches('.').count();
        let start = before.rfind('.').map_or(0, |it| it + 1);
        let end = text[start..].find('.').map_or(text.len(), |it| start + it);
        Some((part, range.start + start..range.start + end))
    }

    /// Returns the name at the cursor: the families that can declare it, the name, and its bytes without quotes.
    pub fn name(&self) -> Option<(Vec<&'static str>, String, Range<usize>)> {
        let text = &self.document.text.text;
        let bare = |range: Range<usize>| {
            let word = &text[range.clone()];
            let inner = unquoted(word);
            let start = range.start + usize::from(inner.len() < word.len());
            start..start + inner.len()
        };
        let (families, range) = match self.cursor.spot {
            Spot::Header => {
                let (part, range) = self.header_part()?;
                (vec![family_of_part(self.header?, part)?], range)
            }
            Spot::Key => (families_of_keys(self.header?), self.cursor.word.clone()),
            Spot::Value => {
                let header = self.header?;
                let last = header.parts().count().checked_sub(1);
                match (self.key(), self.cursor.keys.as_slice()) {
                    (_, [key]) if key == "extends" && last.is_some() => {
                        (vec![family_of_part(header, last?)?], self.cursor.word.clone())
                    }
                    (Some(key), _) => (families_of(&key.key, &key.ty), self.cursor.word.clone()),
                    _ => return None,
                }
            }
            Spot::Nothing => return None,
        };
        let range = bare(range);
        let is_name = !families.is_empty() && !range.is_empty();
        is_name.then(|| (families, text[range.clone()].to_owned(), range))
    }
}

/// Returns the names that a rulebook declares in some families: each with its family and the number of its file.
pub(super) fn declared(layer: &Resolved, families: &[&'static str]) -> Vec<(String, &'static str, u16)> {
    let all = mentions(layer).into_iter().filter(|it| it.is_declaration);
    let mut names: Vec<(String, &'static str, u16)> = Vec::new();
    for mention in all {
        let Some(family) = families.iter().find(|it| mention.families.contains(it)) else { continue };
        if !names.iter().any(|it| it.0 == mention.name && it.1 == *family) {
            names.push((mention.name, family, mention.span.file));
        }
    }
    names
}
