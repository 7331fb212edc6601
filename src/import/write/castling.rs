//! Castling moves, from the rights in the starting position.
//!
//! Input: a [`Writer`] with its keys. Output: headers in its text. Does not know check.

use super::super::fen::StartPiece;
use super::super::squares::square;
use super::Writer;

/// Keys that name the king, the rooks and the squares of castling.
const KEYS: [&str; 5] =
    ["castlingRank", "castlingKingPiece", "castlingRookPieces", "castlingKingsideFile", "castlingQueensideFile"];

/// One castling move of one player.
#[derive(Clone, Copy, Debug)]
struct CastlingSide<'a> {
    seat: &'a str,
    is_white: bool,
    is_east: bool,
    rank: u8,
    /// File on which the king arrives.
    to: u8,
    /// File on which a king that was dropped can castle.
    home: Option<u8>,
}

impl Writer<'_> {
    pub(super) fn castlings(&mut self) {
        self.config.understand(&["castlingKingFile", "castlingDroppedPiece"]);
        self.without.push("castling".to_owned());
        let is_on = self.config.flag("castling", true);
        let rank = self.castling_rank();
        let king = self.letters("castlingKingPiece", &self.by_keys(&["king"])).first().copied();
        let rooks = self.letters("castlingRookPieces", &self.by_keys(&["rook"]));
        let (east, west) = (self.file("castlingKingsideFile", "g"), self.file("castlingQueensideFile", "c"));
        let enters = self.config.flag("castlingDroppedPiece", false);
        let (mut written, mut lacks_side) = (Vec::new(), false);
        if let (true, Some(king)) = (is_on, king) {
            for (seat, is_white, rank) in [("white", true, rank), ("black", false, self.ranks + 1 - rank)] {
                for (is_east, letter, to) in [(true, 'k', east), (false, 'q', west)] {
                    let letter = if is_white { letter.to_ascii_uppercase() } else { letter };
                    let (true, Some(to)) = (enters || self.fen.castling.contains(letter), to) else { continue };
                    let home = enters.then(|| self.file("castlingKingFile", "e")).flatten();
                    let side = CastlingSide { seat, is_white, is_east, rank, to, home };
                    let castling = self.castling(&side, king, &rooks);
                    lacks_side |= castling.is_none();
                    written.extend(castling);
                }
            }
        }
        if lacks_side {
            self.note_misfits();
        }
        if written.is_empty() {
            self.without.push("castling-rules".to_owned());
        }
        if enters && !written.is_empty() {
            let kinds: Vec<char> = king.into_iter().chain(rooks.iter().copied()).collect();
            let kinds = self.names(&kinds);
            self.line(format!("\n[castling-rules]\nsafe    = [\"start\", \"path\", \"end\"]\ndropped = {kinds}"));
        }
        for it in written {
            self.line(it);
        }
        if !self.has_check() && !enters && !self.without.contains(&"castling-rules".to_owned()) {
            self.line("\n[castling-rules]\nunmoved = [\"king\", \"rook\"]\nclear   = \"between\"\nsafe    = []");
        }
    }

    /// Returns the first player's rank of castling. A rank that the board lacks is rejected.
    pub(super) fn castling_rank(&self) -> u8 {
        let rank = self.config.number("castlingRank", 1);
        if !(1..=u32::from(self.ranks)).contains(&rank) {
            self.config.reject("castlingRank", &format!("a rank from 1 to {}", self.ranks));
        }
        rank.clamp(1, u32::from(self.ranks)) as u8
    }

    /// Notes the keys of the file for which the starting position lacks a king or a rook.
    fn note_misfits(&mut self) {
        for key in KEYS {
            let Some(text) = self.config.value(key).filter(|it| it.span.is_some()).map(|it| it.text.clone()) else {
                continue;
            };
            let help = "correct the value, or remove the rights to castle from `startFen`";
            let message =
                format!("`{key} = {text}` does not fit `startFen`, so castling is left out on at least one side");
            self.note(key, message, help);
        }
    }

    /// Returns the number of a file, or the default. Another value is rejected.
    fn file(&self, key: &str, default: &str) -> Option<u8> {
        let number = |text: &str| match text.as_bytes() {
            [letter @ b'a'..=b'z'] => Some(letter - b'a' + 1),
            _ => text.parse::<u8>().ok(),
        };
        let Some(value) = self.config.value(key) else { return number(default) };
        number(&value.text).filter(|it| (1..=self.files).contains(it)).or_else(|| {
            self.config.reject(key, &format!("a file, such as `{default}`,"));
            number(default)
        })
    }

    fn castling(&self, side: &CastlingSide, king: char, rooks: &[char]) -> Option<String> {
        let CastlingSide { seat, is_white, is_east, rank, to, home } = *side;
        let is_own = |it: &StartPiece, letter: char| {
            it.rank == rank && it.letter == if is_white { letter.to_ascii_uppercase() } else { letter }
        };
        let from = self.fen.pieces.iter().find(|it| is_own(it, king)).map(|it| it.file).or(home)?;
        let own_rooks = self.fen.pieces.iter().filter(|it| rooks.iter().any(|letter| is_own(it, *letter)));
        let beside = own_rooks.map(|it| it.file).filter(|it| (*it > from) == is_east);
        let corner = home.map(|_| if is_east { self.files } else { 1 });
        let rook = if is_east { beside.max() } else { beside.min() }.or(corner)?;
        let rook_to = if is_east { to.checked_sub(1)? } else { to + 1 };
        if to > self.files || rook_to == 0 || rook_to > self.files {
            return None;
        }
        let (name, text) = if is_east { ("king-side", "O-O") } else { ("queen-side", "O-O-O") };
        let at = |file: u8| square((file, rank));
        Some(format!(
            "\n[castling.{seat}-{name}]\n\
             seats = [\"{seat}\"]\n\
             king  = [\"{}\", \"{}\"]\n\
             rook  = [\"{}\", \"{}\"]\n\
             text  = \"{text}\"",
            at(from),
            at(to),
            at(rook),
            at(rook_to)
        ))
    }
}
