//! What pawns and soldiers do: double steps, en passant, promotion.
//!
//! Input: a [`Writer`] with its keys. Output: headers in its text. Does not know check.

use super::super::squares::SquareList;
use super::{HELP, ImportedKind, Writer, find};

impl Writer<'_> {
    /// Writes the double step and en passant.
    pub(super) fn pawn_steps(&mut self) {
        self.config.understand(&["enPassantTypes", "doubleStepRegionWhite", "doubleStepRegionBlack"]);
        let (files, ranks) = (self.files, self.ranks);
        let is_on = self.config.flag("doubleStep", true);
        let pawns = self.known(&self.pawns());
        let predefined = self.config.pieces.iter().any(|it| it.key == "pawn" && pawns.contains(&it.letter));
        let is_stepping = |it: &&ImportedKind| it.double_step || predefined && it.name == "pawn";
        let stepping: Vec<ImportedKind> = self.kinds.iter().filter(is_stepping).cloned().collect();
        let white = self.region("doubleStepRegionWhite", &SquareList::rank(2, files));
        let black = self.region("doubleStepRegionBlack", &SquareList::rank(ranks.saturating_sub(1), files));
        if !is_on || stepping.is_empty() || white.0.is_empty() && black.0.is_empty() {
            self.without.extend(["double-step", "en-passant"].map(str::to_owned));
            return;
        }
        let by_header: Vec<char> = stepping.iter().filter(|it| !it.is_first_move).map(|it| it.source).collect();
        if by_header.is_empty() {
            self.without.push("double-step".to_owned());
        } else {
            self.zone("double-steps", &white, &black);
            let pieces = self.names(&by_header);
            self.line(format!(
                "\n[double-step]\npieces = {pieces}\nfrom   = {{ zone = \"double-steps\", of = \"owner\" }}"
            ));
        }
        let capturing: Vec<char> = self.kinds.iter().filter(|it| it.en_passant).map(|it| it.source).collect();
        let default: String = self.pawns();
        let wanted = self.letters("enPassantTypes", &default);
        let both: Vec<char> = capturing.into_iter().filter(|it| wanted.contains(it)).collect();
        if both.is_empty() {
            self.without.push("en-passant".to_owned());
        } else if self.names(&both) != "[\"pawn\"]" {
            let pieces = self.names(&both);
            self.line(format!(
                "\n[en-passant]\n\
                 pieces             = {pieces}\n\
                 window             = \"next-ply\"\nagainst-eliminated = \"lapses\""
            ));
        }
    }

    pub(super) fn promotions(&mut self) {
        self.config.understand(&[
            "promotionLimit",
            "mandatoryPawnPromotion",
            "mandatoryPiecePromotion",
            "immobilityIllegal",
        ]);
        let files = self.files;
        let white = self.region("promotionRegionWhite", &SquareList::rank(8.min(self.ranks), files));
        let black = self.region("promotionRegionBlack", &SquareList::rank(1, files));
        let mut pawns = self.letters("promotionPawnTypes", &self.pawns());
        pawns.retain(|it| find(&self.kinds, *it).is_some());
        let into = self.promotion_letters();
        let pairs = self.promoted_pairs();
        let by_piece: Vec<(char, char)> = pairs.into_iter().filter(|it| find(&self.kinds, it.0).is_some()).collect();
        let has_pawns = !pawns.is_empty() && !into.is_empty();
        self.without.push("promotion".to_owned());
        if !has_pawns && by_piece.is_empty() {
            return;
        }
        self.zone("promotion", &white, &black);
        if has_pawns {
            let names = match self.demotes() {
                true => {
                    let names = into.iter().filter_map(|it| {
                        self.kinds.iter().find(|kind| kind.source == *it && kind.demotes_to == pawns.first().copied())
                    });
                    format!("[{}]", names.map(|it| format!("\"{}\"", it.name)).collect::<Vec<_>>().join(", "))
                }
                false => self.names(&into),
            };
            let forced = if self.config.flag("mandatoryPawnPromotion", true) { "yes" } else { "no" };
            let pieces = self.names(&pawns);
            let choice = self.choice(&into, &names);
            if forced == "no" && self.config.flag("immobilityIllegal", false) {
                self.line(format!(
                    "\n[promotion.last]\n\
                     pieces = {pieces}\n\
                     on     = {{ links = \"no-move\" }}\n\
                     {choice}\n\
                     forced = \"yes\""
                ));
            }
            self.line(format!(
                "\n[promotion.pawn]\npieces = {pieces}\non     = {{ zone = \"promotion\", of = \"owner\" }}\n\
                 {choice}\nforced = \"{forced}\""
            ));
        }
        let forced = if self.config.flag("mandatoryPiecePromotion", false) { "yes" } else { "no" };
        let is_stuck = self.config.flag("immobilityIllegal", false);
        for (from, _) in by_piece {
            let Some(kind) =
                self.kinds.iter().find(|it| it.demotes_to == Some(from) && it.name.starts_with("promoted-")).cloned()
            else {
                continue;
            };
            let name = find(&self.kinds, from).map_or_else(String::new, |it| it.name.clone());
            // The promotion of pawns has this name.
            let header = if has_pawns && name == "pawn" { "pawn-by-piece" } else { name.as_str() };
            if is_stuck && forced == "no" {
                self.line(format!(
                    "\n[promotion.stuck-{header}]\npieces = [\"{name}\"]\non     = {{ links = \"no-move\" }}\n\
                     choice = \"listed\"\ninto   = [\"{}\"]\nforced = \"yes\"",
                    kind.name
                ));
            }
            self.line(format!(
                "\n[promotion.{header}]\npieces  = [\"{name}\"]\non      = {{ zone = \"promotion\", of = \"owner\" }}\n\
                 leaving = {{ zone = \"promotion\", of = \"owner\" }}\n\
                  choice  = \"listed\"\ninto    = [\"{}\"]\n\
                  forced  = \"{forced}\"",
                kind.name
            ));
        }
    }

    /// Returns how a pawn's new piece is chosen. If the limits equal the numbers of pieces at the start, a pawn is
    /// exchanged for a captured piece.
    pub(super) fn choice(&mut self, into: &[char], names: &str) -> String {
        let listed = format!("choice = \"listed\"\ninto   = {names}");
        let limits = self.config.text("promotionLimit", "").to_owned();
        if limits.is_empty() {
            return listed;
        }
        let limit = |letter: char| {
            let mut words = limits.split_whitespace().filter_map(|it| it.split_once(':'));
            words.find(|it| it.0.starts_with(letter)).and_then(|it| it.1.parse::<usize>().ok())
        };
        let is_start =
            |it: &char| limit(*it) == Some(self.fen.count(*it, true)) && limit(*it) == Some(self.fen.count(*it, false));
        if !into.iter().all(is_start) {
            self.note(
                "promotionLimit",
                format!("`promotionLimit = {limits}` has no counterpart and is left out"),
                HELP,
            );
            return listed;
        }
        self.line(format!("\n[pool.captured]\nholds  = \"own-pieces-captured\"\npieces = {names}"));
        "choice = \"from-pool\"\npool   = \"captured\"".to_owned()
    }

    /// Writes bans for soldiers, which move sideways only from a certain rank on.
    pub(super) fn soldiers(&mut self) {
        let first = self.config.number("soldierPromotionRank", 1).min(u32::from(self.ranks)) as u8;
        let soldier = self.config.pieces.iter().find(|it| it.key == "soldier").map(|it| it.letter.to_ascii_uppercase());
        let start = self.fen.pieces.iter().filter(|it| Some(it.letter) == soldier).map(|it| it.rank).min();
        for rank in start.unwrap_or(first)..first {
            let white = SquareList::rank(rank, self.files);
            let black = SquareList::rank(self.ranks + 1 - rank, self.files);
            self.zone(&format!("rank-{rank}"), &white, &black);
            self.line(format!(
                "\n[ban.sideways-{rank}]\n\
                 label = \"soldiers march ahead\"\n\
                 move  = {{ piece = {{ kind = [\"soldier\"], at = {{ zone = \"rank-{rank}\", of = \"owner\" }} }}, \
                 to = {{ zone = \"rank-{rank}\", of = \"owner\" }} }}"
            ));
        }
    }
}
