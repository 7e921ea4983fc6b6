//! Conversions between structures and the words of states.

use super::model::{Engine, Words};
use super::rewriting::{Free, for_each_tuple};
use crate::structure::Structure;
use crate::syntax::Name;

impl Engine {
    /// Returns the structure of a state.
    pub fn unpacked(&self, words: &[u64]) -> Structure {
        let (layout, relations) = self.layout_and_words(words);
        let model = &self.description.model;
        let elements = match self.fixed {
            true => model.elements.clone(),
            false => {
                words[1..=words[0] as usize].iter().map(|&code| self.names.text(code)).collect()
            }
        };
        let grid = if elements == model.elements { model.grid.clone() } else { None };
        let mut structure = Structure { elements, grid, ..Structure::default() };
        for (number, (name, arity)) in self.relations.iter().enumerate() {
            let relation = structure.declare(name, *arity);
            for_each_tuple(&layout, number, relations, &mut |tuple| {
                relation.tuples.insert(tuple.to_vec());
            });
        }
        structure
    }

    /// Returns the words of a structure. Returns `None` if it cannot be a state: it has unknown
    /// elements, or other stable relations.
    pub fn packed(&self, structure: &Structure) -> Option<Words> {
        if self.fixed {
            return self.packed_fixed(structure);
        }
        let mut order: Vec<(u64, usize)> = Vec::new();
        for (i, name) in structure.elements.iter().enumerate() {
            order.push((self.names.code(name)?, i));
        }
        ludex_base::sort(&mut order);
        if order.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return None;
        }
        let mut place = vec![0; order.len()];
        for (new, &(_, old)) in order.iter().enumerate() {
            place[old] = new;
        }
        let layout = self.layout_of(order.len()).ok()?;
        let mut words = vec![0; layout.state_words];
        for (name, relation) in &structure.relations {
            let number =
                layout.relation(name).filter(|&n| layout.places[n].arity == relation.arity)?;
            for tuple in &relation.tuples {
                let (word, bit) = layout.bit(number, tuple.iter().map(|&e| place[e]));
                words[word] |= 1 << bit;
            }
        }
        let names = order.into_iter().map(|(code, _)| code).collect();
        Some(joined(&Free { names, words }))
    }

    fn packed_fixed(&self, structure: &Structure) -> Option<Words> {
        let model = &self.description.model;
        let place = |name: &Name| model.element(name);
        let places: Vec<usize> = structure.elements.iter().map(place).collect::<Option<_>>()?;
        let mut words = Words::from_elem(0, self.layout.state_words);
        if structure.elements.len() != model.size() {
            return None;
        }
        for (name, relation) in &structure.relations {
            let known = model.relations.get(name).filter(|r| r.arity == relation.arity)?;
            let number = self.layout.relation(name)?;
            let tuples = || relation.tuples.iter().map(|t| t.iter().map(|&e| places[e]).collect());
            if self.layout.places[number].stable {
                if tuples().collect::<std::collections::BTreeSet<Vec<usize>>>() != known.tuples {
                    return None;
                }
                continue;
            }
            for tuple in tuples() {
                let tuple: Vec<usize> = tuple;
                let (word, bit) = self.layout.bit(number, tuple.into_iter());
                words[word] |= 1 << bit;
            }
        }
        Some(words)
    }
}

/// Returns the words of a state whose universe may change.
pub(super) fn joined(free: &Free) -> Words {
    let size = [free.names.len() as u64];
    size.iter().chain(&free.names).chain(&free.words).copied().collect()
}
