//! Values of variables, and unification with the occurs check.

use ludex_base::with_stack;

use crate::engine::{Limit, Stop};
use crate::symbol::Symbol;
use crate::syntax::Term;

/// How deep a term may be nested, and how large it may get.
const DEEPEST: usize = 10_000;
const LARGEST: usize = 1_000_000;

/// The values of all variables, and the variables in the order in which they got one.
#[derive(Debug, Default)]
pub struct Bindings {
    values: Vec<Option<Term>>,
    bound: Vec<u32>,
}

/// A moment to return to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    values: usize,
    bound: usize,
}

impl Bindings {
    /// Adds new variables and returns the number of the first.
    pub fn add(&mut self, count: u32) -> u32 {
        let first = self.values.len();
        self.values.resize(first + count as usize, None);
        first as u32
    }

    pub fn mark(&self) -> Mark {
        Mark { values: self.values.len(), bound: self.bound.len() }
    }

    /// Takes back all values and variables since a moment.
    pub fn undo(&mut self, mark: Mark) {
        for variable in self.bound.drain(mark.bound..) {
            self.values[variable as usize] = None;
        }
        self.values.truncate(mark.values);
    }

    /// Returns the value of a variable, which may contain variables; other terms as they are.
    pub fn value<'t>(&'t self, mut term: &'t Term) -> &'t Term {
        while let Term::Variable(v) = term {
            match &self.values[*v as usize] {
                Some(value) => term = value,
                None => break,
            }
        }
        term
    }

    /// Unifies two terms. Where that fails, what was bound is left to be undone.
    pub fn unify(&mut self, left: &Term, right: &Term) -> Result<bool, Stop> {
        let (mut pairs, mut seen) = (vec![(left.clone(), right.clone())], 0);
        while let Some((left, right)) = pairs.pop() {
            seen += 1;
            require(seen <= LARGEST, Limit::Memory)?;
            let (left, right) = (self.value(&left).clone(), self.value(&right).clone());
            match (left, right) {
                (left, right) if left == right => {}
                (Term::Variable(v), other) | (other, Term::Variable(v)) => {
                    if self.occurs(v, &other)? {
                        return Ok(false);
                    }
                    self.values[v as usize] = Some(other);
                    self.bound.push(v);
                }
                (Term::Compound(f, these), Term::Compound(g, those)) => {
                    if f != g || these.len() != those.len() {
                        return Ok(false);
                    }
                    pairs.extend(these.into_iter().zip(those));
                }
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    fn occurs(&self, variable: u32, term: &Term) -> Result<bool, Stop> {
        let mut found = false;
        self.each_unbound(term, &mut |v| found |= v == variable)?;
        Ok(found)
    }

    /// Returns whether a term has no variable without a value.
    pub fn is_ground(&self, term: &Term) -> Result<bool, Stop> {
        let mut ground = true;
        self.each_unbound(term, &mut |_| ground = false)?;
        Ok(ground)
    }

    fn each_unbound(&self, term: &Term, visit: &mut impl FnMut(u32)) -> Result<(), Stop> {
        let (mut open, mut seen) = (vec![term], 0);
        while let Some(term) = open.pop() {
            seen += 1;
            require(seen <= LARGEST, Limit::Memory)?;
            match self.value(term) {
                Term::Variable(v) => visit(*v),
                Term::Compound(_, parts) => open.extend(parts),
                Term::Integer(_) | Term::Constant(_) => {}
            }
        }
        Ok(())
    }

    /// Returns a term with all values in place, and its variables numbered from 0 in the order in
    /// which they occur.
    pub fn instance(&self, term: &Term) -> Result<Term, Stop> {
        self.written(term, &mut Numbering::default(), DEEPEST)
    }

    /// Returns a term with all values in place.
    pub fn full(&self, term: &Term) -> Result<Term, Stop> {
        self.written(term, &mut Numbering { keep: true, ..Numbering::default() }, DEEPEST)
    }

    fn written(&self, term: &Term, numbers: &mut Numbering, depth: usize) -> Result<Term, Stop> {
        numbers.size += 1;
        require(depth > 0 && numbers.size <= LARGEST, Limit::Memory)?;
        match self.value(term) {
            Term::Variable(v) => Ok(Term::Variable(numbers.number(*v))),
            Term::Compound(name, parts) => {
                let mut written = Vec::with_capacity(parts.len());
                for part in parts {
                    let part = || self.written(part, numbers, depth - 1);
                    written.push(with_stack(64 << 10, part)?);
                }
                Ok(Term::Compound(*name, written))
            }
            atomic => Ok(atomic.clone()),
        }
    }
}

/// The numbers of the variables of a term.
#[derive(Default)]
struct Numbering {
    seen: Vec<u32>,
    /// Whether variables keep the numbers that they have.
    keep: bool,
    /// The parts of the term so far.
    size: usize,
}

impl Numbering {
    fn number(&mut self, variable: u32) -> u32 {
        if self.keep {
            return variable;
        }
        let known = self.seen.iter().position(|&other| other == variable);
        known.unwrap_or_else(|| {
            self.seen.push(variable);
            self.seen.len() - 1
        }) as u32
    }
}

/// Gives up unless something is within a limit.
pub fn require(within: bool, limit: Limit) -> Result<(), Stop> {
    if within { Ok(()) } else { Err(Stop::Limit(limit)) }
}

/// Returns the number of variables of a term whose variables are numbered from 0.
pub fn variables(term: &Term) -> u32 {
    let mut count = 0;
    term.each_variable(&mut |v| count = count.max(v + 1));
    count
}

/// Returns whether a name is that of effects, which are no atoms of a scenery.
pub fn is_effect(term: &Term) -> bool {
    matches!(term.functor(), Some((Symbol::EFFECT | Symbol::PAST, _)))
}
