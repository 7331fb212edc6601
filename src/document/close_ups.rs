//! Which diagrams are close-ups.
//!
//! Input: diagrams with their marks and captions. Output: the squares that each one is about: those of its marks, and those that its
//! caption names. The drawing decides whether they are close enough together. Does not know rules.

use super::{Diagram, Mark};
use crate::board::Square;
use crate::draw::{Drawing, marked_squares};
use crate::rules::Variant;

/// A close-up: the squares that it shows.
#[derive(Clone, Debug)]
pub struct CloseUp {
    /// The squares that the picture is about.
    pub near: Vec<Square>,
    /// Squares that have their names in them.
    pub names: Vec<Square>,
}

/// Chooses close-ups for the diagrams of one variant.
#[derive(Debug)]
pub struct CloseUps {
    drawing: Drawing,
}

impl CloseUps {
    /// Lays out the board of a variant.
    pub fn new(variant: &Variant) -> Self {
        Self { drawing: Drawing::new(variant, None) }
    }

    /// Lets a diagram show only the part of the board that it is about, if this part is small. A diagram with the whole legend
    /// always shows the whole board.
    pub fn choose(&self, it: &mut Diagram) {
        let view = it.view();
        let mut near = marked_squares(&it.position, &view);
        if it.legend || near.is_empty() {
            near.clear();
        } else {
            near.extend(named(it));
            // The pieces that attack the marked squares.
            near.extend(
                it.position.pieces().iter().filter(|other| it.attacked && is_attacker(it, other.0)).map(|it| it.0),
            );
        }
        if self.drawing.has_close_up(&near) {
            let mut names = named(it);
            names.extend(it.targets.iter().map(|it| it.to).chain(it.captures.iter().copied()));
            it.close_up = Some(CloseUp { near, names });
            // The names of the squares are enough.
            it.explained.retain(|it| *it != Mark::Named);
        } else if !it.aside.is_empty() {
            it.caption = format!("{}{}", it.caption.plain(), std::mem::take(&mut it.aside)).into();
        }
    }
}

/// Reports whether the piece on a square attacks one of the marked squares, or would without the piece on it.
fn is_attacker(it: &Diagram, at: Square) -> bool {
    let Some(piece) = it.position.piece_at(at) else { return false };
    let reach = it.position.variant().reach(piece.seat, piece.kind, at);
    it.marked.iter().any(|it| reach.captures.contains(it))
}

/// Returns the squares that the caption of a diagram names.
fn named(it: &Diagram) -> Vec<Square> {
    let board = it.position.variant().board();
    let caption = it.caption.plain();
    let squares = caption.split(|it: char| !it.is_alphanumeric()).filter_map(|it| board.square(it));
    let mut all = Vec::new();
    for square in squares {
        if !all.contains(&square) {
            all.push(square);
        }
    }
    all
}
