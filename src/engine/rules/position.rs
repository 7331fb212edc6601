//! The public type of a position: what stands where, and what the rules say about it.
//!
//! Input: a [`Setup`]. Output: a [`Position`] that plays by the rules. The type hides the const generics
//! of the engine. Moves are in the module `play`. Does not know files or text.

mod listing;
mod play;
mod queries;
mod rollout;
mod unsettled;

pub use play::RepetitionKey;
pub use rollout::Rollout;
pub use unsettled::UnsettledPosition;

use super::attack::Attacks;
use super::facts::Facts;
use super::judge::Judge;
use super::settle::Settler;
use super::setup_converter::SetupConverter;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::any::{AnyState, with_engine, with_state};
use super::state::{NOBODY, NOWHERE, PackedEnding};
use super::{CaptureBan, CheckBan, Ending, EndingCause, Piece, Repetition, Setup, SetupErrors, Variant};
use crate::board::{Heading, Square};
use crate::policy::Points;
use crate::rulebook::{OutcomeId, SeatId, SeatSet, UnknownId};

/// A valid position of a variant at the start of a turn. Cloning is cheap: copies share the state
/// until one changes.
///
/// A position is settled: the outcomes that were due have occurred. Positions before that step are
/// [`UnsettledPosition`]s.
///
/// ```
/// let chess = threefold::load("chess")?.variant;
/// let position = threefold::parse_position(&chess, "w:Ra8,Kg1 b:Kg8,Pf7,Pg7,Ph7 turn=b")?;
/// assert!(position.is_check(position.turn()));
/// assert!(position.ending().is_some());
/// assert!(position.legal_moves().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Equality
///
/// Two positions are equal if their [variants](Variant) are equal and their [setups](Self::setup) are
/// equal: pieces, player to move, rights, pools, counters, halfmove clock, points, and how the game ended. The game
/// then goes on alike from both. How the position came about does not count, so repetition needs the history that a
/// `Game` keeps. [`repetition_key`](Self::repetition_key) compares less: it leaves out the halfmove clock, the points,
/// and en passant rights that no piece can use.
///
/// `Hash` agrees with `==`, so positions can be keys of a map:
///
/// ```
/// use std::collections::HashMap;
///
/// let start = threefold::load("chess")?.variant.start().expect("a starting position");
/// let mut back = start.clone();
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
///     back = back.play(threefold::parse_move(&back, text)?)?;
/// }
/// // The pieces are back, and the halfmove clock has counted four plies.
/// assert_eq!(back.repetition_key(), start.repetition_key());
/// assert_ne!(back, start);
/// let mut first_moves = HashMap::from([(start.clone(), "e4")]);
/// first_moves.insert(back, "d4");
/// assert_eq!(first_moves.get(&start), Some(&"e4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    variant: Variant,
    state: AnyState,
}

