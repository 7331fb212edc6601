//! The rules as a part of the page: the rulebook in English with drawn boards and examples.
//!
//! Contains: [`html`] and the pictures of one piece's moves. Input: a rulebook. Output: HTML
//! without a head. Each special rule has its drawn examples, other examples follow their
//! heading ([`examples`]). Does not know: the rules; the engine answers what is marked.

mod examples;

use std::fmt::Write;

use crate::board::Square;
use crate::definition::Definition;
use crate::document::{Block, Diagram, block_html, topics_html};
use crate::draw::escaped;
use crate::draw::{Drawing, View};
use crate::english::illustrated;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Piece, Reach, Variant};
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
    let document = illustrated(definition, variant);
    let laid_out = Drawing::new(variant, None);
    let mut draw = |it: &Diagram| laid_out.html(&it.position, &it.view());
    let mut examples = examples(variant, &laid_out);
    // A place that no rule mentions needs no picture.
    let text = document.text().split_whitespace().collect::<Vec<_>>().join(" ");
    let names = |it: &Example| it.place.as_ref().is_none_or(|place| text.contains(place.as_str()));
    examples.retain(names);
    let is_heading = |it: &Block| matches!(it, Block::Heading(..));
    let blocks: Vec<&Block> = document.blocks.iter().collect();
    let introduction = blocks.iter().take_while(|it| !is_heading(it)).count();
    let mut out = format!("<h1>{}</h1>\n", escaped(&document.title));
    for block in &blocks[..introduction] {
        let _ = writeln!(out, "{}", block_html(block, &mut draw));
    }
    for section in blocks[introduction..].chunk_by(|_, next| !is_heading(next)) {
        out.push_str(&topics_html(section, &mut draw));
        let Some(Block::Heading(_, _, heading)) = section.first() else { continue };
        let (here, rest) = examples.into_iter().partition(|it| it.under == heading.plain());
        examples = rest;
        put(&mut out, here);
    }
    out
}

/// Writes examples side by side, each with its caption.
fn put(out: &mut String, examples: Vec<Example>) {
    if examples.is_empty() {
        return;
    }
    out.push_str("<div class=\"topic examples\">\n");
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
    let targets = reach.quiet.iter().map(|to| Move::new(at, *to)).collect();
    let marked = reach.captures.iter().filter(|it| !reach.quiet.contains(it)).copied().collect();
    let view =
        View { seat: Some(seat), selected: Some(at), targets, marked, lines: true, named: true, ..View::default() };
    drawing.show(&[(at, piece)], &view)
}
