//! The players that a test names: a role, or a seat.
//!
//! Input: the word as written, and the roles that have a meaning in its place. Output: a [`Player`], or a
//! diagnostic with the players that can be named there. Does not know which test it is.

use super::conditions::Conditions;
use super::scope::is_unread;
use crate::definition::PlayerWord;
use crate::definition::synonyms::word_for;
use crate::diagnostic::{Code, Diagnostics, Spanned, nearest};
use crate::policy::{Part, Who};
use crate::rulebook::{Player, SeatId};

impl Conditions<'_> {
    /// Returns the players that a test names: a role that is allowed here, or a seat. `what` says why other
    /// roles have no meaning.
    pub fn player(
        &self,
        player: &Spanned<PlayerWord>,
        allowed: &[&[Who]],
        what: &str,
        sink: &mut Diagnostics,
    ) -> Option<Player> {
        let words = || allowed.iter().copied().flatten();
        match &player.value {
            PlayerWord::Role(Who::Partners) if self.lacks_partners() => {
                sink.error(
                    Code::Needs,
                    player.span,
                    "the rulebook has no teams and no alliances, so there are no partners",
                )
                .help(self.with_partners(allowed));
            }
            PlayerWord::Role(who) if words().any(|it| it == who) => {
                // A game of two may extend rules for three: what it inherits about the third player has no effect.
                if *who == Who::Third && self.scope.strict && self.scope.players() == 2 && player.span.file == 0 {
                    sink.warning(Code::NoEffect, player.span, "a game of two players has no third player")
                        .help(self.players_here(allowed));
                }
                return Some(Player::Role(*who));
            }
            PlayerWord::Role(who) => {
                // That eliminated players cannot be meant says nothing about players whom no test has found yet.
                let is_found_later = matches!(who, Who::Victim | Who::Third | Who::MatingPlayer | Who::Winner);
                let what = match is_found_later && what.starts_with("eliminated") {
                    true => "no such player is known at this point",
                    false => what,
                };
                // Where eliminated players do not count, the remaining ones are all.
                let living = words().any(|it| *it == Who::Living) && *who == Who::All;
                let first = if living { "write `living`; " } else { "" };
                sink.error(Code::BadRole, player.span, format!("`{who}` names no player here: {what}"))
                    .help(format!("{first}{}", self.players_here(allowed)));
            }
            PlayerWord::Seat(name) => {
                if let Some(seat) = self.scope.seats.iter().position(|it| *it == name.0) {
                    return Some(Player::Seat(SeatId(seat as u8)));
                }
                // Only the complete game knows all seats.
                if self.scope.strict || nearest(name, Who::ALL.iter().map(|it| it.word())).is_some() {
                    let known = words()
                        .filter(|it| self.exists(**it))
                        .map(|it| it.word())
                        .chain(self.scope.seats.iter().map(String::as_str));
                    let near = word_for(name, known.clone())
                        .or_else(|| nearest(name, known))
                        .map_or_else(String::new, |it| format!("did you mean `{it}`? "));
                    let text = format!("`{name}` is neither a seat nor a word for players");
                    sink.error(Code::UnknownWord, player.span, text)
                        .help(format!("{near}{}", self.players_here(allowed)));
                }
            }
        }
        None
    }

    /// Reports whether the complete game has no teams and no alliances.
    fn lacks_partners(&self) -> bool {
        self.scope.strict && !self.may_have_partners()
    }

    /// Reports whether the file has teams or alliances, or is a part of a game that may have them.
    fn may_have_partners(&self) -> bool {
        let definition = self.scope.definition;
        let is_part = definition.top.as_ref().is_some_and(|it| it.part.value != Part::Game);
        is_part
            || !definition.teams.is_empty()
            || definition.alliance.is_some()
            || is_unread(definition, "team")
            || is_unread(definition, "alliance")
    }

    /// Reports whether the game can have players with a role.
    fn exists(&self, role: Who) -> bool {
        match role {
            Who::Partners => self.may_have_partners(),
            Who::Third => self.scope.players() != 2,
            _ => true,
        }
    }

    /// Returns advice for a game that needs partners. Two players have none.
    fn with_partners(&self, allowed: &[&[Who]]) -> String {
        match &self.scope.seats[..] {
            [first, _, third, ..] => {
                format!("add a header `[team.first]` with `seats = [\"{first}\", \"{third}\"]`, or `[alliance]`")
            }
            _ => self.players_here(allowed),
        }
    }

    /// Lists the players that a test can name, for a help line.
    fn players_here(&self, allowed: &[&[Who]]) -> String {
        let words = allowed.iter().copied().flatten().filter(|it| self.exists(**it)).map(|it| it.word());
        let all = words.chain(self.scope.seats.iter().map(String::as_str)).map(|it| format!("`{it}`"));
        format!("the players available here are {}", all.collect::<Vec<_>>().join(", "))
    }
}
