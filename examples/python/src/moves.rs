//! Moves as Python objects.
//!
//! Contains the class `Move`. Input: a move of the library. Output: the names of its parts. Does not know positions.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::value::formats_as_text;
use crate::variant::{Reduced, Shared};

/// A move. Squares and kinds of pieces are names.
#[pyclass(frozen, eq, hash, module = "threefold")]
#[derive(Clone)]
pub struct Move {
    shared: Arc<Shared>,
    /// The move of the library.
    pub mv: threefold::Move,
}

impl Move {
    /// Creates a move of a variant.
    pub fn of(shared: Arc<Shared>, mv: threefold::Move) -> Self {
        Self { shared, mv }
    }
    /// Reports whether the move belongs to a variant.
    pub fn is_of(&self, shared: &Shared) -> bool {
        self.shared.variant().hash() == shared.variant().hash()
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.mv == other.mv && self.is_of(&other.shared)
    }
}

impl std::hash::Hash for Move {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.mv.hash(state);
    }
}

formats_as_text!(Move);

#[pymethods]
impl Move {
    /// The square of the piece; in castling, of the king. `None` for a drop or a pass.
    #[getter]
    #[expect(clippy::wrong_self_convention, reason = "the name in python-chess")]
    fn from_square(&self) -> Option<&str> {
        self.mv.origin().map(|it| self.shared.variant().board().name(it))
    }
    /// The target square of the piece; in castling, of the king. Empty for a pass.
    #[getter]
    fn to_square(&self) -> &str {
        self.mv.destination().map_or("", |it| self.shared.variant().board().name(it))
    }
    /// The kind to which the piece promotes.
    #[getter]
    fn promotion(&self) -> Option<&str> {
        self.mv.promotion().map(|it| it.name(self.shared.book()))
    }
    /// The kind of the piece that a drop puts on the board.
    #[getter]
    fn drop(&self) -> Option<&str> {
        self.mv.dropped().map(|it| it.name(self.shared.book()))
    }
    /// The kind of the piece that enters with the move.
    #[getter]
    fn gate(&self) -> Option<&str> {
        self.mv.gate().map(|it| it.kind.name(self.shared.book()))
    }
    /// The square on which a piece enters with the move.
    #[getter]
    fn gate_square(&self) -> Option<&str> {
        self.mv.gate_square(self.shared.book()).map(|it| self.shared.variant().board().name(it))
    }
    /// The square on which the move places a blocker.
    #[getter]
    fn placed(&self) -> Option<&str> {
        self.mv.placed().map(|it| self.shared.variant().board().name(it))
    }
    /// The name of the castling.
    #[getter]
    fn castling(&self) -> Option<&str> {
        self.mv.castling().and_then(|it| self.shared.book().castlings().get(usize::from(it))).map(|it| it.name())
    }
    /// Whether the player makes no move on the board.
    #[getter]
    fn is_pass(&self) -> bool {
        self.mv.is_pass()
    }
    /// The number of the move among all moves of the variant.
    #[getter]
    fn action(&self) -> usize {
        // Moves come from the library, which numbers all of them.
        self.shared.space().number(self.mv).unwrap_or(usize::MAX)
    }
    /// Returns the move in UCI form: `e2e4`, `e7e8q`, `P@e4`, `h2h3+` for a promoted form, `b1c3h` with a piece that
    /// enters, and `0000` for a pass.
    pub fn uci(&self) -> String {
        threefold::notation::moves::coordinates(self.shared.book(), self.mv)
    }
    fn __str__(&self) -> String {
        if self.mv.is_pass() {
            return "pass".to_owned();
        }
        let letter = |it: threefold::KindId| self.shared.book().kinds()[it.index()].letter();
        let to = self.to_square();
        let castling = self.mv.castling().and_then(|it| self.shared.book().castlings().get(usize::from(it)));
        let text = match (castling, self.mv.dropped(), self.mv.promotion()) {
            (Some(it), ..) => it.text().to_owned(),
            (None, Some(kind), _) => format!("{}@{to}", letter(kind)),
            (None, None, Some(kind)) => format!("{}-{to}={}", self.from_square().unwrap_or_default(), letter(kind)),
            _ => format!("{}-{to}", self.from_square().unwrap_or_default()),
        };
        let square = self.gate_square().filter(|_| castling.is_some()).unwrap_or_default();
        let gate = self.mv.gate().map_or_else(String::new, |it| format!("/{}{square}", letter(it.kind)));
        let placed = self.placed().map_or_else(String::new, |it| format!("/{it}"));
        format!("{text}{gate}{placed}")
    }
    fn __repr__(&self) -> String {
        format!("<Move {}>", self.__str__())
    }
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Bound<'py, PyTuple>, usize)> {
        let restore = py.import("threefold")?.getattr("_restore_move")?;
        Ok((restore, (self.shared.pickled(py)?, self.action())))
    }
}
