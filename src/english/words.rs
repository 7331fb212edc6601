//! Each word of a closed list as plain English: one sentence, or one part of a sentence.
//!
//! Input: the enums of the definition. Output: [`InWords::sentence`], and [`sentences`], the whole list
//! by table, key and word. A list that lacks a word does not compile. A test checks that every key
//! of the language is here. `{pieces}` is a placeholder for what the file says there. Knows no rulebook.

mod board;
mod ending;
mod pieces;

use crate::policy::{OwnKing, TurnPassing};
use crate::rulebook::Outcome;

/// A word with a sentence of its own.
pub(super) trait InWords: Copy {
    /// The sentence, or the part of one.
    fn sentence(self) -> &'static str;
}

/// One line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Table and key: `Check.own-king`.
    pub key: &'static str,
    /// The word: `kept-safe`.
    pub word: &'static str,
    /// The sentence, or the part of one.
    pub text: &'static str,
}

/// Every word of every closed list, with its sentence.
pub fn sentences() -> Vec<Sentence> {
    [board::sentences(), pieces::sentences(), ending::sentences()].concat()
}

/// Puts words into the places of a sentence: `fill("{who} moves", &[("who", "White")])`.
pub(super) fn fill(sentence: &str, parts: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        out.push_str(parts.iter().find(|it| it.0 == name).map_or("", |it| it.1));
        rest = behind;
    }
    out + rest
}

/// Declares the sentences of the words of some lists, and the keys that have these lists.
macro_rules! in_words {
    ($($name:ident at $($key:literal),+ { $($variant:ident = $text:literal,)* })*) => {
        $(impl super::InWords for $crate::policy::$name {
            fn sentence(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        })*

        /// Every word of these lists, at each of its keys.
        pub(super) fn sentences() -> Vec<super::Sentence> {
            let mut all = Vec::new();
            $(for key in [$($key),+] {
                $(all.push(super::Sentence {
                    key,
                    word: $crate::policy::$name::$variant.word(),
                    text: $text,
                });)*
            })*
            all
        }
    };
}
use in_words;

/// Returns the rule on passing. Where a king may be left in check, a player in check may pass, too.
/// `first` is an outcome that comes before every such pass.
pub(super) fn passing(rule: TurnPassing, own_king: OwnKing, first: Option<&Outcome>) -> String {
    let sentence = match own_king {
        OwnKing::KeptSafe => rule.sentence().to_owned(),
        OwnKing::MayBeLeft => rule.sentence().replace(", unless they are in check", ""),
    };
    match first {
        Some(it) => format!("{sentence} This never happens, because another rule comes first: {}.", it.label),
        None => sentence,
    }
}
