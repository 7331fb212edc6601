//! The compiled, trusted rulebook: names are ids, squares are squares.
//!
//! In: what `compile` made of a definition. Out: [`Rulebook`], which is never wrong:
//! rules code has no error for a bad rulebook. Knows the board; refuses to know files,
//! places in files and how a rule is carried out.
//!
//! Everything a file says "for the first seat" is already turned here.
//!
//! A rulebook can be read by all, and can be built or altered by this crate alone: the
//! engine indexes the tables that it makes of one without bounds checks. Each field has
//! a getter of the same name.
//!
//! ```
//! let chess = threefold::load("chess").expect("the catalog compiles").variant;
//! assert_eq!(chess.rulebook().castlings().len(), 4);
//! assert_eq!(chess.board().graph().node_count(), 64);
//! ```
//! ```compile_fail,E0616
//! # let chess = threefold::load("chess").unwrap().variant;
//! let mut book = chess.rulebook().clone();
//! book.castlings[0].safe = vec![threefold::board::Square(65_535)]; // private
//! ```
//! ```compile_fail,E0594
//! # let chess = threefold::load("chess").unwrap().variant;
//! let book = chess.rulebook().clone();
//! book.castlings()[0] = book.castlings()[1].clone(); // behind a shared reference
//! ```
//! ```compile_fail,E0451
//! use threefold::variant::Settle;
//! let settle = Settle { after_move: vec![], turn_start: vec![], on_claim: vec![] }; // private
//! ```
//! ```compile_fail,E0624
//! # let chess = threefold::load("chess").unwrap().variant;
//! let again = threefold::rules::Variant::new(chess.rulebook().clone(), "chess".into(), String::new()); // private
//! ```
//! ```compile_fail,E0616
//! # let chess = threefold::load("chess").unwrap().variant;
//! let mut board = chess.board().clone();
//! board.graph.clear(); // private
//! ```

mod barrier;
mod budget;
mod ending;
mod id;
mod movement;
mod test;
mod wording;

pub use barrier::{Barrier, BarrierInstance, BarrierOpening, LetsSet, Line};
pub use budget::{Budget, MAX_STEPS};
pub use ending::{Claim, Outcome, Settle};
pub use id::{ClaimId, IdKind, KindId, OutcomeId, SeatId, TagId, UnknownId};
pub use movement::{Atom, AtomShape, Direction, Movement, Start};
pub use test::*;
pub use wording::{Gap, Template};

use crate::board::{Board, Heading, Square};
use crate::definition as def;

/// A set of squares, ascending.
pub type SquareSet = Vec<Square>;
/// A set of seats, one bit for each [`SeatId`].
pub type SeatSet = u8;

sealed! {
/// A player.
#[derive(Clone, Debug)]
pub struct Seat {
    /// As in the file.
    name: String => &str,
    /// In notation.
    letter: String => &str,
    /// How often the board is turned to reach the seat.
    turns: u8,
    /// The heading that his men start with, already turned.
    faces: Heading,
}
}

sealed! {
/// A kind of man.
#[derive(Clone, Debug)]
pub struct Kind {
    /// As in the file.
    name: String => &str,
    /// In notation.
    letter: String => &str,
    /// What rules about kings and pawns take it for.
    role: def::Role,
    /// Worth; 0 where the file gives none.
    value: i32,
    /// How it moves.
    movement: Movement => &Movement,
    /// Whether "has it moved" matters: some atom of the movement is initial only.
    has_initial: bool,
    /// Whether its movement has a forward: some atom is limited to directions.
    is_directed: bool,
}
}

sealed! {
/// A zone: for each seat its set (all the same for a zone of the board).
#[derive(Clone, Debug)]
pub struct Zone {
    /// As in the file.
    name: String => &str,
    /// What to call it in sentences, without an article.
    label: String => &str,
    /// Whether each seat has its own.
    by_seat: bool,
    /// One set a seat.
    squares: Vec<SquareSet> => &[SquareSet],
}
}

sealed! {
/// A tag.
#[derive(Clone, Debug)]
pub struct Tag {
    /// As in the file.
    name: String => &str,
    /// Kinds that may carry it, one bit each.
    men: u32,
    /// The move that sets it.
    set: MoveTest => &MoveTest,
    /// Who gets it.
    on: def::TagOn,
}
}

