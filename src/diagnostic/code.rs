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
}
