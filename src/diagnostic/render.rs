//! Findings as a person reads them: code, sentence, file, line, column, caret, help.
//! And as a program reads them: [`JsonDiagnostic`].
//!
//! In: a [`Diagnostic`] and the [`Sources`] that its places count into. Out: text, or one
//! flat struct. The picture is annotate-snippets'; only the lines that matter are handed
//! to it, so that a long file costs nothing.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use super::{Diagnostic, Severity, Sources, Span};

/// A place in words: 1-based line and column (in characters).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The file's name.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// Where a span begins.
pub fn place(sources: &Sources, span: Span) -> LineColumn {
    let file = &sources.files[span.file as usize];
    let before = &file.text[..floor(&file.text, span.start as usize)];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    LineColumn { file: file.name.clone(), line, column }
}

/// A finding as `check --format json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonDiagnostic {
    /// The stable code.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The file's name.
    pub file: Option<String>,
    /// From 1.
    pub line: Option<usize>,
    /// From 1, in characters.
    pub column: Option<usize>,
    /// Bytes in the file: first, one past the last.
    pub span: Option<[u32; 2]>,
    /// What to do.
    pub help: Option<String>,
    /// Text that can replace the span.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacement: Option<String>,
}

impl JsonDiagnostic {
    /// One finding, flat.
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

/// One finding as plain text, without a line break at its end.
pub fn render(sources: &Sources, diagnostic: &Diagnostic) -> String {
    draw(sources, diagnostic, &Renderer::plain())
}

/// One finding as text in the colors of a terminal.
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
    // One picture a file, the file of the finding first.
    while let Some((Span { file, .. }, ..)) = places.first().copied() {
        let (here, elsewhere): (Vec<_>, Vec<_>) = places.into_iter().partition(|it| it.0.file == file);
        group = group.element(picture(sources, &here));
        places = elsewhere;
    }
    let help = diagnostic.help.as_deref();
    match help {
        None => renderer.render(&[group]),
        Some(help) if diagnostic.span.is_some() => renderer.render(&[group.element(Level::HELP.message(help))]),
        // Without a picture there is nothing to hang the help on.
        Some(help) => {
            let help = Group::with_title(Level::HELP.secondary_title(help));
            format!("{}\n{}", renderer.render(&[group]), renderer.render(&[help]))
        }
    }
}

fn picture<'a>(
    sources: &'a Sources,
    places: &[(Span, &'a str, AnnotationKind)],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let file = &sources.files[places[0].0.file as usize];
    let text = file.text.as_str();
    let first = places.iter().map(|it| it.0.start as usize).min().unwrap_or(0);
    let last = places.iter().map(|it| it.0.end as usize).max().unwrap_or(0);
    let from = text[..floor(text, first)].rfind('\n').map_or(0, |it| it + 1);
    let to = floor(text, last);
    let to = text[to..].find('\n').map_or(text.len(), |it| it + to);
    let mut snippet = Snippet::source(&text[from..to.max(from)])
        .path(file.name.as_str())
        .line_start(text[..from].matches('\n').count() + 1)
        .fold(true);
    for (span, label, kind) in places {
        let start = floor(text, span.start as usize);
        let range = start - from..floor(text, span.end as usize).max(start) - from;
        let label = (!label.is_empty()).then_some(*label);
        snippet = snippet.annotation(kind.span(range).label(label));
    }
    snippet
}

/// The nearest boundary of a character at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    let byte = byte.min(text.len());
    (0..=byte).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0)
}
