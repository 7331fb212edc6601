//! The typed tests of a rulebook, with all names resolved to ids.
//!
//! Input: the tests of a definition, from `compile`. Output: [`PositionTest`], [`MoveTest`],
//! [`PieceTest`] and their parts. A key left out is `None` and does not restrict the test. `rules`
//! evaluates them; nothing here knows a position.

use super::{BanTests, Outcome, Rulebook, SeatId, TagId};
use crate::board::Square;
use crate::policy;
use crate::policy::Who;

/// A player or a set of players in a test.
///
/// [`Outcome`](super::Outcome) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Players relative to the move in question.
    Role(policy::Who),
    /// The player of one seat.
    Seat(SeatId),
}

impl Player {
    /// Returns the order in which the roles of a line of points count, the lowest first: single players, then sets of players
    /// from the narrowest to the widest. `others` are those whom nothing else names.
    #[doc(hidden)]
    pub fn precedence(self) -> u8 {
        match self {
            Self::Role(Who::Third) => 1,
            Self::Role(Who::Partners) => 2,
            Self::Role(Who::Opponents) => 3,
            Self::Role(Who::Living | Who::Eliminated) => 4,
            Self::Role(Who::All) => 5,
            Self::Role(Who::Others) => 6,
            _ => 0,
        }
    }
}

impl From<policy::Who> for Player {
    fn from(role: policy::Who) -> Self {
        Self::Role(role)
    }
}

impl PartialEq<policy::Who> for Player {
    fn eq(&self, other: &policy::Who) -> bool {
        *self == Self::Role(*other)
    }
}

/// A condition on the square of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum PlaceTest {
    /// The square is in a zone.
    Zone {
        /// Index into [`super::Rulebook::zones`].
        zone: usize,
        /// Owner of the zone, relative to the owner of the piece; `None` for a zone of the board.
        of: Option<Player>,
    },
    /// The square is in the zone of the seat whose pieces start with the heading of the piece.
    Facing {
        /// Index into [`super::Rulebook::zones`]: a zone of the seats.
        zone: usize,
    },
    /// A condition on the links at the square.
    Links(policy::PlaceLinks),
}

impl PlaceTest {
    /// Reports whether a square is in this place for the pieces of a seat. Conditions on links and headings are assumed to hold.
    #[doc(hidden)]
    pub fn may_fit(&self, book: &Rulebook, seat: SeatId, square: Square) -> bool {
        let (zone, of) = match self {
            Self::Zone { zone, of } => (zone, *of),
            Self::Facing { zone } => (zone, None),
            Self::Links(_) => return true,
        };
        let sets = book.zones[*zone].squares.iter().enumerate();
        let fits = |index: usize| match of {
            Some(Player::Role(Who::Owner)) => index == seat.index(),
            Some(Player::Role(Who::Others | Who::Opponents | Who::Partners)) => index != seat.index(),
            Some(Player::Seat(of)) => index == of.index(),
            _ => true,
        };
        // Sets of squares are sorted.
        sets.filter(|it| fits(it.0)).any(|it| it.1.binary_search(&square).is_ok())
    }
}

sealed! {
/// A test of a piece. Everything given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct PieceTest {
    /// Allowed kinds, one bit each.
    kind: Option<u32>,
    /// A tag that the piece carries.
    tag: Option<TagId>,
    /// Condition on the square of the piece.
    at: Option<PlaceTest> => Option<&PlaceTest>: as_ref,
    /// Required state of its army.
    state: Option<policy::ArmyState>,
    /// Owner of the piece, relative to the mover.
    owner: Option<Player>,
}
}

sealed! {
/// A test of a move. Everything given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct MoveTest {
    /// Test of the piece that moves, before the move.
    piece: Option<PieceTest> => Option<&PieceTest>: as_ref,
    /// Test of the captured piece.
    captures: Option<PieceTest> => Option<&PieceTest>: as_ref,
    /// A line that the path crosses: index into [`super::Rulebook::lines`], any instance.
    crosses: Option<usize>,
    /// Condition on the target square.
    to: Option<PlaceTest> => Option<&PlaceTest>: as_ref,
    /// Whether the move must be a pass, or must not be one.
    passes: Option<bool>,
}
}

/// How many kings or players of a set must satisfy a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Quantity {
    /// At least one of them.
    Some,
    /// All of them.
    Every,
    /// At least this many.
    AtLeast(u8),
}

sealed! {
/// A test for attacks on kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct AttackTest {
    /// The attacking players.
    by: Player,
    /// The owners of the kings.
    on: Player,
    /// How many of the kings must be attacked.
    how_many: Quantity,
    /// Minimum number of attacking players.
    by_at_least: u8,
    /// Kinds of pieces whose attacks count, one bit each.
    kinds: u32,
    /// Which of their pieces count.
    with: policy::With,
    /// The definition of an attack.
    takes: policy::Takes,
}
}

sealed! {
/// A test for players without a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct StuckTest {
    /// The players tested.
    who: Player,
    /// Whether their kings must be in check.
    check: policy::CheckState,
    /// How many of the players must have no legal move.
    how_many: Quantity,
}
}

sealed! {
/// A comparison of material between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct MaterialTest {
    /// The player who must be behind.
    of: Player,
    /// The player compared with.
    than: Player,
    /// The material that is added up.
    count: policy::MaterialCount,
    /// Minimum difference between the totals.
    behind_by: i32,
}
}

sealed! {
/// A test for the number of pieces on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct CountTest {
    /// The players whose pieces are counted, each alone.
    of: Player,
    /// Kinds that are counted, one bit each.
    kinds: u32,
    /// How pieces of several kinds are counted.
    counted: policy::Counted,
    /// Condition on the squares of the counted pieces.
    at: Option<PlaceTest> => Option<&PlaceTest>: as_ref,
    /// Minimum number of pieces.
    at_least: u16,
    /// Maximum number of pieces.
    at_most: u16,
    /// How many of the players must meet the test.
    how_many: Quantity,
}
}

