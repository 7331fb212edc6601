//! A comparison as one JSON object.
//!
//! Input: a report. Output: JSON; values of keys are as written in the rulebooks. Does not know how differences are
//! found.

use serde_json::{Value, json};

use crate::case::Answer;
use crate::cli::verify::answer_value;
use crate::compare::{AnswerPair, Change, Compared, Effort, Finding, KeyValue, Play, Report};
use crate::notation::position::print;

/// Returns the whole report as JSON.
pub(super) fn report(report: &Report) -> Value {
    json!({
        "a": side(&report.a),
        "b": side(&report.b),
        "rules": report.changes.iter().map(change).collect::<Value>(),
        "play": report.play.as_ref().ok().map(play),
        "not_played": report.play.as_ref().err().map(ToString::to_string),
    })
}

fn side(side: &Compared) -> Value {
    json!({ "variant": side.name, "name": side.variant.rulebook().name, "hash": side.variant.hash() })
}

fn change(change: &Change) -> Value {
    let value = |it: &Option<KeyValue>| {
        it.as_ref().map(|it| {
            json!({
                "value": it.value,
                "file": it.at.as_ref().map(|it| &it.file),
                "line": it.at.as_ref().map(|it| it.line),
            })
        })
    };
    json!({
        "header": change.header,
        "key": change.key,
        "prose": change.is_prose,
        "a": value(&change.a),
        "b": value(&change.b),
    })
}

fn play(play: &Play) -> Value {
    json!({
        "differences": play.findings.iter().map(finding).collect::<Value>(),
        "effort": effort(&play.effort),
    })
}

fn effort(effort: &Effort) -> Value {
    let shipped = effort.shipped.iter().map(|(depth, count)| json!({ "depth": depth, "positions": count }));
    json!({
        "positions": effort.positions,
        "depth": effort.depth,
        "given": effort.given,
        "shipped": shipped.collect::<Value>(),
        "reasons": effort.reasons,
        "games": effort.games,
        "seed": effort.seed,
        "timed": effort.is_timed,
    })
}

fn finding(finding: &Finding) -> Value {
    json!({
        "kind": finding.aspect.word(),
        "from": finding.origin.word(),
        "position": finding.position,
        "play": finding.line,
        "plies": finding.line.len(),
        "proof": finding.proof.word(),
        "from_setup": finding.from_setup.as_ref().map(|it| json!({ "play": it.line, "proof": it.proof.word() })),
        "after": { "a": print(finding.a.position()), "b": print(finding.b.position()) },
        "questions": finding.answers.iter().map(|it| answer_pair(finding, it)).collect::<Value>(),
    })
}

fn answer_pair(finding: &Finding, pair: &AnswerPair) -> Value {
    let answer =
        |it: &Answer| json!({ "observed": answer_value(&it.value), "sentence": it.sentence, "source": it.source });
    json!({
        "question": pair.ask.label(finding.a.variant().rulebook()),
        "kind": pair.ask.kind(),
        "of": pair.ask.of(),
        "a": answer(&pair.a),
        "b": answer(&pair.b),
    })
}
