//! A game whose states are compared with plain resolution, so that the machine need not be trusted. A
//! difference is a fault, and no answer is given about the game.

use ludex_base::Budget;

use super::{Inner, PrologGame, study};
use crate::Program;
use crate::engine::{Fault, SceneryId, Stop};
use crate::program::Core;
use crate::reference::Reference;
use crate::terms::TermId;

impl PrologGame {
    /// Compares every state with plain resolution from now on: its moves and where they lead, what is
    /// true, the payoffs. Returns whether it does: not where the program has something that plain
    /// resolution does not know. Plain resolution ends with the budget.
    pub fn compare(&self, program: &Program, budget: &Budget) -> bool {
        let core = Core::new(program, Some(&study::payoff_goals(program)));
        let mut inner = self.lock();
        inner.reference = Reference::new(&core, budget);
        inner.known.clear();
        inner.reference.is_some()
    }
}

impl Inner {
    /// Requires that plain resolution finds the moves of a scenery, and these answers of the query
    /// about payoffs, one for a player.
    pub(super) fn compare(
        &mut self,
        scenery: SceneryId,
        answers: &[Vec<TermId>],
    ) -> Result<(), Stop> {
        let Some(reference) = &self.reference else { return Ok(()) };
        let node = self.graph.node(scenery);
        let moves = self.graph.moves(node)?.to_vec();
        let moves: Vec<(TermId, SceneryId)> =
            moves.iter().map(|mv| (mv.action, self.graph.scenery(mv.target))).collect();
        let machine = &self.graph.machine;
        reference.require_moves(machine, scenery, &moves)?;
        reference.require_answers(machine, scenery, answers)?;
        let mut players: Vec<TermId> = answers.iter().map(|answer| answer[0]).collect();
        ludex_base::sort(&mut players);
        players.dedup();
        match players.len() == answers.len() {
            true => Ok(()),
            false => {
                let message = "a player has several payoffs in one scenery".to_owned();
                Err(Stop::Fault(Fault { message, clause: 0 }))
            }
        }
    }
}
