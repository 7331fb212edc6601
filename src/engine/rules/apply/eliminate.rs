//! Eliminations, barriers and the turn.
//!
//! Input: a [`State`] after a move, or a player to eliminate. Output: the same state with pieces and
//! rights removed, barriers opened or closed, or the turn passed. Does not know why a player is
//! eliminated.

use crate::policy;
use crate::policy::Resets;
use crate::rulebook::{BarrierOpening, SeatId};
use crate::rules::apply::Applier;
use crate::rules::square_set::SquareSet;
use crate::rules::state::{NOBODY, NOWHERE, PackedEnPassant, State};

impl<const W: usize, const T: usize, const N: usize> Applier<'_, W, T, N> {
    /// Eliminates a player: removes their pieces and rights as the rulebook says, and opens the
    /// barriers that open on their elimination. `new_owner` takes over the army, if armies are taken
    /// over; [`NOBODY`] leaves it as it is.
    pub fn eliminate(self, st: &mut State<W, T, N>, seat: u8, new_owner: u8) {
        if !st.is_living(seat) {
            return;
        }
        let me = seat as usize;
        st.living &= !(1 << seat);
        let royals = self.engine.royals(st) & st.seats[me];
        let gone = match (self.engine.book.army, self.engine.book.king) {
            (policy::Army::Removed, policy::King::Removed) => st.seats[me],
            (policy::Army::Removed, policy::King::Stays) => st.seats[me].without(royals),
            (_, policy::King::Removed) => royals,
            (_, policy::King::Stays) => SquareSet::EMPTY,
        };
        for ty in &mut st.types {
            *ty = ty.without(gone);
        }
        st.seats[me] = st.seats[me].without(gone);
        let is_taken_over =
            self.engine.book.army == policy::Army::TakenOver && new_owner != NOBODY && st.is_living(new_owner);
        if self.engine.plan.inherits {
            self.engine.bequeath(st, seat, is_taken_over.then_some(new_owner));
        }
        if is_taken_over {
            st.seats[new_owner as usize] |= st.seats[me].without(royals);
            st.seats[me] &= royals;
        }
        for castling in &self.engine.tables.castlings[me] {
            st.rights &= !(1 << castling.index);
        }
        let lapses = self.engine.book.en_passant.as_ref().is_none_or(|it| it.dead == policy::AgainstEliminated::Lapses);
        let victim = st.en_passant[me].victim;
        if lapses || victim == NOWHERE || !st.seats[me].has(victim as usize) {
            st.en_passant[me] = PackedEnPassant::NONE;
        }
        if self.engine.book.resets.contains(&Resets::Elimination) {
            st.halfmoves = 0;
        }
        for (index, it) in self.engine.book.barrier_instances.iter().enumerate() {
            let barrier = &self.engine.book.barriers[it.barrier];
            if it.owners >> seat & 1 != 0 && barrier.opens.contains(&BarrierOpening::OwnerEliminated) {
                self.open(st, index);
            }
        }
        let mut bound = self.engine.book.bound_partners(SeatId(seat));
        if let Some(alliance) = &self.engine.book.alliance {
            if alliance.loss == policy::PartnerLoss::Together {
                bound |= self.engine.allies(st, seat);
            }
            self.engine.end_alliances(st, 1 << seat, !0);
        }
        for partner in (0..self.engine.tables.n_seats).filter(|it| bound >> it & 1 != 0) {
            self.eliminate(st, partner, new_owner);
        }
    }

    fn open(self, st: &mut State<W, T, N>, instance: usize) {
        if let Some(bit) = self.engine.book.barrier_instances[instance].state_bit {
            st.flags |= 1 << bit;
        }
    }

    /// Opens barriers whose condition holds, and closes those that stay open only while it does.
    #[inline(always)]
    pub fn open_barriers(self, st: &mut State<W, T, N>) {
        if self.engine.plan.barriers_change && self.barriers_may_change(st) {
            self.derive_barriers(st, true);
        }
    }

    /// Reports whether any barrier can open or close in this state.
    #[inline(always)]
    fn barriers_may_change(self, st: &State<W, T, N>) -> bool {
        // A plain loop, because this runs after every move and `any` would become a call.
        for it in &self.engine.tables.vacated {
            if it.for_good && st.flags >> it.bit & 1 != 0 {
                continue;
            }
            let pieces = if it.own_pieces { st.seats[it.seat as usize] } else { self.engine.owned(st) };
            if !it.for_good || !it.zone.meets(pieces) {
                return true;
            }
        }
        false
    }

    /// Updates the barriers that stay open only while their condition holds. One that stays open
    /// for good opens here only if `after_move` is set, and in [`eliminate`](Self::eliminate).
    pub fn derive_barriers(self, st: &mut State<W, T, N>, after_move: bool) {
        for it in &self.engine.book.barrier_instances {
            let Some(bit) = it.state_bit else { continue };
            let barrier = &self.engine.book.barriers[it.barrier];
            let for_good = barrier.stays_open == policy::StaysOpen::ForGood;
            if for_good && (!after_move || st.flags >> bit & 1 != 0) {
                continue;
            }
            let owners = (0..self.engine.tables.n_seats).filter(|seat| it.owners >> seat & 1 != 0);
            let mut open = false;
            for why in &barrier.opens {
                open |= match why {
                    // A barrier that stays open for good opened with its owner's elimination.
                    BarrierOpening::OwnerEliminated => !for_good && owners.clone().any(|seat| !st.is_living(seat)),
                    BarrierOpening::ZoneVacated { zone, of } => {
                        owners.clone().filter(|seat| st.is_living(*seat)).any(|seat| {
                            let pieces = match of {
                                policy::Vacated::OwnPieces => st.seats[seat as usize],
                                policy::Vacated::AllPieces => self.engine.owned(st),
                            };
                            !self.engine.tables.zones[*zone][seat as usize].meets(pieces)
                        })
                    }
                };
            }
            if open {
                st.flags |= 1 << bit;
            } else if !for_good {
                st.flags &= !(1 << bit);
            }
        }
    }
}
