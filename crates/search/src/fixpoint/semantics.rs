//! The semantics of formulas [Saf13, Def. 23], evaluated literally.
//!
//! All states that any choices of any agents can reach are listed; then, for one subformula after
//! the other, the set of the states that satisfy it is computed from the sets of its parts. No
//! search, no pruning: every search is compared with this, and it returns all states that satisfy a
//! formula in a small game.

use std::collections::hash_map::Entry;

use ludex_game::{Agent, Game, Question};
use ludex_logic::{Connective, Formula, Formulas};
use rustc_hash::FxHashMap;

/// The states reachable from some state, for computing which formulas are true where.
pub struct Semantics<'g, G: Game> {
    question: Question<'g, G>,
    states: Vec<G::State>,
    numbers: FxHashMap<G::State, usize>,
    /// The successors of each state, by agent.
    successors: Vec<Vec<Vec<usize>>>,
}

impl<'g, G: Game> Semantics<'g, G> {
    /// Lists all states reachable from a state, or `None` if there are more than the limit.
    pub fn new(question: Question<'g, G>, from: &G::State, limit: usize) -> Option<Self> {
        let mut this = Semantics {
            question,
            states: vec![from.clone()],
            numbers: FxHashMap::from_iter([(from.clone(), 0)]),
            successors: Vec::new(),
        };
        while this.successors.len() < this.states.len() {
            let agents = question.game.agents().iter();
            let lists = agents.map(|agent| this.expand(this.successors.len(), agent)).collect();
            this.successors.push(lists);
            if this.states.len() > limit {
                return None;
            }
        }
        Some(this)
    }

    /// Returns the numbers of an agent's successors of a state, new ones added to the list.
    fn expand(&mut self, number: usize, agent: Agent) -> Vec<usize> {
        let state = self.states[number].clone();
        let choices = self.question.choices(&state, agent);
        let next = choices.into_iter().map(|c| self.question.after(&state, agent, c));
        next.collect::<Vec<_>>().into_iter().map(|state| self.number(state)).collect()
    }

    fn number(&mut self, state: G::State) -> usize {
        match self.numbers.entry(state) {
            Entry::Occupied(old) => *old.get(),
            Entry::Vacant(new) => {
                self.states.push(new.key().clone());
                *new.insert(self.states.len() - 1)
            }
        }
    }

    /// Returns all reachable states, the one asked about first.
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// Returns whether the formula is true in each of [`Semantics::states`].
    pub fn satisfying(&self, formulas: &Formulas, formula: Formula) -> Vec<bool> {
        let mut sets: FxHashMap<Formula, Vec<bool>> = FxHashMap::default();
        for part in subformulas(formulas, formula) {
            let set = self.evaluate(formulas.connective(part), &sets);
            sets.insert(part, set);
        }
        let set = &sets[&formula.positive()];
        set.iter().map(|&positive| positive != formula.negated()).collect()
    }

    /// Evaluates one case of [Saf13, Def. 23] in all states, given the sets of the parts.
    fn evaluate(&self, connective: Connective, sets: &FxHashMap<Formula, Vec<bool>>) -> Vec<bool> {
        let holds = |state: usize, f: Formula| sets[&f.positive()][state] != f.negated();
        let in_state = |i: usize| match connective {
            Connective::True => true,
            Connective::Atom(atom) => self.question.game.satisfies(&self.states[i], atom),
            Connective::And(left, right) => holds(i, left) && holds(i, right),
            Connective::Box(agent, inner) => {
                let next = self.successors[i].get(agent.index());
                next.is_none_or(|next| next.iter().all(|&j| holds(j, inner)))
            }
        };
        (0..self.states.len()).map(in_state).collect()
    }
}

/// Returns the nodes of a formula, each after its parts.
fn subformulas(formulas: &Formulas, formula: Formula) -> Vec<Formula> {
    let mut found = vec![formula.positive()];
    let mut seen = vec![false; formulas.len()];
    let mut next = 0;
    while next < found.len() {
        let parts = match formulas.connective(found[next]) {
            Connective::True | Connective::Atom(_) => vec![],
            Connective::And(left, right) => vec![left.positive(), right.positive()],
            Connective::Box(_, inner) => vec![inner.positive()],
        };
        found.extend(parts.into_iter().filter(|f| !std::mem::replace(&mut seen[f.node()], true)));
        next += 1;
    }
    // Parts are numbered before the formulas made of them.
    found.sort();
    found
}
