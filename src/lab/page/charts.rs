//! Charts as SVG: points of the seats, lengths of the games, and rule impact.
//!
//! `plotters` draws the charts in fixed colors. The colors of the page then replace these, so that the
//! charts fit a light and a dark background. Sizes are in units of the view box; the page scales it.
//!
//! Input: a [`Report`]. Output: SVG elements with a title and a description. Does not know HTML.

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::draw::escaped;
use crate::lab::impact::ImpactReport;
use crate::lab::report::{Report, Share};

/// Width of a chart in units. A phone that is 360 pixels wide shows it at nine tenths of its size.
const WIDTH: u32 = 360;
/// Height of a line of text in units. `plotters` gives it a font of four fifths of this size.
const TEXT: u32 = 17;
/// Height of the rows of a rule: its name and three bars.
const RULE: u32 = 66;

/// Placeholders for the colors of the page, with their replacements.
const INK: RGBColor = RGBColor(1, 1, 1);
const FAINT: RGBColor = RGBColor(1, 1, 2);
const FIRST: RGBColor = RGBColor(1, 1, 3);
const SECOND: RGBColor = RGBColor(1, 1, 4);
const THIRD: RGBColor = RGBColor(1, 1, 5);
const COLORS: [(&str, &str); 5] = [
    ("#010101", "currentColor"),
    ("#010102", "var(--line)"),
    ("#010103", "var(--first)"),
    ("#010104", "var(--second)"),
    ("#010105", "var(--third)"),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type ChartResult = Result<(), Box<dyn std::error::Error>>;

/// Draws a chart and gives it the colors of the page. Empty if the chart cannot be drawn.
fn chart(height: u32, title: &str, description: &str, draw: impl FnOnce(&Area<'_>) -> ChartResult) -> String {
    let mut svg = String::new();
    let is_drawn = {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        draw(&area).is_ok() && area.present().is_ok()
    };
    let Some((_, body)) = svg.split_once("viewBox=").and_then(|it| it.1.split_once('>')).filter(|_| is_drawn) else {
        return String::new();
    };
    let colored = COLORS.iter().fold(body.to_owned(), |body, (from, to)| body.replace(from, to));
    format!(
        "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\"><title>{}</title><desc>{}</desc>{colored}",
        escaped(title),
        escaped(description)
    )
}

/// Draws the mean points of each seat with their intervals.
pub fn points(report: &Report) -> String {
    let seats: Vec<_> = report.seats.iter().rev().collect();
    let bounds = |it: &crate::arena::Estimate| {
        let margin = it.margin.unwrap_or(0.0);
        (it.mean - margin, it.mean + margin)
    };
    let low = seats.iter().map(|it| bounds(&it.points).0).fold(f64::INFINITY, f64::min);
    let high = seats.iter().map(|it| bounds(&it.points).1).fold(f64::NEG_INFINITY, f64::max);
    let pad = ((high - low) * 0.15).max(0.005);
    let mean = seats.iter().map(|it| it.points.mean).sum::<f64>() / seats.len().max(1) as f64;
    let words = "A point for the mean of each seat, with its 95 % interval. The thin line is the mean of all seats.";
    let height = 58 + 36 * seats.len() as u32;
    chart(height, "Points per game", words, |area| {
        let mut chart =
            ChartBuilder::on(area)
                .margin(6)
                .margin_right(22)
                .x_label_area_size(50)
                .y_label_area_size(88)
                .build_cartesian_2d(low - pad..high + pad, (0..seats.len().saturating_sub(1)).into_segmented())?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .x_labels(4)
            .y_labels(seats.len())
            .x_label_formatter(&|it| format!("{it:.2}"))
            .y_label_formatter(&|it| match it {
                SegmentValue::CenterOf(at) => seats.get(*at).map_or_else(String::new, |it| it.title.clone()),
                _ => String::new(),
            })
            .x_desc("points per game")
            .label_style(("sans-serif", TEXT).into_font().color(&INK))
            .axis_style(INK)
            .bold_line_style(FAINT)
            .light_line_style(TRANSPARENT)
            .draw()?;
        let ends = vec![(mean, SegmentValue::Exact(0)), (mean, SegmentValue::Last)];
        chart.draw_series([PathElement::new(ends, INK)])?;
        chart.draw_series(seats.iter().enumerate().map(|(at, it)| {
            let (low, high) = bounds(&it.points);
            let row = SegmentValue::CenterOf(at);
            ErrorBar::new_horizontal(row, low, it.points.mean, high, FIRST.stroke_width(3).filled(), 12)
        }))?;
        Ok(())
    })
}

/// Draws the histogram of the lengths of the games.
pub fn lengths(report: &Report) -> String {
    let bars = &report.length.bars;
    let (Some(first), Some(last)) = (bars.first(), bars.last()) else { return String::new() };
    let most = bars.iter().map(|it| it.games).max().unwrap_or_default().max(1);
    let words = "A bar for each range of lengths. Its height is the number of games.";
    chart(260, "Length of the games", words, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .margin_right(22)
            .x_label_area_size(50)
            .y_label_area_size(64)
            .build_cartesian_2d(f64::from(first.from)..f64::from(last.to + 1), 0.0..most as f64 * 1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(5)
            .y_labels(5)
            .x_label_formatter(&|it| format!("{it:.0}"))
            .y_label_formatter(&|it| format!("{it:.0}"))
            .x_desc("moves")
            .y_desc("games")
            .label_style(("sans-serif", TEXT).into_font().color(&INK))
            .axis_style(INK)
            .bold_line_style(FAINT)
            .light_line_style(TRANSPARENT)
            .draw()?;
        chart.draw_series(bars.iter().filter(|it| it.games > 0).map(|it| {
            let corners = [(f64::from(it.from), 0.0), (f64::from(it.to + 1), it.games as f64)];
            let mut bar = Rectangle::new(corners, FIRST.filled());
            bar.set_margin(0, 0, 1, 1);
            bar
        }))?;
        Ok(())
    })
}

/// Draws three bars for each rule: how often it changed the legal moves, and forbade or added the
/// best move.
pub fn impact(report: &ImpactReport) -> String {
    let rules = report.rules.len() as u32;
    let high = |it: &Share| it.high * 100.0;
    let shares = report.rules.iter().flat_map(|it| [&it.changed, &it.forbade_best, &it.added_best]);
    let most = shares.map(high).fold(1.0, f64::max) * 1.05;
    let words = "Three bars for each rule, in percent of the sampled positions, each with its 95 % interval.";
    chart(rules * RULE + 52, "Rule impact", words, |area| {
        let rows = f64::from(rules * RULE);
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .margin_left(18)
            .margin_right(22)
            .x_label_area_size(50)
            .build_cartesian_2d(0.0..most, rows..0.0)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .disable_y_axis()
            .x_labels(5)
            .x_label_formatter(&|it| format!("{it:.0} %"))
            .x_desc("sampled positions")
            .label_style(("sans-serif", TEXT).into_font().color(&INK))
            .axis_style(INK)
            .draw()?;
        for (number, rule) in report.rules.iter().enumerate() {
            let top = number as f64 * f64::from(RULE);
            let font = ("monospace", TEXT).into_font().color(&INK);
            chart.draw_series([Text::new(rule.name.clone(), (0.0, top + 3.0), font)])?;
            let bars = [(&rule.changed, FIRST), (&rule.forbade_best, SECOND), (&rule.added_best, THIRD)];
            for (row, (share, color)) in bars.into_iter().enumerate() {
                let middle = top + 29.0 + 11.0 * row as f64;
                let corners = [(0.0, middle - 4.0), (share.share() * 100.0, middle + 4.0)];
                chart.draw_series([Rectangle::new(corners, color.filled())])?;
                let ends = vec![(share.low * 100.0, middle), (share.high * 100.0, middle)];
                chart.draw_series([PathElement::new(ends, INK)])?;
            }
        }
        Ok(())
    })
}
