//! The stable codes of findings.
//!
//! Input: none. Output: [`Code`], with the printed word and one sentence for each. Every code has an
//! invalid file under `tests/definitions/`. Does not know how findings are printed.

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $word:literal,)*) => {
        /// The stable code of a kind of finding.
        ///
        /// [`diagnostic`](crate::diagnostic) has an example.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $($(#[doc = $doc])* $name,)* }
        impl Code {
            /// All codes in the order of declaration.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];
            /// Returns the printed word.
            pub fn word(self) -> &'static str {
                match self { $(Code::$name => $word,)* }
            }
            /// Returns the meaning in one sentence.
            pub fn doc(self) -> &'static str {
                match self { $(Code::$name => concat!($($doc, "\n",)* ""),)* }
            }
        }
        impl std::fmt::Display for Code {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

codes! {
    /// A name from an earlier edition of the language, which has been renamed.
    Renamed = "renamed",
    /// The file is written in an edition of the language that this version cannot read.
    UnknownEdition = "unknown-edition",
    /// A value whose type does not match its key.
    WrongType = "wrong-type",
    /// A word that is not in the fixed list of its key.
    UnknownWord = "unknown-word",
    /// A key that its header does not have.
    UnknownKey = "unknown-key",
    /// A label or a sentence that cannot be printed as written.
    BadLabel = "bad-label",
    /// A header without a key that it requires.
    MissingKey = "missing-key",
    /// Points that are not whole numbers, halves, thirds or quarters.
    BadPoints = "bad-points",
    /// The text is not valid TOML.
    BadToml = "bad-toml",
    /// A number outside the range of its key.
    BadNumber = "bad-number",
    /// The file contains nothing but comments.
    EmptyFile = "empty-file",
    /// The file is missing, is a directory, or is not readable.
    Unreadable = "unreadable",
    /// The file is not UTF-8 text.
    NotUtf8 = "not-utf8",
    /// The file exceeds the maximum size of a rulebook.
    TooLarge = "too-large",
    /// Lists or tables are nested more deeply than any key allows.
    TooDeep = "too-deep",
    /// `extends` names a parent that does not exist.
    UnknownParent = "unknown-parent",
    /// A file extends itself, directly or through other files.
    ExtendsCycle = "extends-cycle",
    /// The chain of parents is longer than sixteen files.
    ExtendsTooDeep = "extends-too-deep",
    /// The rulebook consists of too many files.
    TooManyFiles = "too-many-files",
    /// `without` names a header that no parent has.
    UnknownWithout = "unknown-without",
    /// A header that the language does not have.
    UnknownHeader = "unknown-header",
    /// A header whose main header is missing.
    OrphanHeader = "orphan-header",
    /// A key where only headers are allowed.
    MisplacedKey = "misplaced-key",
    /// A name that cannot be used in notation.
    BadName = "bad-name",
    /// Two sources with the same `id`.
    DuplicateSource = "duplicate-source",
    /// A part of a rulebook where a game is needed.
    NotAGame = "not-a-game",
    /// More findings than are shown.
    TooManyFindings = "too-many-findings",
    /// Kinds, tags and facings that combine to too many types of pieces.
    TooManyTypes = "too-many-types",
    /// A header that every game requires is missing.
    MissingHeader = "missing-header",
    /// A name that nothing in the rulebook has.
    UnknownName = "unknown-name",
    /// A square that the board does not have.
    UnknownSquare = "unknown-square",
    /// A heading that the cells of the board do not have.
    UnknownHeading = "unknown-heading",
    /// A text that is not a range, or a range that leaves the board.
    BadRange = "bad-range",
    /// Too many squares, seats, kinds, zones or barriers.
    TooMany = "too-many",
    /// Keys that exclude each other, or none or several where one is required.
    BadKeys = "bad-keys",
    /// A key or a header that changes nothing.
    NoEffect = "no-effect",
    /// A rule that depends on another rule, which is missing.
    Needs = "needs",
    /// A role that no player has at this point.
    BadRole = "bad-role",
    /// A test of something that is not known at this moment.
    WrongMoment = "wrong-moment",
    /// A test that depends on its own result.
    Circular = "circular",
    /// A text that is not one letter, or a letter that is used twice.
    BadLetter = "bad-letter",
    /// A list that contains the same name twice, or two seats of the same color.
    NamedTwice = "named-twice",
    /// A seat that is not in the order of play.
    SeatWithoutTurn = "seat-without-turn",
    /// Names of squares that do not match their patch, or that are not unique.
    BadLabels = "bad-labels",
    /// A patch whose size is missing or does not fit its cells.
    BadPatch = "bad-patch",
    /// A seam whose edges cannot be joined.
    BadSeam = "bad-seam",
    /// An edge that two seams join, although forks are not allowed.
    ForkedEdge = "forked-edge",
    /// Squares that do not surround a single corner.
    BadPoint = "bad-point",
    /// An added link that is a duplicate or does not fit the board.
    BadLink = "bad-link",
    /// A link without a way back.
    OneWayLink = "one-way-link",
    /// A symmetry that does not map the board onto itself.
    NotASymmetry = "not-a-symmetry",
    /// Seats that are declared alike, but differ in zones, starting positions or places.
    SeatsNotAlike = "seats-not-alike",
    /// A zone without squares.
    EmptyZone = "empty-zone",
    /// A line without links.
    EmptyLine = "empty-line",
    /// A barrier or a ban that forbids nothing.
    ForbidsNothing = "forbids-nothing",
    /// A movement that is not valid Betza notation.
    BadBetza = "bad-betza",
    /// A piece without a movement, or with one that leads nowhere.
    NoMovement = "no-movement",
    /// Pieces that copy their movement from each other in a cycle.
    PieceCycle = "piece-cycle",
    /// A pawn of the starting position that can never promote.
    NeverPromotes = "never-promotes",
    /// A square with two pieces in the starting position.
    SquareOccupied = "square-occupied",
    /// A starting position in which a player has no king, or several.
    BadKings = "bad-kings",
    /// A starting position in FEN does not fit the board or the pieces.
    BadFen = "bad-fen",
    /// A castling whose pieces are missing or whose squares do not fit, or that moves another kind of piece than the others.
    BadCastling = "bad-castling",
    /// An outcome that is never tested.
    NeverSettled = "never-settled",
    /// An outcome that eliminates a player without determining which one.
    NoVictim = "no-victim",
    /// An outcome that ends the game, but has no points.
    NoPoints = "no-points",
    /// Two armies that can never capture each other's pieces.
    NeverMeet = "never-meet",
    /// Seats that are declared alike, but differ in their number of first moves.
    UnequalMobility = "unequal-mobility",
    /// A piece of the starting position that can never leave its square.
    NeverMoves = "never-moves",
    /// A promotion whose squares none of its pieces can ever reach, or that another one always precedes.
    UnreachedPromotion = "unreached-promotion",
    /// A barrier that none of its pieces can ever cross.
    NeverCrossed = "never-crossed",
    /// A rule whose test can never hold.
    CannotFire = "cannot-fire",
    /// A ban that leaves a player without a move in the starting position.
    ForbidsEverything = "forbids-everything",
    /// A piece that `[dead-position]` lists, and that can give checkmate with its king alone.
    MinorGivesMate = "minor-gives-mate",
    /// Players can be eliminated, but no outcome ends the game when one is left.
    NoEnd = "no-end",
    /// The player to move can be without a legal move, and no outcome covers that.
    StuckWithoutOutcome = "stuck-without-outcome",
    /// Rounds are counted, players are eliminated, and an elimination does not restart the count.
    RoundsAcrossElimination = "rounds-across-elimination",
    /// A king is in check in the starting position.
    StartsInCheck = "starts-in-check",
    /// The first player to move can capture a king in the starting position.
    StartsWithCapturableKing = "starts-with-capturable-king",
    /// The game is over before the first move.
    OverAtStart = "over-at-start",
    /// A piece that no player has in the starting position or can get later.
    UnusedPiece = "unused-piece",
}
