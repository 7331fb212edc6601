//! Tables for players, board, zones and lines: `[turns]`, `[seat]`, `[board]`, `[zone]`, `[line]`.
//!
//! Contains one struct per table ([`Turns`], [`Seat`], [`Patch`], [`Seam`], [`Zone`], [`Line`] ...).
//! The words of closed lists are in [`policy`](crate::policy). Input: entries of a file. Output: typed
//! values with their spans. The doc comments here are the text of the reference and the schema. Does not
//! know whether a name resolves.

use super::table::tables;
use super::value::{Either, Name, Range, Squares, Text};
use crate::diagnostic::Spanned;
use crate::policy::{
    Back, Cells, Edge, Ends, Forks, LeapOverHoles, Mirror, MoveNotation, NameForm, Of, PatchShape, PieceColor, Rotate,
    RoyalPiece, Seats, Skipped, StepKind, Travel, TurnPassing,
};

tables! {
    /// A document on which rules are based, one `[[source]]` for each. Rules cite it by its `id`: `source = "fide"`.
    pub struct Source {
        /// The short name by which rules cite the document.
        req id: Name,
        /// The title of the document.
        req title: Text,
        /// Where to find the document, for example a web address.
        opt at: Text,
    }
    /// The players and their order of play.
    pub struct Turns {
        /// The seats in order of play, for example `["white", "gray", "black"]`. Each needs a header `[seat.NAME]`.
        req order: Vec<Spanned<Name>>,
        /// The player who moves after an elimination.
        def skipped: Skipped = "next-living",
        /// Whether a player may pass a turn.
        def passing: TurnPassing = "never",
    }
    /// One player, for example `[seat.white]`. The name appears in sentences.
    pub struct Seat {
        /// One letter that stands for the seat in notation. No two seats may share a letter, not even in different case.
        req letter: Text,
        /// How many times the symmetry in `[board.symmetry]` is applied to get from the first seat to this one. It does not affect the order of play.
        def symmetry: i64 = 0,
        /// The heading in which the seat's pieces face at the start, before the symmetry is applied, for example `"north"` or `"south-west"`. It tells pawns where forward is. A piece that crosses a seam keeps the heading that the seam gives it.
        req faces: Name,
        /// Whether the player must have a royal piece.
        def royal: RoyalPiece = "required",
        /// The color in which pictures draw the seat's pieces. It does not affect play. If left out, a seat whose name is a color gets that color; the others get white, red, black and so on, or white and black if there are two.
        opt color: PieceColor,
    }
    /// The board as a whole. Its squares come from `[board.patch.NAME]`.
    pub struct BoardTable {
        /// The shape of the cells.
        def cells: Cells = "square",
        /// Whether the board is symmetric for all players. If so, whatever is written for the first seat is mapped to the others; `[setup.SEAT]` can still give one seat other pieces.
        req seats: Seats,
    }
    /// A block of squares, for example `[board.patch.ring]`. A board has one patch or several, joined by seams; at most 512 squares in all.
    pub struct Patch {
        /// Number of files. Required for a rectangle and a ring.
        opt files: i64,
        /// Number of ranks. Required for a rectangle and a ring.
        opt ranks: i64,
        /// Number of cells along each side of a hexagon; on triangles, number of their edges along each side of a hexagon or a triangle. Required for these shapes, at least 2.
        opt side: i64,
        /// Squares to leave out, for example `["a1-c3"]`. No piece can be on a hole, and no step or slide can enter or cross it.
        def holes: Vec<Spanned<Squares>> = [],
        /// Whether a leap may pass over the holes. By default it may, just as it may pass over occupied squares.
        def leap_over_holes: LeapOverHoles = "yes",
        /// The outline of the patch.
        def shape: PatchShape = "rectangle",
    }
    /// The symmetry of the board: the map of the board onto itself that takes each seat to the next one. Write exactly one key. Required if `[board]` says `seats = "alike"`.
    pub struct SymmetryTable {
        /// A shift by this many files around a ring, for example `8` on a ring of 24 files with three players.
        opt files: i64,
        /// A reflection of the board.
        opt mirror: Mirror,
        /// Each listed patch maps to the next one, and the last to the first. All must have the same size.
        opt patches: Vec<Spanned<Name>>,
        /// A rotation of the board.
        opt rotate: Rotate,
    }
    /// An edge of a patch, or a part of it, as used by a seam. Example: `{ patch = "white", edge = "north", span = "5-8" }`.
    pub struct SideRef {
        /// The name of the patch.
        req patch: Name,
        /// The edge of the patch.
        req edge: Edge,
        /// The part of the edge: files of a north or south edge, ranks of an east or west edge, counted from 1. A range that runs down, such as `"4-1"`, glues the edge in reverse. If left out, the whole edge.
        opt span: Range,
    }
    /// Two edges that are glued together, so that pieces move from one to the other: `[board.seam.NAME]`. If seats are alike, the symmetry of the board adds the seam for every seat.
    pub struct Seam {
        /// The first edge.
        req side: SideRef,
        /// The edge to which the first edge is glued.
        req onto: SideRef,
        /// How many squares a straight step shifts along the edge when it crosses the seam.
        def straight: i64 = 0,
        /// How many squares a diagonal step shifts along the edge, counted in the direction of travel. If left out, it follows from the two ways around the corner: a straight step and then a step to the side, or the reverse.
        opt diagonal: i64,
        /// Whether one of the two edges may also be glued to another edge.
        def forks: Forks = "no",
    }
    /// A corner where more or fewer than four squares meet: `[board.point.NAME]`. How diagonals continue there is set in `[board.point.NAME.travel]`.
    pub struct PointHeader {
        /// The squares that meet at the corner, in order around it.
        req squares: Vec<Spanned<Squares>>,
    }
    /// How diagonal lines continue through a point: `[board.point.NAME.travel]`.
    pub struct PointTravel {
        /// How a diagonal line continues through the corner.
        req diagonal: Travel,
    }
    /// A single step that patches and seams do not provide, for example a tunnel: `[board.link.NAME]`. If seats are alike, the symmetry of the board adds it for every seat.
    pub struct ExtraLink {
        /// The square where the step starts: one square, not a range.
        req from: Squares,
        /// The heading in which the step leaves its square.
        req heading: Name,
        /// The square where the step ends: one square, not a range.
        req to: Squares,
        /// The heading in which a piece continues after the step. If left out, the same as `heading`.
        opt onward: Name,
        /// Whether the link also works in the opposite direction.
        def back: Back = "yes",
    }
    /// Links that are removed from the board: `[board.cut.NAME]`.
    pub struct Cut {
        /// The line whose links are removed.
        req line: Name,
    }
    /// How squares are named. `[board.names.PATCH]` sets labels for one patch if there are several.
    pub struct SquareNaming {
        /// The form of the names. Only `[board.names]` may set it.
        opt form: NameForm,
        /// How moves are written. If left out, `section-file-rank` has a notation of its own (`WHe4`, `GRRcxBLf3`), and other forms have `long`. Only `[board.names]` may set it.
        opt moves: MoveNotation,
        /// File labels, usually letters: a range such as `"a-h"` or `"h-a"`, or a list of labels and ranges, such as `["a-z", "A-F"]`.
        opt files: Either<Range, Vec<Spanned<Text>>>,
        /// Rank labels, usually numbers: a range such as `"1-8"` or `"12-9"`, or a list with one label per rank.
        opt ranks: Either<Range, Vec<Spanned<Text>>>,
        /// Section labels, one for each seat, for example `["WH", "GR", "BL"]`. Used by `section-file-rank`.
        opt sections: Vec<Spanned<Text>>,
    }
    /// A named set of squares: `[zone.NAME]`, or one `[zone.NAME.SEAT]` per seat if seats differ. A square belongs to the zone if it meets every key that you write.
    pub struct Zone {
        /// Whether each seat has its own zone or the board has one. Leave it out under `[zone.NAME.SEAT]`.
        opt of: Of,
        /// The patch in which the squares lie.
        opt patch: Name,
        /// The files of the squares, counted from 1: `"1-8"`.
        opt files: Range,
        /// The ranks of the squares, counted from 1: `"2"`.
        opt ranks: Range,
        /// A list of squares and ranges: `["d4", "a2-h2"]`.
        opt squares: Vec<Spanned<Squares>>,
        /// The name for sentences, without an article. If left out, the header's name with spaces for hyphens. Only `[zone.NAME]` may set it.
        opt label: Text,
    }
    /// A named set of links between neighboring squares, for example for a barrier: `[line.NAME]`. A link belongs to the line if it meets every key that you write.
    pub struct Line {
        /// Whether each seat has its own line or the board has one.
        req of: Of,
        /// Links that cross this seam.
        opt seam: Name,
        /// Links between these two files of a patch, in either direction: `[24, 1]`.
        opt files: Vec<Spanned<i64>>,
        /// The ranks on which the ends of the links lie. `ends` sets which end counts.
        opt ranks: Range,
        /// The patch in which the links lie.
        opt patch: Name,
        /// Links between these two zones, in either direction. In place of a zone, you can write a square or a range of squares: `["d4", "e5"]`, `["a4-h4", "a5-h5"]`.
        opt between: Vec<Spanned<Name>>,
        /// Links added by these `[board.link.NAME]` headers.
        opt links: Vec<Spanned<Name>>,
        /// Another line, whose links this line leaves out. If each seat has its own, the links of all of them.
        opt except: Name,
        /// Which end of a link must lie on `ranks`.
        def ends: Ends = "either",
        /// The kinds of links.
        def steps: Vec<Spanned<StepKind>> = ["straight", "diagonal"],
        /// What to call it in sentences, without an article; if left out, the name of the header with spaces for hyphens.
        opt label: Text,
    }
}
