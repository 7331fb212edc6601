//! Engines of a few fixed sizes; loading a variant chooses the smallest that fits.
//!
//! Contains [`AnyEngine`] and [`AnyState`], and the macros that dispatch to them.
//!
//! Input: a [`Rulebook`]. Output: an engine. Whole loops run inside an engine, so dispatch costs
//! once per call and never once per move. The list of sizes is short because each adds to the build
//! time. Every bitboard of a state has `W` words even if the board needs fewer, so the size of a
//! state depends on the engine:
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
//!
//! Does not know how moves are generated.

use std::sync::Arc;

use super::engine::Engine;
use super::routes::RouteCache;
use super::setup_converter::SetupReader;
pub use super::state::MAX_TYPES;
use super::state::State;
use super::types::{Types, keeps_facing};
use super::variant::VariantError;
use crate::rulebook::Rulebook;

/// An engine of one of the available sizes.
#[derive(Debug)]
pub enum AnyEngine {
    /// Up to 64 squares, 8 piece types and 3 seats.
    Small(Engine<1, 8, 3>),
    /// Up to 128 squares, 8 piece types and 3 seats.
    Medium(Engine<2, 8, 3>),
    /// Up to 192 squares, 8 piece types and 3 seats.
    Large(Engine<3, 8, 3>),
    /// Up to 192 squares, 8 piece types and 6 seats.
    Crowd(Engine<3, 8, 6>),
    /// Up to 256 squares, 16 piece types and 8 seats.
    Wide(Engine<4, 16, 8>),
    /// Up to 512 squares, 64 piece types and 8 seats.
    Widest(Engine<8, 64, 8>),
}

/// A state of one of the engines, allocated at its own size. Copies share it until one is changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyState {
    /// The state of an [`AnyEngine::Small`].
    Small(Arc<State<1, 8, 3>>),
    /// The state of an [`AnyEngine::Medium`].
    Medium(Arc<State<2, 8, 3>>),
    /// The state of an [`AnyEngine::Large`].
    Large(Arc<State<3, 8, 3>>),
    /// The state of an [`AnyEngine::Crowd`].
    Crowd(Arc<State<3, 8, 6>>),
    /// The state of an [`AnyEngine::Wide`].
    Wide(Arc<State<4, 16, 8>>),
    /// The state of an [`AnyEngine::Widest`].
    Widest(Arc<State<8, 64, 8>>),
}

impl AnyState {
    /// Returns the state as a value whose size is tested at run time.
    #[inline(never)]
    pub fn as_any(&self) -> &dyn std::any::Any {
        match self {
            AnyState::Small(it) => &**it,
            AnyState::Medium(it) => &**it,
            AnyState::Large(it) => &**it,
            AnyState::Crowd(it) => &**it,
            AnyState::Wide(it) => &**it,
            AnyState::Widest(it) => &**it,
        }
    }
}

/// Returns the number of piece types if the rulebook has more than [`MAX_TYPES`]. Each kind counts
/// once per possible combination of tags, "has moved" and facing.
#[doc(hidden)]
pub fn too_many_types(book: &Rulebook) -> Option<usize> {
    let keeps = keeps_facing(book);
    let at_most: usize = (0..book.kinds.len())
        .map(|kind| {
            let carried = book.tags.iter().filter(|it| it.pieces >> kind & 1 != 0).count().min(16);
            let facings = if keeps >> kind & 1 != 0 { usize::from(book.board.headings) } else { 1 };
            let moved = 1 + usize::from(book.kinds[kind].has_initial);
            (facings * moved) << carried
        })
        .sum();
    if at_most <= MAX_TYPES {
        return None;
    }
    let known = RouteCache::new(book);
    let found = Types::new(book, &known).all.len();
    // Types are missing if the step budget ran out; that is reported separately.
    Some(found).filter(|it| *it > MAX_TYPES && !known.budget().is_exhausted())
}

/// Evaluates an expression with the engine alone.
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

