//! The state of a fight: the time, and the units of both sides [Saf13, Appendix A].

use serde::Serialize;

use super::lanes::{LANES, NEVER, Squad};
use super::rules::WORLD;
use super::{CombatError, Rules};

/// The greatest number of units of a side.
pub const MAX_UNITS: usize = 64;
const SQUADS: usize = MAX_UNITS / LANES;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first side; its units have even identities.
    Red,
    /// The second side; its units have odd identities.
    Blue,
}

impl Side {
    /// Both, in order.
    pub const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    /// Returns 0 or 1.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the enemy.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }
}

/// The last action of a unit: the delays of its next attack depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Last {
    /// It has not acted yet, or it passed.
    Nothing,
    /// An attack.
    Attack,
    /// A wait.
    Wait,
    /// A move.
    Move,
}

/// The time and all units. Only the squads in use are read, compared and copied.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub(crate) time: i32,
    /// The time at which each side is free next; [`NEVER`] if it has no unit left.
    pub(crate) next: [i32; 2],
    /// Number of moves of units so far, by side: of equal lines, the one with fewer moves is
    /// preferred.
    pub(crate) steps: [u32; 2],
    /// The units that act now, as sets of bits.
    pub(crate) movers: [u64; 2],
    /// Rounds in a row without a change of hit points.
    pub(crate) still: u32,
    /// Whether hit points have changed in this round.
    pub(crate) hit: bool,
    /// The squads in use, of either side.
    pub(crate) used: usize,
    /// LTD and LTD2 of the armies at the start, by side: the scale of the scores.
    pub(crate) full: [[f32; 2]; 2],
    pub(crate) squads: [[Squad; SQUADS]; 2],
}

/// A unit, as one value.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct UnitView {
    /// Identities are dealt alternately: 0 to the first side, 1 to the second, 2 to the first, …
    pub id: usize,
    /// The number of its type.
    pub kind: u8,
    /// Its present place.
    pub x: i32,
    /// Its present place.
    pub y: i32,
    /// Hit points.
    pub hp: i32,
    /// t_a: the time of its next possible attack.
    pub attack_at: i32,
    /// t_m: the time of its next possible move.
    pub move_at: i32,
    /// Its last action.
    pub last: Last,
}

impl State {
    /// Returns both armies, unhurt, at time 0; a unit is a type and a place.
    pub fn new(
        rules: &Rules,
        red: &[(u8, i32, i32)],
        blue: &[(u8, i32, i32)],
    ) -> Result<State, CombatError> {
        let mut state = State {
            time: 0,
            next: [NEVER; 2],
            steps: [0; 2],
            movers: [0; 2],
            still: 0,
            hit: false,
            used: red.len().max(blue.len()).div_ceil(LANES).min(SQUADS),
            full: [[0.0; 2]; 2],
            squads: [[Squad::EMPTY; SQUADS]; 2],
        };
        for (side, army) in [(Side::Red, red), (Side::Blue, blue)] {
            state.place(rules, side, army)?;
        }
        state.full =
            Side::BOTH.map(|side| [state.sum_ltd(rules, side), state.sum_ltd2(rules, side)]);
        state.advance();
        state.still = 0;
        Ok(state)
    }

    fn place(
        &mut self,
        rules: &Rules,
        side: Side,
        army: &[(u8, i32, i32)],
    ) -> Result<(), CombatError> {
        if army.is_empty() || army.len() > MAX_UNITS {
            let side = ["the first side", "the second side"][side.index()];
            return Err(CombatError::ArmySize { side, count: army.len(), most: MAX_UNITS });
        }
        for (unit, (kind, x, y)) in army.iter().enumerate() {
            // Compared in 64 bits: the absolute value of the least number has no room in 32.
            let far = |value: i32| i64::from(value).abs() > i64::from(WORLD);
            if far(*x) || far(*y) || !rules.is_open(*x, *y) {
                let world = match rules.map {
                    Some(map) => format!("the map of {} × {}", map.width, map.height),
                    None => format!("the plane of ±{WORLD}"),
                };
                let (x, y) = (i64::from(*x), i64::from(*y));
                return Err(CombatError::Outside { unit, x, y, world });
            }
            let squad = &mut self.squads[side.index()][unit / LANES];
            let lane = unit % LANES;
            (squad.to_x[lane], squad.to_y[lane]) = (*x, *y);
            squad.hp[lane] = rules.row(*kind).hp;
            squad.kind[lane] = *kind;
        }
        Ok(())
    }

