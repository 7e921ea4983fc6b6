//! The legal actions of a free unit.

use super::action::DIRECTIONS;
use super::lanes::LANES;
use super::{Action, Rules, Side, State, bits};

/// The legal actions of a unit, in the order of the authors' program: attacks in enemy order, the
/// wait, moves in the fixed order of directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitActions {
    list: [Action; 70],
    len: u8,
}

impl UnitActions {
    pub fn as_slice(&self) -> &[Action] {
        &self.list[..usize::from(self.len)]
    }

    fn push(&mut self, action: Action) {
        self.list[usize::from(self.len)] = action;
        self.len += 1;
    }
}

impl State {
    /// Returns the enemies within range of a unit, as a set of bits.
    #[inline]
    pub(crate) fn in_range(&self, rules: &Rules, side: Side, unit: usize) -> u64 {
        let (squad, lane) = (self.squad(side, unit), unit % LANES);
        let range = rules.row(squad.kind[lane]).range_squared;
        let (x, y) = (squad.x[lane], squad.y[lane]);
        let squads = self.squads(side.other()).iter().enumerate();
        squads.fold(0, |set, (at, enemies)| set | enemies.within(x, y, range) << (at * LANES))
    }

    /// Returns whether a free unit can fire now.
    #[inline]
    pub(crate) fn can_fire(&self, side: Side, unit: usize) -> bool {
        let (squad, lane) = (self.squad(side, unit), unit % LANES);
        squad.attack_at[lane] <= squad.move_at[lane]
    }

    /// Returns the length of a step of a unit now: never past the moment at which it can fire.
    #[inline]
    pub(crate) fn step_length(&self, rules: &Rules, side: Side, unit: usize) -> i32 {
        let (squad, lane) = (self.squad(side, unit), unit % LANES);
        let row = rules.row(squad.kind[lane]);
        let wait = squad.attack_at[lane] - self.time;
        let wait = if wait == 0 { row.cooldown } else { wait };
        if f64::from(wait) < row.step_time {
            (f64::from(wait) * row.speed) as i32
        } else {
            row.full_step
        }
    }

    /// Returns the directions in which a unit may step now.
    #[inline]
    pub(crate) fn open_directions(&self, rules: &Rules, side: Side, unit: usize) -> [bool; 4] {
        let length = self.step_length(rules, side, unit);
        let (squad, lane) = (self.squad(side, unit), unit % LANES);
        let (x, y) = (squad.to_x[lane], squad.to_y[lane]);
        let open = |(dx, dy): (i32, i32)| rules.is_open(x + dx * length, y + dy * length);
        DIRECTIONS.map(|direction| length > 0 && open(direction))
    }

    /// Returns the destination of a step, or `None` if it may not be made.
    #[inline]
    pub(crate) fn destination(
        &self,
        rules: &Rules,
        side: Side,
        unit: usize,
        direction: usize,
    ) -> Option<(i32, i32)> {
        let length = self.step_length(rules, side, unit);
        let (squad, lane) = (self.squad(side, unit), unit % LANES);
        let (dx, dy) = DIRECTIONS[direction % 4];
        let (x, y) = (squad.to_x[lane] + dx * length, squad.to_y[lane] + dy * length);
        (length > 0 && rules.is_open(x, y)).then_some((x, y))
    }

    /// Returns all legal actions of a unit that is free now.
    pub(crate) fn unit_actions(&self, rules: &Rules, side: Side, unit: usize) -> UnitActions {
        let mut actions = UnitActions { list: [Action::NONE; 70], len: 0 };
        if self.can_fire(side, unit) {
            let mut targets = [(0, 0); 64];
            let mut count = 0;
            for target in bits(self.in_range(rules, side, unit)) {
                let free = self.squad(side.other(), target).free_at[target % LANES];
                targets[count] = (free, target);
                count += 1;
            }
            targets[..count].sort_unstable();
            for (_, target) in &targets[..count] {
                actions.push(Action::attack(*target));
            }
        } else {
            actions.push(Action::WAIT);
        }
        for (direction, open) in self.open_directions(rules, side, unit).into_iter().enumerate() {
            if open {
                actions.push(Action::step(direction));
            }
        }
        if actions.len == 0 {
            actions.push(Action::PASS);
        }
        actions
    }

    /// Returns all legal actions of a unit of a side (by its number there); none if it is not free.
    pub fn legal(&self, rules: &Rules, side: Side, unit: usize) -> Vec<Action> {
        if unit >= super::MAX_UNITS || self.movers(side) & (1 << unit) == 0 {
            return Vec::new();
        }
        self.unit_actions(rules, side, unit).as_slice().to_vec()
    }
}
