//! Zones, shaded by hatching: which of them is told by the slant.
//!
//! In: a layout and the zones that are asked for. Out: patterns, and hatched squares.

use std::fmt::Write;

use super::layout::{Layout, UNIT};
use super::marks::outline;
use crate::board::Square;
use crate::variant::{Place, Rulebook, SeatId, Zone};

/// By how much each hatching is turned.
const SLANTS: [u32; 4] = [45, 135, 0, 90];

/// The name of the pattern of the zone that is shown at that place.
pub(super) fn pattern(shown: usize) -> String {
    format!("tf-hatch-{}", SLANTS[shown % SLANTS.len()])
}

/// The zones of the board that a king goes to in order to end the game.
pub(super) fn telling(book: &Rulebook) -> Vec<usize> {
    let mut zones: Vec<usize> = book
        .outcomes
        .iter()
        .filter_map(|it| match it.when.king_in {
            Some(Place::Zone { zone, of: None }) => Some(zone),
            _ => None,
        })
        .collect();
    zones.dedup();
    zones
}

/// The patterns for so many zones.
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

/// The squares of the zones, of one seat where one looks on, hatched and framed.
pub(super) fn zones(book: &Rulebook, layout: &Layout, asked: &[usize], seat: Option<SeatId>) -> String {
    let mut out = String::new();
    for (shown, zone) in asked.iter().filter_map(|it| book.zones.get(*it)).enumerate() {
        let mut squares = squares(zone, seat);
        squares.sort_unstable();
        squares.dedup();
        let path: String = squares.iter().map(|it| outline(layout.field(*it), 1.0)).collect();
        let _ = write!(out, "<path fill=\"url(#{})\" d=\"{path}\"/>", pattern(shown));
        let mut border = super::Pen::default();
        for side in squares.iter().flat_map(|it| &layout.field(*it).sides) {
            if !side.neighbour.is_some_and(|it| squares.contains(&it)) {
                border.jump(side.points[0]);
                border.through(&side.points);
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
