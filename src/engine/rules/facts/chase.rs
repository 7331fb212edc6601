//! Perpetual chase: which pieces a move leaves under attack, and which of them a player attacked all the time.
//!
//! Contains [`ChaseTrace`], which callers keep for each earlier position if the rulebook has the test, and
//! [`chasing`], which follows the pieces back through the moves.
//!
//! Input: traces, the latest first. Output: the players who chased one and the same piece. Does not know
//! positions: `judge` decides which pieces are chased.

use crate::rulebook::{MAX_CHASES, Rulebook, SeatSet};
use crate::rules::engine_move::EngineMove;
use crate::rules::moves::Move;
use crate::rules::state::{MAX_SEATS, NOWHERE};

/// A meaning of the word (an index into `RulePlan::chases`) and the square of a chased piece.
type Chased = (u8, u16);

/// One move: where pieces came from, and which opposing pieces its player chased after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct ChaseTrace {
    mover: u8,
    /// The squares on which pieces arrived, each with the origin. A piece that entered the board has none.
    paths: [(u16, u16); 3],
    /// The pieces that the player chases after the move.
    pub chased: Vec<Chased>,
}

impl ChaseTrace {
    /// Describes a move after which no piece is chased.
    #[inline(never)]
    pub fn of_move(book: &Rulebook, mover: u8, mv: EngineMove) -> Box<Self> {
        let mv = Move::from(mv);
        let mut paths = [(NOWHERE, NOWHERE); 3];
        let castling = mv.castling.and_then(|it| book.castlings.get(usize::from(it)));
        if let Some(it) = castling {
            paths[0] = (it.king.1.0, it.king.0.0);
            paths[1] = (it.rook.1.0, it.rook.0.0);
        } else if !mv.is_pass() {
            paths[0] = (mv.to.0, if mv.drop.is_some() { NOWHERE } else { mv.from.0 });
        }
        if let Some(entered) = mv.gate_square(book) {
            paths[2] = (entered.0, NOWHERE);
        }
        Box::new(Self { mover, paths, chased: Vec::new() })
    }

    /// Returns where the piece on `square` was before the move; `None` if it was not on the board.
    pub fn origin(&self, square: u16) -> Option<u16> {
        let path = self.paths.iter().find(|it| it.0 == square);
        Some(path.map_or(square, |it| it.1)).filter(|it| *it != NOWHERE)
    }
}

/// Returns the players who chased one and the same piece with each of their moves since the first occurrence of a
/// position, one bit each, by the meaning of the word. `led` led to the latest position. `earlier` has, for each
/// earlier position, the latest first, whether it is the same, and what led to it.
pub fn chasing<'a>(
    led: Option<&'a ChaseTrace>,
    earlier: &mut dyn Iterator<Item = (bool, Option<&'a ChaseTrace>)>,
) -> [SeatSet; MAX_CHASES] {
    // The pieces that a player chased with each of the moves so far, by their squares before these moves. `None` until
    // the player has moved.
    let mut left: [Option<Vec<Chased>>; MAX_SEATS] = Default::default();
    let (mut found, mut led) = ([0; MAX_CHASES], led);
    for (is_same, before) in earlier {
        if let Some(led) = led {
            match &mut left[usize::from(led.mover)] {
                Some(it) => it.retain(|it| led.chased.contains(it)),
                first => *first = Some(led.chased.clone()),
            }
            for (_, square) in left.iter_mut().flatten().flat_map(|it| it.iter_mut()) {
                *square = led.origin(*square).unwrap_or(NOWHERE);
            }
        }
        if is_same {
            found = [0; MAX_CHASES];
            for (seat, left) in left.iter().enumerate() {
                let left = left.iter().flatten().filter(|it| it.1 != NOWHERE);
                left.for_each(|it| found[usize::from(it.0)] |= 1 << seat);
            }
        }
        led = before;
    }
    found
}
