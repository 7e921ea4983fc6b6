//! Games in GDL at the table of the protocol.

use ludex_game::{Agent, Model};
use ludex_gdl::{GdlGame, GdlMove, GdlState};

use super::{Front, GameTable, RulesTable, Start};
use crate::{NoDesk, PlayerSpec, Quick, Rules, Together, Turns, make_player};

/// Reads rules in GDL, and lets the same player play all matches.
#[derive(Clone, Debug)]
pub struct GdlFront {
    /// The player. Its limit does not matter: the clock of the match does.
    pub player: PlayerSpec,
    /// Its seed.
    pub seed: u64,
    /// Its memory for each match, in bytes.
    pub max_bytes: usize,
}

impl Front for GdlFront {
    fn open(&self, start: &Start, run: &mut dyn FnMut(&mut dyn GameTable)) -> Result<(), String> {
        let game = GdlGame::read(&start.rules).map_err(|error| error.to_string())?;
        let agent = game.agents().named(&start.role);
        let agent = agent.ok_or_else(|| format!("there is no role `{}`", start.role))?;
        // A player that knows whose turn it is can prove how games end.
        let table = Together(game.clone());
        match game.in_turn() {
            Ok(game) => self.seat(&table, &Quick::new(Turns(&game), &game), agent, run),
            Err(game) => self.seat(&table, &Quick::new(Together(&game), &game), agent, run),
        }
    }
}

impl GdlFront {
    fn seat<P: Rules<State = GdlState, Move = GdlMove>>(
        &self,
        table: &Together<GdlGame>,
        game: &P,
        agent: Agent,
        run: &mut dyn FnMut(&mut dyn GameTable),
    ) -> Result<(), String> {
        let player = make_player(game, &self.player, self.seed, self.max_bytes, &NoDesk);
        let player = player.map_err(|error| error.to_string())?;
        run(&mut RulesTable::new(table, agent, player));
        Ok(())
    }
}
