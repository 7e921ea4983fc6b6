//! Eight units at a time, each property in an array of its own: the loops over all units (clock,
//! places, distances) are then plain loops over eight numbers, which the compiler turns into vector
//! instructions. A unit keeps its lane until the end of the fight, so nothing is ever sorted.

use super::Last;

/// The number of units in a squad.
pub const LANES: usize = 8;

/// Eight units of one side; lanes without a living unit have no hit points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Squad {
    /// The present place of the unit; during a move, between its old place and its new one.
    pub x: [i32; LANES],
    /// The present place of the unit.
    pub y: [i32; LANES],
    /// Hit points; 0 or less is dead.
    pub hp: [i32; LANES],
    /// t_a: the time of its next possible attack.
    pub attack_at: [i32; LANES],
    /// t_m: the time of its next possible move.
    pub move_at: [i32; LANES],
    /// min(t_a, t_m), or [`NEVER`] for the dead.
    pub free_at: [i32; LANES],
    /// The destination of its last move.
    pub to_x: [i32; LANES],
    /// The destination of its last move.
    pub to_y: [i32; LANES],
    /// The length of its last move on each axis.
    pub dx: [i16; LANES],
    /// The length of its last move on each axis.
    pub dy: [i16; LANES],
    /// Frames of its last move.
    pub duration: [i16; LANES],
    /// The number of its type.
    pub kind: [u8; LANES],
    /// Its last action.
    pub last: [Last; LANES],
}

/// The time at which a dead unit is free.
pub const NEVER: i32 = i32::MAX;

impl Squad {
    /// A squad without units.
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

    /// Updates `free_at`; returns the time at which the first of the living is free.
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

    /// Returns the lanes that are free at a time, as a set of bits.
    #[inline]
    pub fn free_at(&self, now: i32) -> u64 {
        bits_of(|lane| self.free_at[lane] == now)
    }

    /// Updates the places of moving units: the old place plus the truncated part of the
    /// displacement, in single precision, as in the authors' program.
    #[inline]
    pub fn walk(&mut self, now: i32) {
        self.x = self.to_x;
        self.y = self.to_y;
        for lane in 0..LANES {
            let left = self.move_at[lane] - now;
            if left > 0 && self.last[lane] == Last::Move {
                self.place_under_way(lane, left);
            }
        }
    }

    #[inline]
    fn place_under_way(&mut self, lane: usize, left: i32) {
        let duration = i32::from(self.duration[lane]);
        let part = (duration - left) as f32 / duration as f32;
        let (dx, dy) = (i32::from(self.dx[lane]), i32::from(self.dy[lane]));
        self.x[lane] += (dx as f32 * part) as i32 - dx;
        self.y[lane] += (dy as f32 * part) as i32 - dy;
    }

    /// Returns the living lanes within a distance of a place, as a set of bits.
    #[inline]
    pub fn within(&self, x: i32, y: i32, squared: i32) -> u64 {
        let far = self.distances(x, y);
        bits_of(|lane| far[lane] <= squared && self.hp[lane] > 0)
    }

    /// Returns the living lane nearest to a place, and its squared distance; the first of equals.
    #[inline]
    pub fn nearest(&self, x: i32, y: i32) -> (i32, usize) {
        let mut far = self.distances(x, y);
        for (far, hp) in far.iter_mut().zip(&self.hp) {
            *far = if *hp > 0 { *far } else { i32::MAX };
        }
        let least = far.iter().copied().fold(i32::MAX, i32::min);
        (least, bits_of(|lane| far[lane] == least).trailing_zeros() as usize)
    }

    /// Returns the squared distances of all lanes from a place.
    #[inline]
    pub fn distances(&self, x: i32, y: i32) -> [i32; LANES] {
        std::array::from_fn(|lane| {
            let (dx, dy) = (self.x[lane] - x, self.y[lane] - y);
            dx * dx + dy * dy
        })
    }
}

/// Returns the lanes for which a condition is true, as a set of bits.
#[inline]
fn bits_of(is: impl Fn(usize) -> bool) -> u64 {
    let mut set = 0u8;
    for lane in 0..LANES {
        set |= u8::from(is(lane)) << lane;
    }
    u64::from(set)
}
