//! Conditions on the square of a piece: zones, and what its moves lead to.
//!
//! Input: a place test as written. Output: the test with ids, or diagnostics. Does not know whether the heading of a piece
//! names a seat on this board: it notes that a test asks for it, and `zones` checks it.

use super::{Conditions, SETS, Seen};
use crate::definition as def;
use crate::diagnostic::{Code, Diagnostics, Span, Spanned};
use crate::policy::Who;
use crate::rulebook::PlaceTest;

impl Conditions<'_> {
    /// Resolves a condition on the square of a piece.
    pub fn place(&self, place: &Spanned<def::PlaceTest>, seen: Seen, sink: &mut Diagnostics) -> Option<PlaceTest> {
        let of = place.value.of.as_ref();
        if let Some(by) = &place.value.by {
            return self.place_by_facing(&place.value, by.span, sink);
        }
        match (&place.value.zone, &place.value.links) {
            (None, Some(links)) => {
                if let Some(of) = of {
                    sink.error(Code::BadKeys, of.span, "links have no owner").help("leave `of` out");
                }
                Some(PlaceTest::Links(links.value))
            }
            (Some(name), None) => {
                let zone = self.scope.zone(name, sink)?;
                let by_seat = self.scope.zones[zone].1;
                // A zone without `of` has an error of its own: what it needs here is unknown.
                let written = &self.scope.definition.zones[zone].1;
                if written.by_seat.is_empty() && written.common.as_ref().is_some_and(|it| it.of.is_none()) {
                    return None;
                }
                match (of, by_seat) {
                    (None, true) => {
                        sink.error(Code::Needs, place.span, format!("each seat has its own zone `{}`", name.value))
                            .help("name the player: `of = \"owner\"`");
                        None
                    }
                    (Some(of), false) => {
                        sink.error(
                            Code::BadKeys,
                            of.span,
                            format!("`{}` is a zone of the board, so it has no owner", name.value),
                        )
                        .help("leave `of` out");
                        None
                    }
                    (None, false) => Some(PlaceTest::Zone { zone, of: None }),
                    (Some(of), true) => {
                        let (singles, what): (&[&[Who]], &str) = match seen {
                            Seen::Owner => {
                                (&[&[Who::Owner, Who::Others, Who::All]], "this test does not concern a move")
                            }
                            Seen::Capture | Seen::Judged => (
                                &[&[Who::Owner], seen.singles(), SETS],
                                "the owner of the piece is the point of reference",
                            ),
                            _ => (&[&[Who::Owner], seen.singles(), SETS], "there is no captured piece"),
                        };
                        Some(PlaceTest::Zone { zone, of: Some(self.player(of, singles, what, sink)?) })
                    }
                }
            }
            (Some(_), Some(links)) => {
                sink.error(Code::BadKeys, links.span, "a place has either `zone` or `links`, not both")
                    .help("leave `links` out, or leave `zone` out");
                None
            }
            (None, None) => {
                let first = self.scope.zones.first();
                let zone = first.map_or("last-rank", |it| it.0.as_str());
                let owner = if first.is_none_or(|it| it.1) { ", of = \"owner\"" } else { "" };
                sink.error(Code::BadKeys, place.span, "a place needs `zone` or `links`")
                    .help(format!("write `{{ zone = \"{zone}\"{owner} }}`"));
                None
            }
        }
    }

    /// Resolves a place in the zone of the seat whose pieces start with the heading of the piece.
    fn place_by_facing(&self, place: &def::PlaceTest, by: Span, sink: &mut Diagnostics) -> Option<PlaceTest> {
        let Some(name) = place.zone.as_ref().filter(|_| place.links.is_none()) else {
            sink.error(Code::BadKeys, by, "`by` chooses among the zones of the seats, so it needs `zone`")
                .help("write `{ zone = \"last-rank\", by = \"facing\" }`");
            return None;
        };
        if let Some(of) = &place.of {
            sink.error(Code::BadKeys, of.span, "`of` and `by` both choose the seat").help("leave one of them out");
            return None;
        }
        let zone = self.scope.zone(name, sink)?;
        if !self.scope.zones[zone].1 {
            sink.error(Code::BadKeys, by, format!("`{}` is a zone of the board, so no seat has one", name.value))
                .help("leave `by` out");
            return None;
        }
        self.scope.by_facing.borrow_mut().get_or_insert(by);
        Some(PlaceTest::Facing { zone })
    }
}
