//! Illustrations of leaps that barriers stop.
//!
//! Input: a variant. Output: for each kind of barrier one leap that it stops while it is closed, along the path that crosses
//! it. The engine decides which leaps are refused. Does not know any game by name.

use super::Illustration;
use super::crossings::crosses;
use super::moves::kings;
use super::refused::{diagram, is_calm, unsettled};
use crate::board::Square;
use crate::english::learn::{leap_paths_of, leaps_between_sections};
use crate::notation::{NameParts, joined, seat_title};
use crate::rulebook::{AtomShape, Barrier, Kind, KindId, SeatId};
use crate::rules::{Move, Piece, Position, Refusal, Setup, Variant};
use crate::sorting::CompactSort;

/// Returns an illustration of a leap that each kind of barrier stops while it is closed.
pub(super) fn stopped(variant: &Variant) -> Vec<Illustration> {
    let book = variant.rulebook();
    let has_leaps = |it: &Kind| it.movement.atoms.iter().any(|it| matches!(it.shape, AtomShape::Oblique(..)));
    let leapers: Vec<KindId> = book.player_kinds().filter(|it| has_leaps(it.1)).map(|it| it.0).collect();
    let one = |(header, barrier): (usize, &Barrier)| {
        let kind = leapers.iter().find(|it| barrier.pieces >> it.0 & 1 != 0)?;
        let kings = kings(variant);
        let free = variant.board().squares().filter(|at| kings.iter().all(|it| it.0 != *at));
        let mut free: Vec<Square> = free.collect();
        // The squares where such a piece starts come first.
        free.compact_sort_by_key(|at| !book.setup.iter().flatten().any(|it| *it == (SeatId(0), *kind, *at)));
        let between = leaps_between_sections(book, barrier).filter(|it| it.kind == *kind);
        // The text has an example already.
        let example = between.as_ref().map(|it| it.example);
        free.compact_sort_by_key(|at| example.is_some_and(|it| it.0 != *at));
        let refused = |from: Square| -> Option<(Position, Move)> {
            let mut pieces = kings.clone();
            pieces.push((from, Piece::new(SeatId(0), *kind)));
            let setup = Setup::builder(variant).turn(SeatId(0)).pieces(pieces).setup();
            let position = unsettled(variant, &setup).filter(is_calm)?;
            let is_stopped = |mv: &Move| match position.explain(*mv) {
                Err(Refusal::Barrier { barrier, .. }) => book.barrier_instances[barrier].barrier == header,
                _ => false,
            };
            // The reach of a piece leaves out what a barrier stops, so every square is tried.
            let first = example.filter(|it| it.0 == from).map(|it| it.1);
            let mut moves = first.into_iter().chain(variant.board().squares()).map(|to| Move::new(from, to));
            let mv = moves.find(is_stopped)?;
            Some((position, mv))
        };
        let (position, mv) = free.into_iter().find_map(refused)?;
        let mut diagram = diagram(position, mv, "");
        let mut ways = leap_ways(variant, *kind, mv);
        let path = |way: &[Square]| [&[mv.from], way, &[mv.to]].concat();
        let crossed = |way: &[Square]| path(way).windows(2).position(|it| crosses(variant, header, it[0], it[1]));
        // The path that crosses comes first.
        ways.compact_sort_by_key(|it| crossed(it).is_none());
        if let (Some(between), Some((one, step))) = (&between, ways.iter().find_map(|it| Some((it, crossed(it)?)))) {
            let (from, to) = (variant.board().name(mv.from), variant.board().name(mv.to));
            let end = match NameParts::of(book, mv.from).rank == between.rank {
                true => "starts",
                false => "ends",
            };
            let state = if barrier.opens.is_empty() { "" } else { "closed " };
            diagram.caption = format!(
                "{}'s {} may not move from {from} to {to}: it {end} on rank {} and changes section, so it crosses the \
                 {state}{}.",
                seat_title(book, SeatId(0)),
                book.kinds[kind.index()].label,
                between.rank,
                barrier.label
            )
            .into();
            diagram.marked.clear();
            diagram.stopped = vec![(path(one), step)];
        } else if let [one, other] = ways.as_slice()
            && let Some(step) = crossed(one)
        {
            let names =
                |it: &[Square]| joined(&it.iter().map(|it| variant.board().name(*it)).collect::<Vec<_>>(), "and");
            let marks: Vec<(Square, String)> =
                (b'A'..).zip(other).map(|(mark, at)| (*at, char::from(mark).to_string())).collect();
            let letters = joined(&marks.iter().map(|it| it.1.as_str()).collect::<Vec<_>>(), "and");
            let (over, label) = (names(other), &barrier.label);
            let rest = match crossed(other) {
                None => format!("crosses no {label}, but one path that crosses is enough"),
                Some(_) => format!("crosses the {label}, too"),
            };
            let text = format!(
                " The arrow shows the path over {}. The other path, over {over} ({letters}), {rest}.",
                names(one)
            );
            diagram.caption = diagram.caption.text(text);
            diagram.marked.clear();
            diagram.numbers = marks;
            diagram.stopped = vec![(path(one), step)];
        }
        Some(Illustration { rule: format!("rule-barrier-{}", barrier.name), diagram })
    };
    book.barriers.iter().enumerate().filter_map(one).collect()
}

/// Returns the squares that each path of a leap passes, without its ends.
fn leap_ways(variant: &Variant, kind: KindId, mv: Move) -> Vec<Vec<Square>> {
    let kind = &variant.rulebook().kinds[kind.index()];
    let mut ways: Vec<Vec<Square>> = Vec::new();
    let paths = leap_paths_of(variant.board(), kind, mv.from).into_iter().map(|it| it.1.squares);
    for mut path in paths.filter(|it| it.last() == Some(&mv.to)) {
        path.pop();
        if !ways.contains(&path) {
            ways.push(path);
        }
    }
    ways
}
