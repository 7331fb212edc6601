//! A game: a position with its history.
//!
//! Input: moves, claims and answers. Output: the current [`Position`], with undo and redo; its
//! repetition count; and the players who still have to answer a claim. This module holds what a
//! position does not know: repetition, offers, resignations and the record. Knows no bots,
//! terminals or files. Names follow python-chess where they fit.
//!
//! ```
//! use threefold::Game;
//! use threefold::game::{record, replay};
//!
//! let chess = threefold::load("chess")?.variant;
//! let mut game = Game::new(&chess).expect("a starting position");
//! game.perform("e4")?;
//! game.perform("e5")?;
//! let again = replay(&chess, &record(&game))?;
//! assert_eq!(again.position(), game.position());
//! game.undo();
//! assert_eq!(game.played().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Claims, and records that are read in parts:
//!
//! ```
//! use threefold::game::{Act, Heading, MAX_ACTS, Offer, Pending, Played, continued, heading, record};
//! use threefold::{Game, load};
//!
//! let chess = load("chess")?.variant;
//! let mut game = Game::new(&chess).expect("a starting position");
//! game.perform("e4")?;
//! let offers: Vec<Offer> = game.offers(game.turn());
//! assert!(offers.iter().any(|it| it.text == "b claims draw"));
//! game.perform("black claims draw")?;
//! let pending: &Pending = game.pending().expect("White has to answer");
//! assert_eq!(pending.waiting.len(), 1);
//! game.perform("white refuses")?;
//! let last: &Played = game.played().last().expect("an answer");
//! assert_eq!(last.act, Act::Answer(false));
//!
//! let text = record(&game);
//! let head: Heading = heading(&text);
//! assert_eq!(head.variant.as_deref(), Some("chess"));
//! let longer = continued(game, "e5\n")?;
//! assert!(longer.played().len() == 4 && longer.played().len() <= MAX_ACTS);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod claims;
mod error;
mod record;
mod replay;
mod sentence;
mod short;
mod text;

pub use claims::Pending;
pub use error::{ClaimErrorKind, ClaimWords, GameError, ReplayErrorKind};
pub use record::record;
pub use replay::{Heading, MAX_ACTS, ReplayError, continued, heading, replay};
pub use sentence::Offer;

use std::sync::OnceLock;

use crate::board::Square;
use crate::notation::moves::print_move;
use crate::notation::sentence::explain;
use crate::rulebook::{ClaimId, OutcomeId, SeatId};
use crate::rules::{
    ChaseTrace, CheckTrace, Ending, Move, Piece, Position, Repetition, RepetitionKey, UnsettledPosition, Variant,
};

/// An action of a player: a move, a claim, an answer, or a withdrawal.
///
/// [`game`](crate::game) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Act {
    /// A legal move.
    Move(Move),
    /// A claim that needs no consent, or a request for consent.
    Claim {
        /// The claim made.
        claim: ClaimId,
        /// The player that it names as the winner or the partner.
        winner: Option<SeatId>,
    },
    /// An outcome that is tested when a player claims it.
    Outcome(OutcomeId),
    /// An answer to a claim: `true` accepts it.
    Answer(bool),
    /// The withdrawal of the player's own claim.
    Withdraw,
}

/// One entry of a game's history.
///
/// [`game`](crate::game) has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Played {
    /// The player who acted.
    pub seat: SeatId,
    /// The action taken.
    pub act: Act,
    /// The resulting position.
    pub after: Position,
    /// The position in which the player acted.
    before: Position,
    /// The action as text. That of a move is made when it is first read.
    text: OnceLock<String>,
    /// The claim that waits for answers after this entry.
    pending: Option<Pending>,
    /// Identity of the resulting position for repetition, if the action changed it.
    key: Option<RepetitionKey>,
    /// What the player chases after the move; `None` in a rulebook without perpetual chase.
    chase: Option<Box<ChaseTrace>>,
}

impl Played {
    /// Returns the action as text; a move in the notation of the variant.
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| match self.act {
            Act::Move(mv) => print_move(&self.before, mv),
            _ => String::new(),
        })
    }
}

/// What identifies a position of a game, whether a turn begins with it, and what is chased in it. Claims lead to other
/// positions of the same turn.
type Occurrence<'a> = (RepetitionKey, bool, Option<&'a ChaseTrace>);

