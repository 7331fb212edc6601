//! Movement patterns and attack patterns.
//!
//! Contains the functions that choose a [`MovePattern`] for each piece table, and thereby the loop that
//! generates its moves. Also groups types and seats that attack alike ([`AttackPattern`]).
//!
//! Input: piece tables, leaps and double steps. Output: patterns, rosters and [`Shifts`]. Royal
//! pieces are leapers or mixed. Does not know positions.

use super::super::square_set::SquareSet;
use super::{
    AttackPattern, AttackPatterns, DoubleStepTable, LeapClass, MovePattern, PieceTable, RosterEntry, Shift, Shifts,
};
use crate::sorting::SortedMap;

/// Maximum number of single-step differences that are generated as shifts. With more, a lookup per
/// piece is faster.
const MAX_SHIFTS: usize = 4;

/// Chooses the pattern of each piece table, and returns the shifts that the patterns refer to.
pub fn move_patterns<const W: usize>(
    pieces: &mut [PieceTable<W>],
    leaps: &[LeapClass<W>],
    steps: &[DoubleStepTable],
    ranges: &[(u32, u32)],
    royal_types: u64,
    n_seats: usize,
) -> Vec<Shifts<W>> {
    let mut all = Vec::new();
    let squares = ranges.len() / pieces.len().max(1);
    for (index, piece) in pieces.iter_mut().enumerate() {
        let royal = royal_types >> (index / n_seats) & 1 != 0;
        let bare = piece.en_passant.is_none()
            && piece.promotes.is_empty()
            && piece.steps_from.is_empty()
            && piece.other_rides.is_empty();
        piece.pattern = match (piece.slides, piece.quiet, piece.capture) {
            (Some(slides), None, None) if bare && !royal => MovePattern::Slider(slides),
            (None, Some(quiet), Some(capture)) if bare && quiet == capture => MovePattern::Leaper(quiet),
            (None, Some(quiet), Some(capture)) if !royal && quiet != capture && piece.other_rides.is_empty() => {
                let own = &ranges[index * squares..(index + 1) * squares];
                match shifts((quiet, capture), leaps, steps, own) {
                    Some(mut shifts) => {
                        shifts.promotes_from = shifts.origins_of_steps_to(piece.promotes);
                        if shifts.by_piece.is_some() {
                            shifts.quiet.clear();
                            shifts.capture.clear();
                        }
                        all.push(shifts);
                        MovePattern::Stepper(all.len() as u16 - 1)
                    }
                    None => MovePattern::Mixed,
                }
            }
            _ => MovePattern::Mixed,
        };
    }
    all
}

/// Returns the roster of each seat: its types with what the generator needs first.
pub fn rosters<const W: usize>(pieces: &[PieceTable<W>], royal_types: u64, n_seats: usize) -> Vec<Vec<RosterEntry>> {
    let entry = |index: usize| RosterEntry {
        pattern: pieces[index].pattern,
        ty: (index / n_seats) as u8,
        royal: royal_types >> (index / n_seats) & 1 != 0,
        odd: !pieces[index].odd_from.is_empty(),
    };
    (0..n_seats).map(|seat| (seat..pieces.len()).step_by(n_seats).map(entry).collect()).collect()
}

/// Groups types by the class that they attack with, then seats by their set of types.
pub fn attack_patterns(
    n_types: usize,
    n_seats: usize,
    classes: impl Fn(usize, usize) -> Vec<u16>,
) -> Vec<AttackPattern> {
    let mut by_class: SortedMap<u16, Vec<u64>> = SortedMap::default();
    for ty in 0..n_types {
        for seat in 0..n_seats {
            for class in classes(ty, seat) {
                by_class.get_or_insert_with(class, || vec![0; n_seats])[seat] |= 1 << ty;
            }
        }
    }
    let mut out: Vec<AttackPattern> = Vec::new();
    for (class, seats) in by_class {
        for (seat, types) in seats.into_iter().enumerate().filter(|(_, it)| *it != 0) {
            match out.iter_mut().find(|it| it.class == class && it.types == types) {
                Some(found) => found.seats |= 1 << seat,
                None => out.push(AttackPattern::new(class, types, 1 << seat)),
            }
        }
    }
    out
}

