//! Random cost functions, and the cheapest proof by definition.

use std::collections::{BTreeSet, HashMap};

use ludex_game::{Agent, Atom, Model, Question};
use ludex_logic::{Connective, Formula, Formulas};
use ludex_search::{COSTS, Cost, Costs};

use crate::common::{Explicit, Random};

/// An increasing function of a multiset: a constant, and the sum or the maximum of the weighted
/// parts.
#[derive(Clone, Copy, Debug)]
pub struct Aggregator {
    price: u64,
    weight: u64,
    sum: bool,
    greatest: bool,
}

impl Aggregator {
    fn random(random: &mut Random) -> Aggregator {
        let (price, weight) = (random.below(4) as u64, 1 + random.below(3) as u64);
        let sum = random.one_in(2);
        Aggregator { price, weight, sum, greatest: !sum || random.one_in(3) }
    }

    fn of(self, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        let (mut sum, mut greatest) = (Cost::ZERO, Cost::ZERO);
        for part in parts {
            let part = (0..self.weight).map(|_| part).sum::<Cost>();
            (sum, greatest) = (sum + part, greatest.max(part));
        }
        let nothing = Cost::ZERO;
        Cost::new(self.price)
            + if self.sum { sum } else { nothing }
            + if self.greatest { greatest } else { nothing }
    }
}

/// A random cost function.
#[derive(Clone, Debug)]
pub struct RandomCosts {
    atoms: [u64; 5],
    conjunction: Aggregator,
    boxes: [Aggregator; 3],
}

impl RandomCosts {
    pub fn new(random: &mut Random) -> RandomCosts {
        RandomCosts {
            atoms: [(); 5].map(|()| random.below(12) as u64),
            conjunction: Aggregator::random(random),
            boxes: [(); 3].map(|()| Aggregator::random(random)),
        }
    }
}

impl Costs for RandomCosts {
    fn atom(&self, atom: Atom) -> Cost {
        Cost::new(self.atoms[if let Atom::Own(n) = atom { n as usize % 4 } else { 4 }])
    }

    fn conjunction(&self, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        self.conjunction.of(parts)
    }

    fn boxed(&self, agent: Agent, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        self.boxes[agent.index()].of(parts)
    }
}

/// One of the predefined costs, or a random one.
pub enum CostChoice {
    Ready(&'static dyn Costs),
    Other(RandomCosts),
}

impl CostChoice {
    pub fn costs(&self) -> &dyn Costs {
        match self {
            CostChoice::Ready(costs) => *costs,
            CostChoice::Other(costs) => costs,
        }
    }
}

/// Returns one of the two.
pub fn random_costs(random: &mut Random) -> CostChoice {
    match random.below(6) {
        n @ 0..4 => CostChoice::Ready(COSTS[n].costs),
        _ => CostChoice::Other(RandomCosts::new(random)),
    }
}

/// Returns all successors of a state, each once [Saf13, Def. 21].
fn successors(question: Question<Explicit>, state: u32, agent: Agent) -> Vec<u32> {
    let choices = question.choices(&state, agent).into_iter();
    let mut next: Vec<u32> = choices.map(|c| question.after(&state, agent, c)).collect();
    next.sort_unstable();
    next.dedup();
    next
}

type Aggregate<'a> = &'a dyn Fn(&[Cost]) -> Cost;

/// The largest number of proofs to list.
const MOST: usize = 3000;

/// Returns the costs by [Saf13, Table 4.1] of all proofs [Saf13, Def. 25] that the formula holds
/// (or fails) in the state. Every single proof is counted, and no law of costs is used. Returns
/// None if there are too many.
pub fn all_costs(
    question: Question<Explicit>,
    dag: &Formulas,
    costs: &dyn Costs,
    (state, formula, holds): (u32, Formula, bool),
) -> Option<BTreeSet<Cost>> {
    let holds = holds != formula.negated();
    let below = |state, formula| all_costs(question, dag, costs, (state, formula, holds));
    let one = |cost| BTreeSet::from([cost]);
    let (children, aggregate): (Vec<_>, Aggregate) = match dag.connective(formula) {
        Connective::True if holds => return Some(one(costs.truth())),
        Connective::True => return Some(BTreeSet::new()),
        Connective::Atom(atom) => {
            let shown = question.game.satisfies(&state, atom) == holds;
            return Some(if shown { one(costs.atom(atom)) } else { BTreeSet::new() });
        }
        Connective::And(left, right) => (vec![below(state, left)?, below(state, right)?], {
            &|parts| costs.conjunction(&mut parts.iter().copied())
        }),
        Connective::Box(agent, inner) => {
            let next = successors(question, state, agent).into_iter();
            let sets = next.map(|state| below(state, inner)).collect::<Option<_>>()?;
            (sets, &move |parts| costs.boxed(agent, &mut parts.iter().copied()))
        }
    };
    if !holds {
        return Some(children.iter().flatten().map(|&part| aggregate(&[part])).collect());
    }
    let mut tuples: Vec<Vec<Cost>> = vec![Vec::new()];
    for set in &children {
        if tuples.len() * set.len() > MOST {
            return None;
        }
        let longer = |tuple: &Vec<Cost>| set.iter().map(|&c| [&tuple[..], &[c]].concat()).collect();
        tuples = tuples.iter().flat_map(|tuple| -> Vec<_> { longer(tuple) }).collect();
    }
    Some(tuples.iter().map(|tuple| aggregate(tuple)).collect())
}

/// The cheapest (dis)proof of every pair: as [`all_costs`], but with only the cheapest of every
/// part.
pub struct Cheapest<'g> {
    pub question: Question<'g, Explicit>,
    pub dag: &'g Formulas,
    pub costs: &'g dyn Costs,
    known: HashMap<(u32, Formula), (bool, Cost)>,
}

impl<'g> Cheapest<'g> {
    pub fn new(question: Question<'g, Explicit>, dag: &'g Formulas, costs: &'g dyn Costs) -> Self {
        Cheapest { question, dag, costs, known: HashMap::new() }
    }

    /// Returns whether the formula holds, and the cost of the cheapest evidence for that.
    pub fn of(&mut self, state: u32, formula: Formula) -> (bool, Cost) {
        if formula.negated() {
            let (holds, cost) = self.of(state, !formula);
            return (!holds, cost);
        }
        if let Some(&known) = self.known.get(&(state, formula)) {
            return known;
        }
        let costs = self.costs;
        let found = match self.dag.connective(formula) {
            Connective::True => (true, costs.truth()),
            Connective::Atom(atom) => {
                (self.question.game.satisfies(&state, atom), costs.atom(atom))
            }
            Connective::And(left, right) => {
                let parts = [self.of(state, left), self.of(state, right)];
                best(&parts, &|parts| costs.conjunction(parts))
            }
            Connective::Box(agent, inner) => {
                let next = successors(self.question, state, agent).into_iter();
                let parts: Vec<_> = next.map(|state| self.of(state, inner)).collect();
                best(&parts, &|parts| costs.boxed(agent, parts))
            }
        };
        self.known.insert((state, formula), found);
        found
    }
}

fn best(
    parts: &[(bool, Cost)],
    aggregate: &dyn Fn(&mut dyn Iterator<Item = Cost>) -> Cost,
) -> (bool, Cost) {
    let failing = parts.iter().filter(|(holds, _)| !holds);
    match failing.map(|&(_, cost)| aggregate(&mut std::iter::once(cost))).min() {
        Some(cost) => (false, cost),
        None => (true, aggregate(&mut parts.iter().map(|&(_, cost)| cost))),
    }
}
