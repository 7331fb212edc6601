//! The captured pieces that are kept, in a row below a board.
//!
//! Input: a drawing and a scene. Output: an SVG fragment and its height. Does not know rules.

use std::fmt::Write;

use super::letters::{Align, line, width};
use super::{Drawing, Scene, palette, pieces};
use crate::notation::seat_title;
use crate::rulebook::{KindId, Rulebook};

/// The most pieces of a player that are drawn one by one. More have each kind once, with its number.
const MAX_SINGLE: u32 = 8;

/// Draws the captured pieces of each player who has any. Rules compare what players have lost, so there a player without losses has a
/// row, too. Returns the SVG and its height, which is 0 if no piece is kept.
pub(super) fn stock(drawing: &Drawing, scene: &Scene, left: f64, top: f64, wide: f64) -> (String, f64) {
    let height = wide * 0.03;
    let row = height * 2.6;
    let (mut out, mut text) = (String::new(), String::new());
    let mut y = top;
    let book = scene.variant.rulebook();
    let are_losses = !book.has_hand() && has_own_pieces(book);
    for (seat, pool) in scene.pools() {
        let is_empty = pool.iter().all(|it| *it == 0);
        if is_empty && !are_losses {
            continue;
        }
        let player = seat_title(book, seat);
        let words = match book.has_hand() {
            false if is_empty => format!("{player} has lost: nothing"),
            false if are_losses => format!("{player} has lost:"),
            false => format!("{player}'s captured pieces:"),
            true => format!("{player}'s hand:"),
        };
        text.push_str(&line(&words, (left + height, y + row / 2.0), height, Align::Start));
        let mut x = left + height * 2.6 + width(&words, height);
        let class = palette::class(&drawing.colors, seat);
        let is_long = pool.iter().map(|it| u32::from(*it)).sum::<u32>() > MAX_SINGLE;
        for (kind, count) in pool.iter().enumerate() {
            for _ in 0..if is_long { (*count).min(1) } else { *count } {
                let _ = write!(
                    out,
                    "<g class=\"c-{class}\" transform=\"translate({x:.0} {:.0})scale({:.2})\">{}</g>",
                    y + row / 2.0,
                    height / 45.0,
                    drawing.glyph(seat, KindId(kind as u8))
                );
                x += height * 2.4;
            }
            if is_long && *count > 1 {
                let number = count.to_string();
                text.push_str(&line(&number, (x - height, y + row / 2.0), height, Align::Start));
                x += width(&number, height) + height * 0.4;
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

/// Reports whether every captured piece that is kept is kept for its owner.
fn has_own_pieces(book: &Rulebook) -> bool {
    book.capturer_keeps == 0 && book.owner_keeps != 0
}
