//! Barrier permissions: what every crossing of a route allows.

use super::explain::Why;
use super::geometry::{Step, Way};
use super::roles::{Roles, has};
use super::{Deed, Shot, State};
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rulebook::{BarrierOpening, Permissions, SeatId};
use threefold_engine::rules::Piece;

/// The permissions of a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Permission {
    pub quiet: bool,
    pub capture: bool,
    pub attack: bool,
    /// The move may end with an opponent in check by any of the player's pieces.
    pub give_check: bool,
    /// The move may end with an opponent in check by the moved piece.
    pub give_check_itself: bool,
}

const ALL: Permissions = Permissions { quiet: true, capture: true, give_check: true, attack: true };
fn common(a: Permissions, b: Permissions) -> Permissions {
    Permissions {
        quiet: a.quiet && b.quiet,
        capture: a.capture && b.capture,
        give_check: a.give_check && b.give_check,
        attack: a.attack && b.attack,
    }
}

impl State {
    /// Tests that a route that may not give check leaves no opponent in check.
    pub fn gives_no_barred_check(&self, shot: &Shot, after: &State, deed: &Deed) -> Result<(), Why> {
        let Some(way) = &shot.way else { return Ok(()) };
        let permission = self.permission(shot.from, &shot.becomes.unwrap_or(deed.before.1), way);
        if permission.give_check && permission.give_check_itself {
            return Ok(());
        }
        for opponent in after.living().into_iter().filter(|it| *it != deed.mover) {
            let by = if after.counted(opponent).contains(&deed.mover) {
                after.attackers(deed.mover, opponent)
            } else {
                Vec::new()
            };
            let by_itself = deed.moved_to().is_some_and(|it| by.contains(&it));
            if !permission.give_check && !by.is_empty() || !permission.give_check_itself && by_itself {
                return Err(Why::barrier_check());
            }
        }
        Ok(())
    }

    /// Reports whether a barrier on the board is open.
    pub fn is_open(&self, instance: usize) -> bool {
        let it = &self.book.barrier_instances()[instance];
        if it.state_bit().is_none() {
            self.book.barriers()[it.barrier()].starts_open()
        } else {
            self.open.contains(&instance)
        }
    }

    /// Returns what all crossings of one barrier (all instances) on these links allow.
    fn lets_along(&self, barrier: usize, steps: &[Step]) -> Permissions {
        let rule = &self.book.barriers()[barrier];
        let mut allows = ALL;
        for step in steps {
            for instance in step.link.barriers().iter().map(|it| *it as usize) {
                if self.book.barrier_instances()[instance].barrier() == barrier {
                    allows = common(allows, if self.is_open(instance) { rule.open() } else { rule.closed() });
                }
            }
        }
        allows
    }

    /// Reports whether a barrier applies to a piece that starts on this square.
    pub fn binds(&self, barrier: usize, from: Square, piece: &Piece) -> bool {
        let rule = &self.book.barriers()[barrier];
        let is_exempt = rule.unless().iter().any(|it| self.is_such(it, from, piece, &Roles::of(piece.seat)));
        rule.binds() & piece.seat.bit() != 0 && has(rule.pieces(), piece.kind) && !is_exempt
    }

    /// Returns what one barrier (all instances) allows on a route.
    pub fn allows(&self, barrier: usize, from: Square, piece: &Piece, way: &Way) -> Permissions {
        if !self.binds(barrier, from, piece) {
            return ALL;
        }
        if way.leaps.is_empty() {
            return self.lets_along(barrier, &way.steps);
        }
        let rule = &self.book.barriers()[barrier];
        let mut allows = ALL;
        for (index, _) in self.book.barrier_instances().iter().enumerate().filter(|it| it.1.barrier() == barrier) {
            let crosses = |it: &(bool, Vec<Step>)| it.1.iter().any(|it| it.link.barriers().contains(&(index as u16)));
            let meets = |leap: &Vec<(bool, Vec<Step>)>| match rule.leaps() {
                policy::Leaps::Exempt => false,
                policy::Leaps::AnyPath => leap.iter().any(crosses),
                policy::Leaps::EveryPath => leap.iter().all(crosses),
                // If no long leg can come first, no path meets the barrier.
                policy::Leaps::LongLegFirst => leap.iter().any(|it| it.0) && leap.iter().filter(|it| it.0).all(crosses),
            };
            if way.leaps.iter().any(meets) {
                allows = common(allows, if self.is_open(index) { rule.open() } else { rule.closed() });
            }
        }
        allows
    }

