//! Results of cases as annotations for a GitHub workflow.
//!
//! Input: the results. Output: one line for each failure. Does not know how cases are run.

use super::{Ran, ResultCounts};
use crate::case::CaseError;
use crate::cli::Io;
use crate::verify::FoundFiles;
use crate::verify::observed::BlockState;

/// Writes a line for each expectation that is not met, and for each case that cannot be run.
pub(super) fn write(ran: &[Ran<'_>], found: &FoundFiles, io: &mut Io<'_>) -> std::io::Result<()> {
    for it in ran {
        let name = &it.file.name;
        if let Some(error) = &it.verified.error {
            annotate_error(io, name, "the case cannot be run", error)?;
            continue;
        }
        let Some(case) = &it.verified.case else { continue };
        for result in &it.verified.results {
            let variant = &result.variant.value;
            match &result.result {
                Err(error) => {
                    annotate_error(io, name, &format!("the case cannot be run under {variant}"), error)?;
                }
                Ok(report) => {
                    for check in report.checks.iter().filter(|it| !it.holds()) {
                        let at = case.place(check.at);
                        let (expected, actual) = (check.expected.text(), check.observed.value.text());
                        let why = check.observed.sentence.as_ref().map_or_else(String::new, |it| format!("\n{it}"));
                        let label = check.ask.label(report.game.variant().rulebook());
                        let text = format!("{label}: expected {expected}, but the answer is {actual}{why}");
                        let title = format!("{} ({variant})", case.about);
                        annotate(io, "error", (name, at.line, at.column), &title, &text)?;
                    }
                }
            }
        }
        if it.observed == BlockState::Stale {
            let text = "`[observed]` is out of date: `threefold verify --update` renews it";
            annotate(io, "notice", (name, 1, 1), "out of date", text)?;
        }
    }
    for (name, why) in &found.unreadable {
        annotate(io, "error", (name, 1, 1), "the case cannot be read", why)?;
    }
    writeln!(io.out, "{}", ResultCounts::of(ran).sentence())
}

/// Writes a line for an error of a case, and for each further one.
fn annotate_error(io: &mut Io<'_>, name: &str, title: &str, error: &CaseError) -> std::io::Result<()> {
    for it in error.each() {
        let (line, column) = it.at.as_ref().map_or((1, 1), |it| (it.line, it.column));
        annotate(io, "error", (name, line, column), title, &it.message)?;
    }
    Ok(())
}

fn annotate(io: &mut Io<'_>, level: &str, at: (&str, usize, usize), title: &str, text: &str) -> std::io::Result<()> {
    let (file, line, column) = at;
    let (file, title) = (property(file), property(title));
    writeln!(io.out, "::{level} file={file},line={line},col={column},title={title}::{}", message(text))
}

/// Escapes the text after the second `::`.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the text after a `=`.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
