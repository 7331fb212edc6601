//! Findings as a person reads them: code, sentence, file, line, column, caret, help.

use super::{Diagnostic, Sources, Span};

/// A place in words: 1-based line and column (in characters).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file's name.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// Where a span begins.
pub fn place(sources: &Sources, span: Span) -> Place {
    let file = &sources.files[span.file as usize];
    let before = &file.text[..(span.start as usize).min(file.text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    Place { file: file.name.clone(), line, column }
}

/// One finding as text.
pub fn render(_sources: &Sources, _diagnostic: &Diagnostic) -> String {
    todo!()
}
