//! The compiled rulebook: every name resolved to an id, every square name to a square.
//!
//! Input: the result of `compile`. Output: a [`Rulebook`], which is always valid: code in `rules` has
//! no error for a bad rulebook. Knows the board, but no files, locations in files, or how a rule
//! is carried out. Everything that a file states for the first seat is already mapped to every seat here.
//!
//! Only `compile` makes a rulebook that can be played: the engine indexes the tables that it
//! derives from one without bounds checks. Each field has a getter of the same name.
//!
//! ```
//! let chess = threefold::load("chess").expect("the catalog compiles").variant;
//! assert_eq!(chess.rulebook().castlings().len(), 4);
//! assert_eq!(chess.board().graph().node_count(), 64);
//! ```
//! ```compile_fail,E0594
//! # let chess = threefold::load("chess").unwrap().variant;
//! let book = chess.rulebook().clone();
//! book.castlings()[0] = book.castlings()[1].clone(); // behind a shared reference
//! ```
//! ```compile_fail,E0133
//! # let chess = threefold::load("chess").unwrap().variant;
//! # fn none(_: &threefold::Variant) -> Option<threefold::rulebook::NamedWeights> { None }
//! // Unsafe: the engine relies on every index that `compile` stores in a rulebook.
//! let again = threefold::Variant::new(chess.rulebook().clone(), "chess".into(), String::new(), none);
//! ```
//!
//! The parts of a rulebook:
//!
//! ```
//! use threefold::rulebook::{Ban, Castling, Kind, Rulebook, Seat, SeatSet, SquareList, Tag, Zone};
//!
//! let ring = threefold::load("3-man-chess")?.variant;
//! let book: &Rulebook = ring.rulebook();
//! let seats: &[Seat] = book.seats();
//! let all: SeatSet = book.seat_ids().fold(0, |set, it| set | it.bit());
//! assert_eq!((seats[1].letter(), all), ("g", 0b111));
//! let pawn: &Kind = &book.kinds()[book.kind("pawn").expect("a kind").index()];
//! let tags: Vec<&Tag> = book.tags().iter().collect();
//! let bans: Vec<&Ban> = book.bans().iter().collect();
//! println!("{}: {} tags, {} bans", pawn.label(), tags.len(), bans.len());
//! let castling: &Castling = &book.castlings()[0];
//! let between: &SquareList = &castling.clear().to_vec();
//! assert!(!between.is_empty());
//! // Each seat can have squares of its own in a zone.
//! let zones: &[Zone] = book.zones();
//! assert!(zones.iter().all(|it| it.squares().len() == seats.len()));
//! # Ok::<(), threefold::LoadError>(())
//! ```

mod barrier;
mod bends;
mod budget;
mod ending;
mod id;
mod movement;
mod promotion;
mod special;
mod test;
mod weights;
mod wording;

pub use barrier::{Barrier, BarrierInstance, Permissions};
#[doc(hidden)]
pub use barrier::{BarrierOpening, Line, MAX_BARRIER_STATES};
#[doc(hidden)]
pub use bends::{BentPath, BentPaths, bent_paths};
#[doc(hidden)]
pub use budget::{Budget, MAX_STEPS};
#[doc(hidden)]
pub use ending::Settle;
pub use ending::{Alliance, Claim, Counter, Outcome, Team};
pub use id::{ClaimId, IdKind, KindId, OutcomeId, SeatId, TagId, UnknownId};
#[doc(hidden)]
pub use movement::{Atom, AtomShape, AtomStart, Direction, Hop, Joint, Leg, Movement};
#[doc(hidden)]
pub use promotion::{Promotion, PromotionChoice, PromotionMove};
#[doc(hidden)]
pub use special::{Blocker, Conversion, DoubleStep, Drop, EnPassant, Explosion, Gating};
#[doc(hidden)]
pub use test::*;
#[doc(hidden)]
pub use weights::NamedWeights;
#[doc(hidden)]
pub use wording::{Gap, Template};

use crate::board::{Board, Heading, Square};
use crate::policy;

/// A set of squares, in ascending order.
///
/// [`rulebook`](crate::rulebook) has an example.
pub type SquareList = Vec<Square>;
/// A set of seats: one bit for each [`SeatId`].
///
/// [`rulebook`](crate::rulebook) has an example.
pub type SeatSet = u8;

