//! Warnings about promotions: those that come too late, that no piece reaches, or that change nothing, and squares that
//! are listed in vain.
//!
//! Input: the promotions, and where pieces can go. Output: warnings. Does not know turns and pools.

use super::Linter;
use super::unused::strongest;
use crate::board::Square;
use crate::diagnostic::{Code, Span};
use crate::policy::{Choice, Who};
use crate::rulebook::{PlaceTest, Player, Promotion, PromotionChoice, PromotionMove, SeatId};

impl Linter<'_> {
    /// Warns about promotions whose pieces become what they are.
    pub(super) fn promotions_to_the_same_kind(&mut self) {
        let (def, book) = (self.def, self.book);
        for (at, promotion) in book.promotions.iter().enumerate() {
            let named = promotion.choice.named();
            let written = def.promotions.iter().find(|it| it.0.value == promotion.name).map(|it| &it.1);
            self.choices_to_stay(promotion, written.and_then(|it| it.into.as_ref()).map(|it| it.span));
            let same = named.count_ones() == 1 && named & promotion.pieces != 0;
            // One that comes first keeps the pieces from the others.
            let is_first = book.promotions[at + 1..].iter().any(|it| it.pieces & promotion.pieces != 0);
            let Some(written) = written.filter(|_| same && !is_first) else { continue };
            let squares = def.promotion_squares.as_ref().filter(|_| written.choice.value == Choice::BySquare);
            let span = squares.map(|it| it.span).or(written.into.as_ref().map(|it| it.span));
            let own = &book.kinds[named.trailing_zeros() as usize];
            let label = &own.label;
            let other = strongest(book);
            let help = match squares {
                _ if promotion.pieces != named => {
                    format!("leave `\"{}\"` out of `pieces`, or write `into = [\"{other}\"]`", own.name)
                }
                Some(_) => format!("write another kind, for example `{other}`, in `[promotion-squares]`"),
                None => format!("write another kind, for example `into = [\"{other}\"]`"),
            };
            self.sink.warning(Code::NoEffect, span, format!("a {label} that promotes stays a {label}")).help(
                match promotion.pieces == named {
                    true => format!("{help}, or leave the promotion out"),
                    false => help,
                },
            );
        }
    }

    /// Warns about a promotion that a piece may decline, but in which it may also choose its own kind: two moves would do
    /// the same.
    fn choices_to_stay(&mut self, promotion: &Promotion, into: Option<Span>) {
        let named = promotion.choice.named();
        let same = named & promotion.pieces;
        if promotion.forced || same == 0 || named == same {
            return;
        }
        let kind = &self.book.kinds[same.trailing_zeros() as usize];
        let (label, name) = (&kind.label, &kind.name);
        let message = format!("a {label} that promotes to a {label} makes the same move as one that does not promote");
        self.sink.warning(Code::NoEffect, into, message).help(format!(
            "leave `\"{name}\"` out of `into`, or give the other pieces a promotion of their own, and leave `\"{name}\"` out of its `pieces`"
        ));
    }

    /// Warns about squares in `[promotion-squares]` on which no piece promotes, of any player.
    pub(super) fn promotion_squares_in_vain(&mut self) {
        let (def, book) = (self.def, self.book);
        let Some(table) = &def.promotion_squares else { return };
        // Squares are written for the player to whom the symmetry is not applied.
        let Some(first) = book.seats.iter().position(|it| it.symmetry == 0) else { return };
        let by_square = book.promotions.iter().filter(|it| matches!(it.choice, PromotionChoice::BySquare(_)));
        let by_square: Vec<&Promotion> = by_square.collect();
        let Some(PromotionChoice::BySquare(written)) = by_square.first().map(|it| &it.choice) else { return };
        let image = |square: Square, seat: SeatId| match &book.board.symmetry {
            None => square,
            Some(map) => (0..book.seats[seat.index()].symmetry).fold(square, |it, _| map.squares[it.index()]),
        };
        for (kind, squares) in &written[first] {
            let is_in_vain = |it: &Square| {
                let mut seats = book.seat_ids();
                !seats.any(|seat| by_square.iter().any(|of| self.reach.promotes_on(book, of, seat, image(*it, seat))))
            };
            let in_vain: Vec<Square> = squares.iter().copied().filter(is_in_vain).collect();
            let name = &book.kinds[kind.index()].name;
            let list = table.value.iter().find(|it| it.0.value == *name).map(|it| &it.1);
            let (Some(square), Some(list)) = (in_vain.first().map(|it| book.board.name(*it)), list) else { continue };
            let entry = list.iter().find(|it| it.value.to_string() == square);
            let others = match in_vain.len() {
                1 => String::new(),
                2 => " and on another of these squares".to_owned(),
                more => format!(" and on {} others of these squares", more - 1),
            };
            let header = if by_square[0].name.is_empty() { String::new() } else { format!(".{}", by_square[0].name) };
            self.sink
                .warning(
                    Code::UnreachedPromotion,
                    entry.map_or(list.span, |it| it.span),
                    format!("no piece ever promotes on `{square}`{others}"),
                )
                .help(format!("leave `{square}` out, or change `pieces` or `on` in `[promotion{header}]`"));
        }
    }

    /// Warns about squares on which a piece must promote, but for which `[promotion-squares]` lists no kind.
    pub(super) fn promotion_squares_without_kind(&mut self) {
        let (def, book) = (self.def, self.book);
        for promotion in book.promotions.iter().filter(|it| it.forced) {
            let (Some(table), PromotionChoice::BySquare(kinds)) = (&def.promotion_squares, &promotion.choice) else {
                continue;
            };
            let lacks = |seat: SeatId, square: Square| {
                let is_listed = kinds[seat.index()].iter().any(|it| it.1.contains(&square));
                !is_listed && promotion.leaving.is_none() && self.reach.promotes_on(book, promotion, seat, square)
            };
            let squares = |seat| book.board.squares().find(|it| lacks(seat, *it)).map(|it| (seat, it));
            // A condition on links may never hold on these squares.
            let is_known = !matches!(promotion.on, PlaceTest::Links(_)) && !self.reach.is_exhausted();
            let Some((seat, square)) = book.seat_ids().filter(|_| is_known).find_map(squares) else { continue };
            let (name, player) = (book.board.name(square), &book.seats[seat.index()].name);
            let message =
                format!("a piece of `{player}` must promote on `{name}`, but no kind is listed for that square");
            self.sink.warning(Code::Needs, table.span, message).help(format!(
                "add `\"{name}\"` to one of these lists, or leave the square out of `on` in the promotion, or write \
                 `forced = \"no\"` there"
            ));
        }
    }

    /// Warns if earlier promotions apply to all pieces and squares of a later one: the first one that fits decides.
    pub(super) fn promotions_after_others(&mut self) {
        let book = self.book;
        for (at, later) in book.promotions.iter().enumerate() {
            let fits = |it: &&Promotion| {
                it.captures.is_none()
                    && (later.leaving.is_none() || it.leaving == later.leaving)
                    && (it.on == later.on || self.covers(it, later))
            };
            let earlier = book.promotions[..at].iter().filter(fits).map(|it| (it.name.as_str(), it.pieces));
            let span = self.def.promotions.iter().find(|it| it.0.value == later.name).map(|it| it.0.span);
            self.late_promotion("promotion", (&later.name, later.pieces), &earlier.collect::<Vec<_>>(), span);
        }
        for (at, later) in book.promotion_moves.iter().enumerate() {
            let fits = |it: &&PromotionMove| it.on == later.on && it.count.is_none() && it.most.is_none();
            let earlier = book.promotion_moves[..at].iter().filter(fits).map(|it| (it.name.as_str(), it.pieces));
            let span = self.def.promotion_moves.iter().find(|it| it.0.value == later.name).map(|it| it.0.span);
            self.late_promotion("promotion-move", (&later.name, later.pieces), &earlier.collect::<Vec<_>>(), span);
        }
    }

    /// Reports whether a promotion contains every square where a piece promotes by a later one.
    fn covers(&self, earlier: &Promotion, later: &Promotion) -> bool {
        let book = self.book;
        let is_certain = match &earlier.on {
            PlaceTest::Zone { zone, of: None } => !book.zones[*zone].by_seat,
            PlaceTest::Zone { of: Some(Player::Role(Who::Owner) | Player::Seat(_)), .. } => true,
            _ => false,
        };
        let is_known = is_certain && matches!(later.on, PlaceTest::Zone { .. }) && !self.reach.is_exhausted();
        let promotes = |seat: SeatId, at: Square| self.reach.promotes_on(book, later, seat, at);
        let escapes = |seat: SeatId, at: Square| promotes(seat, at) && !earlier.on.may_fit(book, seat, at);
        is_known && book.seat_ids().all(|seat| book.board.squares().all(|at| !escapes(seat, at)))
    }

    /// Warns about a promotion, given by its name and pieces, if the `earlier` ones on its squares take all of its pieces.
    fn late_promotion(
        &mut self,
        header: &str,
        (name, pieces): (&str, u32),
        earlier: &[(&str, u32)],
        span: Option<Span>,
    ) {
        let taken = earlier.iter().fold(0, |all, it| all | it.1);
        let Some((first, _)) = earlier.iter().find(|it| it.1 & pieces != 0).filter(|_| pieces & !taken == 0) else {
            return;
        };
        let title = |name: &str| if name.is_empty() { format!("[{header}]") } else { format!("[{header}.{name}]") };
        let (first, late) = (title(first), title(name));
        self.sink
            .warning(
                Code::UnreachedPromotion,
                span,
                format!("`{late}` never applies: `{first}` applies to its pieces on these squares and comes first"),
            )
            .help(format!("write all pieces that they may become in `{first}`, and leave `{late}` out"));
    }

    /// Warns about promotions whose squares no piece of theirs reaches.
    pub(super) fn promotions_that_nobody_reaches(&mut self) {
        let book = self.book;
        for (at, promotion) in book.promotions.iter().enumerate() {
            let written = self.def.promotions.iter().find(|it| it.0.value == promotion.name).map(|it| &it.1);
            let never = promotion.captures.as_ref().and_then(|it| self.captured_never(it));
            if let Some((why, written)) = never.zip(written) {
                let span = written.captures.as_ref().map(|it| it.span);
                self.sink
                    .warning(Code::UnreachedPromotion, span, format!("no piece ever promotes by this capture: {why}"))
                    .help("change `captures`, or leave it out: moves without a capture then promote, too");
                continue;
            }
            // Pawns of the starting position that never promote have already been reported.
            let is_reported = self.sink.items.iter().any(|it| it.code == Code::NeverPromotes);
            if self.reach.promotes(at) || is_reported {
                continue;
            }
            let span = written.map(|it| it.on.span);
            self.sink
                .warning(Code::UnreachedPromotion, span, "no piece of this promotion can ever reach its squares")
                .help("check `pieces` and `on` of the promotion, the `movement` of these pieces, and the direction in which they face (`faces`)");
        }
    }
}
