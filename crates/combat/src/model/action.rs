//! Unit actions and joint moves, small enough for search stacks and tables.

use super::MAX_UNITS;

/// The action of a unit. One byte: the target's number below 64, then the moves, waiting and
/// passing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action(pub(crate) u8);

/// The directions of moves, in their fixed order: −x, +x, +y, −y.
pub(crate) const DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, 1), (0, -1)];

impl Action {
    /// Wait until the weapon is loaded.
    pub const WAIT: Action = Action(68);
    /// Do nothing for a while: the action of a unit that has no other.
    pub const PASS: Action = Action(69);
    /// No action: the unit is not free.
    pub const NONE: Action = Action(255);

    /// Returns the attack on the enemy with this number.
    #[inline]
    pub fn attack(target: usize) -> Action {
        debug_assert!(target < MAX_UNITS);
        Action(target as u8)
    }

    /// Returns the step in a direction: 0 is −x, 1 is +x, 2 is +y, 3 is −y.
    #[inline]
    pub fn step(direction: usize) -> Action {
        debug_assert!(direction < 4);
        Action(64 + direction as u8)
    }

    /// Returns the target, if it is an attack.
    #[inline]
    pub fn target(self) -> Option<usize> {
        (self.0 < 64).then_some(usize::from(self.0))
    }

    /// Returns the direction, if it is a step.
    #[inline]
    pub fn direction(self) -> Option<usize> {
        (64..68).contains(&self.0).then(|| usize::from(self.0 - 64))
    }
}

/// The actions of all free units of a side, by the number of the unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(64))]
pub struct Joint(pub(crate) [Action; MAX_UNITS]);

impl Joint {
    /// Nobody does anything.
    pub const NONE: Joint = Joint([Action::NONE; MAX_UNITS]);

    /// Returns the action of a unit.
    #[inline]
    pub fn get(&self, unit: usize) -> Action {
        self.0[unit % MAX_UNITS]
    }

    /// Sets the action of a unit.
    #[inline]
    pub fn set(&mut self, unit: usize, action: Action) {
        self.0[unit % MAX_UNITS] = action;
    }

    /// Returns the actions of free units, with the numbers of their units.
    pub fn actions(&self) -> impl Iterator<Item = (usize, Action)> + '_ {
        let all = self.0.iter().copied().enumerate();
        all.filter(|(_, action)| *action != Action::NONE)
    }
}
