//! The results of cases as a document: every case with its board, and the expected values beside
//! the actual ones.
//!
//! Input: the cases that ran. Output: a [`Document`] for one HTML page. Cases that do not hold come
//! first.

use super::{Ran, ResultCounts};
use crate::case::{Case, CaseReport};
use crate::document::{Cell, Diagram, Document, Emphasis, Inline, Table};
use crate::verify::{CaseResult, FoundFiles};

/// Returns the whole report.
pub(super) fn document(ran: &[Ran<'_>], found: &FoundFiles) -> Document {
    let mut out = Document::new("Results of the cases");
    out.paragraph(ResultCounts::of(ran).sentence());
    for (name, why) in &found.unreadable {
        out.paragraph(Inline::new().code(name).text(format!(" cannot be read: {why}")));
    }
    let (passed, failed): (Vec<&Ran<'_>>, Vec<&Ran<'_>>) = ran.iter().partition(|it| it.verified.holds());
    failed.into_iter().chain(passed).for_each(|it| section(it, &mut out));
    out
}

fn section(ran: &Ran<'_>, out: &mut Document) {
    let case = ran.verified.case.as_ref();
    out.heading(2, case.map_or("This is not a case", |it| it.about.as_str()));
    let source = case.and_then(|it| it.source.as_ref()).map_or_else(String::new, |it| format!("; source: {it}"));
    out.paragraph(Inline::new().code(&ran.file.name).text(source));
    if let Some(error) = &ran.verified.error {
        out.paragraph(Inline::from("It cannot be run: ").code(error.in_lines()));
        return;
    }
    let Some(case) = case else { return };
    if !case.play.is_empty() {
        let play: Vec<&str> = case.play.iter().map(|it| it.value.as_str()).collect();
        out.paragraph(Inline::from("Played: ").code(play.join(" ")));
    }
    ran.verified.results.iter().for_each(|it| result(it, case, out));
}

fn result(result: &CaseResult, case: &Case, out: &mut Document) {
    let under = Inline::from("Under ").code(&result.variant.value);
    match &result.result {
        Err(error) => out.paragraph(under.text(format!(" it cannot be run: {}", error.in_lines()))),
        Ok(report) => {
            let word = if report.holds() { "holds" } else { "fails" };
            let squares =
                report.checks.iter().filter(|it| report.holds() || !it.holds()).flat_map(|it| it.squares.clone());
            out.diagram(Diagram::of(&report.game, squares.collect(), under.text(format!(" it {word}."))));
            out.table(checks(report, case));
        }
    }
}

fn checks(report: &CaseReport, case: &Case) -> Table {
    let mut table = Table::new(["question", "expected", "actual", "reason", "line"]);
    for it in &report.checks {
        let emphasis = if it.holds() { Emphasis::None } else { Emphasis::Different };
        let actual = Inline::new().code(it.observed.value.text());
        table.row([
            it.ask.label(report.game.variant().rulebook()).into(),
            Inline::new().code(it.expected.text()).into(),
            Cell { emphasis, ..Cell::from(actual) },
            it.observed.sentence.clone().unwrap_or_default().into(),
            case.place(it.at).line.to_string().into(),
        ]);
    }
    table
}
