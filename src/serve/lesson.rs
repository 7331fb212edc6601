//! The rules as a part of the page: the rulebook in English, its boards drawn, and beside
//! each mechanic a small picture of it where one helps.
//!
//! In: a rulebook. Out: HTML without a head. What is shown follows from the rulebook:
//! where barriers stand, where each man goes from a square in the middle, where men are
//! promoted. Refuses to know rules: whatever is marked was asked.

use std::fmt::Write;

use crate::board::Square;
use crate::definition::Definition;
use crate::draw::{Theme, View, svg};
use crate::english::{Block, rulebook};
use crate::notation::paragraph::escaped;
use crate::rules::{Man, Move, Position, Reach, Setup, Variant};
use crate::variant::{KindId, SeatId};

/// The rules as HTML.
pub fn html(definition: &Definition, variant: &Variant) -> String {
    let document = rulebook(definition, variant);
    let mut out = String::new();
    for block in &document.blocks {
        let _ = match block {
            Block::Heading(level, text) => writeln!(out, "<h{level}>{}</h{level}>", escaped(text)),
            Block::Paragraph(text) => writeln!(out, "<p>{}</p>", escaped(text)),
            Block::List(items) => {
                let items: String = items.iter().map(|it| format!("<li>{}</li>\n", escaped(it))).collect();
                writeln!(out, "<ul>\n{items}</ul>")
            }
            Block::Board(position) => writeln!(out, "<figure>{}</figure>", svg(position, &View::default())),
        };
    }
    out
}

/// A man on an empty board with the squares that he reaches.
pub fn reach_picture(variant: &Variant, seat: SeatId, kind: KindId, at: Square, reach: &Reach) -> String {
    let setup = Setup {
        men: vec![(at, Man { seat, kind, tags: 0, moved: false, facing: None })],
        turn: seat,
        out: !seat.bit(),
        castling: 0,
        en_passant: Vec::new(),
        open: 0,
        pool: Vec::new(),
        lost: Vec::new(),
        scores: Vec::new(),
        quiet: 0,
        over: None,
    };
    let targets = reach.quiet.iter().map(|to| Move { from: at, to: *to, castling: None, promotion: None }).collect();
    let view = View { seat: Some(seat), theme: Theme::Auto, selected: Some(at), targets, ..View::default() };
    Position::new(variant, &setup).map_or_else(|_| String::new(), |it| svg(&it, &view))
}
