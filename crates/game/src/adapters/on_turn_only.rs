//! A game in which agents that are not on turn have no moves, and which says when it was asked for
//! some.

use super::{same_hints, same_payoffs, same_positions, same_states};
use crate::{
    Agent, Agents, Bounds, Game, Hints, Model, Notation, OffTurnLog, OffTurnMark, Outcome,
    Outcomes, Turn, no_moves_off_turn,
};

/// A game whose rules give moves to the agent on turn only. It plays as the game inside does, and
/// [`Model::off_turn_remarks`] says which agents were asked for moves in vain.
#[derive(Clone, Debug)]
pub struct OnTurnOnly<G> {
    game: G,
    asked_off_turn: OffTurnLog,
}

impl<G> OnTurnOnly<G> {
    /// Wraps a game.
    pub fn new(game: G) -> OnTurnOnly<G> {
        OnTurnOnly { game, asked_off_turn: OffTurnLog::default() }
    }
}

impl<G: Model> Model for OnTurnOnly<G> {
    type State = G::State;
    type Move = G::Move;

    same_states!();
    same_payoffs!();

    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        self.game.outcomes()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }

    fn moves(&self, state: &G::State, agent: Agent, out: &mut Vec<G::Move>) {
        let before = out.len();
        self.game.moves(state, agent, out);
        if out.len() == before && self.turn(state) != Turn::Final {
            self.asked_off_turn.note(agent);
        }
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn heap_bytes(&self) -> usize {
        self.game.heap_bytes()
    }

    fn off_turn_remarks(&self, since: OffTurnMark) -> Vec<String> {
        let asked = self.asked_off_turn.since(since).into_iter();
        asked.map(|agent| no_moves_off_turn(self.agents().name(agent))).collect()
    }
}

impl<G: Game> Game for OnTurnOnly<G> {
    fn play(&self, state: &mut G::State, agent: Agent, mv: G::Move) {
        self.game.play(state, agent, mv);
    }
}

impl<G: Notation> Notation for OnTurnOnly<G> {
    same_positions!();

    fn write_move(&self, state: &G::State, agent: Agent, mv: G::Move) -> String {
        self.game.write_move(state, agent, mv)
    }

    fn print_move(&self, state: &G::State, agent: Agent, mv: G::Move) -> String {
        self.game.print_move(state, agent, mv)
    }

    fn read_move(&self, state: &G::State, agent: Agent, text: &str) -> Option<G::Move> {
        self.game.read_move(state, agent, text)
    }
}

impl<G: Hints> Hints for OnTurnOnly<G> {
    same_hints!();

    fn least_moves(&self, state: &G::State, at_least: Outcome) -> Option<u32> {
        self.game.least_moves(state, at_least)
    }

    fn bounds(&self, state: &G::State) -> Bounds {
        self.game.bounds(state)
    }

    fn evaluation(&self, which: usize, state: &G::State) -> f64 {
        self.game.evaluation(which, state)
    }
}
