//! Advice for a header that replaces an inherited one, but lacks some of its keys.
//!
//! Input: findings, and the parents of the file. Output: the same findings. The missing keys of such a header are one finding.
//! It suggests `extends`, which keeps the other keys. So does a finding about a missing king. Does not know what the keys
//! mean.

use foldhash::HashMap;

use crate::definition::load::{Header, Lineage, Replacements};
use crate::diagnostic::{Code, Diagnostic, Span, Subject};

/// Maximum number of findings whose headers are compared with inherited names: a file with more of them has other problems.
const MAX_MISSPELLED: usize = 64;

/// Combines the missing keys of each header and adds the advice.
pub(super) fn advise(lineage: &Lineage, findings: &mut Vec<Diagnostic>) {
    if !findings.iter().any(is_advised) {
        return;
    }
    let replacements = lineage.replacements();
    let misspelled = misspelled(&replacements, findings);
    combine(&replacements, &misspelled, findings);
    for it in findings.iter_mut().filter(|it| it.code == Code::MissingKey) {
        let Some(span) = it.span else { continue };
        if let Some(header) = replacements.replacing_at(span) {
            let help = it.help.take();
            it.help = Some(advice(header, help));
        } else if let Some((own, unnamed)) = replacements.unnamed_above(span)
            && matches!(&it.subject, Some(Subject::MissingKey { title, .. }) if *title == own.entries.title)
        {
            let title = &unnamed.entries.title;
            let help = it.help.take().map_or_else(String::new, |it| format!("; or {it}"));
            it.help = Some(format!(
                "to change the inherited {title}, write `{title}` with `extends = \"{}\"`{help}",
                unnamed.name()
            ));
        } else if let Some((own, meant)) = misspelled.get(&span)
            && matches!(&it.subject, Some(Subject::MissingKey { title, .. }) if *title == own.entries.title)
        {
            let (title, name) = (&meant.entries.title, &meant.path[1].value);
            let help = it.help.take().map_or_else(String::new, |it| format!("; or {it}"));
            it.help = Some(format!(
                "did you mean `{title}`? To change the inherited one, write `{title}` with `extends = \"{name}\"`{help}"
            ));
        }
    }
    for it in findings.iter_mut().filter(|it| matches!(it.code, Code::BadKings | Code::NoPoints)) {
        if let Some(header) = it.span.and_then(|it| replacements.replacing_at(it)) {
            let help = it.help.take();
            it.help = Some(advice(header, help));
        }
    }
}

/// Headers of the file whose names may be misspelled, each with the inherited one that may be meant, by the place of a finding.
type Misspelled<'a> = HashMap<Span, (&'a Header, &'a Header)>;

/// Finds the first misspelled headers among those that lack keys.
fn misspelled<'a>(replacements: &Replacements<'a>, findings: &[Diagnostic]) -> Misspelled<'a> {
    let missing = findings.iter().filter(|it| matches!(it.subject, Some(Subject::MissingKey { .. })));
    let mut places: Vec<Span> = missing.filter_map(|it| it.span).take(MAX_MISSPELLED).collect();
    places.dedup();
    places.into_iter().filter_map(|it| Some((it, replacements.misspelled_at(it)?))).collect()
}

/// Reports whether advice can be added to a finding.
fn is_advised(it: &Diagnostic) -> bool {
    matches!(it.code, Code::MissingKey | Code::BadKings | Code::NoPoints)
}

/// Combines the missing keys of each header that replaces an inherited one.
fn combine(replacements: &Replacements<'_>, misspelled: &Misspelled<'_>, findings: &mut Vec<Diagnostic>) {
    let is_replaced = |it: Span| {
        replacements.replacing_at(it).is_some()
            || replacements.unnamed_above(it).is_some()
            || misspelled.contains_key(&it)
    };
    let mut places: HashMap<Span, usize> = HashMap::default();
    let mut keys: Vec<Vec<Diagnostic>> = Vec::new();
    let mut others = Vec::new();
    for it in std::mem::take(findings) {
        let is_missing = matches!(it.subject, Some(Subject::MissingKey { .. }));
        let Some(span) = it.span.filter(|it| is_missing && is_replaced(*it)) else {
            others.push(it);
            continue;
        };
        let place = *places.entry(span).or_insert(keys.len());
        match keys.get_mut(place) {
            Some(all) => all.push(it),
            None => keys.push(vec![it]),
        }
    }
    *findings = others;
    findings.extend(keys.into_iter().filter_map(|all| combined(replacements, all)));
}

/// Returns one finding for the missing keys of one header. The help has only examples: the inherited values, because other
/// ones would change what the header means.
fn combined(replacements: &Replacements<'_>, all: Vec<Diagnostic>) -> Option<Diagnostic> {
    let (mut titles, mut keys, mut examples) = (Vec::new(), Vec::new(), Vec::new());
    for it in &all {
        let Some(Subject::MissingKey { title, key, example }) = &it.subject else { continue };
        titles.push(title.clone());
        keys.push(key.as_str());
        examples.extend(example.iter().map(|it| format!("`{it}`")));
    }
    let replaced = all.first()?.span.and_then(|it| replacements.replacing_at(it));
    let message = format!(
        "{} needs the keys {}",
        titles.first()?,
        listed(&keys.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>())
    );
    let help = match replaced.and_then(|it| replacements.inherited(it)) {
        Some(inherited) => inherited_lines(inherited, &keys).map(|it| format!("add {}", listed(&it))),
        None if keys.len() > 1 => Some(format!("add {}", listed(&examples))),
        None => all.first()?.help.clone(),
    };
    let is_one = all.len() == 1;
    let mut first = all.into_iter().next()?;
    if !is_one {
        first.message = message;
    }
    first.help = help;
    Some(first)
}

/// Returns the lines of an inherited header with some keys. `None` if it lacks one of them.
fn inherited_lines(inherited: &Header, keys: &[&str]) -> Option<Vec<String>> {
    let line = |key: &&str| {
        let (_, value) = inherited.entries.entries.iter().find(|it| it.0.value == **key)?;
        Some(format!("`{key} = {}`", value.value))
    };
    keys.iter().map(line).collect()
}

/// Writes words as a list: `a, b and c`.
fn listed(words: &[String]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        words => words.concat(),
    }
}

/// Says how to keep the other keys of an inherited header, before the help that a finding already has.
fn advice(header: &Header, help: Option<String>) -> String {
    let own = header.path.last().map_or("", |it| it.value.as_str());
    let help = help.map_or_else(String::new, |it| format!("; or {it}"));
    format!("to keep the other keys of the inherited {}, add `extends = \"{own}\"`{help}", header.entries.title)
}
