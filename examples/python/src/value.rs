//! What all value types have: construction, comparison by fields, pickling and texts.
//!
//! Contains the macros `value_type!` and `formats_as_text!`. Input: the fields of a class. Output: its methods. Knows no
//! rules.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Returns the fields of an object as a tuple, from which the class makes an equal object.
pub fn fields<'py>(object: &Bound<'py, PyAny>, names: &[&str]) -> PyResult<Bound<'py, PyTuple>> {
    let all: Vec<Bound<'py, PyAny>> = names.iter().map(|it| object.getattr(*it)).collect::<PyResult<_>>()?;
    PyTuple::new(object.py(), all)
}

/// Returns the expression that makes an equal object, such as `Piece(seat='white', ...)`.
pub fn expression(object: &Bound<'_, PyAny>, names: &[&str]) -> PyResult<String> {
    let field = |name: &&str| Ok(format!("{name}={}", object.getattr(*name)?.repr()?));
    let all: Vec<String> = names.iter().map(field).collect::<PyResult<_>>()?;
    Ok(format!("{}({})", object.get_type().name()?, all.join(", ")))
}

/// Formats the text of an object by a format specification, as if it were the text: `f"{move:>8}"`.
pub fn formatted(object: &Bound<'_, PyAny>, spec: &str) -> PyResult<String> {
    object.str()?.call_method1("__format__", (spec,))?.extract()
}

/// Adds `__format__` to a class.
macro_rules! formats_as_text {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            fn __format__(slf: &Bound<'_, Self>, spec: &str) -> PyResult<String> {
                $crate::value::formatted(slf.as_any(), spec)
            }
        }
    };
}

/// Adds a constructor, pickling, `repr` and `__format__` to a class, from its fields in order.
macro_rules! value_type {
    ($class:ident { $($field:ident: $ty:ty),+ $(,)? }) => {
        $crate::value::formats_as_text!($class);
        #[pymethods]
        impl $class {
            #[new]
            #[expect(clippy::too_many_arguments, reason = "one for each field")]
            fn new($($field: $ty),+) -> Self {
                Self { $($field),+ }
            }
            #[classattr]
            fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyTuple>> {
                pyo3::types::PyTuple::new(py, [$(stringify!($field)),+])
            }
            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> PyResult<(Bound<'py, pyo3::types::PyType>, Bound<'py, pyo3::types::PyTuple>)> {
                Ok((slf.get_type(), $crate::value::fields(slf.as_any(), &[$(stringify!($field)),+])?))
            }
            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                $crate::value::expression(slf.as_any(), &[$(stringify!($field)),+])
            }
        }
    };
}

pub(crate) use {formats_as_text, value_type};
