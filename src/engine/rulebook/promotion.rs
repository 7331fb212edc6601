//! Promotion rules, with all names resolved.
//!
//! Input: the `[promotion]` and `[promotion-move]` headers, from `compile`. Output: [`Promotion`], [`PromotionChoice`] and
//! [`PromotionMove`]. Nothing here knows a position or what a pool holds.

use super::{CountTest, KindId, PieceTest, PlaceTest, Rulebook, SquareList};
use crate::policy;

/// The kinds that a piece may promote to.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum PromotionChoice {
    /// Any of the listed kinds.
    Listed(Vec<KindId>),
    /// A piece from the owner's pool.
    FromPool {
        /// Kinds that the pool can hold, one bit each.
        pieces: u32,
        /// Consequence of an empty pool.
        if_none: policy::IfNone,
        /// Square on which the new piece appears.
        appears: policy::Appears,
        /// Destination of the promoting piece.
        pays: policy::Pays,
    },
    /// The kind that the arrival square determines, for each seat.
    BySquare(Vec<Vec<(KindId, SquareList)>>),
}

impl PromotionChoice {
    /// Returns the kinds that the rule itself names, one bit each; none for a pool.
    #[doc(hidden)]
    pub fn named(&self) -> u32 {
        match self {
            PromotionChoice::Listed(kinds) => kinds.iter().fold(0, |set, it| set | 1 << it.0),
            PromotionChoice::BySquare(by_seat) => by_seat.iter().flatten().fold(0, |set, it| set | 1 << it.0.0),
            PromotionChoice::FromPool { .. } => 0,
        }
    }
}

sealed! {
#[doc(hidden)]
/// A promotion rule.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// Name in the file; empty for `[promotion]` itself.
    name: String => &str,
    /// Kinds that promote, one bit each.
    pieces: u32,
    /// Squares on which they promote.
    on: PlaceTest => &PlaceTest,
    /// Squares from which every move promotes; `None` for no such squares.
    leaving: Option<PlaceTest> => Option<&PlaceTest>: as_ref,
    /// Test of the captured piece; `None` if moves without a capture promote, too.
    captures: Option<PieceTest> => Option<&PieceTest>: as_ref,
    /// The kinds that they may promote to.
    choice: PromotionChoice => &PromotionChoice,
    /// Whether promotion is mandatory.
    forced: bool,
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
#[doc(hidden)]
/// A rule for promotions that are moves of their own.
#[derive(Clone, Debug)]
pub struct PromotionMove {
    /// Name in the file; empty for `[promotion-move]` itself.
    name: String => &str,
    /// Kinds that promote, one bit each.
    pieces: u32,
    /// Squares on which they promote; `None` for every square.
    on: Option<PlaceTest> => Option<&PlaceTest>: as_ref,
    /// Number of pieces on the board before the move; `None` for no condition.
    count: Option<CountTest> => Option<&CountTest>: as_ref,
    /// The kinds that they may promote to.
    becomes: Vec<KindId> => &[KindId],
    /// Where the new piece ends up.
    step: policy::PromotionStep,
    /// Whether the new piece may attack at once.
    attack: policy::PromotionAttack,
    /// Maximum number of pieces of the new kind; `None` for no limit.
    most: Option<u16>,
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

impl Rulebook {
    /// Returns the kinds that a promotion itself names, one bit each; those that only a pool gives are left out.
    #[doc(hidden)]
    pub fn named_promotions(&self) -> u32 {
        let on_arrival = self.promotions.iter().fold(0, |set, it| set | it.choice.named());
        self.promotion_moves.iter().flat_map(|it| &it.becomes).fold(on_arrival, |set, it| set | 1 << it.0)
    }
}
