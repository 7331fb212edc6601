//! Variants without one rule: the rule that refused a move.
//!
//! Contains [`Variant::without`]. Input: a variant and a [`Refusal`]. Output: a variant in which
//! that rule forbids nothing. Comparing the two shows which other rules refuse the same move. Does
//! not know texts.

use super::{PlacementObstacle, Refusal, Variant};
use crate::policy;
use crate::rulebook::{MoveTest, Permissions, PieceTest, Rulebook};

const ALL: Permissions = Permissions { quiet: true, capture: true, give_check: true, attack: true };

impl Variant {
    /// Returns the variant without the rule that a refusal names: the barrier allows everything,
    /// the ban forbids no move, or kings need not be safe. Its hash differs from the hash of this
    /// variant.
    ///
    /// Returns `None` if the refusal names no rule that can be lifted (how pieces move, whose turn
    /// it is), or a rule that this variant does not have.
    pub fn without(&self, refusal: &Refusal) -> Option<Variant> {
        let mut book = self.rulebook().clone();
        let rule = lift(&mut book, refusal)?;
        // SAFETY: the rulebook of a variant was compiled, and here it only lost a rule.
        unsafe { self.altered(book, format!("{}-without-{rule}", self.hash())) }.ok()
    }
}

/// Lifts the rule in `book` and returns a name for it.
fn lift(book: &mut Rulebook, refusal: &Refusal) -> Option<String> {
    Some(match refusal {
        Refusal::Barrier { barrier, .. } => {
            let header = book.barrier_instances.get(*barrier)?.barrier;
            (book.barriers[header].closed, book.barriers[header].open) = (ALL, ALL);
            format!("barrier-{header}")
        }
        Refusal::CheckAcross { barrier, .. } => {
            let header = book.barrier_instances.get(*barrier)?.barrier;
            book.barriers[header].closed.give_check = true;
            book.barriers[header].open.give_check = true;
            format!("check-across-{header}")
        }
        Refusal::Ban { ban, .. } => {
            // No piece matches this test. The ban keeps its index but forbids nothing.
            let nobody = PieceTest { kind: Some(0), ..Default::default() };
            book.bans.get_mut(*ban)?.forbids.mv = Some(MoveTest { piece: Some(nobody), ..Default::default() });
            format!("ban-{ban}")
        }
        Refusal::OwnKing { .. } | Refusal::OwnKingDestroyed { .. } => {
            book.check.own_king = policy::OwnKing::MayBeLeft;
            "own-king".to_owned()
        }
        Refusal::CastlingAttacked { .. } => {
            for it in &mut book.castlings {
                it.safe.clear();
                it.safe_start = false;
            }
            "castling".to_owned()
        }
        Refusal::KingNotCapturable { .. } => {
            book.check.kings = policy::Kings::MayBeCaptured;
            "king-not-capturable".to_owned()
        }
        Refusal::MustCapture { .. } => {
            book.forced_capture = policy::ForcedCapture::No;
            "forced-capture".to_owned()
        }
        Refusal::MustTakeMost { .. } => {
            book.forced_capture = policy::ForcedCapture::Yes;
            "most-captures".to_owned()
        }
        Refusal::PromotionLimit { .. } => {
            book.promotion_moves.iter_mut().for_each(|it| it.most = None);
            "promotion-limit".to_owned()
        }
        Refusal::PromotionAttacks { .. } => {
            book.promotion_moves.iter_mut().for_each(|it| it.attack = policy::PromotionAttack::Allowed);
            "promotion-attack".to_owned()
        }
        Refusal::DropMate { .. } => {
            book.drops.iter_mut().for_each(|it| it.mate = policy::DropMate::Allowed);
            "drop-mate".to_owned()
        }
        Refusal::NoPassing | Refusal::NotStuck => {
            book.passing = policy::TurnPassing::Allowed;
            "passing".to_owned()
        }
        Refusal::MustDrop => {
            book.drops.iter_mut().for_each(|it| it.forced = false);
            "forced-drop".to_owned()
        }
        Refusal::FileFull { .. } => {
            book.drops.iter_mut().for_each(|it| it.most_on_file = None);
            "most-on-file".to_owned()
        }
        Refusal::ColorFull { .. } | Refusal::SquareNeeded { .. } => {
            book.drops.iter_mut().for_each(|it| it.most_on_color = None);
            "most-on-color".to_owned()
        }
        Refusal::DropNotBeside { .. } => {
            book.drops.iter_mut().for_each(|it| it.beside = None);
            "drop-beside".to_owned()
        }
        Refusal::DropConvertsNothing { .. } => {
            book.drops.iter_mut().for_each(|it| it.must_convert = false);
            "drop-conversion".to_owned()
        }
        Refusal::WrongHurdle { .. } => {
            book.kinds.iter_mut().for_each(|it| it.hurdle = None);
            "hurdle".to_owned()
        }
        Refusal::Placement { obstacle: PlacementObstacle::NotThere, .. } => {
            book.blocker.iter_mut().for_each(|it| it.on = None);
            "placement".to_owned()
        }
        Refusal::Placement { obstacle: PlacementObstacle::NotReached, .. } => {
            book.blocker.iter_mut().for_each(|it| it.reach = policy::PlacementReach::Anywhere);
            "placement-reach".to_owned()
        }
        Refusal::Immune { .. } => {
            book.army = policy::Army::Inert;
            "immune".to_owned()
        }
        Refusal::Ally { .. } => {
            book.alliance.iter_mut().for_each(|it| it.captures = policy::PartnerCaptures::Allowed);
            book.teams.iter_mut().for_each(|it| it.captures = policy::PartnerCaptures::Allowed);
            "alliance".to_owned()
        }
        _ => return None,
    })
}
