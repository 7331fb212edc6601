//! `[turns]`, `[seat]`, `[board]`, `[zone]`, `[line]`: who plays and where.
//!
//! What the author wrote, with places; whether a name resolves is not known here.

use super::table::tables;
use super::value::{Either, Name, Range, Squares, Text, words};
use crate::diagnostic::Spanned;

words! {
    /// Who moves after an elimination.
    pub enum Skipped {
        /// The next player in order who still lives.
        NextLiving = "next-living",
    }
    /// May a turn be passed.
    pub enum Passing {
        /// Never freely; an outcome with `then = "pass"` may pass it.
        Never = "never",
    }
    /// The shape of the cells: what is straight (over an edge) and what is diagonal (over a corner).
    pub enum Cells {
        /// Four straight and four diagonal headings.
        Square = "square",
        /// Six straight headings, over edges (east, north-north-east, ...), and six diagonal ones, over corners (north, east-north-east, ...).
        Hex = "hex",
    }
    /// Whether all seats look at the same board.
    pub enum Seats {
        /// What is said for the first seat is turned for the others, by `[board.turn]`, and checked.
        Alike = "alike",
        /// Every square is said as it stands; zones and arrays are said for each seat.
        Differ = "differ",
    }
    /// The extent of a patch, and how it is drawn.
    pub enum Shape {
        /// Files by ranks.
        Rectangle = "rectangle",
        /// Files by ranks, drawn as a ring: rank 1 is the rim.
        Annulus = "annulus",
        /// A hexagon of hexes with `side` cells along a side.
        Hexagon = "hexagon",
    }
    /// An edge of a patch.
    pub enum Edge {
        /// After the last rank.
        North = "north",
        /// After the last file.
        East = "east",
        /// Before the first rank.
        South = "south",
        /// Before the first file.
        West = "west",
    }
    /// A reflection that is one turn of the board.
    pub enum Mirror {
        /// File 1 becomes the last file.
        Files = "files",
        /// Rank 1 becomes the last rank.
        Ranks = "ranks",
    }
    /// A rotation that is one turn of the board.
    pub enum Rotate {
        /// By half a turn.
        Half = "half",
        /// By a quarter, of a square patch.
        Clockwise90 = "clockwise-90",
        /// By a sixth, of a hexagon.
        Clockwise60 = "clockwise-60",
        /// By a third, of a hexagon.
        Clockwise120 = "clockwise-120",
    }
    /// What a diagonal does where more or fewer than four squares meet in a point.
    pub enum Travel {
        /// Both ways round the point are links: the line forks.
        BothWays = "both-ways",
        /// The point is an obstacle: no diagonal goes through it.
        None = "none",
        /// Only the square that lies opposite.
        Opposite = "opposite",
    }
    /// How a square is called.
    pub enum NameForm {
        /// File letter, rank number: `e4`.
        FileRank = "file-rank",
        /// Section, file letter, rank number: `WHe4`; the section repeats by `[board.turn] files`.
        SectionFileRank = "section-file-rank",
        /// The place in the row and the row, the letter first, whichever of the two it names: `c4` is place 4 of row c with `ranks = "a-k"`, and row 4, place c with `ranks = "1-11"`. `files` names the places in a row and `ranks` the rows.
        RowPlace = "row-place",
    }
    /// Whose a zone or a line is.
    pub enum Of {
        /// One for each seat: said for the first and turned, or said under `[zone.NAME.SEAT]`.
        Seat = "seat",
        /// One for all.
        Board = "board",
    }
    /// Which end of a link must lie within.
    pub enum Ends {
        /// Where the step starts.
        Start = "start",
        /// One of the two.
        Either = "either",
        /// Both.
        Both = "both",
    }
    /// Which links.
    pub enum Step {
        /// Over an edge.
        Straight = "straight",
        /// Over a corner.
        Diagonal = "diagonal",
    }
    /// Whether an edge may be glued to several others, so that a straight step forks.
    pub enum Forks {
        /// It may not: two straight steps by one heading are a finding.
        No = "no",
        /// It may: a line goes on along each branch.
        Yes = "yes",
    }
    /// Whether a leap may pass over the holes of a patch.
    pub enum LeapOverHoles {
        /// A hole is like any square between: a leap passes over it, but cannot land there. A lame leap needs squares, and does not.
        Yes = "yes",
        /// A hole is absent from the plane, as if the board ended there: nothing passes over it.
        No = "no",
    }
    /// Whether an added link can be walked back.
    pub enum Back {
        /// The link back is added too.
        Yes = "yes",
        /// One way only.
        No = "no",
    }
}

