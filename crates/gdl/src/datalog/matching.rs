//! Patterns compiled for one position in a join, where it is known which variables are bound.

use crate::symbol::Symbol;
use crate::syntax::Pattern;
use crate::terms::{Term, Terms};

/// A term to be built from the values of variables.
#[derive(Clone, Debug)]
pub(crate) enum Build {
    Variable(u16),
    Ground(Term),
    Apply(Symbol, Box<[Build]>),
}

impl Build {
    pub fn new(pattern: &Pattern, terms: &mut Terms) -> Build {
        match pattern {
            Pattern::Variable(v) => Build::Variable(*v),
            Pattern::Apply(symbol, arguments) => {
                let parts: Box<[Build]> = arguments.iter().map(|a| Build::new(a, terms)).collect();
                let ground = parts.iter().map(|p| match p {
                    Build::Ground(term) => Some(*term),
                    _ => None,
                });
                match ground.collect::<Option<Vec<Term>>>() {
                    Some(ground) => Build::Ground(terms.intern(*symbol, &ground)),
                    None => Build::Apply(*symbol, parts),
                }
            }
        }
    }

    /// Returns the term, which is added to the pool if it is new.
    pub fn make(&self, values: &[Term], terms: &mut Terms) -> Term {
        match self {
            Build::Variable(v) => values[usize::from(*v)],
            Build::Ground(term) => *term,
            Build::Apply(symbol, parts) => {
                let mut made = smallvec::SmallVec::<[Term; 8]>::new();
                for part in parts {
                    made.push(part.make(values, terms));
                }
                terms.intern(*symbol, &made)
            }
        }
    }

    /// Returns the term, if it is in the pool.
    pub fn find(&self, values: &[Term], terms: &Terms) -> Option<Term> {
        match self {
            Build::Variable(v) => Some(values[usize::from(*v)]),
            Build::Ground(term) => Some(*term),
            Build::Apply(symbol, parts) => {
                let mut found = smallvec::SmallVec::<[Term; 8]>::new();
                for part in parts {
                    found.push(part.find(values, terms)?);
                }
                terms.find(*symbol, &found)
            }
        }
    }
}

/// A pattern to be matched with a ground term.
#[derive(Clone, Debug)]
pub(super) enum Match {
    /// The first occurrence of a variable, which is bound here.
    Bind(u16),
    /// A variable that is bound.
    Same(u16),
    Ground(Term),
    Apply(Symbol, Box<[Match]>),
}

impl Match {
    /// Compiles a pattern, and marks its variables as bound.
    pub fn new(pattern: &Pattern, bound: &mut [bool], terms: &mut Terms) -> Match {
        match pattern {
            Pattern::Variable(v) if bound[usize::from(*v)] => Match::Same(*v),
            Pattern::Variable(v) => {
                bound[usize::from(*v)] = true;
                Match::Bind(*v)
            }
            Pattern::Apply(symbol, arguments) => match Build::new(pattern, terms) {
                Build::Ground(term) => Match::Ground(term),
                _ => {
                    let parts = arguments.iter().map(|a| Match::new(a, bound, terms));
                    Match::Apply(*symbol, parts.collect())
                }
            },
        }
    }

    /// Returns whether a term matches. Variables may be bound even if it does not.
    #[inline]
    pub fn fits(&self, term: Term, values: &mut [Term], terms: &Terms) -> bool {
        match self {
            Match::Bind(v) => {
                values[usize::from(*v)] = term;
                true
            }
            Match::Same(v) => values[usize::from(*v)] == term,
            Match::Ground(ground) => *ground == term,
            Match::Apply(symbol, parts) => {
                if terms.symbol(term) != *symbol {
                    return false;
                }
                let arguments = terms.arguments(term);
                arguments.len() == parts.len()
                    && parts.iter().zip(arguments).all(|(p, &a)| p.fits(a, values, terms))
            }
        }
    }
}
