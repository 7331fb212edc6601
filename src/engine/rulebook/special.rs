//! Special moves: double steps, en passant captures, drops, gating, blockers, captures that explode and moves that convert.
//!
//! Input: the tables of a definition, from `compile`. Output: [`DoubleStep`], [`EnPassant`], [`Drop`], [`Gating`], [`Blocker`],
//! [`Explosion`] and [`Conversion`] with ids and places. Does not know how the moves are made.

use super::{Kind, KindId, PieceTest, PlaceTest, Player, Rulebook};
use crate::board::Square;
use crate::policy;

sealed! {
#[doc(hidden)]
/// The double step of pawns and similar pieces.
#[derive(Clone, Debug)]
pub struct DoubleStep {
    /// Kinds that may make a double step, one bit each.
    pieces: u32,
    /// Squares from which the double step is allowed.
    from: PlaceTest => &PlaceTest,
    /// Exceptions: pieces that may not make it.
    unless: Vec<PieceTest> => &[PieceTest],
}
}

sealed! {
#[doc(hidden)]
/// The rule for capturing en passant.
#[derive(Clone, Debug)]
pub struct EnPassant {
    /// Kinds that may capture en passant, one bit each.
    pieces: u32,
    /// How long the right lasts.
    window: policy::Window,
    /// Squares from which a double step creates a right; `None` for all squares.
    from: Option<PlaceTest> => Option<&PlaceTest>: as_ref,
    /// Whether the right remains against an eliminated player.
    dead: policy::AgainstEliminated,
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
#[doc(hidden)]
/// A rule for dropping pieces from a pool.
#[derive(Clone, Debug)]
pub struct Drop {
    /// Name in the file; empty for `[drop]` itself.
    name: String => &str,
    /// Kinds that may be dropped, one bit each.
    pieces: u32,
    /// The kinds as which the piece may be dropped; empty for its own kind.
    becomes: Vec<KindId> => &[KindId],
    /// Whether a player who can make such a drop must make one.
    forced: bool,
    /// Squares where they may be dropped; `None` for all squares.
    on: Option<PlaceTest> => Option<&PlaceTest>: as_ref,
    /// Squares where they may not be dropped.
    not_on: Option<PlaceTest> => Option<&PlaceTest>: as_ref,
    /// Maximum number of pieces of one kind and player on a file, after the drop.
    most_on_file: Option<u8>,
    /// Maximum number of pieces of one kind and player on squares of one color, after the drop.
    most_on_color: Option<u8>,
    /// A piece that must be next to the square; `None` for any square.
    beside: Option<PieceTest> => Option<&PieceTest>: as_ref,
    /// Whether the drop must convert a piece.
    must_convert: bool,
    /// Whether a drop may give checkmate.
    mate: policy::DropMate,
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
#[doc(hidden)]
/// What a capture destroys around it.
#[derive(Clone, Debug)]
pub struct Explosion {
    /// Whether it reaches the squares across the edges of its square.
    straight: bool,
    /// Whether it reaches the squares across the corners of its square.
    diagonal: bool,
    /// Kinds that survive next to an explosion, one bit each.
    immune: u32,
    /// Kinds that survive when they capture, one bit each.
    unharmed: u32,
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
#[doc(hidden)]
/// Which pieces a move converts: they become pieces of the mover.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Kinds whose arrival converts, one bit each.
    by: u32,
    /// The players whose pieces are converted.
    of: Player,
    /// Whether it reaches the squares across the edges of its square.
    straight: bool,
    /// Whether it reaches the squares across the corners of its square.
    diagonal: bool,
    /// Which pieces in these directions are converted.
    reach: policy::ConversionReach,
    /// Kinds that never change their owner, one bit each. Includes all royal kinds.
    immune: u32,
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
#[doc(hidden)]
/// The rule by which pieces enter from a pool on squares that moves leave.
#[derive(Clone, Debug)]
pub struct Gating {
    /// Kinds that may enter, one bit each.
    pieces: u32,
    /// The pieces whose moves open the gate, tested before the move.
    by: PieceTest => &PieceTest,
    /// Which of their moves open the gate.
    opens: policy::GateOpens,
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
#[doc(hidden)]
/// The rule by which each move ends with the placement of a blocker, a piece without an owner.
#[derive(Clone, Debug)]
pub struct Blocker {
    /// The kind of the blockers.
    kind: KindId,
    /// What a move does with the blockers on the board.
    placing: policy::Placing,
    /// Which squares the placement can reach.
    reach: policy::PlacementReach,
    /// Squares where the mover may place a blocker; `None` for all squares.
    on: Option<PlaceTest> => Option<&PlaceTest>: as_ref,
    /// The squares of blockers at the start, in order.
    start: Vec<Square> => &[Square],
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

impl Drop {
    /// Reports whether the rule puts pieces of a kind on the board.
    #[doc(hidden)]
    pub fn gives(&self, kind: KindId) -> bool {
        match self.becomes.is_empty() {
            true => self.pieces >> kind.0 & 1 != 0,
            false => self.becomes.contains(&kind),
        }
    }
    /// Returns the kind in the pool that a dropped piece of `kind` was.
    #[doc(hidden)]
    pub fn held(&self, kind: KindId) -> KindId {
        if self.becomes.is_empty() { kind } else { KindId(self.pieces.trailing_zeros() as u8) }
    }
}

impl Gating {
    /// Reports whether the moves of some pieces of a kind open the gate.
    #[doc(hidden)]
    pub fn opens_for(&self, kind: KindId) -> bool {
        self.by.kind.is_none_or(|it| it >> kind.0 & 1 != 0)
    }
}

impl Rulebook {
    /// Returns the kinds of pieces that players can have: all but the kind of the blockers.
    #[doc(hidden)]
    pub fn player_kinds(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        let blocker = self.blocker.as_ref().map(|it| it.kind);
        (0..).map(KindId).zip(&self.kinds).filter(move |it| Some(it.0) != blocker)
    }

    /// Reports whether a piece of a kind captures without moving.
    #[doc(hidden)]
    pub fn captures_without_moving(&self, kind: KindId) -> bool {
        self.capture_without_moving >> kind.0 & 1 != 0
    }

    /// Reports whether players have pieces in hand, which can enter the board by drops or with other moves.
    #[doc(hidden)]
    pub fn has_hand(&self) -> bool {
        !self.drops.is_empty() || self.gating.is_some()
    }

    /// Reports whether a piece of a kind counts as moved when it enters from a pool: else its next move
    /// would open the gate, on a square where such a piece starts.
    #[doc(hidden)]
    pub fn enters_moved(&self, kind: KindId) -> bool {
        let first = self.gating.as_ref().filter(|it| it.opens == policy::GateOpens::FirstMove);
        let starts = || self.setup.iter().flatten().any(|it| it.1 == kind);
        first.is_some_and(|it| it.opens_for(kind)) && starts()
    }

    /// Reports whether it matters only for the gate whether pieces of a kind have moved.
    #[doc(hidden)]
    pub fn moved_for_gate_alone(&self, kind: KindId) -> bool {
        let own = &self.kinds[kind.index()];
        own.has_initial && !own.movement.atoms.iter().any(|it| it.initial)
    }
    /// Reports whether pieces can still open the gate for a player: there is a piece in the pool, or one
    /// may join it.
    #[doc(hidden)]
    pub fn gate_is_in_use(&self, pool: &[u8]) -> bool {
        self.gating.as_ref().is_some_and(|it| {
            let held = |kind: usize| it.pieces >> kind & 1 != 0 && pool.get(kind).is_some_and(|it| *it > 0);
            it.pieces & (self.owner_keeps | self.capturer_keeps) != 0
                || (0..self.kinds.len()).any(held)
                || self.pool_gains(it.pieces)
        })
    }
    /// Reports whether a promotion may return one of these kinds to a pool.
    fn pool_gains(&self, kinds: u32) -> bool {
        let pays = |it: &super::Promotion| {
            matches!(it.choice, super::PromotionChoice::FromPool { pays: policy::Pays::JoinsPool, .. })
        };
        self.promotions.iter().any(|it| it.pieces & kinds != 0 && pays(it))
    }
    /// Returns the rule by which pieces of a kind enter the board.
    #[doc(hidden)]
    pub fn drop_of(&self, kind: KindId) -> Option<&Drop> {
        self.drops.iter().find(|it| it.gives(kind))
    }
}
