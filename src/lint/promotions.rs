//! Warnings about promotions: those that come too late, and those that no piece reaches.
//!
//! Input: the promotions, and where pieces can go. Output: warnings. Does not know turns and pools.

use super::Linter;
use crate::diagnostic::{Code, Span};
use crate::rulebook::{Promotion, PromotionMove};

impl Linter<'_> {
    /// Warns if earlier promotions apply to all pieces and squares of a later one: the first one that fits decides.
    pub(super) fn promotions_after_others(&mut self) {
        let book = self.book;
        for (at, later) in book.promotions.iter().enumerate() {
            let fits = |it: &&Promotion| {
                it.on == later.on && it.captures.is_none() && (later.leaving.is_none() || it.leaving == later.leaving)
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
                format!("`{late}` never applies: `{first}` has the same pieces and squares and comes first"),
            )
            .help(format!("write all pieces that they may become in `{first}`, and leave `{late}` out"));
    }

    /// Warns about promotions whose squares no piece of theirs reaches.
    pub(super) fn promotions_that_nobody_reaches(&mut self) {
        let book = self.book;
        for (at, promotion) in book.promotions.iter().enumerate() {
            // Pawns of the starting position that never promote have already been reported.
            let is_reported = self.sink.items.iter().any(|it| it.code == Code::NeverPromotes);
            if self.reach.promotes(at) || is_reported {
                continue;
            }
            let span = self.def.promotions.iter().find(|it| it.0.value == promotion.name).map(|it| it.1.on.span);
            self.sink
                .warning(Code::UnreachedPromotion, span, "no piece of this promotion can ever reach its squares")
                .help("check `pieces` and `on` of the promotion, the `movement` of these pieces, and the direction in which they face (`faces`)");
        }
    }
}
