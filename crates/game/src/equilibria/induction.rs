//! Backward induction: what all agents get if nobody can gain by deviating anywhere.

use std::fmt;
use std::sync::Arc;

use ludex_base::{Interner, Rational, Stopped};

use super::{Charge, PlayGraph, PlayNode};
use crate::Agent;

/// The greatest number of payoffs of equilibria that chance may combine in one position.
const MOST_COMBINED: usize = 20_000;

/// The equilibria of every position of a [`PlayGraph`].
#[derive(Clone, Debug)]
pub struct Induction {
    /// The move that is played: the first of those that are best for the agent on turn.
    choices: Vec<u32>,
    /// The payoffs that result from these moves, by number.
    values: Vec<u32>,
    /// The payoffs of all equilibria, as numbers of `pool`.
    sets: Vec<u32>,
    /// Sets of payoffs, each sorted.
    pool: Interner<Arc<[u32]>>,
}

/// Why there is no induction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoInduction {
    /// Play can come back to this position.
    Cycle(u32),
    /// Chance combines the equilibria of the successors of this position to too many.
    Combinations(u32),
    /// The budget was used up.
    Stopped(Stopped),
}

impl fmt::Display for NoInduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoInduction::Cycle(_) => f.write_str("play can come back to a position"),
            NoInduction::Combinations(_) => {
                write!(f, "chance combines equilibria to more than {MOST_COMBINED} in a position")
            }
            NoInduction::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl From<Stopped> for NoInduction {
    fn from(stopped: Stopped) -> NoInduction {
        NoInduction::Stopped(stopped)
    }
}

impl PlayGraph {
    /// Finds the payoffs of the subgame-perfect equilibria in pure strategies of every position.
    /// `charge` is told of the bytes that the result takes. Expected payoffs are added to those of
    /// the graph.
    ///
    /// # Errors
    /// Fails if play can come back to a position, if chance combines too many equilibria, and if
    /// `charge` does.
    pub fn solve(&mut self, charge: &mut Charge) -> Result<Induction, NoInduction> {
        let order = self.order().map_err(NoInduction::Cycle)?;
        let (choices, values) = (vec![0; self.len()], vec![0; self.len()]);
        let sets = vec![0; self.len()];
        let mut found = Induction { choices, values, sets, pool: Interner::default() };
        let mut bytes = self.len() * (4 * size_of::<u32>() + 1);
        for node in order {
            let set = match self.node(node) {
                PlayNode::End(payoffs) => {
                    found.values[node as usize] = payoffs;
                    vec![payoffs]
                }
                PlayNode::Choice(agent) => {
                    found.choose(self, node, agent);
                    found.combined(self, node, agent)
                }
                PlayNode::Chance => {
                    found.expect(self, node);
                    found.expected(self, node).ok_or(NoInduction::Combinations(node))?
                }
            };
            let known = found.pool.len();
            found.sets[node as usize] = found.pool.intern(&set[..]);
            if found.pool.len() > known {
                bytes += size_of_val(&set[..]) + 10 * size_of::<usize>();
            }
            charge(bytes)?;
        }
        Ok(found)
    }
}

impl Induction {
    /// Returns the place of the move that is played in a position: the first of those that are best
    /// for the agent on turn if the same is done later on.
    pub fn choice(&self, node: u32) -> usize {
        self.choices[node as usize] as usize
    }

    /// Returns the number of the payoffs that result from these moves.
    pub fn value(&self, node: u32) -> u32 {
        self.values[node as usize]
    }

    /// Returns the numbers of the payoffs of all equilibria, sorted. If there is more than one, they
    /// depend on which of equally good moves are played.
    pub fn all_values(&self, node: u32) -> &[u32] {
        &self.pool[self.sets[node as usize]]
    }

    /// Returns the places of the moves that are best for the agent on turn, if the first of equally
    /// good moves is played later on.
    pub fn best(&self, graph: &PlayGraph, node: u32) -> Vec<usize> {
        let PlayNode::Choice(agent) = graph.node(node) else { return Vec::new() };
        let worth = |child: u32| graph.payoff(self.value(child), agent);
        let most = graph.payoff(self.value(node), agent);
        let successors = graph.successors(node).iter().enumerate();
        successors.filter(|&(_, &child)| worth(child) == most).map(|(place, _)| place).collect()
    }

