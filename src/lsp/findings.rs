//! Findings of a document: everything that `threefold check` or `threefold verify` reports about it.
//!
//! Contains [`check_document`], which tells a rulebook from a case and checks it. Input: the text of a
//! document and a loader. Output: an [`CheckResult`]. A finding in a parent is shown at the entry of `extends`
//! that leads to it. Does not know when documents are checked.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;

use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location as Link, NumberOrString};

use super::cases::is_case;
use super::documents::{OpenLoader, uri_of};
use super::text::{DocumentText, Encoding};
use crate::case::{self, Case, CaseError, Nature, nature};
use crate::definition::load::{Location, locate};
use crate::diagnostic::{Code, Diagnostic, Severity, Sources, Span, place};
use crate::load::{Checked, check_while, count};
use crate::rules::Variant;

/// The name of the program, which editors show beside a finding.
const SOURCE: &str = "threefold";

/// What a check has found.
#[derive(Debug, Default)]
pub(super) struct CheckResult {
    /// The findings in order of place.
    pub findings: Vec<lsp_types::Diagnostic>,
    /// The compiled rules; only for a game without errors.
    pub variant: Option<Variant>,
    /// The files that the result depends on.
    pub reads: BTreeSet<PathBuf>,
}

/// Checks a document. Stops early once `is_wanted` returns `false`.
pub(super) fn check_document(
    document: &DocumentText,
    location: &Location,
    encoding: Encoding,
    loader: &OpenLoader,
    is_wanted: &dyn Fn() -> bool,
) -> CheckResult {
    let (findings, variant) = match nature(&document.text) {
        _ if is_case(&document.text, location) => (case_findings(document, location, loader, is_wanted), None),
        Nature::Neither if !is_rulebook(&document.text) => (Vec::new(), None),
        nature => {
            let text = document.text.as_bytes().to_vec();
            let (mut checked, variant) = check_while(location.clone(), Some(text), loader, is_wanted);
            if nature == Nature::Broken {
                // The other findings are guesses while the text is not TOML.
                checked
                    .diagnostics
                    .items
                    .retain(|it| it.code == Code::BadToml && it.span.is_none_or(|it| it.file == 0));
                checked.diagnostics.items.truncate(1);
            }
            (rulebook_findings(document, &checked, encoding), variant)
        }
    };
    CheckResult { findings, variant, reads: loader.reads.take() }
}

/// Reports whether a text that lacks a name has another key or a header of a rulebook.
fn is_rulebook(text: &str) -> bool {
    let keys = toml::from_str::<toml::Table>(text).unwrap_or_default();
    let root = crate::definition::header::HeaderNode::root();
    ["extends", "part", "edition"].iter().any(|it| keys.contains_key(*it))
        || keys.iter().any(|it| it.1.is_table() && root.child(it.0).is_some())
}

fn rulebook_findings(document: &DocumentText, checked: &Checked, encoding: Encoding) -> Vec<lsp_types::Diagnostic> {
    let all = checked.diagnostics.items.iter();
    all.map(|it| rulebook_finding(document, checked, it, encoding)).collect()
}

