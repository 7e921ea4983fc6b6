//! What plain resolution has to do: goals, where they come from, and the choices that are left.

use std::hash::BuildHasher;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;

use super::clauses::Literal;
use super::unify::Mark;
use crate::symbol::Symbol;
use crate::syntax::Term;

/// The actions that lead from the given scenery to the one where a goal is resolved.
pub type Path = Rc<[Term]>;

/// A goal and where it is resolved, with its variables numbered from 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// A hash of the rest, so that different calls are told apart quickly.
    hash: u64,
    pub path: Path,
    pub atom: Term,
}

impl Call {
    pub fn new(path: Path, atom: Term) -> Rc<Call> {
        let hash = FxBuildHasher.hash_one((&path, &atom));
        Rc::new(Call { hash, path, atom })
    }
}

/// The goals from which a goal is derived.
#[derive(Debug)]
pub struct Origin {
    /// The call; `None` stands for a negation.
    pub call: Option<Rc<Call>>,
    pub depth: usize,
    pub outer: Option<Rc<Origin>>,
}

/// A goal that is still to be resolved.
#[derive(Clone, Debug)]
pub enum Goal {
    Literal(Literal),
    /// `[action] atom` with the action of an effect that is true.
    Reached(Term, Term),
    /// A call is answered: all goals of the clause are resolved.
    Answered(Rc<Call>, Term),
}

/// Goals to be resolved in one scenery, and those after them.
#[derive(Debug)]
pub struct Goals {
    pub goals: Vec<Goal>,
    pub path: Path,
    pub origin: Option<Rc<Origin>>,
    pub rest: Option<Rc<Goals>>,
}

impl Goals {
    pub fn new(goals: Vec<Goal>, path: Path, origin: Option<Rc<Origin>>, rest: Left) -> Rc<Goals> {
        Rc::new(Goals { goals, path, origin, rest })
    }
}

impl Drop for Goals {
    /// Drops the goals one by one: a long list would take a stack as deep.
    fn drop(&mut self) {
        let mut rest = self.rest.take();
        while let Some(mut goals) = rest.and_then(Rc::into_inner) {
            rest = goals.rest.take();
        }
    }
}

impl Drop for Origin {
    fn drop(&mut self) {
        let mut outer = self.outer.take();
        while let Some(mut origin) = outer.and_then(Rc::into_inner) {
            outer = origin.outer.take();
        }
    }
}

/// What is left to be resolved; `None` if nothing is.
pub type Left = Option<Rc<Goals>>;

/// One way to resolve a call.
#[derive(Debug)]
pub enum Way {
    /// An atom of the given scenery, by its place.
    Atom(usize),
    /// A clause, by its place.
    Clause(usize),
    /// An effect of the last action; what the converse remembers.
    Effect(Symbol),
    /// An answer that is known.
    Known(Term),
}

/// A call with the ways that were not tried yet, the first one last.
#[derive(Debug)]
pub struct Choice {
    pub mark: Mark,
    pub call: Rc<Call>,
    pub atom: Term,
    pub origin: Option<Rc<Origin>>,
    pub rest: Left,
    pub ways: Vec<Way>,
}

impl Goal {
    /// Returns the goal that an atom is true.
    pub fn call(atom: &Term) -> Goal {
        Goal::Literal(Literal::Call(atom.clone()))
    }
}
