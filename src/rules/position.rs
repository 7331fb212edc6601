//! Positions: [`Position`], the state of a game at one moment.
//!
//! In: a [`Variant`] and a [`Setup`]. Out: positions that play by the rules. The type hides the
//! const generics of the engine. Does not know files or text.

use super::any::{AnyState, make_state, with_engine, with_state};
use super::engine::Engine;
use super::engine_move::EngineMove;
use super::perft::PerftOptions;
use super::playout::PlayoutScratch;
use super::sink::List;
use super::state::{NOBODY, NOWHERE, State};
use super::{CaptureBan, CheckBan, Ending, EndingCause, Move, Piece, Refusal, Setup, SetupError, Variant};
use crate::board::{Heading, Square};
use crate::policy::Points;
use crate::rulebook::{KindId, OutcomeId, SeatId, UnknownId};

/// A valid position of a variant. Its size depends on what the variant needs.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) variant: Variant,
    pub(super) state: AnyState,
}

impl From<Move> for EngineMove {
    fn from(mv: Move) -> Self {
        EngineMove {
            from: mv.from.0,
            to: mv.to.0,
            // No variant has a castling or kind numbered `NOBODY - 1`, so an unknown id stays
            // unknown.
            castling: mv.castling.map_or(NOBODY, |it| it.min(NOBODY - 1)),
            promotion: mv.promotion.map_or(NOBODY, |it| it.0.min(NOBODY - 1)),
        }
    }
}

impl From<EngineMove> for Move {
    fn from(mv: EngineMove) -> Self {
        Move {
            from: Square(mv.from),
            to: Square(mv.to),
            castling: (mv.castling != NOBODY).then_some(mv.castling),
            promotion: (mv.promotion != NOBODY).then_some(KindId(mv.promotion)),
        }
    }
}

fn list_moves<const W: usize, const T: usize, const N: usize>(
    engine: &Engine<W, T, N>,
    state: &State<W, T, N>,
) -> Vec<Move> {
    let mut list = Vec::new();
    engine.generate(state, &mut List::new(&mut list));
    let mut moves: Vec<Move> = list.into_iter().map(|it| it.mv.into()).collect();
    moves.sort_unstable();
    moves
}

