//! Material that bans compare: the values of the pieces, and what an exchange does to a player's losses.
//!
//! Contains: [`RulesWriter::exchanged_losses`], [`RulesWriter::values`], and what they need of exchanges. Input: the bans, the promotions and the values of
//! the pieces. Output: sentences. Does not know: what a ban forbids ([`super::bans`]).

use super::super::RulesWriter;
use super::super::phrases::{a, capital, kinds_or};
use super::super::words::InWords;
use crate::definition::{Ban, Promotion, WithUnless};
use crate::policy::{Choice, MaterialCount, Pays};
use crate::rulebook::PromotionChoice;

impl RulesWriter<'_> {
    /// Returns the promotion that exchanges a piece for a captured one.
    pub(super) fn exchange(&self) -> Option<&Promotion> {
        self.def.promotions.iter().map(|it| &it.1).find(|it| it.choice.value == Choice::FromPool)
    }

    /// Returns the kinds of captured pieces for which such a promotion exchanges a piece, one bit for each kind.
    pub(super) fn kinds_from_pool(&self) -> Option<u32> {
        self.book.promotions.iter().find_map(|it| match it.choice {
            PromotionChoice::FromPool { pieces, .. } => Some(pieces),
            _ => None,
        })
    }

    /// States whether the pieces of an exchange count as lost, where a ban compares losses: `For the special rule “Truce”: ...`.
    pub(super) fn exchanged_losses(&self) -> Option<String> {
        let found = self.def.bans.iter().zip(&self.book.bans).find_map(|((_, it), made)| {
            let tests = [&it.table.before, &it.table.after];
            let compared = tests.into_iter().find_map(|it| it.as_ref()?.value.material.as_ref())?;
            (compared.count.value != MaterialCount::OnBoard).then_some((made, compared.count.value))
        });
        let (made, count) = found?;
        let described = self.brought_back(count)?;
        let example = self.loss_after_exchange(count).unwrap_or_default();
        Some(format!(
            "For the special rule “{}”: {}{example}",
            capital(&made.label),
            described.replacen("A piece", "a piece", 1)
        ))
    }

    /// An example of what a player has lost before and after an exchange, after a space.
    fn loss_after_exchange(&self, count: MaterialCount) -> Option<String> {
        let it = self.exchange().filter(|it| it.pays.value == Pays::JoinsPool && count == MaterialCount::Pool)?;
        let [only] = it.pieces.as_slice() else { return None };
        let given = self.book.kinds.iter().find(|it| it.name == only.value.0)?;
        let kinds = self.kinds_from_pool()?;
        let own = self.book.player_kinds().filter(|it| kinds >> it.0.0 & 1 != 0).map(|it| it.1);
        let taken = own.filter(|it| it.value > given.value).min_by_key(|it| it.value)?;
        Some(format!(
            " For example, a player who has lost only {} ({}) has lost only {} ({}) after the exchange.",
            a(&taken.label),
            taken.value,
            a(&given.label),
            given.value
        ))
    }

    /// Whether a piece that a promotion brings back, and the piece given for it, count as lost.
    pub(super) fn brought_back(&self, count: MaterialCount) -> Option<String> {
        if count == MaterialCount::OnBoard {
            return Some(count.sentence().to_owned());
        }
        let it = self.exchange()?;
        let given = match it.pays.value {
            Pays::LeavesGame => String::new(),
            Pays::JoinsPool => format!(" The {} given for it counts as lost.", kinds_or(self.book, &it.pieces)),
        };
        Some(format!("{}{given}", count.sentence()))
    }

    /// The values of the pieces: `Lost material is ...: queen 9, rook 5`.
    pub(super) fn values(&self, lost: bool) -> String {
        let values = self.list_of_values();
        match lost {
            true => format!("Lost material is the total value of a player's captured pieces: {values}."),
            false => format!("Each piece has a value: {values}."),
        }
    }

    /// The values of the pieces for the summary, if a ban compares material; otherwise empty.
    pub(super) fn values_in_short(&self, it: &WithUnless<Ban>) -> String {
        match it.table.before.iter().chain(&it.table.after).any(|it| it.value.material.is_some()) {
            true => format!("Values: {}.", self.list_of_values()),
            false => String::new(),
        }
    }

    /// The values of all kinds that have one: `queen 9, rook 5`.
    pub(super) fn list_of_values(&self) -> String {
        let kinds = self.book.kinds.iter().filter(|it| it.value != 0);
        kinds.map(|it| format!("{} {}", it.label, it.value)).collect::<Vec<_>>().join(", ")
    }
}
