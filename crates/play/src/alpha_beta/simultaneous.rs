//! Simultaneous moves: the player chooses first, and the others are assumed to know its choice.

use ludex_game::{Agent, Turn};

use super::ordering::Choice;
use super::search::{Dive, Search, Value};
use super::window::Window;
use crate::Rules;

impl<G: Rules> Search<'_, G> {
    /// Returns the value after the moves of the agents that have chosen; the others choose knowing
    /// them.
    pub(super) fn after(
        &mut self,
        state: &G::State,
        chosen: &[G::Move],
        window: Window,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        let agents = self.game.agents().len();
        if self.game.turn(state) == Turn::Together && chosen.len() < agents {
            return self.respond(state, chosen, window, dive);
        }
        let mut next = state.clone();
        match self.game.turn(state) {
            Turn::Together => {
                // Chosen by the player first; the game wants them in playing order.
                let mut joint = chosen.to_vec();
                joint[..=self.me.index()].rotate_left(1);
                self.game.step(&mut next, &joint);
            }
            _ => self.game.step(&mut next, chosen),
        }
        self.value(&next, window.next(), dive)
    }

    /// Returns the value when the next of the others chooses.
    fn respond(
        &mut self,
        state: &G::State,
        chosen: &[G::Move],
        mut window: Window,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        // The player has chosen first, then those before it and those after it in playing order.
        let place = chosen.len() - 1;
        let agent = Agent(if place < self.me.index() { place } else { place + 1 } as u8);
        let base = self.moves.len();
        self.list(state, agent, None, window.ply);
        let end = self.moves.len();
        let mut least = i32::MAX;
        let mut joint = chosen.to_vec();
        for i in base..end {
            let Choice { mv, code, .. } = self.pick(i, end);
            joint.push(mv);
            let value = self.after(state, &joint, window, dive)?;
            joint.pop();
            least = least.min(value);
            if window.narrow(false, value) {
                self.ordering.credit(code, window.depth, window.ply);
                break;
            }
        }
        self.moves.truncate(base);
        Ok(least)
    }

    /// Returns the value of a state with simultaneous moves, where the player chooses first.
    pub(super) fn choose_first(
        &mut self,
        state: &G::State,
        mut window: Window,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        let base = self.moves.len();
        self.list(state, self.me, None, window.ply);
        let end = self.moves.len();
        let mut most = -i32::MAX;
        for i in base..end {
            let Choice { mv, code, .. } = self.pick(i, end);
            let value = self.after(state, &[mv], window, dive)?;
            most = most.max(value);
            if window.narrow(true, value) {
                self.ordering.credit(code, window.depth, window.ply);
                break;
            }
        }
        self.moves.truncate(base);
        Ok(most)
    }
}
