//! The lab beside the edited rulebook: plays many games of the draft, and of its parent.
//!
//! | request | answer |
//! |---|---|
//! | `POST /api/design/lab` with `text`, and optionally `name`, `games`, `bot`, `seed`, `impact`, `compare` | 201 and the lab as below |
//! | `GET /api/design/lab/ID` | the lab as it is now; its games go on while pages ask |
//! | `POST /api/design/lab/ID/stop` | the lab, with its figures so far |
//! | `GET /api/design/lab/ID/FILE` | `draft.html`, `draft.json`, `parent.html`, `parent.json`, `comparison.html` or `comparison.json` |
//!
//! | key of a lab | meaning |
//! |---|---|
//! | `id`, `state`, `message` | `running`, `done`, `stopped`, `time-limit` or `failed`, with a sentence if it ended early |
//! | `games`, `done`, `total` | games of each rulebook; games so far and in the end, of both rulebooks together |
//! | `rate`, `seconds_left` | games in a second; null before the first game |
//! | `labs` | the draft, then its parent, each with `title`, `report`, `sentences` and `charts` (`heat`, the traffic on the squares, is null while games go on) |
//! | `differences` | as in `threefold lab PARENT DRAFT --format json`; null without a parent |
//!
//! `report` is exactly what `threefold lab --format json` prints for the same seed and number of games.
//!
//! Input: a [`Request`] and the [`App`]. Output: figures and pages. Does not know how games are played
//! or counted.

use serde::Deserialize;
use serde_json::{Value, json};

use super::counterpart::{Counterpart, counterpart};
use super::variant_of;
use crate::bot::{Style, WeightChoice};
use crate::diagnostic::counted;
use crate::document::html;
use crate::http::{HttpError, HttpResponse, Reply, Request};
use crate::lab::{
    LabOptions, LabPlan, Report, comparison, heat_map, json as report_json, json_of_differences, json_of_several,
    length_chart, length_text, page, points_chart, results_text, verdict,
};
use crate::rules::Variant;
use crate::search::Budget;
use crate::serve::app::App;
use crate::serve::body::{DRAFT, body};
use crate::serve::labs::{LabSide, LabSnapshot, LabState};
use crate::serve::rulebooks::shorten;
use crate::serve::session::parsed;

/// Number of games if the request does not say.
const GAMES: u64 = 1_000;
/// Maximum number of games between random bots.
const MAX_RANDOM_GAMES: u64 = 1_000_000;
/// Maximum number of games between other bots, which take longer.
const MAX_GAMES: u64 = 100_000;
/// Maximum number of nodes for a move.
const MAX_NODES: u64 = 5_000;
/// Distance between the games that are sampled for rule impact, after the first thousand.
const IMPACT: u32 = 100;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LabBody {
    text: String,
    name: Option<String>,
    games: Option<u64>,
    bot: Option<String>,
    seed: Option<u64>,
    #[serde(default)]
    impact: bool,
    compare: Option<Counterpart>,
}

/// Handles `POST /api/design/lab`.
pub fn start_lab(app: &App, request: &Request) -> Result<Reply, HttpError> {
    let input: LabBody = body(request, DRAFT)?;
    let bot = bot(input.bot.as_deref().unwrap_or("random"))?;
    let (games, most) = (input.games.unwrap_or(GAMES), if bot == Style::Random { MAX_RANDOM_GAMES } else { MAX_GAMES });
    if !(1..=most).contains(&games) {
        let message = format!("the number of games must be from 1 to {most}, not {games}");
        return Err(HttpError::new(422, "games", message).help("use the command `threefold lab` for more games"));
    }
    let plan = |variant: &Variant| plan(variant, &bot, &input);
    let draft = variant_of(&app.design, &input.text, input.name.as_deref())?;
    let mut plans = vec![plan(&draft)?];
    if let Some(which) = input.compare {
        let other = counterpart(&app.design, which, &input.text, input.name.as_deref())?;
        if other.hash() == draft.hash() {
            let message = format!("the draft has the same rules as {}", other.rulebook().name());
            return Err(HttpError::new(422, "same-rules", message).help("change a rule, or choose “no other rulebook”"));
        }
        plans.push(plan(&other)?);
    }
    let id = app.labs.start(plans, games)?;
    Ok(HttpResponse::json(&value(&id, &watched(app, &id)?)).with(201).into())
}

/// Handles `GET /api/design/lab/ID`.
pub fn show_lab(app: &App, id: &str) -> Result<Reply, HttpError> {
    Ok(HttpResponse::json(&value(id, &watched(app, id)?)).into())
}

/// Handles `POST /api/design/lab/ID/stop`.
pub fn stop_lab(app: &App, id: &str) -> Result<Reply, HttpError> {
    app.labs.end(id);
    show_lab(app, id)
}

