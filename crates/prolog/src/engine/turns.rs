//! Two evaluation strategies that take turns.
//!
//! Tables end every loop that can be ended, but storing answers costs time, and a deep recursion
//! stores many; plain resolution is much faster, but may not end. No cheap test says which is
//! better. So for recursive goals both strategies take turns with growing allowances, and the first
//! to finish gives the answer: this takes a small multiple of the time of the better strategy.

use super::machine::{Limit, Machine, Stop};

/// The number of inferences of the first turn of plain resolution, the growth factor of turns, and
/// the factor by which turns with tables are shorter, since their inferences cost more.
const FIRST: u64 = 1 << 19;
const GROWTH: u64 = 8;
const TABLE_COST: u64 = 8;

impl Machine {
    /// Answers a question with the strategy that ends first.
    pub(super) fn take_turns<T>(
        &mut self,
        question: impl Fn(&mut Machine) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if !self.may_be_plain {
            return question(self);
        }
        let mut allowance = FIRST;
        // If one strategy has run out of memory, the other one gets all the time.
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
