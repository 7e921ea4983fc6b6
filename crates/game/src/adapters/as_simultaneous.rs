//! A sequential game seen as one with simultaneous moves.

use super::{same_payoffs, same_positions, same_states};
use crate::{
    Agent, Agents, Choice, Game, Model, Notation, OffTurnMark, Outcomes, SimultaneousGame, Turn,
};

/// The game where all agents choose simultaneously, but those not on turn have nothing to choose:
/// their only move is `noop`, as in the Game Description Language. Every matrix of the
/// stacked-matrix game [Saf13, Def. 39] has a single row or a single column.
#[derive(Clone, Debug)]
pub struct AsSimultaneous<G> {
    game: G,
}

impl<G> AsSimultaneous<G> {
    /// Returns the game with joint moves.
    pub fn new(game: G) -> AsSimultaneous<G> {
        AsSimultaneous { game }
    }
}

impl<G: Game> Model for AsSimultaneous<G> {
    type State = G::State;
    type Move = Choice<G::Move>;

    same_states!();
    // Atoms have their meaning in the game itself: `turn(A)` is true of one agent only.
    same_payoffs!();

    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        self.game.outcomes()
    }

    fn turn(&self, state: &G::State) -> Turn {
        match self.game.turn(state) {
            Turn::Of(_) | Turn::Together => Turn::Together,
            Turn::Chance => Turn::Chance,
            Turn::Final => Turn::Final,
        }
    }

    fn moves(&self, state: &G::State, agent: Agent, out: &mut Vec<Self::Move>) {
        match self.game.turn(state) {
            Turn::Of(on_turn) if on_turn == agent => {
                let mut moves = Vec::new();
                self.game.moves(state, agent, &mut moves);
                out.extend(moves.into_iter().map(Choice::Move));
            }
            Turn::Of(_) => out.push(Choice::Pass),
            Turn::Together | Turn::Chance | Turn::Final => {}
        }
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn off_turn_remarks(&self, since: OffTurnMark) -> Vec<String> {
        self.game.off_turn_remarks(since)
    }
}

impl<G: Game> SimultaneousGame for AsSimultaneous<G> {
    fn play_joint(&self, state: &mut G::State, joint: &[Self::Move]) {
        let Turn::Of(agent) = self.game.turn(state) else { return };
        if let Some(&Choice::Move(mv)) = joint.get(agent.index()) {
            self.game.play(state, agent, mv);
        }
    }
}

impl<G: Game + Notation> Notation for AsSimultaneous<G> {
    same_positions!();

    fn write_move(&self, state: &G::State, agent: Agent, mv: Self::Move) -> String {
        match mv {
            Choice::Move(mv) => self.game.write_move(state, agent, mv),
            Choice::Pass => "noop".into(),
        }
    }

    fn read_move(&self, state: &G::State, agent: Agent, text: &str) -> Option<Self::Move> {
        match self.game.turn(state) {
            Turn::Of(on_turn) if on_turn == agent => {
                self.game.read_move(state, agent, text).map(Choice::Move)
            }
            Turn::Of(_) => text.eq_ignore_ascii_case("noop").then_some(Choice::Pass),
            Turn::Together | Turn::Chance | Turn::Final => None,
        }
    }
}
