//! Pieces that can have a tag, in words.
//!
//! Input: a rulebook and the name of a tag. Output: a phrase with an article. Does not know how a piece gets the tag.

use super::phrases::a;
use crate::notation::name::joined;
use crate::rulebook::Rulebook;

/// The kinds that can have a tag: `a knight or a pawn`, or `a piece` if all can.
pub(super) fn one_with_tag(book: &Rulebook, name: &str) -> String {
    let pieces = book.tags.iter().find(|it| it.name == name).map_or(0, |it| it.pieces);
    let (mut names, mut all) = (Vec::new(), true);
    for (id, kind) in book.player_kinds() {
        match pieces >> id.0 & 1 != 0 {
            true => names.push(a(&kind.label)),
            false => all = false,
        }
    }
    if all || names.is_empty() { "a piece".to_owned() } else { joined(&names, "or") }
}
