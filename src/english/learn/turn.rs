//! A turn, step by step: what to look for before the move, what to move, and what to look for after it.
//!
//! Contains: [`RulesWriter::turn_by_steps`]. Input: the order in which outcomes are tested, and the rule on the own king. Output: a
//! numbered list. Does not know: how a barrier opens, and how an ending happens ([`super::endings`]).

use super::super::RulesWriter;
use super::super::phrases::capital;
use super::super::tagged::one_with_tag;
use super::barriers::plural_of;
use super::openings::one_of;
use crate::definition::value::Name;
use crate::diagnostic::Spanned;
use crate::document::{Block, NumberedEntry};
use crate::policy::OwnKing;
use crate::rulebook::{Barrier, BarrierOpening};

/// What follows an elimination in a step of a turn, after a space: first the barriers that open, if any, then `then`.
fn if_eliminated(who: &str, opens: &str, then: &str) -> String {
    match opens.strip_suffix('.') {
        None => format!(" If {who} eliminated, {then}"),
        Some(opens) => {
            let opens = opens.replace(" The ", " the ").replace(" Their ", " their ").replace(" Your ", " your ");
            format!(" If {who} eliminated,{opens}. Then {then}")
        }
    }
}

impl RulesWriter<'_> {
    /// Writes what a player does in a turn, in order.
    pub(super) fn turn_by_steps(&mut self) {
        let elimination = self.possible.elimination;
        let Some(settle) = &self.def.settle else { return };
        let after = |names: &[Spanned<Name>], it: &str| match elimination && self.eliminates(names) {
            true => it.to_owned(),
            false => String::new(),
        };
        let opens = self.barriers_then();
        let own = opens.replace("that player", "you").replace(" Their ", " Your ");
        let before = self.endings_in_order(&settle.turn_start.value).map(|it| {
            let skipped = "your turn is skipped, and the next player begins with this step.";
            capital(&it) + &after(&settle.turn_start.value, &if_eliminated("you are", &own, skipped))
        });
        let claims = self.endings_in_order(&settle.on_claim.value).map(|it| format!("If you ask for it, {it}"));
        let mut afterwards = self.marks_to_set();
        let ended = self.endings_in_order(&settle.after_move.value).map(|it| {
            let it = if afterwards.is_empty() { capital(&it) } else { format!("Then {it}") };
            let again = if_eliminated("a player is", &opens, "check this list once more.");
            it + &after(&settle.after_move.value, &again)
        });
        afterwards.push(ended.unwrap_or_else(|| "The next player's turn begins.".to_owned()));
        let steps = [
            ("turn-start", "Before the move", [before, claims].into_iter().flatten().collect::<Vec<_>>()),
            ("turn-move", "The move", vec![self.what_to_move()]),
            ("turn-end", "After the move", afterwards),
        ];
        let entry = |(id, name, text): (&str, &str, Vec<String>)| NumberedEntry {
            id: id.to_owned(),
            name: name.into(),
            blocks: vec![Block::Paragraph(text.join(" ").into())],
            short: "".into(),
        };
        self.out.heading(2, "A turn, step by step");
        self.out.numbered(steps.into_iter().filter(|it| !it.2.is_empty()).map(entry).collect());
    }

    /// What a move changes besides the pieces on the board, and players mark: `Mark a pawn that has just crossed the center.`
    fn marks_to_set(&self) -> Vec<String> {
        let book = self.book;
        let is_vacated = |it: &&Barrier| it.opens.iter().any(|it| matches!(it, BarrierOpening::ZoneVacated { .. }));
        let open = |it: &Barrier| {
            let rule = capital(&plural_of(it));
            format!("See whether {} opens, and mark it. The special rule “{rule}” says when.", one_of(it))
        };
        let tag = |(tag, (_, written)): (&crate::rulebook::Tag, &(_, crate::definition::Tag))| {
            let done = self.has_done(written, &tag.label).replace("has already ", "has ");
            let done = done.strip_prefix("has ")?.to_owned();
            Some(format!("Mark {} that has just {done}.", one_with_tag(book, &tag.name)))
        };
        let opened = book.barriers.iter().filter(is_vacated).map(open);
        opened.chain(book.tags.iter().zip(&self.def.tags).filter_map(tag)).collect()
    }

    fn what_to_move(&self) -> String {
        let mut text = "Make a move that the rules of the piece and the special rules allow.".to_owned();
        if self.possible.check && self.book.check.own_king == OwnKing::KeptSafe {
            text.push_str(" After it, your king may not be in check.");
        }
        text
    }
}
