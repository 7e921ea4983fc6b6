//! A direct, slow implementation of the language: what the machine says is compared with it where
//! evidence is checked strictly.
//!
//! It resolves the left-most goal that can be decided, with the clauses in their order. An atom is
//! true after an action if an effect of the action says so, whose body is resolved in the scenery
//! before. There is no compiled code, no index, no set of atoms that nobody asked for. A goal that is
//! derived from itself gets the answers that are known of it, and everything is resolved again until
//! no answer is new, so that left recursion and loops end.

mod arithmetic;
mod clauses;
mod compare;
mod goals;
mod resolve;
mod unify;

use ludex_base::{Budget, Stopped};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::{Fault, Limit, Stop};
use crate::program::Core;
use crate::symbol::Symbol;
use crate::syntax::Term;
use clauses::Clause;
use resolve::Resolver;

/// Plain resolution of the clauses of a program.
#[derive(Debug)]
pub struct Reference {
    clauses: Vec<Clause>,
    /// The atom of the query.
    query: Term,
    budget: Budget,
}

impl Reference {
    /// Returns plain resolution of a program; `None` if the program calls something that has no
    /// clause, which the machine may know and plain resolution does not.
    pub fn new(core: &Core, budget: &Budget) -> Option<Reference> {
        let query = match core.answers.len() as u32 {
            0 => Term::Constant(Symbol::QUERY),
            count => Term::Compound(Symbol::QUERY, (0..count).map(Term::Variable).collect()),
        };
        Some(Reference { clauses: clauses::of(core)?, query, budget: budget.clone() })
    }

    /// Returns all instances of an atom that are true in a scenery, variables numbered from 0.
    fn instances(&self, scenery: &[Term], atom: &Term) -> Result<FxHashSet<Term>, Stop> {
        Resolver::new(&self.clauses, scenery, &self.budget).instances(atom)
    }

    /// Returns whether an instance of an atom is true in a scenery.
    fn holds(&self, scenery: &[Term], atom: &Term) -> Result<bool, Stop> {
        Resolver::new(&self.clauses, scenery, &self.budget).holds(atom)
    }

    /// Returns the enabled actions of a scenery, and the atoms that are true after each.
    fn successors(&self, scenery: &[Term]) -> Result<FxHashMap<Term, FxHashSet<Term>>, Stop> {
        let any = effect(Symbol::EFFECT, Term::Variable(0));
        let mut next = FxHashMap::default();
        for instance in self.instances(scenery, &any)? {
            let Some(action) = instance.arguments().first().filter(|action| action.is_ground())
            else {
                continue; // it adds to an enabled action, but enables none
            };
            if !next.contains_key(action) {
                next.insert(action.clone(), self.effects(scenery, action)?);
            }
        }
        Ok(next)
    }

    /// Returns the atoms that are true after a ground action.
    fn effects(&self, scenery: &[Term], action: &Term) -> Result<FxHashSet<Term>, Stop> {
        let mut atoms = FxHashSet::default();
        for name in [Symbol::EFFECT, Symbol::PAST] {
            for instance in self.instances(scenery, &effect(name, action.clone()))? {
                let atom = instance.arguments().get(1);
                // An action that only ends something has no effect of its own.
                atoms.extend(atom.filter(|a| **a != Term::Constant(Symbol::ENDS)).cloned());
            }
        }
        Ok(atoms)
    }
}

/// Returns the atom that says that an action has any effect.
fn effect(name: Symbol, action: Term) -> Term {
    Term::Compound(name, vec![action, Term::Variable(1)])
}

/// Makes the error for a goal that cannot be resolved.
fn fault(message: impl Into<String>) -> Stop {
    Stop::Fault(Fault { message: message.into(), clause: 0 })
}

/// Says that the budget is used up.
fn stop_of(stopped: Stopped) -> Stop {
    Stop::Limit(match stopped {
        Stopped::Interrupted => Limit::Stopped,
        Stopped::Memory => Limit::Memory,
        _ => Limit::Time,
    })
}
