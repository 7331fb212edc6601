//! Removes the one rule that a refusal names. The move must then be legal, or be refused for a
//! reason of the same or a later rank.

use std::collections::BTreeMap;
use threefold::notation::position::print;
use threefold::notation::sentence::code;
use threefold::rules::{Move, Position, Refusal, UnsettledPosition, Variant};

/// A variant with rules removed, one at a time.
pub struct Lifted {
    variant: Variant,
    made: BTreeMap<String, Variant>,
}

impl Lifted {
    pub fn new(variant: &Variant) -> Lifted {
        Lifted { variant: variant.clone(), made: BTreeMap::new() }
    }

    /// Returns the error in the reason for a refusal.
    pub fn error(&mut self, position: &Position, mv: Move) -> Option<String> {
        let refusal = position.explain(mv).err()?;
        let without = self.without(&refusal)?;
        let again = UnsettledPosition::new(&without, &position.setup()).ok()?;
        let next = again.as_position().explain(mv).err()?;
        let book = self.variant.rulebook();
        let (was, is) = (code(book, &refusal), code(without.rulebook(), &next));
        // The promotion is checked after the route is open.
        let asks = matches!(next, Refusal::MustPromote { .. } | Refusal::NoSuchPromotion { .. });
        let is_later =
            asks || next.stage() > refusal.stage() || next.stage() == refusal.stage() && rule(&refusal) != rule(&next);
        let names =
            [mv.origin().or(mv.destination()), mv.destination()].map(|it| it.map_or("", |it| book.board().name(it)));
        (!is_later)
            .then(|| format!("{}-{} is {was}, and without that rule {is}: {}", names[0], names[1], print(position)))
    }

    /// Returns the variant without the rule that a refusal names; `None` if the rule cannot be
    /// removed.
    fn without(&mut self, refusal: &Refusal) -> Option<Variant> {
        let key = rule(refusal)?;
        if !self.made.contains_key(&key) {
            let made = self.variant.without(refusal)?;
            self.made.insert(key.clone(), made);
        }
        self.made.get(&key).cloned()
    }
}

/// Returns the rule behind a refusal.
fn rule(refusal: &Refusal) -> Option<String> {
    Some(match refusal {
        Refusal::Barrier { barrier, .. } => format!("barrier {barrier}"),
        Refusal::CheckAcross { barrier, .. } => format!("check across {barrier}"),
        Refusal::Ban { ban, .. } => format!("ban {ban}"),
        Refusal::OwnKing { .. } | Refusal::OwnKingDestroyed { .. } => "own king".to_owned(),
        Refusal::CastlingAttacked { .. } => "castling".to_owned(),
        Refusal::KingNotCapturable { .. } => "king not taken".to_owned(),
        Refusal::Immune { .. } => "immune".to_owned(),
        Refusal::NoPassing | Refusal::NotStuck => "passing".to_owned(),
        Refusal::MustDrop => "forced drop".to_owned(),
        Refusal::DropMate { .. } => "drop mate".to_owned(),
        Refusal::FileFull { .. } => "file full".to_owned(),
        Refusal::ColorFull { .. } | Refusal::SquareNeeded { .. } => "color full".to_owned(),
        Refusal::DropNotBeside { .. } => "drop beside".to_owned(),
        Refusal::DropConvertsNothing { .. } => "drop conversion".to_owned(),
        Refusal::MustCapture { .. } => "forced capture".to_owned(),
        Refusal::MustTakeMost { .. } => "most captures".to_owned(),
        _ => return None,
    })
}
