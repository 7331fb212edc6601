//! One engine out of a bounded list, chosen when a variant is loaded.
//!
//! Whole loops run inside: dispatch is crossed once a call, never once a move. The list
//! is bounded so that the build is, and each engine is a step between what is asked for often
//! and what is allowed at most. The state is as large as the engine, since every set of
//! squares has as many words, whether the board needs them or not:
//!
//! ```text
//!           squares  types  seats   bytes of a state
//!   Small        64      8      3     168   chess, 60 squares
//!   Medium      128      8      3     256   96 squares
//!   Large       192      8      3     344   a ring of 144
//!   Crowd       192      8      6     472   a cross of four, a hexagon of six
//!   Wide        256     16      8    1000
//!   Widest      512     64      8    5224
//! ```

use std::sync::Arc;

use super::engine::Engine;
use super::position::VariantError;
use super::routes::KnownRoutes;
use super::state::State;
use super::types::{Types, keeps_facing};
use crate::variant::Rulebook;

/// An engine.
#[derive(Debug)]
pub enum AnyEngine {
    /// Up to 64 squares, 8 types of men, 3 seats.
    Small(Engine<1, 8, 3>),
    /// Up to 128 squares.
    Medium(Engine<2, 8, 3>),
    /// Up to 192 squares.
    Large(Engine<3, 8, 3>),
    /// The same with up to 6 seats.
    Crowd(Engine<3, 8, 6>),
    /// Up to 256 squares, 16 types of men, 8 seats.
    Wide(Engine<4, 16, 8>),
    /// Everything else.
    Widest(Engine<8, 64, 8>),
}

/// A state of one of them, boxed: a position takes what its own variant needs.
#[derive(Clone, Debug)]
pub enum AnyState {
    /// Of [`AnyEngine::Small`].
    Small(Box<State<1, 8, 3>>),
    /// Of [`AnyEngine::Medium`].
    Medium(Box<State<2, 8, 3>>),
    /// Of [`AnyEngine::Large`].
    Large(Box<State<3, 8, 3>>),
    /// Of [`AnyEngine::Crowd`].
    Crowd(Box<State<3, 8, 6>>),
    /// Of [`AnyEngine::Wide`].
    Wide(Box<State<4, 16, 8>>),
    /// Of [`AnyEngine::Widest`].
    Widest(Box<State<8, 64, 8>>),
}

/// How many types of men the widest engine tells apart.
pub const MOST_TYPES: usize = 64;

/// How many types of men a rulebook has where it has too many: kinds, each with every set
/// of tags, moved or not, by facing.
pub fn too_many_types(book: &Rulebook) -> Option<usize> {
    let keeps = keeps_facing(book);
    let at_most: usize = (0..book.kinds.len())
        .map(|kind| {
            let carried = book.tags.iter().filter(|it| it.men >> kind & 1 != 0).count().min(16);
            let facings = if keeps >> kind & 1 != 0 { usize::from(book.board.headings) } else { 1 };
            let moved = 1 + usize::from(book.kinds[kind].has_initial);
            facings * moved << carried
        })
        .sum();
    if at_most <= MOST_TYPES {
        return None;
    }
    let known = KnownRoutes::new(book);
    let found = Types::new(book, &known).all.len();
    // Where the steps run out, types are missing: that is another finding.
    Some(found).filter(|it| *it > MOST_TYPES && !known.budget().is_exhausted())
}

impl AnyEngine {
    /// Returns the smallest engine that holds the variant, and the number of steps that it took.
    ///
    /// # Errors
    /// Where its men carry so many marks that none does, and where its tables take more
    /// steps than the budget allows.
    pub fn new(book: Arc<Rulebook>) -> Result<(Self, u64), VariantError> {
        let known = KnownRoutes::new(&book);
        let types = Types::new(&book, &known);
        let is_left = || match known.budget().is_exhausted() {
            true => Err(VariantError::TooManySteps(known.budget().costliest())),
            false => Ok(()),
        };
        is_left()?;
        // Asked before anything is baked: the tables keep sets of types in one word.
        if types.all.len() > MOST_TYPES {
            return Err(VariantError::TooManyTypes);
        }
        let engine = Self::baked(&book, &types, &known);
        is_left()?;
        engine.map(|it| (it, known.budget().steps())).ok_or(VariantError::TooManyTypes)
    }

