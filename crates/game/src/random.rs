//! Random games for property tests: every algorithm is checked against the plain definition on
//! thousands of them.
//!
//! A game grows as a tree, so that every state can be reached; graphs and cycles come from edges
//! added to it. Only the raw numbers of a fixed generator are used, so a seed determines the same
//! game on every machine.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::explicit::Draft;
use crate::{Agent, Agents, ExplicitGame, Outcome, Outcomes, Turn};

/// Returns a random number below `n` (0 if `n` is 0), from the raw numbers of the generator only.
pub fn below(rng: &mut impl Rng, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}

/// The shape of a random game graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphShape {
    /// Each state but the first is the target of exactly one move.
    Tree,
    /// States can be reached in several ways, but never twice in one play.
    Dag,
    /// Any graph, including loops of one state.
    Cyclic,
}

/// The parameters of a random game.
///
/// ```
/// use ludex_game::{GraphShape, Model, RandomGame};
/// let kind = RandomGame { states: 30, shape: GraphShape::Dag, ..RandomGame::default() };
/// let game = kind.generate(7);
/// assert_eq!(game.len(), 30);
/// assert!(!game.can_repeat());
/// assert_eq!(game, kind.generate(7));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomGame {
    /// The number of states; at least 1.
    pub states: usize,
    /// The number of agents: 1 to 4.
    pub agents: usize,
    /// The number of atoms; each is true in about half of the states.
    pub atoms: usize,
    /// The number of outcomes: 2 to 7.
    pub outcomes: usize,
    /// The greatest number of moves of all agents in a state; at least 1.
    pub branching: usize,
    /// The shape of the graph.
    pub shape: GraphShape,
    /// Whether agents that are not on turn have moves, too.
    pub off_turn: bool,
}

impl Default for RandomGame {
    fn default() -> RandomGame {
        RandomGame {
            states: 20,
            agents: 2,
            atoms: 3,
            outcomes: 2,
            branching: 3,
            shape: GraphShape::Tree,
            off_turn: false,
        }
    }
}

impl RandomGame {
    /// Returns the game of a seed. Settings outside their range are clamped.
    pub fn generate(&self, seed: u64) -> ExplicitGame {
        let kind = RandomGame {
            states: self.states.clamp(1, u32::MAX as usize),
            agents: self.agents.clamp(1, 4),
            outcomes: self.outcomes.clamp(2, 7),
            branching: self.branching.max(1),
            ..*self
        };
        Growth { kind, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }.game()
    }
}

/// A game under construction.
struct Growth {
    kind: RandomGame,
    rng: Xoshiro256PlusPlus,
}

impl Growth {
    fn game(&mut self) -> ExplicitGame {
        let (targets, parents) = self.graph();
        let agents = self.kind.agents;
        let mut turns: Vec<Agent> = Vec::with_capacity(targets.len());
        let mut drafts = Vec::with_capacity(targets.len());
        for (state, targets) in targets.iter().enumerate() {
            // Mostly agents take turns, sometimes anybody may follow.
            let turn = match parents[state] {
                Some(parent) if !self.chance(4) => (turns[parent].index() + 1) % agents,
                Some(_) => self.below(agents),
                None => 0,
            };
            turns.push(Agent(turn as u8));
            drafts.push(self.draft(state, Agent(turn as u8), targets));
        }
        let names: &[&str] = match agents {
            1 | 2 => &["Max", "Min"],
            _ => &["Red", "Green", "Blue", "Yellow"],
        };
        let atoms = (0..self.kind.atoms).map(|n| format!("p{n}")).collect();
        let agents = Agents::new(names[..agents].iter().copied());
        ExplicitGame::assemble(agents, outcomes(self.kind.outcomes), atoms, 0, drafts)
    }

    fn draft(&mut self, state: usize, on_turn: Agent, targets: &[usize]) -> Draft {
        let mut moves = Vec::with_capacity(targets.len());
        for (i, &target) in targets.iter().enumerate() {
            // The first move belongs to the agent on turn: it must have one.
            let anybody = self.kind.off_turn && i > 0 && self.chance(2);
            let agent = if anybody { Agent(self.below(self.kind.agents) as u8) } else { on_turn };
            moves.push((agent, format!("m{i}"), target as u32));
        }
        let labels = (0..self.kind.atoms as u32).filter(|_| self.chance(2)).collect();
        let outcome = Outcome(self.below(self.kind.outcomes) as u16);
        let (turn, result) = match moves.is_empty() {
            true => (Turn::Final, outcome),
            false => (Turn::Of(on_turn), Outcome::WORST),
        };
        Draft { name: format!("s{state}"), labels, turn, result, moves }
    }

