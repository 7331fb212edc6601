//! Definitions: what a rulebook file says, as typed tables with spans.
//!
//! Contains one struct for each table of the language, the loader that merges parents ([`load`]), the
//! reader ([`read()`]), the reference page ([`mod@reference`]) and the [`schema()`]. Input: the text of files.
//! Output: a [`Definition`], or diagnostics. Names are not resolved; [`compile`](crate::compile) does
//! that. Does not know boards or how rules are played.
//!
//! Each table is declared once, in `board`, `pieces` or `ending`. Its struct, its reader, its entry in the
//! reference and its part of the schema all come from that declaration.

mod board;
mod effective;
mod ending;
pub mod examples;
mod fold;
pub(crate) mod hash;
pub mod header;
pub mod load;
mod pieces;
mod player;
mod points;
#[cfg(feature = "lsp")]
pub mod query;
mod read;
pub mod reference;
#[cfg(any(feature = "cli", feature = "serve"))]
mod schema;
mod starter;
pub mod synonyms;
pub mod table;
mod unknown;
mod unnamed;
pub mod value;
mod words;
mod written;

pub use board::*;
pub use effective::effective;
pub use ending::*;
#[cfg(feature = "lab")]
pub(crate) use fold::fold;
pub use hash::{canonical, hash};
pub use pieces::*;
pub use player::PlayerWord;
pub use points::PointsByRole;
pub use read::read;
#[cfg(any(feature = "cli", feature = "serve"))]
pub use schema::schema;
pub use starter::starter;

use std::collections::BTreeSet;

use crate::diagnostic::{Span, Spanned};
use crate::policy::{Part, SetupWord};
use table::tables;
use value::{Header, Name, Squares, Text};

tables! {
    /// The keys at the top of a file, before any header. A child file does not inherit them.
    pub struct Top {
        /// The title of the rulebook.
        req name: Text,
        /// A one-line description.
        def about: Text = "",
        /// The edition of the language in which the file is written. Left out: the current one.
        opt edition: i64,
        /// The purpose of the file.
        def part: Part = "game",
        /// The parent files, for example `["chess"]`. If several contain the same header, the last one applies.
        def extends: Vec<Spanned<Name>> = [],
        /// Inherited headers to leave out, together with everything below them: `["castling", "outcome.stalemate"]`. Leaving out an outcome or a claim also removes it from the inherited `[settle]` and `[score]`.
        def without: Vec<Spanned<Header>> = [],
        /// Whether the game has a starting position.
        def setup: SetupWord = "given",
    }
}

/// Named items in file order.
pub type Named<T> = Vec<(Spanned<String>, T)>;

/// A barrier with its states, openings and exceptions.
#[derive(Clone, Debug)]
pub struct BarrierDef {
    /// The keys of `[barrier.NAME]`.
    pub table: Barrier,
    /// The permissions while closed: `[barrier.NAME.closed]`.
    pub closed: Option<BarrierState>,
    /// The permissions while open: `[barrier.NAME.open]`.
    pub open: Option<BarrierState>,
    /// The events that open it: `[barrier.NAME.opens.WHY]`.
    pub opens: Named<BarrierOpens>,
    /// The exceptions: `[barrier.NAME.unless.WHY]`.
    pub unless: Named<Unless>,
}

/// A table with exceptions: a ban, an outcome or the double step.
#[derive(Clone, Debug)]
pub struct WithUnless<T> {
    /// The keys of the table itself.
    pub table: T,
    /// The exceptions: `[....unless.WHY]`.
    pub unless: Named<Unless>,
}

/// A zone, written once for all seats or once per seat.
#[derive(Clone, Debug, Default)]
pub struct ZoneDef {
    /// The keys of `[zone.NAME]`.
    pub common: Option<Zone>,
    /// The keys of each `[zone.NAME.SEAT]`.
    pub by_seat: Named<Zone>,
}

/// A point and how diagonals continue there.
#[derive(Clone, Debug)]
pub struct PointDef {
    /// The keys of `[board.point.NAME]`.
    pub table: PointHeader,
    /// The keys of `[board.point.NAME.travel]`.
    pub travel: Option<PointTravel>,
}

/// The starting position: kinds of pieces with their squares.
pub type SetupTable = Named<Spanned<Vec<Spanned<Squares>>>>;

