//! A game: a position with its history.
//!
//! In: moves, claims and answers. Out: the [`Position`] they lead to, undone and redone at will;
//! how often it has stood; who is being asked for consent. What a position cannot know is here:
//! repetition, offers, resignations, the record. Refuses to know bots, terminals and files. Names
//! follow python-chess where they fit.

mod claims;
mod record;
mod replay;
mod sentence;
mod text;

pub use claims::Pending;
pub use record::record;
pub use replay::{Heading, ReplayError, continued, heading, replay};
pub use sentence::Offer;

use crate::board::Square;
use crate::notation::MoveTextError;
use crate::notation::moves::print_move;
use crate::notation::sentence::explain;
use crate::rules::{Ending, Man, Move, Position, Variant};
use crate::variant::{ClaimId, OutcomeId, SeatId};

/// What a player did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A move.
    Move(Move),
    /// A claim that needs no consent, or asks for it.
    Claim {
        /// Which.
        claim: ClaimId,
        /// Whom it names.
        winner: Option<SeatId>,
    },
    /// An outcome that is looked at when claimed.
    Outcome(OutcomeId),
    /// An answer to a claim.
    Answer(bool),
    /// The claimant takes his claim back.
    Withdraw,
}

/// One entry of a game.
#[derive(Clone, Debug)]
pub struct Played {
    /// Who.
    pub seat: SeatId,
    /// What.
    pub act: Act,
    /// The act as text.
    pub text: String,
    /// The position that followed.
    pub after: Position,
    /// Who is asked for consent since.
    pending: Option<Pending>,
    /// The key of the position, where the act gave a new one.
    key: Option<u64>,
}

/// Why an act was not carried out; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The move is not legal.
    #[error("{sentence}")]
    Illegal {
        /// The move.
        mv: Move,
        /// The stable code of the reason.
        code: String,
        /// The reason.
        sentence: String,
    },
    /// The text is no move.
    #[error("{0}")]
    Text(#[from] MoveTextError),
    /// The claim or the answer cannot be made.
    #[error("{message}")]
    Claim {
        /// What is wrong.
        message: String,
        /// What to do; may be empty.
        help: String,
    },
}

/// A game in play, or over.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    start_key: u64,
    played: Vec<Played>,
    undone: Vec<Played>,
}

impl Game {
    /// A game from the array; `None` where the variant has none on purpose.
    pub fn new(variant: &Variant) -> Option<Self> {
        variant.start().map(Self::from_position)
    }

    /// A game from any position, which is settled first.
    pub fn from_position(mut start: Position) -> Self {
        start.settle(1);
        let start_key = start.repetition_key();
        Self { start, start_key, played: Vec::new(), undone: Vec::new() }
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        self.start.variant()
    }

    /// The position that the game began with.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.played.last().map_or(&self.start, |it| &it.after)
    }

    /// Everything that was done, in order.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// What was taken back and can be done again; the last is the next.
    pub fn undone(&self) -> &[Played] {
        &self.undone
    }

    /// The moves, each with its player.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (SeatId, Move)> {
        self.played.iter().filter_map(|it| match it.act {
            Act::Move(mv) => Some((it.seat, mv)),
            _ => None,
        })
    }

    /// The last move.
    pub fn last_move(&self) -> Option<Move> {
        self.moves().next_back().map(|it| it.1)
    }

    /// Whose turn it is.
    pub fn turn(&self) -> SeatId {
        self.position().turn()
    }

    /// The man on a square.
    pub fn man_at(&self, square: Square) -> Option<Man> {
        self.position().man_at(square)
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves()
    }

    /// Whether the king of the player to move is attacked.
    pub fn is_check(&self) -> bool {
        self.position().is_check(self.turn())
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Ending> {
        self.position().ending()
    }

    /// Whether the game is over.
    pub fn is_game_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The claim that waits for an answer.
    pub fn pending(&self) -> Option<&Pending> {
        self.played.last().and_then(|it| it.pending.as_ref())
    }

    /// How often the position has stood in this game, this time counted.
    pub fn repeated(&self) -> u16 {
        self.stood(self.position().repetition_key())
    }

    fn stood(&self, key: u64) -> u16 {
        let keys = std::iter::once(self.start_key).chain(self.played.iter().filter_map(|it| it.key));
        keys.filter(|it| *it == key).count().try_into().unwrap_or(u16::MAX)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The reason why it is not legal, or that a claim waits for its answer.
    pub fn play(&mut self, mv: Move) -> Result<&Position, GameError> {
        self.no_claim_waits()?;
        let before = self.position();
        let seat = before.turn();
        let Ok(mut next) = before.play_unsettled(mv) else {
            let why = explain(before, mv);
            return Err(GameError::Illegal { mv, code: why.code, sentence: why.sentence });
        };
        let text = print_move(before, mv);
        // Settling asks how often the position has stood, this time counted.
        next.settle(self.stood(next.repetition_key()).saturating_add(1));
        let key = Some(next.repetition_key());
        self.put(Played { seat, act: Act::Move(mv), text, after: next, pending: None, key });
        Ok(self.position())
    }

    /// As [`Game::play`].
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn push(&mut self, mv: Move) -> Result<&Position, GameError> {
        self.play(mv)
    }

    /// Takes the last act back, a claim or an answer too.
    pub fn undo(&mut self) -> Option<&Played> {
        let last = self.played.pop()?;
        self.undone.push(last);
        self.undone.last()
    }

    /// As [`Game::undo`].
    pub fn pop(&mut self) -> Option<&Played> {
        self.undo()
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) -> Option<&Played> {
        let next = self.undone.pop()?;
        self.played.push(next);
        self.played.last()
    }

    fn put(&mut self, entry: Played) {
        self.undone.clear();
        self.played.push(entry);
    }
}
