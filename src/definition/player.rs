//! The players that a test names: a word of a closed list, or a seat.
//!
//! Contains [`PlayerWord`]. Input: a value of a file. Output: the word, or the name as written. Does not know
//! whether the rulebook has that seat.

use super::value::{Name, Read, TypeDoc, Value};
use crate::diagnostic::{Diagnostics, Spanned};
use crate::policy::{Policy, Who, renamed};

/// A player or a set of players, as a test names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerWord {
    /// A word, relative to the move in question.
    Role(Who),
    /// The name of a seat.
    Seat(Name),
}

impl PlayerWord {
    /// Returns the player that a text names.
    pub fn of(text: &str) -> Self {
        match Who::ALL.iter().find(|it| it.word() == text) {
            Some(who) => Self::Role(*who),
            None => Self::Seat(Name(text.to_owned())),
        }
    }

    /// Returns the word; `None` for a seat.
    pub fn role(&self) -> Option<Who> {
        match self {
            Self::Role(who) => Some(*who),
            Self::Seat(_) => None,
        }
    }
}

impl PartialEq<Who> for PlayerWord {
    fn eq(&self, other: &Who) -> bool {
        self.role() == Some(*other)
    }
}

impl std::fmt::Display for PlayerWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Role(who) => who.fmt(f),
            Self::Seat(name) => name.fmt(f),
        }
    }
}

impl Read for PlayerWord {
    /// Reads one value. A word of an earlier edition is reported with its successor.
    fn read(value: &Spanned<Value>, sink: &mut Diagnostics) -> Option<Self> {
        match &value.value {
            Value::Text(text) if renamed::current(text, Who::ALL.iter().map(|it| it.word())).is_none() => {
                Some(Self::of(text))
            }
            _ => Who::read(value, sink).map(Self::Role),
        }
    }
    /// Returns a description of the values that the type accepts.
    fn describe() -> TypeDoc {
        TypeDoc::Either(
            Box::new(TypeDoc::Words(Who::NAME, Who::DOC, Who::words())),
            Box::new(TypeDoc::Text("the name of a seat")),
        )
    }
}
