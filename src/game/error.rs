//! The reasons why an action or a record is refused.
//!
//! Contains [`GameError`], [`ClaimErrorKind`] and [`ReplayErrorKind`]. Input: what a game found. Output: sentences, by
//! `Display`. Knows no positions and does not change games.

use super::replay::MAX_ACTS;
use crate::notation::name::capital;
use crate::notation::{MoveTextError, PositionErrors};
use crate::rulebook::{SeatId, UnknownId};
use crate::rules::{Move, Refusal};

/// Why an action was refused. The game is unchanged.
///
/// ```
/// use threefold::game::ClaimErrorKind;
/// use threefold::{Game, GameError, Refusal};
///
/// let chess = threefold::load("chess")?.variant;
/// let mut game = Game::new(&chess).expect("a starting position");
/// let error = game.perform("e1-e2").expect_err("the square is occupied");
/// assert!(matches!(error, GameError::Illegal { refusal: Refusal::Blocked { .. }, .. }));
/// let error = game.perform("b accepts").expect_err("there is no offer");
/// assert!(matches!(error, GameError::Claim { kind: ClaimErrorKind::NoOffer, .. }));
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The move is illegal.
    #[error("{sentence}")]
    Illegal {
        /// The refused move.
        mv: Move,
        /// The reason, with ids and squares.
        refusal: Refusal,
        /// Stable code of the reason.
        code: Box<str>,
        /// The reason as a sentence.
        sentence: Box<str>,
    },
    /// The text is not a move.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// The claim or answer is not possible.
    #[error("{kind}")]
    Claim {
        /// The reason, with the names that belong to it.
        kind: ClaimErrorKind,
        /// Advice on what to do; may be empty.
        help: String,
    },
}

impl GameError {
    /// Returns the reason as a sentence, with the advice on a claim if there is some.
    pub fn with_help(&self) -> String {
        let text = match self {
            GameError::Claim { kind, help } if !help.is_empty() => format!("{kind}: {help}"),
            other => other.to_string(),
        };
        let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
        capital(&text) + end
    }
}

/// A claim and the player who makes it.
///
/// `Display` prints the beginning of a rule: "White may offer a draw", or "Black may make the claim “tie”".
///
/// ```
/// use threefold::game::{ClaimErrorKind, ClaimWords};
/// use threefold::{Game, GameError};
///
/// let chess = threefold::load("chess")?.variant;
/// let mut game = Game::new(&chess).expect("a starting position");
/// let error = game.perform("b claims draw for w").expect_err("a draw has no winner");
/// let GameError::Claim { kind: ClaimErrorKind::UselessWinner { claim }, .. } = error else { panic!("{error}") };
/// let ClaimWords { player, label, .. } = &*claim;
/// assert_eq!((player.as_str(), label.as_str()), ("Black", "draw"));
/// assert_eq!(claim.to_string(), "Black may offer a draw");
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClaimWords {
    /// Name of the player.
    pub player: String,
    /// Label of the claim in the rulebook.
    pub label: String,
    /// The act in words, such as "offer a draw"; `None` for a claim that has only a label.
    pub act: Option<String>,
}

impl std::fmt::Display for ClaimWords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.act {
            Some(act) => write!(f, "{} may {act}", self.player),
            None => write!(f, "{} may make the claim “{}”", self.player, self.label),
        }
    }
}

