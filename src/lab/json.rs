//! The report as one JSON object.
//!
//! Contains [`json`]. Input: a [`Report`]. Output: a [`Value`] without times, dates or thread counts.
//! Numbers have six significant digits. Does not know how figures are computed.

use serde_json::{Map, Value, json};

use super::compare::{Difference, compare_reports};
use super::impact::ImpactReport;
use super::report::{EndingReport, KindReport, Report, SeatReport, Share, SquareReport};
use crate::arena::Estimate;

/// Returns the report as JSON. `docs::lab` explains the figures.
///
/// [`lab`](crate::lab) has an example.
pub fn json(report: &Report) -> Value {
    let names: Vec<&str> = report.seats.iter().map(|it| it.name.as_str()).collect();
    let by = |all: &[u64]| -> Value {
        Value::Object(names.iter().zip(all).map(|(name, it)| ((*name).to_owned(), json!(it))).collect::<Map<_, _>>())
    };
    let by_two = |all: &[Vec<u64>]| -> Value {
        Value::Object(names.iter().zip(all).map(|(name, it)| ((*name).to_owned(), by(it))).collect::<Map<_, _>>())
    };
    let length = &report.length;
    json!({
        "plan": report.plan,
        "name": report.name,
        "reproducible": report.is_reproducible,
        "stop_at_width": report.stopped_at,
        "first": report.first,
        "games": report.games,
        "seats": report.seats.iter().map(seat).collect::<Value>(),
        "fairness": report.fairness.map(|it| json!({
            "statistic": number(it.statistic),
            "differences": it.differences,
            "p_value": number(it.p_value),
            "unfair": it.is_unfair(),
        })),
        "drawn": share(&report.drawn),
        "unfinished": share(&report.unfinished),
        "length": {
            "mean": estimate(length.mean),
            "shortest": length.shortest,
            "lower_quartile": length.lower_quartile,
            "median": length.median,
            "upper_quartile": length.upper_quartile,
            "longest": length.longest,
            "bars": length.bars.iter().map(|it| json!([it.from, it.to, it.games])).collect::<Value>(),
        },
        "branching": estimate(report.choices),
        "most_moves": report.most_choices,
        "endings": report.endings.iter().map(|it| ending(it, by(&it.wins))).collect::<Value>(),
        "eliminations": report.eliminations.as_ref().map(|it| json!({
            "by": by_two(&it.by),
            "order": it.order.iter().map(|it| by(it)).collect::<Value>(),
        })),
        "kingmaking": report.kingmaking.as_ref().map(|it| json!({ "games": share(&it.games), "by": by_two(&it.by) })),
        "lead": {
            "changes": estimate(report.lead.changes),
            "tenths": report.lead.tenths,
            "from_behind": share(&report.lead.from_behind),
            "first_half": share(&report.lead.first_half),
        },
        "pieces": report.kinds.iter().map(kind).collect::<Value>(),
        "impact": report.impact.as_ref().map(impact),
        "castlings": number(report.castlings),
        "en_passants": number(report.en_passants),
        "squares": report.squares.iter().map(|it| square(it, by(&it.arrivals))).collect::<Value>(),
        "dead_squares": report.dead_squares().map(|it| it.name.as_str()).collect::<Vec<_>>(),
    })
}

/// Returns the differences of a report from the first one, as `lab A B --format json` lists them.
///
/// [`lab`](crate::lab) has an example.
pub fn json_of_differences(first: &Report, other: &Report) -> Value {
    let difference = |it: &Difference| {
        json!({
            "figure": it.figure,
            "first": number(it.first),
            "second": number(it.second),
            "difference": number(it.difference()),
            "low": it.bounds.map(|it| number(it.0)),
            "high": it.bounds.map(|it| number(it.1)),
            "settled": it.is_settled(),
            "more_games": it.more_games,
        })
    };
    let figures: Value = compare_reports(first, other).iter().map(difference).collect();
    json!({ "variant": other.plan.variant, "rules": other.plan.rules, "figures": figures })
}

/// Returns several reports, and the differences of each from the first one.
///
/// [`lab`](crate::lab) has an example.
pub fn json_of_several(reports: &[Report]) -> Value {
    let differences: Value = reports
        .split_first()
        .map(|(first, others)| others.iter().map(|it| json_of_differences(first, it)).collect())
        .unwrap_or_default();
    json!({ "labs": reports.iter().map(json).collect::<Value>(), "differences": differences })
}

/// Returns a number with six significant digits; null if it is infinite.
pub(crate) fn number(it: f64) -> Value {
    let text = format!("{it:.5e}");
    text.parse::<f64>().ok().filter(|it| it.is_finite()).map_or(Value::Null, |it| json!(it))
}

/// Returns an estimate with its margin.
pub(crate) fn estimate(it: Estimate) -> Value {
    json!({ "mean": number(it.mean), "margin": it.margin.map(number) })
}

/// Returns a share with its interval.
pub(crate) fn share(it: &Share) -> Value {
    json!({ "count": it.count, "of": it.of, "share": number(it.share()), "low": number(it.low), "high": number(it.high) })
}

fn seat(it: &SeatReport) -> Value {
    json!({
        "seat": it.name,
        "bot": it.bot,
        "points": estimate(it.points),
        "advantage": estimate(it.advantage),
        "wins": share(&it.wins),
    })
}

fn ending(it: &EndingReport, wins: Value) -> Value {
    json!({
        "ending": it.name,
        "label": it.label,
        "finished": it.is_finished,
        "games": share(&it.games),
        "wins": wins,
        "drawn": it.drawn,
    })
}

fn kind(it: &KindReport) -> Value {
    json!({
        "piece": it.name,
        "moves": it.moves,
        "captures": it.captures,
        "captured": it.captured,
        "promotions": it.promotions,
        "value": it.value,
        "estimated": it.estimated.map(|it| json!({
            "points": number(it.points),
            "points_margin": number(it.points_margin),
            "value": it.relative.map(number),
            "margin": it.relative_margin.map(number),
        })),
    })
}

fn square(it: &SquareReport, by: Value) -> Value {
    json!({ "square": it.name, "arrivals": it.total(), "by": by })
}

fn impact(it: &ImpactReport) -> Value {
    json!({
        "positions": it.samples,
        "nodes": it.nodes,
        "rules": it.rules.iter().map(|it| json!({
            "rule": it.name,
            "label": it.label,
            "changed": share(&it.changed),
            "forbade": share(&it.forbade),
            "added": share(&it.added),
            "forbade_best": share(&it.forbade_best),
            "added_best": share(&it.added_best),
        })).collect::<Value>(),
        "cannot_be_removed": it.fixed.iter().map(|it| json!({
            "rule": it.name,
            "label": it.label,
            "reason": it.reason,
        })).collect::<Value>(),
    })
}
