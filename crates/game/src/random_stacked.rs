//! Random stacked-matrix games [Saf13, Def. 39] for property tests.
//!
//! A game is a directed acyclic graph in which every state can be reached: each new state takes a
//! free cell of an earlier matrix, and the remaining cells lead to any later state.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::random::below;
use crate::{
    Agent, Agents, Model, Notation, Outcome, Outcomes, Picture, Shape, SimultaneousGame, TextError,
    Turn,
};

/// The parameters of a random stacked-matrix game.
///
/// ```
/// use ludex_game::{RandomStacked, check_simultaneous_laws};
/// let game = RandomStacked { states: 30, ..RandomStacked::default() }.generate(7);
/// check_simultaneous_laws(&game, 1, 20).unwrap();
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomStacked {
    /// The number of states; at least 1.
    pub states: usize,
    /// The greatest number of moves of an agent in a state; at least 1.
    pub moves: usize,
    /// Payoffs are the whole numbers from −`stakes` to `stakes`.
    pub stakes: u16,
}

impl Default for RandomStacked {
    fn default() -> RandomStacked {
        RandomStacked { states: 20, moves: 3, stakes: 5 }
    }
}

impl RandomStacked {
    /// Returns the game of a seed. Settings outside their range are clamped.
    pub fn generate(&self, seed: u64) -> StackedDag {
        let states = self.states.clamp(1, u32::MAX as usize);
        let stakes = self.stakes.clamp(1, 10_000);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut matrices: Vec<Matrix> = Vec::with_capacity(states);
        let mut free: Vec<(usize, usize)> = Vec::new();
        for state in 0..states {
            if state > 0 {
                let (parent, cell) = free.swap_remove(below(&mut rng, free.len()));
                matrices[parent].targets[cell] = state as u32;
            }
            let last = state + 1 == states;
            let matrix = if !last && (free.is_empty() || below(&mut rng, 2) == 0) {
                let mut side = || 1 + below(&mut rng, self.moves.clamp(1, 255));
                Matrix::internal(side(), side())
            } else {
                Matrix::leaf(below(&mut rng, 2 * usize::from(stakes) + 1))
            };
            free.extend((0..matrix.targets.len()).map(|cell| (state, cell)));
            matrices.push(matrix);
        }
        for (state, cell) in free {
            let later = state + 1 + below(&mut rng, states - state - 1);
            matrices[state].targets[cell] = later as u32;
        }
        let agents = Agents::new(["Max", "Min"]);
        let outcomes = Outcomes::scores(-i32::from(stakes), stakes.into());
        StackedDag { agents, outcomes, matrices }
    }
}

/// A state's matrix of successors, row by row; final states have none.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Matrix {
    rows: usize,
    targets: Vec<u32>,
    outcome: Outcome,
}

impl Matrix {
    fn internal(rows: usize, columns: usize) -> Matrix {
        Matrix { rows, targets: vec![0; rows * columns], outcome: Outcome::WORST }
    }

    fn leaf(outcome: usize) -> Matrix {
        Matrix { rows: 0, targets: Vec::new(), outcome: Outcome(outcome as u16) }
    }

    /// Returns the number of moves of an agent.
    fn side(&self, agent: Agent) -> usize {
        match agent {
            Agent::FIRST => self.rows,
            _ => self.targets.len().checked_div(self.rows).unwrap_or(0),
        }
    }
}

/// A stacked-matrix game with explicit matrices: see [`RandomStacked`].
#[derive(Clone, PartialEq, Debug)]
pub struct StackedDag {
    agents: Agents,
    outcomes: Outcomes,
    matrices: Vec<Matrix>,
}

impl Model for StackedDag {
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
        match self.matrices[state as usize].rows {
            0 => Turn::Final,
            _ => Turn::Together,
        }
    }

    fn moves(&self, &state: &u32, agent: Agent, out: &mut Vec<u8>) {
        out.extend(0..self.matrices[state as usize].side(agent) as u8);
    }

    fn outcome(&self, &state: &u32) -> Outcome {
        self.matrices[state as usize].outcome
    }

    fn holds(&self, _state: &u32, _own_atom: u32) -> bool {
        false
    }

    fn key(&self, &state: &u32) -> u64 {
        state.into()
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl SimultaneousGame for StackedDag {
    fn play_joint(&self, state: &mut u32, joint: &[u8]) {
        let matrix = &self.matrices[*state as usize];
        let &[row, column] = joint else { return };
        let cell = usize::from(row) * matrix.side(Agent::SECOND) + usize::from(column);
        *state = matrix.targets.get(cell).copied().unwrap_or(*state);
    }
}

/// States are `s0`, `s1` …, moves are numbers from 1.
impl Notation for StackedDag {
    fn write_move(&self, _state: &u32, _agent: Agent, mv: u8) -> String {
        (u16::from(mv) + 1).to_string()
    }

    fn write_position(&self, state: &u32) -> String {
        format!("s{state}")
    }

    fn read_position(&self, text: &str) -> Result<u32, TextError> {
        let number = text.trim().strip_prefix('s').and_then(|number| number.parse().ok());
        let known = number.filter(|&state: &u32| (state as usize) < self.matrices.len());
        let last = self.matrices.len() - 1;
        known.ok_or_else(|| {
            TextError::new("no such state", 0..text.len()).help(format!("s0 to s{last}"))
        })
    }

    fn atoms(&self) -> Vec<String> {
        Vec::new()
    }

    fn picture(&self, state: &u32) -> Picture {
        let matrix = &self.matrices[*state as usize];
        let mut picture = Picture::new(Shape::Square);
        picture.note(match matrix.rows {
            0 => format!("s{state}: {}", self.outcomes.name(matrix.outcome)),
            _ => format!("s{state}"),
        });
        for row in matrix.targets.chunks(matrix.side(Agent::SECOND).max(1)) {
            let cells: Vec<String> = row.iter().map(|target| format!("s{target}")).collect();
            picture.note(cells.join(" "));
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check_simultaneous_laws;

    #[test]
    fn every_state_can_be_reached_and_leads_forward() {
        for seed in 0..300 {
            let kind = RandomStacked {
                states: 1 + seed as usize % 50,
                moves: 1 + seed as usize % 5,
                stakes: 1 + seed as u16 % 7,
            };
            let game = kind.generate(seed);
            let mut reached = vec![false; game.matrices.len()];
            reached[0] = true;
            for (state, matrix) in game.matrices.iter().enumerate() {
                assert!(reached[state], "s{state} of seed {seed}");
                for &target in &matrix.targets {
                    assert!(target as usize > state);
                    reached[target as usize] = true;
                }
            }
            assert_eq!(game, kind.generate(seed));
            check_simultaneous_laws(&game, seed, 3).unwrap();
        }
    }
}
