//! What was found in a random game, without what it does not need.
//!
//! In: a line that shows an aspect. Out: a shorter line from the same start, and a
//! position of few pieces from which a move or none shows it. Whatever is deleted, what is
//! left is played under both again; nothing is claimed that was not seen.

use super::look::{Aspect, look, reasons_apart};
use super::pair::{NameMatch, Pair};
use super::search::{Candidate, FoundDifference};
use super::start::{Origin, SearchStart};
use crate::notation::position::print_list;
use crate::policy::Role;
use crate::rules::{Move, Position, Setup, Variant};

/// So many moves may stand behind a position that is made.
const TAIL: usize = 24;
/// So many lines are tried at most.
const TRIES: usize = 400;

/// The line made shorter, and a position made of its end.
pub(super) fn minimize(
    candidate: &Candidate,
    starts: &[SearchStart],
    variants: (&Variant, &Variant),
    names: &NameMatch,
) -> Vec<FoundDifference> {
    let start = &starts[candidate.start];
    let line = shorter(&candidate.line, &start.pair, candidate.aspect, names);
    let mut found = Vec::new();
    if let Some((pair, tail)) = made(&line, &start.pair, candidate.aspect, variants, names) {
        let text = print_list(&pair.a);
        if let Some(pair) = Pair::parse(variants.0, variants.1, &text) {
            let made = SearchStart { origin: Origin::Made, text: Some(text), pair };
            found.push(FoundDifference { candidate: Candidate { line: tail, ..candidate.clone() }, made: Some(made) });
        }
    }
    found.push(FoundDifference { candidate: Candidate { line, ..candidate.clone() }, made: None });
    found
}

/// Whether a line can be played under both, and shows the aspect at its end.
pub(super) fn shows(start: &Pair, line: &[Move], aspect: Aspect, names: &NameMatch) -> bool {
    let end = line.iter().try_fold(start.clone(), |pair, mv| pair.play(names, *mv));
    end.is_some_and(|it| parts(&it, aspect, names))
}

fn parts(pair: &Pair, aspect: Aspect, names: &NameMatch) -> bool {
    match aspect {
        Aspect::Reason => !reasons_apart(pair, names, 1).is_empty(),
        _ => look(pair, names).parts.contains(&aspect),
    }
}

/// Deletes runs of moves, whole rounds first: after a round the same player is to move.
fn shorter(line: &[Move], start: &Pair, aspect: Aspect, names: &NameMatch) -> Vec<Move> {
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

/// A position from the end of the line, with few pieces, and the moves that are left.
fn made(
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
                return Some((fewer(again, rest, aspect, variants, names), rest.to_vec()));
            }
        }
    }
    None
}

/// Takes pieces, rights, points and counts away as long as the aspect still shows.
fn fewer(mut pair: Pair, rest: &[Move], aspect: Aspect, variants: (&Variant, &Variant), names: &NameMatch) -> Pair {
    let book = variants.0.rulebook();
    let without = |setup: &Setup| -> Option<Pair> {
        let position = Position::new(variants.0, setup).ok()?;
        let pair = Pair::parse(variants.0, variants.1, &print_list(&position))?;
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