tables! {
    /// A document that the rules rest on; one `[[source]]` each.
    pub struct Source {
        /// A short name, by which rules cite it.
        req id: Name,
        /// The document.
        req title: Text,
        /// Where it can be found.
        opt at: Text,
    }
    /// Who plays, and in which order.
    pub struct Turns {
        /// The seats in order of play.
        req order: Vec<Spanned<Name>>,
        /// Who moves after an elimination.
        def skipped: Skipped = "next-living",
        /// May a turn be passed.
        def passing: Passing = "never",
    }
    /// One player: `[seat.white]`.
    pub struct Seat {
        /// One letter, in notation; letters differ even when case is ignored.
        req letter: Text,
        /// How often the board is turned (`[board.turn]`) from the first seat to this one. Apart from the order of play.
        def turns: i64 = 0,
        /// The heading with which the men start, said before the turning: `north`, `south-west`, ...; links carry it on.
        req faces: Name,
    }
    /// The board as a whole.
    pub struct BoardTable {
        /// The shape of the cells.
        def cells: Cells = "square",
        /// Whether all seats look at the same board.
        req seats: Seats,
    }
    /// A block of squares: `[board.patch.ring]`.
    pub struct Patch {
        /// How many files.
        opt files: i64,
        /// How many ranks.
        opt ranks: i64,
        /// Cells along a side of a hexagon.
        opt side: i64,
        /// Squares that are not there, in the names of the board. Nothing stands there, and no step or slide goes there.
        def holes: Vec<Spanned<Squares>> = [],
        /// Whether a leap passes over the holes. The default is what a leap does everywhere else: it does not mind what lies between.
        def leap_over_holes: LeapOverHoles = "yes",
        /// The extent, and how it is drawn.
        def shape: Shape = "rectangle",
    }
    /// One turn of the board: the map of the board onto itself that carries one seat to the next. Exactly one key.
    pub struct Turn {
        /// So many files on, round a closed patch.
        opt files: i64,
        /// A reflection.
        opt mirror: Mirror,
        /// Each patch onto the next, the last onto the first; all of one size.
        opt patches: Vec<Spanned<Name>>,
        /// A rotation.
        opt rotate: Rotate,
    }
    /// An edge of a patch, or a part of it, in the order of `span`.
    pub struct SideRef {
        /// Which patch.
        req patch: Name,
        /// Which edge.
        req edge: Edge,
        /// Which files (of a north or south edge) or ranks, counted from 1; running down glues in reverse. Absent: the whole edge.
        opt span: Range,
    }
    /// An edge glued to an edge: `[board.seam.NAME]`. Where seats are alike it is turned, too.
    pub struct Seam {
        /// What is glued.
        req side: SideRef,
        /// What it is glued to.
        req onto: SideRef,
        /// Squares on along the edge for a straight step.
        def straight: i64 = 0,
        /// Squares on along the edge, in the sense of travel, for a diagonal step; absent: derived from the two ways round the corner.
        opt diagonal: i64,
        /// Whether one of its edges may be glued elsewhere, too.
        def forks: Forks = "no",
    }
    /// A corner in which other than four squares meet: `[board.point.NAME]`.
    pub struct Point {
        /// The squares that meet there, in order round it.
        req squares: Vec<Spanned<Squares>>,
    }
    /// What a diagonal does at a point: `[board.point.NAME.travel]`.
    pub struct PointTravel {
        /// Through the point.
        req diagonal: Travel,
    }
    /// A link that no patch or seam gives: `[board.link.NAME]`. Where seats are alike it is turned, too.
    pub struct ExtraLink {
        /// The square that is left.
        req from: Squares,
        /// The heading by which it is left.
        req heading: Name,
        /// The square that is entered.
        req to: Squares,
        /// The heading with which travel goes on; absent: the same.
        opt onward: Name,
        /// Whether it can be walked back.
        def back: Back = "yes",
    }
    /// Links that are taken away: `[board.cut.NAME]`.
    pub struct Cut {
        /// The line whose links are cut.
        req line: Name,
    }
    /// How squares are called; `[board.names.PATCH]` for one patch of several.
    pub struct Names {
        /// The form; said once, under `[board.names]`.
        opt form: NameForm,
        /// Letters: `a-h`, `h-a`, or a list.
        opt files: Either<Range, Vec<Spanned<Text>>>,
        /// Numbers: `1-8`, `12-9`, or a list.
        opt ranks: Either<Range, Vec<Spanned<Text>>>,
        /// Sections, one for each turn of the board.
        opt sections: Vec<Spanned<Text>>,
    }
    /// A named set of squares: `[zone.NAME]`, or `[zone.NAME.SEAT]` where seats differ. All keys that are given must hold.
    pub struct Zone {
        /// Whose it is; absent under `[zone.NAME.SEAT]`.
        opt of: Of,
        /// Within a patch.
        opt patch: Name,
        /// Within files, counted from 1.
        opt files: Range,
        /// Within ranks, counted from 1.
        opt ranks: Range,
        /// Listed squares.
        opt squares: Vec<Spanned<Squares>>,
        /// What to call it in sentences, without an article; absent: its name, hyphens as spaces. Under `[zone.NAME]` only.
        opt label: Text,
    }
    /// A named set of links: `[line.NAME]`. All keys that are given must hold.
    pub struct Line {
        /// Whose it is.
        req of: Of,
        /// Links over this seam.
        opt seam: Name,
        /// Links between these two files of a patch, either way.
        opt files: Vec<Spanned<i64>>,
        /// Ends on these ranks.
        opt ranks: Range,
        /// Of this patch.
        opt patch: Name,
        /// Links between these two zones, either way.
        opt between: Vec<Spanned<Name>>,
        /// The links that these headers added.
        opt links: Vec<Spanned<Name>>,
        /// Which end must lie on `ranks`.
        def ends: Ends = "either",
        /// Which links.
        def steps: Vec<Spanned<Step>> = ["straight", "diagonal"],
    }
}
