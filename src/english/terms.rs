//! The terms of the complete rules, each with its meaning.
//!
//! Contains: [`RulesWriter::terms`]. Input: the complete rules as text. Output: a list of the
//! terms that occur in it. Does not know: the rules themselves.

use super::phrases::capital;
use super::words::InWords;
use super::{Document, RulesWriter};
use crate::policy::Who;

impl RulesWriter<'_> {
    /// Returns the terms that a text uses, each with its meaning.
    pub(super) fn terms(&self, text: &Document) -> Vec<String> {
        let text = text.text().split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let players = Who::ALL.iter().filter(|it| text.contains(it.told()));
        let players = players.filter_map(|it| Some((it.told(), meaning(*it, self.possible.elimination)?)));
        let others = TERMS.iter().filter(|it| text.contains(it.1)).map(|it| (it.0, it.2));
        players.chain(others).map(|(term, meaning)| format!("{}: {meaning}", capital(term))).collect()
    }
}

/// Returns the meaning of a word for players, unless the word explains itself.
fn meaning(who: Who, eliminates: bool) -> Option<&'static str> {
    Some(match who {
        Who::Next if eliminates => "the remaining player whose turn comes after that of the player who moves.",
        Who::Next => "the player whose turn comes after that of the player who moves.",
        Who::Previous if eliminates => "the remaining player whose turn comes before that of the player who moves.",
        Who::Previous => "the player whose turn comes before that of the player who moves.",
        Who::Third => "the player whom the rule does not name otherwise.",
        Who::MatingPlayer => "the player who gives checkmate.",
        Who::Winner => "the player whom a resigning player names.",
        Who::Opponents if eliminates => "every other player who is still in play.",
        Who::Living if eliminates => "the players who are not eliminated.",
        _ => return None,
    })
}

/// Terms of places, moves and pieces: the term, the text that shows its use, and its meaning.
const TERMS: [(&str, &str, &str); 6] = [
    ("straight step", "straight step", "a step over an edge of a square, as a rook makes it."),
    ("diagonal step", "diagonal step", "a step over a corner of a square, as a bishop makes it."),
    ("leap", "leap", "a move that does not need empty squares on its way, such as a knight's move."),
    ("zone", "zone \u{201c}", "a set of squares that a rule names."),
    ("line", "line \u{201c}", "a border that moves can cross."),
    ("tag", "tag \u{201c}", "a mark that a piece keeps once it has done something."),
];