    /// The first engine that is large enough.
    fn baked(book: &Arc<Rulebook>, types: &Types, known: &KnownRoutes<'_>) -> Option<Self> {
        if let Some(it) = Engine::new(book.clone(), types, known) {
            return Some(AnyEngine::Small(it));
        }
        if let Some(it) = Engine::new(book.clone(), types, known) {
            return Some(AnyEngine::Medium(it));
        }
        if let Some(it) = Engine::new(book.clone(), types, known) {
            return Some(AnyEngine::Large(it));
        }
        if let Some(it) = Engine::new(book.clone(), types, known) {
            return Some(AnyEngine::Crowd(it));
        }
        if let Some(it) = Engine::new(book.clone(), types, known) {
            return Some(AnyEngine::Wide(it));
        }
        Engine::new(book.clone(), types, known).map(AnyEngine::Widest)
    }
}

/// Runs an expression with the engine and its state.
macro_rules! with_state {
    ($engine:expr, $state:expr, |$e:ident, $s:ident| $body:expr) => {
        match ($engine, $state) {
            ($crate::rules::any::AnyEngine::Small($e), $crate::rules::any::AnyState::Small($s)) => $body,
            ($crate::rules::any::AnyEngine::Medium($e), $crate::rules::any::AnyState::Medium($s)) => $body,
            ($crate::rules::any::AnyEngine::Large($e), $crate::rules::any::AnyState::Large($s)) => $body,
            ($crate::rules::any::AnyEngine::Crowd($e), $crate::rules::any::AnyState::Crowd($s)) => $body,
            ($crate::rules::any::AnyEngine::Wide($e), $crate::rules::any::AnyState::Wide($s)) => $body,
            ($crate::rules::any::AnyEngine::Widest($e), $crate::rules::any::AnyState::Widest($s)) => $body,
            _ => unreachable!("a position keeps the engine of its variant"),
        }
    };
}

/// Runs an expression that gives a state, or not, and wraps it.
macro_rules! make_state {
    ($engine:expr, |$e:ident| $body:expr) => {
        match $engine {
            $crate::rules::any::AnyEngine::Small($e) => {
                $body.map(|it| $crate::rules::any::AnyState::Small(Box::new(it)))
            }
            $crate::rules::any::AnyEngine::Medium($e) => {
                $body.map(|it| $crate::rules::any::AnyState::Medium(Box::new(it)))
            }
            $crate::rules::any::AnyEngine::Large($e) => {
                $body.map(|it| $crate::rules::any::AnyState::Large(Box::new(it)))
            }
            $crate::rules::any::AnyEngine::Crowd($e) => {
                $body.map(|it| $crate::rules::any::AnyState::Crowd(Box::new(it)))
            }
            $crate::rules::any::AnyEngine::Wide($e) => $body.map(|it| $crate::rules::any::AnyState::Wide(Box::new(it))),
            $crate::rules::any::AnyEngine::Widest($e) => {
                $body.map(|it| $crate::rules::any::AnyState::Widest(Box::new(it)))
            }
        }
    };
}

/// Runs an expression with the engine alone.
macro_rules! with_engine {
    ($engine:expr, |$e:ident| $body:expr) => {
        match $engine {
            $crate::rules::any::AnyEngine::Small($e) => $body,
            $crate::rules::any::AnyEngine::Medium($e) => $body,
            $crate::rules::any::AnyEngine::Large($e) => $body,
            $crate::rules::any::AnyEngine::Crowd($e) => $body,
            $crate::rules::any::AnyEngine::Wide($e) => $body,
            $crate::rules::any::AnyEngine::Widest($e) => $body,
        }
    };
}
pub(crate) use {make_state, with_engine, with_state};
