//! A game up to a position: what a record of it holds, and what can be taken back.

use ludex_game::{Agent, DynState, Model, Notation, Turn};
use ludex_play::{Played, Thought};

use crate::session::Session;

/// A game up to a position.
pub(crate) struct SoFar {
    /// The positions, each with the number of moves before it.
    pub states: Vec<(usize, DynState)>,
    /// The moves.
    pub moves: Vec<Played>,
}

impl Session {
    /// Returns the positions and the moves that led to the position.
    pub(crate) fn so_far(&self) -> SoFar {
        let game = self.playable();
        let mut state = self.trail.start(&self.state).clone();
        let mut so_far = SoFar { states: vec![(0, state.clone())], moves: Vec::new() };
        for (turn, chosen) in self.trail.turns().iter().enumerate() {
            let agents: Vec<Agent> = match game.turn(&state) {
                Turn::Final => break,
                Turn::Of(agent) => vec![agent],
                Turn::Chance => vec![Agent::CHANCE],
                Turn::Together => game.agents().iter().collect(),
            };
            so_far.moves.extend(agents.into_iter().zip(chosen).map(|(agent, &mv)| Played {
                turn,
                agent: game.agents().name(agent).to_string(),
                mv: game.write_move(&state, agent, mv),
                seconds: 0.0,
                thought: Thought::default(),
            }));
            game.step(&mut state, chosen);
            so_far.states.push((so_far.moves.len(), state.clone()));
        }
        so_far
    }

    /// Returns the number of moves that led to the position.
    pub fn moves_so_far(&self) -> usize {
        self.trail.turns().iter().map(Vec::len).sum()
    }
}
