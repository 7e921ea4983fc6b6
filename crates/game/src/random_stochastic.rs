//! Random games with chance for property tests.
//!
//! A game is a directed acyclic graph: each new state takes a free move of an earlier one, and the
//! moves that remain lead to any later state. In a third of the states that are not final chance
//! moves, with probabilities that are no round numbers.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::random::below;
use crate::{
    Agent, Agents, Fraction, Game, Hints, Model, Notation, Outcome, Outcomes, Picture, Shape,
    TextError, Turn,
};

/// The parameters of a random zero-sum game with chance.
///
/// ```
/// use ludex_game::{RandomStochastic, check_laws};
/// let game = RandomStochastic { states: 30, ..RandomStochastic::default() }.generate(7);
/// check_laws(&game, 1, 20).unwrap();
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomStochastic {
    /// The number of states; at least 1.
    pub states: usize,
    /// The greatest number of moves in a state; at least 1.
    pub moves: usize,
    /// The number of agents: 1 or 2.
    pub agents: usize,
    /// Payoffs are the whole numbers from −`stakes` to `stakes`.
    pub stakes: u16,
}

impl Default for RandomStochastic {
    fn default() -> RandomStochastic {
        RandomStochastic { states: 25, moves: 4, agents: 2, stakes: 3 }
    }
}

impl RandomStochastic {
    /// Returns the game of a seed. Settings outside their range are clamped.
    pub fn generate(&self, seed: u64) -> StochasticDag {
        let states = self.states.clamp(1, u32::MAX as usize);
        let stakes = self.stakes.clamp(1, 10_000);
        let agents = self.agents.clamp(1, 2);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut nodes: Vec<Node> = Vec::with_capacity(states);
        let mut free: Vec<(usize, usize)> = Vec::new();
        for state in 0..states {
            if state > 0 {
                let (parent, place) = free.swap_remove(below(&mut rng, free.len()));
                nodes[parent].targets[place] = state as u32;
            }
            let last = state + 1 == states;
            let node = if !last && (free.is_empty() || below(&mut rng, 2) == 0) {
                Node::inner(&mut rng, agents, self.moves.clamp(1, 255))
            } else {
                Node::leaf(below(&mut rng, 2 * usize::from(stakes) + 1))
            };
            free.extend((0..node.targets.len()).map(|place| (state, place)));
            nodes.push(node);
        }
        for (state, place) in free {
            nodes[state].targets[place] = (state + 1 + below(&mut rng, states - state - 1)) as u32;
        }
        let agents = Agents::new(["Max", "Min"].into_iter().take(agents));
        let outcomes = Outcomes::scores(-i32::from(stakes), stakes.into());
        StochasticDag { agents, outcomes, nodes }
    }
}

/// A state with the states its moves lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    turn: Turn,
    targets: Vec<u32>,
    probabilities: Vec<Fraction>,
    outcome: Outcome,
}

impl Node {
    fn leaf(outcome: usize) -> Node {
        let outcome = Outcome(outcome as u16);
        Node { turn: Turn::Final, targets: Vec::new(), probabilities: Vec::new(), outcome }
    }

    fn inner(rng: &mut Xoshiro256PlusPlus, agents: usize, moves: usize) -> Node {
        let (chance, moves) = (below(rng, 3) == 0, 1 + below(rng, moves));
        let turn = if chance { Turn::Chance } else { Turn::Of(Agent(below(rng, agents) as u8)) };
        let shares: Vec<i64> = (0..moves).map(|_| 1 + below(rng, 5) as i64).collect();
        let all = shares.iter().sum();
        let probabilities = shares.into_iter().filter_map(|share| Fraction::new(share, all));
        let probabilities = probabilities.filter(|_| chance).collect();
        Node { turn, targets: vec![0; moves], probabilities, outcome: Outcome::WORST }
    }
}

/// A game with chance and explicit states: see [`RandomStochastic`].
#[derive(Clone, PartialEq, Debug)]
pub struct StochasticDag {
    agents: Agents,
    outcomes: Outcomes,
    nodes: Vec<Node>,
}

impl StochasticDag {
    fn node(&self, state: u32) -> &Node {
        &self.nodes[state as usize]
    }
}

impl Model for StochasticDag {
    type State = u32;
    type Move = u8;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> u32 {
        0
    }

    fn turn(&self, &state: &u32) -> Turn {
        self.node(state).turn
    }

    fn moves(&self, &state: &u32, agent: Agent, out: &mut Vec<u8>) {
        if self.node(state).turn.mover() == Some(agent) {
            out.extend(0..self.node(state).targets.len() as u8);
        }
    }

    fn outcome(&self, &state: &u32) -> Outcome {
        self.node(state).outcome
    }

    fn holds(&self, _state: &u32, _own_atom: u32) -> bool {
        false
    }

    fn key(&self, &state: &u32) -> u64 {
        state.into()
    }

    fn has_chance(&self) -> bool {
        self.nodes.iter().any(|node| node.turn == Turn::Chance)
    }

    fn probabilities(&self, &state: &u32, out: &mut Vec<Fraction>) {
        out.extend(&self.node(state).probabilities);
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl Game for StochasticDag {
    fn play(&self, state: &mut u32, _agent: Agent, mv: u8) {
        *state = self.node(*state).targets.get(usize::from(mv)).copied().unwrap_or(*state);
    }
}

impl Hints for StochasticDag {}

impl Notation for StochasticDag {
    fn write_move(&self, _state: &u32, _agent: Agent, mv: u8) -> String {
        mv.to_string()
    }

    fn write_position(&self, state: &u32) -> String {
        state.to_string()
    }

    fn read_position(&self, text: &str) -> Result<u32, TextError> {
        let known = |state: &u32| (*state as usize) < self.nodes.len() && state.to_string() == text;
        let state = text.parse().ok().filter(known);
        state.ok_or_else(|| TextError::new("there is no such state", 0..text.len()))
    }

    fn atoms(&self) -> Vec<String> {
        Vec::new()
    }

    fn picture(&self, state: &u32) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        picture.note(format!("state {state}: {:?}", self.node(*state).turn));
        picture
    }
}
