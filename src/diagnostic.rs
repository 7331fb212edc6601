//! What is wrong with a rulebook, and where.
//!
//! In: findings, pushed by every room that reads or compiles a file.
//! Out: [`Diagnostic`]s, sorted by place, rendered with line, column and caret by
//! [`render`]. Knows files and byte ranges; refuses to know chess.

mod code;
mod render;
mod toml;

pub use code::Code;
pub use render::{JsonDiagnostic, LineColumn, place, render, render_colored};
pub use toml::toml_error;

use serde::Serialize;

/// A byte range in one of the files that were read ([`Sources`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Index into [`Sources`].
    pub file: u16,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A value and the place where it was written.
#[derive(Clone, Debug, Default)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Puts a value and its place together.
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

/// Two spanned values are equal when the values are: a place is not part of a rule.
impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// One file that was read: its name as a person would write it, and its text.
#[derive(Clone, Debug, Default)]
pub struct SourceFile {
    /// A path, `-` for standard input, or `catalog:SLUG.toml`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// The files that a rulebook came from; [`Span::file`] counts into them.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// In the order in which they were read; the file asked for is the first.
    pub files: Vec<SourceFile>,
}

/// Returns a count with its noun: `1 case`, `2 cases`, `2 plies`, `2 patches`.
///
/// ```
/// use threefold::diagnostic::counted;
/// let all = [counted(1, "case"), counted(0, "case"), counted(2, "ply"), counted(3, "patch"), counted(2, "play")];
/// assert_eq!(all, ["1 case", "0 cases", "2 plies", "3 patches", "2 plays"]);
/// ```
pub fn counted<N: std::fmt::Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let stem = noun.strip_suffix('y').filter(|it| !it.ends_with(['a', 'e', 'o', 'u']));
    match stem {
        _ if number == N::from(1) => format!("1 {noun}"),
        Some(stem) => format!("{number} {stem}ies"),
        _ if noun.ends_with(['s', 'x']) || noun.ends_with("ch") => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

/// So many findings are kept; nobody reads more.
const MAX_FINDINGS: usize = 100;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The file does not compile.
    Error,
    /// The file compiles; a person should look.
    Warning,
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The stable code.
    pub code: Code,
    /// What is wrong: lowercase, no full stop, names in backticks.
    pub message: String,
    /// Where; `None` when something is missing from the whole file.
    pub span: Option<Span>,
    /// A few words under the caret; may be empty.
    pub label: String,
    /// Other places that belong to it.
    pub also: Vec<(Span, String)>,
    /// What to do.
    pub help: Option<String>,
    /// Text that can replace the text at the span, for programs.
    pub replacement: Option<String>,
}

/// A sink for findings: passes push, nobody stops at the first.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    /// In the order of discovery; [`Diagnostics::sort`] puts them in order of place.
    pub items: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds an error and hands it back, so that help and labels can be put on it.
    pub fn error(&mut self, code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Severity::Error, code, span.into(), message.into())
    }

    /// Adds a warning and hands it back.
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
        });
        self.items.last_mut().expect("just pushed")
    }

    /// Whether any finding is an error.
    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|it| it.severity == Severity::Error)
    }

    /// Sorts by file, place and code. Drops findings that repeat another one, and those that are more than a person
    /// reads. Findings of a parent file can stand on one line and differ only in the places that they point at.
    pub fn sort(&mut self) {
        self.items.sort_by(|a, b| a.key().cmp(&b.key()));
        self.items.dedup_by(|a, b| a.key() == b.key());
        if self.items.len() > MAX_FINDINGS {
            let more = self.items.len() - MAX_FINDINGS;
            let is_last = |it: &Diagnostic| it.severity == Severity::Warning;
            self.items.sort_by_key(is_last);
            // Its place is that of the first finding that is not shown.
            let (severity, span) = (self.items[MAX_FINDINGS].severity, self.items[MAX_FINDINGS].span);
            self.items.truncate(MAX_FINDINGS);
            self.push(severity, Code::TooManyFindings, span, format!("and {}", counted(more, "more finding")))
                .help("correct the first ones: the others often disappear with them; then run `threefold check` again");
        }
    }
}

impl Diagnostic {
    /// What tells a finding from others, in the order in which findings are listed.
    fn key(&self) -> (Option<Span>, Code, &str, &[(Span, String)]) {
        (self.span, self.code, &self.message, &self.also)
    }

    /// Says what to do.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Gives the text that can replace the text at the span.
    pub fn replacement(&mut self, text: impl Into<String>) -> &mut Self {
        self.replacement = Some(text.into());
        self
    }

    /// Puts a few words under the caret.
    pub fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.label = label.into();
        self
    }

    /// Points at another place.
    pub fn also(&mut self, span: Span, label: impl Into<String>) -> &mut Self {
        self.also.push((span, label.into()));
        self
    }
}

/// Returns whether a sign would steer a terminal or turn the direction of writing: control characters other than
/// line feed and tab, line and paragraph separators, and the bidirectional controls of Unicode (UAX 9).
pub fn is_harmful(sign: char) -> bool {
    match sign {
        '\n' | '\t' => false,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        other => other.is_control(),
    }
}

/// The nearest of `candidates` to `word`, where it is near enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|it| (strsim::damerau_levenshtein(word, it), it))
        .filter(|(distance, it)| *distance <= 1 + it.len().max(word.len()) / 4)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, it)| it)
}
