//! Moves findings about inherited values to the line of the author's own file that causes them.
//!
//! Input: the [`Lineage`] of a file with parents, its findings, and a function that checks any layer. Output: the same
//! findings. Those in a parent's file now point at the header, the `without` entry or the `extends` entry that causes
//! them, and show the parent's line as a second place. A finding that the parent has by itself stays there.
//!
//! The method is delta debugging with single changes. It checks the parents with one line of the file added, then the
//! file with one line removed, at most [`Blame::budget`] times. Does not know any rules.

use std::cell::Cell;

use foldhash::{HashMap, HashSet};

use crate::definition::load::{Cause, Header, Layer, Lineage};
use crate::definition::value::{Value, key_text};
use crate::diagnostic::{Code, Diagnostic, Severity, Span, Spanned};

/// The key by which two findings are the same.
type Key = (Code, Option<Span>);

/// Maximum length in bytes of a header that a help text prints.
const LONGEST_HEADER: usize = 300;

/// The search for the lines that cause findings in inherited headers.
pub(super) struct Blame<'a> {
    /// The layers of which the file consists.
    pub lineage: &'a Lineage,
    /// Function that returns the findings of a layer.
    pub check: &'a dyn Fn(&Layer) -> Vec<Diagnostic>,
    /// Maximum number of checks still allowed.
    pub budget: Cell<usize>,
    /// Function that says whether the result is still wanted.
    pub is_wanted: &'a dyn Fn() -> bool,
}

impl Blame<'_> {
    /// Moves each finding in a parent's file that the parent does not have by itself.
    pub fn relocate(&self, found: &mut [Diagnostic]) {
        let is_inherited = |it: &Diagnostic| it.span.is_some_and(|span| span.file != 0);
        let mut open: Vec<usize> = (0..found.len()).filter(|it| is_inherited(&found[*it])).collect();
        for (_, layer) in self.lineage.parents() {
            if open.is_empty() {
                return;
            }
            let Some(own) = self.keys(layer) else { break };
            open.retain(|it| !own.contains(&key(&found[*it])));
        }
        let whole = errors(found);
        let mut causes: HashMap<usize, Cause> = HashMap::default();
        // A line that a finding names comes first: not every line can be tried.
        let words = MentionedWords::of(open.iter().map(|it| found[*it].message.as_str()));
        let all = self.lineage.causes().into_iter();
        let (mut all, others): (Vec<_>, Vec<_>) = all.partition(|it| words.name(&self.lineage.header(*it)));
        all.extend(others);
        // One line at a time over the parents: a finding that appears is certainly caused by that line.
        if !open.is_empty()
            && let Some(inherited) = self.keys(&self.lineage.with(|_| false))
        {
            let mut waiting: Vec<usize> =
                open.iter().copied().filter(|it| !inherited.contains(&key(&found[*it]))).collect();
            let half = self.budget.get() / 2;
            // A line can cause a finding of one kind and place that says something else: one outcome or another is
            // missing. It counts if no line causes the words, too.
            let mut others: HashMap<usize, Cause> = HashMap::default();
            for cause in &all {
                if waiting.is_empty() || self.budget.get() <= half {
                    break;
                }
                let Some(alone) = self.findings(&self.lineage.with(|it| it == *cause)) else { break };
                let caused: HashSet<Key> = alone.iter().map(key).collect();
                let in_words: HashSet<(Key, &str)> = alone.iter().map(|it| (key(it), it.message.as_str())).collect();
                let is_in_words = |at: usize| in_words.contains(&(key(&found[at]), found[at].message.as_str()));
                causes.extend(waiting.extract_if(.., |it| is_in_words(*it)).map(|it| (it, *cause)));
                for at in waiting.iter().filter(|it| caused.contains(&key(&found[**it]))) {
                    others.entry(*at).or_insert(*cause);
                }
            }
            for at in std::mem::take(&mut waiting) {
                match others.get(&at) {
                    Some(cause) => _ = causes.insert(at, *cause),
                    None => waiting.push(at),
                }
            }
            // Then remove one line from the whole file: the removal that breaks the least explains the rest.
            let mut best: HashMap<usize, (usize, Cause)> = HashMap::default();
            for cause in &all {
                if waiting.is_empty() {
                    break;
                }
                // The headers below a header go with it: a barrier, and what it allows while it is closed.
                let below = format!("{}.", self.lineage.header(*cause));
                let is_kept = |it: Cause| it != *cause && !self.lineage.header(it).starts_with(&below);
                let Some(rest) = self.findings(&self.lineage.with(is_kept)) else { break };
                let broken = errors(&rest).difference(&whole).count();
                let keys: HashSet<Key> = rest.iter().map(key).collect();
                // A file with errors has no warnings, so their absence proves nothing.
                let is_proof = |it: &&usize| broken == 0 || found[**it].severity == Severity::Error;
                let gone = waiting.iter().filter(|it| !keys.contains(&key(&found[**it]))).filter(is_proof);
                for at in gone {
                    let least = best.entry(*at).or_insert((broken, *cause));
                    if broken < least.0 {
                        *least = (broken, *cause);
                    }
                }
            }
            causes.extend(best.into_iter().map(|(at, (_, cause))| (at, cause)));
        }
        for at in open {
            self.point(&mut found[at], causes.get(&at).copied(), &whole);
        }
    }

    /// Points a finding at its cause, and says how this file can change the inherited header.
    fn point(&self, finding: &mut Diagnostic, cause: Option<Cause>, whole: &HashSet<Key>) {
        let Some(span) = finding.span else { return };
        let inherited = self.lineage.inherited_at(span);
        let label = match cause {
            Some(Cause::Without(_)) => "this entry leaves out a header that the inherited line needs",
            Some(Cause::Header(_)) => "this header and the inherited line do not fit together",
            None => "the line is inherited through this entry",
        };
        let place = cause.map(|it| self.lineage.span(it)).or(inherited.map(|it| it.0));
        let Some(place) = place else { return };
        let old = std::mem::replace(&mut finding.label, label.to_owned());
        let old = if old.is_empty() { "the inherited line is here".to_owned() } else { old };
        let own = key(finding);
        finding.also.insert(0, (span, old));
        finding.span = Some(place);
        if let (Some(Cause::Without(at)), Some(help)) = (cause, &mut finding.help) {
            *help = format!("remove \"{}\" from `without`; or {help}", self.lineage.header(Cause::Without(at)));
        }
        let Some(header) = inherited.and_then(|it| it.1) else { return };
        // The file has this header already.
        if cause.is_some_and(|it| matches!(it, Cause::Header(_)) && self.lineage.header(it) == header.name()) {
            return;
        }
        let advice = self.advice(header, &own, whole);
        finding.help = Some(match finding.help.take().filter(|it| !it.is_empty()) {
            Some(help) => format!("{help}\n{advice}"),
            None => advice,
        });
    }

    /// Explains how a file can leave out or change an inherited header that no longer fits.
    fn advice(&self, header: &Header, finding: &Key, whole: &HashSet<Key>) -> String {
        let name = header.name();
        let rest = self.findings(&self.lineage.dropping(&name));
        let is_mended = rest.is_some_and(|it| {
            let left = errors(&it);
            !it.iter().any(|it| key(it) == *finding) && left.is_subset(whole)
        });
        let path: Vec<String> = header.path.iter().map(|it| key_text(&it.value)).collect();
        let dropped = self.lineage.dropped();
        let keys = header.entries.entries.iter().filter_map(|(key, value)| {
            let value = still_there(&name, key, value, &dropped)?;
            Some(format!("\n{} = {value}", key_text(&key.value)))
        });
        let text = format!("[{}]{}", path.join("."), keys.collect::<String>());
        let own = path.last().map_or("", String::as_str);
        let mut advice = format!(
            "to change the inherited `[{name}]`, write it in this file with `extends = \"{own}\"` and new keys"
        );
        if text.len() <= LONGEST_HEADER {
            advice = format!("{advice}, or with all of its keys, starting from:\n{text}");
        }
        if is_mended {
            let mut names = dropped;
            names.push(&name);
            let names: Vec<String> = names.iter().map(|it| format!("\"{it}\"")).collect();
            advice =
                format!("to leave the inherited `[{name}]` out, write `without = [{}]`\n{advice}", names.join(", "));
        }
        advice
    }

    fn keys(&self, layer: &Layer) -> Option<HashSet<Key>> {
        self.findings(layer).map(|it| it.iter().map(key).collect())
    }

    /// Checks a layer; `None` if the budget is exhausted, or if the result is no longer wanted.
    fn findings(&self, layer: &Layer) -> Option<Vec<Diagnostic>> {
        if !(self.is_wanted)() {
            return None;
        }
        self.budget.set(self.budget.get().checked_sub(1)?);
        Some((self.check)(layer))
    }
}

