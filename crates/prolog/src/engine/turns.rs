//! Two ways to answer a question, taking turns.
//!
//! Tables end every loop that can be ended, but what they keep costs time, and a deep recursion keeps much;
//! plain resolution is faster by far, but may go round in circles. No cheap test says which is better. So
//! where goals can come back to themselves both ways take turns with growing allowances, and the first to
//! end has answered: that takes a few times as long as the better way alone, whichever that is.

use super::machine::{Limit, Machine, Stop};

/// How many inferences the first turn of plain resolution has, how much longer the next one is, and how
/// much shorter those of tables are, whose inferences cost more.
const FIRST: u64 = 1 << 19;
const GROWTH: u64 = 8;
const TABLE_COST: u64 = 8;

impl Machine {
    /// Answers a question in whichever way ends first.
    pub(super) fn take_turns<T>(
        &mut self,
        question: impl Fn(&mut Machine) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if !self.may_be_plain {
            return question(self);
        }
        let mut allowance = FIRST;
        // Once a way has run out of memory, the other one has all the time there is.
        let mut exhausted: Option<bool> = None;
        loop {
            for plain in [self.plain, !self.plain] {
                if exhausted == Some(plain) {
                    continue;
                }
                self.plain = plain;
                let turn = if plain { allowance } else { allowance / TABLE_COST };
                self.turn_ends = match exhausted {
                    None => self.effort().saturating_add(turn),
                    Some(_) => u64::MAX,
                };
                match question(self) {
                    Err(Stop::Limit(Limit::Turn)) => self.reset(),
                    Err(Stop::Limit(Limit::Memory | Limit::Depth)) if exhausted.is_none() => {
                        exhausted = Some(plain);
                        self.reset();
                    }
                    answer => return answer,
                }
            }
            allowance = allowance.saturating_mul(GROWTH);
        }
    }
}
