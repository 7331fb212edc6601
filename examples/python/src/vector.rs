//! Many games at once, which write into arrays of the caller.
//!
//! Contains the class `VectorCore`; `threefold/vector.py` wraps it. Input: arrays, and an action for
//! each game. Output: planes, masks, rewards and flags in the arrays, without copies. The interpreter
//! is free for other threads meanwhile. A game that ends starts again at once.

use std::sync::Arc;

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray, PyReadwriteArray1,
    PyReadwriteArray2, PyReadwriteArray3, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use threefold::{Game, Position, Rollout, parse_position};

use crate::actions::rewards;
use crate::board::Board;
use crate::error::position_error;
use crate::interrupt::SignalWatch;
use crate::random::Random;
use crate::variant::{Shared, Variant};

/// One game with the actions that its mask has now.
struct Slot {
    game: Rollout,
    actions: Vec<u32>,
    plies: u32,
    /// The last position of the game that the last step ended or cut off.
    last: Option<Position>,
}

/// The state of many games; `VectorEnv` creates it.
#[pyclass(module = "threefold")]
pub struct VectorCore {
    shared: Arc<Shared>,
    start: Position,
    slots: Vec<Slot>,
    chosen: Vec<usize>,
    max_plies: u32,
    random: Random,
    plies: u64,
    games: u64,
    planes: Option<Py<PyArray3<u8>>>,
    scalars: Option<Py<PyArray2<u8>>>,
    masks: Py<PyArray2<i8>>,
    rewards: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    turns: Py<PyArray1<u8>>,
}

/// The arrays of a call.
struct Arrays<'py> {
    planes: Option<PyReadwriteArray3<'py, u8>>,
    scalars: Option<PyReadwriteArray2<'py, u8>>,
    masks: PyReadwriteArray2<'py, i8>,
    rewards: PyReadwriteArray2<'py, f32>,
    terminated: PyReadwriteArray1<'py, bool>,
    truncated: PyReadwriteArray1<'py, bool>,
    turns: PyReadwriteArray1<'py, u8>,
}

/// The memory of the arrays.
struct Slices<'a> {
    planes: &'a mut [u8],
    scalars: &'a mut [u8],
    masks: &'a mut [i8],
    rewards: &'a mut [f32],
    terminated: &'a mut [bool],
    truncated: &'a mut [bool],
    turns: &'a mut [u8],
    has_planes: bool,
}

/// Returns the memory of an array whose last index changes fastest. Others would get their values in wrong places.
pub fn in_c_order<'a, T: Element, D: Dimension>(array: &'a mut PyReadwriteArray<'_, T, D>) -> PyResult<&'a mut [T]> {
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err(
            "an array is not in C order (rows one after the other): make it with `numpy.zeros(...)` or `numpy.ascontiguousarray(...)`",
        ));
    }
    Ok(array.as_slice_mut()?)
}

impl<'py> Arrays<'py> {
    fn slices(&mut self) -> PyResult<Slices<'_>> {
        let has_planes = self.planes.is_some();
        let planes = self.planes.as_mut().map(in_c_order).transpose()?.unwrap_or_default();
        let scalars = self.scalars.as_mut().map(in_c_order).transpose()?.unwrap_or_default();
        Ok(Slices {
            planes,
            scalars,
            masks: in_c_order(&mut self.masks)?,
            rewards: in_c_order(&mut self.rewards)?,
            terminated: self.terminated.as_slice_mut()?,
            truncated: self.truncated.as_slice_mut()?,
            turns: self.turns.as_slice_mut()?,
            has_planes,
        })
    }
}

