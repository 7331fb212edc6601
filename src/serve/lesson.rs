//! The rules as a part of the page: the rulebook in English with drawn boards and examples.
//!
//! Contains: [`html`] and the pictures of one piece's moves. Input: a rulebook. Output: HTML
//! without a head. Each special rule has its drawn examples, other examples follow their
//! heading ([`examples`]). Does not know: the rules; the engine answers what is marked.

mod examples;
mod refused;

use std::fmt::Write;

use crate::board::Square;
use crate::definition::Definition;
use crate::draw::{Drawing, View};
use crate::english::{Block, Item, block_html, numbered_html, rulebook};
use crate::notation::paragraph::escaped;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{EnPassantRight, Move, Piece, Position, Reach, Setup, SetupBuilder, Variant};
use examples::examples;

/// An example picture.
struct Example {
    /// The heading that the picture belongs to.
    under: String,
    /// The SVG text of the picture.
    svg: String,
    /// The zone or line in the picture, as the rules name it: `zone “rim”`.
    place: Option<String>,
    /// The caption below the picture.
    words: String,
}

/// Returns the rules as HTML.
pub fn html(definition: &Definition, variant: &Variant) -> String {
    let document = rulebook(definition, variant);
    let (laid_out, seen) = (Drawing::new(variant, None), Drawing::new(variant, Some(SeatId(0))));
    let mut examples = examples(variant, &seen);
    // A place that no rule mentions needs no picture.
    let text = document.text().split_whitespace().collect::<Vec<_>>().join(" ");
    let names = |it: &Example| it.place.as_ref().is_none_or(|place| text.contains(place.as_str()));
    examples.retain(names);
    let mut out = String::new();
    let mut under: Vec<Example> = Vec::new();
    for block in &document.blocks {
        if let Block::Heading(_, text) = block {
            // Pictures of a section are at its end.
            put(&mut out, std::mem::take(&mut under));
            let (here, rest) = examples.into_iter().partition(|it| it.under == *text);
            (under, examples) = (here, rest);
        }
        let board = |it: &Position| format!("<figure>{}</figure>", laid_out.svg(it, &View::default()));
        let text = match block {
            Block::Numbered(items) => numbered_html(items, |item| {
                let (here, rest) = std::mem::take(&mut examples).into_iter().partition(|it| belongs(it, item));
                examples = rest;
                let mut pictures = String::new();
                put(&mut pictures, here);
                pictures
            }),
            other => block_html(other, board),
        };
        let _ = writeln!(out, "{text}");
    }
    put(&mut out, under);
    out
}

/// Reports whether an example shows a special rule: its name, in the plural too, or its ban.
fn belongs(example: &Example, item: &Item) -> bool {
    let is_ban = example.under == "Forbidden moves" && example.words.starts_with(&format!("{}.", item.name));
    is_ban || item.name == example.under || item.name.starts_with(&format!("{}s", example.under))
}

/// Writes examples side by side, each with its caption.
fn put(out: &mut String, examples: Vec<Example>) {
    if examples.is_empty() {
        return;
    }
    out.push_str("<div class=\"examples\">\n");
    for it in examples {
        let words = escaped(&it.words);
        let _ = writeln!(out, "<figure class=\"example\">{}<figcaption>{words}</figcaption></figure>", it.svg);
    }
    out.push_str("</div>\n");
}

/// Draws a piece on an empty board with the squares it reaches: a dot where it can move, a frame
/// where it can only capture.
pub fn reach_picture(drawing: &Drawing, (seat, kind, at): (SeatId, KindId, Square), reach: &Reach) -> String {
    let piece = Piece { seat, kind, tags: 0, moved: false, facing: None };
    let targets = reach.quiet.iter().map(|to| Move { from: at, to: *to, castling: None, promotion: None }).collect();
    let marked = reach.captures.iter().filter(|it| !reach.quiet.contains(it)).copied().collect();
    let view =
        View { seat: Some(seat), selected: Some(at), targets, marked, lines: true, named: true, ..View::default() };
    drawing.show(&[(at, piece)], &view)
}

/// Returns a position with a few pieces in which the given player is to move.
fn some_pieces_to_move(
    variant: &Variant,
    turn: SeatId,
    pieces: Vec<(Square, Piece)>,
    en_passant: Vec<EnPassantRight>,
) -> Option<Position> {
    setup(variant, turn, pieces).en_passant_rights(en_passant).build().ok()
}

fn setup(variant: &Variant, turn: SeatId, pieces: Vec<(Square, Piece)>) -> SetupBuilder {
    Setup::builder(variant).turn(turn).pieces(pieces)
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
