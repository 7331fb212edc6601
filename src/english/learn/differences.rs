//! The main differences from chess, in one line each.
//!
//! Contains: [`RulesWriter::differences`]. Input: the definition and the rulebook. Output: short
//! sentences. Does not know: the rules themselves, which the following chapters explain.

use super::super::RulesWriter;
use super::super::crossing::crossing_square;
use super::super::phrases::{capital, count, one_of};
use super::kinds::CHESS;
use crate::notation::name::{joined, seat_title};
use crate::policy::{CheckState, Choice, NameForm, Then, Who};
use crate::rulebook::{Barrier, Kind, SeatId, StuckTest, Team};

impl RulesWriter<'_> {
    /// Returns the main differences from chess, if more than two players play.
    pub(super) fn differences(&self) -> Vec<String> {
        let (book, def) = (self.book, self.def);
        let mut items = Vec::new();
        if book.seats.len() == 2 {
            return items;
        }
        let players = capital(&count(book.seats.len() as i64));
        let team = |it: &Team| {
            let seats = book.seat_ids().filter(|seat| it.seats & seat.bit() != 0);
            joined(&seats.map(|it| seat_title(book, it)).collect::<Vec<_>>(), "and")
        };
        items.push(match book.teams.as_slice() {
            [] => format!("{players} players play against each other."),
            teams => format!(
                "{players} players play in teams: {}.",
                teams.iter().map(team).collect::<Vec<_>>().join(" against ")
            ),
        });
        let crosses = crossing_square(book, true).is_some();
        match (self.is_ring(), def.patches.len() > 1) {
            (true, _) if crosses => {
                items.push("Lines run around the ring, and across the center to the other side.".to_owned());
            }
            (true, _) => items.push("Lines run around the ring.".to_owned()),
            (false, true) if crosses => {
                items.push("Lines continue from one block of the board to the next.".to_owned());
            }
            _ => {}
        }
        if book.seat_ids().all(|it| self.has_swapped_king(it)) {
            items.push("The king starts on the d-file and the queen on the e-file.".to_owned());
        }
        let others: Vec<&Kind> = book.kinds.iter().filter(|it| !self.is_told_as_chess(it)).collect();
        if others.len() < book.kinds.len() {
            let is_of_chess = |it: &&&Kind| CHESS.iter().any(|known| known.0 == it.label);
            let (changed, new): (Vec<&Kind>, Vec<&Kind>) = others.iter().partition(is_of_chess);
            let names = |all: &[&Kind]| joined(&all.iter().map(|it| it.label.as_str()).collect::<Vec<_>>(), "and");
            let kinds = |all: &[&Kind]| if all.len() == 1 { "This piece is" } else { "These pieces are" };
            items.extend((!new.is_empty()).then(|| format!("{} new: {}.", kinds(&new), names(&new))));
            let moves = if changed.len() == 1 { "This piece moves" } else { "These pieces move" };
            let changed =
                (!changed.is_empty()).then(|| format!("{moves} in another way than in chess: {}.", names(&changed)));
            items.extend(changed);
        }
        let barriers: Vec<String> = book.barriers.iter().map(super::plural_of).collect();
        if book.barriers.iter().any(|it| it.instances.len() > 1) {
            let all = joined(&barriers, "and");
            items
                .push(format!("There are {all}: borders between the players' squares, drawn as lines in the picture."));
        }
        let may_ever = |it: &Barrier| {
            it.closed.capture || it.open.capture || it.closed.attack || it.open.attack || !it.unless.is_empty()
        };
        let never = |it: &Barrier| match may_ever(it) {
            true => String::new(),
            false => format!(" Nothing ever captures or gives check across {}.", super::super::phrases::a(&it.label)),
        };
        items.extend(book.barriers.iter().filter_map(|made| {
            let (_, it) = def.barriers.iter().find(|it| it.0.value == made.name)?;
            // A reader does not know yet that such a border can be closed.
            let rule = self.crossing_rule(made, it, "");
            Some(match rule.contains(" closed ") {
                true => {
                    rule.replace(" closed ", " ").trim_end_matches('.').to_owned() + " until it opens." + &never(made)
                }
                false => match self.freed_by(made).filter(|_| rule.starts_with("A ")) {
                    Some(until) => format!("{}{until}.", rule.trim_end_matches('.')),
                    None => rule,
                },
            })
        }));
        let bans: Vec<String> = book.bans.iter().map(|it| format!("“{}”", capital(&it.label))).collect();
        match bans.as_slice() {
            [] => {}
            [only] => items.push(format!("The special rule {only} forbids some moves.")),
            several => items.push(format!("The special rules {} forbid some moves.", joined(several, "and"))),
        }
        if def.promotions.iter().any(|it| it.1.choice.value == Choice::FromPool) {
            let pieces = def.promotions.iter().filter(|it| it.1.choice.value == Choice::FromPool);
            let piece = pieces.map(|it| one_of(book, &it.1.pieces)).next().unwrap_or_default();
            items.push(format!("{} that promotes is exchanged for a captured piece of its owner.", capital(&piece)));
        }
        if self.possible.king_capture {
            items.push("A king can be captured.".to_owned());
        }
        if self.possible.elimination && !self.ends_with_a_team() {
            items.push("A player can be eliminated while the others play on.".to_owned());
        }
        items.extend(self.ending_checkmate());
        items.extend(self.eliminating_stalemate());
        // The number of players alone is not a difference to list.
        if items.len() > 1 { items } else { Vec::new() }
    }

    /// States that the first checkmate ends the game, if it does.
    fn ending_checkmate(&self) -> Option<String> {
        let mut mates = self.book.settle.turn_start.iter().map(|id| &self.book.outcomes[usize::from(id.0)]);
        let is_mate = |it: &StuckTest| it.who == Who::Mover && it.check == CheckState::In;
        let ends = mates.any(|it| it.then == Then::End && it.when.stuck.as_ref().is_some_and(is_mate));
        (ends && !self.possible.elimination && self.book.teams.is_empty())
            .then(|| "The first checkmate ends the game: nobody plays on.".to_owned())
    }

    /// States that a stalemate eliminates a player, if it does.
    fn eliminating_stalemate(&self) -> Option<String> {
        let settle = &self.book.settle;
        let mut tested = settle.after_move.iter().chain(&settle.turn_start);
        let outcome = tested.find_map(|id| {
            let outcome = &self.book.outcomes[usize::from(id.0)];
            let is_own = |it: &StuckTest| it.who == Who::Mover && it.check == CheckState::Out;
            let is_it = outcome.then == Then::Eliminate && outcome.when.stuck.as_ref().is_some_and(is_own);
            is_it.then_some(outcome)
        })?;
        let while_playing = match outcome.when.living {
            Some(number) => format!(" while {} players are in play", count(number.into())),
            None => String::new(),
        };
        Some(format!("A player who is stalemated{while_playing} is eliminated."))
    }

    /// Reports whether a player's king starts on a d-file and their queen on an e-file.
    fn has_swapped_king(&self, seat: SeatId) -> bool {
        let form = self.def.names.as_ref().and_then(|it| it.form.as_ref()).map(|it| it.value);
        if !matches!(form, Some(NameForm::FileRank | NameForm::SectionFileRank)) {
            return false;
        }
        let starts_on = |label: &str, file: char| {
            let book = self.book;
            let mut own = book.setup.iter().flatten().filter(|it| it.0 == seat);
            own.any(|it| {
                let name = book.board.name(it.2).trim_end_matches(|it: char| it.is_ascii_digit());
                book.kinds[it.1.index()].label == label && name.ends_with(file)
            })
        };
        starts_on("king", 'd') && starts_on("queen", 'e')
    }
}
