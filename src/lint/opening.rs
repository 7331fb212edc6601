//! Warnings about the starting position: kings in check or capturable, bans that forbid every move, a game that is over,
//! and pieces that no player can get.
//!
//! Input: the starting position and the promotions. Output: warnings. Does not know endings.

use super::Linter;
use crate::definition::Definition;
use crate::definition::value::{Name, key_text};
use crate::diagnostic::{Code, Diagnostics, Span, Spanned};
use crate::notation::joined;
use crate::policy::Attackers;
use crate::rulebook::{KindId, Rulebook, SeatId};
use crate::rules::{EndingCause, Move, Refusal, UnsettledPosition, Variant};
use crate::sorting::CompactSort;

/// Returns the header of the starting position: the player's own, or the common one.
fn setup_span(def: &Definition, book: &Rulebook, seat: SeatId) -> Span {
    let name = &book.seats[seat.index()].name;
    let own = def.setup_by_seat.iter().find(|it| it.0.value == *name).map(|it| it.0.span);
    own.or(def.setup.as_ref().map(|it| it.span)).unwrap_or(def.span)
}

/// Warns about kings that are attacked before the first move.
pub(super) fn kings_in_check(def: &Definition, variant: &Variant, sink: &mut Diagnostics) {
    let book = variant.rulebook();
    // In a settled position, a king that can be captured at once may already be removed.
    let start = variant.unsettled_start().filter(|_| book.check.attackers != Attackers::Nobody);
    let Some(start) = start.as_ref().map(UnsettledPosition::as_position) else { return };
    let first = start.turn();
    for seat in book.seat_ids() {
        let checks = start.kings_in_check(seat).into_iter();
        let attacks = checks.flat_map(|(king, by)| by.into_iter().map(move |it| (king, it)));
        let owned = attacks.filter_map(|(king, square)| Some((start.piece_at(square)?, square, king)));
        // The first player to move comes first: they can capture the king at once.
        let found = owned.min_by_key(|it| (it.0.seat != first, it.1));
        let Some((piece, square, king)) = found else { continue };
        let name = |it: SeatId| &book.seats[it.index()].name;
        let label = |it: KindId| &book.kinds[it.index()].label;
        let (kind, royal) = (label(piece.kind), start.piece_at(king).map_or("king", |it| label(it.kind)));
        let (king, square) = (book.board.name(king), book.board.name(square));
        let attack = format!(
            "the {royal} of `{}` on `{king}` is attacked by the {kind} of `{}` on `{square}`",
            name(seat),
            name(piece.seat)
        );
        let (code, message) = if seat != first && piece.seat == first {
            (Code::StartsWithCapturableKing, format!("{attack}, and `{}` moves first", name(first)))
        } else {
            (Code::StartsInCheck, format!("{attack} before the first move"))
        };
        sink.warning(code, setup_span(def, book, seat), message)
            .help(format!("move the {royal} on `{king}` or the {kind} on `{square}`, or put a piece between them"));
    }
}

/// Warns about bans that leave a player without a legal move in the starting position.
pub(super) fn bans_on_every_move(def: &Definition, variant: &Variant, sink: &mut Diagnostics) {
    let book = variant.rulebook();
    let Some(start) = variant.unsettled_start().filter(|_| !book.bans.is_empty()) else { return };
    for seat in book.seat_ids() {
        let mut setup = start.as_position().setup();
        setup.turn = seat;
        let Ok(own) = UnsettledPosition::new(variant, &setup) else { continue };
        let position = own.as_position();
        if !position.legal_moves().is_empty() {
            continue;
        }
        let mut bans: Vec<usize> = Vec::new();
        for (from, piece) in position.pieces().into_iter().filter(|it| it.1.seat == seat) {
            let reach = variant.reach(seat, piece.kind, from);
            for to in reach.quiet.into_iter().chain(reach.captures) {
                if let Err(Refusal::Ban { ban, .. }) = position.explain(Move::new(from, to)) {
                    bans.push(ban);
                }
            }
        }
        bans.compact_sort_by(Ord::cmp);
        bans.dedup();
        let Some(first) = bans.first() else { continue };
        let name = |it: &usize| format!("`{}`", book.bans[*it].name);
        let names = joined(&bans.iter().map(name).collect::<Vec<_>>(), "and");
        let (noun, verb) = if bans.len() == 1 { ("ban", "forbids") } else { ("bans", "forbid") };
        let player = &book.seats[seat.index()].name;
        let message = format!("the {noun} {names} {verb} every move of `{player}` in the starting position");
        let own_name = &book.bans[*first].name;
        let span = def.bans.iter().find(|it| it.0.value == *own_name).map(|it| it.0.span);
        sink.warning(Code::ForbidsEverything, span, message).help(format!(
            "say more exactly which moves it forbids, for example `move = {{ captures = {{}} }}`, or add an exception \
             like `[ban.{own_name}.unless.alone]`"
        ));
        return;
    }
}

