//! The compiled, trusted rulebook: names are ids, squares are squares.
//!
//! In: what `compile` made of a definition. Out: [`Rulebook`], which is never wrong:
//! rules code has no error for a bad rulebook. Knows the board; refuses to know files,
//! places in files and how a rule is carried out.
//!
//! Everything a file says "for the first seat" is already turned here.

mod ending;
mod movement;
mod test;
mod wording;

pub use ending::{Claim, Outcome, Settle};
pub use movement::{Atom, AtomShape, Direction, Movement, Start};
pub use test::*;
pub use wording::{Gap, Template};

use crate::board::{Board, Heading, Square};
use crate::definition as def;

/// A seat: its index in the order of play, so that `(id + 1) % n` is who plays next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SeatId(pub u8);
/// A kind of man: an index into [`Rulebook::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub u8);
/// A tag: an index into [`Rulebook::tags`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TagId(pub u8);
/// An outcome: an index into [`Rulebook::outcomes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutcomeId(pub u8);
/// A claim: an index into [`Rulebook::claims`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClaimId(pub u8);
/// A set of squares, ascending.
pub type SquareSet = Vec<Square>;
/// A set of seats, one bit for each [`SeatId`].
pub type SeatSet = u8;

macro_rules! indices {
    ($($id:ident),*) => {
        $(impl $id {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}
indices!(SeatId, KindId, TagId, OutcomeId, ClaimId);

impl SeatId {
    /// As a set.
    pub fn bit(self) -> SeatSet {
        1 << self.0
    }
}

/// A player.
#[derive(Clone, Debug)]
pub struct Seat {
    /// As in the file.
    pub name: String,
    /// In notation.
    pub letter: String,
    /// How often the board is turned to reach the seat.
    pub turns: u8,
    /// The heading that his men start with, already turned.
    pub faces: Heading,
}

/// A kind of man.
#[derive(Clone, Debug)]
pub struct Kind {
    /// As in the file.
    pub name: String,
    /// In notation.
    pub letter: String,
    /// What rules about kings and pawns take it for.
    pub role: def::Role,
    /// Worth; 0 where the file gives none.
    pub value: i32,
    /// How it moves.
    pub movement: Movement,
    /// Whether "has it moved" matters: some atom of the movement is initial only.
    pub has_initial: bool,
    /// Whether its movement has a forward: some atom is limited to directions.
    pub is_directed: bool,
}

/// A zone: for each seat its set (all the same for a zone of the board).
#[derive(Clone, Debug)]
pub struct Zone {
    /// As in the file.
    pub name: String,
    /// What to call it in sentences, without an article.
    pub label: String,
    /// Whether each seat has its own.
    pub by_seat: bool,
    /// One set a seat.
    pub squares: Vec<SquareSet>,
}

/// A line: an instance for each seat, or one.
#[derive(Clone, Debug)]
pub struct Line {
    /// As in the file.
    pub name: String,
    /// Indices as in [`crate::board::Link::lines`], one for each instance.
    pub instances: Vec<u16>,
}

/// Permissions along a path, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LetsSet {
    /// A quiet move.
    pub quiet: bool,
    /// A capture.
    pub capture: bool,
    /// A move that ends with an opponent in check.
    pub give_check: bool,
    /// An attack on a king.
    pub attack: bool,
}

/// A barrier, by its header.
#[derive(Clone, Debug)]
pub struct Barrier {
    /// As in the file.
    pub name: String,
    /// What to call it in sentences, without an article.
    pub label: String,
    /// Seats that it binds.
    pub binds: SeatSet,
    /// Kinds that it binds, one bit for each [`KindId`].
    pub men: u32,
    /// How it counts for leaps.
    pub leaps: def::Leaps,
    /// Whose check is meant.
    pub gives: def::Gives,
    /// How it starts.
    pub starts_open: bool,
    /// How long it stays open.
    pub stays_open: def::StaysOpen,
    /// What it lets through while closed.
    pub closed: LetsSet,
    /// What it lets through while open.
    pub open: LetsSet,
    /// What opens it.
    pub opens: Vec<BarrierOpening>,
    /// Men that it does not bind.
    pub unless: Vec<ManTest>,
    /// What the file cites.
    pub source: Option<String>,
    /// Its instances: indices as in [`crate::board::Link::barriers`].
    pub instances: Vec<u16>,
}

impl Barrier {
    /// What it lets through, where that never changes.
    pub fn lets_always(&self) -> Option<LetsSet> {
        self.opens.is_empty().then_some(if self.starts_open { self.open } else { self.closed })
    }
}

/// What opens a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierOpening {
    /// One of its owners is eliminated.
    OwnerEliminated,
    /// The zone of one of its living owners is empty after a move.
    ZoneVacated {
        /// Index into [`Rulebook::zones`].
        zone: usize,
        /// Of whom.
        of: def::Vacated,
    },
}

/// One barrier on the board: `moat.0`.
#[derive(Clone, Debug)]
pub struct BarrierInstance {
    /// `NAME.INDEX`, or `NAME` where there is one.
    pub name: String,
    /// What to call it in sentences, with an article and its owners: `the moat between White and Black`.
    pub label: String,
    /// Index into [`Rulebook::barriers`].
    pub barrier: usize,
    /// Whom its opening refers to.
    pub owners: SeatSet,
    /// Its bit in a position's barrier state; `None` where it never changes.
    pub state_bit: Option<u8>,
}

/// A tag.
#[derive(Clone, Debug)]
pub struct Tag {
    /// As in the file.
    pub name: String,
    /// Kinds that may carry it, one bit each.
    pub men: u32,
    /// The move that sets it.
    pub set: MoveTest,
    /// Who gets it.
    pub on: def::TagOn,
}

/// The double step.
#[derive(Clone, Debug)]
pub struct DoubleStep {
    /// Kinds, one bit each.
    pub men: u32,
    /// From where.
    pub from: Place,
    /// Men that may not, in spite of it.
    pub unless: Vec<ManTest>,
}

/// Taking a man that stepped past.
#[derive(Clone, Debug)]
pub struct EnPassant {
    /// Kinds that may take so, one bit each.
    pub men: u32,
    /// How long.
    pub window: def::Window,
    /// Against a player who has gone out.
    pub dead: def::EpDead,
    /// What the file cites.
    pub source: Option<String>,
}

/// Into what a man is promoted.
#[derive(Clone, Debug)]
pub enum PromotionChoice {
    /// One of these.
    Listed(Vec<KindId>),
    /// A man of the owner's pool.
    FromPool {
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

/// What becomes of a man at the end of its way.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// As in the file; empty for `[promotion]` itself.
    pub name: String,
    /// Kinds, one bit each.
    pub men: u32,
    /// Where.
    pub on: Place,
    /// Into what.
    pub choice: PromotionChoice,
    /// Must it.
    pub forced: bool,
    /// What the file cites.
    pub source: Option<String>,
}

/// One castling of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// As in the file (`king-side`).
    pub name: String,
    /// How it is written (`O-O`).
    pub text: String,
    /// Whose.
    pub seat: SeatId,
    /// From, to.
    pub king: (Square, Square),
    /// From, to.
    pub rook: (Square, Square),
    /// Squares that must be empty (the two men themselves aside).
    pub clear: SquareSet,
    /// Squares of the king that must not be attacked, his start and end among them where the file asks it.
    pub safe: SquareSet,
    /// Whether the right goes when the king moves.
    pub king_unmoved: bool,
    /// Whether the right goes when the rook moves or is taken.
    pub rook_unmoved: bool,
}

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// As in the file.
    pub name: String,
    /// What to call it in sentences, without an article.
    pub label: String,
    /// What to call each of its exceptions, in the order of `unless`.
    pub exception_labels: Vec<String>,
    /// What it forbids.
    pub forbids: BarTests,
    /// Exceptions: any lifts it.
    pub unless: Vec<(String, BarTests)>,
    /// What the file cites.
    pub source: Option<String>,
}