fn rulebook_finding(
    document: &DocumentText,
    checked: &Checked,
    it: &Diagnostic,
    encoding: Encoding,
) -> lsp_types::Diagnostic {
    let mut message = it.message.clone();
    let mut also = it.also.clone();
    let mut span = it.span.unwrap_or_default();
    let mut label = it.label.as_str();
    if span.file != 0 {
        // The place in the parent becomes a second one.
        also.insert(
            0,
            (span, if label.is_empty() { "the parent has this finding".to_owned() } else { label.to_owned() }),
        );
        label = "";
        let lineage = checked.resolved.as_ref().and_then(|it| it.lineage.as_deref());
        span = lineage.and_then(|it| it.inherited_at(span)).map_or_else(Span::default, |it| it.0);
    }
    if !label.is_empty() {
        message.push_str(&format!("\n{label}"));
    }
    let mut related = Vec::new();
    for (span, label) in &also {
        match linked(document, &checked.sources, *span, encoding) {
            Some(location) => related.push(DiagnosticRelatedInformation { location, message: label.clone() }),
            None => {
                let at = place(&checked.sources, *span);
                message.push_str(&format!("\n{}:{}:{}: {label}", at.file, at.line, at.column));
            }
        }
    }
    if let Some(help) = it.help.as_ref().filter(|it| !it.is_empty()) {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let range = span.start as usize..span.end as usize;
    let severity = if it.severity == Severity::Error { DiagnosticSeverity::ERROR } else { DiagnosticSeverity::WARNING };
    let mut found = finding(document, range, severity, it.code.word(), message);
    found.related_information = (!related.is_empty()).then_some(related);
    found
}

/// Returns the place of a span; `None` if it is in a file that no editor can open.
fn linked(document: &DocumentText, sources: &Sources, span: Span, encoding: Encoding) -> Option<Link> {
    let file = sources.files.get(usize::from(span.file))?;
    let text = match span.file {
        0 => document.clone(),
        _ => DocumentText::new(&file.text, encoding),
    };
    let uri = match file.name.contains("://") {
        true => file.name.clone(),
        false if file.name.starts_with("catalog:") => return None,
        false => uri_of(std::path::Path::new(&file.name)),
    };
    Some(Link { uri: uri.parse().ok()?, range: text.range(span.start as usize..span.end as usize) })
}

fn finding(
    document: &DocumentText,
    range: Range<usize>,
    severity: DiagnosticSeverity,
    code: &str,
    message: String,
) -> lsp_types::Diagnostic {
    lsp_types::Diagnostic {
        range: document.range(range),
        severity: Some(severity),
        code: Some(NumberOrString::String(code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        ..lsp_types::Diagnostic::default()
    }
}

/// Runs a case under each of its variants.
fn case_findings(
    document: &DocumentText,
    location: &Location,
    loader: &OpenLoader,
    is_wanted: &dyn Fn() -> bool,
) -> Vec<lsp_types::Diagnostic> {
    let case = match case::parse(&location.to_string(), &document.text) {
        Ok(case) => case,
        Err(error) => return error.each().map(|it| case_error(document, it)).collect(),
    };
    let mut found = Vec::new();
    for (name, expect) in case.expectations_by_variant() {
        if !is_wanted() {
            break;
        }
        let result = variant_of(&case, name, location, loader, is_wanted)
            .and_then(|it| case::run_under(&case, &name.value, &it, &expect));
        match result {
            Err(error) => found.extend(error.each().map(|it| case_error(document, it))),
            Ok(report) => {
                let book = report.game.variant().rulebook();
                for check in report.checks.iter().filter(|it| !it.holds()) {
                    let (expected, observed) = (check.expected.text(), check.observed.value.text());
                    let label = check.ask.label(book);
                    let mut message =
                        format!("{label} under `{}`\nexpected: {expected}\nactual: {observed}", name.value);
                    let more = [("reason", &check.observed.sentence), ("source", &check.observed.source)];
                    for (what, text) in more {
                        message.extend(text.as_ref().map(|it| format!("\n{what}: {it}")));
                    }
                    let range = check.at.start as usize..check.at.end as usize;
                    found.push(finding(document, range, DiagnosticSeverity::ERROR, "expectation", message));
                }
            }
        }
    }
    found
}

/// Loads a variant that a case names.
fn variant_of(
    case: &Case,
    name: &case::Text,
    location: &Location,
    loader: &OpenLoader,
    is_wanted: &dyn Fn() -> bool,
) -> Result<Variant, CaseError> {
    let wrong = |message: &str| CaseError::of_variant(case, name, message);
    let found = locate(&name.value, location, loader).map_err(|it| wrong(&it.to_string()))?;
    let (checked, variant) = check_while(found, None, loader, is_wanted);
    variant.ok_or_else(|| match count(&checked.diagnostics.items).0 {
        0 => wrong(&format!("`{}` is only a part of a rulebook, so it cannot be played", name.value)),
        errors => {
            let first = checked.diagnostics.items.iter().find(|it| it.severity == Severity::Error);
            let first = first.map_or("", |it| it.message.as_str());
            let errors = crate::diagnostic::counted(errors, "error");
            wrong(&format!("`{}` does not load: it has {errors}; the first is: {first}", name.value))
        }
    })
}

fn case_error(document: &DocumentText, error: &CaseError) -> lsp_types::Diagnostic {
    let start = error.at.as_ref().map_or(0, |it| {
        let line = document.text.split_inclusive('\n').take(it.line - 1).map(str::len).sum::<usize>();
        let column = document.text[line..].chars().take(it.column - 1).map(char::len_utf8).sum::<usize>();
        line + column
    });
    // The error has no end: the value goes to the end of the line, or to its quote.
    let rest = &document.text[start..document.line_end(start)];
    let length = match rest.strip_prefix('"') {
        Some(inner) => inner.find('"').map_or(rest.len(), |it| it + 2),
        None => rest.find([',', ']', '}', '#']).unwrap_or(rest.len()),
    };
    finding(document, start..start + length, DiagnosticSeverity::ERROR, "case", error.message.clone())
}
