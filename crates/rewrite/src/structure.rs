//! Relational structures: named elements, and relations as sets of tuples.
//!
//! This form is for parsing, printing and the definitions; the engine packs it into bits.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::Name;

/// A tuple of elements, by their indexes in the universe.
pub type Tuple = Vec<usize>;

/// A relation of some arity.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Relation {
    /// The number of elements of a tuple.
    pub arity: usize,
    /// The tuples.
    pub tuples: BTreeSet<Tuple>,
}

/// The rows and columns of a structure that was drawn as a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The element of each cell, row by row from the lower left one; `None` for a hole.
    pub cells: Vec<Option<usize>>,
}

/// A relational structure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Structure {
    /// The names of the elements: the universe, in order.
    pub elements: Vec<Name>,
    /// The relations by name.
    pub relations: BTreeMap<Name, Relation>,
    /// Its grid, if it was drawn as one.
    pub grid: Option<Grid>,
}

impl Structure {
    /// Returns the number of elements.
    pub fn size(&self) -> usize {
        self.elements.len()
    }

    /// Returns the index of an element.
    pub fn element(&self, name: &str) -> Option<usize> {
        self.elements.iter().position(|element| &**element == name)
    }

    /// Returns whether a tuple is in a relation.
    pub fn has(&self, relation: &str, tuple: &[usize]) -> bool {
        self.relations.get(relation).is_some_and(|r| r.tuples.contains(tuple))
    }

    /// Returns a relation, which is added as an empty one if it is new.
    pub fn declare(&mut self, name: &Name, arity: usize) -> &mut Relation {
        let new = || Relation { arity, tuples: BTreeSet::new() };
        self.relations.entry(name.clone()).or_insert_with(new)
    }

    /// Adds a tuple.
    pub fn add(&mut self, name: &Name, tuple: Tuple) {
        self.declare(name, tuple.len()).tuples.insert(tuple);
    }

    /// Returns the element with this name, which is added if it is new.
    pub fn element_or_new(&mut self, name: &Name) -> usize {
        self.element(name).unwrap_or_else(|| {
            self.elements.push(name.clone());
            self.elements.len() - 1
        })
    }
}

/// Returns all tuples of a length over `0..size`, in lexicographic order.
pub(crate) fn tuples(size: usize, length: usize) -> impl Iterator<Item = Tuple> {
    let count = (size as u128).saturating_pow(length as u32);
    (0..count).map(move |mut code| {
        let mut tuple = vec![0; length];
        for place in tuple.iter_mut().rev() {
            *place = (code % size as u128) as usize;
            code /= size as u128;
        }
        tuple
    })
}

/// Returns the letters of a column: `a … z, aa, ab …`.
pub(crate) fn column_name(mut column: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (column % 26) as u8);
        if column < 26 {
            break;
        }
        column = column / 26 - 1;
    }
    letters.iter().rev().map(|&b| char::from(b)).collect()
}
