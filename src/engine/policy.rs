//! The closed word lists of the language, as enums.
//!
//! Contains one enum per list, in `board`, `pieces` and `ending`, the trait [`Policy`] of all
//! lists, [`Points`], and the [`renamed`] words of the previous edition. Input: nothing. Output:
//! each word, with its meaning. This module is the lowest one: `definition`
//! reads the words from files, and every other module uses the enums. Does not know TOML.

mod board;
mod ending;
mod pieces;
mod points;
pub mod renamed;

pub use board::*;
pub use ending::*;
pub use pieces::*;
pub use points::{Points, PointsError};

/// One word of a closed list.
#[derive(Clone, Copy, Debug)]
pub struct WordDoc {
    /// The word as it is written.
    pub word: &'static str,
    /// The meaning of the word.
    pub doc: &'static str,
}

/// A closed list of words.
pub trait Policy: Copy + 'static {
    /// Name of the enum.
    const NAME: &'static str;
    /// Purpose of the list.
    const DOC: &'static str;
    /// Returns all words, in the order of the reference.
    fn all() -> &'static [Self];
    /// Returns all words with their meanings, in the same order.
    fn words() -> &'static [WordDoc];
}

/// Declares a closed list of words as an enum that describes itself.
macro_rules! words {
    ($($(#[doc = $doc:literal])* pub enum $name:ident { $($(#[doc = $vdoc:literal])* $variant:ident = $word:literal,)* })*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[doc = $vdoc])* $variant,)* }

        impl $name {
            /// All words, in the order of the reference.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];
            /// All words with their meanings.
            pub const WORDS: &'static [$crate::policy::WordDoc] =
                &[$($crate::policy::WordDoc { word: $word, doc: concat!($($vdoc, "\n",)* "") },)*];
            /// Returns the word as it is written.
            pub fn word(self) -> &'static str {
                Self::WORDS[self as usize].word
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl $crate::policy::Policy for $name {
            const NAME: &'static str = stringify!($name);
            const DOC: &'static str = concat!($($doc, "\n",)* "");
            fn all() -> &'static [Self] {
                Self::ALL
            }
            fn words() -> &'static [$crate::policy::WordDoc] {
                Self::WORDS
            }
        }
    )*};
}
use words;

words! {
    /// The purpose of the file.
    pub enum Part {
        /// A complete game.
        Game = "game",
        /// A board with its seats, which games can extend.
        Board = "board",
        /// Pieces and their moves, which games can extend.
        Pieces = "pieces",
        /// Check, endings and points, which games can extend.
        Rules = "rules",
    }
    /// Whether the game has a starting position.
    pub enum SetupWord {
        /// The starting position is in `[setup]`.
        Given = "given",
        /// There is none: every game starts from a position that you enter. If the board is empty at first, write an empty `[setup]` instead.
        None = "none",
    }
}
