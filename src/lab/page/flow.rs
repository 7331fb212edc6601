//! The flow of eliminations: a band from each player to each player whom they eliminate.
//!
//! The picture is a Sankey diagram (Sankey, 1898) with two columns. The width of a band is the number
//! of eliminations.
//!
//! Input: the counts of an [`EliminationReport`]. Output: an SVG. Does not know HTML.

use std::fmt::Write;

use crate::draw::escaped;
use crate::lab::report::{EliminationReport, Report};

/// Size of the picture in units.
const SIZE: (f64, f64) = (360.0, 260.0);
/// Left and right edge of the bands.
const EDGES: (f64, f64) = (88.0, 272.0);
/// Space between two players of a column.
const GAP: f64 = 22.0;
/// Space above the first player of a column, for its heading.
const TOP: f64 = 30.0;

/// Draws who eliminates whom. `colors` are those of the seats, as indices into the names of the palette.
/// Empty if there is no elimination.
pub fn flow(report: &Report, eliminations: &EliminationReport, colors: &[usize]) -> String {
    let by = &eliminations.by;
    let seats = report.seats.len();
    let total: u64 = by.iter().flatten().sum();
    if total == 0 {
        return String::new();
    }
    let unit = (SIZE.1 - TOP - 8.0 - GAP * (seats as f64 - 1.0)) / total as f64;
    let mut starts = [0.0; 8].map(|_: f64| TOP);
    let mut ends = starts;
    let sum_by = |it: usize| by[it].iter().sum::<u64>() as f64;
    let sum_of = |it: usize| by.iter().map(|row| row[it]).sum::<u64>() as f64;
    for seat in 1..seats.min(8) {
        starts[seat] = starts[seat - 1] + sum_by(seat - 1) * unit + GAP;
        ends[seat] = ends[seat - 1] + sum_of(seat - 1) * unit + GAP;
    }
    let (left, right) = EDGES;
    let mut body = String::new();
    for (heading, x, anchor) in [("eliminated by", left, "start"), ("eliminated", right, "end")] {
        let _ = write!(body, "<text class=\"faint\" x=\"{x}\" y=\"15\" text-anchor=\"{anchor}\">{heading}</text>");
    }
    for (seat, it) in report.seats.iter().enumerate().take(8) {
        let sides = [
            (starts[seat], sum_by(seat), left, left - 8.0, "end"),
            (ends[seat], sum_of(seat), right, right + 8.0, "start"),
        ];
        for (top, count, edge, text, anchor) in sides.into_iter().filter(|it| it.1 > 0.0) {
            let (high, middle) = (count * unit, top + count * unit / 2.0);
            let _ = write!(
                body,
                "<rect class=\"s{}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"6\" height=\"{high:.1}\"/><text x=\"{text:.1}\" \
                 y=\"{middle:.1}\" dy=\"5\" text-anchor=\"{anchor}\">{}</text>",
                colors[seat],
                edge - 3.0,
                escaped(&it.title)
            );
        }
    }
    for (killer, row) in by.iter().enumerate().take(8) {
        for (victim, count) in row.iter().enumerate().take(8).filter(|it| *it.1 > 0) {
            let high = *count as f64 * unit;
            let (a, b) = (starts[killer], ends[victim]);
            let (c, d) = (a + high, b + high);
            let (x, middle, y) = (left + 3.0, (left + right) / 2.0, right - 3.0);
            let words = format!("{} eliminates {}: {count}", report.seats[killer].title, report.seats[victim].title);
            let _ = write!(
                body,
                "<path class=\"band s{}\" d=\"M{x} {a:.1}C{middle} {a:.1} {middle} {b:.1} {y} {b:.1}V{d:.1}C{middle} \
                 {d:.1} {middle} {c:.1} {x} {c:.1}Z\"><title>{}</title></path>",
                colors[killer],
                escaped(&words)
            );
            starts[killer] = c;
            ends[victim] = d;
        }
    }
    format!(
        "<svg class=\"chart flow\" viewBox=\"0 0 {} {}\" role=\"img\"><title>Who eliminates whom</title><desc>A band leads \
         from each player to each player whom they eliminate. Its width is the number of eliminations.</desc>{body}</svg>",
        SIZE.0, SIZE.1
    )
}
