//! What players need for a game on a table.
//!
//! Contains: [`RulesWriter::needs`]. Input: the starting position, pools, blockers, barriers that open, and tags. Output: one sentence.
//! Does not know: what barriers and tags are for.

use super::super::RulesWriter;
use super::super::phrases::{a, plural};
use super::OF_A_KIND;
use super::barriers::plural_of;
use crate::definition::{Ban, WithUnless};
use crate::notation::joined;
use crate::policy::{MaterialCount, Placing, PoolHolds};

impl RulesWriter<'_> {
    /// Lists the pieces and markers of a game for more than two players. For two, a chess set is no news.
    pub(super) fn needs(&self) -> Option<String> {
        let book = self.book;
        if book.seats.len() < 3 || book.setup.is_none() {
            return None;
        }
        let is_chess = book.seat_ids().all(|it| self.has_army_of_chess(it));
        let pieces = match is_chess {
            true => "sixteen chess pieces in a different color for each player",
            false => "the pieces that the picture shows",
        };
        let mut further = self.further_pieces();
        // All pieces are in hand at the start.
        let is_empty = book.setup.iter().flatten().next().is_none() && !further.is_empty();
        let pieces = if is_empty { further.remove(0) } else { pieces.to_owned() };
        // Shogi sets have pieces of one color, which only turn around.
        let changes_sides = self.def.pools.iter().any(|it| it.1.holds.value == PoolHolds::OthersPiecesCaptured);
        let spare = "spare pieces in each color, because captured pieces change sides";
        further.extend((is_chess && changes_sides).then(|| spare.to_owned()));
        let markers = self.markers();
        let mut items = vec!["the board".to_owned(), pieces];
        items.extend((!markers.is_empty()).then(|| format!("markers for {}", joined(&markers, "and"))));
        let last = items.pop()?;
        // Items that contain commas need one before the last of them, too.
        let comma = if items.len() > 1 { "," } else { "" };
        let (items, captured) = (items.join(", "), self.captured_pieces());
        // Another sentence, because the first one can be long.
        let further = (!further.is_empty()).then(|| format!(" You also need {}.", joined(&further, "and")));
        let further = further.unwrap_or_default();
        let explained = if markers.is_empty() { "" } else { " The special rules below explain the markers." };
        Some(format!("To play with real pieces, you need {items}{comma} and {last}.{further}{explained}{captured}"))
    }

    /// The pieces that are not on the board at the start: those in hand, and a blocker.
    fn further_pieces(&self) -> Vec<String> {
        let held = match self.held_by_each() {
            Some(it) => Some(format!("{it} for each player")),
            None => self.start_pools().map(|_| "the pieces that the players hold at the start".to_owned()),
        };
        let blocker = self.book.blocker.as_ref().filter(|it| it.placing == Placing::SameOne && it.start.is_empty());
        held.into_iter().chain(blocker.map(|it| a(&self.book.kinds[it.kind.index()].label))).collect()
    }

    /// Where captured pieces go if a rule asks for their owners, after a space.
    fn captured_pieces(&self) -> &'static str {
        let returns = self.def.pools.iter().any(|it| it.1.holds.value == PoolHolds::OwnPiecesCaptured);
        let on_board = |it: &WithUnless<Ban>| {
            let compared =
                [&it.table.before, &it.table.after].into_iter().find_map(|it| it.as_ref()?.value.material.as_ref());
            compared.is_some_and(|it| it.count.value == MaterialCount::OnBoard)
        };
        let counts = self.def.bans.iter().any(|it| !self.values_in_short(&it.1).is_empty() && !on_board(&it.1));
        match returns || counts {
            true => {
                " Put each captured piece in front of its owner, not of the player who captured it: some rules ask what each player has \
                 lost."
            }
            false => "",
        }
    }

    /// What must be marked, because the pieces on the board do not show it: `open moats`.
    fn markers(&self) -> Vec<String> {
        let book = self.book;
        let opens = book.barriers.iter().zip(&self.def.barriers).filter(|it| !it.1.1.opens.is_empty());
        // Any small thing will do for a blocker, of which every move adds one.
        let added = book.blocker.iter().filter(|it| it.placing == Placing::OneMore);
        let mut all: Vec<String> = added.map(|it| plural(&book.kinds[it.kind.index()].label)).collect();
        all.extend(opens.map(|(made, _)| format!("open {}", plural_of(made))));
        for (tag, (_, written)) in book.tags.iter().zip(&self.def.tags) {
            let done = self.has_done(written, &tag.label);
            let kinds: Vec<String> = book
                .kinds
                .iter()
                .enumerate()
                .filter(|it| tag.pieces >> it.0 & 1 != 0)
                .map(|it| plural(&it.1.label))
                .collect();
            let kinds = joined(&kinds, "and");
            // A special rule explains what they have captured.
            if done.contains("has already captured") {
                all.push(kinds);
            } else if let Some(done) = done.strip_prefix("has ") {
                all.push(format!("{kinds} that have {done}").replace(" already ", " "));
            } else if let Some(done) = done.strip_prefix(OF_A_KIND) {
                all.push(format!("{kinds} once one {done}").replace(" already ", " "));
            }
        }
        all
    }
}
