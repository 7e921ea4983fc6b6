//! Values as small numbers.

use std::borrow::Borrow;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Gives each different value a number, from 0 in the order in which they come. Values are kept
/// twice, so that they should be cheap to clone.
///
/// ```
/// use std::sync::Arc;
/// use ludex_base::Interner;
/// let mut names: Interner<Arc<str>> = Interner::default();
/// assert_eq!((names.intern("a"), names.intern("b"), names.intern("a")), (0, 1, 0));
/// assert_eq!((&*names[1], names.find("c"), names.len()), ("b", None, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Interner<T> {
    values: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner { values: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Hash + Eq + Clone> Interner<T> {
    /// Returns the number of a value, a new one if it is new.
    pub fn intern<Q>(&mut self, value: &Q) -> u32
    where
        T: Borrow<Q> + for<'q> From<&'q Q>,
        Q: Hash + Eq + ?Sized,
    {
        if let Some(&number) = self.numbers.get(value) {
            return number;
        }
        let (value, number) = (T::from(value), self.values.len() as u32);
        self.values.push(value.clone());
        self.numbers.insert(value, number);
        number
    }

    /// Returns the number of a value, if it has one.
    pub fn find<Q: Hash + Eq + ?Sized>(&self, value: &Q) -> Option<u32>
    where
        T: Borrow<Q>,
    {
        self.numbers.get(value).copied()
    }
}

impl<T> Interner<T> {
    /// Returns how many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl<T> std::ops::Index<u32> for Interner<T> {
    type Output = T;

    /// Returns the value with a number.
    fn index(&self, number: u32) -> &T {
        &self.values[number as usize]
    }
}
