//! Exceptions that no piece can use, because a tag that they test is switched off.
//!
//! Contains [`without_dead_exceptions`]. Input: a definition and its compiled rulebook. Output: both without these
//! exceptions, so that no sentence mentions them. Does not know sentences.

use crate::definition::{Definition, Named, PieceTest, Unless};
use crate::policy::TagOn;
use crate::rulebook::Rulebook;

/// Returns a definition and its rulebook without the exceptions that test a tag of nobody. `None` if every tag is in use.
pub(super) fn without_dead_exceptions(definition: &Definition, book: &Rulebook) -> Option<(Definition, Rulebook)> {
    let off = |it: &PieceTest| {
        let tag = |name: &str| definition.tags.iter().find(|it| it.0.value == name);
        it.tag.as_ref().and_then(|it| tag(&it.value.0)).is_some_and(|it| it.1.on.value == TagOn::Nobody)
    };
    if definition.tags.iter().all(|it| it.1.on.value != TagOn::Nobody) {
        return None;
    }
    let is_dead = |it: &Unless| {
        let of_move = it.r#move.iter().flat_map(|it| it.piece.iter().chain(&it.captures));
        it.piece.iter().chain(of_move).any(|it| off(&it.value))
    };
    let prune = |all: &mut Named<Unless>| all.retain(|it| !is_dead(&it.1));
    let (mut definition, mut book) = (definition.clone(), book.clone());
    for (name, ban) in &mut definition.bans {
        prune(&mut ban.unless);
        for made in book.bans.iter_mut().filter(|it| it.name == name.value) {
            let is_left = |it: &str| ban.unless.iter().any(|left| left.0.value == it);
            let kept: Vec<bool> = made.unless.iter().map(|it| is_left(&it.0)).collect();
            let mut at = kept.iter();
            made.exception_labels.retain(|_| at.next().copied().unwrap_or(true));
            made.unless.retain(|it| is_left(&it.0));
        }
    }
    definition.barriers.iter_mut().for_each(|it| prune(&mut it.1.unless));
    definition.double_step.iter_mut().for_each(|it| prune(&mut it.value.unless));
    let tags = book.tags.clone();
    for made in &mut book.barriers {
        made.unless.retain(|it| it.tag.is_none_or(|it| tags[it.index()].on != TagOn::Nobody));
    }
    Some((definition, book))
}
