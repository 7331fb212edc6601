//! The captured pieces that are kept, in a row below a board.
//!
//! Input: a drawing and a scene. Output: an SVG fragment and its height. Does not know rules.

use std::fmt::Write;

use super::letters::{Align, line, width};
use super::{Drawing, Scene, palette, pieces};
use crate::notation::seat_title;
use crate::rulebook::KindId;

/// Draws the captured pieces of each player. Returns the SVG and its height, which is 0 if no piece is kept.
pub(super) fn stock(drawing: &Drawing, scene: &Scene, left: f64, top: f64, wide: f64) -> (String, f64) {
    let height = wide * 0.03;
    let row = height * 2.6;
    let (mut out, mut text) = (String::new(), String::new());
    let mut y = top;
    for (seat, pool) in scene.pools() {
        let book = scene.variant.rulebook();
        let what = if book.drops.is_empty() { "captured pieces" } else { "hand" };
        let words = format!("{}'s {what}:", seat_title(book, seat));
        text.push_str(&line(&words, (left + height, y + row / 2.0), height, Align::Start));
        let mut x = left + height * 2.6 + width(&words, height);
        let class = palette::class(&drawing.colors, seat);
        for (kind, count) in pool.iter().enumerate() {
            for _ in 0..*count {
                let _ = write!(
                    out,
                    "<g class=\"c-{class}\" transform=\"translate({x:.0} {:.0})scale({:.2})\">{}</g>",
                    y + row / 2.0,
                    height / 45.0,
                    drawing.glyph(seat, KindId(kind as u8))
                );
                x += height * 2.4;
            }
        }
        y += row;
    }
    if y <= top {
        return (String::new(), 0.0);
    }
    let svg = format!(
        "<g {}>{out}</g><path class=\"label\" d=\"{text}\" fill=\"none\" stroke-width=\"{:.1}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
        pieces::STROKES,
        height * 0.12
    );
    (svg, y - top)
}