/// Returns the value of a key without the outcomes and claims that `without` leaves out; `None` for an entry of `[score]`
/// about one of these.
fn still_there(header: &str, key: &Spanned<String>, value: &Spanned<Value>, dropped: &[&str]) -> Option<Value> {
    let is_gone = |name: &str| {
        let mut own = dropped.iter().filter_map(|it| it.strip_prefix("outcome.").or(it.strip_prefix("claim.")));
        own.any(|it| it == name)
    };
    match (header, &value.value) {
        ("score", _) if is_gone(&key.value) => None,
        ("settle", Value::List(items)) => {
            let is_kept = |it: &&Spanned<Value>| !matches!(&it.value, Value::Text(name) if is_gone(name));
            Some(Value::List(items.iter().filter(is_kept).cloned().collect()))
        }
        (_, value) => Some(value.clone()),
    }
}

/// The words in backticks and the headers that messages mention. They only decide which lines are tried first.
struct MentionedWords<'a>(HashSet<&'a str>);

impl<'a> MentionedWords<'a> {
    fn of(messages: impl Iterator<Item = &'a str>) -> Self {
        let inner = |it: &'a str, sign| it.split(sign).skip(1).collect::<Vec<_>>();
        let words = |it: &'a str| {
            let headers = inner(it, '[').into_iter().filter_map(|it| it.split_once(']')).map(|it| it.0);
            inner(it, '`').into_iter().chain(headers).collect::<Vec<_>>()
        };
        Self(messages.flat_map(words).collect())
    }

    /// Reports whether the messages mention a header, or the last part of its name.
    fn name(&self, header: &str) -> bool {
        self.0.contains(header) || self.0.contains(header.rsplit('.').next().unwrap_or(header))
    }
}

fn key(finding: &Diagnostic) -> Key {
    (finding.code, finding.span)
}

fn errors(found: &[Diagnostic]) -> HashSet<Key> {
    found.iter().filter(|it| it.severity == Severity::Error).map(key).collect()
}
