//! The last sheets of printed rules: what the players need at the table.
//!
//! Contains: [`sheets`]. Input: the document of a game, and its empty board. Output: HTML that is shown on
//! paper only: a summary, the board, and a large board in quarters. Does not know: rules.

use super::summary::summary;
use crate::document::{Document, body};

/// Maximum number of squares of a board on one sheet. More of them are too small for real pieces.
const ROOM: usize = 81;

/// Maximum width of a quarter of a board on its sheet, in centimeters.
const WIDTH: i32 = 18;
/// Maximum height of a quarter of a board on its sheet, in centimeters.
const HEIGHT: i32 = 22;

/// The empty board of a game, to play on.
pub(crate) struct EmptyBoard {
    /// The picture: one SVG.
    pub svg: String,
    /// Number of squares.
    pub squares: usize,
    /// Diameter of the smallest square, in units of the picture.
    pub smallest: f64,
    /// A picture of each piece at the start, in a circle: SVG without a size.
    pub pieces: Vec<String>,
}

/// Returns the sheets. A board with more squares than a sheet has room for follows in quarters, to be joined.
pub(super) fn sheets(document: &Document, board: &EmptyBoard) -> String {
    let table = summary(document).map(|it| {
        let body = body(&it, |_| String::new()).replace("<h1>", "<h2>").replace("</h1>", "</h2>");
        format!("<div class=\"sheet summary\">\n{body}</div>\n")
    });
    // The quarters refer to the whole board.
    let whole = sheet("Empty board", &board.svg.replacen("<svg ", "<svg id=\"empty-board\" ", 1));
    let large = match board.squares > ROOM {
        true => large_board(board),
        false => None,
    };
    [table.unwrap_or_default(), whole, large.unwrap_or_default()].concat()
}

fn sheet(title: &str, board: &str) -> String {
    format!("<div class=\"sheet\">\n<h2>{title}</h2>\n{board}\n</div>\n")
}

/// Returns a sheet for each quarter of a board, at twice the size, and one with pieces that fit its squares; `None` if the
/// picture has no extent.
fn large_board(board: &EmptyBoard) -> Option<String> {
    let extent = board.svg.split_once("viewBox=\"")?.1.split('"').next()?;
    let numbers: Vec<i32> = extent.split(' ').map_while(|it| it.parse().ok()).collect();
    let [x, y, width, height] = numbers[..] else { return None };
    let (half_width, half_height) = ((width + 1) / 2, (height + 1) / 2);
    // The frame has the shape of the quarter, so that the sheets fit together.
    let wide = f64::from(WIDTH).min(f64::from(HEIGHT * width) / f64::from(height.max(1)));
    let per_unit = wide / f64::from(half_width.max(1));
    // The name of a square stays visible beside a piece.
    let base = (10.0 * per_unit * board.smallest * 0.9).floor();
    let paper = if board.pieces.is_empty() { "" } else { " The sheet after the board has paper pieces." };
    let how = format!(
        "<p>Print the four sheets at full size: each frame must be {wide:.1} cm wide. Cut along the frames, lay the sheets edge \
         to edge, and tape them on the back. The smallest squares fit pieces with a base of {base} mm.{paper}</p>"
    );
    let one = |(number, name): (i32, &str)| {
        let (left, top) = (x + number % 2 * half_width, y + number / 2 * half_height);
        let quarter = format!(
            "{how}\n<svg class=\"quarter\" style=\"width:{wide:.1}cm\" viewBox=\"{left} {top} {half_width} {half_height}\">\
             <use href=\"#empty-board\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/><rect x=\"{}\" \
             y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#000\" \
             stroke-width=\"4\"/></svg>",
            left + 2,
            top + 2,
            half_width - 4,
            half_height - 4
        );
        sheet(&format!("Large board: {name}"), &quarter)
    };
    let quarters: String = (0..).zip(["top left", "top right", "bottom left", "bottom right"]).map(one).collect();
    Some(quarters + &paper_pieces(&board.pieces, base))
}

/// Returns a sheet with paper pieces of a diameter in millimeters; empty if the game starts without pieces.
fn paper_pieces(pieces: &[String], diameter: f64) -> String {
    if pieces.is_empty() {
        return String::new();
    }
    let sized = |it: &String| it.replacen("<svg ", &format!("<svg style=\"width:{diameter}mm\" "), 1);
    let all: String = pieces.iter().map(sized).collect();
    sheet(
        "Paper pieces",
        &format!("<p>Glue the sheet to cardboard and cut out the pieces.</p>\n<div class=\"pieces\">{all}</div>"),
    )
}
