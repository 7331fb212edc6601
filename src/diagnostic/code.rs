//! The stable codes of findings. Each has an invalid file under `tests/definitions/`.

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $word:literal,)*) => {
        /// A stable code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[doc = $doc])* $name,)* }
        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];
            /// As it is printed.
            pub fn word(self) -> &'static str {
                match self { $(Code::$name => $word,)* }
            }
            /// What it means, at length.
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
    /// A name of an earlier edition of the language, which has a new name now.
    Renamed = "renamed",
    /// The file asks for an edition of the language that this version does not read.
    UnknownEdition = "unknown-edition",
    /// A value has another type than its key takes.
    WrongType = "wrong-type",
    /// A word is not in the closed list of its key.
    UnknownWord = "unknown-word",
    /// A key that its table does not have.
    UnknownKey = "unknown-key",
    /// A label or a sentence that cannot be printed as it is written.
    BadLabel = "bad-label",
    /// A key that its table cannot do without.
    MissingKey = "missing-key",
    /// Points that are neither whole nor halves.
    BadPoints = "bad-points",
    /// The text is not TOML.
    BadToml = "bad-toml",
    /// A number outside what its key can mean.
    BadNumber = "bad-number",
    /// The file holds nothing but comments.
    EmptyFile = "empty-file",
    /// The file cannot be read: it is missing, a directory, or forbidden.
    Unreadable = "unreadable",
    /// The file is not text in UTF-8.
    NotUtf8 = "not-utf8",
    /// The file is larger than a rulebook may be.
    TooLarge = "too-large",
    /// Lists or tables are nested deeper than any key takes.
    TooDeep = "too-deep",
    /// A parent that `extends` names is not there.
    UnknownParent = "unknown-parent",
    /// A file extends itself, through others or directly.
    ExtendsCycle = "extends-cycle",
    /// More than sixteen files extend one another in a row.
    ExtendsTooDeep = "extends-too-deep",
    /// A rulebook is made of more files than it may.
    TooManyFiles = "too-many-files",
    /// `without` names a header that no parent has.
    UnknownWithout = "unknown-without",
    /// A header that the language does not have.
    UnknownHeader = "unknown-header",
    /// A header without the header that it belongs to.
    OrphanHeader = "orphan-header",
    /// A key where only headers can stand.
    MisplacedKey = "misplaced-key",
    /// A name that notation could not print.
    BadName = "bad-name",
    /// Two documents under one `id`.
    DuplicateSource = "duplicate-source",
    /// Parts of rulebooks cannot be played.
    NotAGame = "not-a-game",
    /// There are more findings than a person reads.
    TooManyFindings = "too-many-findings",
    /// Kinds, tags and facings make more types of pieces than any engine tells apart.
    TooManyTypes = "too-many-types",
    /// A header that the file cannot do without.
    MissingHeader = "missing-header",
    /// A name that nothing in the rulebook has.
    UnknownName = "unknown-name",
    /// A square that the board does not have.
    UnknownSquare = "unknown-square",
    /// A heading that the cells of the board do not have.
    UnknownHeading = "unknown-heading",
    /// A text that is no range, or a range that leaves what it counts.
    BadRange = "bad-range",
    /// More squares, seats, kinds, zones or barriers than a rulebook may have.
    TooMany = "too-many",
    /// Keys that exclude each other, or a choice of keys of which none or several are given.
    BadKeys = "bad-keys",
    /// A key or a table that changes nothing.
    NoEffect = "no-effect",
    /// A rule that needs another one, which is not there.
    Needs = "needs",
    /// A role word that means nobody where it stands.
    BadRole = "bad-role",
    /// A test that has no answer at the moment at which it is asked.
    WrongMoment = "wrong-moment",
    /// A test whose answer would need itself.
    Circular = "circular",
    /// A letter that is none, or that two pieces or two seats share.
    BadLetter = "bad-letter",
    /// A list that names something twice.
    NamedTwice = "named-twice",
    /// A seat that is not in the order of play.
    SeatWithoutTurn = "seat-without-turn",
    /// Names of squares that do not fit their patch, or that two squares share.
    BadLabels = "bad-labels",
    /// A patch whose extent is missing or does not fit its cells.
    BadPatch = "bad-patch",
    /// Edges that cannot be glued as a seam says.
    BadSeam = "bad-seam",
    /// An edge glued twice, so that a straight step forks, without saying that this is meant.
    ForkedEdge = "forked-edge",
    /// Squares that do not lie round one corner.
    BadPoint = "bad-point",
    /// An added link that leads nowhere.
    BadLink = "bad-link",
    /// A link that cannot be walked back.
    OneWayLink = "one-way-link",
    /// A turn of the board that does not map the board onto itself.
    NotASymmetry = "not-a-symmetry",
    /// Seats that are called alike and whose zones, starting positions or places are not.
    SeatsNotAlike = "seats-not-alike",
    /// A zone without squares.
    EmptyZone = "empty-zone",
    /// A line without links.
    EmptyLine = "empty-line",
    /// A barrier or a ban that bans nothing.
    ForbidsNothing = "forbids-nothing",
    /// A movement that is not in Betza's notation.
    BadBetza = "bad-betza",
    /// A piece without a movement, or one that can never move.
    NoMovement = "no-movement",
    /// Pieces that extend each other in a circle.
    PieceCycle = "piece-cycle",
    /// A pawn of the starting position whose promotion no way leads to.
    NeverPromotes = "never-promotes",
    /// A square on which the starting position puts two pieces.
    SquareOccupied = "square-occupied",
    /// A seat whose starting position has no king, or several.
    BadKings = "bad-kings",
    /// A castling whose pieces or squares do not fit.
    BadCastling = "bad-castling",
    /// An outcome that no list of `[settle]` names.
    NeverSettled = "never-settled",
    /// An outcome that puts somebody out and does not say whom.
    NoVictim = "no-victim",
    /// An ending without points.
    NoPoints = "no-points",
    /// An army none of whose pieces can ever take a piece of another.
    NeverMeet = "never-meet",
    /// Seats that are called alike and have not as many first moves.
    UnequalMobility = "unequal-mobility",
    /// A piece of the starting position that can never leave its square.
    NeverMoves = "never-moves",
    /// A place of promotion to which none of its pieces ever comes.
    UnreachedPromotion = "unreached-promotion",
    /// A barrier that no piece which it binds ever meets.
    NeverCrossed = "never-crossed",
    /// A rule that asks for what can never be.
    CannotFire = "cannot-fire",
    /// Players go out, and no outcome ends the game when one is left.
    NoEnd = "no-end",
    /// The player to move can be without a legal move, and no outcome says what follows.
    StuckWithoutOutcome = "stuck-without-outcome",
    /// Rounds are counted, players are eliminated, and an elimination does not restart the count.
    RoundsAcrossElimination = "rounds-across-elimination",
    /// A king is in check in the starting position.
    StartsInCheck = "starts-in-check",
    /// The first player to move can capture a king in the starting position.
    StartsWithCapturableKing = "starts-with-capturable-king",
    /// A piece that no player has in the starting position or can get later.
    UnusedPiece = "unused-piece",
}
