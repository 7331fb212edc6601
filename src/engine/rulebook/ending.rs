//! Outcomes and claims: how players are eliminated and how the game ends, with all names
//! resolved.
//!
//! Input: the `[outcome]`, `[claim]` and `[settle]` headers, from `compile`. Output: [`Outcome`],
//! [`Claim`] and [`Settle`]. `rules` carries them out; nothing here knows a position.

use super::{BanTests, ClaimId, OutcomeId, Player, PositionTest, Rulebook, SeatId, SeatSet, Template};
use crate::policy;
use crate::policy::{CheckState, Points, Who};

sealed! {
/// An outcome that ends the game, eliminates a player or passes the turn.
///
/// ```
/// use threefold::rulebook::{Alliance, Claim, Counter, Outcome, Player, Team};
///
/// let chess = threefold::load("chess")?.variant;
/// let book = chess.rulebook();
/// let mate: &Outcome = book.outcomes().iter().find(|it| it.name() == "checkmate").expect("an outcome");
/// let most = mate.score().iter().max_by_key(|it| it.1).expect("points");
/// assert!(matches!(most.0, Player::Role(_)));
/// assert_eq!(most.1.to_string(), "1");
/// let resign: &Claim = book.claims().iter().find(|it| it.name() == "resign").expect("a claim");
/// assert!(!resign.names_winner());
/// // Chess has no counters of its own, teams or alliances, and its turns go round.
/// let counters: &[Counter] = book.counters();
/// let teams: &[Team] = book.teams();
/// let alliance: Option<&Alliance> = book.alliance();
/// assert!(counters.is_empty() && teams.is_empty() && alliance.is_none());
/// assert!(!book.reverses() && !book.has_extra_turns() && !book.freezes() && !book.inherits_turns());
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Name in the file.
    name: String => &str,
    /// Name in sentences, without an article.
    label: String => &str,
    /// Sentence that reports the end of the game, if the file gives one.
    sentence: Option<Template> => Option<&Template>: as_ref,
    /// Condition under which the outcome occurs.
    when: PositionTest => &PositionTest,
    /// Exceptions by name; the outcome does not occur if any of them holds.
    unless: Vec<(String, BanTests)> => &[(String, BanTests)],
    /// How to determine the mating player.
    mating_player: Option<policy::MatingPlayer>,
    /// Consequence of the outcome.
    then: policy::Then,
    /// The player who gets an extra turn by the outcome; `None` means the mover.
    extra_turn_for: Option<Player>,
    /// The players who become allies by the outcome.
    allies: Vec<Player> => &[Player],
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
    /// Points by role, in file order.
    score: Vec<(Player, Points)> => &[(Player, Points)],
}
}

impl super::Rulebook {
    /// Reports whether an outcome or a claim reverses the order of play during the game.
    ///
    /// [`Outcome`] has an example.
    pub fn reverses(&self) -> bool {
        self.does(policy::Then::Reverse) || self.claims.iter().any(|it| it.then == policy::ClaimThen::Reverse)
    }

    /// Reports whether an outcome gives a player an extra turn.
    ///
    /// [`Outcome`] has an example.
    pub fn has_extra_turns(&self) -> bool {
        self.does(policy::Then::ExtraTurn)
    }

    /// Reports whether an outcome freezes a player: they are eliminated, but can return.
    ///
    /// [`Outcome`] has an example.
    pub fn freezes(&self) -> bool {
        self.does(policy::Then::Freeze)
    }

    /// Reports whether an outcome that is tested without a claim does this.
    fn does(&self, then: policy::Then) -> bool {
        let settled = self.settle.after_move.iter().chain(&self.settle.turn_start);
        settled.into_iter().any(|it| self.outcomes[it.0 as usize].then == then)
    }
}

sealed! {
/// A counter of moves after which a test holds. Each player has one.
///
/// [`Outcome`] has an example.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Name in the file.
    name: String => &str,
    /// What is counted, in the plural.
    label: String => &str,
    /// The test after a move.
    when: PositionTest => &PositionTest,
    /// The test without which the counter goes back to zero.
    running: Option<PositionTest> => Option<&PositionTest>: as_ref,
    /// The number from which the counter starts.
    starts: policy::CounterStart,
    /// How much higher it starts, by the first test that holds before the first move that counts. `None` always
    /// holds.
    ahead: Vec<(Option<PositionTest>, u8)> => &[(Option<PositionTest>, u8)],
    /// The number at which the counter stops: the highest that a test compares it with. Positions that differ only in higher
    /// numbers would never repeat.
    highest: u8,
}
}

sealed! {
/// A claim that a player can make, such as a resignation or a draw offer.
///
/// [`Outcome`] has an example.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Name in the file.
    name: String => &str,
    /// Name in sentences, without an article.
    label: String => &str,
    /// The player whom the claimant must name; `None` if no player.
    names: Option<policy::ClaimNames>,
    /// The players who must agree.
    consent: policy::Consent,
    /// When the claim may be made.
    timing: policy::ClaimTiming,
    /// Consequence of an accepted claim.
    then: policy::ClaimThen,
    /// Points by role, in file order.
    score: Vec<(Player, Points)> => &[(Player, Points)],
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

impl Claim {
    /// Reports whether the claimant names the winner.
    ///
    /// [`Outcome`] has an example.
    pub fn names_winner(&self) -> bool {
        self.names == Some(policy::ClaimNames::Winner)
    }
}

sealed! {
/// When outcomes are tested, each list in its order.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Settle {
    /// Outcomes tested after each move.
    after_move: Vec<OutcomeId> => &[OutcomeId],
    /// Outcomes tested at the start of each turn.
    turn_start: Vec<OutcomeId> => &[OutcomeId],
    /// Outcomes tested when a player claims them.
    on_claim: Vec<OutcomeId> => &[OutcomeId],
}
}

