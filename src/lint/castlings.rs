//! Warnings about castlings: one that moves a piece of another kind than the others, and one that is written twice.
//!
//! Input: the castlings as written, with the compiled rulebook. Output: warnings. Does not know where pieces can go.

use crate::board::Square;
use crate::definition::Definition;
use crate::diagnostic::{Code, Diagnostics};
use crate::notation::joined;
use crate::notation::name::a;
use crate::rulebook::{Castling, KindId, Rulebook};

/// Warns about each castling whose `rook` starts as another kind of piece than in most castlings of the same player, although
/// a piece of the usual kind is on its side of the king. Of two equal numbers, those with a piece that moves like a rook are
/// the usual ones.
pub(super) fn other_partners(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let moves_like_rook = |it: KindId| book.kinds[it.index()].movement.text == "R";
    for (name, table) in &def.castlings {
        let Some(first) = book.castlings.iter().find(|it| it.name == name.value) else { continue };
        let own = book.castlings.iter().filter(|it| it.seat == first.seat);
        let partners: Vec<KindId> = own.filter_map(|it| book.castling_partner(it)).collect();
        let number = |kind: KindId| partners.iter().filter(|it| **it == kind).count();
        let usual = partners.iter().copied().max_by_key(|it| (number(*it), moves_like_rook(*it)));
        let Some((usual, other)) = usual.zip(book.castling_partner(first)).filter(|it| it.0 != it.1) else { continue };
        let label = |it: KindId| a(&book.kinds[it.index()].label);
        let header = if name.value.is_empty() { "[castling]".to_owned() } else { format!("[castling.{}]", name.value) };
        let [king, rook] = [first.king.0, first.rook.0].map(|it| book.board.info(it));
        let is_beside = |it: Square| {
            let info = book.board.info(it);
            (info.patch, info.rank) == (king.patch, king.rank)
                && (info.file - king.file).signum() == (rook.file - king.file).signum()
        };
        let own = book.setup.iter().flatten().filter(|it| it.0 == first.seat && it.1 == usual && is_beside(it.2));
        let own: Vec<String> = own.map(|it| format!("`{}`", book.board.name(it.2))).collect();
        if own.is_empty() {
            continue;
        }
        let message = format!(
            "in `{header}` the king castles with {} on `{}`, but in other castlings with {}",
            label(other),
            book.board.name(first.rook.0),
            label(usual)
        );
        let help = format!("write the square of {} first in `rook`: {}", label(usual), joined(&own, "or"));
        sink.warning(Code::BadCastling, table.rook.span, message).help(help);
    }
}

/// Warns about a castling that moves king and rook as another one of the same player does.
pub(super) fn twice(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    for (name, _) in &def.castlings {
        let own = book.castlings.iter().enumerate().find(|it| it.1.name == name.value);
        let Some((at, own)) = own else { continue };
        let is_same = |it: &&Castling| (it.seat, it.king, it.rook) == (own.seat, own.king, own.rook);
        let Some(first) = book.castlings[..at].iter().find(is_same) else { continue };
        let message = format!("the castling `{}` is the same move as `{}`", name.value, first.name);
        sink.warning(Code::BadCastling, name.span, message).help("leave one of them out, or change its squares");
    }
}
