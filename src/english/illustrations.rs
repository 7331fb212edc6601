//! Illustrations of the special rules: a position, a move as an arrow, and a caption.
//!
//! Contains: [`illustrated`]. Input: the rules and the variant. Output: the rules with one or two illustrations below each
//! special rule. The engine answers which moves are legal. All searches are bounded and deterministic. Does not know
//! any game by name.

mod moves;
mod refused;

use super::rulebook;
use crate::definition::Definition;
use crate::document::{Block, Diagram, Document};
use crate::rules::Variant;

/// An illustration and the rule that it shows.
struct Illustration {
    /// Anchor of the rule: `rule-barrier-moat`.
    rule: String,
    diagram: Diagram,
}

/// Returns the whole rulebook in English with illustrations. `definition` is the source of `variant`.
pub fn illustrated(definition: &Definition, variant: &Variant) -> Document {
    let mut document = rulebook(definition, variant);
    let illustrations =
        refused::barriers(variant).into_iter().chain(refused::bans(variant)).chain(moves::illustrations(variant));
    for illustration in illustrations {
        let lists =
            document.blocks.iter_mut().filter_map(|it| if let Block::Numbered(it) = it { Some(it) } else { None });
        if let Some(entry) = lists.flatten().find(|it| it.id == illustration.rule) {
            entry.blocks.push(Block::Diagram(Box::new(illustration.diagram)));
        }
    }
    document
}
