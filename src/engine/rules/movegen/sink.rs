//! Sinks: the consumers of generated moves.
//!
//! Contains the trait [`Sink`], and sinks that count moves ([`Count`]), list them ([`List`]), pass
//! them to a callback ([`Each`]) or stop at the first ([`Any`]).
//!
//! Input: moves from the generator, many at once where possible. Output: a count, a list or a flag.
//! Does not know rules.

use std::ops::ControlFlow;

use crate::rules::engine_move::EngineMove;
use crate::rules::square_set::SquareSet;

/// A consumer of generated moves. Methods that return `bool` return `true` to stop the generation.
pub trait Sink<const W: usize> {
    /// Returns the sink without its type, for code that is compiled once for all sinks.
    fn erased(&mut self) -> &mut dyn Sink<W>;
    /// Receives the moves of one piece.
    fn moves(&mut self, from: usize, to: SquareSet<W>) -> bool;
    /// Receives one move.
    fn one(&mut self, mv: EngineMove) -> bool;
    /// Announces the type of the pieces whose moves follow. For castling it is the type of the
    /// king.
    #[inline(always)]
    fn piece_type(&mut self, _ty: u8) {}
    /// Receives, after all pieces, whether one of them attacks a king or might attack one.
    #[inline(always)]
    fn sees_king(&mut self, _sees: bool) {}
    /// Returns the destinations that matter to the sink. The generator may leave out moves to other squares, except
    /// promotions, if testing them costs time.
    #[inline(always)]
    fn wanted(&self) -> SquareSet<W> {
        SquareSet::FULL
    }
    /// Receives one move for each square in `to`, each from the square whose number is lower by
    /// `by`.
    fn shifted(&mut self, to: SquareSet<W>, by: i16) -> bool {
        to.iter().any(|end| self.one(EngineMove::plain((end as i16 - by) as usize, end)))
    }
    /// Receives the moves of one piece, each with every promotion in `kinds`.
    fn promotions(&mut self, from: usize, to: SquareSet<W>, kinds: &[u8]) -> bool {
        for square in to.iter() {
            for kind in kinds {
                if self.one(EngineMove { promotion: *kind, ..EngineMove::plain(from, square) }) {
                    return true;
                }
            }
        }
        false
    }
    /// Returns the squares that matter among those where a move can place a blocker. Chooses at least one of them.
    fn choose(&self, _mv: EngineMove, on: SquareSet<W>) -> SquareSet<W> {
        on
    }
    /// Receives one move with the placement of a blocker on each square in `on`.
    fn placed(&mut self, mv: EngineMove, on: SquareSet<W>) -> bool {
        on.iter().any(|it| self.one(EngineMove { placed: it as u16, ..mv }))
    }
}

/// A sink that passes each move to a callback, until the callback breaks off.
pub struct Each<'a>(pub &'a mut dyn FnMut(EngineMove) -> ControlFlow<()>);

impl<const W: usize> Sink<W> for Each<'_> {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
    fn moves(&mut self, from: usize, to: SquareSet<W>) -> bool {
        to.iter().any(|it| (self.0)(EngineMove::plain(from, it)).is_break())
    }
    fn one(&mut self, mv: EngineMove) -> bool {
        (self.0)(mv).is_break()
    }
}

/// A sink that counts moves.
#[derive(Debug, Default)]
pub struct Count {
    /// Number of moves received.
    pub moves: u64,
    /// Whether a piece of the player to move attacks a king, or might attack one.
    pub sees_king: bool,
}

impl<const W: usize> Sink<W> for Count {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
    #[inline(always)]
    fn sees_king(&mut self, sees: bool) {
        self.sees_king = sees;
    }
    #[inline(always)]
    fn moves(&mut self, _from: usize, to: SquareSet<W>) -> bool {
        self.moves += u64::from(to.count());
        false
    }
    #[inline(always)]
    fn one(&mut self, _mv: EngineMove) -> bool {
        self.moves += 1;
        false
    }
    #[inline(always)]
    fn shifted(&mut self, to: SquareSet<W>, _by: i16) -> bool {
        self.moves += u64::from(to.count());
        false
    }
    #[inline(always)]
    fn promotions(&mut self, _from: usize, to: SquareSet<W>, kinds: &[u8]) -> bool {
        self.moves += u64::from(to.count()) * kinds.len() as u64;
        false
    }
    fn placed(&mut self, _mv: EngineMove, on: SquareSet<W>) -> bool {
        self.moves += u64::from(on.count());
        false
    }
}

/// A move with the type of its piece, so that playing it needs no lookup.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// The move to play.
    pub mv: EngineMove,
    /// The type of the piece before the move; for castling, of the king.
    pub ty: u8,
}

/// Appends the moves of one piece to a list.
#[inline(always)]
pub fn append_plain<const W: usize>(moves: &mut Vec<Listed>, from: usize, to: SquareSet<W>, ty: u8) {
    // Reserves memory once per piece: once per move would cost a sixth of the generation time.
    let count = to.count() as usize;
    moves.reserve(count);
    let ends = to.iter().map(|it| Listed { mv: EngineMove::plain(from, it), ty });
    for (place, listed) in moves.spare_capacity_mut().iter_mut().zip(ends) {
        place.write(listed);
    }
    // SAFETY: `count` elements are reserved, and one was written for each of the `count` squares.
    unsafe { moves.set_len(moves.len() + count) };
}

/// A sink that appends moves to a list.
#[derive(Debug)]
pub struct List<'a> {
    /// The list to which moves are appended.
    pub moves: &'a mut Vec<Listed>,
    ty: u8,
    /// Whether a piece of the player to move attacks a king, or might attack one.
    pub sees_king: bool,
}

impl<'a> List<'a> {
    /// Creates a sink that appends to `moves`.
    pub fn new(moves: &'a mut Vec<Listed>) -> Self {
        Self { moves, ty: 0, sees_king: false }
    }
}

impl<const W: usize> Sink<W> for List<'_> {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
    #[inline(always)]
    fn piece_type(&mut self, ty: u8) {
        self.ty = ty;
    }
    #[inline(always)]
    fn sees_king(&mut self, sees: bool) {
        self.sees_king = sees;
    }
    #[inline(always)]
    fn moves(&mut self, from: usize, to: SquareSet<W>) -> bool {
        append_plain(self.moves, from, to, self.ty);
        false
    }
    #[inline(always)]
    fn one(&mut self, mv: EngineMove) -> bool {
        self.moves.push(Listed { mv, ty: self.ty });
        false
    }
    fn placed(&mut self, mv: EngineMove, on: SquareSet<W>) -> bool {
        self.moves.extend(on.iter().map(|it| Listed { mv: EngineMove { placed: it as u16, ..mv }, ty: self.ty }));
        false
    }
}

/// A sink that stops at the first move and stores whether there was one.
#[derive(Debug, Default)]
pub struct Any(pub bool);

impl<const W: usize> Sink<W> for Any {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
    #[inline(always)]
    fn moves(&mut self, _from: usize, to: SquareSet<W>) -> bool {
        self.0 |= !to.is_empty();
        self.0
    }
    #[inline(always)]
    fn one(&mut self, _mv: EngineMove) -> bool {
        self.0 = true;
        true
    }
}
