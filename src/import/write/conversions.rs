//! Moves that convert pieces, the drops that go with them, and endings by the number of pieces.
//!
//! Input: a [`Writer`] with its keys. Output: headers in its text, and keys of a drop. Does not know other drops and
//! other endings.

use super::super::squares::SquareList;
use super::{HELP, VALUES, Writer};

impl Writer<'_> {
    /// Writes which pieces a move converts.
    pub(super) fn conversion(&mut self) {
        let word = self.config.text("flipEnclosedPieces", "none").to_owned();
        let Some(reach) = reach(&word) else {
            if !matches!(word.as_str(), "none" | "-" | "") {
                let text = format!("`flipEnclosedPieces = {word}` has no counterpart and is left out");
                self.note("flipEnclosedPieces", text, HELP);
            }
            return;
        };
        self.line(format!("\n[conversion]\nreach  = \"{reach}\""));
        let royals = self.royals();
        if !royals.is_empty() {
            let names = self.names(&royals);
            self.line(format!("immune = {names}"));
        }
    }

    /// Returns the key of a drop that needs certain pieces around its square, with a line break before it.
    pub(super) fn drop_condition(&mut self) -> &'static str {
        let word = self.config.text("enclosingDrop", "none").to_owned();
        let converts = reach(self.config.text("flipEnclosedPieces", "none")) == Some("enclosed");
        let everywhere = SquareList::default().complement(self.files, self.ranks);
        let start = self.region("enclosingDropStart", &SquareList::default());
        let is_filled = |it: &(u8, u8)| self.fen.pieces.iter().any(|piece| (piece.file, piece.rank) == *it);
        let is_begun = start.0.iter().filter(|it| everywhere.0.contains(it)).all(is_filled);
        match word.as_str() {
            "none" | "-" | "" => "",
            "ataxx" if is_begun => "\nbeside = { owner = \"mover\" }",
            "reversi" if is_begun && converts => "\nconversion = \"required\"",
            _ => {
                let text = format!("`enclosingDrop = {word}` has no counterpart here and is left out");
                self.note("enclosingDrop", text, HELP);
                ""
            }
        }
    }

    /// Reports whether the player with more pieces wins when the game ends by a lack of moves.
    pub(super) fn counts_pieces(&self) -> bool {
        self.config.flag("stalematePieceCount", false)
    }

    /// Reports whether a player without a legal move misses a turn.
    pub(super) fn passes(&self) -> bool {
        let both = self.config.flag("passOnStalemate", false);
        let each = ["passOnStalemateWhite", "passOnStalemateBlack"].map(|it| self.config.flag(it, both));
        each == [true, true]
    }

    /// Writes the outcomes that compare the numbers of pieces, and returns their names with the points.
    pub(super) fn piece_counts(&mut self) -> Vec<(String, &'static str)> {
        if !self.counts_pieces() {
            return Vec::new();
        }
        // A full board is one on which no player can move.
        self.config.understand(&["materialCounting", "adjudicateFullBoard"]);
        let stuck = match self.passes() {
            true => "stuck = { who = \"living\", check = \"either\", how-many = \"every\" }",
            false => "stuck = { who = \"mover\", check = \"either\" }",
        };
        let fewer_wins = self.config.word("stalemateValue", "draw", &VALUES) == "win";
        let (won, lost) = ("{ mover = 1, others = 0 }", "{ mover = 0, others = 1 }");
        let points = if fewer_wins { [lost, won] } else { [won, lost] };
        let mut all = Vec::new();
        for ((name, of, than), points) in
            [("more-pieces", "next", "mover"), ("fewer-pieces", "mover", "next")].into_iter().zip(points)
        {
            let material =
                format!("material = {{ of = \"{of}\", than = \"{than}\", count = \"on-board\", behind-by = 1 }}");
            self.line(format!("\n[outcome.{name}]\nwhen = {{ {stuck}, {material} }}\nthen = \"end\""));
            all.push((name.to_owned(), points));
        }
        self.line(format!("\n[outcome.as-many-pieces]\nwhen = {{ {stuck} }}\nthen = \"end\""));
        all.push(("as-many-pieces".to_owned(), "{ all = 0.5 }"));
        all
    }
}

/// Returns the reach of a conversion, if the language has it.
fn reach(word: &str) -> Option<&'static str> {
    match word {
        "ataxx" => Some("next-to"),
        "reversi" => Some("enclosed"),
        _ => None,
    }
}
