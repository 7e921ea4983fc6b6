//! Openings: the actions of units before they follow their army's script.

use crate::model::{Action, Joint, MAX_UNITS, Rules, Side, State, bits};
use crate::scripts::{Bookings, Script};

/// The opening of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opening {
    /// This action. Only for a unit that is free now and may do it.
    Action(Action),
    /// The actions of a script, this many times, at least once.
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

    /// Returns these openings, where those units that have none do one action by NOK-AV.
    pub fn with_base(mut self, units: u64) -> Openings {
        for unit in bits(units & !self.open) {
            self.set(unit, Opening::Script(Script::NokAv, 1));
        }
        self
    }

    /// Gives a unit another opening.
    pub fn set(&mut self, unit: usize, opening: Opening) {
        self.open |= 1 << (unit % MAX_UNITS);
        self.of[unit % MAX_UNITS] = opening;
    }

    /// Returns the actions of the free units of a side and shortens their openings by one action.
    /// Units without one follow the script of their army.
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

    /// Returns the script of a unit's opening, for its next action.
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

#[cfg(test)]
mod tests {
    use super::{Opening, Openings};
    use crate::model::{Action, Joint, Profile, Rules, Side, State, UnitTypes};
    use crate::scripts::Script;

    const MARINE: u8 = 0;

    fn decide(openings: &mut Openings, state: &State) -> Joint {
        let rules = Rules::new(Profile::Thesis, UnitTypes::standard());
        let mut joint = Joint::NONE;
        openings.decide(Script::NokAv, &rules, state, Side::Red, &mut joint);
        joint
    }

    fn marines(red: &[(u8, i32, i32)], blue: &[(u8, i32, i32)]) -> State {
        let rules = Rules::new(Profile::Thesis, UnitTypes::standard());
        State::new(&rules, red, blue).expect("small armies")
    }

    #[test]
    fn an_opening_lasts_as_long_as_it_says() {
        let state = marines(&[(MARINE, 0, 0)], &[(MARINE, 50, 0)]);
        let mut openings = Openings::NONE;
        openings.set(0, Opening::Script(Script::Retreat, 2));
        let away = Action::step(0);
        assert_eq!(decide(&mut openings, &state).get(0), away);
        assert_eq!(decide(&mut openings, &state).get(0), away);
        assert_eq!(decide(&mut openings, &state).get(0), Action::attack(0), "the army's script");
        assert_eq!(openings.open, 0);
    }

    #[test]
    fn attacks_of_openings_are_booked_before_scripts_choose() {
        let mut state =
            marines(&[(MARINE, 0, 0), (MARINE, 1, 0)], &[(MARINE, 50, 0), (MARINE, 60, 0)]);
        state.wound(Side::Blue, 0, 6);
        let mut openings = Openings::NONE;
        openings.set(1, Opening::Action(Action::attack(0)));
        let joint = decide(&mut openings, &state);
        assert_eq!([joint.get(0), joint.get(1)], [Action::attack(1), Action::attack(0)]);
        // The action is done: next time both would take the wounded one, and only one may.
        let joint = decide(&mut openings, &state);
        assert_eq!([joint.get(0), joint.get(1)], [Action::attack(0), Action::attack(1)]);
    }

    #[test]
    fn the_base_is_one_action_for_those_that_have_none() {
        let mut openings = Openings::NONE;
        openings.set(1, Opening::Script(Script::Retreat, 3));
        let based = openings.with_base(0b111);
        assert_eq!(based.open, 0b111);
        assert_eq!(based.of[0], Opening::Script(Script::NokAv, 1));
        assert_eq!(based.of[1], Opening::Script(Script::Retreat, 3));
    }
}
