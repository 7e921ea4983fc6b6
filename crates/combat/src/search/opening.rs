//! Openings: what units do before they follow their army's script.

use crate::model::{Action, Joint, MAX_UNITS, Rules, Side, State, bits};
use crate::scripts::{Bookings, Script};

/// What a unit does first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opening {
    /// This action. Only for a unit that is free now and may do it.
    Action(Action),
    /// What a script says, for so many actions, at least one.
    Script(Script, u8),
}

/// The openings of the units of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Openings {
    /// The units that have one, as a set of bits.
    open: u64,
    of: [Opening; MAX_UNITS],
}

impl Openings {
    /// Nobody has one.
    pub const NONE: Openings =
        Openings { open: 0, of: [Opening::Script(Script::NokAv, 1); MAX_UNITS] };

    /// The same, where those units that have none do one action by NOK-AV.
    pub fn with_base(mut self, units: u64) -> Openings {
        for unit in bits(units & !self.open) {
            self.set(unit, Opening::Script(Script::NokAv, 1));
        }
        self
    }

    /// The opening of a unit that has one.
    pub fn get(&self, unit: usize) -> Opening {
        self.of[unit % MAX_UNITS]
    }

    pub fn set(&mut self, unit: usize, opening: Opening) {
        self.open |= 1 << unit;
        self.of[unit % MAX_UNITS] = opening;
    }

    /// What the free units of a side do; their openings are one action shorter then. Units without
    /// one follow the script of their army.
    #[inline]
    pub fn decide(
        &mut self,
        army: Script,
        rules: &Rules,
        state: &State,
        side: Side,
        joint: &mut Joint,
    ) {
        let movers = state.movers(side);
        if self.open & movers == 0 {
            return army.decide_surely(rules, state, side, joint);
        }
        let mut bookings = Bookings::new(state, side);
        let mut scripted = movers;
        for unit in bits(movers & self.open) {
            if let Opening::Action(action) = self.of[unit] {
                joint.set(unit, action);
                scripted &= !(1 << unit);
                self.open &= !(1 << unit);
                if let Some(target) = action.target() {
                    bookings.book(rules, state, side, unit, target);
                }
            }
        }
        for unit in bits(scripted) {
            let script = self.next_script(unit).unwrap_or(army);
            joint.set(unit, script.unit(rules, state, side, unit, &mut bookings));
        }
    }

    /// The script of a unit's opening, for its next action.
    #[inline]
    fn next_script(&mut self, unit: usize) -> Option<Script> {
        if self.open & (1 << unit) == 0 {
            return None;
        }
        let Opening::Script(script, left) = self.of[unit] else { return None };
        if left > 1 {
            self.of[unit] = Opening::Script(script, left - 1);
        } else {
            self.open &= !(1 << unit);
        }
        Some(script)
    }
}
