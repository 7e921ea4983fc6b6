//! The graph of positions that backward induction works on.

use std::sync::Arc;

use ludex_base::{Csr, Interner};

use crate::{Agent, Fraction};

/// A position of a [`PlayGraph`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayNode {
    /// The game is over, with the payoffs of this number.
    End(u32),
    /// An agent chooses among the successors.
    Choice(Agent),
}

/// The positions of a game of turns with the payoffs of all agents where it ends. Position 0 is the
/// start.
///
/// ```
/// use ludex_game::{Agent, Fraction, PlayGraph};
/// // The entry game: stay out (0, 4), or enter and be fought (-1, -1) or accommodated (2, 2).
/// let mut graph = PlayGraph::default();
/// let payoffs = |graph: &mut PlayGraph, a, b| graph.end(&[Fraction::from(a), Fraction::from(b)]);
/// graph.choice(Agent(0), [1, 2]);
/// payoffs(&mut graph, 0, 4);
/// graph.choice(Agent(1), [3, 4]);
/// payoffs(&mut graph, -1, -1);
/// payoffs(&mut graph, 2, 2);
/// let solved = graph.solve(&mut |_| Ok(())).unwrap();
/// assert_eq!(graph.payoffs(solved.value(0)), [Fraction::from(2); 2]);
/// assert_eq!(solved.all_values(0).len(), 1);
/// ```
#[derive(Clone, Default, Debug)]
pub struct PlayGraph {
    pub(super) nodes: Vec<PlayNode>,
    pub(super) successors: Csr<u32>,
    payoffs: Interner<Arc<[Fraction]>>,
}

impl PlayGraph {
    /// Adds a position where an agent chooses among successors, which may be added later.
    pub fn choice(&mut self, agent: Agent, successors: impl IntoIterator<Item = u32>) {
        self.nodes.push(PlayNode::Choice(agent));
        self.successors.push_row(successors);
    }

    /// Adds a position where the game is over, with the payoff of each agent.
    pub fn end(&mut self, payoffs: &[Fraction]) {
        let number = self.payoffs.intern(payoffs);
        self.nodes.push(PlayNode::End(number));
        self.successors.end_row();
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns a position.
    pub fn node(&self, node: u32) -> PlayNode {
        self.nodes[node as usize]
    }

    /// Returns the positions that a move leads to, in the order of the moves.
    pub fn successors(&self, node: u32) -> &[u32] {
        self.successors.row(node as usize)
    }

    /// Returns the number of moves in all positions.
    pub fn edges(&self) -> usize {
        self.successors.edges().len()
    }

    /// Returns the payoffs with this number, one for each agent.
    pub fn payoffs(&self, number: u32) -> &[Fraction] {
        &self.payoffs[number]
    }

    /// Returns the payoff of an agent.
    pub(super) fn payoff(&self, number: u32, agent: Agent) -> Fraction {
        self.payoffs[number][agent.index()]
    }

    /// Returns the positions from the ends to the start, every one after its successors; or a
    /// position that play can come back to. Where every position can be reached from the start, the
    /// start is the last.
    pub fn order(&self) -> Result<Vec<u32>, u32> {
        let mut mark = vec![Mark::New; self.len()];
        let mut order = Vec::with_capacity(self.len());
        let mut path: Vec<(u32, usize)> = Vec::new();
        for start in 0..self.len() as u32 {
            if mark[start as usize] == Mark::New {
                mark[start as usize] = Mark::OnPath;
                path.push((start, 0));
            }
            while let Some((node, next)) = path.last_mut() {
                let Some(&child) = self.successors(*node).get(*next) else {
                    mark[*node as usize] = Mark::Done;
                    order.push(*node);
                    path.pop();
                    continue;
                };
                *next += 1;
                match mark[child as usize] {
                    Mark::Done => {}
                    Mark::OnPath => return Err(child),
                    Mark::New => {
                        mark[child as usize] = Mark::OnPath;
                        path.push((child, 0));
                    }
                }
            }
        }
        Ok(order)
    }
}

/// How far the listing of positions has come with one of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    OnPath,
    Done,
}
