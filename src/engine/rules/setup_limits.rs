//! The ids and numbers that a [`Setup`] may contain.
//!
//! Contains [`unusable`]. Input: a setup and the rulebook. Output: a [`SetupError`] for each id that the variant lacks, and for
//! each number outside its range. The reader of setups skips or truncates these values afterwards. Does not know whether the
//! pieces fit together.

use super::setup::{EndingCause, Piece, Setup, SetupError};
use crate::board::Square;
use crate::policy::Points;
use crate::rulebook::{IdKind, Rulebook, SeatId, UnknownId};

/// Returns an error for each id that the rulebook lacks, then for each number outside its range.
pub fn unusable(book: &Rulebook, setup: &Setup) -> Vec<SetupError> {
    let mut errors = unknown_ids(book, setup);
    errors.extend(wrong_numbers(book, setup));
    errors
}

fn unknown_ids(book: &Rulebook, setup: &Setup) -> Vec<SetupError> {
    let seats = book.seats.len();
    let mut checks: Vec<Result<(), UnknownId>> =
        setup.pieces.iter().map(|(square, piece)| check_piece(book, *square, piece)).collect();
    checks.extend(setup.blockers.iter().map(|it| book.check_square(*it)));
    checks.push(book.check_seat(setup.turn));
    checks.push(UnknownId::check_bits(IdKind::Seat, setup.out.into(), seats));
    checks.push(UnknownId::check_bits(IdKind::Seat, setup.frozen.into(), seats));
    checks.extend(setup.extra_turn.map(|it| book.check_seat(it)));
    checks.extend(setup.allies.iter().map(|it| UnknownId::check_bits(IdKind::Seat, (*it).into(), seats)));
    checks.extend(setup.heirs.iter().flatten().chain(&setup.inherited_turn).map(|it| book.check_seat(*it)));
    checks.push(UnknownId::check_bits(IdKind::Castling, setup.castling, book.castlings.len()));
    let states = book.barrier_instances.iter().filter_map(|it| it.state_bit).max();
    let states = states.map_or(0, |it| usize::from(it) + 1);
    checks.push(UnknownId::check_bits(IdKind::BarrierState, setup.open, states));
    for right in &setup.en_passant {
        let squares = book.check_square(right.target).and(book.check_square(right.victim));
        checks.push(squares.and(book.check_seat(right.owner)));
    }
    let by_seat = [setup.pool.len(), setup.counters.len(), setup.lost.len(), setup.scores.len()];
    let by_seat = by_seat.into_iter().chain([setup.allies.len(), setup.heirs.len()]).max().unwrap_or(0);
    checks.push(check_len(IdKind::Seat, by_seat, seats));
    checks.extend(setup.pool.iter().map(|it| check_len(IdKind::Kind, it.len(), book.kinds.len())));
    checks.extend(setup.counters.iter().map(|it| check_len(IdKind::Counter, it.len(), book.counters.len())));
    if let Some(ending) = setup.over {
        checks.push(match ending.cause {
            EndingCause::Outcome(id) => book.check_outcome(id),
            EndingCause::Claim(id) => book.check_claim(id),
        });
        let named = [Some(ending.mover), ending.victim, ending.mating_player];
        checks.extend(named.into_iter().flatten().map(|it| book.check_seat(it)));
    }
    checks.into_iter().filter_map(Result::err).map(SetupError::Unknown).collect()
}

/// Checks that a list has no entry beyond the number of valid ids.
fn check_len(kind: IdKind, len: usize, count: usize) -> Result<(), UnknownId> {
    len.checked_sub(1).map_or(Ok(()), |last| UnknownId::check(kind, last, count))
}

/// Checks the ids of a piece and of its square.
pub fn check_piece(book: &Rulebook, square: Square, piece: &Piece) -> Result<(), UnknownId> {
    book.check_square(square)?;
    book.check_seat(piece.seat)?;
    book.check_kind(piece.kind)?;
    piece.facing.map_or(Ok(()), |it| book.check_heading(it))?;
    UnknownId::check_bits(IdKind::Tag, piece.tags.into(), book.tags.len())
}

/// Returns an error for each number that a position cannot store.
fn wrong_numbers(book: &Rulebook, setup: &Setup) -> Vec<SetupError> {
    let of = |what: &str, seat: usize| format!("{what} of {}", SeatId(seat as u8).name(book));
    let check = |number: String, value: i64, (min, max): (i64, i64)| {
        (!(min..=max).contains(&value)).then_some(SetupError::OutOfRange { number, value, min, max })
    };
    let points = i64::from(Points::MAX * Points::UNIT);
    let mut errors = Vec::new();
    errors.extend(check("the halfmove clock".to_owned(), setup.quiet.into(), (0, u16::MAX.into())));
    for (seat, lost) in setup.lost.iter().enumerate() {
        errors.extend(check(of("the lost value", seat), (*lost).into(), (0, u16::MAX.into())));
    }
    for (seat, score) in setup.scores.iter().enumerate() {
        errors.extend(check(of("the score in twelfths", seat), score.0.into(), (-points, points)));
    }
    for (seat, pool) in setup.pool.iter().enumerate().filter(|_| !book.has_pool) {
        errors.extend(check(of("the pool", seat), pool.iter().map(|it| i64::from(*it)).sum(), (0, 0)));
    }
    errors
}
