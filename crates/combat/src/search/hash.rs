//! The key of a state: everything that determines what can happen from it, with times relative to
//! now, so that the same situation at another time has the same key.

use crate::model::{LANES, Last, Rules, Side, State, bits};

#[inline]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let wide = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
    (wide as u64) ^ ((wide >> 64) as u64)
}

#[inline]
fn pair(high: i32, low: i32) -> u64 {
    (u64::from(high as u32) << 32) | u64::from(low as u32)
}

impl State {
    /// Returns the key of the state. The last action of each unit is part of it: the delays of its
    /// next attack depend on that.
    pub(crate) fn key(&self, rules: &Rules) -> u64 {
        let still = if rules.stalemate.is_some() { self.still } else { 0 };
        let mut hash = mix(0x517c_c1b7_2722_0a95, u64::from(still));
        for side in Side::BOTH {
            for unit in bits(self.living(side)) {
                let (squad, lane) = (self.squad(side, unit), unit % LANES);
                let last = squad.last[lane];
                let who = pair(squad.hp[lane], (unit as i32) << 16 | (last as i32) << 8);
                hash = mix(hash, who | u64::from(squad.kind[lane]));
                hash = mix(hash, pair(squad.to_x[lane], squad.to_y[lane]));
                let wait = (squad.attack_at[lane] - self.time, squad.move_at[lane] - self.time);
                hash = mix(hash, pair(wait.0, wait.1));
                if last == Last::Move && wait.1 > 0 {
                    let way = i32::from(squad.dx[lane]) << 16 ^ i32::from(squad.dy[lane]);
                    hash = mix(hash, pair(way, i32::from(squad.duration[lane])));
                }
            }
            hash = mix(hash, 0x2545_f491_4f6c_dd1d);
        }
        hash
    }
}
