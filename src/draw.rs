//! Boards as pictures: SVG, drawn from the definition alone.
//!
//! In: a [`Position`] and a [`View`] (from which seat, which theme, what is to be marked).
//! Out: one SVG as text. Every square carries `data-square`, every man `data-seat`,
//! `data-kind` and `data-square`. Refuses to know rules: what is marked is said by the caller.

use std::fmt::Write;

use crate::board::Square;
use crate::notation::paragraph::escaped;
use crate::rules::{Move, Position};
use crate::variant::SeatId;

/// Which colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the reader has it: light or dark.
    #[default]
    Auto,
    /// On a light ground.
    Light,
    /// On a dark ground.
    Dark,
    /// Black on white, for paper.
    Print,
}

/// What is shown, and from where it is seen.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The seat at the bottom; the first, where nobody is named.
    pub seat: Option<SeatId>,
    /// Colours.
    pub theme: Theme,
    /// Without the names of files and ranks.
    pub bare: bool,
    /// With a legend of players, barriers and marks.
    pub legend: bool,
    /// With the lines that leave the drawing of one square and go on elsewhere, as through a centre.
    pub lines: bool,
    /// The last move.
    pub last: Option<Move>,
    /// The square of the man that is asked about.
    pub selected: Option<Square>,
    /// Where moves lead: a dot, or a ring where something is taken.
    pub targets: Vec<Move>,
    /// Arrows.
    pub arrows: Vec<(Square, Square)>,
    /// Squares at issue.
    pub marked: Vec<Square>,
}

/// A position as one SVG.
pub fn svg(position: &Position, _view: &View) -> String {
    let board = position.variant().board();
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 -10 20 20\">");
    for square in board.squares() {
        let info = board.info(square);
        let (x, y) = (info.x, -info.y);
        let _ = write!(
            out,
            "<circle class=\"square\" data-square=\"{}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"0.5\"/>",
            escaped(&info.name)
        );
    }
    out.push_str("</svg>");
    out
}
