//! Players, board, zones and the starting position.
//!
//! Input: a [`Writer`] with its keys. Output: headers in its text. Does not know moves.

use std::fmt::Write;

use super::super::fen::StartPiece;
use super::super::squares::{SquareList, square};
use super::{Writer, find};

impl Writer<'_> {
    pub(super) fn seats(&mut self) {
        let order = if self.fen.black_first { "[\"black\", \"white\"]" } else { "" };
        if !order.is_empty() {
            self.line(format!("\n[turns]\norder   = {order}\nskipped = \"next-living\"\npassing = \"never\""));
        }
        for (seat, letter, faces, is_white) in [("white", "w", "north", true), ("black", "b", "south", false)] {
            self.line(format!("\n[seat.{seat}]\nletter = \"{letter}\"\nfaces  = \"{faces}\""));
            if self.has_check() && self.royal_count(is_white) == 0 {
                self.line("royal  = \"none\"");
            }
        }
    }

    pub(super) fn board(&mut self) {
        self.line("\n[board]\ncells = \"square\"\nseats = \"differ\"");
        let (files, ranks) = (self.files, self.ranks);
        if (files, ranks) != (8, 8) || !self.fen.holes.is_empty() {
            self.line(format!("\n[board.patch.board]\nfiles = {files}\nranks = {ranks}"));
            if !self.fen.holes.is_empty() {
                let holes = self.fen.holes.iter().map(|it| format!("\"{}\"", square(*it))).collect::<Vec<_>>();
                self.line(format!("holes = [{}]", holes.join(", ")));
            }
            let last = square((files, 1));
            let file_names = if files == 1 { "a".to_owned() } else { format!("a-{}", &last[..1]) };
            let rank_names = if ranks == 1 { "1".to_owned() } else { format!("1-{ranks}") };
            self.line(format!(
                "\n[board.names]\nform  = \"file-rank\"\nfiles = \"{file_names}\"\nranks = \"{rank_names}\""
            ));
        }
    }

    pub(super) fn setup(&mut self) {
        let kinds = self.kinds.clone();
        let pairs = self.promoted_pairs();
        let letter = |it: char, is_promoted: bool| {
            let lower = it.to_ascii_lowercase();
            let kind = match is_promoted && pairs.iter().any(|pair| pair.0 == lower) {
                true => kinds.iter().find(|kind| kind.demotes_to == Some(lower)),
                false => find(&kinds, lower),
            };
            let letter = kind.map_or(it.to_ascii_uppercase(), |kind| kind.letter);
            if it.is_ascii_uppercase() { letter } else { letter.to_ascii_lowercase() }
        };
        if !self.fen.holes.is_empty() {
            return self.setup_lists(&pairs);
        }
        let mut fen = self.fen.placement(self.files, self.ranks, letter);
        if let Some(pockets) = self.fen.pockets.as_ref().filter(|it| !it.is_empty()) {
            let hand: String = pockets.chars().map(|it| letter(it, false)).collect();
            let _ = write!(fen, "[{hand}]");
        }
        self.line(format!("\n[setup]\nfen = \"{fen}\""));
    }

    /// Writes the starting position as lists of squares: a FEN does not fit a board with holes.
    pub(super) fn setup_lists(&mut self, pairs: &[(char, char)]) {
        for (seat, is_white) in [("white", true), ("black", false)] {
            self.line(format!("\n[setup.{seat}]"));
            for kind in self.kinds.clone() {
                let is_here = |it: &&StartPiece| {
                    let lower = it.letter.to_ascii_lowercase();
                    let is_promoted = it.is_promoted && pairs.iter().any(|pair| pair.0 == lower);
                    let is_kind = if is_promoted {
                        kind.demotes_to == Some(lower)
                    } else {
                        kind.demotes_to.is_none() && kind.source == lower
                    };
                    it.letter.is_ascii_uppercase() == is_white && is_kind
                };
                let squares =
                    self.fen.pieces.iter().filter(is_here).map(|it| format!("\"{}\"", square((it.file, it.rank))));
                let squares: Vec<String> = squares.collect();
                if !squares.is_empty() {
                    self.line(format!("{} = [{}]", kind.name, squares.join(", ")));
                }
            }
        }
    }

    pub(super) fn region(&mut self, key: &str, default: &SquareList) -> SquareList {
        let Some(value) = self.config.value(key) else { return default.clone() };
        match SquareList::parse(&value.text, self.files, self.ranks) {
            Ok(region) => {
                let (text, is_own) = (value.text.clone(), value.span.is_some());
                let (files, ranks) = (self.files, self.ranks);
                let is_outside =
                    |it: &&str| *it != "-" && SquareList::parse(it, files, ranks).is_ok_and(|it| it.0.is_empty());
                for word in text.split_whitespace().filter(is_outside).filter(|_| is_own) {
                    let help = format!("the board has {files} files and {ranks} ranks");
                    self.note(key, format!("`{word}` in `{key}` is outside of the board, and is left out"), &help);
                }
                region
            }
            Err(word) => {
                self.note(key, format!("`{word}` is not a square"), "write squares such as `d4`, or `*8` for a rank");
                default.clone()
            }
        }
    }

    /// Writes a zone of each player; a player without squares has none.
    pub(super) fn zone(&mut self, name: &str, white: &SquareList, black: &SquareList) {
        for (seat, region) in [("white", white), ("black", black)] {
            let keys = if region.0.is_empty() { "squares = []\n".to_owned() } else { region.keys(self.files) };
            self.line(format!("\n[zone.{name}.{seat}]\n{}", keys.trim_end()));
        }
    }
}
