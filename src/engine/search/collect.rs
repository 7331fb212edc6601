//! The sink of the search: lists all moves, or only captures and promotions.
//!
//! Contains [`Collect`], which works on sets of destinations as long as possible.
//!
//! Input: moves from the generator. Output: a list that the caller owns, and whether there was any
//! move. Does not know the order in which moves are searched.

use crate::rules::inside::{EngineMove, Listed, NOBODY, Sink, SquareSet, append_plain};

/// A sink that appends moves to a list.
#[derive(Debug)]
pub struct Collect<'a, const W: usize> {
    moves: &'a mut Vec<Listed>,
    ty: u8,
    /// Destinations of the listed moves.
    targets: SquareSet<W>,
    /// Whether castlings and other quiet moves are left out.
    is_tactical: bool,
    /// The placements that are listed for each move with a blocker.
    placements: PlacementLimit<W>,
    /// Whether any move was received, listed or not.
    pub any: bool,
    /// Whether a piece of the player to move attacks a king, or might attack one.
    pub attacks_king: bool,
}

impl<'a, const W: usize> Collect<'a, W> {
    /// Creates a sink for all moves.
    pub fn all(moves: &'a mut Vec<Listed>) -> Self {
        Self {
            moves,
            ty: 0,
            targets: SquareSet::FULL,
            is_tactical: false,
            placements: PlacementLimit::ALL,
            any: false,
            attacks_king: false,
        }
    }

    /// Creates a sink for promotions and for moves to `targets`.
    pub fn tactical(moves: &'a mut Vec<Listed>, targets: SquareSet<W>) -> Self {
        Self {
            moves,
            ty: 0,
            targets,
            is_tactical: true,
            placements: PlacementLimit::ALL,
            any: false,
            attacks_king: false,
        }
    }
}

impl<const W: usize> Collect<'_, W> {
    /// Lists only some placements of each move.
    #[must_use]
    pub fn with(self, placements: PlacementLimit<W>) -> Self {
        Self { placements, ..self }
    }
}

/// Which placements are listed for each move. Moves with blockers are too many to search all of them.
#[derive(Clone, Copy, Debug)]
pub struct PlacementLimit<const W: usize> {
    /// Maximum number for each move.
    pub most: usize,
    /// The squares that come first.
    pub first: SquareSet<W>,
}

impl<const W: usize> PlacementLimit<W> {
    /// Every placement, as in games that have few of them.
    pub const ALL: Self = Self { most: usize::MAX, first: SquareSet::EMPTY };
}

impl<const W: usize> Sink<W> for Collect<'_, W> {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
    #[inline(always)]
    fn piece_type(&mut self, ty: u8) {
        self.ty = ty;
    }
    #[inline(always)]
    fn sees_king(&mut self, sees: bool) {
        self.attacks_king = sees;
    }
    #[inline(always)]
    fn wanted(&self) -> SquareSet<W> {
        // As long as there is no move, any move matters.
        if self.is_tactical && self.any { self.targets } else { SquareSet::FULL }
    }
    #[inline(always)]
    fn moves(&mut self, from: usize, to: SquareSet<W>) -> bool {
        self.any |= !to.is_empty();
        let to = to & self.targets;
        // Most pieces have nothing to capture.
        if !to.is_empty() {
            append_plain(self.moves, from, to, self.ty);
        }
        false
    }
    #[inline(always)]
    fn one(&mut self, mv: EngineMove) -> bool {
        self.any = true;
        let is_tactical = mv.is_promotion() || mv.castling == NOBODY && self.targets.has(mv.to as usize);
        if !self.is_tactical || is_tactical {
            self.moves.push(Listed { mv, ty: self.ty });
        }
        false
    }
    #[inline(never)]
    fn choose(&self, mv: EngineMove, on: SquareSet<W>) -> SquareSet<W> {
        let PlacementLimit { most, first } = self.placements;
        if most >= on.count() as usize {
            return on;
        }
        let (near, far) = (on & first, on.without(first));
        // Other moves start at other squares, so that together they cover more of them.
        let skipped = usize::from(mv.from) * 7 + usize::from(mv.to) * 3;
        let some = |squares: SquareSet<W>, most: usize| {
            let count = squares.count() as usize;
            let all = squares.iter().chain(squares.iter()).skip(if count == 0 { 0 } else { skipped % count });
            all.take(most.min(count)).collect::<SquareSet<W>>()
        };
        let chosen = some(near, most - 1);
        chosen | some(far, most - chosen.count() as usize)
    }
    #[inline(always)]
    fn shifted(&mut self, to: SquareSet<W>, by: i16) -> bool {
        self.any |= !to.is_empty();
        let from = |end: usize| (end as i16 - by) as usize;
        let to = to & self.targets;
        self.moves.extend(to.iter().map(|it| Listed { mv: EngineMove::plain(from(it), it), ty: self.ty }));
        false
    }
}
