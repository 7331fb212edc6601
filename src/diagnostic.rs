//! Findings: what is wrong with a rulebook, and where.
//!
//! Input: findings from every module that reads or compiles a file. Output: [`Diagnostic`]s, sorted by
//! place, which [`render`] prints with line, column and caret. Knows files and byte ranges, but no rules
//! of chess.
//!
//! ```
//! use threefold::diagnostic::{Code, Diagnostic, Diagnostics, LineColumn, Severity, SourceFile, Sources, Span, Spanned};
//! use threefold::diagnostic::{place, render, render_colored};
//! use threefold::{Checked, Input, check};
//!
//! let checked: Checked = check(Input::Text("draft.toml", b"name = 3"));
//! let (sources, findings): (&Sources, &Diagnostics) = (&checked.sources, &checked.diagnostics);
//! let finding: &Diagnostic = &findings.items[0];
//! assert_eq!((finding.severity, finding.code), (Severity::Error, Code::WrongType));
//! let span: Span = finding.span.expect("it has a place");
//! let file: &SourceFile = &sources.files[usize::from(span.file)];
//! let written = Spanned::new(&file.text[span.start as usize..span.end as usize], span);
//! assert_eq!(written.value, "3");
//! let at: LineColumn = place(sources, span);
//! assert_eq!((at.line, at.column), (1, 8));
//! println!("{}{}", render(sources, finding), render_colored(sources, finding));
//! ```

mod code;
mod render;
mod toml;

pub use code::Code;
#[doc(hidden)]
pub use render::JsonDiagnostic;
pub use render::{LineColumn, place, render, render_colored};
#[doc(hidden)]
pub use toml::{TOO_DEEP, is_broken_header, toml_error};

use crate::sorting::CompactSort;
use serde::Serialize;

/// A byte range in one of the source files ([`Sources`]).
///
/// [`diagnostic`](crate::diagnostic) has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Index into [`Sources`].
    pub file: u16,
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset after the last byte.
    pub end: u32,
}

/// A value and its place in a file.
///
/// [`diagnostic`](crate::diagnostic) has an example.
#[derive(Clone, Debug, Default)]
pub struct Spanned<T> {
    /// The value itself, without its place.
    pub value: T,
    /// The place of the value in its file.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Combines a value and its place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T> std::ops::Deref for Spanned<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

/// Two spanned values are equal if the values are equal: the place is not part of a rule.
impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// A source file: its name and its text.
///
/// [`diagnostic`](crate::diagnostic) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFile {
    /// A path, `-` for standard input, or `catalog:SLUG.toml`.
    pub name: String,
    /// The whole text of the file.
    pub text: String,
}

/// The files that a rulebook consists of; [`Span::file`] is an index into them.
///
/// [`diagnostic`](crate::diagnostic) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The files in the order in which they were read, starting with the requested one.
    pub files: Vec<SourceFile>,
}

/// Returns a count with its noun: `1 case`, `2 cases`, `2 plies`, `2 patches`.
///
/// ```
/// use threefold::diagnostic::counted;
/// let all = [counted(1, "case"), counted(0, "case"), counted(2, "ply"), counted(3, "patch"), counted(2, "play")];
/// assert_eq!(all, ["1 case", "0 cases", "2 plies", "3 patches", "2 plays"]);
/// ```
#[doc(hidden)]
pub fn counted<N: std::fmt::Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let stem = noun.strip_suffix('y').filter(|it| !it.ends_with(['a', 'e', 'o', 'u']));
    match stem {
        _ if number == N::from(1) => format!("1 {noun}"),
        Some(stem) => format!("{number} {stem}ies"),
        _ if noun.ends_with(['s', 'x']) || noun.ends_with("ch") => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

/// Returns the number of errors and warnings in words.
#[cfg(feature = "lab")]
pub(crate) fn tally(errors: usize, warnings: usize) -> String {
    match (errors, warnings) {
        (0, 0) => "no errors or warnings".to_owned(),
        (_, 0) => counted(errors, "error"),
        (0, _) => counted(warnings, "warning"),
        _ => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    }
}

/// Maximum number of findings that are kept.
pub(crate) const MAX_FINDINGS: usize = 100;

/// The severity of a finding.
///
/// [`diagnostic`](crate::diagnostic) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but it probably contains a mistake.
    Warning,
}

/// One finding about a rulebook.
///
/// [`diagnostic`](crate::diagnostic) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Severity: error or warning.
    pub severity: Severity,
    /// Stable code of the finding.
    pub code: Code,
    /// Message in lowercase, without a period, with names in backticks.
    pub message: String,
    /// Place of the finding; `None` if something is missing from the whole file.
    pub span: Option<Span>,
    /// Short text below the caret; may be empty.
    pub label: String,
    /// Other places that matter, each with a short text.
    pub also: Vec<(Span, String)>,
    /// Advice on how to correct the problem.
    pub help: Option<String>,
    /// Text that can replace the text at the span, for programs.
    pub replacement: Option<String>,
    /// What the finding is about. It is not printed.
    pub(crate) subject: Option<Subject>,
}

