//! Matches of games in GDL.

use std::sync::Arc;

use ludex_game::{Model, Numbered, TextError};
use ludex_gdl::GdlGame;
use ludex_play::{NoContext, PlayableGame, PlayerSpec, make_player};

use crate::{FrontEnd, MatchView, PlayableMatch, Start};

/// Parses rules in GDL into a game in which all roles move in every step.
pub fn parse_rules(text: &str) -> Result<PlayableGame, TextError> {
    let game = GdlGame::read(text)?;
    Ok(PlayableGame::simultaneous(Arc::new(Numbered::new(game))))
}

/// Parses rules in GDL, and plays all matches with the same player.
#[derive(Clone, Debug)]
pub struct GdlFrontEnd {
    /// The player. Its limit is ignored: the clock of the match counts.
    pub player: PlayerSpec,
    /// The seed of the player.
    pub seed: u64,
    /// The memory of the player for each match, in bytes.
    pub max_bytes: usize,
}

impl FrontEnd for GdlFrontEnd {
    fn open(&self, start: &Start, run: &mut dyn FnMut(&mut dyn MatchView)) -> Result<(), String> {
        let game = GdlGame::read(&start.rules).map_err(|error| error.to_string())?;
        let agent = game.agents().named(&start.role);
        let agent = agent.ok_or_else(|| format!("there is no role `{}`", start.role))?;
        let simultaneous = PlayableGame::simultaneous(Arc::new(Numbered::new(game.clone())));
        // A player that knows whose turn it is can prove values.
        let player_game = match game.in_turn() {
            Ok(game) => PlayableGame::turns(Arc::new(Numbered::new(game))),
            Err(_) => simultaneous.clone(),
        };
        let player = make_player(&player_game, &self.player, self.seed, self.max_bytes, &NoContext);
        let player = player.map_err(|error| error.to_string())?;
        run(&mut PlayableMatch::new(&simultaneous, agent, &player_game, player));
        Ok(())
    }
}
