//! The comparison of several rulebooks for people.
//!
//! Contains [`comparison`] for two reports and [`family`] for more. Input: [`Report`]s. Output: a
//! [`Document`]. Does not know formats or how figures are computed.

use super::{estimate_text, p_text, signed_text, verdict};
use crate::diagnostic::counted;
use crate::document::{Cell, Document, Table};
use crate::lab::compare::{Difference, compare_reports};
use crate::lab::report::Report;

/// Returns the comparison of two rulebooks.
pub fn comparison(first: &Report, second: &Report) -> Document {
    let (a, b) = names(first, second);
    let mut out = Document::new(format!("{a} and {b}"));
    out.paragraph(format!(
        "{} of each rulebook; seed {}. Differences are {b} minus {a}, with 95 % intervals.",
        counted(first.games.min(second.games), "game"),
        first.plan.seed
    ));
    let differences = compare_reports(first, second);
    let mut table = Table::new(["figure", &a, &b, "difference", "settled"]);
    for it in &differences {
        table.row([
            it.figure.as_str().into(),
            number(it.first).into(),
            number(it.second).into(),
            difference_text(it).into(),
            settled_text(it).into(),
        ]);
    }
    out.table(table);
    let settled = differences.iter().filter(|it| it.is_settled()).count();
    out.paragraph(format!(
        "{settled} of {} differences are settled: their intervals exclude zero. Even between equal rulebooks, about one \
         interval in twenty does so by chance.",
        differences.len()
    ));
    for (name, report) in [(&a, first), (&b, second)] {
        out.paragraph(format!("{name}: {}", verdict(report)));
    }
    out
}

/// Returns a table of several rulebooks. Each is compared with the first one.
pub fn family(reports: &[Report]) -> Document {
    let Some((first, others)) = reports.split_first() else { return Document::new("No rulebooks") };
    let mut out = Document::new(format!("{} rulebooks", reports.len()));
    out.paragraph(format!(
        "{} of each rulebook; seed {}. Intervals are at 95 %.",
        counted(first.games, "game"),
        first.plan.seed
    ));
    let mut table =
        Table::new(["rulebook", "favored seat", "p", "moves", "no winner", "unfinished", "kingmaking", "lead changes"]);
    for report in reports {
        let best = report.seats.iter().max_by(|a, b| a.advantage.mean.total_cmp(&b.advantage.mean));
        let seat = best.map_or_else(String::new, |it| format!("{} {}", it.title, signed_text(it.advantage, 3)));
        let kingmaking = report.kingmaking.as_ref().map_or_else(String::new, |it| percent(it.games.share()));
        table.row([
            report.plan.variant.as_str().into(),
            seat.into(),
            report.fairness.map_or_else(String::new, |it| p_text(it.p_value)).into(),
            estimate_text(report.length.mean, 0).into(),
            percent(report.drawn.share()).into(),
            percent(report.unfinished.share()).into(),
            kingmaking.into(),
            estimate_text(report.lead.changes, 2).into(),
        ]);
    }
    out.table(table);
    out.heading(2, format!("Settled differences from {}", first.plan.variant));
    let mut table = Table { head: ["rulebook", "figure", "difference"].map(Cell::from).to_vec(), rows: Vec::new() };
    for other in others {
        let settled: Vec<Difference> =
            compare_reports(first, other).into_iter().filter(Difference::is_settled).collect();
        let name = &other.plan.variant;
        if settled.is_empty() {
            table.row([name.as_str().into(), "none".into(), Cell::default()]);
        }
        for it in &settled {
            table.row([name.as_str().into(), it.figure.as_str().into(), difference_text(it).into()]);
        }
    }
    out.table(table);
    out.paragraph(
        "A difference is settled if its 95 % interval excludes zero. Even between equal rulebooks, about one interval in \
         twenty does so by chance.",
    );
    out
}

/// Returns the names of two rulebooks, which differ.
fn names(first: &Report, second: &Report) -> (String, String) {
    let (a, b) = (first.plan.variant.clone(), second.plan.variant.clone());
    if a == b { (format!("{a} (first)"), format!("{b} (second)")) } else { (a, b) }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Returns a figure with four significant digits.
fn number(it: f64) -> String {
    let digits = if it.abs() >= 100.0 { 1 } else { 4 };
    format!("{it:.digits$}")
}

fn difference_text(it: &Difference) -> String {
    let digits = if it.difference().abs() >= 100.0 { 1 } else { 4 };
    let mean = format!("{:+.digits$}", it.difference());
    it.bounds.map_or_else(|| mean.clone(), |(low, high)| format!("{mean} ({low:+.digits$} to {high:+.digits$})"))
}

fn settled_text(it: &Difference) -> String {
    match it.more_games {
        _ if it.is_settled() => "yes".to_owned(),
        Some(games) => format!("about {}", counted(games, "more game")),
        None if it.bounds.is_none() => "too few games".to_owned(),
        None => "no difference in sight".to_owned(),
    }
}
