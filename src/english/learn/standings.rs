//! The points of each player after an ending, by name: `White 2, Red 2, Black 1`.
//!
//! Contains: [`standings`], the players of an example, and whether an ending is a victory. Input: points by role, and the player in
//! each role. Output: points by player. Does not know: sentences.

use std::cmp::Ordering;

use crate::notation::name::{points_text, seat_title};
use crate::policy::{PartnerCaptures, Points, Who};
use crate::rulebook::{Outcome, Player, Rulebook, SeatId};
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
            // In points, these are all players whom no other role names.
            Who::Others => true,
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

/// Returns the points of a player. If several roles fit, the most specific one counts. `None` if no role fits.
fn points_for(book: &Rulebook, score: &[(Player, Points)], roles: &Roles, seat: SeatId) -> Option<Points> {
    score.iter().filter(|it| roles.has(book, seat, it.0)).min_by_key(|it| it.0.precedence()).map(|it| it.1)
}

/// Returns the points of every player, the highest first. `None` if a player has no points.
pub(in super::super) fn standings(book: &Rulebook, score: &[(Player, Points)], roles: &Roles) -> Option<String> {
    let mut all: Vec<(SeatId, Points)> = Vec::new();
    for seat in book.seat_ids() {
        all.push((seat, points_for(book, score, roles, seat)?));
    }
    all.compact_sort_by_key(|it| std::cmp::Reverse(it.1));
    let all: Vec<String> = all.iter().map(|it| format!("{} {}", seat_title(book, it.0), points_text(it.1))).collect();
    Some(all.join(", "))
}

/// Compares the points of the victim with those of the other player, in a game of two. `None` if they differ between the players.
pub(super) fn fate_of_victim(book: &Rulebook, outcome: &Outcome) -> Option<Ordering> {
    let moves = outcome.when.stuck.is_some_and(|it| it.who == Who::Mover);
    fate_of(book, outcome, &[SeatId(0), SeatId(1)], Some(moves))
}

/// Compares the points of some players who meet the test of an outcome, each alone, with those of their opponent in a game of
/// two. `is_mover`: whether that player has just moved or is to move. `None` if the comparisons differ.
pub(super) fn fate_of(book: &Rulebook, outcome: &Outcome, of: &[SeatId], is_mover: Option<bool>) -> Option<Ordering> {
    let mut fates = of.iter().flat_map(|victim| {
        let rival = opponent(book, *victim);
        let movers = [*victim, rival].into_iter().filter(move |it| is_mover.is_none_or(|own| own == (it == victim)));
        movers.map(move |mover| {
            let living = book.seat_ids().collect();
            let roles = Roles { mover, victim: Some(*victim), mating_player: Some(rival), living };
            let points = |it: SeatId| points_for(book, &outcome.score, &roles, it).unwrap_or_default();
            points(*victim).cmp(&points(rival))
        })
    });
    let first = fates.next()?;
    fates.all(|it| it == first).then_some(first)
}

/// Reports whether the only remaining player gets more points than every other player.
pub(super) fn is_victory_of_the_last(book: &Rulebook, outcome: &Outcome) -> bool {
    let seats: Vec<SeatId> = book.seat_ids().collect();
    seats.iter().all(|last| {
        let roles = Roles { mover: *last, victim: None, mating_player: None, living: vec![*last] };
        let points = |it: SeatId| points_for(book, &outcome.score, &roles, it).unwrap_or_default();
        seats.iter().all(|it| it == last || points(*it) < points(*last))
    })
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
        Player::Role(Who::Others)
            if book.seats.len() == 3 && has(Who::Mover) && has(Who::Next) != has(Who::Previous) =>
        {
            Some("the third player")
        }
        Player::Role(Who::Others) if has(Who::Partners) => Some("all others"),
        Player::Role(Who::Living) if score.iter().any(|it| is_named(&it.0)) => Some("every other remaining player"),
        Player::Role(Who::All) if score.iter().any(|it| is_named(&it.0)) => Some("every other player"),
        _ => None,
    }
}
