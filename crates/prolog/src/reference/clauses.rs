//! The clauses that plain resolution runs.

use rustc_hash::FxHashSet;

use crate::program::{Core, CoreLiteral, CoreRule, Role};
use crate::symbol::Symbol;
use crate::syntax::{Operator, Term};

/// A clause. Facts of the initial scenery are none: they are atoms of that scenery.
#[derive(Clone, Debug)]
pub struct Clause {
    pub head: Term,
    pub body: Vec<Literal>,
    /// The number of its variables.
    pub variables: u32,
}

/// A goal of a body.
#[derive(Clone, Debug)]
pub enum Literal {
    /// An atom in the same scenery.
    Call(Term),
    /// Negation as failure, with the variables that also occur elsewhere in the clause: they must
    /// have values.
    Not(Term, Vec<u32>),
    /// `[action] atom`.
    After(Term, Term),
    /// A comparison or a calculation.
    Test(Operator, Term, Term),
}

/// Returns the clauses of a program; `None` if it calls something that has no clause.
pub fn of(core: &Core) -> Option<Vec<Clause>> {
    let defined: FxHashSet<(Symbol, usize)> = core.rules.iter().filter_map(defined).collect();
    let mut clauses = Vec::new();
    for rule in core.rules.iter().filter(|rule| rule.role != Role::Initial) {
        let body = body_of(rule)?;
        // `win(P)` is asked for in every program.
        let mut called = body.iter().filter_map(Literal::called);
        if rule.number > 0 && !called.all(|functor| is_known(functor, &defined)) {
            return None;
        }
        clauses.push(Clause { head: rule.head.clone(), body, variables: rule.variables as u32 });
    }
    Some(clauses)
}

/// Returns the predicate that a clause says something about.
fn defined(rule: &CoreRule) -> Option<(Symbol, usize)> {
    match rule.role {
        Role::Initial | Role::Everywhere => rule.head.functor(),
        Role::Effect | Role::Past => rule.head.arguments().get(1)?.functor(),
    }
}

fn is_known(functor: (Symbol, usize), defined: &FxHashSet<(Symbol, usize)>) -> bool {
    defined.contains(&functor) || matches!(functor, (Symbol::FAIL | Symbol::FALSE, 0))
}

/// Returns the goals of a clause; `None` if plain resolution does not know one of them.
fn body_of(rule: &CoreRule) -> Option<Vec<Literal>> {
    let mut body = rule.body.iter().map(literal).collect::<Option<Vec<Literal>>>()?;
    for place in 0..body.len() {
        let Literal::Not(atom, _) = &body[place] else { continue };
        let mut elsewhere = FxHashSet::default();
        let mut visit = |v| {
            elsewhere.insert(v);
        };
        rule.head.each_variable(&mut visit);
        let others = body.iter().enumerate().filter(|(other, _)| *other != place);
        others.for_each(|(_, literal)| literal.each_variable(&mut visit));
        let mut common = Vec::new();
        atom.each_variable(&mut |v| common.extend(elsewhere.contains(&v).then_some(v)));
        body[place] = Literal::Not(atom.clone(), common);
    }
    Some(body)
}

#[allow(unreachable_patterns)] // kinds of goals that the machine alone knows
fn literal(literal: &CoreLiteral) -> Option<Literal> {
    match literal {
        CoreLiteral::Call(atom) => Some(Literal::Call(atom.clone())),
        CoreLiteral::Not(atom) => Some(Literal::Not(atom.clone(), Vec::new())),
        CoreLiteral::After(action, atom) => Some(Literal::After(action.clone(), atom.clone())),
        CoreLiteral::Test(operator, left, right) => {
            Some(Literal::Test(*operator, left.clone(), right.clone()))
        }
        _ => None,
    }
}

impl Literal {
    /// Returns the predicate that the goal calls.
    fn called(&self) -> Option<(Symbol, usize)> {
        match self {
            Literal::Call(atom) | Literal::Not(atom, _) | Literal::After(_, atom) => atom.functor(),
            Literal::Test(..) => None,
        }
    }

    fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Literal::Call(atom) | Literal::Not(atom, _) => atom.each_variable(visit),
            Literal::After(left, right) | Literal::Test(_, left, right) => {
                left.each_variable(visit);
                right.each_variable(visit);
            }
        }
    }

    /// Returns the goal with its variables counted from a number.
    pub fn renamed(&self, base: u32) -> Literal {
        let new = |term: &Term| renamed(term, base);
        match self {
            Literal::Call(atom) => Literal::Call(new(atom)),
            Literal::Not(atom, shared) => {
                Literal::Not(new(atom), shared.iter().map(|v| v + base).collect())
            }
            Literal::After(action, atom) => Literal::After(new(action), new(atom)),
            Literal::Test(operator, left, right) => Literal::Test(*operator, new(left), new(right)),
        }
    }
}

/// Returns a term with its variables counted from a number.
pub fn renamed(term: &Term, base: u32) -> Term {
    match term {
        Term::Variable(v) => Term::Variable(v + base),
        Term::Compound(name, parts) => {
            Term::Compound(*name, parts.iter().map(|part| renamed(part, base)).collect())
        }
        atomic => atomic.clone(),
    }
}
