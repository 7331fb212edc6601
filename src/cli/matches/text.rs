//! The report of a match, as text and as JSON.
//!
//! Input: a plan and its result. Output: text. Does not know how the figures are found.

use serde_json::{Value, json};

use crate::arena::{Estimate, FoundMatch, MatchPlan, SprtState, Verdict, elo_of_score};
use crate::diagnostic::counted;
use crate::notation::seat_title;

/// Returns the report for people.
pub(super) fn report(plan: &MatchPlan, found: &FoundMatch) -> String {
    let (report, book) = (&found.report, plan.start().variant().rulebook());
    let names: Vec<String> = plan.bots().iter().map(ToString::to_string).collect();
    let opening = match plan.options().opening_plies {
        0 => "each from the same position".to_owned(),
        plies => format!("each from {} of its own", counted(plies as u64, "random move")),
    };
    let mut out = format!(
        "{}: {} in {}, {opening}; seed {}.\n\n",
        book.name(),
        counted(u64::from(report.games), "game"),
        counted(u64::from(report.rounds), "round"),
        plan.options().seed,
    );
    // An interval with all possible scores says nothing, and no margin is shown.
    let covers = |it: Estimate| it.margin.is_some_and(|margin| it.mean - margin <= 0.0 && it.mean + margin >= 1.0);
    let is_vague = covers(report.score);
    let margin = |it: Option<f64>| it.filter(|_| !is_vague);
    let width = names.iter().map(|it| it.chars().count()).max().unwrap_or_default().max(3);
    let seats: Vec<String> = book.seat_ids().map(|it| seat_title(book, it)).collect();
    out.push_str(&format!("{:<width$}  {:>15}  {:>5}", "bot", "points per game", "games"));
    seats.iter().for_each(|it| out.push_str(&format!("  {it:>6}")));
    out.push('\n');
    for (bot, name) in report.bots.iter().zip(&names) {
        let points = plus_minus(Estimate::new(bot.points, margin(bot.margin)));
        out.push_str(&format!("{name:<width$}  {points:>15}  {:>5}", bot.games));
        for ((points, games), title) in bot.seats.iter().zip(&seats) {
            let cell = if *games == 0 { "-".to_owned() } else { format!("{points:.2}") };
            out.push_str(&format!("  {cell:>0$}", title.chars().count().max(6)));
        }
        out.push('\n');
    }
    out.push('\n');
    let elo = |it: f64| unsigned_zero(format!("{:+.0}", elo_of_score(it)));
    let difference = plus_minus(Estimate::new(report.difference.mean, margin(report.difference.margin)));
    out.push_str(&format!("Difference of {} and {}: {difference} points per game", names[0], names[1]));
    if is_vague {
        out.push_str(" (too few games for an interval)");
    } else if let (2, true, Some(margin)) = (seats.len(), is_inside(report.score.mean), report.score.margin) {
        let bound = |it: f64| {
            if is_inside(it) {
                elo(it)
            } else if it <= 0.0 {
                "-∞".to_owned()
            } else {
                "∞".to_owned()
            }
        };
        let (low, high) = (bound(report.score.mean - margin), bound(report.score.mean + margin));
        out.push_str(&format!(", {} Elo ({low} to {high})", elo(report.score.mean)));
    }
    out.push_str(".\n");
    if let Some(state) = &found.sprt {
        out.push_str(&verdict(state, &names));
    }
    let endings: Vec<String> = report.endings.iter().map(|it| format!("{} {}", it.ending, it.games)).collect();
    if !endings.is_empty() {
        out.push_str(&format!("Endings: {}.\n", endings.join(", ")));
    }
    if report.cut > 0 {
        let (games, limit) = (counted(u64::from(report.cut), "game"), plan.options().ply_limit);
        out.push_str(&format!(
            "{games} reached the limit of {limit} moves; the players who remained shared the points.\n"
        ));
    }
    out.push_str(&format!("A game has {:.0} moves on average.\n", report.plies));
    let varying = varying(plan, &names);
    if !varying.is_empty() {
        out.push_str(&format!(
            "Not reproducible because of time, threads or another program: {}.\n",
            varying.join(", ")
        ));
    }
    out
}

