//! Results of cases as one JSON object.
//!
//! Input: the results. Output: JSON. Does not know how cases are run.

use serde_json::{Value, json};

use super::{Ran, ResultCounts};
use crate::case::{AnswerValue, Case, CaseError, CheckedExpectation};
use crate::cli::Io;
use crate::cli::terminal::json_text;
use crate::notation::position::print;
use crate::rules::Variant;
use crate::verify::{CaseResult, FoundFiles};

/// Writes all cases, whether they hold or not.
pub(super) fn write(ran: &[Ran<'_>], found: &FoundFiles, io: &mut Io<'_>) -> std::io::Result<()> {
    let tally = ResultCounts::of(ran);
    let unreadable = found.unreadable.iter().map(|(file, message)| json!({ "file": file, "message": message }));
    let answer = json!({
        "holds": tally.hold == tally.cases && found.unreadable.is_empty(),
        "summary": { "cases": tally.cases, "hold": tally.hold, "fail": tally.fail, "cannot-be-run": tally.broken },
        "cases": ran.iter().map(case).collect::<Value>(),
        "unreadable": unreadable.collect::<Value>(),
        "skipped": found.skipped,
    });
    writeln!(io.out, "{}", json_text(&answer))
}

fn case(ran: &Ran<'_>) -> Value {
    let case = ran.verified.case.as_ref();
    json!({
        "file": ran.file.name,
        "about": case.map(|it| &it.about),
        "source": case.and_then(|it| it.source.as_ref()),
        "holds": ran.verified.holds(),
        "error": ran.verified.error.as_ref().map(error),
        "observed": ran.observed.word(),
        "variants": case.map_or_else(Value::default, |case| {
            ran.verified.results.iter().map(|it| case_result(case, it)).collect()
        }),
    })
}

fn case_result(case: &Case, result: &CaseResult) -> Value {
    let report = result.result.as_ref().ok();
    let variant = report.map(|it| it.game.variant());
    json!({
        "variant": result.variant.value,
        "hash": variant.map(Variant::hash),
        "holds": result.holds(),
        "error": result.result.as_ref().err().map(error),
        "position": report.map(|it| print(it.game.position())),
        "checks": report.map(|it| it.checks.iter().map(|check| self::check(case, it.game.variant(), check)).collect::<Value>()),
    })
}

fn check(case: &Case, variant: &Variant, check: &CheckedExpectation) -> Value {
    let at = case.place(check.at);
    let squares = check.squares.iter().map(|it| variant.board().name(*it));
    json!({
        "question": check.ask.label(variant.rulebook()),
        "kind": check.ask.kind(),
        "of": check.ask.of(),
        "holds": check.holds(),
        "expected": answer_value(&check.expected),
        "observed": answer_value(&check.observed.value),
        "sentence": check.observed.sentence,
        "source": check.observed.source,
        "squares": squares.collect::<Vec<_>>(),
        "line": at.line,
        "column": at.column,
        "span": [check.at.start, check.at.end],
    })
}

/// Returns an error, with the further ones in the same case.
fn error(error: &CaseError) -> Value {
    let one = |it: &CaseError| {
        let at = it.at.as_ref();
        json!({ "message": it.message, "line": at.map(|it| it.line), "column": at.map(|it| it.column) })
    };
    let mut answer = one(error);
    answer["more"] = error.each().skip(1).map(one).collect();
    answer
}

/// Returns an answer as JSON: a word, a list of names, or a number.
pub(in crate::cli) fn answer_value(value: &AnswerValue) -> Value {
    match value {
        AnswerValue::Word(word) => json!(word),
        AnswerValue::List(words) => json!(words),
        AnswerValue::Number(number) => json!(number),
        // Whole points are integers.
        AnswerValue::Points(points) if points.fract() == 0.0 && points.abs() < 1e9 => json!(*points as i64),
        AnswerValue::Points(points) => {
            AnswerValue::thirds(*points).map_or_else(|| json!(points), |it| json!(it.to_string()))
        }
    }
}
