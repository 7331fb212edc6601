//! Words for players, the board, zones and lines.
//!
//! Contains one enum per closed list, for example [`Cells`] and [`PatchShape`]. Input: nothing.
//! Output: the words and their meanings, which the reference and the schema print. Does not know
//! which table uses a list.

use super::words;

words! {
    /// The player who moves after an elimination.
    pub enum Skipped {
        /// The turn goes to the next player in `order` who is still in the game.
        NextLiving = "next-living",
    }
    /// Whether a player may pass a turn.
    pub enum TurnPassing {
        /// A player may never choose to pass. An outcome with `then = "pass"` can still pass the turn.
        Never = "never",
        /// A player passes if they have no other legal move. Passing is then their move, unless their king would be in check.
        WhenStuck = "when-stuck",
        /// A player may pass instead of moving, unless their king would be in check afterwards.
        Allowed = "allowed",
    }
    /// Whether a move is a pass.
    pub enum IsPass {
        /// The player passes: they make no move on the board.
        Yes = "yes",
        /// The player makes a move on the board.
        No = "no",
    }
    /// Whether a player must have a royal piece.
    pub enum RoyalPiece {
        /// The player must have one if any kind of piece is royal.
        Required = "required",
        /// The player has none: they cannot be checked, checkmated or lose a king.
        None = "none",
    }
    /// The color in which pictures draw the pieces of a player.
    pub enum PieceColor {
        /// White pieces with an outline.
        White = "white",
        /// Pieces in an orange red, which differs from green for color-blind people, too.
        Red = "red",
        /// Black pieces with an outline.
        Black = "black",
        /// Blue pieces with an outline.
        Blue = "blue",
        /// Yellow pieces with an outline.
        Yellow = "yellow",
        /// Green pieces with an outline.
        Green = "green",
        /// Gray pieces with an outline.
        Gray = "gray",
        /// Purple pieces with an outline.
        Purple = "purple",
    }
    /// The shape of the cells. Straight steps cross an edge of a cell, diagonal steps cross a corner. On triangles, only every second step of a diagonal line crosses a corner.
    pub enum Cells {
        /// Squares: four straight and four diagonal headings.
        Square = "square",
        /// Hexes: six straight headings (east, north-north-east, ...) and six diagonal ones (north, east-north-east, ...). See "Values" for the full list.
        Hex = "hex",
        /// Equilateral triangles: six straight headings along the rows (east, north-north-east, ...) and six diagonal ones at right angles to them (north, east-north-east, ...). See "Values" for what one step of each does.
        Triangle = "triangle",
    }
    /// Whether the board and the starting position are symmetric for all players.
    pub enum Seats {
        /// Symmetric. You describe squares for the first seat; `[board.symmetry]` maps them to the other seats, and the result is checked.
        Alike = "alike",
        /// Not symmetric. You write zones and the starting position for each seat, with real squares.
        Differ = "differ",
    }
    /// The outline of a patch. It sets the extent and the drawing.
    pub enum PatchShape {
        /// A rectangle of `files` by `ranks`. With `cells = "hex"` it is drawn as a slanted parallelogram: each rank is half a cell to the right of the one below.
        Rectangle = "rectangle",
        /// A rectangle of `files` by `ranks` that is drawn as a ring; rank 1 is the rim. Only the drawing differs: to close the ring, add a `[board.seam.NAME]` from east to west.
        Annulus = "annulus",
        /// A hexagon of hexes with `side` cells along each side, or a hexagon of triangles with `side` edges of triangles along each side. The latter has 6 × `side`² cells.
        Hexagon = "hexagon",
        /// A large triangle of triangles, with a corner at the top and `side` edges of triangles along each side. It has `side`² cells.
        Triangle = "triangle",
    }
    /// An edge of a patch.
    pub enum Edge {
        /// The edge beyond the last rank.
        North = "north",
        /// The edge beyond the last file.
        East = "east",
        /// The edge before the first rank.
        South = "south",
        /// The edge before the first file.
        West = "west",
    }
    /// A reflection of the board.
    pub enum Mirror {
        /// Left and right change places: file 1 becomes the last file.
        Files = "files",
        /// Top and bottom change places: rank 1 becomes the last rank. This is the symmetry of chess.
        Ranks = "ranks",
    }
    /// A rotation of the board about its center.
    pub enum Rotate {
        /// By 180 degrees.
        Half = "half",
        /// By 90 degrees clockwise. The patch must be square.
        Clockwise90 = "clockwise-90",
        /// By 60 degrees clockwise. The patch must be a hexagon.
        Clockwise60 = "clockwise-60",
        /// By 120 degrees clockwise. The patch must be a hexagon or a triangle.
        Clockwise120 = "clockwise-120",
    }
    /// How a diagonal line continues through a corner where more or fewer than four squares meet.
    pub enum Travel {
        /// The line forks: it continues on both sides of the corner.
        BothWays = "both-ways",
        /// The line stops: no diagonal passes through the corner.
        None = "none",
        /// The line continues only to the square directly opposite.
        Opposite = "opposite",
    }
    /// How squares are named.
    pub enum NameForm {
        /// File letter and rank number: `e4`.
        FileRank = "file-rank",
        /// Section, file letter and rank number: `WHe4`. The sections repeat every `[board.symmetry] files` files.
        SectionFileRank = "section-file-rank",
        /// Letter first, then number, for boards with rows. `files` labels the places in a row and `ranks` labels the rows. With `ranks = "a-k"`, `c4` is place 4 of row c; with `ranks = "1-11"`, `c4` is place c of row 4.
        RowPlace = "row-place",
    }
    /// How moves are written.
    pub enum MoveNotation {
        /// Origin and destination: `Ng1-f3`, `e5xd6`, `e7-e8=Q`.
        Long = "long",
        /// Short algebraic notation: `Nf3`, `exd6`, `Rad1`, with a `+` for each king that is in check after the move and a `#` for each player who is checkmated.
        Short = "short",
    }
    /// Whether a zone or a line belongs to each seat or to the whole board.
    pub enum Of {
        /// One for each seat. You describe the first seat's, and `[board.symmetry]` maps it to the others; or you write one header per seat, `[zone.NAME.SEAT]`.
        Seat = "seat",
        /// A single one for the whole board.
        Board = "board",
    }
    /// Which end of a link must lie on the listed ranks.
    pub enum Ends {
        /// The square where the step starts.
        Start = "start",
        /// At least one of the two squares.
        Either = "either",
        /// Both of the squares.
        Both = "both",
    }
    /// The kind of a link.
    pub enum StepKind {
        /// Links across an edge of a cell.
        Straight = "straight",
        /// Links across a corner of a cell.
        Diagonal = "diagonal",
    }
    /// Whether an edge may be glued to several other edges.
    pub enum Forks {
        /// No. Two straight links with the same heading are an error.
        No = "no",
        /// Yes. A straight line that reaches the edge forks and continues along each branch.
        Yes = "yes",
    }
    /// Whether a leap may pass over the holes of a patch.
    pub enum LeapOverHoles {
        /// A leap passes over a hole as it passes over any square, but it cannot land there. A lame leap (`n`) needs real, empty squares, so it cannot pass.
        Yes = "yes",
        /// A hole is like the edge of the board: nothing passes over it.
        No = "no",
    }
    /// Whether an added link also works in the opposite direction.
    pub enum Back {
        /// The reverse link is added too.
        Yes = "yes",
        /// The link works in one direction only.
        No = "no",
    }
}

impl Cells {
    /// Returns the number of headings: 8 on squares, 12 on hexes and triangles.
    pub fn headings(self) -> u8 {
        match self {
            Cells::Square => 8,
            Cells::Hex | Cells::Triangle => 12,
        }
    }
}
