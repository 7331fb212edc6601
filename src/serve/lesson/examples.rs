//! Example pictures of mechanics: barriers, movement, promotion, en passant and castling.
//!
//! Input: a variant. Output: pictures, each with its heading and a caption. A board without
//! barriers gets no picture of them. Does not know any game by name.

use super::{Example, capital, reach_picture, refused, some_pieces_to_move};
use crate::board::Square;
use crate::draw::{Drawing, View};
use crate::notation::moves::captured;
use crate::notation::{joined, seat_title};
use crate::rulebook::{KindId, SeatId};
use crate::rules::{EnPassantRight, Move, Piece, Variant};

/// The seat whose pieces are shown.
const FIRST: SeatId = SeatId(0);

/// Maximum number of zones and lines that have a picture each.
const MAX_PLACES: usize = 10;

/// Maximum number of positions tried to find an example of a mechanic.
const MAX_TRIED: usize = 500;

/// Returns all example pictures. `drawing` is the board as seen from the first seat.
pub(super) fn examples(variant: &Variant, drawing: &Drawing) -> Vec<Example> {
    let mut all = places(variant, drawing);
    all.extend(barriers(variant, drawing));
    all.extend(refused::barriers(variant));
    all.extend(refused::bans(variant));
    all.extend(pieces(variant, drawing));
    all.extend(promotions(variant, drawing));
    all.extend(passing(variant, drawing));
    all.extend(castlings(variant, drawing));
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
        (
            it.squares.first().cloned().unwrap_or_default(),
            format!("{whose} “{}”.", it.label),
            format!("zone “{}”", it.label),
        )
    });
    let lines = book.lines.iter().map(|line| {
        let mut at: Vec<Square> = Vec::new();
        for from in board.squares() {
            let on = board.links(from).iter().filter(|it| it.1.lines.iter().any(|it| line.instances.contains(it)));
            at.extend(on.flat_map(|(to, _)| [from, *to]));
        }
        (at, format!("The line “{}” runs between these squares.", line.label), format!("line “{}”", line.label))
    });
    let picture = |(mut marked, words, place): (Vec<Square>, String, String)| {
        marked.sort_unstable();
        marked.dedup();
        if marked.is_empty() {
            return None;
        }
        let view = View { marked, seat: Some(FIRST), lines: true, ..View::default() };
        Some(Example { under: "The board".to_owned(), svg: drawing.show(&[], &view), place: Some(place), words })
    };
    zones.chain(lines).filter_map(picture).collect()
}

/// Shows the squares on both sides of each barrier.
fn barriers(variant: &Variant, drawing: &Drawing) -> Vec<Example> {
    let (book, board) = (variant.rulebook(), variant.board());
    let picture = |(header, barrier): (usize, &crate::rulebook::Barrier)| {
        let stands = |it: &u16| book.barrier_instances.get(usize::from(*it)).is_some_and(|it| it.barrier == header);
        let mut at: Vec<Square> = Vec::new();
        for from in board.squares() {
            for (to, _) in board.links(from).iter().filter(|it| it.1.barriers.iter().any(stands)) {
                at.extend([from, *to]);
            }
        }
        at.sort_unstable();
        at.dedup();
        if at.is_empty() {
            return None;
        }
        let view = View { marked: at, seat: Some(FIRST), ..View::default() };
        let words = format!("The {} lies between the marked squares.", barrier.label);
        Some(Example { under: capital(&barrier.label), svg: drawing.show(&[], &view), place: None, words })
    };
    book.barriers.iter().enumerate().filter_map(picture).collect()
}

