//! Bindings of the variables of one rule that can be undone.

use crate::syntax::Pattern;
use crate::terms::{Term, Terms};

/// The values of the variables of a rule.
#[derive(Clone, Debug)]
pub(super) struct Bindings {
    values: Vec<Option<Term>>,
    /// The variables in the order they were bound.
    trail: Vec<u16>,
}

impl Bindings {
    pub fn new(variables: usize) -> Bindings {
        Bindings { values: vec![None; variables], trail: Vec::new() }
    }

    /// Returns the present state of the trail, for [`Bindings::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all bindings since a mark.
    pub fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.values[usize::from(variable)] = None;
        }
    }

    /// Matches a pattern with a term. Returns whether it matches; variables may be bound even if it
    /// does not.
    pub fn fits(&mut self, pattern: &Pattern, term: Term, terms: &Terms) -> bool {
        match pattern {
            Pattern::Variable(v) => match self.values[usize::from(*v)] {
                Some(value) => value == term,
                None => {
                    self.values[usize::from(*v)] = Some(term);
                    self.trail.push(*v);
                    true
                }
            },
            Pattern::Apply(symbol, parts) => {
                let arguments = terms.arguments(term);
                terms.symbol(term) == *symbol
                    && arguments.len() == parts.len()
                    && parts.iter().zip(arguments).all(|(p, &a)| self.fits(p, a, terms))
            }
        }
    }

    /// Returns the term of a pattern, if all its variables are bound.
    pub fn make(&self, pattern: &Pattern, terms: &mut Terms) -> Option<Term> {
        match pattern {
            Pattern::Variable(v) => self.values[usize::from(*v)],
            Pattern::Apply(symbol, parts) => {
                let made: Option<smallvec::SmallVec<[Term; 8]>> =
                    parts.iter().map(|part| self.make(part, terms)).collect();
                Some(terms.intern(*symbol, &made?))
            }
        }
    }

    /// Returns whether all these variables are bound.
    pub fn covers(&self, variables: &[u16]) -> bool {
        variables.iter().all(|&v| self.values[usize::from(v)].is_some())
    }
}