/// Why a claim, an answer or a withdrawal is not possible.
///
/// `Display` prints a message without a period. [`GameError`] has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimErrorKind {
    /// An offer waits for answers, so that nothing else is possible.
    #[error("{offer}")]
    OfferWaits {
        /// The offer and the players who have not answered, as sentences.
        offer: String,
        /// The players who have not answered.
        waiting: Vec<SeatId>,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The player has been eliminated.
    #[error("{player} has been eliminated")]
    Eliminated {
        /// Name of the player.
        player: String,
    },
    /// A text after a player that is not an action.
    #[error("`{text}` is not an action of a player")]
    UnknownAction {
        /// The first word of the action.
        text: String,
    },
    /// A claim that the variant does not have.
    #[error("there is no claim `{name}`")]
    UnknownClaim {
        /// The name as written.
        name: String,
        /// Names of all claims, and of all outcomes that can be claimed.
        expected: Vec<String>,
    },
    /// A player that the variant does not have, by name.
    #[error("there is no player `{name}`")]
    UnknownPlayer {
        /// The name as written.
        name: String,
        /// Letters of all players.
        expected: Vec<String>,
    },
    /// A player that the variant does not have, by id.
    #[error(transparent)]
    UnknownId(#[from] UnknownId),
    /// A claim that is possible only on the player's own turn.
    #[error("{claim} only on their own turn; it is {to_move}'s turn")]
    NotYourTurn {
        /// The claim and its player.
        claim: Box<ClaimWords>,
        /// The player to move.
        turn: SeatId,
        /// Name of the player to move.
        to_move: String,
    },
    /// A claim that must name another player as the winner.
    #[error("{claim} only in another player's favor")]
    NoWinner {
        /// The claim and its player.
        claim: Box<ClaimWords>,
    },
    /// A claim that must name another player as the partner.
    #[error("{claim}, but only with another player who is still in the game")]
    NoPartner {
        /// The claim and its player.
        claim: Box<ClaimWords>,
    },
    /// A claim that would make an alliance that exists, or end one that does not.
    #[error("{claim}, but now that would change nothing")]
    ChangesNothing {
        /// The claim and its player.
        claim: Box<ClaimWords>,
    },
    /// A claim that cannot name a winner.
    #[error("{claim}, but not in another player's favor")]
    UselessWinner {
        /// The claim and its player.
        claim: Box<ClaimWords>,
    },
    /// A claim that names the claimant as the winner.
    #[error("{claim}, but not in their own favor")]
    OwnFavor {
        /// The claim and its player.
        claim: Box<ClaimWords>,
    },
    /// A claim that names an eliminated player as the winner.
    #[error("{player} has been eliminated and cannot win")]
    WinnerEliminated {
        /// Name of that player.
        player: String,
    },
    /// An outcome whose conditions do not hold.
    #[error("{outcome} cannot be claimed in this position")]
    NotClaimable {
        /// Label of the outcome.
        outcome: String,
    },
    /// A resignation that the variant does not have.
    #[error("nobody can resign in this variant")]
    NoResignation,
    /// An answer without an offer.
    #[error("no offer waits for an answer")]
    NoOffer,
    /// An answer of a player who need not answer.
    #[error("{player} has nothing to answer")]
    NothingToAnswer {
        /// Name of the player.
        player: String,
    },
    /// A withdrawal without an offer of this player.
    #[error("this player has no offer to withdraw")]
    NothingToWithdraw,
}

/// Why a record cannot be replayed.
///
/// ```
/// use threefold::GameError;
/// use threefold::game::{ReplayError, ReplayErrorKind, replay};
///
/// let chess = threefold::load("chess")?.variant;
/// let error: ReplayError = replay(&chess, "e4 e5\nKe3\n").expect_err("the king cannot reach e3");
/// assert_eq!(error.line, 2);
/// let ReplayErrorKind::Act(refused) = error.kind else { panic!("{error}") };
/// assert!(matches!(*refused, GameError::Illegal { .. }));
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayErrorKind {
    /// An action of the record is refused.
    #[error(transparent)]
    Act(Box<GameError>),
    /// The position at the start is not valid.
    #[error(transparent)]
    Position(#[from] PositionErrors),
    /// Neither the record nor the variant has a position to start from.
    #[error("the variant has no starting position, and the record names none")]
    NoStart,
    /// The record has more than [`MAX_ACTS`] actions.
    #[error("a record has at most {MAX_ACTS} moves and claims: write a shorter one")]
    TooLong,
    /// Another record begins after the moves.
    #[error("another game begins here: a file of this form has one game, and PGN can have several")]
    AnotherGame,
}

impl From<GameError> for ReplayErrorKind {
    fn from(refused: GameError) -> Self {
        Self::Act(Box::new(refused))
    }
}