/// Handles `GET /api/design/lab/ID/FILE`: the complete report as a page or as JSON.
pub fn download_report(app: &App, id: &str, file: &str) -> Result<Reply, HttpError> {
    let lab = watched(app, id)?;
    let (subject, format) = file.split_once('.').unwrap_or((file, ""));
    let no_such = || HttpError::new(404, "no-such-report", format!("this lab has no `{}`", shorten(file)));
    let side = |at: usize| lab.sides.get(at).ok_or_else(no_such);
    let html_page = |text: String| HttpResponse::of("text/html; charset=utf-8", text);
    let at = usize::from(subject == "parent");
    let response = match (subject, format) {
        ("draft" | "parent", "html") => html_page(page(&report(side(at)?), side(at)?.plan.start().variant())),
        ("draft" | "parent", "json") => HttpResponse::json(&report_json(&report(side(at)?))),
        ("comparison", "html") => html_page(html(&comparison(&report(side(1)?), &report(side(0)?)), |_| String::new())),
        ("comparison", "json") => HttpResponse::json(&json_of_several(&[report(side(1)?), report(side(0)?)])),
        _ => return Err(no_such()),
    };
    Ok(response.into())
}

fn watched(app: &App, id: &str) -> Result<LabSnapshot, HttpError> {
    app.labs.watch(id).ok_or_else(|| {
        HttpError::new(404, "no-such-lab", format!("there is no lab `{}`", shorten(id)))
            .help("start it again; the server keeps only the last labs")
    })
}

/// Parses a bot that a page may choose: it repeats its games, moves fast, starts no other program, and
/// reads no file.
fn bot(text: &str) -> Result<Style, HttpError> {
    let refused = |message: String, help: &str| HttpError::new(422, "bot", message).help(help);
    let style = parsed(text).map_err(|it| refused(it.message, &it.help))?;
    let is_allowed = match &style {
        Style::Random | Style::Greedy => true,
        Style::Search(search) => {
            matches!(search.budget, Budget::Nodes(nodes) if nodes <= MAX_NODES)
                && !matches!(search.weights, Some(WeightChoice::File(_)))
        }
        Style::Level(_) | Style::Uci(_) | Style::Own(_) => false,
    };
    if is_allowed && style.is_reproducible() {
        return Ok(style);
    }
    let help = format!("choose `random`, `greedy`, or a search with at most {MAX_NODES} nodes, such as `brs:300`");
    Err(refused(format!("the page does not play many games of `{}`", shorten(text)), &help))
}

/// Plans the games of a rulebook, with the same bot in every seat.
fn plan(variant: &Variant, bot: &Style, input: &LabBody) -> Result<LabPlan, HttpError> {
    let book = variant.rulebook();
    let start = variant.start().ok_or_else(|| {
        HttpError::new(422, "position", format!("{} has no starting position", book.name()))
            .help("add `[setup]` with the squares of the pieces")
    })?;
    let bots = vec![bot.clone(); book.seats().len()];
    let usual = LabOptions::default();
    let options =
        LabOptions { seed: input.seed.unwrap_or(usual.seed), opening_plies: LabOptions::usual_opening(&bots), ..usual };
    let plan = LabPlan::new(start, bots, options).map_err(|it| HttpError::new(422, "lab", it.to_string()))?;
    Ok(plan.with_impact(if input.impact { IMPACT } else { 0 }))
}

fn report(side: &LabSide) -> Report {
    Report::new(&side.plan, &side.tally)
}

/// Describes a lab.
fn value(id: &str, lab: &LabSnapshot) -> Value {
    let (state, message) = match &lab.state {
        LabState::Running => ("running", None),
        LabState::Done => ("done", None),
        LabState::Stopped => ("stopped", Some(format!("Stopped after {}.", counted(lab.done(), "game")))),
        LabState::TimeLimit => ("time-limit", Some("The lab has reached its time limit.".to_owned())),
        LabState::Failed(why) => ("failed", Some(format!("The lab has failed: {why}."))),
    };
    let reports: Vec<Report> = lab.sides.iter().map(report).collect();
    let rate = lab.done() as f64 / lab.time.as_secs_f64();
    let rate = Some(rate).filter(|it| it.is_finite() && *it > 0.0);
    let left = (lab.total() - lab.done()) as f64;
    // The board is large, so it is drawn once.
    let has_ended = !matches!(lab.state, LabState::Running);
    let heat = |report: &Report, side: &LabSide| has_ended.then(|| heat_map(report, side.plan.start().variant()));
    json!({
        "id": id,
        "state": state,
        "message": message,
        "games": lab.games,
        "done": lab.done(),
        "total": lab.total(),
        "rate": rate,
        "seconds_left": rate.map(|it| left / it),
        "labs": reports.iter().zip(&lab.sides).map(|(it, side)| side_value(it, heat(it, side))).collect::<Value>(),
        "differences": match &reports[..] {
            [draft, parent] => json_of_differences(parent, draft),
            _ => Value::Null,
        },
    })
}

fn side_value(report: &Report, heat: Option<String>) -> Value {
    json!({
        "title": report.name,
        "report": report_json(report),
        "sentences": {
            "fairness": verdict(report),
            "length": length_text(report),
            "results": results_text(report),
        },
        "charts": { "points": points_chart(report), "length": length_chart(report), "heat": heat },
    })
}
