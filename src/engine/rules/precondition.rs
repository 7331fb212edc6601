//! Cheap necessary conditions of outcomes.
//!
//! Contains [`Precondition`]. If it is false, the outcome cannot occur. If it is true, the outcome must be
//! tested. [`KingAttack`] is an attack that it requires.
//!
//! Input: the test of an outcome. Output: its [`Precondition`]. Does not know positions.

use crate::policy::{Role, Who};
use crate::rulebook::{Player, PositionTest, Quantity, Rulebook, SeatId, SeatSet};
use crate::rules::state::MAX_SEATS;
use crate::rules::types::Types;

/// Necessary conditions of one outcome.
#[derive(Clone, Copy, Debug, Default)]
pub struct Precondition {
    /// Whether the mover must have no legal move.
    pub stuck: bool,
    /// Whether the move must have captured a king.
    pub king_captured: bool,
    /// Minimum of the halfmove clock, in rounds; 0 for no minimum.
    pub halfmove_rounds: u16,
    /// How many times the position must have occurred; 0 for any number.
    pub repeated: u16,
    /// Required number of living players; `None` for any number.
    pub living: Option<u8>,
    /// Types of which all pieces must be, as a bit set; 0 for any types.
    pub types: u64,
    /// An attack on kings that must exist.
    pub attack: Option<KingAttack>,
    /// Whether the attackers are the mover's pieces.
    pub movers_attack: bool,
}

/// An attack on kings along lines, by players whom the mover determines.
#[derive(Clone, Copy, Debug)]
pub struct KingAttack {
    /// The players who attack.
    pub by: Side,
    /// The owners of the kings.
    pub on: Side,
    /// Whether every king must be attacked. Otherwise one is enough.
    pub every: bool,
}

/// The players of a role, from the view of a mover.
#[derive(Clone, Copy, Debug)]
pub enum Side {
    /// The players, by mover. Players who are out of the game do not count.
    Fixed([SeatSet; MAX_SEATS]),
    /// They depend on the position.
    Changing(Player),
}

impl Side {
    fn new(book: &Rulebook, player: Player) -> Self {
        let by_mover = |players: &dyn Fn(SeatId) -> SeatSet| {
            let mut all = [0; MAX_SEATS];
            book.seat_ids().for_each(|mover| all[mover.index()] = players(mover));
            Self::Fixed(all)
        };
        match player {
            Player::Seat(seat) => by_mover(&|_| seat.bit()),
            Player::Role(Who::Mover) => by_mover(&|mover| mover.bit()),
            Player::Role(Who::Others) => by_mover(&|mover| !mover.bit()),
            Player::Role(Who::Living | Who::All) => by_mover(&|_| !0),
            Player::Role(Who::Opponents) if book.alliance.is_none() => {
                by_mover(&|mover| !mover.bit() & !book.partners(mover))
            }
            _ => Self::Changing(player),
        }
    }
}

impl Precondition {
    /// Derives the necessary conditions of a test.
    pub fn new(book: &Rulebook, types: &Types, test: &PositionTest) -> Self {
        let mut pieces = 0;
        if test.mate_impossible {
            for (index, ty) in types.all.iter().enumerate() {
                let rule = &book.dead_position;
                let royal = book.kinds[ty.kind.index()].role == Role::Royal;
                if royal || (rule.minor | rule.colored) >> ty.kind.0 & 1 != 0 {
                    pieces |= 1 << index;
                }
            }
        }
        Precondition {
            stuck: test.stuck.is_some_and(|it| it.who == Who::Mover),
            king_captured: test.king_captured.is_some(),
            halfmove_rounds: test.halfmove_rounds.unwrap_or(0),
            repeated: test.repeated.unwrap_or(0),
            living: test.living,
            types: pieces,
            movers_attack: test.attack.is_some_and(|it| it.by == Who::Mover),
            attack: test.attack.filter(|it| follows_from_mover(it.by) && follows_from_mover(it.on)).map(|it| {
                KingAttack {
                    by: Side::new(book, it.by),
                    on: Side::new(book, it.on),
                    every: it.how_many == Quantity::Every,
                }
            }),
        }
    }
}

impl Precondition {
    /// Reports whether the outcome can occur for a mover with a legal move, without repetition
    /// counts.
    pub fn may_hold_with_moves(&self) -> bool {
        !self.stuck && self.repeated == 0 && self.types == 0
    }
}

/// Reports whether the mover alone determines the players of a role.
fn follows_from_mover(who: Player) -> bool {
    !matches!(who, Player::Role(Who::Victim | Who::Third | Who::MatingPlayer | Who::Winner | Who::Owner))
}
