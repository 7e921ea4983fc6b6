//! Explicit stacked-matrix games [Saf13, Def. 39]: every state is a matrix whose cells are payoffs
//! or other states, parsed from a JSON file (`STACKED.md` documents the format).
//!
//! A cell that is a payoff leads to the final state of that payoff; there is one for each number
//! that occurs. Payoffs are exact where they are written exactly, as in `1/3`.

mod draft;
mod notation;
mod payoffs;
mod read;

use crate::{Agent, Agents, Fraction, Model, Outcome, Outcomes, SimultaneousGame, Turn};

/// A state of a [`StackedGame`]: matrices in the order of the file, then the payoffs from the
/// worst to the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StackedState(pub u32);

/// A move of a [`StackedGame`]: a row for the first agent, a column for the second, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StackedMove(pub u32);

/// A stacked-matrix game given by its matrices.
///
/// ```
/// use ludex_game::{Agent, Model, Notation, SimultaneousGame, StackedGame, Turn};
/// let game = StackedGame::from_json(r#"{
///     "matrix": [[1, "-1/3"], [-1, 1]],
///     "rows": ["heads", "tails"],
///     "columns": ["heads", "tails"]
/// }"#).unwrap();
/// let mut state = game.initial();
/// let heads = game.read_move(&state, Agent::FIRST, "heads").unwrap();
/// let tails = game.read_move(&state, Agent::SECOND, "tails").unwrap();
/// game.play_joint(&mut state, &[heads, tails]);
/// assert_eq!(game.turn(&state), Turn::Final);
/// assert_eq!(game.fraction(&state, Agent::FIRST).unwrap().to_string(), "-1/3");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct StackedGame {
    agents: Agents,
    /// One for each payoff, in increasing order.
    outcomes: Outcomes,
    /// The payoffs as fractions, if they are known exactly.
    exact: Vec<Option<Fraction>>,
    initial: StackedState,
    matrices: Vec<Matrix>,
}

/// A state that is not final.
#[derive(Clone, PartialEq, Debug)]
struct Matrix {
    name: String,
    /// The names of the moves of each agent: rows, columns.
    moves: [Vec<String>; 2],
    /// The successors of the joint moves, row by row.
    cells: Vec<StackedState>,
}

impl StackedGame {
    /// Returns all states with a matrix, in the order of the file.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = StackedState> + use<> {
        (0..self.matrices.len() as u32).map(StackedState)
    }

    /// Returns the matrix of a state, if it is not final.
    fn matrix(&self, state: StackedState) -> Option<&Matrix> {
        self.matrices.get(state.0 as usize)
    }
}

impl Model for StackedGame {
    type State = StackedState;
    type Move = StackedMove;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> StackedState {
        self.initial
    }

    fn turn(&self, state: &StackedState) -> Turn {
        if self.matrix(*state).is_some() { Turn::Together } else { Turn::Final }
    }

    fn moves(&self, state: &StackedState, agent: Agent, out: &mut Vec<StackedMove>) {
        if let Some(matrix) = self.matrix(*state) {
            out.extend((0..matrix.moves[agent.index()].len() as u32).map(StackedMove));
        }
    }

    fn outcome(&self, state: &StackedState) -> Outcome {
        Outcome((state.0 as usize).saturating_sub(self.matrices.len()) as u16)
    }

    fn holds(&self, _state: &StackedState, _own_atom: u32) -> bool {
        false
    }

    /// Returns the number of the state, mixed (invertibly).
    fn key(&self, state: &StackedState) -> u64 {
        ludex_base::mix(u64::from(state.0).wrapping_add(0x9e37_79b9_7f4a_7c15))
    }

    fn can_repeat(&self) -> bool {
        false
    }

    fn fraction(&self, state: &StackedState, agent: Agent) -> Option<Fraction> {
        let first = self.exact.get(self.outcome(state).index()).copied().flatten()?;
        if agent == Agent::FIRST { Some(first) } else { first.checked_neg() }
    }
}

impl SimultaneousGame for StackedGame {
    fn play_joint(&self, state: &mut StackedState, joint: &[StackedMove]) {
        let Some(matrix) = self.matrix(*state) else { return };
        let place = joint[0].0 as usize * matrix.moves[1].len() + joint[1].0 as usize;
        *state = matrix.cells[place];
    }
}
