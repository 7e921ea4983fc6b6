//! The scripts of [Saf13, Section 5.4.1]: fixed behaviours, one unit at a time.
//!
//! Directions are judged by a probe of one pixel, not by the real step; the first direction in the
//! fixed order wins ties. Of equal targets, the first in unit order is attacked.

mod steps;
mod targets;

use std::fmt;
use std::str::FromStr;

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use serde::{Serialize, Serializer};

use crate::model::{Action, CombatError, Joint, MAX_UNITS, Rules, Side, State, bits};
use steps::Nearest;
pub(crate) use targets::Bookings;

/// A fixed behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Script {
    /// Any legal action of a unit, all equally likely.
    Random,
    /// Attack the nearest enemy; wait for the weapon; go to the nearest enemy.
    AttackClosest,
    /// As Attack-Closest, with the target that has the fewest hit points.
    AttackWeakest,
    /// As Attack-Closest, but go away from the nearest enemy while reloading.
    Kiting,
    /// As Attack-Closest, with the target of the largest dpf / hp.
    AttackValue,
    /// As Attack-Value, but no target is given more damage than it takes to kill it.
    NokAv,
    /// As Kiting, with the targets of Attack-Value.
    KitingAv,
    /// Go away from the nearest enemy. Not in \[Saf13\]: searches let wounded units do this.
    Retreat,
}

impl Script {
    /// All scripts.
    pub const ALL: [Script; 8] = [
        Script::Random,
        Script::Kiting,
        Script::KitingAv,
        Script::AttackClosest,
        Script::AttackWeakest,
        Script::AttackValue,
        Script::NokAv,
        Script::Retreat,
    ];

    /// Returns its name as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Script::Random => "random",
            Script::AttackClosest => "closest",
            Script::AttackWeakest => "weakest",
            Script::Kiting => "kiter",
            Script::AttackValue => "av",
            Script::NokAv => "nok-av",
            Script::KitingAv => "kiter-av",
            Script::Retreat => "retreat",
        }
    }

    pub(crate) fn kites(self) -> bool {
        matches!(self, Script::Kiting | Script::KitingAv)
    }

    /// Returns the actions of the free units of a side. Only [`Script::Random`] needs random
    /// numbers.
    ///
    /// ```
    /// use ludex_combat::{Profile, Rules, Script, Side, State, UnitTypes};
    /// use rand::SeedableRng;
    /// let rules = Rules::new(Profile::Thesis, UnitTypes::standard());
    /// let state = State::new(&rules, &[(0, 0, 0)], &[(0, 100, 0), (0, 90, 0)]).unwrap();
    /// let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
    /// let joint = Script::AttackClosest.decide(&rules, &state, Side::Red, &mut rng);
    /// assert_eq!(joint.get(0).target(), Some(1));
    /// ```
    pub fn decide(self, rules: &Rules, state: &State, side: Side, rng: &mut impl Rng) -> Joint {
        let mut joint = Joint::NONE;
        self.decide_into(rules, state, side, rng, &mut joint);
        joint
    }

    /// Decides as [`Script::decide`] does; actions of units that are not free are left as they are.
    #[inline]
    pub(crate) fn decide_into(
        self,
        rules: &Rules,
        state: &State,
        side: Side,
        rng: &mut impl Rng,
        joint: &mut Joint,
    ) {
        match self {
            Script::Random => random(rules, state, side, rng, joint),
            _ => self.decide_surely(rules, state, side, joint),
        }
    }

    /// Returns the actions of the script, where chance is a function of the state.
    pub(crate) fn decide_surely(self, rules: &Rules, state: &State, side: Side, joint: &mut Joint) {
        Script::decide_assigned(&[self; MAX_UNITS], rules, state, side, joint);
    }

    /// Decides for all free units, each by its own script; bookings are shared by all.
    #[inline]
    pub(crate) fn decide_assigned(
        scripts: &[Script; MAX_UNITS],
        rules: &Rules,
        state: &State,
        side: Side,
        joint: &mut Joint,
    ) {
        let mut bookings = Bookings::new(state, side);
        for unit in bits(state.movers(side)) {
            let action = scripts[unit].unit(rules, state, side, unit, &mut bookings);
            joint.set(unit, action);
        }
    }

    /// Returns the action of one free unit.
    #[inline]
    pub(crate) fn unit(
        self,
        rules: &Rules,
        state: &State,
        side: Side,
        unit: usize,
        bookings: &mut Bookings,
    ) -> Action {
        if self == Script::Random {
            return by_chance(rules, state, side, unit);
        }
        let nearest = Nearest::of(rules, state, side, unit);
        if self == Script::Retreat {
            return nearest.away(rules, state, side, unit);
        }
        let can_fire = state.can_fire(side, unit);
        if can_fire && nearest.in_range() {
            if let Some(target) = self.target(rules, state, side, unit, bookings) {
                bookings.book(rules, state, side, unit, target);
                return Action::attack(target);
            }
        } else if !can_fire && nearest.in_range() {
            if !self.kites() {
                return Action::WAIT;
            }
            return nearest.away(rules, state, side, unit);
        }
        nearest.towards(rules, state, side, unit)
    }
}

fn random(rules: &Rules, state: &State, side: Side, rng: &mut impl Rng, joint: &mut Joint) {
    for unit in bits(state.movers(side)) {
        let actions = state.unit_actions(rules, side, unit);
        let actions = actions.as_slice();
        // Only the raw numbers of the generator are used: they are equal on every machine.
        let at = (u128::from(rng.next_u64()) * actions.len() as u128) >> 64;
        joint.set(unit, actions[at as usize]);
    }
}

/// Returns a random action that is a function of the state: where a search looks ahead, Random must
/// be a function.
fn by_chance(rules: &Rules, state: &State, side: Side, unit: usize) -> Action {
    let seen = state.unit(side, unit);
    let seed = (state.time() as u64) << 32 ^ (seen.x as u64) << 16 ^ seen.y as u64;
    let mut rng = SplitMix64::seed_from_u64(seed ^ (seen.id as u64) << 56);
    let actions = state.unit_actions(rules, side, unit);
    let actions = actions.as_slice();
    actions[(rng.next_u64() % actions.len() as u64) as usize]
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Script {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl FromStr for Script {
    type Err = CombatError;

    /// Parses `nok-av`, `nok_av`, `NOK-AV`; also the long names of [Saf13, Section 5.4.1], such as
    /// `attack-closest`.
    fn from_str(text: &str) -> Result<Script, CombatError> {
        let name = text.trim().to_ascii_lowercase().replace('_', "-");
        let short = match name.strip_prefix("attack-").unwrap_or(&name) {
            "value" => "av",
            "kite" | "kiting" => "kiter",
            "kite-av" | "kiting-av" => "kiter-av",
            other => other,
        };
        let known = Script::ALL.into_iter().find(|script| script.name() == short);
        known.ok_or_else(|| CombatError::unknown("script", &name, Script::ALL.map(Script::name)))
    }
}
