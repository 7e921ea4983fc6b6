//! Terms that outlive the arena: flat copies, interned, so that equal terms have the same number.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Cell, Kind};

/// An interned flat term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(pub u32);

/// Interned flat terms. Terms that differ only in the names of variables are equal.
#[derive(Clone, Debug, Default)]
pub struct Flats {
    terms: Vec<Arc<[Cell]>>,
    numbers: FxHashMap<Arc<[Cell]>, TermId>,
}

impl Flats {
    /// Returns the number of a flat term.
    pub fn intern(&mut self, flat: &[Cell]) -> TermId {
        if let Some(&id) = self.numbers.get(flat) {
            return id;
        }
        let (flat, id): (Arc<[Cell]>, _) = (flat.into(), TermId(self.terms.len() as u32));
        self.terms.push(flat.clone());
        self.numbers.insert(flat, id);
        id
    }

    /// Returns the cells of a term.
    pub fn get(&self, id: TermId) -> &[Cell] {
        &self.terms[id.0 as usize]
    }

    /// Returns the functor of a term: a functor cell, even if there are no arguments.
    pub fn functor(&self, id: TermId) -> Cell {
        functor_of(self.get(id)[0])
    }
}

/// Returns the functor for the first cell of an atom.
pub fn functor_of(first: Cell) -> Cell {
    match first.kind() {
        Kind::Constant(symbol) => Cell::functor(symbol, 0),
        _ => first,
    }
}