impl VectorCore {
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let busy = |_| PyValueError::new_err("an array is read-only, or in use by another call");
        let planes = self.planes.as_ref().map(|it| it.bind(py).try_readwrite()).transpose().map_err(busy)?;
        let scalars = self.scalars.as_ref().map(|it| it.bind(py).try_readwrite()).transpose().map_err(busy)?;
        let arrays = Arrays {
            planes,
            scalars,
            masks: self.masks.bind(py).try_readwrite().map_err(busy)?,
            rewards: self.rewards.bind(py).try_readwrite().map_err(busy)?,
            terminated: self.terminated.bind(py).try_readwrite().map_err(busy)?,
            truncated: self.truncated.bind(py).try_readwrite().map_err(busy)?,
            turns: self.turns.bind(py).try_readwrite().map_err(busy)?,
        };
        // The owner may have resized an array since it was checked.
        let n = self.slots.len();
        let layout = self.shared.planes();
        let has_length = |array: Option<usize>, one: usize| array.is_none_or(|it| it == n * one);
        let squares = self.shared.variant().board().len();
        let are_whole = [&arrays.terminated, &arrays.truncated].iter().all(|it| it.len() == n)
            && arrays.turns.len() == n
            && arrays.masks.len() == n * self.shared.space().len()
            && arrays.rewards.len() == n * self.shared.book().seats().len()
            && has_length(arrays.planes.as_ref().map(|it| it.len()), layout.names().len() * squares)
            && has_length(arrays.scalars.as_ref().map(|it| it.len()), layout.scalars().len());
        if !are_whole {
            self.check_shapes(py)?;
        }
        Ok(arrays)
    }
    /// Finds the index of each chosen action among the legal ones.
    fn choose(&mut self, actions: &[i64]) -> PyResult<()> {
        if actions.len() != self.slots.len() {
            let text = format!("there are {} games, but {} actions", self.slots.len(), actions.len());
            return Err(PyValueError::new_err(text));
        }
        for (index, (slot, action)) in self.slots.iter().zip(actions).enumerate() {
            let found = slot.actions.iter().position(|it| i64::from(*it) == *action);
            self.chosen[index] = found.ok_or_else(|| self.not_legal(index, *action))?;
        }
        Ok(())
    }
    fn not_legal(&self, index: usize, action: i64) -> PyErr {
        let mv = usize::try_from(action).ok().and_then(|it| self.shared.space().get(it));
        let why = mv.map_or_else(
            || format!("there are {} actions, numbered from 0.", self.shared.space().len()),
            |it| threefold::notation::sentence::explain(self.slots[index].game.position(), it).sentence,
        );
        PyValueError::new_err(format!("game {index} cannot play action {action}: {why} No game has changed."))
    }
    /// Writes what the player to move sees in one game.
    fn write(&mut self, index: usize, out: &mut Slices<'_>) {
        let slot = &mut self.slots[index];
        let position = slot.game.position();
        let turn = position.turn();
        out.turns[index] = turn.0;
        if out.has_planes {
            let layout = self.shared.planes();
            let (planes, scalars) = (out.planes.len() / self.chosen.len(), out.scalars.len() / self.chosen.len());
            let planes = &mut out.planes[index * planes..(index + 1) * planes];
            layout.write(position, turn, planes, &mut out.scalars[index * scalars..(index + 1) * scalars]);
        }
        let count = self.shared.space().len();
        let mask = &mut out.masks[index * count..(index + 1) * count];
        mark(mask, &slot.actions, 0);
        slot.game.actions_into(self.shared.space(), &mut slot.actions);
        mark(mask, &slot.actions, 1);
    }
    fn restart(&mut self, index: usize) {
        self.slots[index].game.restart(&self.start);
        self.slots[index].plies = 0;
    }
    /// Plays the chosen moves.
    fn advance(&mut self, out: &mut Slices<'_>) {
        let seats = self.shared.book().seats().len();
        for index in 0..self.slots.len() {
            let slot = &mut self.slots[index];
            slot.game.play(self.chosen[index]);
            slot.plies += 1;
            let is_over = slot.game.moves().len() == 0;
            let is_cut = !is_over && slot.plies >= self.max_plies;
            if is_over {
                let points = rewards(&self.shared, slot.game.position());
                out.rewards[index * seats..(index + 1) * seats].copy_from_slice(&points);
            } else {
                out.rewards[index * seats..(index + 1) * seats].fill(0.0);
            }
            (out.terminated[index], out.truncated[index]) = (is_over, is_cut);
            slot.last = (is_over || is_cut).then(|| slot.game.position().clone());
            if is_over || is_cut {
                self.games += 1;
                self.restart(index);
            }
            self.write(index, out);
        }
        self.plies += self.slots.len() as u64;
    }
}

/// Writes a number at the place of each action.
fn mark(mask: &mut [i8], actions: &[u32], number: i8) {
    for action in actions {
        if let Some(it) = mask.get_mut(*action as usize) {
            *it = number;
        }
    }
}

