//! Step 2 of a simulation: new nodes, and the edges of nodes that are expanded.

use ludex_game::{Agent, Turn};

use super::search::{Mcts, Surprise};
use super::tree::{Edge, LARGEST_MATRIX, NONE, Node, SEVERAL, Span};
use crate::Rules;
use crate::player::{code_of, identity};
use crate::survey::Survey;

/// The number of visits at which all moves of a node are tried once. At every node it would cost as
/// much as playouts.
const LOOK: u32 = 8;

/// The advice of a policy counts like this number of simulations in which its move won, and any
/// other move won half of the time.
const PRIOR: u32 = 10;

impl<G: Rules> Mcts<'_, G> {
    /// Returns the key of the node of a state.
    pub(super) fn key(&self, state: &G::State) -> u64 {
        identity(self.game, state, self.key_seed)
    }

    /// Adds a node for a state that is not final.
    pub(super) fn add(&mut self, state: &G::State, survey: &Survey) -> u32 {
        let spans = &mut self.scratch.spans;
        spans.clear();
        spans.resize(self.tree.width, Span::ALL);
        if self.options.solve
            && self.tree.width == 1
            && let Some(bounds) = self.game.bounds(state)
        {
            let number = |outcome| self.game.outcomes().number(outcome);
            let share = |outcome| survey.ranges[0].share(number(outcome)) as f32;
            spans[0] = Span { low: share(bounds.low), high: share(bounds.high) };
        }
        let key = self.key(state);
        let node = self.tree.add(key, &self.scratch.spans);
        self.tree.table.entry(key).or_insert(node);
        node
    }

    /// Returns the node of a state after a move: an existing one, or a new one. The state after a
    /// move and a roll is looked for among all, as there is no edge to remember it.
    pub(super) fn reach(
        &mut self,
        state: &G::State,
        rolled: bool,
        survey: &mut Survey,
    ) -> Result<u32, Surprise> {
        if (self.options.transpositions || rolled)
            && let Some(&node) = self.tree.table.get(&self.key(state))
        {
            return Ok(node);
        }
        if self.game.turn(state) != Turn::Final {
            return Ok(self.add(state, survey));
        }
        self.end(state, survey)?;
        let key = self.key(state);
        let spans = &mut self.scratch.spans;
        spans.clear();
        spans.extend(self.scratch.shares[..self.tree.width].iter().map(|&s| Span::exactly(s)));
        let node = self.tree.add(key, spans);
        self.tree.table.entry(key).or_insert(node);
        Ok(node)
    }

    /// Writes the payoffs of a final state to `shares`.
    pub(super) fn end(&mut self, state: &G::State, survey: &mut Survey) -> Result<(), Surprise> {
        let fits = survey.shares(self.game, state, &mut self.scratch.shares);
        if fits { Ok(()) } else { Err(Surprise) }
    }

    /// Returns whether to try all moves of a node: once, when it has been visited often enough.
    pub(super) fn wants_look(&self, node: u32, root: u32) -> bool {
        let &Node { visits, chooser, .. } = self.tree.node(node);
        chooser != SEVERAL && (visits == LOOK || node == root && visits == 0)
    }

    /// Step 2: adds the edges of a node.
    pub(super) fn expand(&mut self, state: &G::State, node: u32) {
        let start = self.tree.edges.len();
        let (mut chooser, mut free) = (SEVERAL, 0);
        let agents = match self.game.turn(state) {
            Turn::Of(agent) => agent.0..agent.0 + 1,
            Turn::Together => 0..self.game.agents().len() as u8,
            Turn::Chance | Turn::Final => 0..0,
        };
        for agent in agents.clone() {
            let moves = &mut self.scratch.moves;
            moves.clear();
            self.game.moves(state, Agent(agent), moves);
            if moves.len() > 1 || chooser == SEVERAL && agent + 1 == agents.end && free == 0 {
                chooser = if free == 0 { agent } else { SEVERAL };
                free += 1;
            }
            self.tree.edges.extend(moves.iter().map(|&mv| new_edge(agent, mv)));
            let advised = self.policy.as_mut().and_then(|policy| policy(state, Agent(agent)));
            if let Some(advised) = advised {
                for edge in self.tree.edges[start..].iter_mut().filter(|edge| edge.agent == agent) {
                    let mean = if edge.mv == advised { 1.0 } else { 0.5 };
                    (edge.rave_visits, edge.rave_mean) = (PRIOR, mean);
                }
            }
        }
        let count = self.tree.edges.len() - start;
        let place = self.tree.node_mut(node);
        (place.edges, place.count, place.chooser) = (start as u32, count as u32, chooser);
        if chooser == SEVERAL {
            let size = self.tree.matrix_size(node);
            if size <= LARGEST_MATRIX {
                self.tree.node_mut(node).matrix = self.tree.children.len() as u32;
                self.tree.children.extend(std::iter::repeat_n(NONE, size));
            }
        } else {
            let edges = self.tree.edges_of(node);
            let best = edges.iter().position(|edge| edge.agent == chooser).unwrap_or(0);
            self.tree.node_mut(node).best = best as u32;
        }
    }

    /// Adds the children of a node that are final states, so that an immediate win is always found.
    pub(super) fn look_ahead(
        &mut self,
        state: &G::State,
        node: u32,
        survey: &mut Survey,
    ) -> Result<(), Surprise> {
        let mut next = state.clone();
        // The only moves of the others, and each move of the one that chooses.
        let chooser = self.tree.node(node).chooser;
        let groups = self.tree.edges_of(node).chunk_by(|a, b| a.agent == b.agent);
        self.scratch.chosen.clear();
        self.scratch.chosen.extend(groups.map(|group| group[0].mv));
        let several = self.scratch.chosen.len() > 1;
        let own = if several { usize::from(chooser) } else { 0 };
        for place in 0..self.tree.node(node).count as usize {
            let edge = self.tree.edges_of(node)[place];
            if edge.agent != chooser {
                continue;
            }
            self.scratch.chosen[own] = edge.mv;
            next.clone_from(state);
            self.game.step(&mut next, &self.scratch.chosen);
            if edge.child == NONE && self.game.turn(&next) == Turn::Final {
                let child = self.reach(&next, false, survey)?;
                self.tree.edges_mut(node)[place].child = child;
            }
        }
        if self.options.solve {
            self.tree.back_up_proofs(node);
        }
        Ok(())
    }
}

fn new_edge<M: std::hash::Hash + Copy>(agent: u8, mv: M) -> Edge<M> {
    Edge {
        mv,
        code: code_of(agent, mv),
        child: NONE,
        visits: 0,
        mean: 0.0,
        rave_visits: 0,
        rave_mean: 0.0,
        agent,
        dead: false,
        closed: false,
    }
}