/// A game in progress or over.
///
/// Two games are equal if they begin with equal [positions](Position) and have the same actions of the same players. What
/// was undone does not count.
///
/// ```
/// use threefold::Game;
///
/// let chess = threefold::load("chess")?.variant;
/// let mut game = Game::new(&chess).expect("a starting position");
/// let start = game.clone();
/// game.perform("e4")?;
/// assert_ne!(game, start);
/// game.undo();
/// assert_eq!(game, start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    start_key: RepetitionKey,
    played: Vec<Played>,
    undone: Vec<Played>,
    /// The legal moves of the current position, generated at the first request.
    legal: OnceLock<Vec<Move>>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        // The start and the actions decide everything else.
        let acts = |it: &Played| (it.seat, it.act.clone());
        self.start == other.start && self.played.iter().map(acts).eq(other.played.iter().map(acts))
    }
}

impl Eq for Game {}

impl Game {
    /// Creates a game from the starting position; `None` if the variant has none on purpose.
    pub fn new(variant: &Variant) -> Option<Self> {
        variant.start().map(Self::from_position)
    }

    /// Creates a game from any position. An [`UnsettledPosition`] is settled first.
    pub fn from_position(start: impl Into<UnsettledPosition>) -> Self {
        let start = start.into().settle();
        let start_key = start.repetition(CheckTrace::default());
        Self { start, start_key, played: Vec::new(), undone: Vec::new(), legal: OnceLock::new() }
    }

    /// Returns the variant of this game.
    pub fn variant(&self) -> &Variant {
        self.start.variant()
    }

