//! The states of a game that a question about coalitions depends on, as a graph.

use ludex_base::{Budget, OutOfBudget, Ticker};
use ludex_game::{Agent, Game, Model, Question, SimultaneousGame, Turn};
use rustc_hash::FxHashMap;

use super::ConcurrentGame;
use crate::model::within;

/// The states that are reachable from a start, which is the first.
pub(super) struct Explored<S> {
    pub graph: ConcurrentGame,
    pub states: Vec<S>,
    /// By agent and state: the successors by the choices of the agent, whether it is on turn or
    /// not. Empty for agents that no modality is about.
    pub choices: Vec<Vec<Vec<u32>>>,
}

impl<S: Clone> Explored<S> {
    /// Explores a game where one agent moves at a time. States that `modal` agents can reach off
    /// turn are explored too, under the normal play assumption for `asked`.
    pub fn of_game<G: Game<State = S>>(
        question: Question<'_, G>,
        start: S,
        modal: &[Agent],
        budget: &Budget,
    ) -> Result<Explored<S>, OutOfBudget> {
        let game = question.game;
        let mut exploration = Exploration::new(game, start);
        while let Some(state) = exploration.next(budget)? {
            let (mut counts, mut next) = (exploration.no_choice(), Vec::new());
            if let Some(agent) = game.turn(&state).agent() {
                let mut moves = Vec::new();
                game.moves(&state, agent, &mut moves);
                counts[agent.index()] = moves.len() as u32;
                next.extend(moves.into_iter().map(|mv| game.after(&state, agent, mv)));
            }
            exploration.add(counts, next);
            for &agent in modal {
                let choices = question.choices(&state, agent).into_iter();
                let next = choices.map(|choice| question.after(&state, agent, choice)).collect();
                exploration.add_choices(agent, next);
            }
        }
        Ok(exploration.found)
    }

    /// Explores a game with simultaneous moves.
    pub fn of_simultaneous<G: SimultaneousGame<State = S>>(
        game: &G,
        start: S,
        budget: &Budget,
    ) -> Result<Explored<S>, OutOfBudget> {
        let mut exploration = Exploration::new(game, start);
        while let Some(state) = exploration.next(budget)? {
            let (mut counts, mut next) = (exploration.no_choice(), Vec::new());
            if game.turn(&state) != Turn::Final {
                let moves = moves_by_agent(game, &state);
                for (count, moves) in counts.iter_mut().zip(&moves) {
                    *count = moves.len() as u32;
                }
                let joint = moves.iter().fold(1usize, |all, own| all.saturating_mul(own.len()));
                let ticker = Ticker::new(budget);
                for number in 0..joint {
                    ticker.tick()?;
                    let mut after = state.clone();
                    game.play_joint(&mut after, &joint_move(&moves, number));
                    next.push(after);
                }
            }
            exploration.add(counts, next);
        }
        Ok(exploration.found)
    }
}

fn moves_by_agent<G: Model>(game: &G, state: &G::State) -> Vec<Vec<G::Move>> {
    let moves = |agent| {
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        moves
    };
    game.agents().iter().map(moves).collect()
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

/// An exploration that is under way, breadth first.
struct Exploration<'g, G: Model> {
    game: &'g G,
    found: Explored<G::State>,
    index: FxHashMap<G::State, u32>,
    /// The number of successors found so far.
    edges: usize,
}

impl<'g, G: Model> Exploration<'g, G> {
    fn new(game: &'g G, start: G::State) -> Self {
        let agents = game.agents().len();
        let index = FxHashMap::from_iter([(start.clone(), 0)]);
        let (graph, choices) = (ConcurrentGame::new(agents), vec![Vec::new(); agents]);
        let found = Explored { graph, states: vec![start], choices };
        Exploration { game, found, index, edges: 0 }
    }

    /// Returns the next state to be added, if the budget allows one more.
    fn next(&self, budget: &Budget) -> Result<Option<G::State>, OutOfBudget> {
        let (states, at) = (&self.found.states, self.found.graph.len());
        let each = 2 * size_of::<G::State>() + self.game.heap_bytes() + 32;
        if at < states.len() {
            within(budget, states.len(), states.len() * each + 4 * self.edges, at)?;
        }
        Ok(states.get(at).cloned())
    }

    /// Returns the numbers of moves of the agents where nobody has a choice.
    fn no_choice(&self) -> Vec<u32> {
        vec![1; self.found.graph.agents()]
    }

    /// Adds the state at hand, given the number of moves of each agent (1 for an agent without a
    /// choice) and the successor after each joint move; none if the game is over.
    fn add(&mut self, mut counts: Vec<u32>, next: Vec<G::State>) {
        let mut numbers = self.numbers(next);
        if numbers.is_empty() {
            counts.fill(1);
            numbers.push(self.found.graph.len() as u32);
        }
        self.found.graph.add(&counts, &numbers);
    }

    /// Adds the successors of the state at hand by the choices of an agent.
    fn add_choices(&mut self, agent: Agent, next: Vec<G::State>) {
        let numbers = self.numbers(next);
        self.found.choices[agent.index()].push(numbers);
    }

    fn numbers(&mut self, states: Vec<G::State>) -> Vec<u32> {
        self.edges += states.len();
        let known = &mut self.found.states;
        let mut number = |state: G::State| {
            let fresh = known.len() as u32;
            *self.index.entry(state).or_insert_with_key(|state| {
                known.push(state.clone());
                fresh
            })
        };
        states.into_iter().map(&mut number).collect()
    }
}
