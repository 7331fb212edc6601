//! Finds the move that a text means.
//!
//! Input: the squares, letters and promotion that a text names. Output: one move, or an error whose candidates are all
//! legal moves. A square without its section is in the section of the player to move, unless a legal move to another
//! section fits, too. If a text has no promotion, the only legal promotion is meant. If none is legal, the promotion that
//! comes closest to being legal is meant, so that its reason can be reported. Does not know how texts are written.

use super::parse::bad;
use super::{MoveTextError, MoveTextErrorKind as Reason, MoveTexts, captured};
use crate::board::Square;
use crate::notation::name::{NameParts, visible};
use crate::notation::sentence::{ending_sentence, explain};
use crate::notation::{joined, seat_title};
use crate::policy::Role;
use crate::rulebook::{Kind, KindId};
use crate::rules::{Move, Refusal, Stage};
use crate::sorting::CompactSort;

/// Maximum number of candidates that an error lists.
const MAX_LISTED: usize = 8;

/// A square in a text, with the letter of a piece if there is one.
#[derive(Clone, Debug)]
pub(super) struct MoveToken<'t> {
    pub letter: Option<&'t str>,
    /// The possible squares: one, or one for each section, own section first; never empty.
    pub squares: Vec<Square>,
}

/// A partial origin: what a text says if it does not name the square.
#[derive(Debug)]
pub(super) struct Origins<'t> {
    /// The letter of the piece; empty for a pawn or if it is left out.
    pub letter: &'t str,
    /// The possible squares; `None` for all.
    pub squares: Option<Vec<Square>>,
    /// Whether the text names a section.
    pub has_section: bool,
}

type Resolution = Result<Move, MoveTextError>;