    /// Returns the position at the start of the game.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.played.last().map_or(&self.start, |it| &it.after)
    }

    /// Returns all actions so far, in order.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// Returns the actions undone. The last one is the next to redo.
    pub fn undone(&self) -> &[Played] {
        &self.undone
    }

    /// Returns the moves so far, each with its player.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (SeatId, Move)> {
        self.played.iter().filter_map(|it| match it.act {
            Act::Move(mv) => Some((it.seat, mv)),
            _ => None,
        })
    }

    /// Returns the last move, if there is one.
    pub fn last_move(&self) -> Option<Move> {
        self.moves().next_back().map(|it| it.1)
    }

    /// Returns the player to move.
    pub fn turn(&self) -> SeatId {
        self.position().turn()
    }

    /// Returns the piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.position().piece_at(square)
    }

    /// Returns the legal moves in the current position, in ascending order. They are generated once for each position.
    ///
    /// ```
    /// use threefold::Game;
    ///
    /// let chess = threefold::load("chess")?.variant;
    /// let mut game = Game::new(&chess).expect("a starting position");
    /// assert_eq!(game.legal_moves().len(), 20);
    /// let first = game.legal_moves()[0];
    /// game.play(first)?;
    /// assert_eq!(game.last_move(), Some(first));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self) -> &[Move] {
        self.legal.get_or_init(|| self.position().legal_moves())
    }

    /// Reports whether the player to move is in check.
    pub fn is_check(&self) -> bool {
        self.position().is_check(self.turn())
    }

    /// Returns how the game ended; `None` if it is still going on.
    pub fn outcome(&self) -> Option<Ending> {
        self.position().ending()
    }

    /// Reports whether the game is over.
    pub fn is_game_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Returns the claim that waits for an answer.
    pub fn pending(&self) -> Option<&Pending> {
        self.played.last().and_then(|it| it.pending.as_ref())
    }

    /// Returns the positions before the current one, oldest first. Copies share their state. An action that leaves the
    /// position as it is, such as an offer, adds none.
    pub fn earlier_positions(&self) -> Vec<Position> {
        let changes = self.played.iter().filter(|it| it.key.is_some());
        changes.map(|it| it.before.clone()).collect()
    }

    /// Returns how many times the current position has occurred in this game, counting this one.
    pub fn repeated(&self) -> u16 {
        self.repetition().times
    }

    /// Returns how many times the current position has occurred in this game, and who gave perpetual check or chased in the meantime.
    ///
    /// ```
    /// use threefold::Game;
    ///
    /// let shogi = threefold::load("gallery/shogi")?.variant;
    /// let start = threefold::parse_position(&shogi, "s:Ki1,Rd1 g:Ke9 turn=s")?;
    /// let mut game = Game::from_position(start);
    /// for text in ["d1-e1", "e9-d9", "e1-d1", "d9-e9"] {
    ///     game.perform(text)?;
    /// }
    /// let sente = shogi.rulebook().seat("s").expect("a seat");
    /// assert_eq!((game.repetition().times, game.repetition().checking), (2, sente.bit()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repetition(&self) -> Repetition {
        let mut keys = self.keys();
        let now = keys.next().unwrap_or((self.start_key, true, None));
        Self::count(now, keys)
    }

    /// Returns what identifies each position of this game, the current one first.
    fn keys(&self) -> impl Iterator<Item = Occurrence<'_>> + Clone {
        fn key(it: &Played) -> Option<Occurrence<'_>> {
            Some((it.key?, matches!(it.act, Act::Move(_)), it.chase.as_deref()))
        }
        self.played.iter().rev().filter_map(key).chain(std::iter::once((self.start_key, true, None)))
    }

    /// Counts how many times a position has occurred, counting this one. `earlier` has the latest position first. A
    /// position counts once for each turn: players who ally and part again have not moved.
    fn count<'a>(
        (now, begins_turn, chase): Occurrence<'a>,
        earlier: impl Iterator<Item = Occurrence<'a>> + Clone,
    ) -> Repetition {
        let mut has_counted = !begins_turn;
        // This number never increases, so no position before a decrease recurs.
        let since_capture = earlier.take_while(move |it| it.0.pieces == now.pieces);
        let same = since_capture.map(move |(it, begins_turn, chase)| {
            let is_same = it.key == now.key && !has_counted;
            has_counted = (has_counted || is_same) && !begins_turn;
            (is_same, it.led, chase)
        });
        let repetition = Repetition::count(now.led, same.clone().map(|it| (it.0, it.1)));
        repetition.with_chases(chase, same.map(|it| (it.0, it.2)))
    }

    /// Plays a move. If an offer waits for the answer of the player to move, they refuse it.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    pub fn play(&mut self, mv: Move) -> Result<&Position, GameError> {
        let before = self.position();
        let seat = before.turn();
        let played = match self.legal.get() {
            Some(legal) if legal.binary_search(&mv).is_ok() => Ok(before.after_legal(mv)),
            _ => before.play_unsettled(mv),
        };
        let next = played.map_err(|refusal| {
            let why = explain(before, mv);
            GameError::Illegal { mv, refusal, code: why.code.into(), sentence: why.sentence.into() }
        })?;
        let before = before.clone();
        let chase = before.chase_trace(mv, next.as_position());
        let (after, key) = self.settled(next, Some(seat), chase.as_deref());
        let text = OnceLock::new();
        let (after, key, pending) = self.with_offer(after, key, self.pending_after_move(seat));
        self.append(Played { seat, act: Act::Move(mv), text, before, after, pending, key: Some(key), chase });
        Ok(self.position())
    }

    /// Plays a move; python-chess's name for [`Game::play`].
    ///
    /// # Errors
    /// Returns the errors of [`Game::play`].
    pub fn push(&mut self, mv: Move) -> Result<&Position, GameError> {
        self.play(mv)
    }

    /// Settles a new position of this game, and returns it with its identity for repetition. `mover` is the player
    /// whose move led to it, if it was a move. `chase` is what they chase after it.
    fn settled(
        &self,
        next: UnsettledPosition,
        mover: Option<SeatId>,
        chase: Option<&ChaseTrace>,
    ) -> (Position, RepetitionKey) {
        let led = mover.map_or_else(CheckTrace::default, |it| next.as_position().trace(it));
        let key = next.as_position().repetition(led);
        let (next, may_have_changed) = next.settle_and_report(Self::count((key, mover.is_some(), chase), self.keys()));
        let key = if may_have_changed { next.repetition(led) } else { key };
        (next, key)
    }

    /// Undoes the last action, be it a move, a claim or an answer.
    pub fn undo(&mut self) -> Option<&Played> {
        let last = self.played.pop()?;
        self.legal.take();
        self.undone.push(last);
        self.undone.last()
    }

    /// Undoes the last action; python-chess's name for [`Game::undo`].
    pub fn pop(&mut self) -> Option<&Played> {
        self.undo()
    }

    /// Redoes the last action undone.
    pub fn redo(&mut self) -> Option<&Played> {
        let next = self.undone.pop()?;
        self.legal.take();
        self.played.push(next);
        self.played.last()
    }

    fn append(&mut self, entry: Played) {
        self.undone.clear();
        self.legal.take();
        self.played.push(entry);
    }
}
