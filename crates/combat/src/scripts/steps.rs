//! The nearest enemy, and steps towards it and away from it.

use crate::model::{Action, LANES, MAX_UNITS, Rules, Side, State};

/// The nearest living enemy of a unit: the lowest identity on ties.
pub(crate) struct Nearest {
    /// Its squared distance.
    squared: i32,
    /// The squared range of the unit that looks.
    range: i32,
    /// Where the enemy is, as seen from the unit.
    seen: (i32, i32),
    /// Squared distances of all enemies; the dead are infinitely far.
    distances: [i32; MAX_UNITS],
}

impl Nearest {
    #[inline]
    pub fn of(rules: &Rules, state: &State, side: Side, unit: usize) -> Nearest {
        let (squad, lane) = (state.squad(side, unit), unit % LANES);
        let (x, y) = (squad.x[lane], squad.y[lane]);
        let mut distances = [i32::MAX; MAX_UNITS];
        let mut squared = i32::MAX;
        let enemies = state.squads(side.other());
        for (eight, enemies) in distances.chunks_exact_mut(LANES).zip(enemies) {
            let far = enemies.distances(x, y);
            for lane in 0..LANES {
                eight[lane] = if enemies.hp[lane] > 0 { far[lane] } else { i32::MAX };
                squared = squared.min(eight[lane]);
            }
        }
        let nearest = distances.iter().position(|far| *far == squared).unwrap_or(0);
        let (enemies, at) = (state.squad(side.other(), nearest), nearest % LANES);
        let seen = (enemies.x[at] - x, enemies.y[at] - y);
        let range = rules.row(squad.kind[lane]).range_squared;
        Nearest { squared, range, seen, distances }
    }

    /// Whether the unit reaches it with its weapon.
    #[inline]
    pub fn in_range(&self) -> bool {
        self.squared <= self.range
    }

    /// All enemies that the unit reaches, as a set of bits.
    #[inline]
    pub fn targets(&self, state: &State, side: Side) -> u64 {
        let mut set = 0;
        let squads = state.squads(side.other()).len();
        for (at, eight) in self.distances.chunks_exact(LANES).take(squads).enumerate() {
            let mut bits = 0u64;
            for (lane, far) in eight.iter().enumerate() {
                bits |= u64::from(*far <= self.range) << lane;
            }
            set |= bits << (at * LANES);
        }
        set
    }

    /// The squared distance of an enemy.
    #[inline]
    pub fn distance(&self, enemy: usize) -> i32 {
        self.distances[enemy % MAX_UNITS]
    }

    /// A step of one pixel towards the enemy changes the squared distance by 1 plus twice this.
    #[inline]
    fn changes(&self) -> [i32; 4] {
        let (x, y) = self.seen;
        [x, -x, -y, y]
    }

    /// The step that brings the unit nearest.
    #[inline]
    pub fn towards(&self, rules: &Rules, state: &State, side: Side, unit: usize) -> Action {
        best_step(rules, state, side, unit, self.changes())
    }

    /// The step that brings the unit furthest away.
    #[inline]
    pub fn away(&self, rules: &Rules, state: &State, side: Side, unit: usize) -> Action {
        best_step(rules, state, side, unit, self.changes().map(|change| -change))
    }
}

/// The first of the legal steps with the least change; the first legal action of a unit that cannot
/// step at all.
#[inline]
fn best_step(rules: &Rules, state: &State, side: Side, unit: usize, changes: [i32; 4]) -> Action {
    let mut best = None;
    for (direction, change) in changes.into_iter().enumerate() {
        if best.is_none_or(|(least, _)| change < least)
            && state.destination(rules, side, unit, direction).is_some()
        {
            best = Some((change, direction));
        }
    }
    match best {
        Some((_, direction)) => Action::step(direction),
        None => state.unit_actions(rules, side, unit).as_slice()[0],
    }
}