sealed! {
/// A player's seat.
///
/// [`rulebook`](crate::rulebook) has an example.
#[derive(Clone, Debug)]
pub struct Seat {
    /// Name in the file.
    name: String => &str,
    /// Letter in notation.
    letter: String => &str,
    /// How many times the board's symmetry maps the first seat to this one.
    symmetry: u8,
    /// The heading that the player's pieces face at the start.
    faces: Heading,
    /// Whether the player must have a royal piece, if any kind is royal.
    needs_royal: bool,
    /// The color of the pieces in pictures, if the file chooses one.
    color: Option<policy::PieceColor>,
}
}

sealed! {
/// A kind of piece.
///
/// [`rulebook`](crate::rulebook) has an example.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Name in the file.
    name: String => &str,
    /// What to call it in sentences, without an article.
    label: String => &str,
    /// Letter in notation.
    letter: String => &str,
    /// Role in the rules about kings and pawns.
    role: policy::Role,
    /// Material value; 0 if the file gives none.
    value: i32,
    /// Movement of the kind.
    movement: Movement => &Movement,
    /// The kind as which a captured piece joins a pool: usually this kind.
    captured_as: KindId,
    /// The pieces over which it may jump; `None` for all pieces.
    hurdle: Option<PieceTest> => Option<&PieceTest>: as_ref,
    /// Kinds of other players' pieces that end its right to first moves, one bit each.
    disturbed_by: u32,
    /// Whether it matters if a piece has moved: some atom of the movement is limited to the first move, or the
    /// first move lets another piece enter.
    has_initial: bool,
    /// Whether some atom of the movement is limited to directions, so that the piece needs a
    /// facing.
    is_directed: bool,
}
}

sealed! {
/// A zone: a set of squares for each seat. A zone of the board has the same set for all seats.
///
/// [`rulebook`](crate::rulebook) has an example.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Name in the file.
    name: String => &str,
    /// Name in sentences, without an article.
    label: String => &str,
    /// Whether each seat has its own set.
    by_seat: bool,
    /// The sets, by seat.
    squares: Vec<SquareList> => &[SquareList],
}
}

sealed! {
/// A tag that moves can set on pieces.
///
/// [`rulebook`](crate::rulebook) has an example.
#[derive(Clone, Debug)]
pub struct Tag {
    /// Name in the file.
    name: String => &str,
    /// What to call it in sentences.
    label: String => &str,
    /// Kinds that may carry the tag, one bit each.
    pieces: u32,
    /// The move that sets the tag.
    set: MoveTest => &MoveTest,
    /// Which pieces the move sets it on.
    on: policy::TagOn,
}
}

sealed! {
/// A castling move of one seat.
///
/// [`rulebook`](crate::rulebook) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Name in the file, such as `king-side`.
    name: String => &str,
    /// Text in notation, such as `O-O`.
    text: String => &str,
    /// The seat that may castle.
    seat: SeatId,
    /// The king's move: (from, to).
    king: (Square, Square),
    /// The rook's move: (from, to).
    rook: (Square, Square),
    /// Squares that must be empty, not counting the king and the rook.
    clear: SquareList => &[Square],
    /// Squares of the king that must not be attacked. They include its start and end if the file
    /// says so.
    safe: SquareList => &[Square],
    /// Whether a king that stays on its square may not castle out of check. The start of any other king is in `safe`.
    safe_start: bool,
    /// Whether moving the king loses the right.
    king_unmoved: bool,
    /// Whether moving the rook or losing it to a capture loses the right.
    rook_unmoved: bool,
}
}

