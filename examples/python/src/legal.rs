//! The legal moves of a position as a Python collection.
//!
//! Contains the class `LegalMoves` and its iterator. Input: a position. Output: its moves, listed once. Does not
//! change when the board does.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use threefold::notation::position::print;
use threefold::{Position, parse_move, parse_position};

use crate::error::position_error;
use crate::moves::Move;
use crate::value::formats_as_text;
use crate::variant::{Reduced, Shared, Variant};

/// The legal moves of one position, in a fixed order: a sequence that does not change when the board does.
#[pyclass(frozen, eq, hash, module = "threefold")]
#[derive(Clone)]
pub struct LegalMoves {
    shared: Arc<Shared>,
    position: Position,
    moves: Vec<threefold::Move>,
}

impl LegalMoves {
    /// Collects moves of a position.
    pub fn new(shared: Arc<Shared>, position: Position, moves: Vec<threefold::Move>) -> Self {
        Self { shared, position, moves }
    }
    /// Returns the place of a move, or of a text that is one.
    fn find(&self, item: &Bound<'_, PyAny>) -> Option<usize> {
        let mv = match item.cast::<Move>() {
            Ok(it) if it.get().is_of(&self.shared) => it.get().mv,
            Ok(_) => return None,
            Err(_) => parse_move(&self.position, &item.extract::<String>().ok()?).ok()?,
        };
        self.moves.iter().position(|it| *it == mv)
    }
    fn with(&self, moves: Vec<threefold::Move>) -> Self {
        Self { moves, ..self.clone() }
    }
}

impl PartialEq for LegalMoves {
    fn eq(&self, other: &Self) -> bool {
        self.moves == other.moves && self.position == other.position
    }
}

impl Hash for LegalMoves {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.moves.hash(state);
    }
}

formats_as_text!(LegalMoves);

#[pymethods]
impl LegalMoves {
    /// Returns how many times a move occurs, 0 or 1; without a move, the number of all moves.
    #[pyo3(signature = (value = None))]
    fn count(&self, value: Option<&Bound<'_, PyAny>>) -> usize {
        value.map_or(self.moves.len(), |it| usize::from(self.find(it).is_some()))
    }
    /// Returns the index of a move. Raises `ValueError` if it is not among the moves from `start` up to `stop`.
    #[pyo3(signature = (value, start = 0, stop = None))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: Option<isize>) -> PyResult<usize> {
        let len = self.moves.len();
        let from_begin = |it: isize| if it < 0 { len.saturating_sub(it.unsigned_abs()) } else { it.unsigned_abs() };
        let range = from_begin(start)..stop.map_or(len, from_begin);
        let missing = || PyValueError::new_err(format!("{value} is not among the legal moves"));
        self.find(value).filter(|it| range.contains(it)).ok_or_else(missing)
    }
    fn __len__(&self) -> usize {
        self.moves.len()
    }
    fn __bool__(&self) -> bool {
        !self.moves.is_empty()
    }
    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        self.find(item).is_some()
    }
    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, len) = (index.py(), self.moves.len() as isize);
        if let Ok(slice) = index.cast::<PySlice>() {
            let slice = slice.indices(len)?;
            let at = (0..slice.slicelength as isize).map(|it| slice.start + it * slice.step);
            let moves = at.filter_map(|it| self.moves.get(it as usize).copied()).collect();
            return Ok(Bound::new(py, self.with(moves))?.into_any());
        }
        let index: isize = index.extract()?;
        let from_end = if index < 0 { index + len } else { index };
        let found = usize::try_from(from_end).ok().and_then(|it| self.moves.get(it));
        let found = found.ok_or_else(|| PyIndexError::new_err(format!("there are {len} moves")))?;
        Ok(Bound::new(py, Move::of(self.shared.clone(), *found))?.into_any())
    }
    fn __iter__(&self) -> MoveIterator {
        MoveIterator { shared: self.shared.clone(), moves: self.moves.clone().into_iter() }
    }
    fn __reversed__(&self) -> MoveIterator {
        let moves: Vec<threefold::Move> = self.moves.iter().rev().copied().collect();
        MoveIterator { shared: self.shared.clone(), moves: moves.into_iter() }
    }
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Variant, String, Vec<usize>)> {
        let restore = py.import("threefold._threefold")?.getattr("restore_legal_moves")?;
        let numbers = self.moves.iter().filter_map(|it| self.shared.space().number(*it)).collect();
        Ok((restore, (Variant { shared: self.shared.clone() }, print(&self.position), numbers)))
    }
    fn __repr__(&self) -> String {
        let texts = threefold::legal_texts(&self.position);
        let text = |mv| texts.iter().find(|it| it.0 == mv).map_or("", |it| it.1.as_str());
        let texts: Vec<&str> = self.moves.iter().map(|it| text(*it)).collect();
        format!("<LegalMoves ({})>", texts.join(", "))
    }
}

/// Returns pickled legal moves; pickle calls it.
#[pyfunction]
pub fn restore_legal_moves(
    py: Python<'_>,
    variant: &Variant,
    position: &str,
    actions: Vec<usize>,
) -> PyResult<LegalMoves> {
    let shared = variant.shared.clone();
    let position = parse_position(shared.variant(), position).map_err(|it| position_error(py, &it))?;
    let moves = actions.into_iter().filter_map(|it| shared.space().get(it)).collect();
    Ok(LegalMoves { shared, position, moves })
}

/// An iterator over legal moves.
#[pyclass(module = "threefold")]
pub struct MoveIterator {
    shared: Arc<Shared>,
    moves: std::vec::IntoIter<threefold::Move>,
}

#[pymethods]
impl MoveIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }
    fn __next__(&mut self) -> Option<Move> {
        self.moves.next().map(|it| Move::of(self.shared.clone(), it))
    }
}
