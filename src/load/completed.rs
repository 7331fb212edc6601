//! Errors that a missing or a misspelled word hides.
//!
//! Input: a rulebook with headers that lack a word of a closed list, and the findings about it. Output: the errors that
//! occur whichever word is written there. A header without a required key is not read, so the other mistakes in it
//! would show up only after the first one is corrected. Does not know the language.

use foldhash::HashSet;

use super::compiled;
use crate::definition::load::{Header, Resolved};
use crate::definition::value::{KeyDoc, TypeDoc, Value};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, MAX_FINDINGS, Severity, Span, Spanned, Subject};
use crate::policy::WordDoc;

/// Maximum number of completions to try.
const MAX_TRIES: usize = 12;

/// What a finding says: two findings with the same code, place and message are the same.
type Said<'a> = (Code, Option<Span>, &'a str);

/// A missing word: the index of the header, and its key with the words that fit.
struct Gap {
    header: usize,
    key: &'static KeyDoc,
    words: &'static [WordDoc],
}

/// Adds the errors that missing words hide, as long as `is_wanted` says so. If more findings are known than are shown,
/// nothing is hidden from the author.
pub(super) fn add_hidden_errors(resolved: &Resolved, is_wanted: &dyn Fn() -> bool, sink: &mut Diagnostics) {
    if resolved.is_broken || sink.items.len() > MAX_FINDINGS {
        return;
    }
    let gaps = gaps(resolved, &sink.items);
    let tries = gaps.iter().map(|it| it.words.len()).max().unwrap_or(0);
    if tries == 0 || tries > MAX_TRIES {
        return;
    }
    let mut common = errors_with(resolved, &gaps, 0);
    for index in 1..tries {
        if common.is_empty() || !is_wanted() {
            return;
        }
        let found = errors_with(resolved, &gaps, index);
        let found: HashSet<Said> = found.iter().map(said).collect();
        common.retain(|it| found.contains(&said(it)));
    }
    let known: HashSet<Said> = sink.items.iter().map(said).collect();
    common.retain(|it| !known.contains(&said(it)));
    // The same finding twice is removed later, as all duplicates are.
    sink.items.append(&mut common);
}

/// Finds the headers whose only missing keys take words.
fn gaps(resolved: &Resolved, findings: &[Diagnostic]) -> Vec<Gap> {
    let mut all = Vec::new();
    for (header, it) in resolved.headers.iter().enumerate() {
        for finding in findings.iter().filter(|it| it.severity == Severity::Error) {
            let Some(key) = key_of(it, finding) else { continue };
            if let Some(words) = words_of(&key.ty) {
                all.push(Gap { header, key, words });
            }
        }
    }
    all
}

/// Returns the key of a header that an error says is missing, or whose word is unknown.
fn key_of(header: &Header, finding: &Diagnostic) -> Option<&'static KeyDoc> {
    let span = finding.span?;
    let name = match (&finding.subject, finding.code) {
        (Some(Subject::MissingKey { key, .. }), _) if span == header.entries.span => key,
        (_, Code::UnknownWord) => &header.entries.entries.iter().find(|it| it.1.span == span)?.0.value,
        _ => return None,
    };
    header.doc.key_docs().iter().find(|it| it.key == *name)
}

fn words_of(ty: &TypeDoc) -> Option<&'static [WordDoc]> {
    match ty {
        TypeDoc::Words(_, _, words) => Some(words),
        _ => None,
    }
}

/// Returns the errors of a rulebook with each gap filled by its `index`-th allowed word.
fn errors_with(resolved: &Resolved, gaps: &[Gap], index: usize) -> Vec<Diagnostic> {
    let mut complete = resolved.clone();
    complete.lineage = None;
    for gap in gaps {
        let entries = &mut complete.headers[gap.header].entries;
        let (span, entries) = (entries.span, &mut entries.entries);
        let word = Value::from(gap.words[index % gap.words.len()].word);
        match entries.iter_mut().find(|it| it.0.value == gap.key.key) {
            Some((_, value)) => value.value = word,
            None => entries.push((Spanned::new(gap.key.key.clone(), span), Spanned::new(word, span))),
        }
    }
    let mut sink = Diagnostics::default();
    compiled(&complete, &mut sink);
    sink.items.retain(|it| it.severity == Severity::Error);
    sink.items
}

fn said(it: &Diagnostic) -> Said<'_> {
    (it.code, it.span, &it.message)
}