/// What a finding is about, for the steps that combine findings and remove those that follow from others. They never read
/// a message, so that its words can change freely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A missing key.
    MissingKey {
        /// The header or the table that lacks it, as in messages.
        title: String,
        /// The key that is missing.
        key: String,
        /// The key with a value, as it can be written. Only if the help says to add exactly that.
        example: Option<String>,
    },
    /// A name that nothing has.
    Name(String),
}

/// A collector of findings. All passes add to it, and none stops at the first finding. It can be used as a slice.
///
/// [`diagnostic`](crate::diagnostic) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    /// Findings in order of discovery; [`Diagnostics::sort`] orders them by place.
    pub items: Vec<Diagnostic>,
}

impl std::ops::Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.items
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl Diagnostics {
    /// Adds an error, and returns it so that a help text and labels can be added.
    pub fn error(&mut self, code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Severity::Error, code, span.into(), message.into())
    }

    /// Adds a warning, and returns it so that a help text and labels can be added.
    pub fn warning(
        &mut self,
        code: Code,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.push(Severity::Warning, code, span.into(), message.into())
    }

    fn push(&mut self, severity: Severity, code: Code, span: Option<Span>, message: String) -> &mut Diagnostic {
        self.items.push(Diagnostic {
            severity,
            code,
            message,
            span,
            label: String::new(),
            also: Vec::new(),
            help: None,
            replacement: None,
            subject: None,
        });
        self.items.last_mut().expect("just pushed")
    }

    /// Reports whether any finding is an error.
    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|it| it.severity == Severity::Error)
    }

    /// Sorts by file, place and code. Removes duplicates, and all findings beyond the maximum. Two findings in a parent
    /// file can differ only in the other places that they point at.
    pub fn sort(&mut self) {
        self.items.compact_sort_by(|a, b| a.key().cmp(&b.key()));
        self.items.dedup_by(|a, b| a.key() == b.key());
        if self.items.len() > MAX_FINDINGS {
            let more = self.items.len() - MAX_FINDINGS;
            let is_last = |it: &Diagnostic| it.severity == Severity::Warning;
            self.items.compact_sort_by_key(is_last);
            // The note about omitted findings gets the place of the first of them.
            let (severity, span) = (self.items[MAX_FINDINGS].severity, self.items[MAX_FINDINGS].span);
            self.items.truncate(MAX_FINDINGS);
            self.push(severity, Code::TooManyFindings, span, format!("and {}", counted(more, "more finding")))
                .help("correct the first ones, because they often cause the others; then run `threefold check` again");
        }
    }
}

impl Diagnostic {
    /// Returns the sort key of a finding; two findings with the same key are duplicates.
    fn key(&self) -> (Option<Span>, Code, &str, &[(Span, String)]) {
        (self.span, self.code, &self.message, &self.also)
    }

    /// Sets the help text.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the text that can replace the text at the span.
    pub fn replacement(&mut self, text: impl Into<String>) -> &mut Self {
        self.replacement = Some(text.into());
        self
    }

    /// Sets what the finding is about.
    pub(crate) fn about(&mut self, subject: Subject) -> &mut Self {
        self.subject = Some(subject);
        self
    }

    /// Sets the text below the caret.
    pub fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.label = label.into();
        self
    }

    /// Adds another place with a short text.
    pub fn also(&mut self, span: Span, label: impl Into<String>) -> &mut Self {
        self.also.push((span, label.into()));
        self
    }
}

/// Reports whether a character could control a terminal or reverse the writing direction. These are control characters
/// except line feed and tab, line and paragraph separators, and the bidirectional controls of Unicode (UAX #9).
#[doc(hidden)]
pub fn is_harmful(sign: char) -> bool {
    match sign {
        '\n' | '\t' => false,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        other => other.is_control(),
    }
}

/// Maximum number of names that a help lists.
const MAX_CHOICE: usize = 64;

/// Returns the names from which the author can choose, for a help: "`a`, `b`".
pub(crate) fn choice(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(MAX_CHOICE).map(|it| format!("`{it}`")).collect();
    match names.len().saturating_sub(MAX_CHOICE) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Maximum number of candidates that are compared with a word. Only a file with other errors has more names of one kind.
const MAX_CANDIDATES: usize = 1024;

/// Returns the candidate nearest to `word` by edit distance; `None` if none is similar. Looks at the first 1,024 candidates.
#[doc(hidden)]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .take(MAX_CANDIDATES)
        // The distance is at least the difference of the lengths. Without this test, a text of any length would be compared.
        .filter(|it| it.len().abs_diff(word.len()) <= 1 + it.len().max(word.len()) / 4)
        .map(|it| (strsim::damerau_levenshtein(word, it), it))
        .filter(|(distance, it)| {
            let (longer, shorter) = (it.len().max(word.len()), it.len().min(word.len()));
            // Two wrong letters of four are too many, two missing ones are not.
            *distance <= 1 + longer / 4 && (longer > 4 || *distance <= 1 || *distance == longer - shorter)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, it)| it)
}
