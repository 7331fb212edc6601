//! Boards as numbers, for programs that learn to play.
//!
//! Contains further methods of [`Board`], and the rewards of a finished game. Input: a board, and
//! arrays of the caller. Output: actions, masks, planes and rewards. `ActionSpace` and `Planes` of
//! the library define the numbers.

use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use threefold::Position;

use crate::board::Board;
use crate::error::illegal;
use crate::variant::Shared;
use crate::vector::in_c_order;

/// Returns the reward of each player: 0 during the game. At the end, they add up to 0. The winner of
/// everything gets 1. Points scored during the game can exceed what its end gives: then 1 is the distance between the
/// most and the fewest points of this game.
pub fn rewards(shared: &Shared, position: &Position) -> Vec<f32> {
    let points: Vec<f64> = position.scores().iter().map(|it| f64::from(*it)).collect();
    if position.ending().is_none() || points.len() < 2 {
        return vec![0.0; points.len()];
    }
    let (count, total) = (points.len() as f64, points.iter().sum::<f64>());
    let (best, worst) = points.iter().fold((f64::MIN, 0.0_f64), |(best, worst), it| (best.max(*it), worst.min(*it)));
    let most = threefold::search::most_points(shared.book()).max(0.5).max(best - worst);
    points.iter().map(|it| ((count * it - total) / ((count - 1.0) * most)) as f32).collect()
}

#[pymethods]
impl Board {
    /// Returns the numbers of the legal moves, in ascending order.
    fn legal_actions(&self) -> Vec<usize> {
        let moves = self.game.legal_moves();
        let mut all: Vec<usize> = moves.iter().filter_map(|it| self.shared.space().number(*it)).collect();
        all.sort_unstable();
        all
    }
    /// Plays the move of a number. Raises `IllegalMoveError` if it is illegal.
    fn push_action(&mut self, py: Python<'_>, action: usize) -> PyResult<()> {
        let count = self.shared.space().len();
        let mv = self.shared.space().get(action);
        let mv =
            mv.ok_or_else(|| PyValueError::new_err(format!("{action} is not an action: there are {count}, from 0")))?;
        match self.game.play(mv) {
            Ok(_) => Ok(()),
            Err(threefold::GameError::Illegal { code, sentence, .. }) => Err(illegal(py, code.into(), sentence.into())),
            Err(other) => Err(crate::error::game_error(py, self.position_now(), "", other)),
        }
    }
    /// Returns the reward of each player in order of play: 0 during the game. Rewards add up to 0.
    fn returns(&self) -> Vec<f32> {
        rewards(&self.shared, self.position_now())
    }
    /// Overwrites an array of bytes with 1 for each legal action and 0 for each other one.
    fn write_mask(&self, mut mask: PyReadwriteArray1<'_, i8>) -> PyResult<()> {
        let mask = mask.as_slice_mut()?;
        if mask.len() != self.shared.space().len() {
            let text = format!("the mask has {} bytes; expected {}", mask.len(), self.shared.space().len());
            return Err(PyValueError::new_err(text));
        }
        mask.fill(0);
        for action in self.legal_actions() {
            mask[action] = 1;
        }
        Ok(())
    }
    /// Overwrites arrays of bytes with the position as a player sees it: the player to move, unless one is named.
    #[pyo3(signature = (planes, scalars, seat = None))]
    fn write_observation(
        &self,
        mut planes: PyReadwriteArray2<'_, u8>,
        mut scalars: PyReadwriteArray1<'_, u8>,
        seat: Option<&str>,
    ) -> PyResult<()> {
        let seat = seat.map_or(Ok(self.position_now().turn()), |it| self.seat(it))?;
        let layout = self.shared.planes();
        match layout.write(self.position_now(), seat, in_c_order(&mut planes)?, scalars.as_slice_mut()?) {
            true => Ok(()),
            false => {
                let (count, squares) = (layout.names().len(), self.shared.variant().board().len());
                let numbers = layout.scalars().len();
                let text = format!("expected planes of shape ({count}, {squares}) and {numbers} scalars");
                Err(PyValueError::new_err(text))
            }
        }
    }
}
