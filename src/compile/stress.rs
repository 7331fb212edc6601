//! Stress majorization: lays out a board from its graph alone, as a last resort.
//!
//! Input: the number of squares, and the linked pairs. Output: a point for each square, such that
//! distances in the drawing approximate distances in the graph. Uses the local update of stress
//! majorization (Gansner, Koren and North, "Graph Drawing by Stress Majorization", 2004) with weights
//! of 1/d². The result is deterministic on every machine. Does not know patches and seams.

use std::collections::VecDeque;

use crate::board::patch_layout::Point;

/// Target distance of linked squares.
const LENGTH: f64 = 1.3;
/// Number of stress-majorization iterations.
const ITERATIONS: usize = 120;

/// Computes the positions of `count` squares.
pub(super) fn places(count: usize, links: &[(usize, usize)]) -> Vec<Point> {
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (a, b) in links.iter().filter(|it| it.0 != it.1) {
        near[*a].push(*b);
        near[*b].push(*a);
    }
    let distances = distances(&near);
    let mut places = initial_layout(&distances);
    for _ in 0..ITERATIONS {
        majorize(&mut places, &distances);
    }
    places
}

/// Computes the target distance of every pair of squares by breadth-first search. Unconnected squares are one step
/// farther apart than the longest shortest path.
fn distances(near: &[Vec<usize>]) -> Vec<Vec<f64>> {
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

/// Computes the initial layout. The ends of the first axis are two squares far apart from each other; the ends of
/// the second axis lie about equally far from both.
fn initial_layout(distances: &[Vec<f64>]) -> Vec<Point> {
    let count = distances.len();
    let farthest =
        |from: usize| (0..count).max_by(|a, b| distances[from][*a].total_cmp(&distances[from][*b])).unwrap_or(from);
    let left = farthest(0);
    let right = farthest(left);
    let even = |it: &usize| {
        (distances[left][*it] - distances[right][*it]).abs() - 0.1 * (distances[left][*it] + distances[right][*it])
    };
    let low = (0..count).min_by(|a, b| even(a).total_cmp(&even(b))).unwrap_or(0);
    let apart = |it: &usize| distances[low][*it] - even(it);
    let high = (0..count).max_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap_or(0);
    (0..count)
        .map(|it| {
            // A small offset ensures that no two squares start at the same point.
            let (sin, cos) = (it as f64 * 2.4).sin_cos();
            let x = (distances[left][it] - distances[right][it]) / 2.0;
            let y = (distances[low][it] - distances[high][it]) / 2.0;
            (x + 0.05 * cos, y + 0.05 * sin)
        })
        .collect()
}

/// Runs one iteration: moves each square to the weighted mean of the positions that the others want for it.
fn majorize(places: &mut [Point], distances: &[Vec<f64>]) {
    for at in 0..places.len() {
        let own = places[at];
        let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
        for (other, place) in places.iter().enumerate().filter(|it| it.0 != at) {
            let wanted = distances[at][other];
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
