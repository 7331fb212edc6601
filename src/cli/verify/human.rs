//! Results of cases for people: expected and actual answers, the reason, and the board.
//!
//! Input: the results. Output: text. Does not know how cases are run.

use super::{Ran, ResultCounts};
use crate::case::{Case, CaseError, CaseReport};
use crate::cli::Io;
use crate::notation::name::visible;
use crate::verify::CaseResult;
use crate::verify::observed::BlockState;

/// Writes everything that does not hold; with `verbose`, also what holds. The last line is a summary.
pub(super) fn write(ran: &[Ran<'_>], verbose: bool, io: &mut Io<'_>) -> std::io::Result<()> {
    for it in ran {
        if let Some(error) = &it.verified.error {
            writeln!(io.out, "CANNOT BE RUN {}\n{}", it.file.name, indented(&shown(error)))?;
        }
        // An error of the whole case is already printed, and there are no answers.
        let results = it.verified.results.iter().filter(|_| it.verified.error.is_none());
        for result in results {
            if let Some(case) = it.verified.case.as_ref().filter(|_| verbose || !result.holds()) {
                write!(io.out, "{}", case_text(case, result))?;
            }
        }
        if it.observed == BlockState::Stale {
            let name = &it.file.name;
            writeln!(io.err, "note: `[observed]` in `{name}` is out of date: `threefold verify --update` renews it")?;
        }
    }
    writeln!(io.out, "{}", ResultCounts::of(ran).sentence())
}

fn case_text(case: &Case, result: &CaseResult) -> String {
    let file = &case.sources.files[0].name;
    let head = |word: &str| format!("{word} {file} under `{}`\n  {}\n", result.variant.value, visible(&case.about));
    match &result.result {
        Err(error) => format!("{}{}\n", head("CANNOT BE RUN"), indented(&shown(error))),
        Ok(report) if report.holds() => {
            let book = report.game.variant().rulebook();
            let checks = report.checks.iter().map(|it| {
                let label = it.ask.label(book);
                format!("  {}\n", visible(&it.ask.statement(&label, &it.observed.value.text())))
            });
            format!("{}{}\n", head("HOLDS"), checks.collect::<String>())
        }
        Ok(report) => {
            let source = case.source.as_ref().map_or_else(String::new, |it| format!("  source: {}\n", visible(it)));
            format!("{}{source}\n{}\n{}\n", head("FAILS"), unmet(case, report), indented(&report.board()))
        }
    }
}

/// Explains why a case cannot be run, with the lines that cause it.
fn shown(error: &CaseError) -> String {
    // A message of several lines already shows its place.
    let one = |it: &CaseError| match it.excerpt.is_empty() || it.message.contains('\n') {
        true => it.to_string(),
        false => format!("{it}\n{}", it.excerpt),
    };
    error.each().map(one).collect::<Vec<_>>().join("\n")
}

/// Lists the expectations that are not met.
pub(super) fn unmet(case: &Case, report: &CaseReport) -> String {
    let mut out = String::new();
    for it in report.checks.iter().filter(|it| !it.holds()) {
        let at = case.place(it.at);
        let (expected, actual) = (it.expected.text(), it.observed.value.text());
        out.push_str(&format!(
            "  {}:{}:{}: {}\n",
            at.file,
            at.line,
            at.column,
            visible(&it.ask.label(report.game.variant().rulebook()))
        ));
        out.push_str(&format!("    expected: {}\n    actual:   {actual}\n", visible(&expected)));
        if let Some(sentence) = &it.observed.sentence {
            out.push_str(&format!("    reason:   {sentence}\n"));
        }
        if let Some(source) = &it.observed.source {
            out.push_str(&format!("    source:   {source}\n"));
        }
    }
    out
}

fn indented(text: &str) -> String {
    text.lines().map(|it| if it.is_empty() { "\n".to_owned() } else { format!("  {}\n", visible(it)) }).collect()
}