    /// Sets the hit points of a unit, for set-up; the scores stay relative to the full army.
    pub fn wound(&mut self, side: Side, unit: usize, hp: i32) {
        self.squad_mut(side, unit).hp[unit % LANES] = hp;
        self.advance();
        self.still = 0;
    }

    /// Makes a unit reload for this many more frames, for set-up; it is free to move.
    pub fn reload(&mut self, side: Side, unit: usize, frames: i32) {
        let loaded = self.time + frames;
        let squad = self.squad_mut(side, unit);
        squad.attack_at[unit % LANES] = loaded;
        squad.last[unit % LANES] = Last::Attack;
        self.advance();
        self.still = 0;
    }

    /// Returns the time, in frames.
    pub fn time(&self) -> i32 {
        self.time
    }

    /// Returns the number of moves of units so far, by side.
    pub fn steps(&self) -> [u32; 2] {
        self.steps
    }

    /// Copies another state into this one, without touching squads that neither uses.
    #[inline]
    pub fn copy_from(&mut self, other: &State) {
        self.time = other.time;
        self.next = other.next;
        self.steps = other.steps;
        self.movers = other.movers;
        self.still = other.still;
        self.hit = other.hit;
        self.used = other.used;
        self.full = other.full;
        for side in 0..2 {
            self.squads[side][..other.used].copy_from_slice(&other.squads[side][..other.used]);
        }
    }

    #[inline]
    pub(crate) fn squads(&self, side: Side) -> &[Squad] {
        &self.squads[side.index()][..self.used.min(SQUADS)]
    }

    #[inline]
    pub(crate) fn squads_mut(&mut self, side: Side) -> &mut [Squad] {
        &mut self.squads[side.index()][..self.used.min(SQUADS)]
    }

    #[inline]
    pub(crate) fn squad(&self, side: Side, unit: usize) -> &Squad {
        &self.squads[side.index()][(unit / LANES) % SQUADS]
    }

    #[inline]
    pub(crate) fn squad_mut(&mut self, side: Side, unit: usize) -> &mut Squad {
        &mut self.squads[side.index()][(unit / LANES) % SQUADS]
    }

    /// Returns whether a side has no unit left.
    #[inline]
    pub fn is_beaten(&self, side: Side) -> bool {
        self.next[side.index()] == NEVER
    }

    /// Returns whether a side acts now.
    #[inline]
    pub fn can_act(&self, side: Side) -> bool {
        self.next[side.index()] == self.time
    }

    /// Returns whether the fight has ended: a side is beaten, or nothing has happened for too long.
    #[inline]
    pub fn is_over(&self, rules: &Rules) -> bool {
        let beaten = self.is_beaten(Side::Red) || self.is_beaten(Side::Blue);
        beaten || rules.stalemate.is_some_and(|most| self.still > most)
    }

    /// Returns the units of a side that act now, as a set of bits.
    #[inline]
    pub fn movers(&self, side: Side) -> u64 {
        self.movers[side.index()]
    }

    /// Returns the units of a side that live, as a set of bits.
    #[inline]
    pub fn living(&self, side: Side) -> u64 {
        let mut set = 0;
        for (at, squad) in self.squads(side).iter().enumerate() {
            let mut eight = 0u64;
            for lane in 0..LANES {
                eight |= u64::from(squad.hp[lane] > 0) << lane;
            }
            set |= eight << (at * LANES);
        }
        set
    }

    /// Returns a unit by its number within its side, dead or alive.
    pub fn unit(&self, side: Side, unit: usize) -> UnitView {
        let (squad, lane) = (self.squad(side, unit), unit % LANES);
        UnitView {
            id: 2 * unit + side.index(),
            kind: squad.kind[lane],
            x: squad.x[lane],
            y: squad.y[lane],
            hp: squad.hp[lane],
            attack_at: squad.attack_at[lane],
            move_at: squad.move_at[lane],
            last: squad.last[lane],
        }
    }

    /// Returns the living units of a side, in unit order: by the time they are free, then by
    /// identity.
    pub fn units(&self, side: Side) -> Vec<UnitView> {
        let mut units: Vec<UnitView> =
            bits(self.living(side)).map(|unit| self.unit(side, unit)).collect();
        ludex_base::sort_by_key(&mut units, |unit| (unit.attack_at.min(unit.move_at), unit.id));
        units
    }
}

/// Returns the numbers in a set of bits, in order.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < 64).then_some(first)
    })
}
