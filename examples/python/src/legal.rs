//! The legal moves of a position as a Python collection.
//!
//! Contains the class `LegalMoves` and its iterator. Input: a position. Output: its moves, listed once. Does not
//! change when the board does.

use std::sync::Arc;

use pyo3::prelude::*;
use threefold::{Position, parse_move};

use crate::moves::Move;
use crate::variant::Shared;

/// The legal moves of one position, sorted. It does not change when the board does.
#[pyclass(frozen, module = "threefold")]
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
}

#[pymethods]
impl LegalMoves {
    /// Returns the number of moves.
    fn count(&self) -> usize {
        self.moves.len()
    }
    fn __len__(&self) -> usize {
        self.moves.len()
    }
    fn __bool__(&self) -> bool {
        !self.moves.is_empty()
    }
    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        if let Ok(it) = item.cast::<Move>() {
            return it.get().is_of(&self.shared) && self.moves.binary_search(&it.get().mv).is_ok();
        }
        let text: Option<String> = item.extract().ok();
        let mv = text.and_then(|it| parse_move(&self.position, &it).ok());
        mv.is_some_and(|it| self.moves.binary_search(&it).is_ok())
    }
    fn __getitem__(&self, index: isize) -> PyResult<Move> {
        let from_end = if index < 0 { index + self.moves.len() as isize } else { index };
        let found = usize::try_from(from_end).ok().and_then(|it| self.moves.get(it));
        let error = || pyo3::exceptions::PyIndexError::new_err(format!("there are {} moves", self.moves.len()));
        found.map(|it| Move::of(self.shared.clone(), *it)).ok_or_else(error)
    }
    fn __iter__(&self) -> MoveIterator {
        MoveIterator { shared: self.shared.clone(), moves: self.moves.clone().into_iter() }
    }
    fn __repr__(&self) -> String {
        let texts = threefold::legal_texts(&self.position);
        let texts: Vec<String> = texts.into_iter().filter(|it| self.moves.contains(&it.0)).map(|it| it.1).collect();
        format!("<LegalMoves ({})>", texts.join(", "))
    }
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