impl MoveTexts<'_> {
    /// Finds the move of a text that names both squares.
    pub(super) fn both_ends(
        &self,
        text: &str,
        from: &MoveToken,
        to: &MoveToken,
        promotion: Option<KindId>,
    ) -> Resolution {
        if let ([one], [other]) = (&from.squares[..], &to.squares[..]) {
            self.agrees(from.letter, *one)?;
            return Ok(self.step(*one, *other, promotion));
        }
        let has_section = from.squares.len() == 1 || to.squares.len() == 1;
        let fits = |it: &Square| self.agrees(from.letter, *it).is_ok();
        let origins = from.squares.iter().copied().filter(fits);
        let pairs: Vec<(Square, Square)> =
            origins.flat_map(|from| to.squares.iter().map(move |to| (from, *to))).collect();
        let Some(own) = pairs.first().copied() else {
            self.agrees(from.letter, from.squares[0])?;
            return Ok(self.step(from.squares[0], to.squares[0], promotion));
        };
        let legal: Vec<(Square, Square)> =
            pairs.iter().copied().filter(|it| self.is_legal_step(*it, promotion)).collect();
        match legal[..] {
            [one] if one == own || has_section => Ok(self.step(one.0, one.1, promotion)),
            [] => {
                // Choose the first of those that come closest to being legal; the own section is first.
                let stage = |it: &(Square, Square)| self.stage(self.step(it.0, it.1, promotion));
                let nearest = pairs.iter().rev().max_by_key(|it| stage(it)).copied().unwrap_or(own);
                Ok(self.step(nearest.0, nearest.1, promotion))
            }
            [_] => {
                let board = &self.book().board;
                let (from, to) = (board.name(own.0).to_owned(), board.name(own.1).to_owned());
                let candidates = self.candidates(&legal, promotion);
                Err(bad(Reason::OtherSection { from, to, candidates }, 0, self.named_candidates(&legal, promotion)))
            }
            _ => Err(self.ambiguous(text, &legal, promotion)),
        }
    }

    /// Finds the move of a text that names the origin only partly or not at all.
    pub(super) fn resolve(
        &self,
        text: &str,
        origins: Origins,
        to: &MoveToken,
        promotion: Option<KindId>,
    ) -> Resolution {
        let book = self.book();
        let written = origins.letter;
        // A pawn may be written with its letter, too.
        let is_equal = |it: &str| it == written || self.any_case && it.eq_ignore_ascii_case(written);
        let is_written = |kind: &Kind, id| is_equal(self.letter(id)) || is_equal(&kind.letter);
        let fits = |from: Square| {
            origins.squares.as_ref().is_none_or(|it| it.contains(&from))
                && self.kind_at(from).is_some_and(|it| is_written(&book.kinds[it.index()], it))
        };
        let mut found: Vec<(Square, Square)> = Vec::new();
        for target in &to.squares {
            let legal = self.alone().iter().filter(|it| it.to == *target && is_step(it) && fits(it.from));
            for mv in legal.filter(|it| promotion.is_none() || it.promotion == promotion) {
                if !found.contains(&(mv.from, mv.to)) {
                    found.push((mv.from, mv.to));
                }
            }
        }
        self.keep_signed(text, to, &mut found);
        let own = to.squares[0];
        let has_section = to.squares.len() == 1 || origins.has_section;
        match found[..] {
            [one] if one.1 == own || has_section => return Ok(self.step(one.0, one.1, promotion)),
            [] | [_] => {}
            _ => return Err(self.ambiguous(text, &found, promotion)),
        }
        // None of the player's pieces that fit the text can move there.
        let turn = self.position.turn();
        let pieces = self.position.pieces();
        let pieces = pieces.iter().filter(|(at, piece)| piece.seat == turn && fits(*at));
        let mut pieces: Vec<Square> = pieces.map(|it| it.0).collect();
        // A piece that can move there, but not with this promotion, is the one that the text means.
        if promotion.is_some() && found.is_empty() {
            pieces = self.only_without_promotion(&pieces, own).map_or(pieces, |it| vec![it]);
        }
        match (&pieces[..], &found[..]) {
            ([], _) => {
                let kind = Reason::NoPiece { player: seat_title(book, turn), text: visible(text) };
                let fitting = self.position.pieces().into_iter().find(|(at, piece)| {
                    let id = self.kind_at(*at);
                    piece.seat == turn && id.is_some_and(|it| is_written(&book.kinds[it.index()], it))
                });
                let help = match fitting {
                    Some((at, _)) => {
                        let mv = self.attempt(Move::new(at, own).promoting(promotion));
                        format!("write the origin and the destination, as in `{mv}`")
                    }
                    None => format!("{} has pieces with the letters {}", seat_title(book, turn), self.own_letters()),
                };
                Err(bad(kind, 0, help))
            }
            // If only one piece fits, return its move, so that the reason can be reported. After the end of a game, no
            // reason is about the piece.
            ([from, others @ ..], []) if others.is_empty() || self.position.ending().is_some() => {
                Ok(self.step(*from, own, promotion))
            }
            _ => {
                let kinds: Vec<&str> = book
                    .kinds
                    .iter()
                    .enumerate()
                    .filter(|(index, kind)| {
                        let id = KindId(*index as u8);
                        is_written(kind, id) && pieces.iter().any(|it| self.kind_at(*it) == Some(id))
                    })
                    .map(|it| it.1.name.as_str())
                    .collect();
                let kind = Reason::NoneCanMove {
                    pieces: format!("{} {}", book.seats[turn.index()].name, joined(&kinds, "or")),
                    square: book.board.name(own).to_owned(),
                    candidates: self.candidates(&found, promotion),
                    code: if found.is_empty() { self.shared_refusal(&pieces, own, promotion) } else { None },
                };
                let help = match found[..] {
                    [] => self.why_none(&pieces, own, promotion),
                    _ => self.named_candidates(&found, promotion),
                };
                Err(bad(kind, 0, help))
            }
        }
    }

    /// Returns the only one of several pieces that can move to a square without a promotion, or with another one.
    fn only_without_promotion(&self, pieces: &[Square], to: Square) -> Option<Square> {
        let mut can = pieces.iter().copied().filter(|it| self.is_legal_step((*it, to), None));
        can.next().filter(|_| can.next().is_none())
    }

    /// If moves to one square fit a text, and only one of them captures as the text says, keeps that one. Thus `e6` is
    /// the step of a pawn, and `exd6` the capture en passant.
    fn keep_signed(&self, text: &str, to: &MoveToken, found: &mut Vec<(Square, Square)>) {
        if found.len() < 2 || to.squares.len() > 1 {
            return;
        }
        let is_capture = text.contains(['x', ':']);
        let takes = |it: &(Square, Square)| captured(self.position, Move::new(it.0, it.1)).is_some();
        let mut fitting = found.iter().copied().filter(|it| takes(it) == is_capture);
        if let (Some(only), None) = (fitting.next(), fitting.next()) {
            *found = vec![only];
        }
    }

    /// Checks that the piece on a square has the letter in the text.
    fn agrees(&self, written: Option<&str>, at: Square) -> Result<(), MoveTextError> {
        let book = self.book();
        if let (Some(written), Some(id)) = (written, self.kind_at(at)) {
            let kind = &book.kinds[id.index()];
            let is_equal = |it: &str| it == written || self.any_case && it.eq_ignore_ascii_case(written);
            if !is_equal(&kind.letter) && !is_equal(self.usual_letter(id)) {
                let help = format!("write `{}{}`, or only the squares", kind.letter, book.board.name(at));
                let (square, piece) = (book.board.name(at).to_owned(), kind.label.clone());
                return Err(bad(Reason::WrongPiece { square, piece }, 0, help));
            }
        }
        Ok(())
    }

    /// Returns the step between two squares or, if no piece can make it, the castling of that king.
    pub(super) fn step(&self, from: Square, to: Square, promotion: Option<KindId>) -> Move {
        let book = self.book();
        let step = Move::new(from, to).promoting(promotion);
        if promotion.is_some() || self.alone().contains(&step) {
            return step;
        }
        let seat = self.position.piece_at(from).map(|it| it.seat);
        let castling = book.castlings.iter().position(|it| Some(it.seat) == seat && it.king == (from, to));
        match self.position.explain(step) {
            Err(refusal) if refusal.stage() == Stage::Movement && castling.is_some() => {
                step.as_castling(castling.map(|it| it as u8))
            }
            Err(Refusal::MustPromote { into }) if !self.is_exact => self.promoted(step, &into),
            _ => step,
        }
    }

    /// Returns the promotion that a text without a promotion means: the only legal one or, if none is legal, the one that
    /// comes closest to being legal. Returns none if several are legal; the refusal then lists them.
    fn promoted(&self, step: Move, into: &[KindId]) -> Move {
        let ways = into.iter().map(|it| step.promoting(*it));
        let legal: Vec<Move> = ways.clone().filter(|it| self.alone().contains(it)).collect();
        match legal[..] {
            [only] => only,
            [] => ways.rev().max_by_key(|it| self.stage(*it)).unwrap_or(step),
            _ => step,
        }
    }

    /// Returns how close a move comes to being legal; a legal move is closest.
    fn stage(&self, mv: Move) -> Option<(bool, Stage)> {
        Some(match self.position.explain(mv) {
            Ok(()) => (true, Stage::OtherKing),
            Err(refusal) => (false, refusal.stage()),
        })
    }

    /// Returns the code of the refusal of all pieces, or of those that come closest to moving to a square, if they share
    /// it. Then it is the reason, whichever of them is meant.
    fn shared_refusal(&self, pieces: &[Square], to: Square, promotion: Option<KindId>) -> Option<Box<str>> {
        let steps = pieces.iter().filter(|it| **it != to).map(|it| self.step(*it, to, promotion));
        let staged: Vec<(Option<(bool, Stage)>, Move)> = steps.map(|it| (self.stage(it), it)).collect();
        let closest = staged.iter().map(|it| it.0).max()?;
        let mut codes = staged.iter().filter(|it| it.0 == closest).map(|it| explain(self.position, it.1).code);
        let first = codes.next().filter(|it| !it.is_empty())?;
        codes.all(|it| it == first).then(|| first.into_boxed_str())
    }

    fn is_legal_step(&self, (from, to): (Square, Square), promotion: Option<KindId>) -> bool {
        self.alone().iter().any(|it| {
            it.from == from
                && it.to == to
                && it.castling.is_none()
                && (promotion.is_none() || it.promotion == promotion)
        })
    }

    pub(super) fn ambiguous(&self, text: &str, found: &[(Square, Square)], promotion: Option<KindId>) -> MoveTextError {
        let candidates = self.candidates(found, promotion);
        bad(Reason::Ambiguous { text: visible(text), candidates }, 0, self.named_candidates(found, promotion))
    }

    /// Returns the legal moves that the text could mean.
    fn candidates(&self, found: &[(Square, Square)], promotion: Option<KindId>) -> Vec<Move> {
        let fits = |it: &Move| found.contains(&(it.from, it.to)) && is_step(it);
        let legal = self.alone().iter().copied().filter(fits);
        legal.filter(|it| promotion.is_none() || it.promotion == promotion).collect()
    }

    /// Lists the legal moves that the text could mean.
    fn named_candidates(&self, found: &[(Square, Square)], promotion: Option<KindId>) -> String {
        let book = self.book();
        let sign = promotion.map_or_else(String::new, |it| format!("={}", book.kinds[it.index()].letter));
        let name = |it| book.board.name(it);
        let ways = found.iter().take(MAX_LISTED).map(|(from, to)| format!("`{}-{}{sign}`", name(*from), name(*to)));
        format!("write {}", joined(&ways.collect::<Vec<_>>(), "or"))
    }

    /// Explains why none of several pieces can move to a square, or lists where they can move.
    fn why_none(&self, pieces: &[Square], to: Square, promotion: Option<KindId>) -> String {
        if let Some(ending) = self.position.ending() {
            return format!("the game is over. {}", ending_sentence(self.position, ending));
        }
        let book = self.book();
        let steps = pieces.iter().rev().filter(|it| **it != to).map(|it| self.step(*it, to, promotion));
        let nearest =
            steps.max_by_key(|it| self.stage(*it)).filter(|it| self.stage(*it) > Some((false, Stage::Movement)));
        if let Some(mv) = nearest {
            return format!("`{}`: {}", self.attempt(mv), explain(self.position, mv).sentence);
        }
        let mut targets: Vec<Square> =
            self.alone().iter().filter(|it| pieces.contains(&it.from) && is_step(it)).map(|it| it.to).collect();
        targets.compact_sort_by(Ord::cmp);
        targets.dedup();
        let names: Vec<&str> = targets.iter().take(MAX_LISTED).map(|it| book.board.name(*it)).collect();
        let kind = self.kind_at(pieces[0]).map(|it| &book.kinds[it.index()]);
        let is_pawn = kind.is_some_and(|it| it.role == Role::Pawn);
        match (kind, targets.len() > MAX_LISTED) {
            _ if names.is_empty() && pieces.len() == 1 => "it has no legal move".to_owned(),
            _ if names.is_empty() => "none of them has a legal move".to_owned(),
            (_, false) if !is_pawn => {
                let who = if pieces.len() == 1 { "it" } else { "they" };
                format!("{who} can move to {}", joined(&names, "and"))
            }
            _ if pieces.contains(&to) => {
                let own = self.alone().iter().filter(|it| it.from == to && is_step(it)).map(|it| (it.from, it.to));
                let mut own: Vec<(Square, Square)> = own.collect();
                own.dedup();
                match own.is_empty() {
                    true => "this is its square, and it has no legal move".to_owned(),
                    false => format!("this is its square; {}", self.named_candidates(&own, None)),
                }
            }
            _ => match self.only_meant(pieces, to) {
                Some(from) => {
                    let mv = self.step(from, to, promotion);
                    format!("`{}`: {}", self.attempt(mv), explain(self.position, mv).sentence)
                }
                None => {
                    let mv = self.attempt(self.step(pieces[0], to, promotion));
                    format!("write the origin and the destination to see the reason, like `{mv}`")
                }
            },
        }
    }

    /// Lists the letters of the player's pieces on the board.
    fn own_letters(&self) -> String {
        let (book, turn) = (self.book(), self.position.turn());
        let own: Vec<KindId> =
            self.position.pieces().iter().filter(|it| it.1.seat == turn).map(|it| it.1.kind).collect();
        let has = |at: &usize| own.contains(&KindId(*at as u8));
        (0..book.kinds.len()).filter(has).map(|it| book.kinds[it].letter.clone()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the only one of several pieces that can be meant: the only one on the file of the destination.
    fn only_meant(&self, pieces: &[Square], to: Square) -> Option<Square> {
        let book = self.book();
        let parts = |it: Square| {
            let it = NameParts::of(book, it);
            (it.section.to_owned(), it.file.to_owned())
        };
        let mut there = pieces.iter().copied().filter(|it| parts(*it) == parts(to));
        there.next().filter(|_| there.next().is_none())
    }
}

/// Reports whether a move takes one piece from a square to another: no castling, no drop, no pass, and no piece that enters.
fn is_step(mv: &Move) -> bool {
    mv.castling.is_none() && mv.drop.is_none() && mv.gate.is_none() && !mv.pass
}
