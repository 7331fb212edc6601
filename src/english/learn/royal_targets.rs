//! Which kings each of three players attacks, if every player has several kings and bans protect some of them.
//!
//! Contains: [`RulesWriter::royal_targets`]. Input: the bans on captures of kings. Output: a sentence. Does not know: the bans
//! as special rules ([`super::bans`]).

use super::super::RulesWriter;
use super::super::words::InWords;
use crate::notation::name::joined;
use crate::policy::{Attackers, Barred, Role, Who};
use crate::rulebook::{Ban, Player};

impl RulesWriter<'_> {
    /// Names the kings that a player attacks, if bans protect all others: `the starred king of the next player`.
    pub(super) fn royal_targets(&self) -> Option<String> {
        let book = self.book;
        let is_harmless = self.def.check.as_ref().is_some_and(|it| it.banned.value == Barred::DoNotAttack);
        let royals: Vec<_> = book.player_kinds().filter(|it| it.1.role == Role::Royal).collect();
        let all_attack = book.check.attackers == Attackers::LivingOpponents;
        if !is_harmless || !all_attack || book.seats.len() != 3 || royals.len() < 2 || self.possible.elimination {
            return None;
        }
        // A ban without conditions on captures of some kings of one of the two other players.
        let concerns = |ban: &Ban, owner: Who, kind: u8| {
            let is_plain = ban.unless.is_empty() && ban.forbids.before.is_none() && ban.forbids.after.is_none();
            let test = ban.forbids.mv.as_ref().filter(|it| is_plain && it.piece.is_none());
            test.and_then(|it| it.captures.as_ref()).is_some_and(|it| {
                it.at.is_none()
                    && it.owner == Some(Player::Role(owner))
                    && it.kind.is_some_and(|it| it >> kind & 1 != 0)
            })
        };
        let targets = |owner: Who| {
            let free = royals.iter().filter(move |it| !book.bans.iter().any(|ban| concerns(ban, owner, it.0.0)));
            free.map(move |it| format!("the {} of {}", it.1.label, owner.sentence()))
        };
        let all: Vec<String> = [Who::Next, Who::Previous].into_iter().flat_map(targets).collect();
        (!all.is_empty() && all.len() < 2 * royals.len()).then(|| {
            let all = joined(&all, "and");
            format!("A player attacks only {all}. To the other kings, that player's pieces are harmless: they give no check.")
        })
    }
}
