//! The last sheets of printed rules: what the players need at the table.
//!
//! Contains: [`sheets`]. Input: the document of a game, and a drawing of its empty board. Output: HTML that is shown on
//! paper only: a summary, the board, and a large board in quarters. Does not know: rules.

use super::summary::summary;
use crate::document::{Document, body};

/// Maximum number of squares of a board on one sheet. More of them are too small for real pieces.
const ROOM: usize = 81;

/// Maximum width of a quarter of a board on its sheet, in centimeters.
const WIDTH: i32 = 18;
/// Maximum height of a quarter of a board on its sheet, in centimeters.
const HEIGHT: i32 = 22;

/// Returns the sheets. `board` is the HTML of the empty board, and `squares` the number of its squares. A board with more
/// of them than a sheet has room for follows in quarters, to be joined.
pub(super) fn sheets(document: &Document, board: &str, squares: usize) -> String {
    let table = summary(document).map(|it| {
        let body = body(&it, |_| String::new()).replace("<h1>", "<h2>").replace("</h1>", "</h2>");
        format!("<div class=\"sheet summary\">\n{body}</div>\n")
    });
    // The quarters refer to the whole board.
    let whole = sheet("Empty board", &board.replacen("<svg ", "<svg id=\"empty-board\" ", 1));
    let large = if squares > ROOM { quarters(board) } else { None };
    [table.unwrap_or_default(), whole, large.unwrap_or_default()].concat()
}

fn sheet(title: &str, board: &str) -> String {
    format!("<div class=\"sheet\">\n<h2>{title}</h2>\n{board}\n</div>\n")
}

/// Returns a sheet for each quarter of a board, at twice the size; `None` if the picture has no extent.
fn quarters(board: &str) -> Option<String> {
    let extent = board.split_once("viewBox=\"")?.1.split('"').next()?;
    let numbers: Vec<i32> = extent.split(' ').map_while(|it| it.parse().ok()).collect();
    let [x, y, width, height] = numbers[..] else { return None };
    let (half_width, half_height) = ((width + 1) / 2, (height + 1) / 2);
    // The frame has the shape of the quarter, so that the sheets fit together.
    let widest = f64::from(HEIGHT * width) / f64::from(height.max(1));
    let one = |(number, name): (i32, &str)| {
        let (left, top) = (x + number % 2 * half_width, y + number / 2 * half_height);
        let quarter = format!(
            "<p>Cut the four sheets along their frames and join them.</p>\n<svg class=\"quarter\" \
             style=\"width:min({WIDTH}cm,{widest:.1}cm)\" viewBox=\"{left} {top} {half_width} {half_height}\"><use href=\"#empty-board\" x=\"{x}\" y=\"{y}\" \
             width=\"{width}\" height=\"{height}\"/></svg>"
        );
        sheet(&format!("Large board: {name}"), &quarter)
    };
    Some((0..).zip(["top left", "top right", "bottom left", "bottom right"]).map(one).collect())
}
