//! What the author wrote: one struct for each table of the language, every value with
//! its place.
//!
//! In: the text of files. Out: a [`Definition`], or findings. Names are still names:
//! whether one resolves is the next room's question. Knows no board and no rules.
//! The tables are declared once, in `board`, `men` and `ending`; their structs,
//! their readers, the reference page and the schema all come from those lines.

mod board;
mod effective;
mod ending;
mod examples;
pub(crate) mod hash;
pub mod header;
pub mod load;
mod men;
mod read;
pub mod reference;
mod schema;
mod starter;
pub mod table;
pub mod value;

pub use board::*;
pub use effective::effective;
pub use ending::*;
pub use hash::{canonical, hash};
pub use men::*;
pub use read::read;
pub use schema::schema;
pub use starter::starter;

use crate::diagnostic::{Span, Spanned};
use table::tables;
use value::{Header, Name, Points, Squares, Text, words};

words! {
    /// What a file is.
    pub enum Part {
        /// A whole game: it must compile alone.
        Game = "game",
        /// A board with its seats, for games to extend.
        Board = "board",
        /// Men and their moves.
        Men = "men",
        /// Check, endings and points.
        Rules = "rules",
    }
    /// Whether there is an array.
    pub enum ArrayWord {
        /// `[setup]` gives it.
        Given = "given",
        /// There is none on purpose: games start from positions.
        None = "none",
    }
}

tables! {
    /// The keys at the top of a file, before any header.
    pub struct Top {
        /// The title.
        req name: Text,
        /// One line about it.
        def about: Text = "",
        /// What the file is.
        def part: Part = "game",
        /// Parents, later ones winning, header by header.
        def extends: Vec<Spanned<Name>> = [],
        /// Headers of parents that are left out, with all below them. An outcome or a claim that is left out also leaves the inherited `[settle]` and `[score]`.
        def without: Vec<Spanned<Header>> = [],
        /// Whether there is an array.
        def array: ArrayWord = "given",
    }
}

/// Things with names, in file order.
pub type Named<T> = Vec<(Spanned<String>, T)>;

/// A barrier with its states, openings and exceptions.
#[derive(Clone, Debug)]
pub struct BarrierDef {
    /// `[barrier.NAME]`.
    pub table: Barrier,
    /// `[barrier.NAME.closed]`.
    pub closed: Option<BarrierState>,
    /// `[barrier.NAME.open]`.
    pub open: Option<BarrierState>,
    /// `[barrier.NAME.opens.WHY]`.
    pub opens: Named<BarrierOpens>,
    /// `[barrier.NAME.unless.WHY]`.
    pub unless: Named<Unless>,
}

/// Something with exceptions: a bar, an outcome, the double step.
#[derive(Clone, Debug)]
pub struct WithUnless<T> {
    /// The table itself.
    pub table: T,
    /// `[....unless.WHY]`.
    pub unless: Named<Unless>,
}

/// A zone: common, or said for each seat.
#[derive(Clone, Debug, Default)]
pub struct ZoneDef {
    /// `[zone.NAME]`.
    pub common: Option<Zone>,
    /// `[zone.NAME.SEAT]`.
    pub by_seat: Named<Zone>,
}

/// A point with what a diagonal does there.
#[derive(Clone, Debug)]
pub struct PointDef {
    /// `[board.point.NAME]`.
    pub table: Point,
    /// `[board.point.NAME.travel]`.
    pub travel: Option<PointTravel>,
}

/// The array: kinds and squares, common (turned) or for each seat.
pub type Array = Named<Spanned<Vec<Spanned<Squares>>>>;

/// What an ending is worth, in file order.
pub type PointsByRole = Vec<(Spanned<Who>, Spanned<Points>)>;

/// A whole rulebook as it was written, parents merged in.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// The place of the first byte of the file asked for.
    pub span: Span,
    /// The keys at the top. `None` only while something is wrong.
    pub top: Option<Top>,
    /// `[[source]]`, parents' first.
    pub sources: Vec<Source>,
    /// `[turns]`.
    pub turns: Option<Spanned<Turns>>,
    /// `[seat.NAME]`.
    pub seats: Named<Seat>,
    /// `[board]`.
    pub board: Option<Spanned<BoardTable>>,
    /// `[board.patch.NAME]`.
    pub patches: Named<Patch>,
    /// `[board.turn]`.
    pub turn: Option<Spanned<Turn>>,
    /// `[board.seam.NAME]`.
    pub seams: Named<Seam>,
    /// `[board.point.NAME]`.
    pub points: Named<PointDef>,
    /// `[board.link.NAME]`.
    pub links: Named<ExtraLink>,
    /// `[board.cut.NAME]`.
    pub cuts: Named<Cut>,
    /// `[board.names]`.
    pub names: Option<Spanned<Names>>,
    /// `[board.names.PATCH]`.
    pub names_by_patch: Named<Names>,
    /// `[board.places]`: square = [x, y], for the drawing alone.
    pub places: Named<Spanned<(f64, f64)>>,
    /// `[zone.NAME]`, `[zone.NAME.SEAT]`.
    pub zones: Named<ZoneDef>,
    /// `[line.NAME]`.
    pub lines: Named<Line>,
    /// `[barrier.NAME]`.
    pub barriers: Named<BarrierDef>,
    /// `[tag.NAME]`.
    pub tags: Named<Tag>,
    /// `[man.KIND]`.
    pub men: Named<Man>,
    /// `[double-step]`.
    pub double_step: Option<Spanned<WithUnless<DoubleStep>>>,
    /// `[en-passant]`.
    pub en_passant: Option<Spanned<EnPassant>>,
    /// `[promotion]` under the empty name, `[promotion.NAME]`.
    pub promotions: Named<Promotion>,
    /// `[promotion-squares]`: kind = squares.
    pub promotion_squares: Option<Spanned<Array>>,
    /// `[pool.NAME]`.
    pub pools: Named<Pool>,
    /// `[full-circle]`.
    pub full_circle: Option<Spanned<FullCircle>>,
    /// `[setup]`: kind = squares, said for the first seat and turned.
    pub setup: Option<Spanned<Array>>,
    /// `[setup.SEAT]`: kind = squares, as they stand.
    pub setup_by_seat: Named<Array>,
    /// `[castling.NAME]`.
    pub castlings: Named<Castling>,
    /// `[castling-rules]`.
    pub castling_rules: Option<Spanned<CastlingRules>>,
    /// `[bar.NAME]`.
    pub bars: Named<WithUnless<Bar>>,
    /// `[check]`.
    pub check: Option<Spanned<Check>>,
    /// `[mate]`.
    pub mate: Option<Spanned<MateTable>>,
    /// `[elimination]`.
    pub elimination: Option<Spanned<Elimination>>,
    /// `[settle]`.
    pub settle: Option<Spanned<Settle>>,
    /// `[outcome.NAME]`.
    pub outcomes: Named<WithUnless<Outcome>>,
    /// `[counter.quiet]`.
    pub counter: Option<Spanned<Counter>>,
    /// `[claim.NAME]`.
    pub claims: Named<Claim>,
    /// `[score]`: outcome or claim = { role = points }.
    pub score: Option<Spanned<Named<Spanned<PointsByRole>>>>,
    /// `[score-titles]`.
    pub score_titles: Option<Spanned<ScoreTitles>>,
    /// `[dead-position]`.
    pub dead_position: Option<Spanned<DeadPosition>>,
}