/// Shows each piece on a square where it reaches many others.
fn pieces(variant: &Variant, drawing: &Drawing) -> Vec<Example> {
    let book = variant.rulebook();
    let picture = |(index, kind): (usize, &crate::rulebook::Kind)| {
        let id = KindId(index as u8);
        let at = stand(variant, id)?;
        let reach = variant.reach(FIRST, id, at);
        let name = variant.board().name(at);
        let also =
            if reach.captures == reach.quiet { "" } else { "; a frame marks a square where it can only capture" };
        let words = format!("{}'s {} on {name} of an empty board{also}.", seat_title(book, FIRST), kind.label);
        let svg = reach_picture(drawing, (FIRST, id, at), &reach);
        Some(Example { under: "How the pieces move".to_owned(), svg, place: None, words })
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

/// Shows the squares where pieces are promoted.
fn promotions(variant: &Variant, drawing: &Drawing) -> Vec<Example> {
    let book = variant.rulebook();
    let mut all: Vec<(Vec<Square>, Vec<&str>)> = Vec::new();
    for (index, kind) in book.kinds.iter().enumerate() {
        let on = variant.promotes_on(FIRST, KindId(index as u8));
        match all.iter_mut().find(|it| it.0 == on) {
            Some((_, names)) => names.push(&kind.label),
            None => all.push((on, vec![&kind.label])),
        }
    }
    let picture = |(on, names): (Vec<Square>, Vec<&str>)| {
        let view = View { marked: on, seat: Some(FIRST), ..View::default() };
        let words = format!("Where {}'s {} promotes.", seat_title(book, FIRST), joined(&names, "or"));
        Example { under: "Promotion".to_owned(), svg: drawing.show(&[], &view), place: None, words }
    };
    all.into_iter().filter(|it| !it.0.is_empty()).map(picture).collect()
}

/// Shows a double step and the en passant capture that answers it, found by the engine with the
/// kings at home.
fn passing(variant: &Variant, drawing: &Drawing) -> Option<Example> {
    let book = variant.rulebook();
    let takers = book.en_passant.as_ref()?.pieces;
    let setup = book.setup.as_ref()?;
    let owner = SeatId(1);
    let piece = |seat, kind| Piece { seat, kind, tags: 0, moved: false, facing: None };
    let is_royal = |it: &KindId| book.kinds[it.index()].role == crate::policy::Role::Royal;
    let kings: Vec<(Square, Piece)> =
        setup.iter().filter(|it| is_royal(&it.1)).map(|it| (it.2, piece(it.0, it.1))).collect();
    let kinds = (0..book.kinds.len() as u8).map(KindId).filter(|it| takers >> it.0 & 1 != 0);
    let stands: Vec<(KindId, Square, Vec<Square>)> = kinds
        .flat_map(|kind| variant.board().squares().map(move |at| (kind, at)))
        .map(|(kind, at)| (kind, at, variant.reach(FIRST, kind, at).captures))
        .collect();
    let mut tried = 0;
    for (_, kind, from) in setup.iter().filter(|it| it.0 == owner && book.kinds[it.1.index()].is_directed) {
        let steps = variant.reach(owner, *kind, *from).quiet;
        for target in &steps {
            let beyond = variant.reach(owner, *kind, *target).quiet;
            let Some(victim) = steps.iter().find(|it| *it != target && beyond.contains(it)) else { continue };
            for (taker, at, _) in stands.iter().filter(|it| it.2.contains(target)) {
                tried += 1;
                if tried > MAX_TRIED {
                    return None;
                }
                let (taker, at) = (*taker, *at);
                let mut pieces = kings.clone();
                pieces.extend([(*victim, piece(owner, *kind)), (at, piece(FIRST, taker))]);
                let right = EnPassantRight { target: *target, victim: *victim, owner, age: 1 };
                let Some(position) = some_pieces_to_move(variant, FIRST, pieces, vec![right]) else { continue };
                let is_it = |it: &Move| (it.from, it.to) == (at, *target);
                let taken = position.legal_moves().into_iter().find(is_it);
                if taken.and_then(|it| captured(&position, it)) != Some(*victim) {
                    continue;
                }
                let view = View {
                    seat: Some(FIRST),
                    last: Some(Move { from: *from, to: *victim, castling: None, promotion: None }),
                    arrows: vec![(at, *target)],
                    ..View::default()
                };
                let name = |it: Square| variant.board().name(it);
                let words = format!(
                    "{} has just moved from {} to {}. {} captures that piece en passant by moving to {}.",
                    seat_title(book, owner),
                    name(*from),
                    name(*victim),
                    seat_title(book, FIRST),
                    name(*target)
                );
                return Some(Example {
                    under: "En passant".to_owned(),
                    svg: drawing.svg(&position, &view),
                    place: None,
                    words,
                });
            }
        }
    }
    None
}

/// Shows king and rooks before castling, and their destinations.
fn castlings(variant: &Variant, drawing: &Drawing) -> Option<Example> {
    let book = variant.rulebook();
    let own: Vec<_> = book.castlings.iter().filter(|it| it.seat == FIRST).collect();
    let ends: Vec<Square> = own.iter().flat_map(|it| [it.king.0, it.rook.0]).collect();
    let pieces = book.setup.iter().flatten().filter(|it| ends.contains(&it.2));
    let pieces =
        pieces.map(|(seat, kind, at)| (*at, Piece { seat: *seat, kind: *kind, tags: 0, moved: false, facing: None }));
    let pieces: Vec<(Square, Piece)> = pieces.collect();
    if own.is_empty() {
        return None;
    }
    let arrows = own.iter().flat_map(|it| [it.king, it.rook]).filter(|it| it.0 != it.1).collect();
    let view = View { arrows, seat: Some(FIRST), ..View::default() };
    let words = format!("{}'s king and rooks before castling, and the squares they move to.", seat_title(book, FIRST));
    Some(Example { under: "Castling".to_owned(), svg: drawing.show(&pieces, &view), place: None, words })
}