sealed! {
/// A ban: a rule that forbids moves.
///
/// [`rulebook`](crate::rulebook) has an example.
#[derive(Clone, Debug)]
pub struct Ban {
    /// Name in the file.
    name: String => &str,
    /// Name in sentences, without an article.
    label: String => &str,
    /// Name of each exception in sentences, in the order of `unless`.
    exception_labels: Vec<String> => &[String],
    /// The moves that the ban forbids.
    forbids: BanTests => &BanTests,
    /// Exceptions by name; the ban does not apply if any of them holds.
    unless: Vec<(String, BanTests)> => &[(String, BanTests)],
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
#[doc(hidden)]
/// Tests of a move and of the positions before and after it. All of them must hold.
#[derive(Clone, Debug, Default)]
pub struct BanTests {
    /// Test of the piece that moves, before the move.
    piece: Option<PieceTest> => Option<&PieceTest>: as_ref,
    /// Test of the move.
    mv: Option<MoveTest> => Option<&MoveTest>: as_ref,
    /// Test of the position before the move.
    before: Option<PositionTest> => Option<&PositionTest>: as_ref,
    /// Test of the position after the move.
    after: Option<PositionTest> => Option<&PositionTest>: as_ref,
}
}

sealed! {
#[doc(hidden)]
/// The rules of check.
#[derive(Clone, Debug)]
pub struct Check {
    /// Which players' attacks count as check.
    attackers: policy::Attackers,
    /// Whether a player may leave their own king in check.
    own_king: policy::OwnKing,
    /// Whether a king may be captured.
    kings: policy::Kings,
    /// Whether a pinned piece attacks.
    pinned: policy::Pinned,
    /// Whether a piece attacks a king that a ban forbids it to capture.
    barred: policy::Barred,
    /// When a player with several royal pieces is in check; `None` if each player has exactly one.
    royals: Option<policy::Royals>,
    /// When the safety of the player's own king is tested.
    judged: policy::Judged,
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
#[doc(hidden)]
/// Material with which checkmate is impossible, besides bare kings.
#[derive(Clone, Debug, Default)]
pub struct DeadPosition {
    /// Kinds of which a single piece cannot checkmate, one bit each.
    minor: u32,
    /// Kinds of which any number on squares of one color cannot checkmate, one bit each.
    colored: u32,
}
}

sealed! {
/// A complete compiled rulebook.
///
/// [`rulebook`](crate::rulebook) has an example.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// Title of the game.
    name: String => &str,
    /// Description in one line.
    about: String => &str,
    /// Slugs of the shipped files that it consists of: its own first, then those of its parents.
    family: Vec<String> => &[String],
    /// Sources that the file cites: (id, title, location).
    sources: Vec<(String, String, Option<String>)> => &[(String, String, Option<String>)],
    /// The board of squares and links.
    board: Board => &Board,
    /// The seats, in order of play.
    seats: Vec<Seat> => &[Seat],
    /// The kinds of pieces, in file order.
    kinds: Vec<Kind> => &[Kind],
    /// The zones, in file order.
    zones: Vec<Zone> => &[Zone],
    /// The lines, in file order.
    lines: Vec<Line> => &[Line],
    /// The barrier headers, in file order.
    barriers: Vec<Barrier> => &[Barrier],
    /// The barriers on the board.
    barrier_instances: Vec<BarrierInstance> => &[BarrierInstance],
    /// The tags, in file order.
    tags: Vec<Tag> => &[Tag],
    /// The rule of the double step.
    double_step: Option<DoubleStep> => Option<&DoubleStep>: as_ref,
    /// The rule of capturing en passant.
    en_passant: Option<EnPassant> => Option<&EnPassant>: as_ref,
    /// Promotion rules. The first one that fits a piece and its square applies.
    promotions: Vec<Promotion> => &[Promotion],
    /// Promotions that are moves of their own. The first one that fits a piece and the position applies.
    promotion_moves: Vec<PromotionMove> => &[PromotionMove],
    /// Whether captured pieces go to a pool.
    has_pool: bool,
    /// Kinds that some pool can hold, one bit each.
    pool_pieces: u32,
    /// Kinds that join their owner's pool when they are captured, one bit each.
    owner_keeps: u32,
    /// Kinds that join the capturing player's pool when they are captured, one bit each.
    capturer_keeps: u32,
    /// The rules for dropping pieces from a pool. At most one of them lists a kind.
    drops: Vec<Drop> => &[Drop],
    /// Which pieces enter from a pool on squares that moves leave; `None` if none.
    gating: Option<Gating> => Option<&Gating>: as_ref,
    /// The placement with which each move ends; `None` if there are no blockers.
    blocker: Option<Blocker> => Option<&Blocker>: as_ref,
    /// The contents of the pools at the start, by seat, then kind; empty if they are empty.
    start_pools: Vec<Vec<u8>> => &[Vec<u8>],
    /// Whether a full circle back to the start is a move.
    full_circle: bool,
    /// The castling moves of all seats.
    castlings: Vec<Castling> => &[Castling],
    /// Kinds that can castle after a drop, one bit each.
    castling_dropped: u32,
    /// The bans, in file order.
    bans: Vec<Ban> => &[Ban],
    /// Whether a player who can capture must capture.
    forced_capture: policy::ForcedCapture,
    /// Kinds that capture without moving, one bit each.
    capture_without_moving: u32,
    /// What captures destroy around them; `None` if nothing.
    explosion: Option<Explosion> => Option<&Explosion>: as_ref,
    /// Which pieces a move converts; `None` if none.
    conversion: Option<Conversion> => Option<&Conversion>: as_ref,
    /// The rules of check.
    check: Check => &Check,
    /// Whether the others' pieces stay on the board in a test of mating alone.
    alone: policy::Alone,
    /// Whether a banned move is an escape from checkmate.
    escapes: policy::Escapes,
    /// The teams, in file order.
    teams: Vec<Team> => &[Team],
    /// What alliances mean; `None` if there are none.
    alliance: Option<Alliance> => Option<&Alliance>: as_ref,
    /// Fate of an eliminated player's turns.
    eliminated_turn: policy::EliminatedTurn,
    /// Fate of an eliminated player's pieces.
    army: policy::Army,
    /// Fate of an eliminated player's king.
    king: policy::King,
    /// When each outcome is tested.
    settle: Settle => &Settle,
    /// All outcomes, in file order.
    outcomes: Vec<Outcome> => &[Outcome],
    /// The events that reset the halfmove clock; empty if there is none.
    resets: Vec<policy::Resets> => &[policy::Resets],
    /// Counters of moves, in file order.
    counters: Vec<Counter> => &[Counter],
    /// All claims, in file order.
    claims: Vec<Claim> => &[Claim],
    /// Names for totals of 0, 1, 2, ... points.
    score_titles: Vec<String> => &[String],
    /// Material with which checkmate is impossible.
    dead_position: DeadPosition => &DeadPosition,
    /// The starting position: (seat, kind, square); `None` if the file states that there is none.
    setup: Option<Vec<(SeatId, KindId, Square)>> => Option<&[(SeatId, KindId, Square)]>: as_deref,
    /// Whether players may pass.
    passing: policy::TurnPassing,
    /// How squares are named in notation.
    name_form: policy::NameForm,
    /// How moves are written, if the file says so.
    move_notation: Option<policy::MoveNotation>,
    /// Names of the sections, if square names contain them.
    sections: Vec<String> => &[String],
    /// Steps taken to follow every movement of every kind: at most [`MAX_STEPS`].
    steps: u64,
}
}

impl Rulebook {
    /// Returns the seat with a name or letter, ignoring case.
    pub fn seat(&self, name: &str) -> Option<SeatId> {
        let by_name = self.seats.iter().position(|it| it.name.eq_ignore_ascii_case(name));
        by_name
            .or_else(|| self.seats.iter().position(|it| it.letter.eq_ignore_ascii_case(name)))
            .map(|it| SeatId(it as u8))
    }
    /// Returns the kind with a name or letter, ignoring case.
    pub fn kind(&self, name: &str) -> Option<KindId> {
        let by_name = self.kinds.iter().position(|it| it.name.eq_ignore_ascii_case(name));
        by_name
            .or_else(|| self.kinds.iter().position(|it| it.letter.eq_ignore_ascii_case(name)))
            .map(|it| KindId(it as u8))
    }
    /// Returns all seats, in order of play.
    pub fn seat_ids(&self) -> impl Iterator<Item = SeatId> + use<> {
        (0..self.seats.len() as u8).map(SeatId)
    }
    /// Reports whether living seats must have royal pieces, since some kind is royal.
    pub fn demands_royal(&self) -> bool {
        self.kinds.iter().any(|it| it.role == policy::Role::Royal)
    }
    /// Reports whether a player can lose their king to a partner, which no outcome for captured kings of opponents ends.
    pub(crate) fn partners_take_kings(&self) -> bool {
        let allows = |it: policy::PartnerCaptures| it == policy::PartnerCaptures::Allowed;
        let captures = self.teams.iter().any(|it| allows(it.captures))
            || self.alliance.as_ref().is_some_and(|it| allows(it.captures));
        let has_partners = !self.teams.is_empty() || self.alliance.is_some();
        let is_royal = |it: &usize| self.kinds[*it].role == policy::Role::Royal;
        let destroyed = |it: &Explosion| (0..self.kinds.len()).filter(is_royal).any(|kind| it.immune >> kind & 1 == 0);
        let explodes = has_partners && self.explosion.as_ref().is_some_and(destroyed);
        self.check.kings == policy::Kings::MayBeCaptured && captures || explodes
    }
    /// Returns the kind that makes the king's move in a castling, if it is not royal.
    pub fn castling_commoner(&self, castling: &Castling) -> Option<KindId> {
        let mut setup = self.setup.iter().flatten();
        let piece = setup.find(|it| it.0 == castling.seat && it.2 == castling.king.0)?;
        (self.kinds[piece.1.index()].role != policy::Role::Royal).then_some(piece.1)
    }
}