impl Position {
    /// Creates a position from a setup and validates it.
    ///
    /// Every id must exist in this variant, and the setup must be consistent. A missing `facing`
    /// of a directed kind is derived. The result is not settled yet: see [`Position::settle`].
    ///
    /// # Errors
    /// Returns every violation found.
    pub fn new(variant: &Variant, setup: &Setup) -> Result<Self, Vec<SetupError>> {
        let state = make_state!(variant.engine(), |e| e.from_setup(setup))?;
        Ok(Position { variant: variant.clone(), state })
    }
    /// Returns the setup of this position. [`Position::new`] turns it back into an equal
    /// position.
    pub fn setup(&self) -> Setup {
        with_state!(self.variant.engine(), &self.state, |e, s| e.to_setup(s))
    }
    /// Returns the facing that [`new`](Position::new) would derive for a piece; notation omits it
    /// then.
    ///
    /// Returns `None` for a kind without a facing, and for a square, kind or seat of another
    /// variant.
    pub fn default_facing(variant: &Variant, square: Square, piece: &Piece) -> Option<Heading> {
        let book = variant.rulebook();
        book.check_square(square).and(book.check_kind(piece.kind)).and(book.check_seat(piece.seat)).ok()?;
        with_engine!(variant.engine(), |e| {
            let moved = piece.moved && variant.rulebook().kinds[piece.kind.index()].has_initial;
            e.tables.types.default_facing(piece.kind, piece.seat, square, piece.tags, moved)
        })
    }
    /// Returns the variant of this position.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }
    /// Returns the player to move.
    pub fn turn(&self) -> SeatId {
        with_state!(self.variant.engine(), &self.state, |_e, s| SeatId(s.turn))
    }
    /// Reports whether a player is still in the game; `false` for a player of another variant.
    pub fn is_living(&self, seat: SeatId) -> bool {
        with_state!(self.variant.engine(), &self.state, |_e, s| s.living & seat.bit() != 0)
    }
    /// Returns the piece on a square; `None` for an empty square or a square of another board.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        with_state!(self.variant.engine(), &self.state, |e, s| e.piece_at(s, square.index()))
    }
    /// Returns the square of a player's king; `None` if they have none or belong to another
    /// variant.
    pub fn king(&self, seat: SeatId) -> Option<Square> {
        self.variant.rulebook().check_seat(seat).ok()?;
        let king = with_state!(self.variant.engine(), &self.state, |e, s| e.king(s, seat.0));
        (king != NOWHERE).then_some(Square(king))
    }
    /// Returns all pieces in order of their squares.
    pub fn pieces(&self) -> Vec<(Square, Piece)> {
        self.setup().pieces
    }
    /// Returns the legal moves, sorted by (from, to, castling, promotion). Empty if the game is
    /// over.
    pub fn legal_moves(&self) -> Vec<Move> {
        with_state!(self.variant.engine(), &self.state, |e, s| list_moves(e, s))
    }
    /// Reports whether a move is legal; `false` for a move with an unknown id.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().binary_search(&mv).is_ok()
    }
    /// Checks whether a move is legal, and says why not.
    ///
    /// If several paths lead to the target, the reason concerns the path that comes closest to
    /// being legal.
    ///
    /// # Errors
    /// Returns the reason. An unknown square, castling or kind is refused like a move that the
    /// piece does not make.
    pub fn explain(&self, mv: Move) -> Result<(), Refusal> {
        let book = self.variant.rulebook();
        if book.check_square(mv.from).and(book.check_square(mv.to)).is_err() {
            return Err(Refusal::NoSuchMovement);
        }
        with_state!(self.variant.engine(), &self.state, |e, s| e.explain(s, mv.into()))
    }
    /// Plays a move: makes it, settles the outcomes, and passes the turn.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal. The position is unchanged.
    pub fn play(&self, mv: Move) -> Result<Position, Refusal> {
        let mut next = self.play_unsettled(mv)?;
        next.settle(1);
        Ok(next)
    }
    /// Plays a move up to the start of the next turn, whose outcomes [`Position::settle`] tests.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal. The position is unchanged.
    pub fn play_unsettled(&self, mv: Move) -> Result<Position, Refusal> {
        self.explain(mv)?;
        let mut next = self.clone();
        with_state!(self.variant.engine(), &mut next.state, |e, s| {
            **s = e.play(s, mv.into());
        });
        Ok(next)
    }
    /// Settles the outcomes at the start of a turn. `repeated` is how many times the position has
    /// occurred.
    pub fn settle(&mut self, repeated: u16) {
        with_state!(self.variant.engine(), &mut self.state, |e, s| e.settle_turn(s, repeated, None));
    }
    /// Returns a 64-bit hash of what repetition compares: pieces, mover, living players and
    /// rights.
    pub fn repetition_key(&self) -> u64 {
        with_state!(self.variant.engine(), &self.state, |e, s| e.repetition_key(s))
    }
    /// Reports whether the mover may claim this outcome now; `false` for an outcome of another
    /// variant.
    pub fn is_claimable(&self, outcome: OutcomeId, repeated: u16) -> bool {
        with_state!(self.variant.engine(), &self.state, |e, s| e.is_claimable(s, outcome, repeated))
    }
    /// Carries out a claimed outcome or an accepted claim. The caller has already checked
    /// consent.
    ///
    /// # Errors
    /// Returns the outcome, claim or player that the variant does not have. The position is
    /// unchanged.
    pub fn conclude(&mut self, cause: EndingCause, claimant: SeatId, winner: Option<SeatId>) -> Result<(), UnknownId> {
        let book = self.variant.rulebook();
        match cause {
            EndingCause::Outcome(id) => book.check_outcome(id)?,
            EndingCause::Claim(id) => book.check_claim(id)?,
        }
        book.check_seat(claimant)?;
        winner.map_or(Ok(()), |it| book.check_seat(it))?;
        let winner = winner.map_or(NOBODY, |it| it.0);
        with_state!(self.variant.engine(), &mut self.state, |e, s| match cause {
            EndingCause::Outcome(id) => e.conclude_outcome(s, id),
            EndingCause::Claim(id) => e.conclude_claim(s, id, claimant.0, winner),
        });
        Ok(())
    }
    /// Returns the squares of the pieces that give check to a player, by the rulebook's
    /// definition.
    ///
    /// Empty if the king is safe, or if the player is eliminated or belongs to another variant.
    pub fn checkers(&self, seat: SeatId) -> Vec<Square> {
        if !self.is_living(seat) {
            return Vec::new();
        }
        with_state!(self.variant.engine(), &self.state, |e, s| {
            e.checkers(s, seat.0).iter().map(|it| Square(it as u16)).collect()
        })
    }
    /// Reports whether a player is in check; `false` for a player of another variant.
    pub fn is_check(&self, seat: SeatId) -> bool {
        !self.checkers(seat).is_empty()
    }
    /// Reports for each barrier on the board whether it is open, in the order of
    /// `Rulebook::barrier_instances`.
    pub fn barriers(&self) -> Vec<bool> {
        with_state!(self.variant.engine(), &self.state, |e, s| {
            (0..e.book.barrier_instances.len()).map(|it| e.is_open(s, it)).collect()
        })
    }
    /// Returns the captures that bans forbid now. Empty if the game is over.
    ///
    /// Exceptions to bans depend on the move and are not considered.
    pub fn capture_bans(&self) -> Vec<CaptureBan> {
        with_state!(self.variant.engine(), &self.state, |e, s| match s.over.ending() {
            None => e.capture_bans(s),
            Some(_) => Vec::new(),
        })
    }
    /// Returns which checks a ban keeps which player from giving or allowing now. Exceptions
    /// are not looked at. Empty after the end of the game.
    pub fn check_bans(&self) -> Vec<CheckBan> {
        with_state!(self.variant.engine(), &self.state, |e, s| match s.over.ending() {
            None => e.check_bans(s),
            Some(_) => Vec::new(),
        })
    }
    /// Returns how the game ended; `None` if it is still going on.
    pub fn ending(&self) -> Option<Ending> {
        with_state!(self.variant.engine(), &self.state, |_e, s| s.over.ending())
    }
    /// Returns the points scored so far, by seat.
    pub fn scores(&self) -> Vec<Points> {
        self.setup().scores
    }
    /// Returns the size of a copy in bytes, including what it points to but not the variant.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + with_state!(self.variant.engine(), &self.state, |_e, s| size_of_val(&**s))
    }
    /// Returns the number of sequences of `depth` legal moves (perft).
    ///
    /// A finished game has no further nodes. An elimination does not count as a ply.
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_by(depth, &PerftOptions::default())
    }
    /// Returns the position whose moves [`perft`](Self::perft) counts first.
    ///
    /// Outcomes that are due at the start of the turn have occurred, except repetition and dead
    /// positions.
    #[must_use]
    pub fn perft_root(&self) -> Position {
        let mut root = self.clone();
        with_state!(self.variant.engine(), &mut root.state, |e, s| {
            **s = e.perft_root(s);
        });
        root
    }
    /// Returns the same count as [`perft`](Self::perft), computed as `options` say.
    pub fn perft_by(&self, depth: u32, options: &PerftOptions) -> u64 {
        with_state!(self.variant.engine(), &self.state, |e, s| e.perft(s, depth, options))
    }
    /// Plays moves until the game ends or `limit` moves are made, and returns how many were made.
    ///
    /// All rules apply. `pick` receives the number of legal moves and returns the index of one of
    /// them, in an order internal to the engine. Repetitions are counted from this position on.
    pub fn play_out(&mut self, limit: u32, pick: &mut dyn FnMut(u64) -> u64) -> u32 {
        let mut hand = PlayoutScratch::default();
        with_state!(self.variant.engine(), &mut self.state, |e, s| e.play_out(s, limit, &mut hand, pick))
    }
}

/// Two positions are equal if the hashes of their variants and all of their contents are equal.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.variant.hash() == other.variant.hash() && self.setup() == other.setup()
    }
}
