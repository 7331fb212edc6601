//! Checkmate by one opponent alone, in games with several opponents.
//!
//! Input: a [`State`] and the player whose king is tested. Output: the opponents that each give
//! checkmate alone: they attack the king now, and after every move that the player could try.
//! Safety from the other opponents is ignored. `[mate]` says whether the others' pieces stay on
//! the board meanwhile, and whether a banned move is an escape.

use crate::policy::{Alone, Escapes};
use crate::rulebook::SeatSet;
use crate::rules::engine_move::{EngineMove, LegalityRules};
use crate::rules::judge::Judge;
use crate::rules::movegen::sink::Sink;
use crate::rules::square_set::SquareSet;
use crate::rules::state::State;

/// A sink that stops at the first move after which `by` no longer attacks the king.
struct Escape<'a, const W: usize, const T: usize, const N: usize> {
    judge: Judge<'a, W, T, N>,
    st: &'a State<W, T, N>,
    by: u8,
    found: bool,
}

impl<const W: usize, const T: usize, const N: usize> Sink<W> for Escape<'_, W, T, N> {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }

    fn moves(&mut self, from: usize, to: SquareSet<W>) -> bool {
        to.iter().any(|it| self.one(EngineMove::plain(from, it)))
    }
    fn one(&mut self, mv: EngineMove) -> bool {
        let (after, done) = self.judge.state_after(self.st, mv);
        // A king that its own capture destroys has not escaped.
        self.found = done.kings_destroyed >> self.st.turn & 1 == 0
            && self.judge.attacks().king_attackers(&after, self.st.turn, 1 << self.by).is_empty();
        self.found
    }
}

impl<const W: usize, const T: usize, const N: usize> Judge<'_, W, T, N> {
    /// Returns the opponents that checkmate a player, each one alone.
    pub fn mates_alone(self, st: &State<W, T, N>, judged: u8) -> SeatSet {
        let mut sufficient = 0;
        // An attack that does not count as check gives no checkmate.
        let foes = self.engine.foes(st, judged);
        for by in (0..self.engine.tables.n_seats).filter(|it| foes >> it & 1 != 0) {
            // An opponent that gives no check gives no checkmate, whatever the others' pieces
            // block or pin.
            if self.attacks().king_attackers(st, judged, 1 << by).is_empty() {
                continue;
            }
            let mut as_if = *st;
            as_if.turn = judged;
            if self.engine.book.alone == Alone::PiecesRemoved {
                for other in (0..self.engine.tables.n_seats).filter(|it| *it != judged && *it != by) {
                    let pieces = as_if.seats[other as usize];
                    for ty in &mut as_if.types {
                        *ty = ty.without(pieces);
                    }
                    as_if.seats[other as usize] = SquareSet::EMPTY;
                }
            }
            let bans = self.engine.book.escapes == Escapes::BansHold;
            let keeping = LegalityRules {
                own_king: false,
                bans,
                forced_capture: false,
                drop_mate: false,
                passes: false,
                ..LegalityRules::ALL
            };
            let keeping = LegalityRules { gates: false, ..keeping };
            let mut escape = Escape { judge: self, st: &as_if, by, found: false };
            let sink: &mut dyn Sink<W> = &mut escape;
            self.generator().generate_keeping(&as_if, keeping, sink);
            if !escape.found {
                sufficient |= 1 << by;
            }
        }
        sufficient
    }
}
