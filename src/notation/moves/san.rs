//! Prints short algebraic notation, the notation of PGN: `Nf3`, `exd5`, `R1e2`, `e8=Q+`.
//!
//! Input: a move and the legal moves. Output: its text. The text names as much of the origin as the other legal moves
//! require: the file, else the rank, else the square. A `+` follows for each opponent to whom the move gives check, and a
//! `#` for each one whom it checkmates. Does not know how a text is parsed.

use super::{MoveTexts, NULL_MOVE, captured};
use crate::board::Square;
use crate::notation::NameParts;
use crate::policy::{NameForm, PatchShape};
use crate::rulebook::{KindId, Rulebook, SeatId};
use crate::rules::{Move, Position};

/// Prints a move in short algebraic notation, with a sign for each check: `Nf3`, `Qxf7#`.
///
/// On a board whose squares are named by section, the move itself is printed in the notation of the variant.
///
/// ```
/// use threefold::notation::{print_san, parse_move};
///
/// let chess = threefold::load("chess")?.variant;
/// let position = threefold::parse_position(&chess, "w:Kg1,Ra1,Rf1 b:Kd8 turn=w")?;
/// let mv = parse_move(&position, "Rad1+")?;
/// assert_eq!(print_san(&position, mv), "Rad1+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn print_san(position: &Position, mv: Move) -> String {
    MoveTexts::new(position).san(mv)
}

/// Reports whether records of a rulebook use short algebraic notation: it is for two players on one rectangle of
/// squares that are named by file and rank, with a letter for each kind.
pub(crate) fn is_short_algebraic(book: &Rulebook) -> bool {
    let has_letter = |it: &str| it.len() == 1 && it.bytes().all(|it| it.is_ascii_uppercase());
    book.seats.len() == 2
        && book.name_form == NameForm::FileRank
        && matches!(book.board.patches(), [only] if only.shape == PatchShape::Rectangle)
        && book.kinds.iter().all(|it| has_letter(&it.letter))
}

/// Returns a `+` for each opponent to whom a move gives check, and a `#` for each one it checkmates.
pub(crate) fn check_signs(position: &Position, mv: Move) -> String {
    MoveTexts::new(position).check_signs(mv)
}

