//! The native part of the Python package `threefold`.
//!
//! Contains the module `threefold._threefold`. Each file has one or two classes. Input: calls from
//! Python. Output: the library's answers as Python objects; errors become exceptions with the text
//! that the command would print. Knows no rules.

mod actions;
mod board;
mod error;
mod interrupt;
mod legal;
mod moves;
mod outcome;
mod pgn;
mod position;
mod random;
mod state;
mod value;
mod variant;
mod vector;

/// Names follow python-chess where a concept exists there. `threefold/_threefold.pyi` has the types.
#[pyo3::pymodule]
mod _threefold {
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::error::{
        Finding, GameError, IllegalMoveError, InvalidMoveError, PositionError, RulebookError, ThreefoldError,
    };
    #[pymodule_export]
    use crate::legal::{LegalMoves, MoveIterator, restore_legal_moves};
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::outcome::{Explanation, Outcome, Piece, Status};
    #[pymodule_export]
    use crate::pgn::{PgnReader, read_pgn};
    #[pymodule_export]
    use crate::variant::{Variant, check, games, reference, restore_variant};
    #[pymodule_export]
    use crate::vector::VectorCore;
}