#[pymethods]
impl VectorCore {
    #[new]
    #[pyo3(signature = (variant, n, seed, max_plies, position, planes, scalars, masks, rewards, terminated, truncated, turns))]
    #[expect(clippy::too_many_arguments, reason = "each array has its own type")]
    fn new(
        py: Python<'_>,
        variant: &Variant,
        n: usize,
        seed: u64,
        max_plies: u32,
        position: Option<&str>,
        planes: Option<Py<PyArray3<u8>>>,
        scalars: Option<Py<PyArray2<u8>>>,
        masks: Py<PyArray2<i8>>,
        rewards: Py<PyArray2<f32>>,
        terminated: Py<PyArray1<bool>>,
        truncated: Py<PyArray1<bool>>,
        turns: Py<PyArray1<u8>>,
    ) -> PyResult<Self> {
        let shared = variant.shared.clone();
        let start = match position {
            Some(text) => parse_position(shared.variant(), text).map_err(|it| position_error(py, &it))?,
            None => shared
                .variant()
                .start()
                .ok_or_else(|| PyValueError::new_err("pass `position`: there is no starting position"))?,
        };
        if start.ending().is_some() {
            return Err(PyValueError::new_err("the game is over in this position"));
        }
        let slot = || Slot { game: Rollout::new(&start), actions: Vec::new(), plies: 0, last: None };
        let slots = std::iter::repeat_with(slot).take(n).collect();
        let chosen = vec![0; n];
        let mut core = Self {
            shared,
            start,
            slots,
            chosen,
            max_plies,
            random: Random(seed),
            plies: 0,
            games: 0,
            planes,
            scalars,
            masks,
            rewards,
            terminated,
            truncated,
            turns,
        };
        core.check_shapes(py)?;
        core.reset(py, None)?;
        Ok(core)
    }
    /// Starts all games again, and writes everything. A seed also restarts the random numbers.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.random = seed.map_or(self.random, Random);
        let mut arrays = self.arrays(py)?;
        let mut out = arrays.slices()?;
        py.detach(|| {
            out.masks.fill(0);
            out.rewards.fill(0.0);
            out.terminated.fill(false);
            out.truncated.fill(false);
            for index in 0..self.slots.len() {
                self.slots[index].last = None;
                self.restart(index);
                self.write(index, &mut out);
            }
        });
        Ok(())
    }
    /// Plays one action in each game. Raises `ValueError`, and plays nothing, if one is illegal.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        self.choose(actions.as_slice()?)?;
        let mut arrays = self.arrays(py)?;
        let mut out = arrays.slices()?;
        py.detach(|| self.advance(&mut out));
        Ok(())
    }
    /// Plays `steps` random legal actions in each game. After an interrupt, all games have played equally many.
    fn step_random(&mut self, py: Python<'_>, steps: u32) -> PyResult<()> {
        let mut arrays = self.arrays(py)?;
        let mut out = arrays.slices()?;
        let mut watch = SignalWatch::new();
        py.detach(|| {
            for _ in 0..steps {
                watch.check()?;
                for index in 0..self.slots.len() {
                    let count = self.slots[index].actions.len() as u64;
                    self.chosen[index] = self.random.below(count) as usize;
                }
                self.advance(&mut out);
            }
            Ok(())
        })
    }
    /// Writes a random legal action for each game.
    fn sample(&mut self, mut out: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        if out.len() != self.slots.len() {
            return Err(PyValueError::new_err(format!("expected {} places for actions", self.slots.len())));
        }
        for (index, place) in out.iter_mut().enumerate() {
            let actions = &self.slots[index].actions;
            let chosen = self.random.below(actions.len() as u64) as usize;
            *place = actions.get(chosen).map_or(-1, |it| i64::from(*it));
        }
        Ok(())
    }
    /// Returns the position of one game in the list form.
    fn position(&self, index: usize) -> PyResult<String> {
        let slot = self.slots.get(index);
        let text = slot.map(|it| threefold::notation::position::print_list(it.game.position()));
        text.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err(format!("there are {} games", self.slots.len())))
    }
    /// Returns the last position of a game that the last step ended or cut off, as a board without history.
    fn final_board(&self, index: usize) -> PyResult<Board> {
        let missing = || pyo3::exceptions::PyIndexError::new_err(format!("there are {} games", self.slots.len()));
        let last = self.slots.get(index).ok_or_else(missing)?.last.clone();
        let last = last.ok_or_else(|| PyValueError::new_err(format!("the last step did not end game {index}")))?;
        Ok(Board { shared: self.shared.clone(), game: Game::from_position(last) })
    }
    /// The number of plies since the start, over all games.
    #[getter]
    fn plies(&self) -> u64 {
        self.plies
    }
    /// The number of games that have ended or were cut off.
    #[getter]
    fn games(&self) -> u64 {
        self.games
    }
}

impl VectorCore {
    fn check_shapes(&self, py: Python<'_>) -> PyResult<()> {
        let n = self.slots.len();
        let (space, layout, book) = (self.shared.space(), self.shared.planes(), self.shared.book());
        let squares = self.shared.variant().board().len();
        let mut checks = vec![
            ("masks", self.masks.bind(py).shape().to_vec(), vec![n, space.len()]),
            ("rewards", self.rewards.bind(py).shape().to_vec(), vec![n, book.seats().len()]),
            ("terminated", self.terminated.bind(py).shape().to_vec(), vec![n]),
            ("truncated", self.truncated.bind(py).shape().to_vec(), vec![n]),
            ("turns", self.turns.bind(py).shape().to_vec(), vec![n]),
        ];
        if self.planes.is_some() != self.scalars.is_some() {
            return Err(PyValueError::new_err("pass both `planes` and `scalars`, or neither"));
        }
        if let (Some(planes), Some(scalars)) = (&self.planes, &self.scalars) {
            checks.push(("planes", planes.bind(py).shape().to_vec(), vec![n, layout.names().len(), squares]));
            checks.push(("scalars", scalars.bind(py).shape().to_vec(), vec![n, layout.scalars().len()]));
        }
        match checks.iter().find(|(_, found, expected)| found != expected) {
            Some((name, found, expected)) => {
                Err(PyValueError::new_err(format!("`{name}` has the shape {found:?}; expected {expected:?}")))
            }
            None => Ok(()),
        }
    }
}
