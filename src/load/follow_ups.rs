//! Findings that only follow from another one.
//!
//! Input: all findings about a rulebook. Output: those that say something new. After a syntax error, names and headers
//! may be lost; after a misspelled key, its table seems to lack one. Does not know what a finding means.

use foldhash::{HashMap, HashSet};

use crate::definition::load::{Header, Resolved};
use crate::definition::table::meant;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Sources, Span, Subject, is_broken_header};
use crate::sorting::CompactSort;

/// Maximum number of findings of one kind at one place that are shown. More have one cause: new names of squares make
/// every inherited square unknown.
const MOST_AT_ONE_PLACE: usize = 5;
/// Number of findings that are shown of more.
const SHOWN: usize = 2;

/// Of many findings of one kind that point at one line because of inherited lines, keeps two.
pub(super) fn with_one_cause(sink: &mut Diagnostics) {
    let key = |it: &Diagnostic| (it.code, it.span);
    let is_moved = |it: &Diagnostic| !it.also.is_empty() && it.span.is_some_and(|it| it.file == 0);
    let mut counts = HashMap::default();
    for it in sink.items.iter().filter(|it| is_moved(it)) {
        *counts.entry(key(it)).or_insert(0) += 1;
    }
    counts.retain(|_, count| *count > MOST_AT_ONE_PLACE);
    if counts.is_empty() {
        return;
    }
    let mut seen = HashMap::default();
    sink.items.retain(|it| {
        let is_one_of_many = is_moved(it) && counts.contains_key(&key(it));
        let before = seen.entry(key(it)).or_insert(0);
        *before += usize::from(is_one_of_many);
        !is_one_of_many || *before <= SHOWN
    });
    for it in sink.items.iter_mut().rev().filter(|it| is_moved(it)) {
        if let Some(count) = counts.remove(&key(it)) {
            let more = format!("\n{} more inherited lines do not fit this line", count - SHOWN);
            it.help.get_or_insert_default().push_str(&more);
        }
    }
}

/// Combines findings about one unknown name: it is one mistake, shown where it occurs first. The findings are in the order
/// of their places.
pub(super) fn with_one_name(sink: &mut Diagnostics) {
    let mut all: Vec<Diagnostic> = Vec::new();
    for it in std::mem::take(&mut sink.items) {
        let is_same = |old: &&mut Diagnostic| {
            (old.code, &old.message) == (it.code, &it.message)
                && old.span.map(|it| it.file) == it.span.map(|it| it.file)
        };
        let is_plain = it.code == Code::UnknownName && it.also.is_empty();
        match all.iter_mut().find(is_same).filter(|_| is_plain).zip(it.span) {
            Some((first, span)) if first.also.len() < MOST_AT_ONE_PLACE => _ = first.also(span, "the same name"),
            Some(_) => {}
            None => all.push(it),
        }
    }
    sink.items = all;
}

/// Reports whether a finding means that the file cannot be read at its place.
fn is_syntax_error(it: &Diagnostic) -> bool {
    matches!(it.code, Code::BadToml | Code::TooDeep)
}

/// Removes findings that follow from a syntax error.
pub(super) fn after_syntax_errors(resolved: Option<&Resolved>, sources: &Sources, sink: &mut Diagnostics) {
    if !sink.items.iter().any(is_syntax_error) {
        return;
    }
    remove_findings_on_broken_lines(sources, sink);
    // Without its parents, a file lacks all names that they declare.
    let top = sources.files.first().map_or("", |it| it.text.split("\n[").next().unwrap_or_default());
    let is_written = top.lines().any(|it| it.trim_start().starts_with("extends"));
    let is_read = resolved.is_some_and(|it| it.top.entries.iter().any(|it| it.0.value == "extends"));
    if is_written && !is_read {
        sink.items.retain(|it| it.code != Code::UnknownName);
    }
    remove_lost_names(sources, sink);
}

/// Removes errors of the compiler about a header that has a misspelled key: what it lacks may be the value of that key.
/// `read` is the number of findings before the compiler.
pub(super) fn after_misspelled_keys(resolved: &Resolved, read: usize, sink: &mut Diagnostics) {
    let is_unknown = |it: &&Diagnostic| it.code == Code::UnknownKey;
    let unknown: HashSet<Span> = sink.items[..read].iter().filter(is_unknown).filter_map(|it| it.span).collect();
    if unknown.is_empty() {
        return;
    }
    // If the name is that of a key, the header itself may be the mistake.
    let is_key = |it: &Header| it.path.last().is_some_and(|name| it.doc.keys().contains(&name.value));
    let is_misspelled = |it: &&Header| it.entries.entries.iter().any(|it| unknown.contains(&it.0.span)) && !is_key(it);
    let headers: Vec<&Header> = resolved.headers.iter().filter(is_misspelled).collect();
    let title = |it: &&Header| it.path.iter().map(|it| it.span).chain([it.entries.span]).collect::<Vec<_>>();
    let titles: HashSet<Span> = headers.iter().flat_map(title).collect();
    let keys = headers.iter().flat_map(|it| &it.entries.entries).filter(|it| unknown.contains(&it.0.span));
    let keys: HashSet<&str> = keys.map(|it| it.0.value.as_str()).collect();
    let values: HashSet<Span> = headers.iter().flat_map(|it| &it.entries.entries).map(|it| it.1.span).collect();
    // A misspelled `extends` hides everything that its files declare.
    let has_no_parents = resolved.is_broken && resolved.top.entries.iter().any(|it| unknown.contains(&it.0.span));
    let compiled = sink.items.split_off(read);
    // Which key is missing decides whether an unknown one means it. Few keys can be missing.
    let mut known: HashMap<String, bool> = HashMap::default();
    let mut is_meant = |missing: &str| {
        let is_one = || keys.iter().any(|it| meant(it, [missing].into_iter()).is_some());
        *known.entry(missing.to_owned()).or_insert_with(is_one)
    };
    let mut follows = |it: &Diagnostic| {
        let is_there = |spans: &HashSet<Span>| it.span.is_some_and(|it| spans.contains(&it));
        let is_other = it.code == Code::MissingKey
            && !matches!(&it.subject, Some(Subject::MissingKey { key, .. }) if is_meant(key));
        let lacks = is_there(&titles) && !is_other || it.code == Code::Needs && is_there(&values);
        it.severity == Severity::Error && (lacks || has_no_parents && it.code == Code::UnknownName)
    };
    sink.items.extend(compiled.into_iter().filter(|it| !follows(it)));
}