/// A complete rulebook as written, with its parents merged in.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// The position of the first byte of the main file.
    pub span: Span,
    /// The keys at the top. `None` only if they contain errors.
    pub top: Option<Top>,
    /// The names of the headers that could not be read: `piece.king`, or `[source]` for any of the sources. What they
    /// declare is missing below, but their names are known.
    pub unread: BTreeSet<String>,
    /// `[[source]]`, those of parents first.
    pub sources: Vec<Source>,
    /// Contents of `[turns]`.
    pub turns: Option<Spanned<Turns>>,
    /// Contents of `[seat.NAME]`.
    pub seats: Named<Seat>,
    /// Contents of `[board]`.
    pub board: Option<Spanned<BoardTable>>,
    /// Contents of `[board.patch.NAME]`.
    pub patches: Named<Patch>,
    /// Contents of `[board.symmetry]`.
    pub turn: Option<Spanned<SymmetryTable>>,
    /// Contents of `[board.seam.NAME]`.
    pub seams: Named<Seam>,
    /// Contents of `[board.point.NAME]`.
    pub points: Named<PointDef>,
    /// Contents of `[board.link.NAME]`.
    pub links: Named<ExtraLink>,
    /// Contents of `[board.cut.NAME]`.
    pub cuts: Named<Cut>,
    /// Contents of `[board.names]`.
    pub names: Option<Spanned<SquareNaming>>,
    /// Contents of `[board.names.PATCH]`.
    pub names_by_patch: Named<SquareNaming>,
    /// Contents of `[board.places]`: square = [x, y], used only for drawing.
    pub places: Named<Spanned<(f64, f64)>>,
    /// Contents of `[zone.NAME]`, `[zone.NAME.SEAT]`.
    pub zones: Named<ZoneDef>,
    /// Contents of `[line.NAME]`.
    pub lines: Named<Line>,
    /// Contents of `[barrier.NAME]`.
    pub barriers: Named<BarrierDef>,
    /// Contents of `[tag.NAME]`.
    pub tags: Named<Tag>,
    /// Contents of `[piece.KIND]`.
    pub pieces: Named<Piece>,
    /// Contents of `[double-step]`.
    pub double_step: Option<Spanned<WithUnless<DoubleStep>>>,
    /// Contents of `[en-passant]`.
    pub en_passant: Option<Spanned<EnPassant>>,
    /// Contents of `[promotion]`, under an empty name, and `[promotion.NAME]`.
    pub promotions: Named<Promotion>,
    /// Contents of `[promotion-move]`, under an empty name, and `[promotion-move.NAME]`.
    pub promotion_moves: Named<PromotionMove>,
    /// Contents of `[promotion-squares]`: kind = squares.
    pub promotion_squares: Option<Spanned<SetupTable>>,
    /// Contents of `[pool.NAME]`.
    pub pools: Named<Pool>,
    /// Contents of `[drop]`, under an empty name, and `[drop.NAME]`.
    pub drops: Named<Drop>,
    /// Contents of `[gating]`.
    pub gating: Option<Spanned<Gating>>,
    /// Contents of `[blocker]`.
    pub blocker: Option<Spanned<Blocker>>,
    /// Contents of `[full-circle]`.
    pub full_circle: Option<Spanned<FullCircle>>,
    /// Contents of `[setup]`: kind = squares, for the first seat if seats are alike.
    pub setup: Option<Spanned<SetupTable>>,
    /// The starting position of both players in FEN, in `[setup]`.
    pub setup_fen: Option<Spanned<Text>>,
    /// Contents of `[setup.SEAT]`: kind = squares, as they are.
    pub setup_by_seat: Named<SetupTable>,
    /// Contents of `[castling.NAME]`.
    pub castlings: Named<Castling>,
    /// Contents of `[castling-rules]`.
    pub castling_rules: Option<Spanned<CastlingRules>>,
    /// Contents of `[ban.NAME]`.
    pub bans: Named<WithUnless<Ban>>,
    /// Contents of `[capture]`.
    pub capture: Option<Spanned<CaptureTable>>,
    /// Contents of `[explosion]`.
    pub explosion: Option<Spanned<ExplosionTable>>,
    /// Contents of `[conversion]`.
    pub conversion: Option<Spanned<ConversionTable>>,
    /// Contents of `[check]`.
    pub check: Option<Spanned<Check>>,
    /// Contents of `[mate]`.
    pub mate: Option<Spanned<MateTable>>,
    /// Contents of each `[team.NAME]`.
    pub teams: Named<Team>,
    /// Contents of `[alliance]`.
    pub alliance: Option<Spanned<Alliance>>,
    /// Contents of `[elimination]`.
    pub elimination: Option<Spanned<Elimination>>,
    /// Contents of `[settle]`.
    pub settle: Option<Spanned<Settle>>,
    /// Contents of `[outcome.NAME]`.
    pub outcomes: Named<WithUnless<Outcome>>,
    /// Contents of `[counter.halfmoves]`.
    pub counter: Option<Spanned<Counter>>,
    /// Contents of `[counter.NAME]`.
    pub counters: Named<MoveCounter>,
    /// Contents of `[claim.NAME]`.
    pub claims: Named<Claim>,
    /// Contents of `[score]`: outcome or claim = { role = points }.
    pub score: Option<Spanned<Named<Spanned<PointsByRole>>>>,
    /// Contents of `[score-titles]`.
    pub score_titles: Option<Spanned<ScoreTitles>>,
    /// Contents of `[dead-position]`.
    pub dead_position: Option<Spanned<DeadPosition>>,
}
