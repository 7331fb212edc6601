//! A board as a plain graph, laid out by the lengths of its ways: the last resort.
//!
//! In: how many squares there are, and which are linked. Out: a place for each, so that
//! squares lie about as far apart as they are links apart. The same input gives the same
//! places on every machine. Refuses to know patches and seams.

use std::collections::VecDeque;

use crate::board::plan::Point;

/// How far apart linked squares should lie.
const LENGTH: f64 = 1.3;
/// So often all places are bettered.
const ROUNDS: usize = 120;

/// The places of `count` squares.
pub(super) fn places(count: usize, links: &[(usize, usize)]) -> Vec<Point> {
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (a, b) in links.iter().filter(|it| it.0 != it.1) {
        near[*a].push(*b);
        near[*b].push(*a);
    }
    let far = far(&near);
    let mut places = begun(&far);
    for _ in 0..ROUNDS {
        bettered(&mut places, &far);
    }
    places
}

/// How many links lie between any two squares; what hangs together by none lies a little
/// further than the longest way.
fn far(near: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let count = near.len();
    let mut all = Vec::with_capacity(count);
    let mut longest: u32 = 1;
    for from in 0..count {
        let mut steps: Vec<Option<u32>> = vec![None; count];
        steps[from] = Some(0);
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((at, walked)) = open.pop_front() {
            longest = longest.max(walked);
            for next in &near[at] {
                if steps[*next].is_none() {
                    steps[*next] = Some(walked + 1);
                    open.push_back((*next, walked + 1));
                }
            }
        }
        all.push(steps);
    }
    let length = |it: Option<u32>| f64::from(it.unwrap_or(longest + 1)) * LENGTH;
    all.into_iter().map(|row| row.into_iter().map(length).collect()).collect()
}

/// Where to begin: the two squares that are farthest apart at the ends of the first axis,
/// and the two that differ most in nothing else at the ends of the second.
fn begun(far: &[Vec<f64>]) -> Vec<Point> {
    let count = far.len();
    let farthest = |from: usize| (0..count).max_by(|a, b| far[from][*a].total_cmp(&far[from][*b])).unwrap_or(from);
    let left = farthest(0);
    let right = farthest(left);
    let even = |it: &usize| (far[left][*it] - far[right][*it]).abs() - 0.1 * (far[left][*it] + far[right][*it]);
    let low = (0..count).min_by(|a, b| even(a).total_cmp(&even(b))).unwrap_or(0);
    let apart = |it: &usize| far[low][*it] - even(it);
    let high = (0..count).max_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap_or(0);
    (0..count)
        .map(|it| {
            // A little aside for each, so that no two begin in one place.
            let (sin, cos) = (it as f64 * 2.4).sin_cos();
            let x = (far[left][it] - far[right][it]) / 2.0;
            let y = (far[low][it] - far[high][it]) / 2.0;
            (x + 0.05 * cos, y + 0.05 * sin)
        })
        .collect()
}

/// Moves each square to where all others would have it, near ones counting most.
fn bettered(places: &mut [Point], far: &[Vec<f64>]) {
    for at in 0..places.len() {
        let own = places[at];
        let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
        for (other, place) in places.iter().enumerate().filter(|it| it.0 != at) {
            let wanted = far[at][other];
            let weight = 1.0 / (wanted * wanted);
            let (dx, dy) = (own.0 - place.0, own.1 - place.1);
            let apart = dx.hypot(dy).max(1e-6);
            sum.0 += weight * (place.0 + dx / apart * wanted);
            sum.1 += weight * (place.1 + dy / apart * wanted);
            weights += weight;
        }
        if weights > 0.0 {
            places[at] = (sum.0 / weights, sum.1 / weights);
        }
    }
}