/// Removes errors about keys that a misspelled header lacks: it may be meant to be another one.
pub(super) fn after_misspelled_headers(sink: &mut Diagnostics) {
    let is_misspelled = |it: &&Diagnostic| it.code == Code::UnknownHeader;
    let headers = Places::new(sink.items.iter().filter(is_misspelled).filter_map(|it| it.span));
    sink.items.retain(|it| it.code != Code::MissingKey || !it.span.is_some_and(|it| headers.is_any_within(it)));
}

/// Removes other findings on lines that are not valid TOML, because their contents are guesses. After a broken header,
/// these are all lines up to the next header.
fn remove_findings_on_broken_lines(sources: &Sources, sink: &mut Diagnostics) {
    let broken = sink.items.iter().filter(|it| is_syntax_error(it));
    let broken = Places::new(broken.filter_map(|it| broken_part(sources, it)));
    sink.items.retain(|it| is_syntax_error(it) || !it.span.is_some_and(|it| broken.is_start_in_any(it)));
}

/// Removes findings about names that no header declares, if a header of that name is in the text: after a syntax error,
/// it may be lost.
fn remove_lost_names(sources: &Sources, sink: &mut Diagnostics) {
    let headers = sources.files.iter().flat_map(|it| it.text.lines()).filter(|it| it.trim_start().starts_with('['));
    let names: HashSet<&str> = headers.flat_map(|it| it.split(['[', ']', '.', '"'])).collect();
    let is_lost = |it: &Diagnostic| matches!(&it.subject, Some(Subject::Name(name)) if names.contains(name.as_str()));
    sink.items.retain(|it| it.code != Code::UnknownName || !is_lost(it));
}

/// Returns the part of a file that an error of the TOML parser makes unreadable.
fn broken_part(sources: &Sources, finding: &Diagnostic) -> Option<Span> {
    let span = finding.span?;
    let text = &sources.files[span.file as usize].text;
    let at = (span.start as usize).min(text.len());
    let start = text.as_bytes()[..at].iter().rposition(|it| *it == b'\n').map_or(0, |it| it + 1);
    let end = text.as_bytes()[at..].iter().position(|it| *it == b'\n').map_or(text.len(), |it| at + it + 1);
    let is_header = text.get(start..end)?.trim_start().starts_with('[') && is_broken_header(&finding.message);
    let rest = text.get(end..)?;
    let next = rest.split_inclusive('\n').take_while(|it| !it.trim_start().starts_with('['));
    let end = if is_header { end + next.map(str::len).sum::<usize>() } else { end };
    Some(Span { file: span.file, start: start as u32, end: end.max(start + 1) as u32 })
}

/// Places in the files, for many questions about them.
struct Places {
    /// The places in order.
    all: Vec<Span>,
    /// For each of them, where it or one before it in its file ends last.
    last_ends: Vec<u32>,
    /// For each of them, where it or one after it in its file ends first.
    first_ends: Vec<u32>,
}

impl Places {
    fn new(all: impl Iterator<Item = Span>) -> Self {
        let mut all: Vec<Span> = all.collect();
        all.compact_sort_by(Ord::cmp);
        all.dedup();
        let mut last_ends: Vec<u32> = all.iter().map(|it| it.end).collect();
        let mut first_ends = last_ends.clone();
        for at in 1..all.len() {
            if all[at].file == all[at - 1].file {
                last_ends[at] = last_ends[at].max(last_ends[at - 1]);
            }
        }
        for at in (1..all.len()).rev() {
            if all[at].file == all[at - 1].file {
                first_ends[at - 1] = first_ends[at - 1].min(first_ends[at]);
            }
        }
        Self { all, last_ends, first_ends }
    }

    /// Reports whether one of the places is within `span`.
    fn is_any_within(&self, span: Span) -> bool {
        let at = self.all.partition_point(|it| (it.file, it.start) < (span.file, span.start));
        self.all.get(at).is_some_and(|it| it.file == span.file && self.first_ends[at] <= span.end)
    }

    /// Reports whether `span` starts in one of the places.
    fn is_start_in_any(&self, span: Span) -> bool {
        let after = self.all.partition_point(|it| (it.file, it.start) <= (span.file, span.start));
        let before = after.checked_sub(1).filter(|at| self.all[*at].file == span.file);
        before.is_some_and(|at| span.start < self.last_ends[at])
    }
}
