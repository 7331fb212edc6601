//! Who mates alone: of several opponents, those whose men suffice without the others'.
//!
//! In: a state, whose king is judged. Out: the set of opponents each of whom attacks the
//! king as it stands, and after every move that the player could try, his own king's
//! safety from the others aside. `[mate]` says what of the others' men meanwhile, and
//! whether barred moves count.

use super::bits::Bits;
use super::engine::{Engine, Mv};
use super::generate::Keeping;
use super::sink::Sink;
use super::state::State;
use crate::definition::{Alone, Escapes};
use crate::variant::SeatSet;

/// Stops at the first move after which a seat no longer attacks the king.
struct Escape<'a, const W: usize, const T: usize, const N: usize> {
    engine: &'a Engine<W, T, N>,
    st: &'a State<W, T, N>,
    by: u8,
    found: bool,
}

impl<const W: usize, const T: usize, const N: usize> Sink<W> for Escape<'_, W, T, N> {
    fn moves(&mut self, from: usize, to: Bits<W>) -> bool {
        to.iter().any(|it| self.one(Mv::plain(from, it)))
    }
    fn one(&mut self, mv: Mv) -> bool {
        let (after, _) = self.engine.judged(self.st, mv);
        self.found = self.engine.king_attackers(&after, self.st.turn, 1 << self.by).is_empty();
        self.found
    }
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// The opponents who mate a player, each alone.
    pub fn mates_alone(&self, st: &State<W, T, N>, judged: u8) -> SeatSet {
        let mut sufficient = 0;
        // Attacks that do not count mate nobody.
        let foes = self.foes(st, judged);
        for by in (0..self.tables.n_seats).filter(|it| foes >> it & 1 != 0) {
            // Who gives no check mates nobody, whatever the others' men hide or pin.
            if self.king_attackers(st, judged, 1 << by).is_empty() {
                continue;
            }
            let mut as_if = *st;
            as_if.turn = judged;
            if self.book.alone == Alone::MenGone {
                for other in (0..self.tables.n_seats).filter(|it| *it != judged && *it != by) {
                    let men = as_if.seats[other as usize];
                    for ty in &mut as_if.types {
                        *ty = ty.without(men);
                    }
                    as_if.seats[other as usize] = Bits::EMPTY;
                }
            }
            let keeping = Keeping { own_king: false, bars: self.book.escapes == Escapes::BarsHold };
            let mut escape = Escape { engine: self, st: &as_if, by, found: false };
            let sink: &mut dyn Sink<W> = &mut escape;
            self.generate_keeping(&as_if, keeping, sink);
            if !escape.found {
                sufficient |= 1 << by;
            }
        }
        sufficient
    }
}
