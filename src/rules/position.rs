//! The doors of the rules: [`Variant`] and [`Position`], without const generics.

use std::sync::Arc;

use super::{Ending, EndingCause, Man, Move, Refusal, Setup, SetupFault};
use crate::board::{Board, Square};
use crate::definition::value::Points;
use crate::variant::{ClaimId, OutcomeId, Rulebook, SeatId};

/// A rulebook made ready to play. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Variant {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    rulebook: Rulebook,
    slug: String,
    hash: String,
}

impl Variant {
    /// Makes a rulebook ready: walks the graph once and bakes the tables.
    pub fn new(rulebook: Rulebook, slug: String, hash: String) -> Self {
        Self { inner: Arc::new(Inner { rulebook, slug, hash }) }
    }
    /// What the file says, resolved.
    pub fn rulebook(&self) -> &Rulebook {
        &self.inner.rulebook
    }
    /// The board, with its petgraph graph.
    pub fn board(&self) -> &Board {
        &self.inner.rulebook.board
    }
    /// The name in the catalogue, or the stem of the file.
    pub fn slug(&self) -> &str {
        &self.inner.slug
    }
    /// SHA-256, in hexadecimal, of what affects play or notation.
    pub fn hash(&self) -> &str {
        &self.inner.hash
    }
    /// The array with the first player to move; `None` where the variant has none on purpose.
    pub fn start(&self) -> Option<Position> {
        todo!()
    }
}

/// A position that the rules may trust. A small flat value.
#[derive(Clone, Debug)]
pub struct Position {
    variant: Variant,
}

impl Position {
    /// Validates a setup. A `facing` that is `None` for a directed kind is worked out;
    /// the position is not settled yet ([`Position::settle`]).
    ///
    /// # Errors
    /// Every fault at once.
    pub fn new(_variant: &Variant, _setup: &Setup) -> Result<Self, Vec<SetupFault>> {
        todo!()
    }
    /// The setup that would give this position; `Position::new` of it is the identity.
    pub fn setup(&self) -> Setup {
        todo!()
    }
    /// The facing that `new` would work out for a man there; notation leaves it out then.
    pub fn default_facing(_variant: &Variant, _square: Square, _man: &Man) -> Option<crate::board::Heading> {
        todo!()
    }
    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }
    /// Whose turn it is.
    pub fn turn(&self) -> SeatId {
        todo!()
    }
    /// Whether a player is still in.
    pub fn is_living(&self, _seat: SeatId) -> bool {
        todo!()
    }
    /// The man on a square.
    pub fn man_at(&self, _square: Square) -> Option<Man> {
        todo!()
    }
    /// Where a seat's king stands.
    pub fn king(&self, _seat: SeatId) -> Option<Square> {
        todo!()
    }
    /// All men, by square.
    pub fn men(&self) -> Vec<(Square, Man)> {
        todo!()
    }
    /// The legal moves, in order of (from, to, castling, promotion). Empty when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        todo!()
    }
    /// Whether a move is legal.
    pub fn is_legal(&self, _mv: Move) -> bool {
        todo!()
    }
    /// Why a move is not legal: of several paths to one square, the reason of the path
    /// that comes nearest to being legal.
    ///
    /// # Errors
    /// The reason.
    pub fn explain(&self, _mv: Move) -> Result<(), Refusal> {
        todo!()
    }
    /// Plays a move: applies it, settles what follows, and passes the turn.
    ///
    /// # Errors
    /// The reason why it is not legal; the position is unchanged.
    pub fn play(&self, mv: Move) -> Result<Position, Refusal> {
        let mut next = self.play_unsettled(mv)?;
        next.settle(1);
        Ok(next)
    }
    /// Plays a move up to the beginning of the next turn, whose outcomes [`Position::settle`] looks at.
    ///
    /// # Errors
    /// The reason why it is not legal; the position is unchanged.
    pub fn play_unsettled(&self, _mv: Move) -> Result<Position, Refusal> {
        todo!()
    }
    /// Settles the outcomes of a turn's beginning; `repeated` is how often this position has stood.
    pub fn settle(&mut self, _repeated: u16) {
        todo!()
    }
    /// Two positions repeat when these are equal: men, mover, living players, rights.
    pub fn repetition_key(&self) -> u64 {
        todo!()
    }
    /// Whether the mover may claim this outcome now.
    pub fn is_claimable(&self, _outcome: OutcomeId, _repeated: u16) -> bool {
        todo!()
    }
    /// Carries out a claimed outcome, or a claim that was granted.
    pub fn conclude(&mut self, _cause: EndingCause, _claimant: SeatId, _winner: Option<SeatId>) {
        let _ = ClaimId(0);
        todo!()
    }
    /// The men that attack a seat's king, by whom check is meant; empty where he is safe.
    pub fn checkers(&self, _seat: SeatId) -> Vec<Square> {
        todo!()
    }
    /// Whether a seat's king is attacked.
    pub fn is_check(&self, seat: SeatId) -> bool {
        !self.checkers(seat).is_empty()
    }
    /// The state of each barrier on the board, by index into `Rulebook::barrier_instances`: open or not.
    pub fn barriers(&self) -> Vec<bool> {
        todo!()
    }
    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        todo!()
    }
    /// Points so far, by seat.
    pub fn scores(&self) -> Vec<Points> {
        todo!()
    }
    /// How many lines of `depth` moves there are. A finished game has no further nodes; eliminations cost no ply.
    pub fn perft(&self, _depth: u32) -> u64 {
        todo!()
    }
}
