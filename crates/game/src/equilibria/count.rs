//! The number of equilibria.

use super::induction::Limits;
use super::{Charge, Induction, NoInduction, PlayGraph, PlayNode};
use crate::{Agent, Rational};

/// For each payoff vector of a position the number of its equilibria; `None` above 2^128.
type Counts = Box<[Option<u128>]>;

impl Induction {
    /// Returns the number of subgame-perfect equilibria in pure strategies of position 0: of
    /// strategy profiles of the tree of plays, not of payoffs. Returns `None` above 2^128.
    ///
    /// # Errors
    /// Fails if `charge`, which is told of the bytes in use, does.
    pub fn count(
        &self,
        graph: &PlayGraph,
        charge: &mut Charge,
    ) -> Result<Option<u128>, NoInduction> {
        let mut counts: Vec<Counts> = vec![Box::default(); graph.len()];
        let mut bytes = size_of_val(&counts[..]);
        for node in graph.order().map_err(NoInduction::Cycle)? {
            let found: Counts = match graph.node(node) {
                PlayNode::End(_) => Box::new([Some(1)]),
                PlayNode::Choice(agent) => {
                    let children = Children::new(self, graph, &counts, node, agent);
                    let values = self.all_values(node).iter();
                    values.map(|&payoffs| children.count(payoffs)).collect()
                }
                PlayNode::Chance => {
                    let found = self.count_chance(graph, &counts, node);
                    found.ok_or(NoInduction::Combinations(node))?
                }
            };
            bytes += size_of_val(&found[..]);
            counts[node as usize] = found;
            charge(bytes)?;
        }
        Ok(counts.first().and_then(|root| sum(root.iter().copied())))
    }
}

impl Induction {
    /// Returns the numbers of equilibria of a position where chance moves, for each of its payoffs:
    /// those of each combination of equilibria of the successors, added up. Returns `None` if there
    /// are too many combinations.
    fn count_chance(&self, graph: &PlayGraph, counts: &[Counts], node: u32) -> Option<Counts> {
        let of = |child: u32, payoffs: u32| {
            let place = self.all_values(child).binary_search(&payoffs).ok()?;
            counts[child as usize][place]
        };
        let mut found = vec![Some(0_u128); self.all_values(node).len()];
        for below in self.combinations(graph, node)? {
            let pairs = graph.successors(node).iter().zip(&below);
            let mut pairs = pairs.map(|(&child, &payoffs)| of(child, payoffs));
            let ways = pairs.try_fold(1_u128, |product, count| product.checked_mul(count?));
            let payoffs = graph.find(&graph.expectation(node, &below));
            let place = self.all_values(node).binary_search(&payoffs?).ok()?;
            found[place] = found[place].zip(ways).and_then(|(a, b)| a.checked_add(b));
        }
        Some(found.into())
    }
}

fn sum(counts: impl Iterator<Item = Option<u128>>) -> Option<u128> {
    counts.reduce(|a, b| a?.checked_add(b?)).unwrap_or(Some(0))
}

/// The successors of a position, with what is known of them.
struct Children<'c> {
    induction: &'c Induction,
    graph: &'c PlayGraph,
    counts: &'c [Counts],
    list: &'c [u32],
    agent: Agent,
    limits: Limits<'c>,
}

impl<'c> Children<'c> {
    fn new(
        induction: &'c Induction,
        graph: &'c PlayGraph,
        counts: &'c [Counts],
        node: u32,
        agent: Agent,
    ) -> Children<'c> {
        let limits = Limits::new(induction, graph, node, agent);
        Children { induction, graph, counts, list: graph.successors(node), agent, limits }
    }

    /// Returns the number of equilibria with these payoffs: for each move that may lead to them,
    /// those of its successor, combined with those of the others that give the agent no more.
    fn count(&self, payoffs: u32) -> Option<u128> {
        let worth = self.graph.payoff(payoffs, self.agent);
        let others: Vec<Option<u128>> =
            self.list.iter().map(|&child| self.at_most(child, worth)).collect();
        // The products of the numbers before and after each place.
        let product = |a: Option<u128>, b: Option<u128>| a?.checked_mul(b?);
        let mut after = vec![Some(1); others.len() + 1];
        for place in (0..others.len()).rev() {
            after[place] = product(others[place], after[place + 1]);
        }
        let mut before = Some(1);
        let mut all = Some(0_u128);
        for (place, &child) in self.list.iter().enumerate() {
            let own = self.induction.all_values(child).binary_search(&payoffs).ok();
            if let Some(own) = own.filter(|_| self.limits.allows(place, worth)) {
                let rest = product(before, after[place + 1]);
                let ways = product(self.counts[child as usize][own], rest);
                all = all.zip(ways).and_then(|(all, ways)| all.checked_add(ways));
            }
            before = product(before, others[place]);
        }
        all
    }

    /// Returns the number of equilibria of a successor that give the agent at most this.
    fn at_most(&self, child: u32, worth: &Rational) -> Option<u128> {
        let values = self.induction.all_values(child).iter();
        let counts = values.zip(self.counts[child as usize].iter());
        sum(counts
            .filter(|&(&number, _)| self.graph.payoff(number, self.agent) <= worth)
            .map(|(_, &count)| count))
    }
}
