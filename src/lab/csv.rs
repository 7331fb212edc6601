//! The report as CSV (RFC 4180): one figure on each line.
//!
//! Contains [`csv`]. The columns are the section, the item, the figure, its value, and the bounds of
//! its 95 % interval, which are empty for counts.
//!
//! Input: a [`Report`]. Output: text. Does not know how figures are computed.

use std::fmt::Write;

use super::report::{Report, Share};
use crate::arena::Estimate;

/// The lines of the file.
struct Lines(String);

impl Lines {
    fn add(&mut self, place: [&str; 3], value: impl std::fmt::Display, low: Option<f64>, high: Option<f64>) {
        let [section, item, figure] = place.map(field);
        let bound = |it: Option<f64>| it.map_or_else(String::new, |it| format!("{it:.6}"));
        let _ = writeln!(self.0, "{section},{item},{figure},{value},{},{}", bound(low), bound(high));
    }

    fn count(&mut self, section: &str, item: &str, figure: &str, value: u64) {
        self.add([section, item, figure], value, None, None);
    }

    fn text(&mut self, section: &str, item: &str, figure: &str, value: &str) {
        self.add([section, item, figure], field(value), None, None);
    }

    fn share(&mut self, section: &str, item: &str, figure: &str, it: &Share) {
        self.count(section, item, &format!("{figure} (games)"), it.count);
        match it.of {
            // A share of nothing is no figure.
            0 => self.add([section, item, figure], String::new(), None, None),
            _ => self.add([section, item, figure], format!("{:.6}", it.share()), Some(it.low), Some(it.high)),
        }
    }

    fn estimate(&mut self, section: &str, item: &str, figure: &str, it: Estimate) {
        let bound = |sign: f64| it.margin.map(|margin| it.mean + sign * margin);
        self.add([section, item, figure], format!("{:.6}", it.mean), bound(-1.0), bound(1.0));
    }
}

/// Quotes a field if needed.
fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// Returns several reports as CSV. The name of the rulebook is the first column.
///
/// [`lab`](crate::lab) has an example.
pub fn csv_of_several(reports: &[Report]) -> String {
    let mut out = "rulebook,section,item,figure,value,low,high\n".to_owned();
    for report in reports {
        for line in csv(report).lines().skip(1) {
            let _ = writeln!(out, "{},{line}", field(&report.plan.variant));
        }
    }
    out
}

/// Returns the report as CSV.
///
/// [`lab`](crate::lab) has an example.
pub fn csv(report: &Report) -> String {
    let mut out = Lines("section,item,figure,value,low,high\n".to_owned());
    let (plan, name) = (&report.plan, &report.plan.variant);
    out.count("lab", name, "games", report.games);
    out.count("lab", name, "first game", report.first);
    out.count("lab", name, "seed", plan.seed);
    out.count("lab", name, "random moves at the start", plan.openings.into());
    out.count("lab", name, "ply limit", plan.plies.into());
    out.text("lab", name, "rules", &plan.rules);
    if let Some(position) = &report.position {
        out.text("lab", name, "position", position);
    }
    report.seats.iter().for_each(|it| out.text("lab", &it.name, "bot", &it.bot));
    for seat in &report.seats {
        out.estimate("seat", &seat.name, "points", seat.points);
        out.estimate("seat", &seat.name, "advantage", seat.advantage);
        out.share("seat", &seat.name, "wins", &seat.wins);
    }
    if let Some(it) = &report.fairness {
        out.add(["fairness", "all seats", "p-value"], format!("{:.6e}", it.p_value), None, None);
    }
    out.share("result", "all games", "no single winner", &report.drawn);
    out.share("result", "all games", "unfinished", &report.unfinished);
    out.estimate("length", "all games", "mean", report.length.mean);
    out.count("length", "all games", "median", report.length.median.into());
    for bar in &report.length.bars {
        out.count("length", &format!("{} to {}", bar.from, bar.to), "games", bar.games);
    }
    out.estimate("branching", "all turns", "legal moves", report.choices);
    for it in &report.endings {
        out.share("ending", &it.label, "share", &it.games);
        for (seat, wins) in report.seats.iter().zip(&it.wins) {
            out.count("ending", &it.label, &format!("{} wins", seat.name), *wins);
        }
    }
    if let Some(it) = &report.eliminations {
        for (seat, victims) in report.seats.iter().zip(&it.by) {
            for (victim, count) in report.seats.iter().zip(victims) {
                out.count("elimination", &victim.name, &format!("by {}", seat.name), *count);
            }
        }
        for (place, seats) in it.order.iter().enumerate() {
            for (seat, count) in report.seats.iter().zip(seats) {
                out.count("elimination", &seat.name, &format!("number {}", place + 1), *count);
            }
        }
    }
    if let Some(it) = &report.kingmaking {
        out.share("kingmaking", "won games", "share", &it.games);
    }
    out.estimate("lead", "all games", "changes", report.lead.changes);
    out.share("lead", "won games", "from behind", &report.lead.from_behind);
    out.share("lead", "won games", "taken in the first half", &report.lead.first_half);
    for it in &report.kinds {
        for (figure, count) in
            [("moves", it.moves), ("captures", it.captures), ("captured", it.captured), ("promotions", it.promotions)]
        {
            out.count("piece", &it.name, figure, count);
        }
        if let Some(found) = &it.estimated {
            out.estimate("piece", &it.name, "points", Estimate::new(found.points, Some(found.points_margin)));
            if let (Some(value), margin) = (found.relative, found.relative_margin) {
                out.estimate("piece", &it.name, "value", Estimate::new(value, margin));
            }
        }
    }
    for it in &report.squares {
        for (seat, count) in report.seats.iter().zip(&it.arrivals) {
            out.count("square", &it.name, &seat.name, *count);
        }
    }
    if let Some(impact) = &report.impact {
        out.count("impact", "all rules", "positions", impact.samples);
        for it in &impact.rules {
            let figures = [
                ("changed the legal moves", it.changed),
                ("forbade a move", it.forbade),
                ("added a move", it.added),
                ("forbade the best move", it.forbade_best),
                ("added the best move", it.added_best),
            ];
            figures.iter().for_each(|(figure, share)| out.share("impact", &it.name, figure, share));
        }
    }
    out.0
}
