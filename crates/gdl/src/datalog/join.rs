//! Runs a plan: enumerates all ways to satisfy the body of a rule.

use ludex_base::{Budget, Stopped};

use super::matching::Match;
use super::plan::{Plan, Step};
use super::store::{Store, key_hash};
use crate::terms::{Term, Terms};

/// A receiver of the results of a join.
pub(crate) trait Sink {
    /// Receives values that satisfy the body; `matched` has the fact for each positive literal (by
    /// its index in the rule). Returns whether to continue.
    fn found(&mut self, plan: &Plan, values: &[Term], matched: &[Term], terms: &mut Terms) -> bool;
}

/// The reusable buffers of a join.
#[derive(Clone, Debug, Default)]
pub(crate) struct Join {
    values: Vec<Term>,
    matched: Vec<Term>,
    /// The number of steps left: joins without results can be long, too.
    left: u64,
    budget: Budget,
    /// Why no steps are left, if the budget was used up.
    stopped: Option<Stopped>,
}

/// The steps from one poll of the budget to the next.
const STRIDE: u64 = 4096;

/// A term that stands for no fact.
const NOTHING: Term = Term(u32::MAX);

impl Join {
    /// Sets the number of steps allowed from now on.
    pub fn allow(&mut self, steps: u64) {
        self.left = steps;
    }

    /// Sets the budget from now on.
    pub fn keep_to(&mut self, budget: &Budget) {
        self.budget = budget.clone();
        self.stopped = None;
    }

    /// Returns why no steps are left, if the budget was used up.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Reads the budget.
    #[cold]
    fn poll(&mut self) {
        if let Err(stopped) = self.budget.poll() {
            self.stopped = Some(stopped);
            self.left = 0;
        }
    }

    /// Returns whether no steps are left.
    pub fn is_exhausted(&self) -> bool {
        self.left == 0
    }

    /// Runs a plan from a fact, or from no fact. Stops if the sink says so, or if no steps are
    /// left.
    pub fn run(
        &mut self,
        plan: &Plan,
        start: Option<Term>,
        store: &mut Store,
        sink: &mut impl Sink,
    ) {
        self.values.resize(plan.variables.max(self.values.len()), NOTHING);
        self.matched.resize(plan.literals.max(self.matched.len()), NOTHING);
        if let (Some(fact), Some(opening)) = (start, &plan.opening) {
            if !opening.fits(fact, &mut self.values, &store.terms) {
                return;
            }
            if let Some(literal) = plan.start {
                self.matched[literal] = fact;
            }
        }
        let mut run = Run { plan, start: start.unwrap_or(NOTHING), store, sink, join: self };
        run.step(0);
    }
}

struct Run<'r, S> {
    plan: &'r Plan,
    start: Term,
    store: &'r mut Store,
    sink: &'r mut S,
    join: &'r mut Join,
}

impl<S: Sink> Run<'_, S> {
    /// Continues from a step of the plan. Returns whether to look for more results.
    fn step(&mut self, at: usize) -> bool {
        let plan = self.plan;
        if self.join.left == 0 {
            return false;
        }
        self.join.left -= 1;
        if self.join.left.is_multiple_of(STRIDE) {
            self.join.poll();
        }
        let Some(step) = plan.steps.get(at) else {
            let Join { values, matched, .. } = &*self.join;
            return self.sink.found(plan, values, matched, &mut self.store.terms);
        };
        let values = &self.join.values;
        match step {
            Step::Scan { relation, index, key, pattern, literal, older } => {
                let terms = &self.store.terms;
                let parts: Option<smallvec::SmallVec<[Term; 8]>> =
                    key.iter().map(|part| part.find(values, terms)).collect();
                let Some(parts) = parts else { return true };
                let mut place = self.store.chain(*relation, *index, key_hash(parts.into_iter()));
                while let Some((fact, next)) = self.store.link(*relation, *index, place) {
                    place = next;
                    if (*older && fact == self.start) || !self.fits(pattern, fact) {
                        continue;
                    }
                    self.join.matched[*literal] = fact;
                    if !self.step(at + 1) {
                        return false;
                    }
                }
                true
            }
            Step::Holds { atom, literal, older } => match atom.find(values, &self.store.terms) {
                Some(fact) if self.store.contains(fact) && !(*older && fact == self.start) => {
                    self.join.matched[*literal] = fact;
                    self.step(at + 1)
                }
                _ => true,
            },
            Step::Fails { atom } => {
                let fact = atom.find(values, &self.store.terms);
                fact.is_some_and(|fact| self.store.contains(fact)) || self.step(at + 1)
            }
            Step::Distinct(a, b) => {
                let terms = &mut self.store.terms;
                a.make(values, terms) == b.make(values, terms) || self.step(at + 1)
            }
        }
    }

    fn fits(&mut self, pattern: &Match, fact: Term) -> bool {
        pattern.fits(fact, &mut self.join.values, &self.store.terms)
    }
}
