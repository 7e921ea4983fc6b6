//! Concurrent game structures: in every state each agent has some moves, and each combination of
//! one move per agent leads to one state.

use std::hash::Hash;

use ludex_base::{Budget, OutOfBudget};
use ludex_game::{Agent, Game, Model, SimultaneousGame, Turn};
use rustc_hash::FxHashMap;

use crate::model::within;

/// A concurrent game structure. In a game where one agent moves at a time the other agents have a
/// single move, to wait.
#[derive(Clone, Debug)]
pub struct ConcurrentGame {
    agents: usize,
    /// The number of moves of each agent in each state.
    counts: Vec<u32>,
    /// Where the joint moves of each state start in `successors`.
    offsets: Vec<usize>,
    /// Successors by joint move; the last agent's move changes fastest.
    successors: Vec<u32>,
}

impl ConcurrentGame {
    /// Returns a structure without states.
    pub fn new(agents: usize) -> ConcurrentGame {
        ConcurrentGame { agents, counts: Vec::new(), offsets: vec![0], successors: Vec::new() }
    }

    /// Adds a state. `counts` are the numbers of moves of the agents (at least 1), `successors` the
    /// successor after each joint move, the last agent's move changing fastest.
    pub fn add(&mut self, counts: &[u32], successors: &[u32]) {
        assert_eq!(counts.len(), self.agents, "a number of moves for every agent");
        let joint: usize = counts.iter().map(|&count| count as usize).product();
        assert!(joint > 0 && joint == successors.len(), "a successor for every joint move");
        self.counts.extend_from_slice(counts);
        self.successors.extend_from_slice(successors);
        self.offsets.push(self.successors.len());
    }

    /// Returns the number of states.
    #[allow(clippy::len_without_is_empty)] // nobody asks
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns the number of agents.
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// Returns the number of moves of each agent in a state.
    pub fn counts(&self, state: usize) -> &[u32] {
        &self.counts[state * self.agents..(state + 1) * self.agents]
    }

    /// Returns the successor after each joint move of a state.
    pub fn successors(&self, state: usize) -> &[u32] {
        &self.successors[self.offsets[state]..self.offsets[state + 1]]
    }

    /// Returns the structure of a game where one agent moves at a time, and its states, the initial
    /// state first. The moves of a state are in the order of [`Model::moves`].
    pub fn of_game<G: Game>(
        game: &G,
        budget: &Budget,
    ) -> Result<(ConcurrentGame, Vec<G::State>), OutOfBudget> {
        ConcurrentGame::of_game_at(game, game.initial(), budget)
    }

    /// Returns the structure of the states that are reachable from `start`, which is the first.
    pub fn of_game_at<G: Game>(
        game: &G,
        start: G::State,
        budget: &Budget,
    ) -> Result<(ConcurrentGame, Vec<G::State>), OutOfBudget> {
        build(game, start, budget, |state, counts, next| {
            let Some(agent) = game.turn(state).agent() else { return };
            let mut moves = Vec::new();
            game.moves(state, agent, &mut moves);
            counts[agent.index()] = moves.len() as u32;
            next.extend(moves.into_iter().map(|mv| game.after(state, agent, mv)));
        })
    }

    /// Returns the structure of a game with simultaneous moves, and its states, the initial state
    /// first.
    pub fn of_simultaneous<G: SimultaneousGame>(
        game: &G,
        budget: &Budget,
    ) -> Result<(ConcurrentGame, Vec<G::State>), OutOfBudget> {
        ConcurrentGame::of_simultaneous_at(game, game.initial(), budget)
    }

    /// Returns the structure of the states that are reachable from `start`, which is the first.
    pub fn of_simultaneous_at<G: SimultaneousGame>(
        game: &G,
        start: G::State,
        budget: &Budget,
    ) -> Result<(ConcurrentGame, Vec<G::State>), OutOfBudget> {
        build(game, start, budget, |state, counts, next| {
            if game.turn(state) == Turn::Final {
                return;
            }
            let moves: Vec<Vec<G::Move>> = (0..counts.len())
                .map(|agent| {
                    let mut moves = Vec::new();
                    game.moves(state, Agent(agent as u8), &mut moves);
                    moves
                })
                .collect();
            for (count, moves) in counts.iter_mut().zip(&moves) {
                *count = moves.len() as u32;
            }
            let joint: usize = moves.iter().map(Vec::len).product();
            for number in 0..joint {
                let mut next_state = state.clone();
                game.play_joint(&mut next_state, &joint_move(&moves, number));
                next.push(next_state);
            }
        })
    }
}

/// Returns the joint move with this number; the last agent's move changes fastest.
fn joint_move<M: Copy>(moves: &[Vec<M>], mut number: usize) -> Vec<M> {
    let mut joint: Vec<M> = moves
        .iter()
        .rev()
        .map(|moves| {
            let mv = moves[number % moves.len()];
            number /= moves.len();
            mv
        })
        .collect();
    joint.reverse();
    joint
}

/// Explores a game. `expand` returns the number of moves of each agent (1 for an agent without a
/// choice) and the successor after each joint move; none if the game is over.
fn build<G: Model>(
    game: &G,
    start: G::State,
    budget: &Budget,
    mut expand: impl FnMut(&G::State, &mut [u32], &mut Vec<G::State>),
) -> Result<(ConcurrentGame, Vec<G::State>), OutOfBudget>
where
    G::State: Hash + Eq,
{
    let agents = game.agents().len();
    let mut graph = ConcurrentGame::new(agents);
    let mut states = vec![start];
    let mut index: FxHashMap<G::State, u32> = FxHashMap::from_iter([(states[0].clone(), 0)]);
    let (mut next, mut numbers) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < states.len() {
        let bytes = states.len() * (2 * size_of::<G::State>() + game.heap_bytes() + 32)
            + 4 * graph.successors.len();
        within(budget, states.len(), bytes, at)?;
        let mut counts = vec![1; agents];
        next.clear();
        numbers.clear();
        expand(&states[at], &mut counts, &mut next);
        for state in next.drain(..) {
            let fresh = states.len() as u32;
            numbers.push(*index.entry(state).or_insert_with_key(|state| {
                states.push(state.clone());
                fresh
            }));
        }
        if numbers.is_empty() {
            counts.fill(1);
            numbers.push(at as u32);
        }
        graph.add(&counts, &numbers);
        at += 1;
    }
    Ok((graph, states))
}
