//! Example pictures of places and of the moves of each piece.
//!
//! Input: a variant. Output: pictures, each with its heading and a caption. Does not know any game
//! by name.

use super::{Example, reach_picture};
use crate::board::Square;
use crate::draw::{Drawing, View};
use crate::notation::seat_title;
use crate::rulebook::{KindId, SeatId};
use crate::rules::Variant;
use crate::sorting::CompactSort;

/// The seat whose pieces are shown.
const FIRST: SeatId = SeatId(0);

/// Maximum number of zones and lines that have a picture each.
const MAX_PLACES: usize = 10;

/// Returns all example pictures. `drawing` is the board as seen from the first seat.
pub(super) fn examples(variant: &Variant, drawing: &Drawing) -> Vec<Example> {
    let mut all = places(variant, drawing);
    all.extend(pieces(variant, drawing));
    all.retain(|it| !it.svg.is_empty());
    all
}

/// Shows the zones and lines that the rules mention. Omits them all if there are too many to help.
fn places(variant: &Variant, drawing: &Drawing) -> Vec<Example> {
    let (book, board) = (variant.rulebook(), variant.board());
    if book.zones.len() + book.lines.len() > MAX_PLACES {
        return Vec::new();
    }
    let zones = book.zones.iter().map(|it| {
        let whose = if it.by_seat { format!("{}'s zone", seat_title(book, FIRST)) } else { "The zone".to_owned() };
        (it.squares.first().cloned().unwrap_or_default(), format!("{whose} “{}”.", it.label), it.label.clone())
    });
    let lines = book.lines.iter().map(|line| {
        let mut at: Vec<Square> = Vec::new();
        for from in board.squares() {
            let on = board.links(from).iter().filter(|it| it.1.lines.iter().any(|it| line.instances.contains(it)));
            at.extend(on.flat_map(|(to, _)| [from, *to]));
        }
        (at, format!("The line “{}” runs between these squares.", line.label), line.label.clone())
    });
    let picture = |(mut marked, words, place): (Vec<Square>, String, String)| {
        marked.compact_sort_by(Ord::cmp);
        marked.dedup();
        if marked.is_empty() {
            return None;
        }
        let view = View { marked, seat: Some(FIRST), lines: true, ..View::default() };
        Some(Example { under: "Terms".to_owned(), svg: drawing.show(&[], &view), place: Some(place), words })
    };
    zones.chain(lines).filter_map(picture).collect()
}

/// Shows each piece on a square where it reaches many others.
fn pieces(variant: &Variant, drawing: &Drawing) -> Vec<Example> {
    let book = variant.rulebook();
    let picture = |(index, kind): (usize, &crate::rulebook::Kind)| {
        let id = KindId(index as u8);
        if book.blocker.as_ref().is_some_and(|it| it.kind == id) {
            return None;
        }
        let at = stand(variant, id)?;
        let reach = variant.reach(FIRST, id, at);
        let name = variant.board().name(at);
        let only_captures = reach.captures.iter().any(|it| !reach.quiet.contains(it));
        let also = if only_captures { "; a frame marks a square where it can only capture" } else { "" };
        let words = format!("{}'s {} on {name} of an empty board{also}.", seat_title(book, FIRST), kind.label);
        let svg = reach_picture(drawing, (FIRST, id, at), &reach);
        Some(Example { under: "The pieces".to_owned(), svg, place: None, words })
    };
    book.kinds.iter().enumerate().filter_map(picture).collect()
}

/// Chooses the square on which a piece is shown. A piece with a direction is shown at home. Any
/// other piece is shown in front of the player's own pieces, on the central square from which it
/// reaches most.
fn stand(variant: &Variant, kind: KindId) -> Option<Square> {
    let (book, board) = (variant.rulebook(), variant.board());
    let setup = || book.setup.iter().flatten().filter(|it| it.0 == FIRST);
    let home: Vec<Square> = setup().filter(|it| it.1 == kind).map(|it| it.2).collect();
    let is_directed = book.kinds[kind.index()].is_directed;
    if let Some(at) = home.get(home.len() / 2).filter(|_| is_directed) {
        return Some(*at);
    }
    let patch = setup().next().map_or(0, |it| board.info(it.2).patch);
    let whole: Vec<Square> = board.squares().filter(|it| board.info(*it).patch == patch).collect();
    let own: Vec<Square> = setup().map(|it| it.2).filter(|it| board.info(*it).patch == patch).collect();
    let files = if own.is_empty() { &whole } else { &own };
    let mean = |all: &[Square], of: &dyn Fn(Square) -> i16| {
        all.iter().map(|it| f32::from(of(*it))).sum::<f32>() / all.len().max(1) as f32
    };
    let middle = (mean(files, &|it| board.info(it).file), mean(&whole, &|it| board.info(it).rank));
    let far = |it: Square| {
        let info = board.info(it);
        let (file, rank) = (f32::from(info.file) - middle.0, f32::from(info.rank) - middle.1);
        ((file * file + rank * rank) * 1000.0) as i64
    };
    let nearest = whole.iter().map(|it| far(*it)).min()?;
    // The squares within about one step of the one nearest to the middle.
    let near = whole.into_iter().filter(|it| far(*it) <= nearest + 1500);
    let reach = |it: Square| {
        let reach = variant.reach(FIRST, kind, it);
        reach.quiet.len() + reach.captures.len()
    };
    near.max_by_key(|it| (reach(*it), std::cmp::Reverse(far(*it)), std::cmp::Reverse(*it)))
}
