//! The states that play can reach, as a graph.

use ludex_base::{Csr, Stopped};
use rustc_hash::FxHashMap;

use super::{Charge, PlayGraph};
use crate::{Agent, Fraction, Game, Turn, chances};

/// The states that play can reach from one, which is the first of them.
#[derive(Clone, Debug)]
pub struct Explored<S, M> {
    /// The states, as far as backward induction needs to know them.
    pub graph: PlayGraph,
    /// The states themselves.
    pub states: Vec<S>,
    /// The moves of the agent on turn, or of chance, in each state, in the order of the game.
    pub moves: Csr<M>,
    /// The bytes that all of this takes.
    pub bytes: usize,
    numbers: FxHashMap<S, u32>,
}

/// Why the states of a game are not a graph with payoffs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unexplored<S> {
    /// The budget was used up.
    Stopped(Stopped),
    /// All agents choose at once in this state.
    Together(S),
    /// The agent on turn has no move in this state.
    Stuck(S),
    /// The payoff of an agent in this state does not fit into a fraction.
    Inexact(S, Agent),
}

impl<S> From<Stopped> for Unexplored<S> {
    fn from(stopped: Stopped) -> Unexplored<S> {
        Unexplored::Stopped(stopped)
    }
}

impl<S: Clone + Eq + std::hash::Hash, M: Copy> Explored<S, M> {
    /// Explores the states that can be reached from one. `charge` is told of the bytes in use at
    /// every state.
    ///
    /// # Errors
    /// Fails where backward induction cannot go on, and if `charge` does.
    pub fn new<G: Game<State = S, Move = M>>(
        game: &G,
        start: &S,
        charge: &mut Charge,
    ) -> Result<Explored<S, M>, Unexplored<S>> {
        let graph = PlayGraph::default();
        let (states, moves) = (vec![start.clone()], Csr::new());
        let numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut explored = Explored { graph, states, moves, bytes: 0, numbers };
        // A state twice, its number, its node with the ends of two rows, its mark and order.
        let state_bytes = 2 * size_of::<S>() + game.heap_bytes() + 10 * size_of::<u32>();
        let mut next = 0;
        while let Some(state) = explored.states.get(next).cloned() {
            explored.expand(game, &state)?;
            let edges = explored.graph.edges();
            explored.bytes =
                explored.states.len() * state_bytes + edges * (size_of::<u32>() + size_of::<M>());
            charge(explored.bytes)?;
            if edges.max(explored.states.len()) > u32::MAX as usize {
                return Err(Stopped::Memory.into());
            }
            next += 1;
        }
        Ok(explored)
    }

    /// Returns the number of a state, if play can reach it.
    pub fn find(&self, state: &S) -> Option<u32> {
        self.numbers.get(state).copied()
    }

    /// Adds the node of a state, and its successors to the states.
    fn expand<G: Game<State = S, Move = M>>(
        &mut self,
        game: &G,
        state: &S,
    ) -> Result<(), Unexplored<S>> {
        let mut moves = Vec::new();
        match game.turn(state) {
            Turn::Final => self.graph.end(&payoffs(game, state)?),
            Turn::Together => return Err(Unexplored::Together(state.clone())),
            Turn::Chance => {
                let chances = chances(game, state);
                moves.extend(chances.iter().map(|&(mv, _)| mv));
                let successors = self.successors(game, state, Agent::CHANCE, &moves)?;
                let probabilities = chances.into_iter().map(|(_, probability)| probability);
                self.graph.chance(successors.into_iter().zip(probabilities));
            }
            Turn::Of(agent) => {
                game.moves(state, agent, &mut moves);
                let successors = self.successors(game, state, agent, &moves)?;
                self.graph.choice(agent, successors);
            }
        }
        self.moves.push_row(moves);
        Ok(())
    }

    /// Returns the numbers of the states after moves, new ones for new states.
    fn successors<G: Game<State = S, Move = M>>(
        &mut self,
        game: &G,
        state: &S,
        agent: Agent,
        moves: &[M],
    ) -> Result<Vec<u32>, Unexplored<S>> {
        if moves.is_empty() {
            return Err(Unexplored::Stuck(state.clone()));
        }
        let mut successors = Vec::with_capacity(moves.len());
        for &mv in moves {
            let after = game.after(state, agent, mv);
            let next = self.states.len() as u32;
            let states = &mut self.states;
            successors.push(*self.numbers.entry(after).or_insert_with_key(|after| {
                states.push(after.clone());
                next
            }));
        }
        Ok(successors)
    }
}

fn payoffs<G: Game>(game: &G, state: &G::State) -> Result<Vec<Fraction>, Unexplored<G::State>> {
    let payoff = |agent| {
        let exact = game.fraction(state, agent);
        exact.ok_or_else(|| Unexplored::Inexact(state.clone(), agent))
    };
    game.agents().iter().map(payoff).collect()
}