sealed! {
/// A team of players who are partners.
///
/// [`Outcome`] has an example.
#[derive(Clone, Debug)]
pub struct Team {
    /// Name in the file.
    name: String => &str,
    /// The players of the team, one bit each.
    seats: SeatSet,
    /// Whether partners may capture each other's pieces.
    captures: policy::PartnerCaptures,
    /// Whether a player gives check to a partner's king.
    checks: policy::PartnerChecks,
    /// What the elimination of a player means for their partners.
    loss: policy::PartnerLoss,
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
/// What it means to be allies. Alliances begin and end during the game.
///
/// [`Outcome`] has an example.
#[derive(Clone, Debug)]
pub struct Alliance {
    /// The number of allies that a player may have at a time.
    allies: policy::AllyLimit,
    /// Whether allies may capture each other's pieces.
    captures: policy::PartnerCaptures,
    /// Whether a player gives check to an ally's king.
    checks: policy::PartnerChecks,
    /// What the elimination of a player means for their allies.
    loss: policy::PartnerLoss,
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

impl Rulebook {
    /// Returns the number of values that a position stores for each seat behind its captured pieces: counters, the
    /// allies, and the player who inherits the turns.
    #[doc(hidden)]
    pub fn seat_values(&self) -> usize {
        self.counters.len() + usize::from(self.alliance.is_some()) + usize::from(self.inherits_turns())
    }
    /// Returns the outcome for players without a legal move that comes before they can pass; `None` if there is none, or
    /// if such players do not pass.
    #[doc(hidden)]
    pub fn outcome_before_passing(&self) -> Option<&Outcome> {
        let comes_first = |it: &&Outcome| {
            let only = PositionTest { stuck: it.when.stuck, ..PositionTest::default() };
            let is_stalemate = it.when.stuck.is_some_and(|it| it.who == Who::Mover && it.check != CheckState::In);
            is_stalemate && it.when == only && it.unless.is_empty()
        };
        let passes = self.passing == policy::TurnPassing::WhenStuck;
        let mut tested = self.settle.turn_start.iter().map(|it| &self.outcomes[usize::from(it.0)]);
        tested.find(|it| passes && comes_first(it))
    }
    /// Reports whether the player who takes over an army also gets the turns of its former owner.
    ///
    /// [`Outcome`] has an example.
    pub fn inherits_turns(&self) -> bool {
        self.eliminated_turn == policy::EliminatedTurn::NewOwner && self.army == policy::Army::TakenOver
    }
    /// Returns the other players of a seat's team, if a team of theirs passes a test.
    fn partners_if(&self, seat: SeatId, has: impl Fn(&Team) -> bool) -> SeatSet {
        let own = self.teams.iter().filter(|it| it.seats & seat.bit() != 0 && has(it));
        own.fold(0, |all, it| all | it.seats) & !seat.bit()
    }
    /// Returns the other players of a seat's team, eliminated players included.
    pub fn partners(&self, seat: SeatId) -> SeatSet {
        self.partners_if(seat, |_| true)
    }
    /// Returns the partners whose pieces a player may not capture.
    pub fn spared_partners(&self, seat: SeatId) -> SeatSet {
        self.partners_if(seat, |it| it.captures == policy::PartnerCaptures::Forbidden)
    }
    /// Returns the partners who do not give check to a player.
    pub fn harmless_partners(&self, seat: SeatId) -> SeatSet {
        self.partners_if(seat, |it| it.checks == policy::PartnerChecks::Ignored)
    }
    /// Returns the partners who are eliminated together with a player.
    pub fn bound_partners(&self, seat: SeatId) -> SeatSet {
        self.partners_if(seat, |it| it.loss == policy::PartnerLoss::Together)
    }
    /// Returns all claims, in file order.
    pub fn claim_ids(&self) -> impl Iterator<Item = ClaimId> + use<> {
        (0..self.claims.len() as u8).map(ClaimId)
    }
}

impl super::Rulebook {
    /// Returns the kind that starts where a castling expects the rook.
    #[doc(hidden)]
    pub fn castling_partner(&self, castling: &super::Castling) -> Option<super::KindId> {
        let mut setup = self.setup.iter().flatten();
        setup.find(|it| it.0 == castling.seat && it.2 == castling.rook.0).map(|it| it.1)
    }

    /// Reports whether a claim ends all alliances of a player, who can have several.
    #[doc(hidden)]
    pub fn ends_all_alliances(&self, claim: &Claim) -> bool {
        let several = self.alliance.as_ref().is_some_and(|it| it.allies == policy::AllyLimit::Any);
        claim.then == policy::ClaimThen::EndAlliance && claim.names.is_none() && several && self.seats.len() > 2
    }
}