/// Tests of a move and of the positions before and after it; all must hold.
#[derive(Clone, Debug, Default)]
pub struct BarTests {
    /// Of the man that moves, before the move.
    pub man: Option<ManTest>,
    /// Of the move.
    pub mv: Option<MoveTest>,
    /// Of the position as it stands.
    pub before: Option<PositionTest>,
    /// Of the position as it would stand.
    pub after: Option<PositionTest>,
}

/// Check, as the file has it.
#[derive(Clone, Debug)]
pub struct Check {
    /// Whose attacks count.
    pub attackers: def::Attackers,
    /// The mover's own king.
    pub own_king: def::OwnKing,
    /// Whether a king may be taken.
    pub kings: def::Kings,
    /// Whether a pinned man attacks.
    pub pinned: def::Pinned,
    /// Whether a man attacks a protected king.
    pub barred: def::Barred,
    /// When own safety is judged.
    pub judged: def::Judged,
    /// What the file cites.
    pub source: Option<String>,
}

/// Endings without a mate besides bare kings.
#[derive(Clone, Debug, Default)]
pub struct DeadPosition {
    /// Kinds of which one cannot mate, one bit each.
    pub minor: u32,
    /// Kinds of which any number on one colour cannot.
    pub coloured: u32,
}

/// A whole rulebook.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// The title.
    pub name: String,
    /// One line.
    pub about: String,
    /// What the file rests on: (id, title, where).
    pub sources: Vec<(String, String, Option<String>)>,
    /// The board.
    pub board: Board,
    /// The seats in order of play.
    pub seats: Vec<Seat>,
    /// The kinds of men, in file order.
    pub kinds: Vec<Kind>,
    /// The zones.
    pub zones: Vec<Zone>,
    /// The lines.
    pub lines: Vec<Line>,
    /// The barriers by header.
    pub barriers: Vec<Barrier>,
    /// The barriers on the board.
    pub barrier_instances: Vec<BarrierInstance>,
    /// The tags.
    pub tags: Vec<Tag>,
    /// The double step.
    pub double_step: Option<DoubleStep>,
    /// Taking in passing.
    pub en_passant: Option<EnPassant>,
    /// Promotions; the first that fits a man and its square holds.
    pub promotions: Vec<Promotion>,
    /// Whether men taken are kept in a pool.
    pub has_pool: bool,
    /// Whether a full circle is a move.
    pub full_circle: bool,
    /// Castlings of all seats.
    pub castlings: Vec<Castling>,
    /// Bars, in file order.
    pub bars: Vec<Bar>,
    /// Check.
    pub check: Check,
    /// What of the others' men when one mates alone.
    pub alone: def::Alone,
    /// Whether a barred move is an escape.
    pub escapes: def::Escapes,
    /// What becomes of an army.
    pub army: def::Army,
    /// What becomes of a king.
    pub king: def::King,
    /// When outcomes are looked at.
    pub settle: Settle,
    /// All outcomes.
    pub outcomes: Vec<Outcome>,
    /// What resets the counter of quiet moves; empty where there is none.
    pub resets: Vec<def::Resets>,
    /// Claims.
    pub claims: Vec<Claim>,
    /// What 0, 1, 2, ... points are called.
    pub score_titles: Vec<String>,
    /// Endings without a mate.
    pub dead_position: DeadPosition,
    /// The array: seat, kind, square; `None` where there is none on purpose.
    pub array: Option<Vec<(SeatId, KindId, Square)>>,
    /// How squares are called; notation asks it.
    pub name_form: def::NameForm,
    /// Sections, where names have them.
    pub sections: Vec<String>,
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
