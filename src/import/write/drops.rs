//! Hands, drops, and pieces that are confined to a region.
//!
//! Input: a [`Writer`] with its keys. Output: headers in its text. Does not know check.

use std::fmt::Write;

use super::super::squares::SquareList;
use super::{ImportedKind, Writer, find};

impl Writer<'_> {
    pub(super) fn drops(&mut self) {
        self.config.understand(&[
            "capturesToHand",
            "dropLoop",
            "whiteDropRegion",
            "blackDropRegion",
            "firstRankPawnDrops",
            "promotionZonePawnDrops",
            "dropNoDoubled",
            "dropNoDoubledCount",
            "shogiPawnDropMateIllegal",
            "mustDrop",
            "dropOppositeColoredBishop",
        ]);
        let is_on = self.config.flag("pieceDrops", false);
        let to_hand = self.config.flag("capturesToHand", false);
        if !is_on {
            return;
        }
        let own: Vec<ImportedKind> = self.kinds.iter().filter(|it| it.demotes_to.is_none()).cloned().collect();
        let royals = self.royals();
        let in_start = self.fen.pockets.clone().unwrap_or_default().to_ascii_lowercase();
        let joins = |it: char| to_hand && !royals.contains(&it);
        let held: Vec<char> =
            own.iter().map(|it| it.source).filter(|it| joins(*it) || in_start.contains(*it)).collect();
        if held.is_empty() {
            return;
        }
        let holds = if to_hand { "others-pieces-captured" } else { "nothing-captured" };
        let names = self.names(&held);
        self.line(format!("\n[pool.hand]\nholds  = \"{holds}\"\npieces = {names}"));
        let condition = self.drop_condition();
        let (files, ranks) = (self.files, self.ranks);
        let everywhere = SquareList::default().complement(files, ranks);
        let white = self.region("whiteDropRegion", &everywhere);
        let black = self.region("blackDropRegion", &everywhere);
        let is_limited = white != everywhere || black != everywhere;
        // Pawns may not be dropped on their first rank, and not where they promote, unless the file says so.
        let mut pawn_white = white.clone();
        let mut pawn_black = black.clone();
        let pawns = self.known(&self.pawns());
        let is_real_pawn = self.config.pieces.iter().any(|it| pawns.contains(&it.letter) && it.key == "pawn");
        if !self.config.flag("firstRankPawnDrops", false) && is_real_pawn {
            pawn_white.0.retain(|it| it.1 != 1);
            pawn_black.0.retain(|it| it.1 != ranks);
        }
        if !self.config.flag("promotionZonePawnDrops", false) && is_real_pawn {
            let zone = self.region("promotionRegionWhite", &SquareList::rank(8.min(ranks), files));
            pawn_white.0.retain(|it| !zone.0.contains(it));
            let zone = self.region("promotionRegionBlack", &SquareList::rank(1, files));
            pawn_black.0.retain(|it| !zone.0.contains(it));
        }
        if is_limited {
            self.zone("drops", &white, &black);
        }
        let are_held = held.iter().any(|it| pawns.contains(it));
        let pawn_zone = is_real_pawn && are_held && (pawn_white != white || pawn_black != black);
        if pawn_zone {
            self.zone("pawn-drops", &pawn_white, &pawn_black);
        }
        let no_doubles = self.letters("dropNoDoubled", "-");
        let most = self.config.number("dropNoDoubledCount", 1);
        let no_mate = self.config.flag("shogiPawnDropMateIllegal", false);
        let is_stuck = self.config.flag("immobilityIllegal", false);
        for kind in own.iter().filter(|it| held.contains(&it.source)) {
            let mut text = format!("\n[drop.{0}]\npieces = [\"{0}\"]\npool   = \"hand\"", kind.name);
            if pawn_zone && pawns.contains(&kind.source) {
                text.push_str("\non     = { zone = \"pawn-drops\", of = \"owner\" }");
            } else if is_limited {
                text.push_str("\non     = { zone = \"drops\", of = \"owner\" }");
            }
            text.push_str(condition);
            if is_stuck {
                text.push_str("\nnot-on = { links = \"no-move\" }");
            }
            if no_doubles.contains(&kind.source) {
                let _ = write!(text, "\nmost-on-file = {}", most.max(1));
            }
            let is_bishop = self.config.pieces.iter().any(|it| it.letter == kind.source && it.key == "bishop");
            if is_bishop && self.config.flag("dropOppositeColoredBishop", false) {
                text.push_str("\nmost-on-color = 1");
            }
            let is_shogi_pawn = self.config.pieces.iter().any(|it| it.letter == kind.source && it.key == "shogiPawn");
            if no_mate && is_shogi_pawn {
                text.push_str("\nmate   = \"forbidden\"");
            }
            if self.config.flag("mustDrop", false) {
                text.push_str("\nforced = \"yes\"");
            }
            self.line(text);
        }
    }

    /// Writes bans for pieces that are confined to a region.
    pub(super) fn mobility(&mut self) {
        for entry in self.config.pieces.clone() {
            let mut upper = entry.key.clone();
            upper[..1].make_ascii_uppercase();
            let everywhere = SquareList::default().complement(self.files, self.ranks);
            let white = self.region(&format!("mobilityRegionWhite{upper}"), &everywhere);
            let black = self.region(&format!("mobilityRegionBlack{upper}"), &everywhere);
            let Some(name) = find(&self.kinds, entry.letter).map(|it| it.name.clone()) else { continue };
            if white == everywhere && black == everywhere {
                continue;
            }
            let zone = format!("closed-to-{name}");
            self.zone(&zone, &white.complement(self.files, self.ranks), &black.complement(self.files, self.ranks));
            self.line(format!(
                "\n[ban.{zone}]\n\
                 move = {{ piece = {{ kind = [\"{name}\"] }}, to = {{ zone = \"{zone}\", of = \"owner\" }} }}"
            ));
        }
    }
}
