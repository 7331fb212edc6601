//! The part of the report about rule impact.
//!
//! Contains [`impact`]. Input: an [`ImpactReport`]. Output: headings, sentences and a table in a
//! [`Document`]. Does not know how rules are removed.

use super::{IMPACT, share_text};
use crate::diagnostic::counted;
use crate::document::{Cell, Document, Inline, Table};
use crate::lab::impact::ImpactReport;

/// Adds how often each rule mattered.
pub fn impact(report: &ImpactReport, out: &mut Document) {
    out.heading(2, IMPACT);
    out.paragraph(format!(
        "The figures are from {}, one of each sampled game. Each rule was removed alone, and the legal moves of the same \
         position were compared. The best move is that of a search with {} nodes, with or without the rule.",
        counted(report.samples, "position"),
        report.nodes
    ));
    let mut table = Table::new(["rule", "changed the legal moves", "forbade the best move", "added the best move"]);
    for it in &report.rules {
        table.row([
            rule(&it.label, &it.name),
            share_text(&it.changed).into(),
            share_text(&it.forbade_best).into(),
            share_text(&it.added_best).into(),
        ]);
    }
    out.table(table);
    if !report.fixed.is_empty() {
        out.paragraph("These rules cannot be removed alone:");
        let items = report.fixed.iter().map(|it| {
            Inline::new().text(format!("{} (", it.label)).code(it.name.as_str()).text(format!("): {}.", it.reason))
        });
        out.list(items.collect::<Vec<_>>());
    }
}

fn rule(label: &str, name: &str) -> Cell {
    Inline::new().text(format!("{label} ")).code(name).into()
}
