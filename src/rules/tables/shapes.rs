//! How men of a table move, said in one word where that is possible.
//!
//! In: man tables, leaps and double steps. Out: a [`Shape`] for each table, and the steps
//! of those that are moved many at once. Royal men are leapers at most.

use std::collections::BTreeMap;

use super::super::bits::Bits;
use super::{DoubleStep, LeapClass, ManTable, Shape, Shift, Shifts};

/// How many differences are kept, the double steps aside.
const MAX_SHIFTS: usize = 10;
/// From so many squares at least a difference must lead to be kept.
const MIN_SQUARES: u32 = 4;

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
                match shifts(&leaps[quiet as usize], &leaps[capture as usize], steps, own) {
                    Some(shifts) => {
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

/// The steps by the differences that most squares have; `None` where few squares have any
/// in common. Squares with a rarer step are left to be looked at one by one.
fn shifts<const W: usize>(
    quiet: &LeapClass<W>,
    capture: &LeapClass<W>,
    steps: &[DoubleStep],
    ranges: &[(u32, u32)],
) -> Option<Shifts<W>> {
    let mut shifts = Shifts {
        singles: Bits::EMPTY,
        quiet: by_difference(quiet),
        capture: by_difference(capture),
        double: doubles(steps, ranges),
    };
    let mut sizes: Vec<u32> = shifts.quiet.iter().chain(&shifts.capture).map(|it| it.from.count()).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let least = sizes.get(MAX_SHIFTS - 1).copied().unwrap_or(0).max(MIN_SQUARES);
    for list in [&mut shifts.quiet, &mut shifts.capture] {
        for rare in list.iter().filter(|it| it.from.count() < least) {
            shifts.singles |= rare.from;
        }
        list.retain(|it| it.from.count() >= least);
    }
    let covers = shifts.quiet.iter().fold(Bits::EMPTY, |all, it| all | it.from).without(shifts.singles);
    (covers.count() >= MIN_SQUARES && !comes_twice(&shifts)).then_some(shifts)
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