/// Returns the attack patterns of every set of seats.
pub fn patterns_by_seats(leaps: &[AttackPattern], rides: &[AttackPattern], n_seats: usize) -> Vec<AttackPatterns> {
    let of = |list: &[AttackPattern], seats: u8| {
        let own = list.iter().filter(|it| it.seats & seats != 0);
        own.map(|it| AttackPattern::new(it.class, it.types, it.seats & seats)).collect()
    };
    (0..1usize << n_seats).map(|it| AttackPatterns { leaps: of(leaps, it as u8), rides: of(rides, it as u8) }).collect()
}

/// Returns the steps as shifts. Single steps use leap tables if they have too many differences.
/// Returns `None` if two steps of one piece may lead to the same square.
fn shifts<const W: usize>(
    (quiet, capture): (u16, u16),
    leaps: &[LeapClass<W>],
    steps: &[DoubleStepTable],
    ranges: &[(u32, u32)],
) -> Option<Shifts<W>> {
    let mut shifts = Shifts {
        by_piece: None,
        quiet: shifts_by_difference(&leaps[quiet as usize]),
        capture: shifts_by_difference(&leaps[capture as usize]),
        promotes_from: SquareSet::EMPTY,
        double: doubles(steps, ranges),
    };
    if has_ambiguous_step(&shifts) {
        return None;
    }
    if shifts.quiet.len() + shifts.capture.len() > MAX_SHIFTS {
        shifts.by_piece = Some((quiet, capture));
    }
    Some(shifts)
}

impl<const W: usize> Shifts<W> {
    /// Returns the squares from which some step ends in `ends`.
    fn origins_of_steps_to(&self, ends: SquareSet<W>) -> SquareSet<W> {
        let double = self.double.iter().map(|(it, on)| (it.by + on, it.from));
        let all = self.quiet.iter().chain(&self.capture).map(|it| (it.by, it.from)).chain(double);
        all.map(|(by, from)| ends.shifted(-by) & from).fold(SquareSet::EMPTY, |all, it| all | it)
    }
}

/// Reports whether two steps without a capture may take one piece to the same square.
fn has_ambiguous_step<const W: usize>(shifts: &Shifts<W>) -> bool {
    let single = shifts.quiet.iter().map(|it| (it.by, it.from));
    let double = shifts.double.iter().map(|(it, on)| (it.by + on, it.from));
    let all: Vec<(i16, SquareSet<W>)> = single.chain(double).collect();
    let same =
        |(index, one): (usize, &(i16, SquareSet<W>))| all[..index].iter().any(|it| it.0 == one.0 && it.1.meets(one.1));
    all.iter().enumerate().any(same)
}

fn shifts_by_difference<const W: usize>(class: &LeapClass<W>) -> Vec<Shift<W>> {
    let mut all: SortedMap<i16, SquareSet<W>> = SortedMap::default();
    for (from, ends) in class.to.iter().enumerate() {
        for to in ends.iter() {
            all.get_or_insert_with(to as i16 - from as i16, SquareSet::default).insert(from);
        }
    }
    all.into_iter().map(|(by, from)| Shift { from, by }).collect()
}

fn doubles<const W: usize>(steps: &[DoubleStepTable], ranges: &[(u32, u32)]) -> Vec<(Shift<W>, i16)> {
    let mut all: SortedMap<(i16, i16), SquareSet<W>> = SortedMap::default();
    for (from, (start, end)) in ranges.iter().enumerate() {
        for step in steps[*start as usize..*end as usize].iter().filter(|it| it.plain) {
            let middle = step.middle as i16;
            let key = (middle - from as i16, step.end as i16 - middle);
            all.get_or_insert_with(key, SquareSet::default).insert(from);
        }
    }
    all.into_iter().map(|((by, on), from)| (Shift { from, by }, on)).collect()
}
