//! Patterns compiled for one place in a join, where it is known which variables have values.

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

    /// The term, made if it is new.
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

    /// The term, if it exists.
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
    /// The first occurrence of a variable: it gets a value here.
    Bind(u16),
    /// A variable that has a value.
    Same(u16),
    Ground(Term),
    Apply(Symbol, Box<[Match]>),
}

impl Match {
    /// Compiles a pattern; variables without a value get one.
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

    /// Whether a term fits. Variables may get values even if it does not.
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