    /// Returns the targets of each state's moves, and the state each was first reached from.
    fn graph(&mut self) -> (Vec<Vec<usize>>, Vec<Option<usize>>) {
        let states = self.kind.states;
        let mut targets: Vec<Vec<usize>> = vec![Vec::new(); states];
        let mut parents = vec![None; states];
        let mut open = vec![0]; // states that can take one more move
        for (state, found) in parents.iter_mut().enumerate().skip(1) {
            // Half the time continue from the newest state, for plays of some length.
            let newest = self.chance(2);
            let place = if newest { open.len() - 1 } else { self.below(open.len()) };
            let parent = open[place];
            *found = Some(parent);
            targets[parent].push(state);
            if targets[parent].len() == self.kind.branching {
                open.remove(place);
            }
            open.push(state);
        }
        if self.kind.shape != GraphShape::Tree {
            (0..states).for_each(|state| self.add_edges(state, &mut targets[state]));
        }
        (targets, parents)
    }

    /// Adds edges beyond the tree; half of its leaves stay final.
    fn add_edges(&mut self, state: usize, targets: &mut Vec<usize>) {
        let states = self.kind.states;
        let forward = self.kind.shape == GraphShape::Dag;
        let (start, room) = if forward { (state + 1, states - state - 1) } else { (0, states) };
        if room == 0 || (targets.is_empty() && self.chance(2)) {
            return;
        }
        let more = self.below(self.kind.branching - targets.len() + 1);
        for _ in 0..more {
            targets.push(start + self.below(room));
        }
    }

    fn below(&mut self, n: usize) -> usize {
        below(&mut self.rng, n)
    }

    /// Returns true once in `n` times.
    fn chance(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Returns evenly spaced outcomes around 0: loss and win, with a draw if there are three.
fn outcomes(count: usize) -> Outcomes {
    match count {
        2 => Outcomes::win_loss(),
        3 => Outcomes::win_draw_loss(),
        _ => Outcomes::new((0..count as i32).map(|i| {
            let number = 2 * i - (count as i32 - 1);
            (number.to_string(), f64::from(number))
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;

    fn kinds() -> impl Iterator<Item = RandomGame> {
        let shapes = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];
        (0..300).map(move |i| RandomGame {
            states: 1 + i % 40,
            agents: 1 + i % 4,
            atoms: i % 70,
            outcomes: 2 + i % 6,
            branching: 1 + i % 5,
            shape: shapes[i % 3],
            off_turn: i % 2 == 0,
        })
    }

    #[test]
    fn graphs_have_their_shape() {
        let mut cyclic = 0;
        for (kind, seed) in kinds().zip(0..) {
            let game = kind.generate(seed);
            assert_eq!((game.len(), game.agents().len()), (kind.states, kind.agents));
            assert_eq!(game.outcomes().len(), kind.outcomes);
            let mut moves = Vec::new();
            for state in game.states() {
                let before = moves.len();
                game.agents().iter().for_each(|agent| game.moves(&state, agent, &mut moves));
                assert!(moves.len() - before <= kind.branching);
            }
            match kind.shape {
                GraphShape::Tree => assert_eq!(moves.len(), kind.states - 1),
                GraphShape::Dag => assert!(!game.can_repeat()),
                GraphShape::Cyclic => cyclic += usize::from(game.can_repeat()),
            }
        }
        assert!(cyclic > 50, "only {cyclic} of 100 games have cycles");
    }

    #[test]
    fn off_turn_moves_only_where_asked_for() {
        let off_turn_moves = |off_turn| {
            let kind = RandomGame { states: 200, off_turn, ..RandomGame::default() };
            let game = kind.generate(1);
            let mut moves = Vec::new();
            for state in game.states() {
                let others = game.agents().iter().filter(|&a| Turn::Of(a) != game.turn(&state));
                others.for_each(|agent| game.moves(&state, agent, &mut moves));
            }
            moves.len()
        };
        assert_eq!(off_turn_moves(false), 0);
        assert!(off_turn_moves(true) > 10);
    }

    /// The games behind recorded seeds must never change.
    #[test]
    fn a_seed_means_the_same_game_everywhere() {
        let kind = RandomGame { states: 6, shape: GraphShape::Cyclic, ..RandomGame::default() };
        let text = kind.generate(42).to_json();
        let expected = include_str!("../tests/data/random-42.json");
        assert_eq!(text, expected);
    }
}
