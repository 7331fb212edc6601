//! Lifts one rule out of a rulebook, the one that a refusal names: then the move is legal,
//! or a reason is given that does not come before.

use std::collections::BTreeMap;
use threefold::notation::position::print;
use threefold::notation::sentence::code;
use threefold::rules::{Move, Position, Refusal, Variant};

/// A variant with rules lifted, one at a time.
pub struct Lifted {
    variant: Variant,
    made: BTreeMap<String, Variant>,
}

impl Lifted {
    pub fn new(variant: &Variant) -> Lifted {
        Lifted { variant: variant.clone(), made: BTreeMap::new() }
    }

    /// What is wrong with the reason for a move.
    pub fn fault(&mut self, position: &Position, mv: Move) -> Option<String> {
        let refusal = position.explain(mv).err()?;
        let without = self.without(&refusal)?;
        let again = Position::new(&without, &position.setup()).ok()?;
        let next = again.explain(mv).err()?;
        let book = self.variant.rulebook();
        let (was, is) = (code(book, &refusal), code(without.rulebook(), &next));
        // What a man becomes is asked once its way is open.
        let asks = matches!(next, Refusal::MustPromote { .. } | Refusal::NoSuchPromotion { .. });
        let is_later =
            asks || next.stage() > refusal.stage() || next.stage() == refusal.stage() && rule(&refusal) != rule(&next);
        let names = (book.board().name(mv.from), book.board().name(mv.to));
        (!is_later)
            .then(|| format!("{}-{} is {was}, and without that rule {is}: {}", names.0, names.1, print(position)))
    }

    /// The variant without the rule that a refusal names; `None` where it is none that can be lifted.
    fn without(&mut self, refusal: &Refusal) -> Option<Variant> {
        let key = rule(refusal)?;
        if !self.made.contains_key(&key) {
            let made = self.variant.without(refusal)?;
            self.made.insert(key.clone(), made);
        }
        self.made.get(&key).cloned()
    }
}

/// The rule behind a refusal.
fn rule(refusal: &Refusal) -> Option<String> {
    Some(match refusal {
        Refusal::Barrier { barrier, .. } => format!("barrier {barrier}"),
        Refusal::CheckAcross { barrier, .. } => format!("check across {barrier}"),
        Refusal::Bar { bar, .. } => format!("bar {bar}"),
        Refusal::OwnKing { .. } => "own king".to_owned(),
        Refusal::CastlingAttacked { .. } => "castling".to_owned(),
        Refusal::KingNotTaken { .. } => "king not taken".to_owned(),
        Refusal::Immune { .. } => "immune".to_owned(),
        _ => return None,
    })
}
