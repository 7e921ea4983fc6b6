//! Matches of games in GDL.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ludex::{Limits, MatchRules, ProcessMemory, open_match_within};
use ludex_game::Model;
use ludex_play::{NoContext, PlayerSpec, make_player};

use crate::game::PlayableMatch;
use crate::{FrontEnd, MatchView, Start};

/// Parses rules in GDL, and plays all matches with the same player.
#[derive(Clone, Debug)]
pub struct GdlFrontEnd {
    /// The player. Its limit is ignored: the clock of the match counts.
    pub player: PlayerSpec,
    /// The memory of each match, for opening its rules and for the player, and the seed of the
    /// player.
    pub limits: Limits,
}

impl GdlFrontEnd {
    /// Returns the limits for opening the rules of one match: the process may grow by the memory of
    /// a match from now on. What others use, or have used and is kept for later, does not count.
    fn limits_of_a_match(&self, given: &Limits) -> Limits {
        let grown = |process: &ProcessMemory| {
            let used = process.used.load(Ordering::Relaxed);
            let most = used.saturating_add(self.limits.max_bytes());
            ProcessMemory { used: Arc::clone(&process.used), most }
        };
        Limits {
            max_seconds: given.max_seconds,
            stop: given.stop.clone(),
            process: self.limits.process.as_ref().map(grown),
            ..self.limits.clone()
        }
    }
}

impl FrontEnd for GdlFrontEnd {
    fn open(
        &self,
        start: &Start,
        limits: &Limits,
        run: &mut dyn FnMut(&mut dyn MatchView),
    ) -> Result<(), String> {
        let limits = self.limits_of_a_match(limits);
        let MatchRules { simultaneous, in_turn, .. } =
            open_match_within("rules", &start.rules, &limits).map_err(|error| error.to_string())?;
        let agent = simultaneous.agents().named(&start.role);
        let agent = agent.ok_or_else(|| format!("there is no role `{}`", start.role))?;
        // A player that knows whose turn it is can prove values.
        let player_game = in_turn.as_ref().unwrap_or(&simultaneous);
        let player =
            make_player(player_game, &self.player, limits.seed, limits.max_bytes(), &NoContext);
        let player = player.map_err(|error| error.to_string())?;
        run(&mut PlayableMatch::new(&simultaneous, agent, player_game, player));
        Ok(())
    }
}
