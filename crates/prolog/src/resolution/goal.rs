//! Goals of a resolution, and the selection of the next one.

use std::rc::Rc;

use ludex_base::with_stack;

use crate::program::{Literal, Shift};
use crate::syntax::{Operator, Term};
use crate::terms::{Cell, Heap, Kind};

/// The part of a goal that a selection function sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Its index among all goals.
    pub place: usize,
    /// The number of actions before its atom.
    pub prefix: usize,
    /// Whether it is a comparison or a calculation.
    pub test: bool,
}

/// The selection function f of SLD(f): returns which of the candidates (at least one) is resolved
/// next.
pub type Selection = fn(&[Candidate]) -> usize;

/// Selects the first goal; the default. Tests whose variables are not bound yet are not candidates.
pub fn left_most(_: &[Candidate]) -> usize {
    0
}

/// Selects the last goal.
pub fn right_most(candidates: &[Candidate]) -> usize {
    candidates.len() - 1
}

/// A goal with its prefix.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// The actions before the atom; `true` for the converse, which leads back before the action.
    pub shifts: Vec<(Cell, bool)>,
    pub what: What,
    /// The goals from which it was derived.
    pub parents: Option<Rc<Link>>,
    /// The step that introduced it, for drawing; 0 for the goals of the query.
    pub born: usize,
}

#[derive(Clone, Debug)]
pub(super) enum What {
    Atom(Cell),
    /// Postponed until the plan is complete: backwards the scenery is unknown.
    Not(Rc<Literal>, Rc<[Cell]>),
    Test(Operator, Cell, Cell),
}

/// A resolved goal, for the detection of loops.
#[derive(Debug)]
pub(super) struct Link {
    pub atom: Cell,
    /// The number of actions of the plan after its scenery.
    pub remaining: isize,
    pub parent: Option<Rc<Link>>,
}

impl Target {
    /// Returns a goal of a clause whose variables have these values.
    pub fn new(literal: &Literal, heap: &mut Heap, variables: &Rc<[Cell]>, born: usize) -> Target {
        let (shifts, what) = match literal {
            Literal::Atom(shifts, atom) => {
                let mut build = |s: &Shift| (heap.build(&s.action, variables), s.back);
                let shifts = shifts.iter().map(&mut build).collect();
                (shifts, What::Atom(heap.build(atom, variables)))
            }
            Literal::Not(inner) => {
                (Vec::new(), What::Not(Rc::new((**inner).clone()), variables.clone()))
            }
            Literal::Test(operator, left, right) => {
                let (left, right) = (heap.build(left, variables), heap.build(right, variables));
                (Vec::new(), What::Test(*operator, left, right))
            }
        };
        Target { shifts, what, parents: None, born }
    }

    /// Returns the goal with actions in front of it. Tests do not depend on the scenery.
    pub fn prefixed(&self, actions: &[Cell]) -> Target {
        let mut target = self.clone();
        if !matches!(target.what, What::Test(..)) {
            target.shifts.splice(0..0, actions.iter().map(|&action| (action, false)));
        }
        target
    }

    /// Returns whether the goal can be resolved now.
    pub fn is_ready(&self, heap: &mut Heap) -> bool {
        match &self.what {
            What::Atom(_) => true,
            What::Not(..) => false,
            What::Test(Operator::Unify, ..) => true,
            What::Test(Operator::Is, _, right) => heap.is_ground(*right),
            What::Test(_, left, right) => heap.is_ground(*left) && heap.is_ground(*right),
        }
    }
}

/// Reads a term from the arena; unbound variables are numbered in the order in which they are added
/// to `variables`.
pub(super) fn read(heap: &Heap, cell: Cell, variables: &mut Vec<Cell>) -> Term {
    let cell = heap.deref(cell);
    match cell.kind() {
        Kind::Integer(number) => Term::Integer(number),
        Kind::Constant(symbol) => Term::Constant(symbol),
        Kind::Structure(place) => {
            let Kind::Functor(symbol, arity) = heap.cells[place].kind() else {
                return Term::Integer(0); // a compound term always starts with its functor
            };
            let mut arguments = Vec::with_capacity(arity);
            for i in 1..=arity {
                let part = heap.cells[place + i];
                arguments.push(with_stack(64 << 10, || read(heap, part, variables)));
            }
            Term::Compound(symbol, arguments)
        }
        _ => {
            let known = variables.iter().position(|&variable| variable == cell);
            let number = known.unwrap_or_else(|| {
                variables.push(cell);
                variables.len() - 1
            });
            Term::Variable(number as u32)
        }
    }
}

/// Returns whether two terms are identical, without binding anything.
pub(super) fn identical(heap: &Heap, a: Cell, b: Cell) -> bool {
    let mut work = vec![(a, b)];
    while let Some((a, b)) = work.pop() {
        let (a, b) = (heap.deref(a), heap.deref(b));
        if a == b {
            continue;
        }
        if !a.is_structure() || !b.is_structure() {
            return false;
        }
        let (a, b) = (a.place(), b.place());
        let functor = heap.cells[a];
        if functor != heap.cells[b] {
            return false;
        }
        work.extend((1..=functor.arity()).map(|i| (heap.cells[a + i], heap.cells[b + i])));
    }
    true
}
