//! Pieces that enter from the hand on squares that other pieces leave.
//!
//! Input: a [`Writer`] with its keys, and the letters of castling rights in the starting position. Output: headers in its
//! text. Does not know drops.

use super::super::fen::StartPiece;
use super::Writer;

impl Writer<'_> {
    pub(super) fn gating(&mut self) {
        if !self.config.flag("seirawanGating", false) {
            return;
        }
        self.config.understand(&["gating", "seirawanGating", "capturesToHand"]);
        let openers = self.gate_openers();
        let entering = self.entering();
        if openers.is_empty() || entering.is_empty() {
            return;
        }
        let (names, kinds) = (self.names(&entering), self.names(&openers));
        if !self.config.flag("pieceDrops", false) {
            let to_hand = self.config.flag("capturesToHand", false);
            let holds = if to_hand { "others-pieces-captured" } else { "nothing-captured" };
            self.line(format!("\n[pool.hand]\nholds  = \"{holds}\"\npieces = {names}"));
        }
        self.line(format!("\n[gating]\npieces = {names}\npool   = \"hand\"\nby     = {{ kind = {kinds} }}"));
    }

    /// Returns the letters of the pieces that can enter: those in the hands, and captured ones except pawns.
    fn entering(&self) -> Vec<char> {
        let in_start = self.fen.pockets.clone().unwrap_or_default().to_ascii_lowercase();
        let (to_hand, royals, pawns) =
            (self.config.flag("capturesToHand", false), self.royals(), self.known(&self.pawns()));
        let own = self.kinds.iter().filter(|it| it.demotes_to.is_none()).map(|it| it.source);
        own.filter(|it| in_start.contains(*it) || to_hand && !royals.contains(it) && !pawns.contains(it)).collect()
    }

    /// Returns the letters of the pieces whose first move lets a piece enter. In the starting position, the letter of a
    /// file means the piece on the rank of castling; `K` and `Q` mean the king and the rooks.
    fn gate_openers(&self) -> Vec<char> {
        let rank = self.castling_rank();
        let kings = self.letters("castlingKingPiece", &self.by_keys(&["king"]));
        let rooks = self.letters("castlingRookPieces", &self.by_keys(&["rook"]));
        let mut found: Vec<char> = Vec::new();
        for letter in self.fen.castling.chars() {
            let rank = if letter.is_ascii_uppercase() { rank } else { self.ranks + 1 - rank };
            let file = letter.to_ascii_lowercase() as u8 - b'a' + 1;
            let is_there = |it: &&StartPiece| {
                it.rank == rank && it.file == file && it.letter.is_ascii_uppercase() == letter.is_ascii_uppercase()
            };
            match letter.to_ascii_lowercase() {
                'k' | 'q' => found.extend(kings.iter().chain(&rooks)),
                _ => found.extend(self.fen.pieces.iter().find(is_there).map(|it| it.letter.to_ascii_lowercase())),
            }
        }
        let own = self.kinds.iter().filter(|it| it.demotes_to.is_none()).map(|it| it.source);
        own.filter(|it| found.contains(it)).collect()
    }
}
