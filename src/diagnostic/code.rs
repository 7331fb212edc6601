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
    /// A value has another type than its key takes.
    WrongType = "wrong-type",
    /// A word is not in the closed list of its key.
    UnknownWord = "unknown-word",
    /// A key that its table does not have.
    UnknownKey = "unknown-key",
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
    /// Kinds, tags and facings make more types of men than any engine tells apart.
    TooManyTypes = "too-many-types",
}
