//! Prints findings for people (code, message, file, line, column, caret and help) and for programs
//! ([`JsonDiagnostic`]).
//!
//! Input: a [`Diagnostic`] and the [`Sources`] that its spans refer to. Output: text, or one flat struct.
//! The excerpt is drawn by annotate-snippets, which receives only the lines that it shows, so that long
//! files are fast. Does not know what a finding means.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use super::{Diagnostic, Severity, SourceFile, Sources, Span, is_harmful};

/// A place for people: file, line and column.
///
/// [`diagnostic`](crate::diagnostic) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LineColumn {
    /// Name of the file.
    pub file: String,
    /// Line number, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
}

/// Returns the place at which a span starts: the start of a file without a name if the span belongs to other sources.
///
/// [`diagnostic`](crate::diagnostic) has an example.
pub fn place(sources: &Sources, span: Span) -> LineColumn {
    let file = file_of(sources, span);
    let before = &file.text[..floor(&file.text, span.start as usize)];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    LineColumn { file: file.name.clone(), line, column }
}

/// A finding as `check --format json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonDiagnostic {
    /// Stable code of the finding.
    pub code: &'static str,
    /// Severity: error or warning.
    pub severity: Severity,
    /// Message in lowercase, without a period.
    pub message: String,
    /// Name of the file.
    pub file: Option<String>,
    /// Line number, counted from 1.
    pub line: Option<usize>,
    /// Column in characters, counted from 1.
    pub column: Option<usize>,
    /// Byte range in the file: the first byte, and the one after the last.
    pub span: Option<[u32; 2]>,
    /// Advice on how to correct the problem.
    pub help: Option<String>,
    /// Text that can replace the span.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacement: Option<String>,
}

impl JsonDiagnostic {
    /// Converts a finding.
    pub fn new(sources: &Sources, diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.span.map(|it| place(sources, it));
        Self {
            code: diagnostic.code.word(),
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            line: place.as_ref().map(|it| it.line),
            column: place.as_ref().map(|it| it.column),
            file: place.map(|it| it.file),
            span: diagnostic.span.map(|it| [it.start, it.end]),
            help: diagnostic.help.clone(),
            replacement: diagnostic.replacement.clone(),
        }
    }
}

/// Prints a finding as plain text, without a line break at the end.
///
/// [`diagnostic`](crate::diagnostic) has an example.
pub fn render(sources: &Sources, diagnostic: &Diagnostic) -> String {
    draw(sources, diagnostic, &Renderer::plain())
}

/// Prints a finding with terminal colors.
///
/// [`diagnostic`](crate::diagnostic) has an example.
pub fn render_colored(sources: &Sources, diagnostic: &Diagnostic) -> String {
    draw(sources, diagnostic, &Renderer::styled())
}

fn draw(sources: &Sources, diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.word());
    let mut group = Group::with_title(title);
    let mut places: Vec<(Span, &str, AnnotationKind)> =
        diagnostic.also.iter().map(|(span, label)| (*span, label.as_str(), AnnotationKind::Context)).collect();
    if let Some(span) = diagnostic.span {
        places.insert(0, (span, &diagnostic.label, AnnotationKind::Primary));
    }
    // One excerpt for each file, starting with the file of the finding.
    while let Some((Span { file, .. }, ..)) = places.first().copied() {
        let (here, elsewhere): (Vec<_>, Vec<_>) = places.into_iter().partition(|it| it.0.file == file);
        group = group.element(picture(sources, &here));
        places = elsewhere;
    }
    let help = diagnostic.help.as_deref().map(printable);
    match help.as_deref() {
        None => renderer.render(&[group]),
        Some(help) if diagnostic.span.is_some() => renderer.render(&[group.element(Level::HELP.message(help))]),
        // Without an excerpt, the help needs a group of its own.
        Some(help) => {
            let help = Group::with_title(Level::HELP.secondary_title(help));
            format!("{}\n{}", renderer.render(&[group]), renderer.render(&[help]))
        }
    }
}

/// Number of bytes of a line that are read after the last place in it: more than a terminal is wide.
const LONGEST_TAIL: usize = 2000;

fn picture<'a>(
    sources: &'a Sources,
    places: &[(Span, &'a str, AnnotationKind)],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let file = file_of(sources, places[0].0);
    let text = file.text.as_str();
    let first = places.iter().map(|it| it.0.start as usize).min().unwrap_or(0);
    let last = places.iter().map(|it| it.0.end as usize).max().unwrap_or(0);
    let from = text[..floor(text, first)].rfind('\n').map_or(0, |it| it + 1);
    let to = floor(text, last);
    // The end of a long line is not shown, so that many findings in one long line cost no more than in short ones.
    let tail = &text[to..floor(text, to + LONGEST_TAIL)];
    let to = to + tail.find('\n').unwrap_or(tail.len());
    let mut snippet = Snippet::source(&text[from..to.max(from)])
        .path(printable(&file.name))
        .line_start(text[..from].matches('\n').count() + 1)
        .fold(true);
    for (span, label, kind) in places {
        let start = floor(text, span.start as usize);
        let range = start - from..floor(text, span.end as usize).max(start) - from;
        let label = (!label.is_empty()).then(|| printable(label));
        snippet = snippet.annotation(kind.span(range).label(label));
    }
    snippet
}

/// Returns the file of a span, or an empty one without a name if the span belongs to other sources.
fn file_of(sources: &Sources, span: Span) -> &SourceFile {
    static NONE: SourceFile = SourceFile { name: String::new(), text: String::new() };
    sources.files.get(usize::from(span.file)).unwrap_or(&NONE)
}

/// Replaces characters that could control a terminal, as the printer does in messages and excerpts.
fn printable(text: &str) -> String {
    let shown = |it: char| match it {
        it if !is_harmful(it) => it,
        '\u{7f}' => '\u{2421}',
        it if it < ' ' => char::from_u32(0x2400 + it as u32).unwrap_or('\u{fffd}'),
        _ => '\u{fffd}',
    };
    text.chars().map(shown).collect()
}

/// Returns the last character boundary at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    let byte = byte.min(text.len());
    (0..=byte).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0)
}
