//! What a position contains besides its pieces: pools, rights, barriers, counters and the order of play.
//!
//! Contains further properties of [`Board`], one or more for each field of the text of a position. Input: a board. Output:
//! names and numbers. `scores` and `outcome()` are in `board.rs`. Decides nothing.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use threefold::{SeatId, Setup};

use crate::board::Board;

impl Board {
    fn setup(&self) -> Setup {
        self.position_now().setup()
    }
    /// Returns the names of the seats for which a test holds, in order of play.
    fn seats_with(&self, holds: impl Fn(SeatId) -> bool) -> Vec<&str> {
        let book = self.shared.book();
        book.seat_ids().filter(|it| holds(*it)).map(|it| it.name(book)).collect()
    }
    /// Returns a dictionary with a value for each seat.
    fn by_seat<'py, T: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        of: impl Fn(SeatId) -> PyResult<T>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (book, all) = (self.shared.book(), PyDict::new(py));
        for seat in book.seat_ids() {
            all.set_item(seat.name(book), of(seat)?)?;
        }
        Ok(all)
    }
    /// Returns a dictionary of names and numbers for each seat.
    fn numbers_by_seat<'py>(
        &self,
        py: Python<'py>,
        of: impl Fn(SeatId) -> Vec<(String, u8)>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.by_seat(py, |seat| {
            let all = PyDict::new(py);
            of(seat).into_iter().try_for_each(|(name, number)| all.set_item(name, number))?;
            Ok(all)
        })
    }
}

#[pymethods]
impl Board {
    /// The pieces that each player has in their pool: by player, the number of pieces by kind. A hand is a pool from which
    /// its player drops pieces.
    #[getter]
    fn pools<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (pools, kinds) = (self.setup().pool, self.shared.book().kinds());
        self.numbers_by_seat(py, |seat| {
            let counts = pools.get(seat.index()).into_iter().flatten().zip(kinds);
            counts.filter(|it| *it.0 > 0).map(|(count, kind)| (kind.name().to_owned(), *count)).collect()
        })
    }
    /// The squares of blockers, such as a duck or arrows.
    #[getter]
    fn blockers(&self) -> Vec<&str> {
        let board = self.shared.variant().board();
        self.setup().blockers.into_iter().map(|it| board.name(it)).collect()
    }
    /// The halfmove clock: the number of plies since the last capture or pawn move, or since whatever else resets it.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.setup().quiet
    }
    /// The castling rights: by player, the names of the castlings, as in `Move.castling`.
    #[getter]
    fn castling_rights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rights = self.setup().castling;
        let all = || self.shared.book().castlings().iter().enumerate().filter(|it| rights & 1 << it.0 != 0);
        self.by_seat(py, |seat| Ok(all().filter(|it| it.1.seat() == seat).map(|it| it.1.name()).collect::<Vec<_>>()))
    }
    /// The rights to capture en passant: the square where the capturing piece lands, the square of the piece that can be
    /// captured, and its player.
    #[getter]
    fn en_passant(&self) -> Vec<(&str, &str, &str)> {
        let (book, board) = (self.shared.book(), self.shared.variant().board());
        // A double step that ends the game leaves a right that nobody can use.
        let rights = self.setup().en_passant.into_iter().filter(|it| it.age > 0);
        rights.map(|it| (board.name(it.target), board.name(it.victim), it.owner.name(book))).collect()
    }
    /// The square where a capture en passant ends, if there is one right to such a capture; otherwise `None`.
    #[getter]
    fn ep_square(&self) -> Option<&str> {
        match self.en_passant()[..] {
            [(target, ..)] => Some(target),
            _ => None,
        }
    }
    /// The barriers by name, each with `True` if it is open. `moat.0` is the first copy of the barrier `moat`.
    #[getter]
    fn barriers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (barrier, is_open) in self.shared.book().barrier_instances().iter().zip(self.position_now().barriers()) {
            all.set_item(barrier.name(), is_open)?;
        }
        Ok(all)
    }
    /// The names of the eliminated players. Frozen ones are among them.
    #[getter]
    fn eliminated(&self) -> Vec<&str> {
        let out = self.setup().out;
        self.seats_with(|it| out & it.bit() != 0)
    }
    /// The names of the frozen players: those who return when they are no longer stuck.
    #[getter]
    fn frozen(&self) -> Vec<&str> {
        let frozen = self.setup().frozen;
        self.seats_with(|it| frozen & it.bit() != 0)
    }
    /// The counters of the rulebook: by player, the number of each counter.
    #[getter]
    fn counters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (values, counters) = (self.setup().counters, self.shared.book().counters());
        self.numbers_by_seat(py, |seat| {
            let values = values.get(seat.index()).into_iter().flatten().zip(counters);
            values.map(|(value, counter)| (counter.name().to_owned(), *value)).collect()
        })
    }
    /// The value of all pieces that each player has ever lost to captures.
    #[getter]
    fn lost<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let lost = self.setup().lost;
        self.by_seat(py, |seat| Ok(lost.get(seat.index()).copied().unwrap_or_default()))
    }
    /// Whether an outcome or a claim has reversed the order of play.
    #[getter]
    fn order_reversed(&self) -> bool {
        self.setup().reversed
    }
    /// During an extra turn: the player who plays after it. Otherwise `None`.
    #[getter]
    fn extra_turn_before(&self) -> Option<&str> {
        self.setup().extra_turn.map(|it| it.name(self.shared.book()))
    }
    /// Whether an extra turn has delayed this turn.
    #[getter]
    fn turn_delayed(&self) -> bool {
        self.setup().delayed
    }
    /// The players who play the turns of eliminated players: by eliminated player, the heir.
    #[getter]
    fn heirs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (book, heirs, all) = (self.shared.book(), self.setup().heirs, PyDict::new(py));
        for (seat, heir) in book.seat_ids().zip(heirs) {
            if let Some(heir) = heir {
                all.set_item(seat.name(book), heir.name(book))?;
            }
        }
        Ok(all)
    }
    /// The eliminated player whose turn an heir plays now. Otherwise `None`.
    #[getter]
    fn inherited_turn(&self) -> Option<&str> {
        self.setup().inherited_turn.map(|it| it.name(self.shared.book()))
    }
    /// Returns the names of a player's allies.
    fn allies(&self, seat: &str) -> PyResult<Vec<&str>> {
        let (book, allies) = (self.shared.book(), self.position_now().allies(self.seat(seat)?));
        Ok(book.seat_ids().filter(|it| allies & it.bit() != 0).map(|it| it.name(book)).collect())
    }
    /// Returns the offer that waits for answers: its claim, the player who made it, and those who have to answer; `None`
    /// without an offer.
    fn pending(&self) -> Option<(&str, &str, Vec<&str>)> {
        let (book, offer) = (self.shared.book(), self.game.pending()?);
        let claim = book.claims().get(usize::from(offer.claim.0))?.name();
        Some((claim, offer.claimant.name(book), offer.waiting.iter().map(|it| it.name(book)).collect()))
    }
}
