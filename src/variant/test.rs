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

sealed! {
/// A test of a man; all that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManTest {
    /// One of these kinds, one bit each.
    kind: Option<u32>,
    /// It carries this tag.
    tag: Option<TagId>,
    /// It stands there.
    at: Option<Place> => Option<&Place>: as_ref,
    /// The state of its army.
    state: Option<def::ArmyState>,
}
}

sealed! {
/// A test of a move; all that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTest {
    /// The man that moves, before the move.
    man: Option<ManTest> => Option<&ManTest>: as_ref,
    /// The man taken.
    captures: Option<ManTest> => Option<&ManTest>: as_ref,
    /// A line that its path crosses: index into [`super::Rulebook::lines`], any instance.
    crosses: Option<usize>,
    /// Where it ends.
    to: Option<Place> => Option<&Place>: as_ref,
}
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

sealed! {
/// Kings are attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackTest {
    /// By whose men.
    by: def::Who,
    /// Whose kings.
    on: def::Who,
    /// How many of a set.
    how_many: Quantity,
    /// At least so many of the players of `by`.
    by_at_least: u8,
    /// With which man.
    with: def::With,
    /// What counts as taking.
    takes: def::Takes,
}
}

sealed! {
/// No legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StuckTest {
    /// Who.
    who: def::Who,
    /// Whether his king is attacked.
    check: def::CheckState,
    /// How many of a set.
    how_many: Quantity,
}
}

sealed! {
/// A balance of material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaterialTest {
    /// Whose.
    of: def::Who,
    /// Compared with.
    than: def::Who,
    /// What is added up.
    count: def::MaterialCount,
    /// By how much he is behind, at least.
    behind_by: i32,
}
}

sealed! {
/// A test of a position; all that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionTest {
    /// Kings are attacked.
    attack: Option<AttackTest>,
    /// No legal move.
    stuck: Option<StuckTest>,
    /// How many opponents mate the mover alone.
    mates_alone: Option<u8>,
    /// The move took this player's king.
    king_taken: Option<def::Who>,
    /// The move took such a man.
    taken: Option<ManTest> => Option<&ManTest>: as_ref,
    /// The man that moved, after the move.
    moved: Option<ManTest> => Option<&ManTest>: as_ref,
    /// How many players live.
    living: Option<u8>,
    /// How often this position has stood.
    repeated: Option<u16>,
    /// So many quiet rounds.
    quiet_rounds: Option<u16>,
    /// A balance of material.
    material: Option<MaterialTest>,
    /// No mate can be any more.
    mate_impossible: bool,
    /// The mover's royal man stands there.
    king_in: Option<Place> => Option<&Place>: as_ref,
}
}
