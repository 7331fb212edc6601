//! Roles of players, place tests and piece tests.

use super::geometry::Way;
use super::{Deed, State};
use std::collections::BTreeSet;
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rulebook::{Alliance, KindId, PieceTest, PlaceTest, Player, SeatId, Team};
use threefold_engine::rules::Piece;

/// The player in each role.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    pub mover: SeatId,
    pub victim: Option<SeatId>,
    pub mating_player: Option<SeatId>,
    pub winner: Option<SeatId>,
}

impl Roles {
    pub fn of(mover: SeatId) -> Roles {
        Roles { mover, victim: None, mating_player: None, winner: None }
    }
    /// Returns the roles of a move. The victim owns the captured piece.
    pub fn of_deed(deed: &Deed) -> Roles {
        Roles { victim: deed.captured.map(|it| it.1.seat), ..Roles::of(deed.mover) }
    }
}

impl State {
    /// Returns the team to which both players belong.
    pub fn team_of(&self, one: SeatId, other: SeatId) -> Option<&Team> {
        let both = one.bit() | other.bit();
        self.book.teams().iter().find(|it| one != other && it.seats() & both == both)
    }

    /// Reports whether two players are allies.
    pub fn are_allies(&self, one: SeatId, other: SeatId) -> bool {
        self.allies.contains(&(one.min(other), one.max(other)))
    }

    /// Reports whether a rule of alliances holds between two allies.
    pub fn allied(&self, one: SeatId, other: SeatId, rule: impl Fn(&Alliance) -> bool) -> bool {
        self.are_allies(one, other) && self.book.alliance().is_some_and(rule)
    }

    /// Reports whether a player may never capture pieces of another one: their own, or a partner's.
    pub fn spares(&self, one: SeatId, other: SeatId) -> bool {
        let forbids = |it: &Team| it.captures() == policy::PartnerCaptures::Forbidden;
        one == other || self.team_of(one, other).is_some_and(forbids) || self.spares_ally(one, other)
    }

    /// Reports whether two allies may not capture each other's pieces.
    pub fn spares_ally(&self, one: SeatId, other: SeatId) -> bool {
        self.allied(one, other, |it| it.captures() == policy::PartnerCaptures::Forbidden)
    }

    pub fn are_partners(&self, one: SeatId, other: SeatId) -> bool {
        self.team_of(one, other).is_some() || self.are_allies(one, other)
    }

    /// Returns the players that a word denotes, in order of play from the player after the
    /// mover. `subject` decides who counts as others, opponents and owner.
    pub fn who(&self, player: Player, roles: &Roles, subject: SeatId) -> Vec<SeatId> {
        let who = match player {
            Player::Role(who) => who,
            Player::Seat(seat) => return vec![seat],
        };
        let mut order = self.others_after(roles.mover);
        order.push(roles.mover);
        let one = |it: SeatId| BTreeSet::from([it]);
        let maybe = |it: Option<SeatId>| it.into_iter().collect::<BTreeSet<_>>();
        let meant: BTreeSet<SeatId> = match who {
            policy::Who::Mover => one(roles.mover),
            policy::Who::Next => one(self.next(roles.mover)),
            policy::Who::Previous => one(self.previous(roles.mover)),
            policy::Who::Victim => maybe(roles.victim),
            policy::Who::MatingPlayer => maybe(roles.mating_player),
            policy::Who::Winner => maybe(roles.winner),
            policy::Who::Owner => one(subject),
            policy::Who::Third => {
                let first = roles.mating_player.or(roles.winner).unwrap_or(roles.mover);
                order.iter().copied().filter(|it| *it != first && Some(*it) != roles.victim).collect()
            }
            policy::Who::Others => order.iter().copied().filter(|it| *it != subject).collect(),
            policy::Who::Opponents => {
                let is_foe = |it: &SeatId| *it != subject && self.is_living(*it) && !self.are_partners(*it, subject);
                order.iter().copied().filter(is_foe).collect()
            }
            policy::Who::Partners => {
                order.iter().copied().filter(|it| self.is_living(*it) && self.are_partners(*it, subject)).collect()
            }
            policy::Who::Living => order.iter().copied().filter(|it| self.is_living(*it)).collect(),
            policy::Who::Eliminated => order.iter().copied().filter(|it| !self.is_living(*it)).collect(),
            policy::Who::All => order.iter().copied().collect(),
        };
        order.into_iter().filter(|it| meant.contains(it)).collect()
    }

    /// Reports whether a piece is in the given place.
    pub fn is_in(&self, place: &PlaceTest, square: Square, piece: &Piece, roles: &Roles) -> bool {
        match place {
            PlaceTest::Zone { zone, of } => {
                let sets = self.book.zones()[*zone].squares();
                match of {
                    None => sets[piece.seat.index()].contains(&square),
                    Some(who) => {
                        let seats = self.who(*who, roles, piece.seat);
                        seats.into_iter().any(|it| sets[it.index()].contains(&square))
                    }
                }
            }
            PlaceTest::Facing { zone } => {
                let faces = |it: &SeatId| Some(self.book.seats()[it.index()].faces()) == piece.facing;
                let seat = self.book.seat_ids().find(faces).unwrap_or(piece.seat);
                self.book.zones()[*zone].squares()[seat.index()].contains(&square)
            }
            PlaceTest::Links(which) => {
                let atoms = self.book.kinds()[piece.kind.index()].movement().atoms();
                let leads = |quiet_only: bool| {
                    let ways = self.ways.of(piece, square).iter().filter(|it| it.to != square);
                    // A piece that has moved has no first move.
                    let has = |it: &Way| !(piece.moved && atoms[it.atom].initial());
                    ways.into_iter().any(|it| has(it) && (atoms[it.atom].quiet() || !quiet_only))
                };
                match which {
                    policy::PlaceLinks::NoStepForward => !leads(true),
                    policy::PlaceLinks::NoMove => !leads(false),
                }
            }
        }
    }

    /// Reports whether a piece matches a test.
    pub fn is_such(&self, test: &PieceTest, square: Square, piece: &Piece, roles: &Roles) -> bool {
        let kind = test.kind().is_none_or(|it| has(it, piece.kind));
        let tag = test.tag().is_none_or(|it| piece.tags >> it.0 & 1 == 1);
        let state = test.state().is_none_or(|it| it == self.army_state(piece.seat));
        let owner = test.owner().is_none_or(|it| self.who(it, roles, roles.mover).contains(&piece.seat));
        kind && tag && state && owner && test.at().is_none_or(|it| self.is_in(it, square, piece, roles))
    }

    /// Returns the state of a seat's army.
    pub fn army_state(&self, seat: SeatId) -> policy::ArmyState {
        match (self.is_living(seat), self.book.army()) {
            (true, _) => policy::ArmyState::Living,
            (false, policy::Army::Immune) => policy::ArmyState::Immune,
            (false, _) => policy::ArmyState::Inert,
        }
    }
}

/// Reports whether a set of kinds contains a kind.
pub fn has(kinds: u32, kind: KindId) -> bool {
    kinds >> kind.0 & 1 == 1
}
