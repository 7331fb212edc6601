//! Advice for a header that replaces an inherited one, but lacks some of its keys.
//!
//! Input: findings, and the parents of the file. Output: the same findings. The missing keys of such a header are one finding.
//! It suggests `extends`, which keeps the other keys. So does a finding about a missing king. Does not know what the keys
//! mean.

use crate::definition::load::{Header, Lineage};
use crate::diagnostic::{Code, Diagnostic, Span};

/// What a finding about a missing key says after the name of the header.
const NEEDS: &str = " needs the key";

/// Combines the missing keys of each header and adds the advice.
pub(super) fn advise(lineage: &Lineage, findings: &mut Vec<Diagnostic>) {
    let is_advised = |it: Span| lineage.replacing_at(it).is_some() || lineage.unnamed_above(it).is_some();
    let mut keys: Vec<(Span, Vec<Diagnostic>)> = Vec::new();
    let mut others = Vec::new();
    for it in std::mem::take(findings) {
        let span =
            it.span.filter(|span| it.code == Code::MissingKey && it.message.contains(NEEDS) && is_advised(*span));
        let Some(span) = span else {
            others.push(it);
            continue;
        };
        match keys.iter_mut().find(|it| it.0 == span) {
            Some((_, all)) => all.push(it),
            None => keys.push((span, vec![it])),
        }
    }
    *findings = others;
    findings.extend(keys.into_iter().filter_map(|(_, all)| combined(all)));
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

/// Returns one finding for the missing keys of one header. Of several keys, the help has only the examples.
fn combined(all: Vec<Diagnostic>) -> Option<Diagnostic> {
    let last_quoted = |text: &str| text.rsplit('`').nth(1).map(|it| format!("`{it}`"));
    let example = |help: &str| help.strip_prefix("add `")?.split('`').next().map(|it| format!("`{it}`"));
    let keys: Vec<String> = all.iter().filter_map(|it| last_quoted(&it.message)).collect();
    let examples: Vec<String> = all.iter().filter_map(|it| example(it.help.as_deref()?)).collect();
    let is_one = all.len() == 1;
    let mut first = all.into_iter().next()?;
    if !is_one {
        let (title, _) = first.message.split_once(NEEDS)?;
        first.message = format!("{title}{NEEDS}s {}", listed(&keys));
        first.help = Some(format!("add {}", listed(&examples)));
    }
    Some(first)
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
