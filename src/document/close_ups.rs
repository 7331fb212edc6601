//! Which diagrams are close-ups.
//!
//! Input: diagrams with their marks and captions. Output: the squares that each diagram is about: the
//! squares of its marks and the squares that its caption names. The drawing decides whether they are close enough together. Does not know rules.

use super::Diagram;
use crate::board::Square;
use crate::draw::{Drawing, marked_squares};
use crate::rules::{Move, Piece, Variant};

/// A close-up: the squares that it shows.
#[derive(Clone, Debug)]
pub struct CloseUp {
    /// The squares that the picture is about.
    pub near: Vec<Square>,
    /// Squares that show their names.
    pub names: Vec<Square>,
    /// Its width, relative to the board. A close-up of small squares has a larger zoom.
    pub part: f64,
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

    /// Returns the signs of the board in a diagram whose close-up has been chosen.
    #[cfg(feature = "english")]
    pub(crate) fn signs(&self, it: &Diagram) -> Vec<String> {
        self.drawing.signs(&it.position, &it.view())
    }

    /// Lets a diagram show only the part of the board that it is about, if this part is small. A diagram with the whole legend
    /// always shows the whole board.
    pub fn choose(&self, it: &mut Diagram) {
        let mut names = named(it);
        let mut near = marked_squares(&it.position, &it.view());
        let is_part = !it.legend && !it.is_whole && !near.is_empty();
        near.extend(&names);
        if !it.attacked.is_empty() {
            near.extend(attackers(it));
        }
        if let Some(part) = self.drawing.close_up_width(&near).filter(|_| is_part) {
            // Names of neighbors would hide a piece on a small square. A reader sees which squares they are.
            let is_far = |it: &&Move| !self.drawing.hides_neighbor(it.from, it.to);
            let far: Vec<Square> = it.targets.iter().filter(is_far).map(|it| it.to).collect();
            let all = it.targets.iter().map(|it| it.to);
            let targets = if far.is_empty() { all.collect() } else { far };
            for square in targets.into_iter().chain(it.captures.iter().copied()) {
                if !names.contains(&square) {
                    names.push(square);
                }
            }
            it.close_up = Some(CloseUp { near, names, part });
            return;
        }
        if it.is_small {
            it.named = names;
        }
        if !it.aside.is_empty() {
            it.caption = format!("{}{}", it.caption.plain(), std::mem::take(&mut it.aside)).into();
        }
    }
}

/// Returns the squares of the pieces that attack a marked square, or would if it held a piece to capture.
fn attackers(it: &Diagram) -> Vec<Square> {
    let attacks = |(at, piece): &(Square, Piece)| {
        let reach = it.position.variant().reach(piece.seat, piece.kind, *at);
        it.marked.iter().any(|it| reach.captures.contains(it))
    };
    it.position.pieces().into_iter().filter(attacks).map(|it| it.0).collect()
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
