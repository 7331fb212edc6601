//! Stable sorting and sorted maps with little machine code.
//!
//! Contains [`CompactSort`] and [`SortedMap`]. The standard library compiles its stable sort, some 9 KB, for every type of
//! items and every key, and as much for every map. Here, only indices are sorted, by one copy of that code; the items are
//! then moved into place. A map is a sorted list. Sorts that run rarely and small maps use these.
//!
//! Input: items and an order. Output: the same items, sorted. Does not know what the items are.

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

/// A map for a few hundred keys, in their order. Inserting a key moves those after it.
#[derive(Clone, Debug)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord + Copy, V> SortedMap<K, V> {
    fn find(&self, key: K) -> Result<usize, usize> {
        self.0.binary_search_by(|it| it.0.cmp(&key))
    }

    /// Returns the value of a key.
    pub fn get(&self, key: K) -> Option<&V> {
        self.find(key).ok().map(|it| &self.0[it].1)
    }

    /// Returns the value of a key. First inserts `value` if the map does not have the key.
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let place = self.find(key).unwrap_or_else(|place| {
            self.0.insert(place, (key, value()));
            place
        });
        &mut self.0[place].1
    }

    /// Returns the keys with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.0.iter().map(|it| (it.0, &it.1))
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
