//! What can happen under a rulebook, so that no sentence speaks of what cannot.
//!
//! Input: a [`Rulebook`]. Output: [`Possible`]. Looks at outcomes that are settled, at claims and
//! at policies; knows no words.

use crate::policy::{Attackers, CheckState, ClaimThen, Consent, Kings, Resets, Role, Then, Who};
use crate::rulebook::{Outcome, OutcomeId, Rulebook};

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Possible {
    /// A player can be eliminated while others play on.
    pub elimination: bool,
    /// The king of a player who is still in play can be captured.
    pub king_capture: bool,
    /// A king can be in check.
    pub check: bool,
    /// Some rule forbids moves, so that a forbidden capture or escape exists.
    pub bans: bool,
    /// Some rule forbids moves that could capture a king.
    pub ban_on_kings: bool,
    /// Some rule compares what pieces are worth.
    pub material: bool,
    /// The game ends when no player can be checkmated any more.
    pub dead_position: bool,
    /// Some outcome counts the opponents who mate alone.
    pub mates_alone: bool,
    /// A player can resign, alone or in another player's favor.
    pub resignation: bool,
}

impl Possible {
    /// Reports whether an event that restarts the count of rounds can happen.
    pub fn reset(book: &Rulebook, event: Resets) -> bool {
        let mut kinds = book.player_kinds().map(|it| it.1);
        match event {
            Resets::Capture => kinds.any(|it| it.movement.atoms.iter().any(|it| it.capture || it.en_passant)),
            Resets::PawnMove => kinds.any(|it| it.role == Role::Pawn),
            Resets::Elimination => Self::new(book).elimination,
        }
    }

    pub fn new(book: &Rulebook) -> Self {
        let settle = &book.settle;
        let settled = || {
            let all = settle.after_move.iter().chain(&settle.turn_start).chain(&settle.on_claim);
            all.map(|it| &book.outcomes[usize::from(it.0)])
        };
        let eliminates = settled().any(|it| matches!(it.then, Then::Eliminate | Then::Freeze));
        let royal = |set: u32| book.kinds.iter().enumerate().any(|it| set >> it.0 & 1 != 0 && it.1.role == Role::Royal);
        // Tests of positions, in bans, in outcomes and in the exceptions to both.
        let tests = || {
            let bans =
                book.bans.iter().flat_map(|it| [&it.forbids].into_iter().chain(it.unless.iter().map(|it| &it.1)));
            let excepted = settled().flat_map(|it| it.unless.iter().map(|it| &it.1));
            let around = bans.chain(excepted).flat_map(|it| it.before.iter().chain(&it.after));
            around.chain(settled().map(|it| &it.when))
        };
        let resigns = |it: &&crate::rulebook::Claim| {
            let leaves = matches!(it.then, ClaimThen::End | ClaimThen::Eliminate);
            leaves && (it.consent == Consent::Nobody || it.names_winner())
        };
        Self {
            elimination: eliminates || book.claims.iter().any(|it| it.then == ClaimThen::Eliminate),
            king_capture: book.check.kings == Kings::MayBeCaptured && book.demands_royal(),
            check: book.check.attackers != Attackers::Nobody && book.demands_royal(),
            bans: !book.bans.is_empty(),
            ban_on_kings: book.bans.iter().any(|it| forbids_capturing(it, &royal)),
            material: tests().any(|it| it.material.is_some()),
            dead_position: book.kings_are_harmless() && settled().any(|it| it.when.mate_impossible),
            mates_alone: settled().any(|it| it.when.mates_alone.is_some()),
            resignation: book.claims.iter().any(|it| resigns(&it)),
        }
    }
}

/// Reports whether a ban forbids captures of some kinds. `concerns` tests a set of kinds.
pub(super) fn forbids_capturing(ban: &crate::rulebook::Ban, concerns: &dyn Fn(u32) -> bool) -> bool {
    let captured = ban.forbids.mv.as_ref().and_then(|it| it.captures.as_ref());
    captured.is_some_and(|it| it.kind.is_none_or(concerns))
}

/// Reports whether an outcome is tested only when a player asks for it.
pub(super) fn is_only_claimed(book: &Rulebook, id: OutcomeId) -> bool {
    let settle = &book.settle;
    settle.on_claim.contains(&id) && !settle.after_move.contains(&id) && !settle.turn_start.contains(&id)
}

/// Reports whether an outcome that the rules call checkmate occurs at the start of a turn without a legal move, whether or
/// not the player is in check.
pub(super) fn is_mate_without_check(outcome: &Outcome) -> bool {
    let is_stuck = outcome.when.stuck.is_some_and(|it| it.who == Who::Mover && it.check == CheckState::Either);
    is_stuck && outcome.when.living.is_none() && outcome.label == "checkmate"
}
