//! Comparison of two rulebooks, shown as boards.
//!
//! Input: a name or a text, and the name of another rulebook. Output: differences between the files
//! as sentences, and differences in play with both boards. One search runs at a time, within the
//! requested number of seconds. Does not know how differences are found.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::app::App;
use super::body::body;
use super::design;
use crate::case::{Answer, Ask};
use crate::compare::{
    Change, Compared, Finding, KeyValue, Options, Report, compare, end, length, rules_sentence, value,
};
use crate::diagnostic::render;
use crate::draw::{View, svg};
use crate::game::Game;
use crate::http::{HttpError, HttpResponse, Reply, Request};
use crate::load::{Checked, Input, check};
use crate::notation::position::print;
use crate::rules::Variant;

/// Maximum duration of a search, in seconds.
const MAX_SECONDS: f64 = 10.0;
/// Additional time for making the results minimal.
const MINIMIZE_TIME: Duration = Duration::from_secs(20);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CompareRequest {
    text: Option<String>,
    name: Option<String>,
    other: String,
    seconds: Option<f64>,
    position: Option<String>,
}

/// Handles `POST /api/compare`.
pub fn compare_rulebooks(app: &App, request: &Request) -> Result<Reply, HttpError> {
    let input: CompareRequest = body(request, r#"{"name": "chess", "other": "gallery/atomic"}"#)?;
    let other = app.rulebooks.book(&input.other)?;
    if let Some(wrong) = input.seconds.filter(|it| !(0.0..=MAX_SECONDS).contains(it)) {
        let message = format!("`seconds` must be a number from 0 to {MAX_SECONDS}, not {wrong}");
        return Err(HttpError::new(400, "bad-number", message).help("for example `\"seconds\": 4`"));
    }
    let seconds = input.seconds.unwrap_or(4.0);
    if app.comparing.is_busy() {
        return Err(HttpError::new(429, "busy", "another comparison is running").help("try again in a few seconds"));
    }
    type PrepareSide = Box<dyn FnOnce() -> Result<Compared, HttpError> + Send>;
    let one: PrepareSide = match (input.text, input.name) {
        (Some(text), _) => {
            let check = design::text_for(app, &text);
            Box::new(move || side("this rulebook".to_owned(), check()))
        }
        (None, Some(name)) => {
            let book = app.rulebooks.book(&name)?;
            Box::new(move || Ok(named(&book.name, book.variant())))
        }
        (None, None) => return Err(HttpError::new(400, "missing", "the request needs `text` or `name`")),
    };
    let time = Duration::from_secs_f64(seconds) + MINIMIZE_TIME;
    let starts: Vec<String> = input.position.into_iter().filter(|it| !it.trim().is_empty()).collect();
    let report = app.comparing.run(time, move || {
        let options = Options { seconds: Some(seconds), starts, ..Options::default() };
        let report = compare(one()?, named(&other.name, other.variant()), &options);
        report.map(|it| report_json(&it)).map_err(|it| HttpError::new(422, "compare", it.to_string()))
    })?;
    Ok(HttpResponse::json(&report?).into())
}

fn named(name: &str, variant: &Variant) -> Compared {
    Compared { name: name.to_owned(), checked: check(Input::Name(name)), variant: variant.clone() }
}

fn side(name: String, (checked, variant): (Checked, Option<Variant>)) -> Result<Compared, HttpError> {
    match variant {
        Some(variant) => Ok(Compared { name, checked, variant }),
        None => {
            let findings: Vec<String> =
                checked.diagnostics.items.iter().map(|it| render(&checked.sources, it)).collect();
            Err(HttpError::new(422, "rulebook", brief_findings(&findings)))
        }
    }
}

fn brief_findings(findings: &[String]) -> String {
    match findings {
        [] => "the rulebook does not compile".to_owned(),
        [only] => only.clone(),
        [first, rest @ ..] => format!("{first}\n\nand {} more", rest.len()),
    }
}

fn report_json(report: &Report) -> Value {
    let mut sentences = Vec::new();
    for change in report.changes.iter().filter(|it| !it.is_prose) {
        let header =
            if change.header.is_empty() { "the first lines".to_owned() } else { format!("[{}]", change.header) };
        let (one, other) = (written(change, change.a.as_ref()), written(change, change.b.as_ref()));
        sentences.push(format!("{header}: this rulebook {one}, the other {other}"));
    }
    sentences.extend(rules_sentence(report));
    let (differences, effort) = match &report.play {
        Err(why) => {
            sentences.push(format!("Their play cannot be compared: {why}."));
            (Vec::new(), String::new())
        }
        Ok(play) => (play.groups().iter().map(|it| difference(it)).collect(), end(play)),
    };
    json!({ "sentences": sentences, "differences": differences, "effort": effort, "done": report.play.is_ok() })
}

fn difference(group: &[&Finding]) -> Value {
    let Some(first) = group.first() else { return Value::Null };
    let kinds: Vec<&str> = group.iter().map(|it| it.aspect.title()).collect();
    let sentence = |side: fn(&crate::compare::AnswerPair) -> &Answer| {
        let lines = group.iter().flat_map(|it| &it.answers).map(|it| {
            let answer = side(it);
            statement(&it.ask, &it.ask.label(first.a.variant().rulebook()), answer)
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let board = |game: &Game, is_first: bool| {
        let marked = if is_first { first.squares.clone() } else { squares_on_other_board(first) };
        svg(game.position(), &View { last: game.last_move(), marked, ..View::default() })
    };
    json!({
        "kinds": kinds,
        "line": first.line,
        "position": print(first.a.start()),
        "sentence_a": sentence(|it| &it.a),
        "sentence_b": sentence(|it| &it.b),
        "length": length(first),
        "svg_a": board(&first.a, true),
        "svg_b": board(&first.b, false),
    })
}

/// Returns an answer as a sentence. The code of a refusal is not for people, and its reason is a sentence.
fn statement(ask: &Ask, label: &str, answer: &Answer) -> String {
    let (value, why) = (answer.value.text(), answer.sentence.as_deref());
    match (ask, why) {
        (Ask::Verdict(_), _) if value == "legal" => format!("{label} is legal."),
        (Ask::Verdict(_), Some(why)) => format!("{label} is illegal: {}.", why.trim_end_matches('.')),
        (_, Some(why)) => format!("{}: {why}", ask.statement(label, &value)),
        (_, None) => ask.statement(label, &value),
    }
}

/// Returns what a file says of a key.
fn written(change: &Change, value_of: Option<&KeyValue>) -> String {
    match value_of {
        Some(_) => format!("has {}", value(change, value_of).0),
        None => "does not state it".to_owned(),
    }
}

/// Returns the marked squares on the other board, found by name.
fn squares_on_other_board(finding: &Finding) -> Vec<crate::board::Square> {
    let (one, other) = (finding.a.variant().board(), finding.b.variant().board());
    finding.squares.iter().filter_map(|it| other.square(one.name(*it))).collect()
}
