//! Questions for the moves of agents that are not on turn, where the rules of a game say nothing
//! about them.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Agent;

/// The last moment that somebody remembered.
static LAST: AtomicU64 = AtomicU64::new(0);

/// A moment from which on questions are of interest. Several threads may ask one game at the same time,
/// each from a moment of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OffTurnMark(u64);

impl OffTurnMark {
    /// Returns this moment.
    pub fn now() -> OffTurnMark {
        OffTurnMark(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}

/// The agents whose moves were asked for while they were not on turn, each with the last moment when that
/// was so. A clone starts empty.
#[derive(Debug)]
pub struct OffTurnLog([AtomicU64; 64]);

impl OffTurnLog {
    /// Records that the moves of an agent were asked for. Agents beyond the 64th share a place.
    pub fn note(&self, agent: Agent) {
        let (now, last) = (LAST.load(Ordering::Relaxed), &self.0[agent.index().min(63)]);
        if last.load(Ordering::Relaxed) < now {
            last.fetch_max(now, Ordering::Relaxed);
        }
    }

    /// Returns the agents recorded since a moment, by whomever.
    pub fn since(&self, mark: OffTurnMark) -> Vec<Agent> {
        let recorded = |at: &u8| self.0[*at as usize].load(Ordering::Relaxed) >= mark.0;
        (0..64).filter(recorded).map(Agent).collect()
    }
}

impl Default for OffTurnLog {
    fn default() -> OffTurnLog {
        OffTurnLog([const { AtomicU64::new(0) }; 64])
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
