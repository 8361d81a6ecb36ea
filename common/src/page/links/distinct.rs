//! [`Distinct`]: a set that remembers the order of its items.

use std::collections::HashMap;
use std::hash::Hash;

/// A set that remembers the order of its items.
#[derive(Debug)]
pub struct Distinct<T>(HashMap<T, usize>);

impl<T: Eq + Hash> Distinct<T> {
    pub fn with_capacity(capacity: usize) -> Distinct<T> {
        Distinct(HashMap::with_capacity(capacity))
    }

    pub fn insert(&mut self, item: T) {
        let place = self.0.len();
        self.0.entry(item).or_insert(place);
    }

    /// Returns the items in the order of their first insertions.
    pub fn into_vec(self) -> Vec<T> {
        let mut items: Vec<_> = self.0.into_iter().collect();
        items.sort_unstable_by_key(|(_, place)| *place);
        items.into_iter().map(|(item, _)| item).collect()
    }
}
