//! The nearest enemy, and steps towards it and away from it.

use crate::model::{Action, LANES, Rules, Side, State};

/// The nearest living enemy of a unit: the lowest identity on ties.
pub(crate) struct Nearest {
    /// Its squared distance.
    squared: i32,
    /// The squared range of the unit itself.
    range: i32,
    /// The place of the enemy relative to the unit.
    seen: (i32, i32),
}

impl Nearest {
    #[inline]
    pub fn of(rules: &Rules, state: &State, side: Side, unit: usize) -> Nearest {
        let (squad, lane) = (state.squad(side, unit), unit % LANES);
        let (x, y) = (squad.x[lane], squad.y[lane]);
        let mut best = (i32::MAX, 0);
        for (at, enemies) in state.squads(side.other()).iter().enumerate() {
            let (squared, lane) = enemies.nearest(x, y);
            if squared < best.0 {
                best = (squared, at * LANES + lane);
            }
        }
        let (enemies, at) = (state.squad(side.other(), best.1), best.1 % LANES);
        let seen = (enemies.x[at] - x, enemies.y[at] - y);
        Nearest { squared: best.0, range: rules.row(squad.kind[lane]).range_squared, seen }
    }

    /// Returns whether the enemy is in range of the unit's weapon.
    #[inline]
    pub fn in_range(&self) -> bool {
        self.squared <= self.range
    }

    /// Returns a number for each direction: a step of one pixel changes the squared distance of the
    /// enemy by 1 plus twice this.
    #[inline]
    fn changes(&self) -> [i32; 4] {
        let (x, y) = self.seen;
        [x, -x, -y, y]
    }

    /// Returns the step that brings the unit nearest.
    #[inline]
    pub fn towards(&self, rules: &Rules, state: &State, side: Side, unit: usize) -> Action {
        best_step(rules, state, side, unit, self.changes())
    }

    /// Returns the step that brings the unit furthest away.
    #[inline]
    pub fn away(&self, rules: &Rules, state: &State, side: Side, unit: usize) -> Action {
        best_step(rules, state, side, unit, self.changes().map(|change| -change))
    }
}

/// Returns the first of the legal steps with the least change, or the first legal action of a unit
/// that cannot step at all.
#[inline]
fn best_step(rules: &Rules, state: &State, side: Side, unit: usize, changes: [i32; 4]) -> Action {
    let open = state.open_directions(rules, side, unit);
    let mut best = None;
    for (direction, change) in changes.into_iter().enumerate() {
        if open[direction] && best.is_none_or(|(least, _)| change < least) {
            best = Some((change, direction));
        }
    }
    match best {
        Some((_, direction)) => Action::step(direction),
        None => state.unit_actions(rules, side, unit).as_slice()[0],
    }
}
