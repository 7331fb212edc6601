//! Which diagrams are close-ups.
//!
//! Input: diagrams with their marks and captions. Output: the squares that each diagram is about: the
//! squares of its marks and the squares that its caption names. The drawing decides whether they are close enough together. Does not know rules.

use super::{Block, Diagram};
use crate::board::Square;
use crate::draw::{CloseUpSize, Drawing, marked_squares};
use crate::rules::{Move, Piece, Variant};

/// How much wider than the smallest picture of a row a picture is that has a size of its own.
const LARGE: f64 = 2.0;

/// A close-up: the squares that it shows.
#[derive(Clone, Debug)]
pub struct CloseUp {
    /// The squares that the picture is about.
    pub near: Vec<Square>,
    /// Its size. The pictures of a row have the same.
    pub size: CloseUpSize,
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
            let all = attackers(it);
            for at in all.iter().chain(&it.marked).filter(|at| it.position.king(it.position.turn()) != Some(**at)) {
                if !names.contains(at) {
                    names.push(*at);
                }
            }
            near.extend(all);
        }
        if let Some(size) = self.drawing.close_up_size(&near).filter(|_| is_part) {
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
            it.named = names;
            it.close_up = Some(CloseUp { near, size });
            return;
        }
        let has_blocks = it.position.variant().board().patches.len() > 1;
        if it.named.is_empty() && (it.is_small || has_blocks) {
            it.named = names;
        }
        if !it.aside.is_empty() {
            it.caption = format!("{}{}", it.caption.plain(), std::mem::take(&mut it.aside)).into();
        }
    }
}

/// Lets pictures in a row have the same size. Pictures much larger than the smallest one of the row have a size of their own.
pub fn align(blocks: &mut [Block]) {
    let is_small = |it: &Block| matches!(it, Block::Diagram(it) if it.is_small);
    for run in blocks.chunk_by_mut(|one, next| is_small(one) && is_small(next)) {
        let mut row: Vec<&mut CloseUp> = Vec::new();
        for block in run {
            match block {
                Block::Diagram(it) if it.is_small => row.extend(it.close_up.as_mut()),
                Block::Numbered(entries) => entries.iter_mut().for_each(|it| align(&mut it.blocks)),
                _ => {}
            }
        }
        let smallest = row.iter().map(|it| it.size.part()).fold(f64::MAX, f64::min);
        for is_large in [false, true] {
            let alike = row.iter_mut().filter(|it| (it.size.part() > smallest * LARGE) == is_large);
            let mut alike: Vec<&mut CloseUp> = alike.map(|it| &mut **it).collect();
            let size = alike.iter().fold(CloseUpSize::default(), |all, it| all.max(it.size));
            alike.iter_mut().for_each(|it| it.size = size);
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
