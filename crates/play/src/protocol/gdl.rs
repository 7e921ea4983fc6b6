//! Games in GDL at the table of the protocol.

use ludex_gdl::GdlGame;

use super::{Front, GameTable, RulesTable, Start};
use crate::{NoDesk, PlayerSpec, Together, make_player};
use ludex_game::Model;

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
    fn open(
        &self,
        start: &Start,
        run: &mut dyn FnMut(&mut dyn GameTable),
    ) -> Result<(), String> {
        let game = GdlGame::read(&start.rules).map_err(|error| error.to_string())?;
        let agent = game.agents().named(&start.role);
        let agent = agent.ok_or_else(|| format!("there is no role `{}`", start.role))?;
        let game = Together(game);
        let player = make_player(&game, &self.player, self.seed, self.max_bytes, &NoDesk)
            .map_err(|error| error.to_string())?;
        run(&mut RulesTable::new(&game, agent, player));
        Ok(())
    }
}