    /// Returns what all barriers together allow on a route.
    pub fn permission(&self, from: Square, piece: &Piece, way: &Way) -> Permission {
        let mut all =
            Permission { quiet: true, capture: true, attack: true, give_check: true, give_check_itself: true };
        for (number, barrier) in self.book.barriers().iter().enumerate() {
            let allows = self.allows(number, from, piece, way);
            all.quiet &= allows.quiet;
            all.capture &= allows.capture;
            all.attack &= allows.attack;
            match barrier.check_by() {
                policy::CheckBy::AnyPiece => all.give_check &= allows.give_check,
                policy::CheckBy::MovedPiece => all.give_check_itself &= allows.give_check,
            }
        }
        all
    }

    /// Opens and closes barriers that depend on the position (`while-true`).
    pub fn derive_barriers(&mut self) {
        for index in self.with_state(policy::StaysOpen::WhileTrue) {
            if self.is_vacated(index) || self.has_lost_an_owner(index) {
                self.open.insert(index);
            } else {
                self.open.remove(&index);
            }
        }
    }

    /// Opens barriers permanently after a move if a zone of a remaining owner is empty.
    pub fn open_vacated(&mut self) {
        for index in self.with_state(policy::StaysOpen::ForGood) {
            if self.is_vacated(index) {
                self.open.insert(index);
            }
        }
    }

    /// Opens barriers permanently after an elimination.
    pub fn open_of_eliminated(&mut self, seat: SeatId) {
        for index in self.with_state(policy::StaysOpen::ForGood) {
            let is_his = self.book.barrier_instances()[index].owners() & seat.bit() != 0;
            if is_his && self.has_lost_an_owner(index) {
                self.open.insert(index);
            }
        }
    }

    fn with_state(&self, stays: policy::StaysOpen) -> Vec<usize> {
        let all = self.book.barrier_instances().iter().enumerate();
        let stays_so = |it: usize| self.book.barriers()[it].stays_open() == stays;
        all.filter(|it| it.1.state_bit().is_some() && stays_so(it.1.barrier())).map(|it| it.0).collect()
    }

    fn owners(&self, index: usize) -> Vec<SeatId> {
        let owners = self.book.barrier_instances()[index].owners();
        self.book.seat_ids().filter(|it| owners & it.bit() != 0).collect()
    }

    fn opens(&self, index: usize) -> &[BarrierOpening] {
        self.book.barriers()[self.book.barrier_instances()[index].barrier()].opens()
    }

    fn has_lost_an_owner(&self, index: usize) -> bool {
        let opens_so = self.opens(index).contains(&BarrierOpening::OwnerEliminated);
        opens_so && self.owners(index).iter().any(|it| !self.is_living(*it))
    }

    fn is_vacated(&self, index: usize) -> bool {
        self.opens(index).iter().any(|why| {
            let BarrierOpening::ZoneVacated { zone, of } = why else { return false };
            self.owners(index).into_iter().filter(|it| self.is_living(*it)).any(|owner| {
                let mut pieces = self.book.zones()[*zone].squares()[owner.index()].iter().filter_map(|it| self.at(*it));
                !pieces.any(|it| *of == policy::Vacated::AllPieces || it.seat == owner)
            })
        })
    }
}