sealed! {
/// A test for the limit of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct CounterTest {
    /// Index into [`super::Rulebook::counters`].
    counter: usize,
    /// The players whose counters are tested.
    of: Player,
    /// The limit that the number is compared with.
    at_least: u8,
    /// How many of the players must meet the test.
    how_many: Quantity,
}
}

sealed! {
/// A test for players who gave check with each of their moves since a position first occurred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct PerpetualCheckTest {
    /// The players tested.
    by: Player,
    /// How many of the players must meet the test.
    how_many: Quantity,
}
}

sealed! {
/// What it means to chase a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Chase {
    /// Kinds of the pieces that chase, one bit each.
    kinds: u32,
    /// Test of the pieces that can be chased.
    chased: Option<PieceTest> => Option<&PieceTest>: as_ref,
    /// Whether protected pieces can be chased.
    protected: policy::Protected,
    /// Whether each move must make a new attack.
    attack: policy::ChaseAttack,
    /// Which captures count.
    captures: policy::ChaseCaptures,
}
}

sealed! {
/// A test for players who chased one and the same piece with each of their moves since a position first occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct PerpetualChaseTest {
    /// The players tested.
    by: Player,
    /// How many of the players must meet the test.
    how_many: Quantity,
    /// What it means to chase a piece.
    chase: Chase => &Chase,
}
}

sealed! {
/// A test for the points that players have scored so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct PointsTest {
    /// The players whose points are tested.
    of: Player,
    /// The players whom they must lead; `None` tests their own points.
    ahead_of: Option<Player>,
    /// Minimum number of points, or of points of the lead.
    at_least: policy::Points,
    /// How many of the players must meet the test.
    how_many: Quantity,
}
}

sealed! {
/// A test of a position. Everything given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct PositionTest {
    /// A test for attacks on kings.
    attack: Option<AttackTest>,
    /// A test for players without a legal move.
    stuck: Option<StuckTest>,
    /// Required number of opponents that checkmate the mover alone.
    mates_alone: Option<u8>,
    /// The player whose king the move must have captured.
    king_captured: Option<Player>,
    /// Test of the captured piece.
    captured: Option<PieceTest> => Option<&PieceTest>: as_ref,
    /// Whether the move must have been a pass, or must not have been one.
    passed: Option<bool>,
    /// Test of the moved piece, after the move.
    moved: Option<PieceTest> => Option<&PieceTest>: as_ref,
    /// Required number of living players.
    living: Option<u8>,
    /// Minimum number of occurrences of the position.
    repeated: Option<u16>,
    /// A test for perpetual check between the occurrences of the position.
    perpetual_check: Option<PerpetualCheckTest>,
    /// A test for perpetual chase between the occurrences of the position.
    perpetual_chase: Option<PerpetualChaseTest> => Option<&PerpetualChaseTest>: as_ref,
    /// Minimum of the halfmove clock, in rounds.
    halfmove_rounds: Option<u16>,
    /// A comparison of material.
    material: Option<MaterialTest>,
    /// Whether checkmate must be impossible.
    mate_impossible: bool,
    /// Condition on the square of the mover's royal piece.
    king_in: Option<PlaceTest> => Option<&PlaceTest>: as_ref,
    /// A test for the number of pieces on the board.
    count: Option<CountTest> => Option<&CountTest>: as_ref,
    /// A test for the limit of a counter.
    counter: Option<CounterTest>,
    /// A test for the points that players have scored so far.
    points: Option<PointsTest>,
    /// Test of a legal move that the mover must have.
    legal_move: Option<MoveTest> => Option<&MoveTest>: as_ref,
}
}

/// Maximum number of different meanings of a chase in one rulebook.
#[doc(hidden)]
pub const MAX_CHASES: usize = 4;

/// Returns the different meanings of a chase in the tests of outcomes.
#[doc(hidden)]
pub fn chases_of(outcomes: &[Outcome]) -> Vec<&Chase> {
    let mut all: Vec<&Chase> = Vec::new();
    for outcome in outcomes {
        let unless = outcome.unless.iter().filter_map(|it| it.1.after.as_ref());
        for test in std::iter::once(&outcome.when).chain(unless).filter_map(|it| it.perpetual_chase.as_ref()) {
            if !all.contains(&&test.chase) {
                all.push(&test.chase);
            }
        }
    }
    all
}

impl Rulebook {
    /// Reports whether any outcome depends on perpetual chase.
    pub fn judges_perpetual_chase(&self) -> bool {
        !chases_of(&self.outcomes).is_empty()
    }
    /// Reports whether any outcome depends on perpetual check.
    pub fn judges_perpetual_check(&self) -> bool {
        let asks = |it: &PositionTest| it.perpetual_check.is_some();
        let unless = |it: &BanTests| it.after.as_ref().is_some_and(asks);
        self.outcomes.iter().any(|it| asks(&it.when) || it.unless.iter().any(|it| unless(&it.1)))
    }
    /// Reports whether any test counts all pieces that a seat has ever lost.
    pub fn counts_gross_losses(&self) -> bool {
        let asks = |it: &PositionTest| it.material.is_some_and(|it| it.count == policy::MaterialCount::GrossLosses);
        let tests = |it: &BanTests| it.before.iter().chain(&it.after).any(asks);
        let unless = |all: &[(String, BanTests)]| all.iter().any(|it| tests(&it.1));
        self.bans.iter().any(|it| tests(&it.forbids) || unless(&it.unless))
            || self.outcomes.iter().any(|it| asks(&it.when) || unless(&it.unless))
    }
}
