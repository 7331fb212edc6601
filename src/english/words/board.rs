//! Sentences for the words of files, turns, boards, zones and lines.
//!
//! Input: a word of `policy`. Output: its sentence, or a part of one, and its line in the list of [`super`]. Does not
//! know rulebooks.

super::in_words! {
    RoyalPiece at "Seat.royal" {
        Required = "{player} must have a king.",
        None = "{player} has no king, so {player} cannot be checked or checkmated.",
    }
    PieceColor at "Seat.color" {
        White = "{player}'s pieces are white.",
        Red = "{player}'s pieces are red.",
        Black = "{player}'s pieces are black.",
        Blue = "{player}'s pieces are blue.",
        Yellow = "{player}'s pieces are yellow.",
        Green = "{player}'s pieces are green.",
        Gray = "{player}'s pieces are gray.",
        Purple = "{player}'s pieces are purple.",
    }
    Part at "Top.part" {
        Game = "This rulebook is a complete game.",
        Board = "This is a board with its seats, for games to extend.",
        Pieces = "These are pieces and their moves, for games to extend.",
        Rules = "These are rules of check, endings and points, for games to extend.",
    }
    SetupWord at "Top.setup" {
        Given = "The pieces start on these squares.",
        None = "There is no starting position: the players agree on one.",
    }
    Skipped at "Turns.skipped" {
        NextLiving = "An eliminated player's turn is skipped.",
    }
    TurnPassing at "Turns.passing" {
        Never = "A player may not pass.",
        WhenStuck = "A player without a legal move passes, unless they are in check.",
        Allowed = "Instead of moving, a player may pass, unless they are in check.",
    }
    IsPass at "MoveTest.passes", "PositionTest.passed" {
        Yes = "the player passes",
        No = "the player does not pass",
    }
    Cells at "BoardTable.cells" {
        Square = "The cells are squares: a straight step goes over an edge, a diagonal step over a corner.",
        Hex = "The cells are hexes: a straight step goes over an edge, a diagonal step over a corner, between two edges.",
        Triangle = "The cells are triangles. A straight step goes over an edge to the next triangle of a row. A row runs level or along one of the two slopes. A diagonal step goes at a right angle to a row: over an edge, or over the corner opposite to it.",
    }
    Seats at "BoardTable.seats" {
        Alike = "Apart from the names of its squares, the board looks the same from every seat, so each example for one player applies to the others, too.",
        Differ = "The players' sides differ, so this page gives the squares of each player.",
    }
    PatchShape at "Patch.shape" {
        Rectangle = "{patch} has {files} and {ranks}.",
        Annulus = "{patch} is a ring of {files} and {ranks}. Rank 1 is the rim. The hole in the center is not a square.",
        Hexagon = "{patch} is a hexagon with {side} along each side.",
        Triangle = "{patch} is a triangle with {side} along each side.",
    }
    Edge at "SideRef.edge" {
        North = "the north edge",
        East = "the east edge",
        South = "the south edge",
        West = "the west edge",
    }
    Mirror at "SymmetryTable.mirror" {
        Files = "From player to player the board is reflected: its first file becomes the last.",
        Ranks = "From player to player the board is reflected: its first rank becomes the last.",
    }
    Rotate at "SymmetryTable.rotate" {
        Half = "From player to player the board is turned by half a turn.",
        Clockwise90 = "From player to player the board is turned clockwise by a quarter of a turn.",
        Clockwise60 = "From player to player the board is turned clockwise by a sixth of a turn.",
        Clockwise120 = "From player to player the board is turned clockwise by a third of a turn.",
    }
    Travel at "PointTravel.diagonal" {
        BothWays = "A diagonal line that runs into the {point} splits in two, and a piece may go on along either part.",
        None = "A diagonal line that runs straight into the {point} ends there.",
        Opposite = "A diagonal line that reaches the {point} goes on to the square that lies opposite.",
    }
    NameForm at "SquareNaming.form" {
        FileRank = "A square is named by its file and rank: {example}.",
        SectionFileRank = "A square is named by its section, file and rank: {example}.",
        RowPlace = "A square is named by its row and its place in the row, the letter first: {example}.",
    }
    MoveNotation at "SquareNaming.moves" {
        Long = "A move is written with its origin and its destination.",
        Short = "A move is written in short algebraic notation.",
    }
    Of at "Zone.of", "Line.of" {
        Seat = "each player has their own",
        Board = "one for all players",
    }
    Ends at "Line.ends" {
        Start = "that start on {ranks}",
        Either = "of which at least one end lies on {ranks}",
        Both = "of which both ends lie on {ranks}",
    }
    StepKind at "Line.steps", "ExplosionTable.steps", "ConversionTable.steps" {
        Straight = "straight",
        Diagonal = "diagonal",
    }
    Forks at "Seam.forks" {
        No = "Nothing else is joined there.",
        Yes = "Its edges may be joined elsewhere, too; a line that comes there splits.",
    }
    LeapOverHoles at "Patch.leap-over-holes" {
        Yes = "{leapers} may jump over them.",
        No = "Nothing may pass over them, not even a leap.",
    }
    Back at "ExtraLink.back" {
        Yes = "The way back is open, too.",
        No = "There is no way back.",
    }
}
