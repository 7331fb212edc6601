//! Illustration of a board with the names of all its squares.
//!
//! Input: a variant. Output: for a board of several blocks, whose lines are hard to follow to their names, the empty
//! board. Does not know any game by name.

use super::Illustration;
use super::moves::kings;
use super::refused::unsettled;
use crate::document::Diagram;
use crate::english::crossing::is_ring;
use crate::rulebook::SeatId;
use crate::rules::{Setup, Variant};

/// Returns the illustration of a board of several blocks.
pub(super) fn illustration(variant: &Variant) -> Option<Illustration> {
    let board = variant.board();
    if board.patches.len() == 1 || is_ring(board) {
        return None;
    }
    let setup = Setup::builder(variant).turn(SeatId(0)).pieces(kings(variant)).setup();
    let position = unsettled(variant, &setup)?;
    let caption = "The names of all squares.".into();
    let diagram = Diagram { named: board.squares().collect(), is_whole: true, caption, ..Diagram::new(position) };
    Some(Illustration { rule: "rule-board".to_owned(), diagram })
}