/// Warns about a game that is over before the first move.
pub(super) fn over_at_start(def: &Definition, variant: &Variant, sink: &mut Diagnostics) {
    let Some(ending) = variant.start().and_then(|it| it.ending()) else { return };
    let EndingCause::Outcome(id) = ending.cause else { return };
    let book = variant.rulebook();
    let outcome = &book.outcomes[id.index()];
    // A player without a move has another cause, with findings of its own.
    if outcome.when.stuck.is_some() {
        return;
    }
    let span = def.outcomes.iter().find(|it| it.0.value == outcome.name).map(|it| it.1.table.when.span);
    sink.warning(Code::OverAtStart, span, format!("`{}` ends the game before the first move", outcome.name))
        .help("change this test, or the starting position; `threefold show` prints the position");
}

impl Linter<'_> {
    /// Warns about kinds that are not in the starting position and that no promotion gives. A pool returns only
    /// captured pieces, so it never gives a kind that no player has.
    pub(super) fn pieces_that_nobody_gets(&mut self) {
        let book = self.book;
        let had = obtainable(book);
        let setup = self.def.setup.as_ref().map(|it| it.span);
        for (_, kind) in book.kinds.iter().enumerate().filter(|it| had >> it.0 & 1 == 0) {
            let span = self.def.pieces.iter().find(|it| it.0.value == kind.name).map(|it| it.0.span);
            // A library of pieces, or a parent with another starting position, may offer more than is used.
            let is_own = span.is_some_and(|it| it.file == 0 || setup.is_some_and(|setup| setup.file == it.file));
            if !is_own {
                continue;
            }
            let finding = self.sink.warning(
                Code::UnusedPiece,
                span,
                format!("no player has a {} in the starting position, and no promotion creates one", kind.label),
            );
            let name = &kind.name;
            let held =
                format!("add `start = [\"{name}\"]` under `[pool.{}]`", pool_of(self.def, name).unwrap_or("NAME"));
            let own = match setup.is_some_and(|it| it.file != 0) {
                true => " with the line `extends = \"setup\"`",
                false => "",
            };
            let placed = format!("add `{} = [\"{}\"]` under `[setup]`{own}", key_text(name), free_square(book));
            let first = if pool_of(self.def, name).is_some() { held } else { placed };
            let out = match span.is_some_and(|it| it.file == 0) {
                true => format!("remove `[piece.{name}]`"),
                false => format!("leave it out: `without = [\"piece.{name}\"]`"),
            };
            finding.help(format!("{first}, or name it in `into` under `[promotion]`, or {out}"));
        }
    }
}

/// Returns the pool from which pieces of a kind are dropped, or enter with a move.
fn pool_of<'a>(def: &'a Definition, kind: &str) -> Option<&'a str> {
    let names = |pieces: &[Spanned<Name>]| pieces.iter().any(|it| *it.value == *kind);
    let dropped = def.drops.iter().filter(|it| names(&it.1.pieces)).map(|it| it.1.pool.as_ref());
    let gating = def.gating.as_ref().map(|it| &it.value).filter(|it| names(&it.pieces));
    dropped.chain(gating.map(|it| it.pool.as_ref())).next()
}

/// Returns the name of the first square that is empty at the start.
fn free_square(book: &Rulebook) -> &str {
    let setup = book.setup.as_deref().unwrap_or_default();
    let mut squares = book.board.squares();
    squares.find(|it| !setup.iter().any(|piece| piece.2 == *it)).map_or("a1", |it| book.board.name(it))
}

/// Returns the kinds that some player has at the start or can get by promotion, one bit each.
pub(super) fn obtainable(book: &Rulebook) -> u32 {
    let start = book.setup.as_deref().unwrap_or_default().iter().fold(0, |set, it| set | 1 << it.1.0);
    let held = book.start_pools.iter().flat_map(|it| it.iter().enumerate()).filter(|it| *it.1 > 0);
    let start = book.blocker.as_ref().map_or(start, |it| start | 1 << it.kind.0);
    let mut had: u32 = held.fold(start, |set, it| set | 1 << it.0);
    loop {
        let kinds = book.kinds.iter().enumerate().filter(|it| book.has_hand() && had >> it.0 & 1 != 0);
        had |= kinds.fold(0, |set, it| set | 1 << it.1.captured_as.0);
        let dropped = book.drops.iter().filter(|it| it.pieces & had != 0).flat_map(|it| &it.becomes);
        had |= dropped.fold(0, |set, it| set | 1 << it.0);
        let reached = book.promotions.iter().filter(|it| it.pieces & had != 0);
        let by_move = book.promotion_moves.iter().filter(|it| it.pieces & had != 0).flat_map(|it| &it.becomes);
        let promoted = by_move.fold(0, |set, it| set | 1 << it.0);
        let promoted = reached.fold(promoted, |set, it| set | it.choice.named());
        if had | promoted == had {
            return had;
        }
        had |= promoted;
    }
}
