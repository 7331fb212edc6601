//! Zones as hatched areas, distinguished by the angle of the hatching.
//!
//! Input: a layout and the zones to show. Output: hatching patterns and hatched squares. Does not
//! know positions.

use std::fmt::Write;

use super::View;
use super::layout::{Layout, UNIT};
use super::marks::outline;
use crate::board::Square;
use crate::rulebook::{PieceTest, PlaceTest, Promotion, PromotionChoice, Rulebook, SeatId, SquareList, Zone};
use crate::sorting::CompactSort;

/// Angles of the hatching patterns, in degrees.
const SLANTS: [u32; 4] = [45, 135, 0, 90];

/// Returns the pattern id of the zone with this index in the view.
pub(super) fn pattern(shown: usize) -> String {
    format!("tf-hatch-{}", SLANTS[shown % SLANTS.len()])
}

/// Returns the zones that a picture shades by default: those that outcomes, bans and unusual
/// promotions refer to. Zones that cover most of the board are omitted.
pub(super) fn default_zones(book: &Rulebook) -> Vec<usize> {
    let mut places: Vec<&PlaceTest> = Vec::new();
    let piece = |it: &'_ Option<PieceTest>| it.as_ref().and_then(|it| it.at.clone());
    let mut owned: Vec<Option<PlaceTest>> = Vec::new();
    for test in book.outcomes.iter().map(|it| &it.when) {
        owned.extend([test.king_in.clone(), piece(&test.moved), piece(&test.captured)]);
        owned.push(test.count.as_ref().and_then(|it| it.at.clone()));
    }
    for test in book.bans.iter().map(|it| &it.forbids) {
        owned.push(piece(&test.piece));
        if let Some(mv) = &test.mv {
            owned.extend([mv.to.clone(), piece(&mv.piece), piece(&mv.captures)]);
        }
    }
    places.extend(owned.iter().flatten());
    places.extend(book.promotions.iter().filter(|it| is_unusual(book, it)).map(|it| &it.on));
    let mut zones: Vec<usize> = Vec::new();
    for place in places {
        if let PlaceTest::Zone { zone, .. } | PlaceTest::Facing { zone } = place
            && !zones.contains(zone)
            && shaded(book, &book.zones[*zone], None).len() * 2 <= book.board.len()
        {
            zones.push(*zone);
        }
    }
    zones
}

/// Reports whether a promotion zone differs from the far edge of the board, or its choice depends
/// on the square.
fn is_unusual(book: &Rulebook, promotion: &Promotion) -> bool {
    let board = &book.board;
    let straight = |it: Square| board.links(it).iter().filter(|it| board.is_straight(it.1.heading)).count();
    let is_edge = |it: &Square| straight(*it) < usize::from(board.headings / 2);
    match (&promotion.on, &promotion.choice) {
        (_, PromotionChoice::BySquare(_)) => true,
        (PlaceTest::Zone { zone, .. } | PlaceTest::Facing { zone }, _) => {
            !book.zones[*zone].squares.concat().iter().all(is_edge)
        }
        (PlaceTest::Links(_), _) => false,
    }
}

/// Returns the squares to shade, each once: the zone, or its complement if the zone covers more
/// than half of the board.
pub(super) fn shaded(book: &Rulebook, zone: &Zone, seat: Option<SeatId>) -> Vec<Square> {
    let mut squares = match (is_outside(book, zone), seat) {
        (true, Some(seat)) => outside(book, zone.squares.get(seat.index())),
        (true, None) => zone.squares.iter().flat_map(|it| outside(book, Some(it))).collect(),
        (false, seat) => squares(zone, seat),
    };
    squares.compact_sort_by(Ord::cmp);
    squares.dedup();
    squares
}

/// Returns the name of what a picture hatches for a zone.
pub(super) fn words(book: &Rulebook, zone: &Zone, outside: bool) -> String {
    match zone.label.strip_prefix("outside ") {
        Some(inside) if outside && is_outside(book, zone) => inside.to_owned(),
        None if outside && is_outside(book, zone) => format!("outside {}", zone.label),
        _ => zone.label.clone(),
    }
}

#[cfg(feature = "serve")]
impl super::Drawing {
    /// Returns the names of the areas that the picture of a game hatches.
    pub(crate) fn hatched(book: &Rulebook) -> Vec<String> {
        default_zones(book).iter().map(|it| words(book, &book.zones[*it], true)).collect()
    }
}

/// Reports whether a picture shows a zone by the squares outside it.
pub(super) fn is_outside(book: &Rulebook, zone: &Zone) -> bool {
    zone.squares.iter().all(|it| it.len() * 2 > book.board.len())
}

fn outside(book: &Rulebook, zone: Option<&SquareList>) -> Vec<Square> {
    book.board.squares().filter(|it| !zone.is_some_and(|zone| zone.contains(it))).collect()
}

/// Returns the patterns of the first `count` zones.
pub(super) fn patterns(count: usize) -> String {
    let step = (UNIT * 0.12).round();
    let mut out = String::new();
    for (shown, slant) in SLANTS.iter().enumerate().take(count) {
        let _ = write!(
            out,
            "<pattern id=\"{}\" width=\"{step}\" height=\"{step}\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate({slant})\"><path class=\"zone\" d=\"M0 0V{step}\" stroke-width=\"{:.0}\"/></pattern>",
            pattern(shown),
            UNIT * 0.035
        );
    }
    out
}

/// Draws the zones of a view, hatched and framed. A view from a seat shows the zones of that seat
/// only.
pub(super) fn zones(book: &Rulebook, layout: &Layout, view: &View) -> String {
    let mut out = String::new();
    for (shown, zone) in view.zones.iter().filter_map(|it| book.zones.get(*it)).enumerate() {
        let squares = match view.outside {
            true => shaded(book, zone, view.seat),
            false => squares(zone, view.seat),
        };
        let path: String = squares.iter().map(|it| outline(layout.shape(*it), 1.0)).collect();
        let _ = write!(out, "<path fill=\"url(#{})\" d=\"{path}\"/>", pattern(shown));
        let mut border = super::Pen::default();
        for side in squares.iter().flat_map(|it| &layout.shape(*it).sides) {
            if !side.neighbor.is_some_and(|it| squares.contains(&it)) {
                border.move_to(side.points[0]);
                border.smooth_to(&side.points);
            }
        }
        let _ = write!(
            out,
            "<path class=\"zone\" d=\"{}\" fill=\"none\" stroke-width=\"{:.0}\" stroke-linecap=\"round\"/>",
            border.text(),
            UNIT * 0.03
        );
    }
    out
}

fn squares(zone: &Zone, seat: Option<SeatId>) -> Vec<Square> {
    match seat {
        Some(seat) => zone.squares.get(seat.index()).cloned().unwrap_or_default(),
        None if zone.by_seat => zone.squares.concat(),
        None => zone.squares.first().cloned().unwrap_or_default(),
    }
}
