//! Terms that outlive the arena: flat copies, interned, so that equal ones have one number.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Cell, Kind};

/// An interned flat term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(pub u32);

/// Flat terms and their numbers. Terms that differ in the names of variables only are equal.
#[derive(Clone, Debug, Default)]
pub struct Flats {
    terms: Vec<Arc<[Cell]>>,
    numbers: FxHashMap<Arc<[Cell]>, TermId>,
}

impl Flats {
    /// The number of a flat term.
    pub fn intern(&mut self, flat: &[Cell]) -> TermId {
        if let Some(&id) = self.numbers.get(flat) {
            return id;
        }
        let (flat, id): (Arc<[Cell]>, _) = (flat.into(), TermId(self.terms.len() as u32));
        self.terms.push(flat.clone());
        self.numbers.insert(flat, id);
        id
    }

    /// The cells of a term.
    pub fn get(&self, id: TermId) -> &[Cell] {
        &self.terms[id.0 as usize]
    }

    /// The functor of a term: a functor cell, also where there are no arguments.
    pub fn functor(&self, id: TermId) -> Cell {
        functor_of(self.get(id)[0])
    }
}

/// The functor that the first cell of an atom stands for.
pub fn functor_of(first: Cell) -> Cell {
    match first.kind() {
        Kind::Constant(symbol) => Cell::functor(symbol, 0),
        _ => first,
    }
}
