//! Plays of equilibria, on demand.

use super::induction::Limits;
use super::{Induction, PlayGraph, PlayNode};

/// The plays from a position that end with given payoffs in some equilibrium, in the order of their
/// moves. Each is a list of the places of its moves.
#[derive(Clone, Debug)]
pub struct Plays<'i> {
    graph: &'i PlayGraph,
    induction: &'i Induction,
    payoffs: u32,
    /// The positions of the play at hand, each with the place of its next move.
    path: Vec<(u32, usize)>,
}

impl<'i> Plays<'i> {
    /// Returns the plays from a position with the payoffs of this number.
    pub fn new(graph: &'i PlayGraph, induction: &'i Induction, node: u32, payoffs: u32) -> Self {
        let possible = induction.all_values(node).binary_search(&payoffs).is_ok();
        let path = if possible { vec![(node, 0)] } else { Vec::new() };
        Plays { graph, induction, payoffs, path }
    }

    /// Returns the first move of a position, from a place on, that such an equilibrium may play.
    fn next_move(&self, node: u32, from: usize) -> Option<usize> {
        let PlayNode::Choice(agent) = self.graph.node(node) else { return None };
        let payoff = self.graph.payoff(self.payoffs, agent);
        let limits = Limits::new(self.induction, self.graph, node, agent);
        let successors = self.graph.successors(node);
        (from..successors.len()).find(|&place| {
            let after = self.induction.all_values(successors[place]);
            limits.allows(place, payoff) && after.binary_search(&self.payoffs).is_ok()
        })
    }
}

impl Iterator for Plays<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        while let Some(&(node, from)) = self.path.last() {
            if let PlayNode::End(_) = self.graph.node(node) {
                let play = self.path.iter().rev().skip(1).rev().map(|step| step.1 - 1).collect();
                self.path.pop();
                return Some(play);
            }
            match self.next_move(node, from) {
                None => {
                    self.path.pop();
                }
                Some(place) => {
                    self.path.last_mut()?.1 = place + 1;
                    self.path.push((self.graph.successors(node)[place], 0));
                }
            }
        }
        None
    }
}