/// Returns the names of the bots whose moves can differ in the next run.
fn varying<'a>(plan: &MatchPlan, names: &'a [String]) -> Vec<&'a str> {
    let all = plan.bots().iter().zip(names);
    all.filter(|(it, _)| !it.is_reproducible()).map(|(_, name)| name.as_str()).collect()
}

fn verdict(state: &SprtState, names: &[String]) -> String {
    let (e0, e1, llr, bound) = (state.test.elo0, state.test.elo1, state.llr, state.bound);
    let what = match state.verdict {
        Verdict::Undecided => "has not decided".to_owned(),
        Verdict::Lower => format!("rejects that {} is {e1} Elo better than {}", names[0], names[1]),
        Verdict::Higher => format!("accepts that {} is {e1} Elo better than {}", names[0], names[1]),
    };
    let rounds = counted(u64::from(state.rounds), "round");
    format!("SPRT from {e0} to {e1} Elo {what}: LLR {llr:.2} of ±{bound:.2} after {rounds}.\n")
}

fn plus_minus(it: Estimate) -> String {
    let mean = unsigned_zero(format!("{:.3}", it.mean));
    it.margin.map_or_else(|| mean.clone(), |margin| format!("{mean} ± {margin:.3}"))
}

/// Returns a number as text without a sign if its digits are all zero: `0` for `-0`.
fn unsigned_zero(text: String) -> String {
    match text.strip_prefix(['-', '+']) {
        Some(digits) if digits.bytes().all(|it| matches!(it, b'0' | b'.')) => digits.to_owned(),
        _ => text,
    }
}

fn is_inside(score: f64) -> bool {
    score > 0.0 && score < 1.0
}

/// Returns the report as JSON.
pub(super) fn json(plan: &MatchPlan, found: &FoundMatch) -> Value {
    let (report, variant) = (&found.report, plan.start().variant());
    let book = variant.rulebook();
    let names: Vec<String> = plan.bots().iter().map(ToString::to_string).collect();
    let rounded = |it: f64| (it * 1e6).round() / 1e6;
    let bots: Vec<Value> = (report.bots.iter().zip(&names))
        .map(|(bot, name)| {
            let seats: serde_json::Map<String, Value> = (bot.seats.iter().zip(book.seats()))
                .map(|(it, seat)| (seat.name().to_owned(), json!({ "points": rounded(it.0), "games": it.1 })))
                .collect();
            json!({
                "bot": name,
                "points": rounded(bot.points),
                "margin": bot.margin.map(rounded),
                "games": bot.games,
                "seats": seats,
            })
        })
        .collect();
    let endings: Vec<Value> =
        report.endings.iter().map(|it| json!({ "ending": it.ending, "games": it.games })).collect();
    let estimate = |it: Estimate| json!({ "mean": rounded(it.mean), "margin": it.margin.map(rounded) });
    let sprt = found.sprt.as_ref().map(|it| {
        json!({
            "elo0": it.test.elo0,
            "elo1": it.test.elo1,
            "llr": rounded(it.llr),
            "bound": rounded(it.bound),
            "rounds": it.rounds,
            "verdict": match it.verdict {
                Verdict::Undecided => "undecided",
                Verdict::Lower => "lower",
                Verdict::Higher => "higher",
            },
        })
    });
    json!({
        "variant": variant.slug(),
        "hash": variant.hash(),
        "seed": plan.options().seed,
        "openings": plan.options().opening_plies,
        "plies": plan.options().ply_limit,
        "reproducible": varying(plan, &names).is_empty(),
        "rounds": report.rounds,
        "games": report.games,
        "bots": bots,
        "difference": estimate(report.difference),
        "score": estimate(report.score),
        "sprt": sprt,
        "endings": endings,
        "cut": report.cut,
        "mean_plies": rounded(report.plies),
    })
}
