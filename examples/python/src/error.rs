//! Exceptions, and the findings of a rulebook.
//!
//! Input: errors of the library. Output: Python exceptions. Their text has the place and a caret.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use threefold::diagnostic::{Diagnostics, JsonDiagnostic, Severity, Sources, render};
use threefold::notation::sentence::Explanation;
use threefold::{LoadError, MoveTextError, Position, PositionErrors};

use crate::value::value_type;

create_exception!(threefold, ThreefoldError, PyValueError, "Base class of all exceptions of this package.");
create_exception!(threefold, RulebookError, ThreefoldError, "A rulebook has errors; `findings` lists them.");
create_exception!(
    threefold,
    PositionError,
    ThreefoldError,
    "The text of a position has errors; `messages` lists them."
);
create_exception!(threefold, InvalidMoveError, ThreefoldError, "A text is not a move, or fits several moves.");
create_exception!(threefold, IllegalMoveError, ThreefoldError, "A move is illegal; `code` and `sentence` say why.");
create_exception!(threefold, GameError, ThreefoldError, "A claim or an answer is not possible.");

/// One finding about a rulebook: an error or a warning with its place.
#[pyclass(frozen, eq, hash, get_all, module = "threefold")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Finding {
    /// Stable code, such as `unknown-key`.
    code: String,
    /// `error` or `warning`.
    severity: String,
    /// The message, in lowercase and without a period.
    message: String,
    /// Name of the file; `None` if the finding has no place.
    file: Option<String>,
    /// Line number, counted from 1.
    line: Option<usize>,
    /// Column in characters, counted from 1.
    column: Option<usize>,
    /// Advice on how to correct the problem.
    help: Option<String>,
    /// The finding as the command prints it, with the line and a caret.
    rendered: String,
}

value_type!(Finding {
    code: String,
    severity: String,
    message: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    help: Option<String>,
    rendered: String,
});

#[pymethods]
impl Finding {
    fn __str__(&self) -> &str {
        &self.rendered
    }
}

/// Converts the findings about a rulebook.
pub fn findings(sources: &Sources, found: &Diagnostics) -> Vec<Finding> {
    let convert = |it| {
        let JsonDiagnostic { code, severity, message, file, line, column, help, .. } = JsonDiagnostic::new(sources, it);
        let severity = if severity == Severity::Error { "error" } else { "warning" }.to_owned();
        Finding { code: code.to_owned(), severity, message, file, line, column, help, rendered: render(sources, it) }
    };
    found.items.iter().map(convert).collect()
}

/// Adds attributes to an exception.
fn with_attributes(py: Python<'_>, error: PyErr, set: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>) -> PyErr {
    match set(error.value(py).as_any()) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Converts the errors of a rulebook.
pub fn rulebook_error(py: Python<'_>, error: &LoadError) -> PyErr {
    let list = findings(&error.sources, &error.diagnostics);
    with_attributes(py, RulebookError::new_err(error.to_string()), |it| it.setattr("findings", list))
}

/// Converts the errors of a position.
pub fn position_error(py: Python<'_>, errors: &PositionErrors) -> PyErr {
    let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
    with_attributes(py, PositionError::new_err(errors.to_string()), |it| it.setattr("messages", messages))
}

/// Converts the error of a move's text. A text that names a move which no piece can make is an illegal move.
pub fn text_error(py: Python<'_>, position: &Position, text: &str, error: &MoveTextError) -> PyErr {
    if !is_illegal(error) {
        return InvalidMoveError::new_err(error.render(text).trim_end().to_owned());
    }
    let why = crate::outcome::Explanation::of_text(position, error);
    let rendered = match position.ending() {
        Some(_) => why.sentence.clone(),
        None => error.render(text).trim_end().to_owned(),
    };
    with_attributes(py, IllegalMoveError::new_err(rendered), |it| {
        it.setattr("code", why.code)?;
        it.setattr("sentence", why.sentence)
    })
}

/// Reports whether a text names a move which no piece can make now.
pub fn is_illegal(error: &MoveTextError) -> bool {
    use threefold::MoveTextErrorKind as Kind;
    matches!(
        error.kind,
        Kind::GameOver
            | Kind::UnknownCastling { .. }
            | Kind::WrongPiece { .. }
            | Kind::NoPiece { .. }
            | Kind::NoneCanMove { .. }
            | Kind::OtherSection { .. }
            | Kind::NotYourTurn { .. }
    )
}

/// Creates the exception for an illegal move.
pub fn illegal(py: Python<'_>, code: String, sentence: String) -> PyErr {
    with_attributes(py, IllegalMoveError::new_err(sentence.clone()), |it| {
        it.setattr("code", code)?;
        it.setattr("sentence", sentence)
    })
}

/// Creates the exception for the explanation of an illegal move.
pub fn refused(py: Python<'_>, why: Explanation) -> PyErr {
    illegal(py, why.code, why.sentence)
}

/// Converts the error of an action.
pub fn game_error(py: Python<'_>, position: &Position, text: &str, error: threefold::GameError) -> PyErr {
    match error {
        threefold::GameError::Illegal { code, sentence, .. } => illegal(py, code.into(), sentence.into()),
        threefold::GameError::Text(error) => text_error(py, position, text, &error),
        threefold::GameError::Claim { kind, help } if !help.is_empty() => GameError::new_err(format!("{kind}: {help}")),
        other => GameError::new_err(other.to_string()),
    }
}
