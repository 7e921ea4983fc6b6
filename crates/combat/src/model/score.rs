//! LTD and LTD2 [Saf13, Equations 5.7 and 5.8], scaled: the full starting army of a side is 1000.

use super::lanes::LANES;
use super::{Rules, Side, State};

/// The score of the full army of a side.
const SCALE: f32 = 1000.0;

impl State {
    /// Returns the difference of scaled LTD: that of a side less that of its enemy.
    pub fn ltd(&self, rules: &Rules, side: Side) -> i32 {
        self.scaled(rules, side, 0) - self.scaled(rules, side.other(), 0)
    }

    /// Returns the difference of scaled LTD2: that of a side less that of its enemy.
    pub fn ltd2(&self, rules: &Rules, side: Side) -> i32 {
        self.scaled(rules, side, 1) - self.scaled(rules, side.other(), 1)
    }

    fn scaled(&self, rules: &Rules, side: Side, which: usize) -> i32 {
        let sum = match which {
            0 => self.sum_ltd(rules, side),
            _ => self.sum_ltd2(rules, side),
        };
        (SCALE * sum / self.full[side.index()][which]) as i32
    }

    pub(crate) fn sum_ltd(&self, rules: &Rules, side: Side) -> f32 {
        self.sum(rules, side, |hp| hp)
    }

    pub(crate) fn sum_ltd2(&self, rules: &Rules, side: Side) -> f32 {
        self.sum(rules, side, f32::sqrt)
    }

    #[inline]
    fn sum(&self, rules: &Rules, side: Side, weight: impl Fn(f32) -> f32) -> f32 {
        let mut sum = 0.0;
        for squad in self.squads(side) {
            for lane in 0..LANES {
                let hp = squad.hp[lane].max(0) as f32;
                sum += weight(hp) * rules.row(squad.kind[lane]).dpf;
            }
        }
        sum
    }
}
