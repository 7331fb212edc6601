//! Advice for a header that replaces an inherited one, but lacks some of its keys.
//!
//! Input: findings, and the parents of the file. Output: the same findings; the first missing key of such a header also names
//! `extends`, which keeps the other keys. Does not know what the keys mean.

use crate::definition::load::Lineage;
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
        let own = header.path.last().map_or("", |it| it.value.as_str());
        let help = it.help.take().map_or_else(String::new, |it| format!("; or {it}"));
        let title = &header.entries.title;
        it.help = Some(format!("to keep the other keys of the inherited {title}, add `extends = \"{own}\"`{help}"));
        advised.push(name);
    }
}