impl MoveTexts<'_> {
    /// Prints a move in short algebraic notation, with a sign for each check.
    pub fn san(&self, mv: Move) -> String {
        if mv.pass {
            return NULL_MOVE.to_owned() + &self.check_signs(mv);
        }
        if mv.placed.is_some() {
            let alone = mv.placing(None);
            return self.without_signs(alone.gating(None))
                + &self.gate(alone)
                + &self.placement(mv)
                + &self.check_signs(mv);
        }
        if mv.gate.is_some() {
            return self.without_signs(mv.gating(None)) + &self.gate(mv) + &self.check_signs(mv);
        }
        self.without_signs(mv) + &self.check_signs(mv)
    }

    fn without_signs(&self, mv: Move) -> String {
        if let Some(text) = self.special(mv) {
            return text;
        }
        if self.book().name_form != NameForm::FileRank {
            return self.print(mv);
        }
        let short = self.short(mv);
        // Use the short text only if it reads back as the same move.
        if self.parse(&short).is_ok_and(|it| it == mv) { short } else { self.long(mv) }
    }

    /// Prints a move with as much of its origin as it needs.
    fn short(&self, mv: Move) -> String {
        let book = self.book();
        let Some(kind) = self.kind_at(mv.from) else { return self.long(mv) };
        let piece = self.letter(kind);
        let takes = captured(self.position, mv).is_some();
        let from = NameParts::of(book, mv.from);
        let rivals = self.alone().iter().filter(|it| {
            it.to == mv.to
                && it.from != mv.from
                && it.castling.is_none()
                && it.drop.is_none()
                && !it.pass
                && self.kind_at(it.from).is_some_and(|kind| self.letter(kind) == piece)
        });
        let rivals: Vec<NameParts> = rivals.map(|it| NameParts::of(book, it.from)).collect();
        let is_file_shared = rivals.iter().any(|it| it.file == from.file);
        let is_rank_shared = rivals.iter().any(|it| it.rank == from.rank);
        let is_pawn = piece.is_empty();
        let origin = match (rivals.is_empty(), is_file_shared, is_rank_shared) {
            (true, ..) if is_pawn && takes => from.file.to_owned(),
            (true, ..) => String::new(),
            // A pawn that only advances needs no file, even if another pawn can capture there.
            (_, false, _) if is_pawn && !takes && self.advances_alone(mv) => String::new(),
            (_, false, _) => from.file.to_owned(),
            (_, true, false) if !is_pawn => from.rank.to_owned(),
            _ => format!("{}{}", from.file, from.rank),
        };
        let sign = if takes { "x" } else { "" };
        let promotion = mv.promotion.map_or_else(String::new, |it| format!("={}", self.usual_letter(it)));
        format!("{piece}{origin}{sign}{}{promotion}", book.board.name(mv.to))
    }

    /// Reports whether no other pawn reaches the destination without a capture.
    fn advances_alone(&self, mv: Move) -> bool {
        let others =
            self.alone().iter().filter(|it| it.to == mv.to && it.from != mv.from && it.drop.is_none() && !it.pass);
        let mut pawns = others.filter(|it| self.kind_at(it.from).is_some_and(|kind| self.letter(kind).is_empty()));
        !pawns.any(|it| captured(self.position, *it).is_none())
    }

    /// Returns the kind to which a move without a promotion would promote if a `+` followed, as in shogi: the only kind
    /// that makes it legal. A promotion to one of several kinds is written with `=` and its letter.
    pub(super) fn promotion_by_sign(&self, mv: Move) -> Option<KindId> {
        if mv.promotion.is_some() || mv.drop.is_some() || mv.castling.is_some() {
            return None;
        }
        let named = self.book().named_promotions();
        let kinds = (0..self.book().kinds.len() as u8).filter(|it| named & 1 << it != 0).map(KindId);
        let mut legal = kinds.filter(|it| self.position.is_legal(mv.promoting(Some(*it))));
        legal.next().filter(|_| legal.next().is_none())
    }

    /// Returns the kind that a `+` after a move means: one to which the piece can promote now, or else, if the move gives no
    /// check, the only kind to which it might promote elsewhere.
    pub(super) fn promotion_meant(&self, mv: Move) -> Option<KindId> {
        let elsewhere = || {
            let piece = self.position.piece_at(mv.origin().filter(|_| mv.castling.is_none())?)?;
            let optional = self.book().promotions.iter().filter(|it| it.pieces >> piece.kind.0 & 1 != 0 && !it.forced);
            let named = optional.fold(0, |set, it| set | it.choice.named());
            let is_sign = named.is_power_of_two() && mv.promotion.is_none() && self.check_signs(mv).is_empty();
            is_sign.then(|| KindId(named.trailing_zeros() as u8))
        };
        self.promotion_by_sign(mv).or_else(elsewhere)
    }

    /// Prints a `+` for each opponent to whom a move gives check, and a `#` for each one it checkmates. A third player's
    /// check that was there before has no sign.
    pub(super) fn check_signs(&self, mv: Move) -> String {
        let Ok(next) = self.position.play_unsettled(mv) else { return String::new() };
        let mover = self.position.turn();
        let in_check = |it: &SeatId| *it != mover && next.as_position().is_check(*it);
        let checked: Vec<SeatId> = self.book().seat_ids().filter(in_check).collect();
        // A `+` would promote a piece that may stay as it is.
        if checked.is_empty() || self.promotion_by_sign(mv).is_some() {
            return String::new();
        }
        let is_own = |it: &Square| next.as_position().piece_at(*it).is_some_and(|it| it.seat == mover);
        let is_given = |it: SeatId| !self.position.is_check(it) || next.as_position().checkers(it).iter().any(is_own);
        let checked: Vec<(SeatId, bool)> = checked.into_iter().map(|it| (it, is_given(it))).collect();
        // The next player is checkmated if they have no move; another one, if the rules eliminate them at once.
        let (turn, is_stuck) = (next.as_position().turn(), next.as_position().legal_moves().is_empty());
        let settled = next.settle();
        let is_lost = |it: SeatId| it == turn && is_stuck || !settled.is_living(it);
        let sign = |(seat, is_given): (SeatId, bool)| if is_lost(seat) { Some('#') } else { is_given.then_some('+') };
        checked.into_iter().filter_map(sign).collect()
    }
}