sealed! {
/// The double step.
#[derive(Clone, Debug)]
pub struct DoubleStep {
    /// Kinds, one bit each.
    men: u32,
    /// From where.
    from: Place => &Place,
    /// Men that may not, in spite of it.
    unless: Vec<ManTest> => &[ManTest],
}
}

sealed! {
/// Taking a man that stepped past.
#[derive(Clone, Debug)]
pub struct EnPassant {
    /// Kinds that may take so, one bit each.
    men: u32,
    /// How long.
    window: def::Window,
    /// Against a player who has gone out.
    dead: def::EpDead,
    /// What the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

/// Into what a man is promoted.
#[derive(Clone, Debug)]
pub enum PromotionChoice {
    /// One of these.
    Listed(Vec<KindId>),
    /// A man of the owner's pool.
    FromPool {
        /// The kinds that the pool holds, one bit each.
        men: u32,
        /// With an empty pool.
        if_none: def::IfNone,
        /// Where the man appears.
        appears: def::Appears,
        /// What becomes of the man exchanged.
        pays: def::Pays,
    },
    /// By the square of arrival, for each seat: kinds that the square gives.
    BySquare(Vec<Vec<(KindId, SquareSet)>>),
}

sealed! {
/// What becomes of a man at the end of its way.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// As in the file; empty for `[promotion]` itself.
    name: String => &str,
    /// Kinds, one bit each.
    men: u32,
    /// Where.
    on: Place => &Place,
    /// Into what.
    choice: PromotionChoice => &PromotionChoice,
    /// Must it.
    forced: bool,
    /// What the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
/// One castling of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// As in the file (`king-side`).
    name: String => &str,
    /// How it is written (`O-O`).
    text: String => &str,
    /// Whose.
    seat: SeatId,
    /// From, to.
    king: (Square, Square),
    /// From, to.
    rook: (Square, Square),
    /// Squares that must be empty (the two men themselves aside).
    clear: SquareSet => &[Square],
    /// Squares of the king that must not be attacked, his start and end among them where the file asks it.
    safe: SquareSet => &[Square],
    /// Whether the right goes when the king moves.
    king_unmoved: bool,
    /// Whether the right goes when the rook moves or is taken.
    rook_unmoved: bool,
}
}

sealed! {
/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// As in the file.
    name: String => &str,
    /// What to call it in sentences, without an article.
    label: String => &str,
    /// What to call each of its exceptions, in the order of `unless`.
    exception_labels: Vec<String> => &[String],
    /// What it forbids.
    forbids: BarTests => &BarTests,
    /// Exceptions: any lifts it.
    unless: Vec<(String, BarTests)> => &[(String, BarTests)],
    /// What the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
/// Tests of a move and of the positions before and after it; all must hold.
#[derive(Clone, Debug, Default)]
pub struct BarTests {
    /// Of the man that moves, before the move.
    man: Option<ManTest> => Option<&ManTest>: as_ref,
    /// Of the move.
    mv: Option<MoveTest> => Option<&MoveTest>: as_ref,
    /// Of the position as it stands.
    before: Option<PositionTest> => Option<&PositionTest>: as_ref,
    /// Of the position as it would stand.
    after: Option<PositionTest> => Option<&PositionTest>: as_ref,
}
}

sealed! {
/// Check, as the file has it.
#[derive(Clone, Debug)]
pub struct Check {
    /// Whose attacks count.
    attackers: def::Attackers,
    /// The mover's own king.
    own_king: def::OwnKing,
    /// Whether a king may be taken.
    kings: def::Kings,
    /// Whether a pinned man attacks.
    pinned: def::Pinned,
    /// Whether a man attacks a protected king.
    barred: def::Barred,
    /// When own safety is judged.
    judged: def::Judged,
    /// What the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
/// Endings without a mate besides bare kings.
#[derive(Clone, Debug, Default)]
pub struct DeadPosition {
    /// Kinds of which one cannot mate, one bit each.
    minor: u32,
    /// Kinds of which any number on one colour cannot.
    coloured: u32,
}
}

sealed! {
/// A whole rulebook.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// The title.
    name: String => &str,
    /// One line.
    about: String => &str,
    /// What the file rests on: (id, title, where).
    sources: Vec<(String, String, Option<String>)> => &[(String, String, Option<String>)],
    /// The board.
    board: Board => &Board,
    /// The seats in order of play.
    seats: Vec<Seat> => &[Seat],
    /// The kinds of men, in file order.
    kinds: Vec<Kind> => &[Kind],
    /// The zones.
    zones: Vec<Zone> => &[Zone],
    /// The lines.
    lines: Vec<Line> => &[Line],
    /// The barriers by header.
    barriers: Vec<Barrier> => &[Barrier],
    /// The barriers on the board.
    barrier_instances: Vec<BarrierInstance> => &[BarrierInstance],
    /// The tags.
    tags: Vec<Tag> => &[Tag],
    /// The double step.
    double_step: Option<DoubleStep> => Option<&DoubleStep>: as_ref,
    /// Taking in passing.
    en_passant: Option<EnPassant> => Option<&EnPassant>: as_ref,
    /// Promotions; the first that fits a man and its square holds.
    promotions: Vec<Promotion> => &[Promotion],
    /// Whether men taken are kept in a pool.
    has_pool: bool,
    /// The kinds that some pool holds, one bit each.
    pool_men: u32,
    /// Whether a full circle is a move.
    full_circle: bool,
    /// Castlings of all seats.
    castlings: Vec<Castling> => &[Castling],
    /// Bars, in file order.
    bars: Vec<Bar> => &[Bar],
    /// Check.
    check: Check => &Check,
    /// What of the others' men when one mates alone.
    alone: def::Alone,
    /// Whether a barred move is an escape.
    escapes: def::Escapes,
    /// What becomes of an army.
    army: def::Army,
    /// What becomes of a king.
    king: def::King,
    /// When outcomes are looked at.
    settle: Settle => &Settle,
    /// All outcomes.
    outcomes: Vec<Outcome> => &[Outcome],
    /// What resets the counter of quiet moves; empty where there is none.
    resets: Vec<def::Resets> => &[def::Resets],
    /// Claims.
    claims: Vec<Claim> => &[Claim],
    /// What 0, 1, 2, ... points are called.
    score_titles: Vec<String> => &[String],
    /// Endings without a mate.
    dead_position: DeadPosition => &DeadPosition,
    /// The array: seat, kind, square; `None` where there is none on purpose.
    array: Option<Vec<(SeatId, KindId, Square)>> => Option<&[(SeatId, KindId, Square)]>: as_deref,
    /// How squares are called; notation asks it.
    name_form: def::NameForm,
    /// Sections, where names have them.
    sections: Vec<String> => &[String],
    /// How many steps it took to follow all ways of all kinds: at most [`MAX_STEPS`].
    steps: u64,
}
}

impl Rulebook {
    /// The seat of that name, or of that letter (case ignored).
    pub fn seat(&self, name: &str) -> Option<SeatId> {
        let by_name = self.seats.iter().position(|it| it.name.eq_ignore_ascii_case(name));
        by_name
            .or_else(|| self.seats.iter().position(|it| it.letter.eq_ignore_ascii_case(name)))
            .map(|it| SeatId(it as u8))
    }
    /// The kind of that name, or of that letter (case ignored).
    pub fn kind(&self, name: &str) -> Option<KindId> {
        let by_name = self.kinds.iter().position(|it| it.name.eq_ignore_ascii_case(name));
        by_name
            .or_else(|| self.kinds.iter().position(|it| it.letter.eq_ignore_ascii_case(name)))
            .map(|it| KindId(it as u8))
    }
    /// All seats, in order of play.
    pub fn seat_ids(&self) -> impl Iterator<Item = SeatId> + use<> {
        (0..self.seats.len() as u8).map(SeatId)
    }
    /// Whether some test asks for all that was ever taken from a seat.
    pub fn counts_gross_losses(&self) -> bool {
        let asks = |it: &PositionTest| it.material.is_some_and(|it| it.count == def::MaterialCount::GrossLosses);
        let tests = |it: &BarTests| it.before.iter().chain(&it.after).any(asks);
        let unless = |all: &[(String, BarTests)]| all.iter().any(|it| tests(&it.1));
        self.bars.iter().any(|it| tests(&it.forbids) || unless(&it.unless))
            || self.outcomes.iter().any(|it| asks(&it.when) || unless(&it.unless))
    }
    /// Whether each living seat must have exactly one royal man: some kind is royal.
    pub fn demands_royal(&self) -> bool {
        self.kinds.iter().any(|it| it.role == def::Role::Royal)
    }
}
