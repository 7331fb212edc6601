//! Illustrations of the special rules: a position, a move as an arrow, and a caption.
//!
//! Contains: [`illustrated`]. Input: the rules and the variant. Output: the rules with illustrations below the board, each special
//! rule and the test of a mate. The engine answers which moves are legal. All searches are bounded and deterministic. Does not know
//! any game by name.

mod mates;
mod moves;
mod reaches;
mod refused;

use super::rulebook;
use crate::definition::Definition;
use crate::document::{Block, Diagram, Document};
use crate::rules::Variant;

/// An illustration and the rule that it shows.
struct Illustration {
    /// Anchor of the rule or of the heading: `rule-barrier-moat`.
    rule: String,
    diagram: Diagram,
}

/// Returns the whole rulebook in English with illustrations. `definition` is the source of `variant`.
///
/// [`english`](crate::english) has an example.
pub fn illustrated(definition: &Definition, variant: &Variant) -> Document {
    let mut document = rulebook(definition, variant);
    let all = reaches::illustrations(definition, variant).into_iter().chain(refused::barriers(variant));
    let all = all.chain(refused::leaps(variant)).chain(refused::bans(variant)).chain(moves::illustrations(variant));
    for illustration in all.chain(mates::illustrations(variant)) {
        put(&mut document, illustration);
    }
    document
}

/// Puts an illustration at the end of its rule, or of the part of the text below its heading.
fn put(document: &mut Document, illustration: Illustration) {
    let diagram = Block::Diagram(Box::new(illustration.diagram));
    let lists = document.blocks.iter_mut().filter_map(|it| if let Block::Numbered(it) = it { Some(it) } else { None });
    if let Some(entry) = lists.flatten().find(|it| it.id == illustration.rule) {
        entry.blocks.push(diagram);
        return;
    }
    let is_it = |it: &Block| matches!(it, Block::Heading(_, Some(id), _) if *id == illustration.rule);
    if let Some(at) = document.blocks.iter().position(is_it) {
        let rest = document.blocks.iter().skip(at + 1);
        let end = rest.take_while(|it| !matches!(it, Block::Heading(..))).count();
        document.blocks.insert(at + 1 + end, diagram);
    }
}
