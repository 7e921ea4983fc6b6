//! A formula about coalitions in the states of a game.

use ludex_base::{Budget, OutOfBudget};
use ludex_game::{Agent, Notation};
use ludex_logic::{CoalitionFormula, Connective, Formula};

use super::Objective;
use super::explore::Explored;
use crate::model::within;

/// A formula with the states that its truth depends on.
pub(super) struct AtlQuestion<'a, G: Notation> {
    pub game: &'a G,
    pub formula: &'a CoalitionFormula,
    pub explored: Explored<G::State>,
}

/// What decides the formula at the start.
pub(super) enum Decided {
    /// The formula is the objective of a coalition.
    Objective(Objective),
    /// The formula is something else, and true or false.
    Truth(bool),
}

/// By number of a node of the DAG: the states where it is true. Empty for nodes that are not
/// needed.
type Sets = Vec<Vec<bool>>;

impl<G: Notation> AtlQuestion<'_, G> {
    /// Decides all parts of the formula. A path formula at the top becomes an objective, whose
    /// solution is the evidence.
    pub fn decide(&self, budget: &Budget) -> Result<Decided, OutOfBudget> {
        let root = self.formula.root;
        let path = self.formula.outermost_path().filter(|_| !root.negated());
        let mut sets: Sets = Vec::with_capacity(root.node() + 1);
        let needed = needed(self.formula);
        for (node, connective) in self.formula.formulas.nodes().take(root.node() + 1).enumerate() {
            let bytes = self.explored.states.len() * (node + 1);
            within(budget, self.explored.states.len(), bytes, 0)?;
            let skipped = !needed[node] || (path.is_some() && node == root.node());
            sets.push(if skipped { Vec::new() } else { self.truth(connective, &sets) });
        }
        Ok(match path {
            Some(path) => {
                let states = self.explored.states.len();
                Decided::Objective(Objective::of(path, states, |inner| truth(&sets, inner)))
            }
            None => Decided::Truth(sets[root.node()][0] != root.negated()),
        })
    }

    /// Returns the states where a node is true, given those of the nodes before it.
    fn truth(&self, connective: Connective, sets: &Sets) -> Vec<bool> {
        let Explored { graph, states, choices } = &self.explored;
        let holds = |state: usize, part: Formula| sets[part.node()][state] != part.negated();
        let all = 0..states.len();
        match connective {
            Connective::True => vec![true; states.len()],
            Connective::Atom(atom) => match self.formula.path(atom) {
                Some(path) => {
                    let decided = |inner| truth(sets, inner);
                    Objective::of(path, states.len(), decided).solve(graph).holds
                }
                None => states.iter().map(|state| self.game.satisfies(state, atom)).collect(),
            },
            Connective::And(a, b) => all.map(|s| holds(s, a) && holds(s, b)).collect(),
            Connective::Box(agent, inner) => {
                let next = choices[agent.index()].iter();
                next.map(|next| next.iter().all(|&n| holds(n as usize, inner))).collect()
            }
        }
    }
}

fn truth(sets: &Sets, formula: Formula) -> Vec<bool> {
    sets[formula.node()].iter().map(|&truth| truth != formula.negated()).collect()
}

/// Returns by number of a node whether the formula has it as a part.
fn needed(formula: &CoalitionFormula) -> Vec<bool> {
    let mut needed = vec![false; formula.root.node() + 1];
    needed[formula.root.node()] = true;
    let nodes: Vec<Connective> = formula.formulas.nodes().take(needed.len()).collect();
    for (node, &connective) in nodes.iter().enumerate().rev() {
        if needed[node] {
            parts(formula, connective).iter().for_each(|part| needed[part.node()] = true);
        }
    }
    needed
}

/// Returns the formulas that a node is made of, which come before it in the DAG.
fn parts(formula: &CoalitionFormula, connective: Connective) -> Vec<Formula> {
    use ludex_logic::Temporal::{Always, Next, Until};
    match connective {
        Connective::True => vec![],
        Connective::And(left, right) => vec![left, right],
        Connective::Box(_, inner) => vec![inner],
        Connective::Atom(atom) => match formula.path(atom).map(|path| path.temporal) {
            None => vec![],
            Some(Next(inner) | Always(inner)) => vec![inner],
            Some(Until(keep, goal)) => vec![keep, goal],
        },
    }
}

/// Returns the agents that the modalities of a formula are about.
pub(super) fn modal_agents(formula: &CoalitionFormula) -> Vec<Agent> {
    let needed = needed(formula);
    let parts = formula.formulas.nodes().zip(needed).filter(|(_, needed)| *needed);
    let mut agents: Vec<Agent> = parts
        .filter_map(|(connective, _)| match connective {
            Connective::Box(agent, _) => Some(agent),
            _ => None,
        })
        .collect();
    agents.sort_unstable();
    agents.dedup();
    agents
}