impl AnyEngine {
    /// Returns the smallest engine that fits the variant, and the number of steps spent on it.
    ///
    /// # Errors
    /// Returns an error if the variant has more than [`MAX_TYPES`] piece types, or if its
    /// tables need more steps than the budget allows.
    pub fn new(book: Arc<Rulebook>) -> Result<(Self, u64), VariantError> {
        let known = RouteCache::new(&book);
        let types = Types::new(&book, &known);
        let is_left = || match known.budget().is_exhausted() {
            true => Err(VariantError::TooManySteps(known.budget().costliest())),
            false => Ok(()),
        };
        is_left()?;
        // Checked before any table is built, because the tables store sets of types in one word.
        if types.all.len() > MAX_TYPES {
            return Err(VariantError::TooManyTypes);
        }
        let engine = Self::baked(&book, &types, &known);
        is_left()?;
        engine.map(|it| (it, known.budget().steps())).ok_or(VariantError::TooManyTypes)
    }

    /// Returns the reader of setups of this variant.
    pub fn setup_reader(&self) -> SetupReader<'_> {
        with_engine!(self, |e| SetupReader::new(e))
    }

    /// Builds the first engine that is large enough.
    fn baked(book: &Arc<Rulebook>, types: &Types, known: &RouteCache<'_>) -> Option<Self> {
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

/// Evaluates an expression with the engine and its state.
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

/// Evaluates an expression that returns a state in an `Option` or a `Result`, and wraps the state.
macro_rules! make_state {
    ($engine:expr, |$e:ident| $body:expr) => {
        match $engine {
            $crate::rules::any::AnyEngine::Small($e) => {
                $body.map(|it| $crate::rules::any::AnyState::Small(std::sync::Arc::new(it)))
            }
            $crate::rules::any::AnyEngine::Medium($e) => {
                $body.map(|it| $crate::rules::any::AnyState::Medium(std::sync::Arc::new(it)))
            }
            $crate::rules::any::AnyEngine::Large($e) => {
                $body.map(|it| $crate::rules::any::AnyState::Large(std::sync::Arc::new(it)))
            }
            $crate::rules::any::AnyEngine::Crowd($e) => {
                $body.map(|it| $crate::rules::any::AnyState::Crowd(std::sync::Arc::new(it)))
            }
            $crate::rules::any::AnyEngine::Wide($e) => {
                $body.map(|it| $crate::rules::any::AnyState::Wide(std::sync::Arc::new(it)))
            }
            $crate::rules::any::AnyEngine::Widest($e) => {
                $body.map(|it| $crate::rules::any::AnyState::Widest(std::sync::Arc::new(it)))
            }
        }
    };
}

/// Evaluates an expression that returns a new state from the engine and a state, and wraps it.
macro_rules! map_state {
    ($engine:expr, $state:expr, |$e:ident, $s:ident| $body:expr) => {
        match ($engine, $state) {
            ($crate::rules::any::AnyEngine::Small($e), $crate::rules::any::AnyState::Small($s)) => {
                $crate::rules::any::AnyState::Small(std::sync::Arc::new($body))
            }
            ($crate::rules::any::AnyEngine::Medium($e), $crate::rules::any::AnyState::Medium($s)) => {
                $crate::rules::any::AnyState::Medium(std::sync::Arc::new($body))
            }
            ($crate::rules::any::AnyEngine::Large($e), $crate::rules::any::AnyState::Large($s)) => {
                $crate::rules::any::AnyState::Large(std::sync::Arc::new($body))
            }
            ($crate::rules::any::AnyEngine::Crowd($e), $crate::rules::any::AnyState::Crowd($s)) => {
                $crate::rules::any::AnyState::Crowd(std::sync::Arc::new($body))
            }
            ($crate::rules::any::AnyEngine::Wide($e), $crate::rules::any::AnyState::Wide($s)) => {
                $crate::rules::any::AnyState::Wide(std::sync::Arc::new($body))
            }
            ($crate::rules::any::AnyEngine::Widest($e), $crate::rules::any::AnyState::Widest($s)) => {
                $crate::rules::any::AnyState::Widest(std::sync::Arc::new($body))
            }
            _ => unreachable!("a position keeps the engine of its variant"),
        }
    };
}

pub(crate) use {make_state, map_state, with_engine, with_state};
