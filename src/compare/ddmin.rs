//! Delta debugging (ddmin): minimizes the lines that random games found.
//!
//! Input: a line that shows an aspect. Output: a shorter line from the same start, and a position with few
//! pieces that shows the aspect after at most a few moves. After every deletion, the rest is played again
//! under both rulebooks. Does not know how a difference is reported.

use super::look::{Aspect, differing_reasons, look};
use super::pair::{NameMatch, Pair};
use super::search::{Candidate, FoundDifference};
use super::start::{Origin, SearchStart};
use crate::notation::position::print_list;
use crate::policy::Role;
use crate::rules::{Move, Setup, UnsettledPosition, Variant};

/// Maximum number of moves after a constructed position.
const TAIL: usize = 24;
/// Maximum number of lines to try.
const TRIES: usize = 400;

/// Returns the shortened line, and a position constructed from its end.
pub(super) fn minimize(
    candidate: &Candidate,
    starts: &[SearchStart],
    variants: (&Variant, &Variant),
    names: &NameMatch,
) -> Vec<FoundDifference> {
    let start = &starts[candidate.start];
    let line = shorten(&candidate.line, &start.pair, candidate.aspect, names);
    let mut found = Vec::new();
    if let Some((pair, tail)) = construct(&line, &start.pair, candidate.aspect, variants, names) {
        let text = print_list(&pair.a);
        if let Some(pair) = Pair::parse(variants.0, variants.1, &text) {
            let made = SearchStart { origin: Origin::Made, text: Some(text), pair };
            found.push(FoundDifference { candidate: Candidate { line: tail, ..candidate.clone() }, made: Some(made) });
        }
    }
    found.push(FoundDifference { candidate: Candidate { line, ..candidate.clone() }, made: None });
    found
}

/// Reports whether both rulebooks allow a line, and its end shows the aspect.
pub(super) fn shows(start: &Pair, line: &[Move], aspect: Aspect, names: &NameMatch) -> bool {
    let end = line.iter().try_fold(start.clone(), |pair, mv| pair.play(names, *mv));
    end.is_some_and(|it| differs(&it, aspect, names))
}

fn differs(pair: &Pair, aspect: Aspect, names: &NameMatch) -> bool {
    match aspect {
        Aspect::Reason => !differing_reasons(pair, names, 1).is_empty(),
        _ => look(pair, names).differing.contains(&aspect),
    }
}

/// Deletes runs of moves. Whole rounds come first, because afterward the same player is to move.
fn shorten(line: &[Move], start: &Pair, aspect: Aspect, names: &NameMatch) -> Vec<Move> {
    let round = start.a.variant().rulebook().seats.len().max(1);
    let mut sizes: Vec<usize> = std::iter::successors(Some(line.len() / 2), |it| Some(it / 2).filter(|it| *it > 0))
        .map(|it| (it / round).max(1) * round)
        .chain([round, round.saturating_sub(1).max(1), 1])
        .collect();
    sizes.dedup();
    let (mut line, mut tries) = (line.to_vec(), 0);
    loop {
        let before = line.len();
        for size in &sizes {
            let mut at = 0;
            while at + size <= line.len() && tries < TRIES {
                tries += 1;
                let mut less = line.clone();
                less.drain(at..at + size);
                if shows(start, &less, aspect, names) {
                    line = less;
                } else {
                    at += 1;
                }
            }
        }
        if line.len() == before || tries >= TRIES {
            return line;
        }
    }
}

/// Constructs a position with few pieces from the end of the line, and returns it with the remaining moves.
fn construct(
    line: &[Move],
    start: &Pair,
    aspect: Aspect,
    variants: (&Variant, &Variant),
    names: &NameMatch,
) -> Option<(Pair, Vec<Move>)> {
    for tail in 0..=TAIL.min(line.len().saturating_sub(1)) {
        let (before, rest) = line.split_at(line.len() - tail);
        let pair = before.iter().try_fold(start.clone(), |pair, mv| pair.play(names, *mv))?;
        for text in [print_list(&pair.a), print_list(&pair.b)] {
            let Some(again) = Pair::parse(variants.0, variants.1, &text) else { continue };
            if shows(&again, rest, aspect, names) {
                return Some((remove_pieces(again, rest, aspect, variants, names), rest.to_vec()));
            }
        }
    }
    None
}

/// Removes pieces, rights, points and counts while the position still shows the aspect.
fn remove_pieces(
    mut pair: Pair,
    rest: &[Move],
    aspect: Aspect,
    variants: (&Variant, &Variant),
    names: &NameMatch,
) -> Pair {
    let book = variants.0.rulebook();
    let without = |setup: &Setup| -> Option<Pair> {
        let position = UnsettledPosition::new(variants.0, setup).ok()?;
        let pair = Pair::parse(variants.0, variants.1, &print_list(position.as_position()))?;
        shows(&pair, rest, aspect, names).then_some(pair)
    };
    let clean: [fn(&mut Setup); 6] = [
        |it| it.castling = 0,
        |it| it.en_passant.clear(),
        |it| it.quiet = 0,
        |it| it.scores.iter_mut().for_each(|points| points.0 = 0),
        |it| it.lost.iter_mut().for_each(|lost| *lost = 0),
        |it| it.pool.iter_mut().flatten().for_each(|count| *count = 0),
    ];
    for change in clean {
        let mut setup = pair.a.setup();
        change(&mut setup);
        if let Some(less) = without(&setup) {
            pair = less;
        }
    }
    loop {
        let mut is_less = false;
        let mut at = 0;
        loop {
            let mut setup = pair.a.setup();
            let Some((_, piece)) = setup.pieces.get(at) else { break };
            let is_royal = book.kinds[piece.kind.index()].role == Role::Royal && pair.a.is_living(piece.seat);
            setup.pieces.remove(at);
            match (!is_royal).then(|| without(&setup)).flatten() {
                Some(less) => {
                    pair = less;
                    is_less = true;
                }
                None => at += 1,
            }
        }
        if !is_less {
            return pair;
        }
    }
}
