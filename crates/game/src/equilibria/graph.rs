//! The graph of positions that backward induction works on.

use std::sync::Arc;

use ludex_base::{Csr, Interner, Rational};
use rustc_hash::FxHashMap;

use crate::{Agent, Fraction};

/// A position of a [`PlayGraph`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayNode {
    /// The game is over, with the payoffs of this number.
    End(u32),
    /// An agent chooses among the successors.
    Choice(Agent),
    /// Chance leads to one of the successors, each with its probability.
    Chance,
}

/// The positions of a game of turns with the payoffs of all agents where it ends. Position 0 is the
/// start.
///
/// ```
/// use ludex_game::{Agent, Fraction, PlayGraph, Rational};
/// // The entry game: stay out (0, 4), or enter and be fought (-1, -1) or accommodated (2, 2).
/// let mut graph = PlayGraph::default();
/// let payoffs = |graph: &mut PlayGraph, a, b| graph.end(&[Fraction::from(a), Fraction::from(b)]);
/// graph.choice(Agent(0), [1, 2]);
/// payoffs(&mut graph, 0, 4);
/// graph.choice(Agent(1), [3, 4]);
/// payoffs(&mut graph, -1, -1);
/// payoffs(&mut graph, 2, 2);
/// let solved = graph.solve(&mut |_| Ok(())).unwrap();
/// assert_eq!(graph.payoffs(solved.value(0)), [Rational::from(2), Rational::from(2)]);
/// assert_eq!(solved.all_values(0).len(), 1);
/// ```
#[derive(Clone, Default, Debug)]
pub struct PlayGraph {
    pub(super) nodes: Vec<PlayNode>,
    pub(super) successors: Csr<u32>,
    /// The probabilities of the successors of positions where chance moves.
    probabilities: FxHashMap<u32, Box<[Fraction]>>,
    /// The payoffs of ends, and the expectations that backward induction finds.
    payoffs: Interner<Arc<[Rational]>>,
}

impl PlayGraph {
    /// Adds a position where an agent chooses among successors, which may be added later.
    pub fn choice(&mut self, agent: Agent, successors: impl IntoIterator<Item = u32>) {
        self.nodes.push(PlayNode::Choice(agent));
        self.successors.push_row(successors);
    }

    /// Adds a position where chance leads to one of the successors, which may be added later.
    pub fn chance(&mut self, successors: impl IntoIterator<Item = (u32, Fraction)>) {
        let (successors, probabilities): (Vec<u32>, Vec<Fraction>) = successors.into_iter().unzip();
        self.probabilities.insert(self.len() as u32, probabilities.into());
        self.nodes.push(PlayNode::Chance);
        self.successors.push_row(successors);
    }

    /// Adds a position where the game is over, with the payoff of each agent.
    pub fn end(&mut self, payoffs: &[Fraction]) {
        let payoffs: Vec<Rational> = payoffs.iter().copied().map(Rational::from).collect();
        let number = self.payoffs.intern(&payoffs[..]);
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

    /// Returns the probabilities of the successors of a position where chance moves; elsewhere none.
    pub fn probabilities(&self, node: u32) -> &[Fraction] {
        self.probabilities.get(&node).map_or(&[], |probabilities| &probabilities[..])
    }

    /// Returns whether chance moves in some position.
    pub fn has_chance(&self) -> bool {
        !self.probabilities.is_empty()
    }

    /// Returns the number of moves in all positions.
    pub fn edges(&self) -> usize {
        self.successors.edges().len()
    }

    /// Returns the payoffs with this number, one for each agent.
    pub fn payoffs(&self, number: u32) -> &[Rational] {
        &self.payoffs[number]
    }

    /// Returns the payoff of an agent.
    pub(super) fn payoff(&self, number: u32, agent: Agent) -> &Rational {
        &self.payoffs[number][agent.index()]
    }

    /// Returns the number of payoffs, a new one if they are new.
    pub(super) fn intern(&mut self, payoffs: &[Rational]) -> u32 {
        self.payoffs.intern(payoffs)
    }

    /// Returns the number of payoffs, if they have one.
    pub(super) fn find(&self, payoffs: &[Rational]) -> Option<u32> {
        self.payoffs.find(payoffs)
    }

    /// Returns the payoffs that are expected in a position where chance moves, if its successors have
    /// the payoffs of these numbers.
    pub(super) fn expectation(&self, node: u32, below: &[u32]) -> Vec<Rational> {
        let mut sums: Vec<Rational> = Vec::new();
        for (&number, &probability) in below.iter().zip(self.probabilities(node)) {
            let payoffs = self.payoffs(number);
            sums.resize(payoffs.len(), Rational::ZERO);
            for (sum, payoff) in sums.iter_mut().zip(payoffs) {
                *sum = &*sum + &(payoff * &probability.into());
            }
        }
        sums
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
