//! The points of each player after an ending, by name: `White 2, Red 2, Black 1`.
//!
//! Contains: [`standings`], and the players of an example. Input: points by role, and the player in each role. Output: points by player. Does not
//! know: sentences.

use crate::notation::name::{points_text, seat_title};
use crate::policy::{PartnerCaptures, Points, Who};
use crate::rulebook::{Player, Rulebook, SeatId};
use crate::sorting::CompactSort;

/// Returns the next player in the order of play who is in no team with the player.
pub(in super::super) fn opponent(book: &Rulebook, player: SeatId) -> SeatId {
    let is_partner =
        |it: SeatId| book.teams.iter().any(|team| team.seats & it.bit() != 0 && team.seats & player.bit() != 0);
    let count = book.seats.len();
    let others = (1..count).map(|it| SeatId(((player.index() + it) % count) as u8));
    others.clone().find(|it| !is_partner(*it)).or(others.clone().next()).unwrap_or(player)
}

/// Returns a player whose pieces their partner may capture.
pub(in super::super) fn captured_partner(book: &Rulebook, player: SeatId) -> Option<SeatId> {
    let team = book.teams.iter().find(|it| it.captures == PartnerCaptures::Allowed && it.seats & player.bit() != 0);
    let ally = book.alliance.as_ref().filter(|it| it.captures == PartnerCaptures::Allowed);
    match team {
        Some(team) => book.seat_ids().find(|it| *it != player && team.seats & it.bit() != 0),
        None => ally.map(|_| opponent(book, player)),
    }
}

/// The players of an example by their roles.
pub(in super::super) struct Roles {
    pub mover: SeatId,
    pub victim: Option<SeatId>,
    pub mating_player: Option<SeatId>,
    /// The players who are still in play.
    pub living: Vec<SeatId>,
}

impl Roles {
    /// Reports whether a player has a role.
    fn has(&self, book: &Rulebook, seat: SeatId, player: Player) -> bool {
        let is_living = self.living.contains(&seat);
        let own_team = book.teams.iter().find(|it| it.seats & self.mover.bit() != 0);
        let is_partner = own_team.is_some_and(|it| it.seats & seat.bit() != 0);
        let who = match player {
            Player::Role(who) => who,
            Player::Seat(it) => return it == seat,
        };
        match who {
            Who::Mover | Who::Owner => seat == self.mover,
            Who::Victim => self.victim == Some(seat),
            Who::MatingPlayer | Who::Winner => self.mating_player == Some(seat),
            Who::Third => self.victim != Some(seat) && seat != self.mating_player.unwrap_or(self.mover),
            Who::Next => self.beside(1) == Some(seat),
            Who::Previous => self.beside(self.living.len().saturating_sub(1)) == Some(seat),
            Who::Others => seat != self.mover,
            Who::Opponents => is_living && seat != self.mover && !is_partner,
            Who::Partners => is_living && seat != self.mover && is_partner,
            Who::Living => is_living,
            Who::Eliminated => !is_living,
            Who::All => true,
        }
    }

    /// The remaining player whose turn comes so many turns after that of the mover.
    fn beside(&self, turns: usize) -> Option<SeatId> {
        let at = self.living.iter().position(|it| *it == self.mover)?;
        self.living.get((at + turns) % self.living.len()).copied()
    }
}

/// Returns the points of every player, the highest first. `None` if a player has no points or several.
pub(in super::super) fn standings(book: &Rulebook, score: &[(Player, Points)], roles: &Roles) -> Option<String> {
    let mut all: Vec<(SeatId, Points)> = Vec::new();
    for seat in book.seat_ids() {
        let mut own = score.iter().filter(|it| roles.has(book, seat, it.0)).map(|it| it.1);
        let points = own.next()?;
        if own.next().is_some() {
            return None;
        }
        all.push((seat, points));
    }
    all.compact_sort_by_key(|it| std::cmp::Reverse(it.1));
    let all: Vec<String> = all.iter().map(|it| format!("{} {}", seat_title(book, it.0), points_text(it.1))).collect();
    Some(all.join(", "))
}

/// Returns the words for a set of players from which those with points of their own are excluded, if there are any:
/// `the third player`, `every other player`.
pub(in super::super) fn rest(book: &Rulebook, score: &[(Player, Points)], player: Player) -> Option<&'static str> {
    let has = |who: Who| score.iter().any(|it| it.0 == Player::Role(who));
    let is_named = |who: &Player| {
        let sets = [Who::Others, Who::Opponents, Who::Partners, Who::Living, Who::Eliminated, Who::All, Who::Third];
        !sets.iter().any(|it| *who == Player::Role(*it))
    };
    match player {
        Player::Role(Who::Others | Who::Opponents)
            if book.seats.len() == 3 && has(Who::Victim) && (has(Who::Mover) || has(Who::MatingPlayer)) =>
        {
            Some("the third player")
        }
        Player::Role(Who::Living) if score.iter().any(|it| is_named(&it.0)) => Some("every other remaining player"),
        Player::Role(Who::All) if score.iter().any(|it| is_named(&it.0)) => Some("every other player"),
        _ => None,
    }
}