impl Position {
    /// Returns the state inside the engine of the variant.
    pub(crate) fn state(&self) -> &AnyState {
        &self.state
    }
    /// Creates a position from a setup, validates it, and carries out the outcomes that are due.
    ///
    /// Every id must exist in this variant, and the setup must be consistent. A missing `facing`
    /// of a directed kind is derived. [`UnsettledPosition::new`] keeps the setup as it is.
    ///
    /// # Errors
    /// Returns all violations.
    pub fn new(variant: &Variant, setup: &Setup) -> Result<Self, SetupErrors> {
        UnsettledPosition::new(variant, setup).map(UnsettledPosition::settle)
    }
    /// Returns the setup of this position. [`UnsettledPosition::new`] turns it back into an equal
    /// position.
    pub fn setup(&self) -> Setup {
        with_state!(self.variant.engine(), &self.state, |e, s| SetupConverter::new(e).to_setup(s))
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
    /// Returns the player whose turn comes after this one, if nothing ends or changes the order until then: an heir plays the
    /// turns of an eliminated player. `None` if the game is over, or if nobody else has turns.
    #[doc(hidden)]
    pub fn next_player(&self) -> Option<SeatId> {
        with_state!(self.variant.engine(), &self.state, |e, s| {
            let place = e.place(s);
            let next = e.place_after(s, place);
            let extra = if e.book.has_extra_turns() { s.extra_turn() } else { None };
            let usual = (next != place).then(|| e.player_of(s, next));
            extra.or(usual).filter(|_| s.over == PackedEnding::NO).map(SeatId)
        })
    }
    /// Reports whether a player is still in the game; `false` for a player of another variant.
    pub fn is_living(&self, seat: SeatId) -> bool {
        with_state!(self.variant.engine(), &self.state, |_e, s| s.living & seat.bit() != 0)
    }
    /// Returns the allies of a player, one bit each; none for a player of another variant.
    ///
    /// ```
    /// let ring = threefold::load("mechanisms/alliances-on-the-ring")?.variant;
    /// let position = threefold::parse_position(&ring, "w:KWHd1 g:KGRd1 b:KBLd1 turn=w allies=w+g")?;
    /// let [white, gray] = ["white", "gray"].map(|it| ring.rulebook().seat(it).expect("a player"));
    /// assert_eq!(position.allies(white), gray.bit());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn allies(&self, seat: SeatId) -> SeatSet {
        if self.variant.rulebook().check_seat(seat).is_err() {
            return 0;
        }
        with_state!(self.variant.engine(), &self.state, |e, s| e.allies(s, seat.0))
    }
    /// Returns the piece on a square; `None` for an empty square or a square of another board.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        with_state!(self.variant.engine(), &self.state, |e, s| SetupConverter::new(e).piece_at(s, square.index()))
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
        with_state!(self.variant.engine(), &self.state, |e, s| SetupConverter::new(e).pieces(s))
    }
    /// Returns the squares of the blockers, in order. A blocker is a piece without an owner, so
    /// [`piece_at`](Self::piece_at) and [`pieces`](Self::pieces) leave it out.
    ///
    /// [`Move::placing`](super::Move::placing) has an example.
    pub fn blockers(&self) -> Vec<Square> {
        with_state!(self.variant.engine(), &self.state, |e, s| {
            e.blockers(s).iter().map(|it| Square(it as u16)).collect()
        })
    }
    /// Reports whether there is a piece or a blocker on a square; `false` for a square of another board.
    pub fn is_occupied(&self, square: Square) -> bool {
        square.index() < self.variant.board().len()
            && with_state!(self.variant.engine(), &self.state, |_e, s| s.is_occupied(square.index()))
    }
    /// Returns a 64-bit hash of what repetition compares: pieces, mover, living players and
    /// rights.
    pub fn repetition_key(&self) -> u64 {
        with_state!(self.variant.engine(), &self.state, |e, s| Judge::new(e).repetition_key(s))
    }
    /// Reports whether the mover may claim this outcome now; `false` for an outcome of another
    /// variant.
    pub fn is_claimable(&self, outcome: OutcomeId, repetition: impl Into<Repetition>) -> bool {
        self.is_claimable_after(outcome, repetition.into())
    }
    /// The same, compiled once: each crate compiles the generic functions that it calls, with all that they use.
    fn is_claimable_after(&self, outcome: OutcomeId, repetition: Repetition) -> bool {
        with_state!(self.variant.engine(), &self.state, |e, s| Settler::new(e).is_claimable(s, outcome, repetition))
    }
    /// Carries out a claimed outcome or an accepted claim, which can end the game or eliminate a
    /// player. The caller has already checked consent. A game that is over stays as it is.
    ///
    /// # Errors
    /// Returns the outcome, claim or player that the variant does not have.
    pub fn conclude(
        &self,
        cause: EndingCause,
        claimant: SeatId,
        winner: Option<SeatId>,
    ) -> Result<UnsettledPosition, UnknownId> {
        let book = self.variant.rulebook();
        match cause {
            EndingCause::Outcome(id) => book.check_outcome(id)?,
            EndingCause::Claim(id) => book.check_claim(id)?,
        }
        book.check_seat(claimant)?;
        winner.map_or(Ok(()), |it| book.check_seat(it))?;
        if self.ending().is_some() {
            return Ok(UnsettledPosition::of(self.variant.clone(), self.state.clone()));
        }
        let winner = winner.map_or(NOBODY, |it| it.0);
        let mut next = self.clone();
        with_state!(next.variant.engine(), &mut next.state, |e, s| {
            let s = Arc::make_mut(s);
            match cause {
                EndingCause::Outcome(id) => Settler::new(e).conclude_outcome(s, id),
                EndingCause::Claim(id) => Settler::new(e).conclude_claim(s, id, claimant.0, winner),
            }
        });
        Ok(UnsettledPosition::of(next.variant, next.state))
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
            Attacks::new(e).checkers(s, seat.0).iter().map(|it| Square(it as u16)).collect()
        })
    }
    /// Returns each king of a player in check, with the squares of the pieces that give check to it.
    ///
    /// A player can have several kings. Empty if none is in check, or if the player is eliminated or belongs to another
    /// variant.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let position = threefold::parse_position(&chess, "w:Ke1 b:Ke8,Re5 turn=w")?;
    /// let checks = position.kings_in_check(position.turn());
    /// let name = |it| chess.board().name(it);
    /// assert_eq!((checks.len(), name(checks[0].0), name(checks[0].1[0])), (1, "e1", "e5"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kings_in_check(&self, seat: SeatId) -> Vec<(Square, Vec<Square>)> {
        if !self.is_living(seat) {
            return Vec::new();
        }
        with_state!(self.variant.engine(), &self.state, |e, s| {
            let checks = Attacks::new(e).kings_in_check(s, seat.0).into_iter();
            checks.map(|(king, by)| (Square(king as u16), by.iter().map(|it| Square(it as u16)).collect())).collect()
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
            (0..e.book.barrier_instances.len()).map(|it| Facts::new(e).is_open(s, it)).collect()
        })
    }
    /// Returns the captures that bans forbid now. Empty if the game is over.
    ///
    /// Exceptions to bans depend on the move and are not considered.
    pub fn capture_bans(&self) -> Vec<CaptureBan> {
        with_state!(self.variant.engine(), &self.state, |e, s| match s.over.ending() {
            None => Judge::new(e).capture_bans(s),
            Some(_) => Vec::new(),
        })
    }
    /// Returns which checks a ban keeps which player from giving or allowing now. Exceptions
    /// are not looked at. Empty after the end of the game.
    pub fn check_bans(&self) -> Vec<CheckBan> {
        with_state!(self.variant.engine(), &self.state, |e, s| match s.over.ending() {
            None => Judge::new(e).check_bans(s),
            Some(_) => Vec::new(),
        })
    }
    /// Returns how the game ended; `None` if it is still going on.
    pub fn ending(&self) -> Option<Ending> {
        with_state!(self.variant.engine(), &self.state, |_e, s| s.over.ending())
    }
    /// Returns the points scored so far, by seat.
    pub fn scores(&self) -> Vec<Points> {
        let seats = self.variant.rulebook().seats.len();
        with_state!(self.variant.engine(), &self.state, |_e, s| {
            s.scores.iter().take(seats).map(|it| Points(i32::from(*it))).collect()
        })
    }
    /// Returns the players with the most points after the end of the game: several if they share the first place, and all of
    /// them after a draw. Empty while the game goes on.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let mated = threefold::parse_position(&chess, "w:Ra8,Kg1 b:Kg8,Pf7,Pg7,Ph7 turn=b")?;
    /// let winners: Vec<&str> = mated.winners().iter().map(|it| chess.rulebook().seats[it.index()].name.as_str()).collect();
    /// assert_eq!(winners, ["white"]);
    /// assert!(chess.start().expect("a starting position").winners().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winners(&self) -> Vec<SeatId> {
        let scores = self.scores();
        let most = scores.iter().max();
        let seats = self.variant.rulebook().seat_ids().filter(|it| scores.get(it.index()) == most);
        if self.ending().is_some() { seats.collect() } else { Vec::new() }
    }
    /// Returns the size of a copy in bytes, including what it points to but not the variant.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + with_state!(self.variant.engine(), &self.state, |_e, s| size_of_val(&**s))
    }
}

// Each setup has one state, which is smaller and quicker to compare.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.variant == other.variant && self.state == other.state
    }
}

impl Eq for Position {}

// The state alone: maps rarely hold positions of several variants, and `==` tells these apart.
impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}
