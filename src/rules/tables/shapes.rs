//! How men of a table move, said in one word where that is possible.
//!
//! In: man tables, leaps and double steps. Out: a [`Shape`] for each table, and the steps
//! of those that are moved many at once. Royal men are leapers at most.

use std::collections::BTreeMap;

use super::super::bits::Bits;
use super::{DoubleStep, LeapClass, ManTable, Roll, Shape, Shift, Shifts};

/// How many differences are worked on as sets, the double steps aside; with more, each man
/// is sooner looked up.
const MAX_SHIFTS: usize = 4;

/// Gives each table its shape.
pub fn shapes<const W: usize>(
    men: &mut [ManTable<W>],
    leaps: &[LeapClass<W>],
    steps: &[DoubleStep],
    ranges: &[(u32, u32)],
    royal_types: u64,
    n_seats: usize,
) -> Vec<Shifts<W>> {
    let mut all = Vec::new();
    let squares = ranges.len() / men.len().max(1);
    for (index, man) in men.iter_mut().enumerate() {
        let royal = royal_types >> (index / n_seats) & 1 != 0;
        let bare =
            man.passing.is_none() && man.promotes.is_empty() && man.steps_from.is_empty() && man.other_rides.is_empty();
        man.shape = match (man.slides, man.quiet, man.capture) {
            (Some(slides), None, None) if bare && !royal => Shape::Slider(slides),
            (None, Some(quiet), Some(capture)) if bare && quiet == capture => Shape::Leaper(quiet),
            (None, Some(quiet), Some(capture)) if !royal && quiet != capture && man.other_rides.is_empty() => {
                let own = &ranges[index * squares..(index + 1) * squares];
                match shifts((quiet, capture), leaps, steps, own) {
                    Some(mut shifts) => {
                        shifts.promotes_from = shifts.before(man.promotes);
                        if shifts.by_man.is_some() {
                            shifts.quiet.clear();
                            shifts.capture.clear();
                        }
                        all.push(shifts);
                        Shape::Stepper(all.len() as u16 - 1)
                    }
                    None => Shape::Mixed,
                }
            }
            _ => Shape::Mixed,
        };
    }
    all
}

/// What generating asks first, by seat.
pub fn rosters<const W: usize>(men: &[ManTable<W>], royal_types: u64, n_seats: usize) -> Vec<Vec<Roll>> {
    let roll = |index: usize| Roll {
        shape: men[index].shape,
        ty: (index / n_seats) as u8,
        royal: royal_types >> (index / n_seats) & 1 != 0,
        odd: !men[index].odd_from.is_empty(),
    };
    (0..n_seats).map(|seat| (seat..men.len()).step_by(n_seats).map(roll).collect()).collect()
}

/// The steps, by their differences where these are few; `None` where a man could come to
/// one square by two of them.
fn shifts<const W: usize>(
    (quiet, capture): (u16, u16),
    leaps: &[LeapClass<W>],
    steps: &[DoubleStep],
    ranges: &[(u32, u32)],
) -> Option<Shifts<W>> {
    let mut shifts = Shifts {
        by_man: None,
        quiet: by_difference(&leaps[quiet as usize]),
        capture: by_difference(&leaps[capture as usize]),
        promotes_from: Bits::EMPTY,
        double: doubles(steps, ranges),
    };
    if comes_twice(&shifts) {
        return None;
    }
    if shifts.quiet.len() + shifts.capture.len() > MAX_SHIFTS {
        shifts.by_man = Some((quiet, capture));
    }
    Some(shifts)
}

impl<const W: usize> Shifts<W> {
    /// The squares from which some step ends on one of these.
    fn before(&self, ends: Bits<W>) -> Bits<W> {
        let double = self.double.iter().map(|(it, on)| (it.by + on, it.from));
        let all = self.quiet.iter().chain(&self.capture).map(|it| (it.by, it.from)).chain(double);
        all.map(|(by, from)| ends.shifted(-by) & from).fold(Bits::EMPTY, |all, it| all | it)
    }
}

/// Whether some man could come to one square by two of the steps without taking.
fn comes_twice<const W: usize>(shifts: &Shifts<W>) -> bool {
    let single = shifts.quiet.iter().map(|it| (it.by, it.from));
    let double = shifts.double.iter().map(|(it, on)| (it.by + on, it.from));
    let all: Vec<(i16, Bits<W>)> = single.chain(double).collect();
    let same =
        |(index, one): (usize, &(i16, Bits<W>))| all[..index].iter().any(|it| it.0 == one.0 && it.1.meets(one.1));
    all.iter().enumerate().any(same)
}

fn by_difference<const W: usize>(class: &LeapClass<W>) -> Vec<Shift<W>> {
    let mut all: BTreeMap<i16, Bits<W>> = BTreeMap::new();
    for (from, ends) in class.to.iter().enumerate() {
        for to in ends.iter() {
            all.entry(to as i16 - from as i16).or_default().insert(from);
        }
    }
    all.into_iter().map(|(by, from)| Shift { from, by }).collect()
}

fn doubles<const W: usize>(steps: &[DoubleStep], ranges: &[(u32, u32)]) -> Vec<(Shift<W>, i16)> {
    let mut all: BTreeMap<(i16, i16), Bits<W>> = BTreeMap::new();
    for (from, (start, end)) in ranges.iter().enumerate() {
        for step in steps[*start as usize..*end as usize].iter().filter(|it| it.plain) {
            let middle = step.middle as i16;
            all.entry((middle - from as i16, step.end as i16 - middle)).or_default().insert(from);
        }
    }
    all.into_iter().map(|((by, on), from)| (Shift { from, by }, on)).collect()
}
