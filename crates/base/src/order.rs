//! Sorting without knowing what is sorted: a generic sort is compiled anew for every type and every
//! function that compares, 4 to 15 kB of code each, which is a lot for lists of a few moves. What is
//! sorted in inner loops, or is long, is sorted by the standard library.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the places of the keys, from the least key to the greatest. Equal keys keep their order.
///
/// ```
/// assert_eq!(ludex_base::order_by_key(&[30, 10, 20, 10]), [1, 3, 2, 0]);
/// ```
pub fn order_by_key(keys: &[u64]) -> Vec<usize> {
    order(keys.len(), &|a, b| keys[a].cmp(&keys[b]))
}

/// Sorts items by a comparison. Equal items keep their order.
///
/// ```
/// let mut words = ["three", "four", "one", "two"];
/// ludex_base::sort_by(&mut words, |a, b| a.len().cmp(&b.len()));
/// assert_eq!(words, ["one", "two", "four", "three"]);
/// ```
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut places = order(items.len(), &|a, b| compare(&items[a], &items[b]));
    // Each cycle of the permutation carries its first item round to its end.
    for start in 0..places.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == start || from == at {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// Sorts items by a key. Items with equal keys keep their order.
///
/// ```
/// let mut words = ["three", "four", "one", "two"];
/// ludex_base::sort_by_key(&mut words, |word| word.len());
/// assert_eq!(words, ["one", "two", "four", "three"]);
/// ```
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts items from the least to the greatest.
///
/// ```
/// let mut numbers = [3, 1, 2];
/// ludex_base::sort(&mut numbers);
/// assert_eq!(numbers, [1, 2, 3]);
/// ```
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Collects items into a set by inserting one after the other. `collect` sorts them first, by a sort
/// that is compiled for their type.
///
/// ```
/// assert!(ludex_base::ordered_set([3, 1, 2, 3]).into_iter().eq(1..=3));
/// ```
pub fn ordered_set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// Collects entries into a map by inserting one after the other, as [`ordered_set`] does. Of entries
/// with equal keys the last one stays.
///
/// ```
/// assert_eq!(ludex_base::ordered_map([(2, 'b'), (1, 'a')]).into_values().collect::<String>(), "ab");
/// ```
pub fn ordered_map<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(entries);
    map
}

/// Returns the places of items in their order.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut random = Random::new(7);
        for round in 0..2000 {
            let count = round % 40;
            let item = |random: &mut Random, place| (random.below(10), place);
            let mut ours: Vec<_> = (0..count).map(|place| item(&mut random, place)).collect();
            let mut theirs = ours.clone();
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
        }
    }
}
