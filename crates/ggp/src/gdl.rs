//! Matches of games in GDL.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

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
    /// player. Rules that are opened at the same time share the memory of one match.
    pub limits: Limits,
    openings: Arc<Mutex<Openings>>,
}

/// The openings of rules that go on at the same time.
#[derive(Debug, Default)]
struct Openings {
    count: usize,
    /// The most bytes that the process may use until all have ended.
    most: usize,
}

impl GdlFrontEnd {
    /// Makes a front end.
    pub fn new(player: PlayerSpec, limits: Limits) -> GdlFrontEnd {
        GdlFrontEnd { player, limits, openings: Arc::default() }
    }

    /// Returns the limits for opening the rules of one match. From the moment when the first of those
    /// that are opened at the same time was begun, the process may grow by the memory of one match.
    /// What was in use by then, or was used and is kept for later, does not count.
    fn limits_of_a_match(&self, given: &Limits, opening: &OpeningGuard) -> Limits {
        let grown = |process: &ProcessMemory| ProcessMemory {
            used: Arc::clone(&process.used),
            most: opening.most,
        };
        Limits {
            max_seconds: given.max_seconds,
            stop: given.stop.clone(),
            process: self.limits.process.as_ref().map(grown),
            ..self.limits.clone()
        }
    }

    /// Counts an opening that begins.
    fn begin(&self) -> OpeningGuard {
        let used = self.limits.process.as_ref().map_or(0, |p| p.used.load(Ordering::Relaxed));
        let mut openings = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        if openings.count == 0 {
            openings.most = used.saturating_add(self.limits.max_bytes());
        }
        openings.count += 1;
        OpeningGuard { openings: Arc::clone(&self.openings), most: openings.most }
    }
}

/// An opening that goes on.
struct OpeningGuard {
    openings: Arc<Mutex<Openings>>,
    /// The most bytes that the process may use.
    most: usize,
}

impl Drop for OpeningGuard {
    fn drop(&mut self) {
        self.openings.lock().unwrap_or_else(PoisonError::into_inner).count -= 1;
    }
}

impl FrontEnd for GdlFrontEnd {
    fn open(
        &self,
        start: &Start,
        limits: &Limits,
        run: &mut dyn FnMut(&mut dyn MatchView),
    ) -> Result<(), String> {
        let opening = self.begin();
        let limits = self.limits_of_a_match(limits, &opening);
        let MatchRules { simultaneous, in_turn, .. } =
            open_match_within("rules", &start.rules, &limits).map_err(|error| error.to_string())?;
        drop(opening);
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// Four openings, each of which began when the one before it had used its memory, used four
    /// times as much.
    #[test]
    fn openings_at_the_same_time_share_the_memory_of_one_match() {
        let used = Arc::new(AtomicUsize::new(1_000));
        let process = Some(ProcessMemory { used: Arc::clone(&used), most: usize::MAX });
        let limits = Limits { max_memory: 500, process, ..Limits::default() };
        let front = GdlFrontEnd::new("random".parse().expect("a player"), limits);
        let most = |opening: &OpeningGuard| {
            let limits = front.limits_of_a_match(&Limits::default(), opening);
            limits.process.expect("it is measured").most
        };
        let first = front.begin();
        used.store(1_400, Ordering::Relaxed);
        let second = front.begin();
        assert_eq!((most(&first), most(&second)), (1_500, 1_500));
        drop(first);
        assert_eq!(most(&front.begin()), 1_500, "the second one goes on");
        drop(second);
        assert_eq!(most(&front.begin()), 1_900);
    }
}
