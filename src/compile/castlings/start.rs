//! Whether king and rook start on the squares of a castling, and squares that fit instead.
//!
//! Input: a resolved castling, and the starting position. Output: diagnostics. The advice names squares on which such
//! pieces start, with lines between them, so it can be followed as it is. Does not know the rules for castling.

use super::shortest;
use crate::board::{Board, Square};
use crate::compile::board::Ground;
use crate::compile::scope::Scope;
use crate::definition as def;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::{Role, Seats};
use crate::rulebook::{AtomShape, Castling, Kind, KindId, SeatId};
use crate::sorting::CompactSort;

/// The squares of a castling move: king and rook, each from and to.
type Pairs = ((Square, Square), (Square, Square));

/// The starting position, and what castling needs to know about it.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    pub scope: &'a Scope<'a>,
    pub ground: &'a Ground,
    pub board: &'a Board,
    pub kinds: &'a [Kind],
    pub setup: &'a [(SeatId, KindId, Square)],
    /// The kinds that can castle after a drop, one bit each.
    pub dropped: u32,
}

impl Start<'_> {
    /// Returns the piece of a player that starts on a square.
    fn piece(&self, seat: SeatId, square: Square) -> Option<&Kind> {
        self.setup.iter().find(|it| it.0 == seat && it.2 == square).map(|it| &self.kinds[it.1.index()])
    }

    /// Reports whether a kind castles as king for a player. Without royal pieces, any piece does, but a pawn never does.
    fn is_king(&self, seat: SeatId, kind: &Kind) -> bool {
        let has_king = self.setup.iter().any(|it| it.0 == seat && self.kinds[it.1.index()].role == Role::Royal);
        kind.role == Role::Royal || !has_king && kind.role == Role::Piece
    }

    /// Reports whether a piece that castles after a drop can come to the square of the king, or of the rook.
    fn enters(&self, royal: bool) -> bool {
        self.kinds.iter().zip(0..).any(|it| self.dropped >> it.1 & 1 != 0 && (it.0.role == Role::Royal) == royal)
    }

    /// Reports whether the king of a castling is in place, and whether its rook is.
    fn in_place(&self, it: &Castling) -> (bool, bool) {
        let king = self.piece(it.seat, it.king.0).map_or(self.enters(true), |kind| self.is_king(it.seat, kind));
        let rook = self.piece(it.seat, it.rook.0).map_or(self.enters(false), |kind| kind.role != Role::Pawn);
        (king, rook)
    }

    /// Reports the first of the castlings of one header whose pieces start elsewhere. `all` are the same castling of
    /// several players.
    pub fn check(&self, name: &Spanned<String>, all: &[Castling], sink: &mut Diagnostics) {
        let is_whole = |it: &Castling| self.in_place(it) == (true, true);
        let Some(wrong) = all.iter().find(|it| !is_whole(it)) else { return };
        let (seat, (king, rook)) = (&self.scope.seats[wrong.seat.index()], self.in_place(wrong));
        let found = |square: Square, what: &str, missing: &str| {
            let at = self.name(square);
            match self.piece(wrong.seat, square) {
                Some(kind) => format!("a {} of `{seat}` starts on `{at}`, not a {what}", kind.label),
                None => format!("no {missing} of `{seat}` starts on `{at}`"),
            }
        };
        let parts = [
            (!king).then(|| found(wrong.king.0, "king", "king")),
            (!rook).then(|| found(wrong.rook.0, "rook", "piece")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let able: Vec<String> = all
            .iter()
            .filter(|it| is_whole(it))
            .map(|it| format!("\"{}\"", self.scope.seats[it.seat.index()]))
            .collect();
        let leave_out = format!("leave `[castling.{}]` out", name.value);
        let help = match self.squares_of(wrong.seat, &name.value, None) {
            _ if !able.is_empty() => {
                format!("name the players whose pieces start there: `seats = [{}]`, or {leave_out}", able.join(", "))
            }
            Some(squares) => format!("write squares where they start, for example {squares}; or {leave_out}"),
            None => format!("{leave_out}: no other king and rook of `{seat}` start on one line"),
        };
        sink.error(Code::BadCastling, name.span, parts.join(", and ")).help(help);
    }

    /// Returns advice for a castling with wrong squares: lines that fit one of its players, one bit each, or the advice
    /// to leave it out.
    pub fn advice(&self, name: &str, seats: u8, table: &def::Castling) -> String {
        let leave_out = format!("leave `[castling.{name}]` out");
        let mut seats = (0..self.scope.seats.len() as u8).filter(|it| seats >> it & 1 != 0).map(SeatId);
        match seats.find_map(|it| self.squares_of(it, name, Some(table))) {
            Some(squares) => {
                format!("write squares where a king and a rook start, for example {squares}; or {leave_out}")
            }
            None => leave_out,
        }
    }

    /// Returns lines with squares of a player that fit, as the file has to write them. If the squares of a header are
    /// wrong, the king and the rook may also have another castling, and the pieces in the header come first.
    fn squares_of(&self, seat: SeatId, name: &str, wrong: Option<&def::Castling>) -> Option<String> {
        // If seats are alike, squares are written for the player to whom the symmetry is not applied.
        let writer = match self.ground.seats {
            Seats::Alike => SeatId(self.ground.first_seat()? as u8),
            Seats::Differ => seat,
        };
        let ((king, king_to), (rook, rook_to)) = self.suggested(writer, name, wrong)?;
        let pair = |from, to| format!("[\"{}\", \"{}\"]", self.name(from), self.name(to));
        Some(format!("`king = {}` and `rook = {}`", pair(king, king_to), pair(rook, rook_to)))
    }

    /// Returns the squares of a king, and of the nearest rook: if possible, of one with which it does not castle yet.
    fn suggested(&self, seat: SeatId, name: &str, wrong: Option<&def::Castling>) -> Option<Pairs> {
        let own = || self.setup.iter().filter(|it| it.0 == seat).map(|it| (&self.kinds[it.1.index()], it.2));
        let used = self.used_pairs(name);
        let has_rook = own().any(|it| is_rook(it.0));
        // The rook of the header is on the side that its author means.
        let header = self.scope.definition.castlings.iter().find(|it| it.0.value == name).map(|it| &it.1);
        let is_written = |at: Square| header.is_some_and(|it| it.rook.iter().any(|it| it.value.0 == self.name(at)));
        let mut found: Vec<(bool, (bool, bool, usize), Pairs)> = Vec::new();
        for (royal, king) in own().filter(|it| self.is_king(seat, it.0)) {
            // Other pieces castle only if there is no rook at all.
            let rooks = own().filter(|it| it.1 != king && it.0.role == Role::Piece && is_rook(it.0) == has_rook);
            for (_, rook) in rooks {
                let Some(path) = shortest(self.board, king, rook).filter(|it| it.len() > 1) else { continue };
                // Two steps toward the rook, which goes to the square that the king passes.
                let squares = ((king, path[1]), (rook, path[0]));
                let order = (!is_written(rook), !steps_around(royal), path.len());
                found.push((used.contains(&(king, rook)), order, squares));
            }
        }
        found.compact_sort_by_key(|it| (it.1.0, it.0, it.1));
        found.first().filter(|it| wrong.is_some() || !it.0).map(|it| it.2)
    }

    /// Returns the squares of king and rook of the other castlings in the file.
    fn used_pairs(&self, except: &str) -> Vec<(Square, Square)> {
        let ignored = &mut Diagnostics::default();
        let others = self.scope.definition.castlings.iter().filter(|it| it.0.value != except);
        let mut first = |it: &def::Castling| {
            let (king, rook) = (it.king.value.first()?, it.rook.value.first()?);
            self.ground.atlas.one(king, ignored).zip(self.ground.atlas.one(rook, ignored))
        };
        others.filter_map(|it| first(&it.1)).collect()
    }

    fn name(&self, square: Square) -> &str {
        self.ground.atlas.name(self.ground.atlas.cell(square))
    }
}

/// Reports whether a kind moves like a rook.
fn is_rook(kind: &Kind) -> bool {
    let slides = |shape| kind.movement.atoms.iter().any(|it| it.shape == shape && it.range == 0);
    slides(AtomShape::Straight(1)) && !slides(AtomShape::Diagonal(1))
}

/// Reports whether a kind steps to the squares around it, as a king does.
fn steps_around(kind: &Kind) -> bool {
    let steps = |shape| kind.movement.atoms.iter().any(|it| it.shape == shape && it.range == 1);
    steps(AtomShape::Straight(1)) && steps(AtomShape::Diagonal(1))
}
