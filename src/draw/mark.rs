//! The marks of a picture, as a legend explains them.
//!
//! Contains: [`Mark`], and the outlined pieces of a view. Input: a view. Output: the marks that it shows, a sample of each,
//! and its meaning. Does not know: where the other marks are drawn on the board (`marks`).

use std::fmt::Write;

use super::{Drawing, View, palette, pieces};

/// A mark that a legend can explain.
///
/// [`Theme`](super::Theme) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Mark {
    /// Colored squares of the last move.
    LastMove,
    /// Colored squares of a move before the last one.
    EarlierMove,
    /// A dot on the destination of a move.
    Move,
    /// A ring around the destination of a capture.
    Capture,
    /// An arrow along a legal move.
    Allowed,
    /// An arrow with a cross along a forbidden move.
    Forbidden,
    /// A dashed outline of a piece where a move puts it.
    Ghost,
    /// An arrow from a checking piece.
    Check,
    /// A dashed arrow from a piece that a move would let give check.
    Threat,
    /// A dashed arrow with a cross from a piece that gives no check.
    NoCheck,
    /// A dashed arrow along the line on which a piece is pinned.
    Pin,
    /// A dashed frame around a square that the text names.
    Named,
    /// A frame in the color of a player who attacks the square.
    Attacked,
    /// Numbers on the squares of a line.
    Numbered,
    /// An arrow around the free center of a ring, in the direction of a line.
    Direction,
}

impl Mark {
    /// Returns a sample of the mark in a box of 100 units around its middle.
    pub(super) fn sample(self) -> &'static str {
        match self {
            Self::LastMove | Self::EarlierMove => {
                "<path class=\"last\" d=\"M-36-36H36V36H-36Z\"/><path class=\"last-frame\" d=\"M-36-36H36V36H-36Z\" \
                 fill=\"none\" stroke-width=\"6\"/>"
            }
            Self::Move => "<path class=\"dot\" d=\"M-14 0a14 14 0 1 0 28 0 14 14 0 1 0-28 0z\"/>",
            Self::Capture => {
                "<path class=\"ring\" d=\"M-34 0a34 34 0 1 0 68 0 34 34 0 1 0-68 0z\" fill=\"none\" \
                 stroke-width=\"10\"/>"
            }
            Self::Allowed => "<path class=\"ring\" d=\"M-46 0H40M16-20 42 0 16 20\" fill=\"none\" stroke-width=\"9\"/>",
            Self::Forbidden => {
                "<path class=\"issue\" d=\"M-46 0H40M16-20 42 0 16 20\" fill=\"none\" stroke-width=\"9\"/><path \
                 class=\"check\" d=\"M-28-20 12 20M-28 20 12-20\" fill=\"none\" stroke-width=\"11\"/>"
            }
            Self::Ghost => {
                "<path class=\"label\" d=\"M-22 34H22L12-8A18 18 0 1 0-12-8Z\" fill=\"none\" stroke-width=\"7\" \
                 stroke-dasharray=\"13 9\"/>"
            }
            Self::Check => {
                "<g transform=\"translate(-14 0)scale(.8)\"><path class=\"check\" d=\"M-60 0H-8M-26-16-6 0-26 16\" fill=\"none\" stroke-width=\"9\"/><path \
                 class=\"check fill-check\" d=\"M28-34 34-18 48-25 46-9 62-6 51 6 62 18 46 20 48 36 34 29 28 44 22 29 8 36 \
                 10 20-6 18 5 6-6-6 10-9 8-25 22-18z\" fill-opacity=\".3\" stroke-width=\"5\"/></g>"
            }
            Self::Threat => {
                "<path class=\"check\" d=\"M-46 0H40\" fill=\"none\" stroke-width=\"9\" stroke-dasharray=\"20 14\"/><path \
                 class=\"check\" d=\"M16-20 42 0 16 20\" fill=\"none\" stroke-width=\"9\"/>"
            }
            Self::NoCheck => {
                "<path class=\"label\" d=\"M-46 0H40\" fill=\"none\" stroke-width=\"9\" stroke-dasharray=\"20 14\"/><path \
                 class=\"label\" d=\"M16-20 42 0 16 20\" fill=\"none\" stroke-width=\"9\"/><path class=\"check\" \
                 d=\"M-32-20 4 20M-32 20 4-20\" fill=\"none\" stroke-width=\"9\"/>"
            }
            Self::Pin => {
                "<path class=\"check\" d=\"M-44 0H30\" fill=\"none\" stroke-width=\"10\" stroke-linecap=\"round\" \
                 stroke-dasharray=\"0 18\"/><path class=\"check\" d=\"M16-20 42 0 16 20\" fill=\"none\" stroke-width=\"9\"/>"
            }
            Self::Named | Self::Attacked => {
                "<path class=\"issue\" d=\"M-36-36H36V36H-36Z\" fill=\"none\" stroke-width=\"9\" \
                 stroke-dasharray=\"22 12\"/>"
            }
            Self::Direction => {
                "<path class=\"ring\" opacity=\".4\" d=\"M-24 26A34 34 0 1 1 26 22M6 20 28 26 32 2\" fill=\"none\" stroke-width=\"9\"/>"
            }
            Self::Numbered => {
                "<path class=\"dot\" fill-opacity=\".2\" d=\"M-34 0a34 34 0 1 0 68 0 34 34 0 1 0-68 0z\"/><path class=\"label\" \
                 d=\"M-8-12 4-20V20\" fill=\"none\" stroke-width=\"7\"/>"
            }
        }
    }

    /// Returns the meaning of the mark in a few words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::LastMove => "last move",
            Self::EarlierMove => "earlier move",
            Self::Move => "can move here",
            Self::Capture => "can capture here",
            Self::Allowed => "legal move",
            Self::Forbidden => "forbidden move",
            Self::Ghost => "piece after the move",
            Self::Check => "king in check",
            Self::Threat => "check after this move",
            Self::NoCheck => "gives no check",
            Self::Pin => "line of the pin",
            Self::Named => "marked square",
            Self::Attacked => "attacked square",
            Self::Numbered => "order of the squares",
            Self::Direction => "direction around the ring",
        }
    }
}

impl Drawing {
    /// Draws pale pieces with dashed outlines where a move puts them.
    pub(super) fn ghosts(&self, out: &mut String, view: &View) {
        if view.ghosts.is_empty() {
            return;
        }
        let _ = write!(out, "<g {} stroke-dasharray=\"15 10\" fill-opacity=\".25\">", pieces::STROKES);
        for (square, piece) in &view.ghosts {
            let (x, y, size) = self.piece_place(*square, view);
            let _ = write!(
                out,
                "<g class=\"c-{}\" transform=\"translate({x:.0} {y:.0})scale({size:.2})\">{}</g>",
                palette::class(&self.colors, piece.seat),
                self.glyph(piece.seat, piece.kind)
            );
        }
        out.push_str("</g>");
    }
}
