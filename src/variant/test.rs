//! The typed tests of a rulebook, resolved: names are ids, keys left out are `None`.

use super::TagId;
use crate::definition as def;

/// Where a man stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a zone.
    Zone {
        /// Index into [`super::Rulebook::zones`].
        zone: usize,
        /// Whose; `None` for a zone of the board. Seen from the man's owner.
        of: Option<def::Who>,
    },
    /// Where the links say this of it.
    Links(def::PlaceLinks),
}

/// A test of a man; all that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManTest {
    /// One of these kinds, one bit each.
    pub kind: Option<u32>,
    /// It carries this tag.
    pub tag: Option<TagId>,
    /// It stands there.
    pub at: Option<Place>,
    /// The state of its army.
    pub state: Option<def::ArmyState>,
}

/// A test of a move; all that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTest {
    /// The man that moves, before the move.
    pub man: Option<ManTest>,
    /// The man taken.
    pub captures: Option<ManTest>,
    /// A line that its path crosses: index into [`super::Rulebook::lines`], any instance.
    pub crosses: Option<usize>,
    /// Where it ends.
    pub to: Option<Place>,
}

/// How many kings or players of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// At least one.
    Some,
    /// Each.
    Every,
    /// At least so many.
    AtLeast(u8),
}

/// Kings are attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackTest {
    /// By whose men.
    pub by: def::Who,
    /// Whose kings.
    pub on: def::Who,
    /// How many of a set.
    pub how_many: Quantity,
    /// At least so many of the players of `by`.
    pub by_at_least: u8,
    /// With which man.
    pub with: def::With,
    /// What counts as taking.
    pub takes: def::Takes,
}

/// No legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StuckTest {
    /// Who.
    pub who: def::Who,
    /// Whether his king is attacked.
    pub check: def::CheckState,
    /// How many of a set.
    pub how_many: Quantity,
}

/// A balance of material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaterialTest {
    /// Whose.
    pub of: def::Who,
    /// Compared with.
    pub than: def::Who,
    /// What is added up.
    pub count: def::MaterialCount,
    /// By how much he is behind, at least.
    pub behind_by: i32,
}

/// A test of a position; all that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionTest {
    /// Kings are attacked.
    pub attack: Option<AttackTest>,
    /// No legal move.
    pub stuck: Option<StuckTest>,
    /// How many opponents mate the mover alone.
    pub mates_alone: Option<u8>,
    /// The move took this player's king.
    pub king_taken: Option<def::Who>,
    /// The move took such a man.
    pub taken: Option<ManTest>,
    /// The man that moved, after the move.
    pub moved: Option<ManTest>,
    /// How many players live.
    pub living: Option<u8>,
    /// How often this position has stood.
    pub repeated: Option<u16>,
    /// So many quiet rounds.
    pub quiet_rounds: Option<u16>,
    /// A balance of material.
    pub material: Option<MaterialTest>,
    /// No mate can be any more.
    pub mate_impossible: bool,
    /// The mover's royal man stands there.
    pub king_in: Option<Place>,
}