    fn choose(&mut self, graph: &PlayGraph, node: u32, agent: Agent) {
        let worth = |child: u32| graph.payoff(self.value(child), agent);
        let successors = graph.successors(node).iter().enumerate();
        // In reverse order the last maximum is the first of the best moves.
        let best = successors.rev().max_by_key(|&(_, &child)| worth(child));
        if let Some((place, &child)) = best {
            self.choices[node as usize] = place as u32;
            self.values[node as usize] = self.value(child);
        }
    }

    fn expect(&mut self, graph: &mut PlayGraph, node: u32) {
        let below: Vec<u32> =
            graph.successors(node).iter().map(|&child| self.value(child)).collect();
        let expected = graph.expectation(node, &below);
        self.values[node as usize] = graph.intern(&expected);
    }

    /// Returns the payoffs of all equilibria of a position where chance moves: the expectations of
    /// all combinations of equilibria of its successors. Returns `None` if there are too many.
    fn expected(&self, graph: &mut PlayGraph, node: u32) -> Option<Vec<u32>> {
        if graph.successors(node).iter().all(|&child| self.all_values(child).len() == 1) {
            return Some(vec![self.value(node)]);
        }
        let mut set = Vec::new();
        for below in self.combinations(graph, node)? {
            let expected = graph.expectation(node, &below);
            set.push(graph.intern(&expected));
        }
        set.sort_unstable();
        set.dedup();
        Some(set)
    }

    /// Returns all ways to choose one equilibrium of each successor, by the numbers of its payoffs.
    pub(super) fn combinations(&self, graph: &PlayGraph, node: u32) -> Option<Vec<Vec<u32>>> {
        let mut all: Vec<Vec<u32>> = vec![Vec::new()];
        for &child in graph.successors(node) {
            let values = self.all_values(child);
            if all.len() * values.len() > MOST_COMBINED {
                return None;
            }
            let longer = |one: &Vec<u32>| {
                let one = one.clone();
                values.iter().map(move |&value| [&one[..], &[value]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        Some(all)
    }

    /// Returns the payoffs of all equilibria of a position from those of its successors: payoffs of
    /// a successor remain if in all others some equilibrium gives the agent on turn no more.
    fn combined(&self, graph: &PlayGraph, node: u32, agent: Agent) -> Vec<u32> {
        let limits = Limits::new(self, graph, node, agent);
        let mut set = Vec::new();
        for (place, &child) in graph.successors(node).iter().enumerate() {
            let kept = |&number: &u32| limits.allows(place, graph.payoff(number, agent));
            set.extend(self.all_values(child).iter().copied().filter(kept));
        }
        set.sort_unstable();
        set.dedup();
        set
    }
}

/// What the agent on turn gets at least after each move, over the equilibria that follow it.
pub(super) struct Limits<'g> {
    /// The greatest of these numbers, its place, and the greatest of the others.
    most: Option<(&'g Rational, usize)>,
    next: Option<&'g Rational>,
}

impl<'g> Limits<'g> {
    pub fn new(induction: &Induction, graph: &'g PlayGraph, node: u32, agent: Agent) -> Limits<'g> {
        let mut limits = Limits { most: None, next: None };
        for (place, &child) in graph.successors(node).iter().enumerate() {
            let numbers = induction.all_values(child).iter();
            let Some(least) = numbers.map(|&n| graph.payoff(n, agent)).min() else { continue };
            match limits.most {
                Some((most, _)) if least <= most => limits.next = limits.next.max(Some(least)),
                before => {
                    limits.next = before.map(|(most, _)| most);
                    limits.most = Some((least, place));
                }
            }
        }
        limits
    }

    /// Returns whether an equilibrium may play the move at a place for this payoff.
    pub fn allows(&self, place: usize, payoff: &Rational) -> bool {
        match self.most {
            Some((_, first)) if first == place => self.next.is_none_or(|next| payoff >= next),
            Some((most, _)) => payoff >= most,
            None => true,
        }
    }
}
