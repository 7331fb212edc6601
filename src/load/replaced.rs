//! Advice for a header that replaces an inherited one, but lacks some of its keys.
//!
//! Input: findings, and the parents of the file. Output: the same findings; the first missing key of such a header also names
//! `extends`, which keeps the other keys. A missing king names it, too. Does not know what the keys mean.

use crate::definition::load::{Header, Lineage};
use crate::diagnostic::{Code, Diagnostic};

/// Adds the advice to the first missing key of each header.
pub(super) fn advise(lineage: &Lineage, findings: &mut [Diagnostic]) {
    let mut advised = Vec::new();
    for it in findings.iter_mut().filter(|it| it.code == Code::MissingKey) {
        let Some(header) = it.span.and_then(|it| lineage.replacing_at(it)) else { continue };
        let name = header.name();
        if advised.contains(&name) {
            continue;
        }
        let help = it.help.take();
        it.help = Some(advice(header, help));
        advised.push(name);
    }
    for it in findings.iter_mut().filter(|it| matches!(it.code, Code::BadKings | Code::NoPoints)) {
        if let Some(header) = it.span.and_then(|it| lineage.replacing_at(it)) {
            let help = it.help.take();
            it.help = Some(advice(header, help));
        }
    }
}

/// Says how to keep the other keys of an inherited header, before the help that a finding already has.
fn advice(header: &Header, help: Option<String>) -> String {
    let own = header.path.last().map_or("", |it| it.value.as_str());
    let help = help.map_or_else(String::new, |it| format!("; or {it}"));
    format!("to keep the other keys of the inherited {}, add `extends = \"{own}\"`{help}", header.entries.title)
}
