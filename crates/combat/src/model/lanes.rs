//! Eight units at a time, each property in an array of its own: the loops over all units (clock,
//! places, distances) are then plain loops over eight numbers, which the compiler turns into vector
//! instructions. A unit keeps its lane until the end of the fight, so nothing is ever sorted.

use super::Last;

/// Units in a squad.
pub const LANES: usize = 8;

/// Eight units of one side; lanes without a living unit have no hit points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Squad {
    /// Where the unit is now; on its way, between its old place and its new one.
    pub x: [i32; LANES],
    /// Where the unit is now.
    pub y: [i32; LANES],
    /// Hit points; 0 or less is dead.
    pub hp: [i32; LANES],
    /// t_a: when it can attack next.
    pub attack_at: [i32; LANES],
    /// t_m: when it can move next.
    pub move_at: [i32; LANES],
    /// min(t_a, t_m), or [`NEVER`] for the dead.
    pub free_at: [i32; LANES],
    /// Where its last move leads.
    pub to_x: [i32; LANES],
    /// Where its last move leads.
    pub to_y: [i32; LANES],
    /// How far its last move leads on each axis.
    pub dx: [i16; LANES],
    /// How far its last move leads on each axis.
    pub dy: [i16; LANES],
    /// Frames of its last move.
    pub duration: [i16; LANES],
    /// The number of its type.
    pub kind: [u8; LANES],
    /// What it did last.
    pub last: [Last; LANES],
}

/// The free time of a unit that is dead.
pub const NEVER: i32 = i32::MAX;

impl Squad {
    /// Nobody.
    pub const EMPTY: Squad = Squad {
        x: [0; LANES],
        y: [0; LANES],
        hp: [0; LANES],
        attack_at: [0; LANES],
        move_at: [0; LANES],
        free_at: [NEVER; LANES],
        to_x: [0; LANES],
        to_y: [0; LANES],
        dx: [0; LANES],
        dy: [0; LANES],
        duration: [0; LANES],
        kind: [0; LANES],
        last: [Last::Nothing; LANES],
    };

    /// When the first of the living is free; brings `free_at` up to date.
    #[inline]
    pub fn next_free(&mut self) -> i32 {
        let mut first = NEVER;
        for lane in 0..LANES {
            let free = self.attack_at[lane].min(self.move_at[lane]);
            self.free_at[lane] = if self.hp[lane] > 0 { free } else { NEVER };
            first = first.min(self.free_at[lane]);
        }
        first
    }

    /// Brings the places of units on their way up to date: the old place plus the truncated part of
    /// the displacement, in single precision, as the authors' program does.
    #[inline]
    pub fn walk(&mut self, now: i32) {
        for lane in 0..LANES {
            let left = self.move_at[lane] - now;
            let duration = i32::from(self.duration[lane]);
            let under_way = left > 0 && self.last[lane] == Last::Move;
            let part = (duration - left) as f32 / duration as f32;
            let (dx, dy) = (i32::from(self.dx[lane]), i32::from(self.dy[lane]));
            let gone_x = to_int(dx as f32 * part);
            let gone_y = to_int(dy as f32 * part);
            self.x[lane] = self.to_x[lane] - if under_way { dx - gone_x } else { 0 };
            self.y[lane] = self.to_y[lane] - if under_way { dy - gone_y } else { 0 };
        }
    }

    /// Squared distances of all lanes from a place.
    #[inline]
    pub fn distances(&self, x: i32, y: i32) -> [i32; LANES] {
        let mut squared = [0; LANES];
        for lane in 0..LANES {
            let (dx, dy) = (self.x[lane] - x, self.y[lane] - y);
            squared[lane] = dx * dx + dy * dy;
        }
        squared
    }

    /// The sum of hit points of the living.
    #[inline]
    pub fn hit_points(&self) -> i32 {
        self.hp.iter().map(|hp| (*hp).max(0)).sum()
    }
}

/// Truncation. Displacements are small, so that the saturation of `as` never matters; NaN (a unit
/// that never moved) becomes 0 and is not used.
#[inline]
fn to_int(value: f32) -> i32 {
    value as i32
}
