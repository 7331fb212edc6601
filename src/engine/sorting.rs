//! Stable sorting with little machine code.
//!
//! Contains [`CompactSort`]. The standard library compiles its stable sort, some 9 KB, for every
//! type of items and every key. Here, only indices are sorted, by one copy of that code; the items
//! are then moved into place. Sorts that run rarely use it.
//!
//! Input: a slice and an order. Output: the same items, sorted. Does not know what the items are.

use std::cmp::Ordering;

/// Stable sorts for slices of any items.
pub trait CompactSort<T> {
    /// Sorts by an order; equal items keep their order.
    fn compact_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by a key; items with equal keys keep their order.
    fn compact_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.compact_sort_by(|a, b| key(a).cmp(&key(b)));
    }
}

impl<T> CompactSort<T> for [T] {
    fn compact_sort_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut order = sorted_indices(self.len(), &mut |a, b| compare(&self[a], &self[b]));
        for place in 0..order.len() {
            // An item that a swap moved away is where the swap put it.
            let mut from = order[place];
            while from < place {
                from = order[from];
            }
            // Each swap moves one item away, so all these searches together take as many steps as there are swaps.
            order[place] = from;
            self.swap(place, from);
        }
    }
}

/// Returns the numbers below `count` in an order.
fn sorted_indices(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}
