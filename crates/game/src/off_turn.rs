//! Questions for the moves of agents that are not on turn, where the rules of a game say nothing
//! about them.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Agent;

/// The agents whose moves were asked for while they were not on turn. A clone starts empty.
#[derive(Debug, Default)]
pub struct OffTurnLog(AtomicU64);

impl OffTurnLog {
    /// Records that the moves of an agent were asked for. Agents beyond the 64th share a place.
    pub fn note(&self, agent: Agent) {
        let bit = 1 << agent.0.min(63);
        if self.0.load(Ordering::Relaxed) & bit == 0 {
            self.0.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Returns the agents recorded since the last call.
    pub fn take(&self) -> Vec<Agent> {
        let recorded = self.0.swap(0, Ordering::Relaxed);
        (0..64).filter(|bit| recorded >> bit & 1 == 1).map(Agent).collect()
    }
}

impl Clone for OffTurnLog {
    fn clone(&self) -> OffTurnLog {
        OffTurnLog::default()
    }
}

/// Returns the remark on an agent that was asked for moves in vain.
pub fn no_moves_off_turn(agent: &str) -> String {
    format!(
        "{agent} was asked for moves in positions where it is not on turn and has none: there \
         `<{agent}> …` is false and `[{agent}] …` is true, whatever follows"
    )
}
