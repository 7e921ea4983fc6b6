//! Semi-naive evaluation of mutually dependent relations, one component after the other.

use ludex_base::Budget;

use super::join::{Join, Sink};
use super::plan::{Plan, Planner, Treatment};
use super::store::Store;
use crate::check::Component;
use crate::overflow::{MOST_FACTS, MOST_TERMS, MOST_WORK, Overflow};
use crate::symbol::Symbol;
use crate::syntax::{DEEPEST, Literal, Rule};
use crate::terms::{Term, Terms};

/// Mutually dependent relations with the plans of their rules.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub relations: Vec<Symbol>,
    /// The plans of rules without recursion, which start from no fact.
    opening: Vec<Plan>,
    /// Plans that start from a new fact of the unit, each with the relation of that fact.
    following: Vec<(Symbol, Plan)>,
}

impl Unit {
    /// Plans the rules of a component.
    pub fn new(
        component: &Component,
        rules: &[Rule],
        store: &mut Store,
        size: &dyn Fn(&Store, Symbol) -> f64,
    ) -> Unit {
        let negation = |_| Treatment::Test;
        let mut planner = Planner { store, negation: &negation, size };
        let (mut opening, mut following) = (Vec::new(), Vec::new());
        for &number in &component.rules {
            let rule = &rules[number];
            let recursive: Vec<usize> = (0..rule.body.len())
                .filter(|&l| match &rule.body[l] {
                    Literal::Holds(atom) => {
                        component.relations.contains(&atom.symbol().expect("literals are atoms"))
                    }
                    _ => false,
                })
                .collect();
            if recursive.is_empty() {
                opening.push(planner.plan(number, rule, None));
            }
            for literal in recursive {
                let relation = rule.body[literal].symbol().expect("literals are atoms");
                following.push((relation, planner.plan(number, rule, Some(literal))));
            }
        }
        Unit { relations: component.relations.clone(), opening, following }
    }
}

/// An evaluator of units with its buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluator {
    join: Join,
    queue: Vec<Term>,
    heads: Heads,
}

/// The heads that a join derives.
#[derive(Clone, Debug, Default)]
struct Heads {
    derived: Vec<Term>,
    overflow: Option<Overflow>,
}

impl Sink for Heads {
    fn found(
        &mut self,
        plan: &Plan,
        values: &[Term],
        _matched: &[Term],
        terms: &mut Terms,
    ) -> bool {
        let head = plan.head.make(values, terms);
        self.derived.push(head);
        self.overflow = exceeded_limit(terms, head, self.derived.len());
        self.overflow.is_none()
    }
}

/// Returns the limit that a new fact exceeds, if any.
fn exceeded_limit(terms: &Terms, fact: Term, facts: usize) -> Option<Overflow> {
    if terms.depth(fact) as usize > DEEPEST {
        return Some(Overflow::Depth);
    }
    if terms.len() > MOST_TERMS {
        return Some(Overflow::Terms);
    }
    (facts > MOST_FACTS).then_some(Overflow::Facts)
}

impl Evaluator {
    /// Returns an evaluator that keeps to a budget.
    pub fn within(budget: &Budget) -> Evaluator {
        let mut evaluator = Evaluator::default();
        evaluator.keep_to(budget);
        evaluator
    }

    /// Sets the budget of what is evaluated from now on.
    pub fn keep_to(&mut self, budget: &Budget) {
        self.join.keep_to(budget);
    }

    /// Adds all facts that the rules of a unit derive.
    pub fn evaluate(&mut self, unit: &Unit, store: &mut Store) -> Result<(), Overflow> {
        self.queue.clear();
        self.join.allow(MOST_WORK);
        for plan in &unit.opening {
            self.run(plan, None, store)?;
        }
        let mut at = 0;
        while let Some(&fact) = self.queue.get(at) {
            at += 1;
            store.insert(fact);
            let relation = store.terms.symbol(fact);
            for (_, plan) in unit.following.iter().filter(|(r, _)| *r == relation) {
                self.run(plan, Some(fact), store)?;
            }
        }
        Ok(())
    }

    fn run(&mut self, plan: &Plan, start: Option<Term>, store: &mut Store) -> Result<(), Overflow> {
        self.heads.derived.clear();
        self.join.run(plan, start, store, &mut self.heads);
        let too_many = (self.queue.len() > MOST_FACTS).then_some(Overflow::Facts);
        let too_long = self.join.is_exhausted().then_some(Overflow::Work);
        let stopped = self.join.stopped().map(Overflow::Stopped);
        let overflow = self.heads.overflow.take().or(stopped).or(too_many).or(too_long);
        if let Some(overflow) = overflow {
            // Facts that were announced but not added must not count as known.
            return Err(overflow);
        }
        let new = self.heads.derived.iter().filter(|&&head| store.announce(head));
        self.queue.extend(new);
        Ok(())
    }
}
