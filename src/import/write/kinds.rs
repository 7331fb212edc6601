//! The pieces of a rulebook: the pieces of the file, and their promoted forms.
//!
//! Input: a [`Writer`] with its keys. Output: headers in its text. Does not know starting position and promotions.

use std::fmt::Write;

use super::super::keys::PieceLine;
use super::super::pieces::{movement, predefined};
use super::super::squares::SquareList;
use super::{CHESS, ImportedKind, Writer, find};
use crate::sorting::CompactSort;

impl Writer<'_> {
    /// Returns the pieces of the file, and their promoted forms.
    pub(super) fn read_kinds(&mut self) -> Vec<ImportedKind> {
        let mut kinds: Vec<ImportedKind> = Vec::new();
        for entry in &self.config.pieces {
            kinds.push(kind(entry));
        }
        let letters = |kinds: &[ImportedKind]| {
            let mut free = ('A'..='Z').filter(|it| !kinds.iter().any(|kind| kind.letter == *it)).collect::<Vec<_>>();
            // Letters that look like the piece come first.
            free.compact_sort_by_key(|it| *it == 'O' || *it == 'I');
            free
        };
        // Pieces that change back when they are captured.
        let pairs: Vec<(char, char)> = self.promoted_pairs();
        for (from, to) in pairs {
            let (Some(old), Some(new)) = (find(&kinds, from), find(&kinds, to)) else { continue };
            let (name, betza) = (format!("promoted-{}", old.name), new.betza.clone());
            let Some(letter) = letters(&kinds).first().copied() else { break };
            kinds.push(ImportedKind {
                name,
                letter,
                source: to,
                betza,
                en_passant: false,
                double_step: false,
                is_first_move: false,
                demotes_to: Some(from),
            });
        }
        if self.demotes() {
            let pawns = self.letters("promotionPawnTypes", &self.pawns());
            for letter in self.promotion_letters() {
                let (Some(new), [pawn]) = (find(&kinds, letter).cloned(), pawns.as_slice()) else { continue };
                let Some(free) = letters(&kinds).first().copied() else { break };
                let name = format!("promoted-{}", new.name);
                kinds.push(ImportedKind { name, letter: free, source: letter, demotes_to: Some(*pawn), ..new });
            }
        }
        kinds
    }

    /// Leaves out pieces that no player ever has. Others may need them only for their movement.
    pub(super) fn drop_unused_kinds(&mut self) {
        let mut text: String = self.fen.pieces.iter().map(|it| it.letter).collect();
        text.extend(self.fen.pockets.iter().flat_map(|it| it.chars()));
        let mut used: Vec<char> = self.known(&text);
        let pawns = self.letters("promotionPawnTypes", &self.pawns());
        let can_promote = pawns.iter().any(|it| used.contains(it));
        if can_promote && !self.demotes() {
            used.extend(self.promotion_letters());
        }
        let source = |it: &ImportedKind| it.demotes_to.unwrap_or(it.source);
        self.kinds.retain(|it| {
            used.contains(&source(it)) || it.demotes_to.is_some_and(|from| pawns.contains(&from) && can_promote)
        });
    }

    pub(super) fn pieces(&mut self) {
        let (pawns, royals) = (self.known(&self.pawns()), self.royals());
        let facing = self.facing_generals();
        for kind in self.kinds.clone() {
            let role = match kind.demotes_to {
                _ if royals.contains(&kind.source) => "royal",
                None if pawns.contains(&kind.source) => "pawn",
                _ => "piece",
            };
            let is_chess = CHESS.iter().any(|it| {
                let usual = if it.0 == "king" {
                    "royal"
                } else if it.0 == "pawn" {
                    "pawn"
                } else {
                    "piece"
                };
                it.0 == kind.name && it.1 == kind.source && movement(it.2).betza == kind.betza && role == usual
            });
            let is_general = role == "royal" && facing.is_some();
            if is_chess && !self.counts_pieces() && !is_general {
                continue;
            }
            let ImportedKind { name, letter, betza, .. } = &kind;
            let betza = match &facing {
                Some(leaps) if is_general => format!("{betza}{leaps}"),
                _ if betza.is_empty() => "none".to_owned(),
                _ => betza.clone(),
            };
            let mut text =
                format!("\n[piece.{name}]\nletter   = \"{letter}\"\nmovement = \"{betza}\"\nrole     = \"{role}\"");
            if let Some(from) = kind.demotes_to.filter(|_| self.demotes()).and_then(|it| find(&self.kinds, it)) {
                let _ = write!(text, "\ncaptured-as = \"{}\"", from.name);
            }
            if self.counts_pieces() {
                text.push_str("\nvalue    = 1");
            }
            self.line(text);
        }
    }
}

impl Writer<'_> {
    /// Returns the leaps with which kings that may not face each other attack each other along a file, if the file has
    /// that rule. Kings never make such a leap, because it leaves their region.
    fn facing_generals(&mut self) -> Option<String> {
        if !self.config.flag("flyingGeneral", false) {
            return None;
        }
        let everywhere = SquareList::default().complement(self.files, self.ranks);
        let white = self.region("mobilityRegionWhiteKing", &everywhere);
        let black = self.region("mobilityRegionBlackKing", &everywhere);
        let ranks = |it: &SquareList| it.0.iter().map(|it| it.1).min().zip(it.0.iter().map(|it| it.1).max());
        match (ranks(&white), ranks(&black)) {
            (Some((first, last)), Some((near, far))) if near > last + 1 => {
                Some((near - last..=far - first).map(|it| format!("fcn({it},0)")).collect())
            }
            _ => {
                let help = "give each king a region (`mobilityRegionWhiteKing`) below that of the other one, or change \
                            the rulebook by hand";
                let message = "`flyingGeneral = true` is left out, because the regions of the kings overlap".to_owned();
                self.note("flyingGeneral", message, help);
                None
            }
        }
    }
}

/// Returns the kind that a line of the file defines.
fn kind(entry: &PieceLine) -> ImportedKind {
    let (name, usual) = match predefined(&entry.key) {
        Some((name, betza)) => (name.to_owned(), betza),
        None => (format!("piece-{}", entry.letter), ""),
    };
    let all = movement(entry.betza.as_deref().unwrap_or(usual));
    ImportedKind {
        name,
        letter: entry.letter.to_ascii_uppercase(),
        source: entry.letter,
        betza: all.betza,
        en_passant: all.en_passant,
        double_step: all.double_step,
        is_first_move: all.is_first_move,
        demotes_to: None,
    }
}
