//! Positions before their outcomes are carried out.
//!
//! Contains [`UnsettledPosition`].
//!
//! Input: a [`Setup`], or the position after a move. Output: a [`Position`], in which the outcomes
//! that are due have occurred. Does not know text or the history of a game.

use std::sync::Arc;

use super::Position;
use super::listing::Listings;
use crate::rules::any::{AnyState, make_state, with_state};
use crate::rules::settle::Settler;
use crate::rules::{Repetition, Setup, SetupErrors, Variant};

/// A valid position at the start of a turn, before its outcomes are tested.
///
/// Checkmate, say, ends a game only when the position is settled. Every [`Position`] is settled, so
/// this type appears where that step is left to the caller:
///
/// - `parse_unsettled` and [`UnsettledPosition::new`] keep a position
///   exactly as it is written.
/// - [`Position::play_unsettled`] lets the caller count repetitions first.
///
/// ```
/// let chess = threefold::load("chess")?.variant;
/// let stalemate = threefold::parse_unsettled(&chess, "w:Kf7,Qg6 b:Kh8 turn=b")?;
/// assert!(stalemate.as_position().ending().is_none());
/// assert!(stalemate.settle().ending().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use = "a position is ready to play after `settle`"]
pub struct UnsettledPosition(Position);

impl UnsettledPosition {
    /// Creates a position from a setup and validates it, like [`Position::new`].
    ///
    /// # Errors
    /// Returns all violations.
    pub fn new(variant: &Variant, setup: &Setup) -> Result<Self, SetupErrors> {
        let wide = variant.engine().setup_reader().from_setup(setup).map_err(SetupErrors::new)?;
        let state = make_state!(variant.engine(), |_e| Ok::<_, SetupErrors>(wide.resized()))?;
        Ok(Self::of(variant.clone(), state))
    }
    /// Joins a variant and a state of its engine.
    pub(in crate::rules) fn of(variant: Variant, state: AnyState) -> Self {
        Self(Position { variant, state })
    }
    /// Carries out the outcomes that are due, for a position that occurs for the first time.
    #[must_use]
    pub fn settle(self) -> Position {
        self.settle_repeated(1u16)
    }
    /// Carries out the outcomes that are due. `repetition` is how many times the position has
    /// occurred, counting this one: a number, or a [`Repetition`] that also knows perpetual check.
    #[must_use]
    pub fn settle_repeated(self, repetition: impl Into<Repetition>) -> Position {
        self.settle_and_report(repetition.into()).0
    }
    /// Settles the position. Returns `false` if that cannot have changed it.
    #[doc(hidden)]
    pub fn settle_and_report(self, repetition: Repetition) -> (Position, bool) {
        let mut position = self.0;
        let may_have_changed = Listings::with(|it| {
            it.settled.clear();
            let (may_have_changed, is_listed) = with_state!(position.variant.engine(), &mut position.state, |e, s| {
                Settler::new(e).settle_and_list(Arc::make_mut(s), repetition, &mut it.settled.listed)
            });
            if is_listed {
                it.settled.set_state(&position.state);
            }
            may_have_changed
        });
        (position, may_have_changed)
    }
    /// Returns the position as it is, to read it. Its [`ending`](Position::ending) does not yet
    /// include the outcomes that are due.
    pub fn as_position(&self) -> &Position {
        &self.0
    }
    /// Returns the position as it is, for moves that are made before anything is settled.
    #[doc(hidden)]
    #[must_use]
    pub fn into_position(self) -> Position {
        self.0
    }
}

impl From<Position> for UnsettledPosition {
    fn from(position: Position) -> Self {
        Self(position)
    }
}
