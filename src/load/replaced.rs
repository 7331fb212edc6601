//! Advice for a header that replaces an inherited one, but lacks some of its keys.
//!
//! Input: findings, and the parents of the file. Output: the same findings. The missing keys of such a header are one finding,
//! which also names `extends`: it keeps the other keys. A missing king names it, too. Does not know what the keys mean.

use crate::definition::load::{Header, Lineage};
use crate::diagnostic::{Code, Diagnostic};

/// Combines the missing keys of each header and adds the advice.
pub(super) fn advise(lineage: &Lineage, findings: &mut Vec<Diagnostic>) {
    let mut all: Vec<Diagnostic> = Vec::new();
    for it in std::mem::take(findings) {
        let is_same = |other: &&mut Diagnostic| other.code == Code::MissingKey && other.span == it.span;
        let is_advised = |it| lineage.replacing_at(it).is_some() || lineage.unnamed_above(it).is_some();
        let replaces = it.code == Code::MissingKey && it.span.is_some_and(is_advised);
        match all.iter_mut().find(is_same).filter(|_| replaces) {
            Some(first) => combine(first, &it),
            None => all.push(it),
        }
    }
    *findings = all;
    for it in findings.iter_mut().filter(|it| it.code == Code::MissingKey) {
        let Some(span) = it.span else { continue };
        if let Some(header) = lineage.replacing_at(span) {
            let help = it.help.take();
            it.help = Some(advice(header, help));
        } else if let Some((own, unnamed)) = lineage.unnamed_above(span)
            && it.message.starts_with(&own.entries.title)
        {
            let title = &unnamed.entries.title;
            let help = it.help.take().map_or_else(String::new, |it| format!("; or {it}"));
            it.help = Some(format!(
                "to change the inherited {title}, write `{title}` with `extends = \"{}\"`{help}",
                unnamed.name()
            ));
        }
    }
    for it in findings.iter_mut().filter(|it| matches!(it.code, Code::BadKings | Code::NoPoints)) {
        if let Some(header) = it.span.and_then(|it| lineage.replacing_at(it)) {
            let help = it.help.take();
            it.help = Some(advice(header, help));
        }
    }
}

/// Adds a missing key to a finding about others of the same header.
fn combine(first: &mut Diagnostic, other: &Diagnostic) {
    let quoted = |text: &str| text.split('`').skip(1).step_by(2).map(|it| format!("`{it}`")).collect::<Vec<_>>();
    let key = quoted(&other.message).pop().unwrap_or_default();
    let (title, _) = first.message.split_once(" needs the key").unwrap_or((&first.message, ""));
    let keys: Vec<String> = quoted(&first.message).into_iter().chain([key]).collect();
    first.message = format!("{title} needs the keys {}", listed(&keys));
    // Of several keys, the help has only the examples.
    let example =
        |help: Option<&str>| help.and_then(|it| it.strip_prefix("add `")?.split_once('`')).map(|it| it.0.to_owned());
    let shown = first.help.as_deref().unwrap_or_default().trim_start_matches("add ");
    let shown = match shown.split_once(" (") {
        Some((code, _)) if keys.len() == 2 => quoted(code).into_iter().take(1).collect(),
        _ => quoted(shown),
    };
    let examples: Vec<String> =
        shown.into_iter().chain(example(other.help.as_deref()).map(|it| format!("`{it}`"))).collect();
    first.help = Some(format!("add {}", listed(&examples)));
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
