//! Blockers: pieces without an owner, with which moves end.
//!
//! Contains: [`RulesWriter::blocker_rule`]. Input: `[blocker]` with the compiled rules. Output: a numbered item. Does not
//! know: how a blocker is drawn.

use super::super::RulesWriter;
use super::super::phrases::{a, capital, place, plural};
use super::super::words::InWords;
use super::special::{SpecialRule, rest_of};
use crate::notation::joined;
use crate::policy::{OwnKing, PlacementReach, Placing};
use crate::rulebook::Kind;

impl RulesWriter<'_> {
    /// Returns the rule for placing blockers, which chess does not have.
    pub(super) fn blocker_rule(&self) -> Option<(bool, SpecialRule)> {
        let (rule, book) = (&self.def.blocker.as_ref()?.value, self.book);
        let compiled = book.blocker.as_ref()?;
        let label = &book.kinds[compiled.kind.index()].label;
        let is_restricted = rule.on.is_some();
        let reach = match (is_restricted, rule.reach.value) {
            // The squares are listed below.
            (true, PlacementReach::Anywhere) => "",
            (_, reach) => reach.sentence(),
        };
        // The square that the piece has left is always empty, and a piece that moves like the blocker can see it.
        let kinds = &book.kinds;
        let own = &kinds[compiled.kind.index()];
        let is_alike = |it: &Kind| it.movement.text == own.movement.text && !it.is_directed;
        let goes_back = own.movement.atoms.iter().all(|it| !it.bends() && !it.initial && it.hop.is_none());
        let is_always_possible = !is_restricted
            && match rule.reach.value {
                PlacementReach::Anywhere => true,
                PlacementReach::ByMovement => goes_back && kinds.iter().all(is_alike),
            };
        let text = format!(
            "Each move ends with the placement of {}, which belongs to no player. {}{}{reach}{}",
            a(label),
            rule.placing.value.sentence(),
            if reach.is_empty() { "" } else { " " },
            if is_always_possible { "" } else { " A move without a possible placement is illegal." },
        );
        let mut points = Vec::new();
        let names: Vec<&str> = compiled.start.iter().map(|it| book.board.name(*it)).collect();
        match names[..] {
            [] => {}
            [only] => points.push(format!("At the start, there is {} on {only}.", a(label))),
            _ => points.push(format!("At the start, there are {} on {}.", plural(label), joined(&names, "and"))),
        }
        points.extend(rule.on.as_ref().map(|it| {
            // A blocker has no owner: the squares are those of the player who places it.
            format!(
                "It may be placed only {}, where the square is empty after the move.",
                place(book, &it.value).replace("its owner's", "your")
            )
        }));
        points.push(format!(
            "The {label} blocks its square and the lines across it. It attacks nothing and cannot be captured."
        ));
        let left = match is_restricted {
            true => "The square that the piece has left counts as empty",
            false => "The square that the piece has left can be chosen",
        };
        points.push(match compiled.placing {
            Placing::SameOne => format!("{left}, but not the old square of the {label}."),
            Placing::OneMore => format!("{left}."),
        });
        if book.check.own_king == OwnKing::KeptSafe {
            points
                .push(format!("After the move and the placement, the king must be safe. The {label} can end a check."));
        }
        let has_castling = !book.castlings.is_empty() && book.check.own_king == OwnKing::KeptSafe;
        points.extend(has_castling.then(|| format!("Castling must be legal without the {label}, too.")));
        let name = capital(&plural(label));
        let (id, short) = ("rule-blocker".to_owned(), rest_of(&text));
        Some((false, SpecialRule { id, name, text, points, short, ..SpecialRule::default() }))
    }
}
