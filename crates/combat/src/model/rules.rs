//! The constants of a fight: the two profiles, and the unit types as tables that the inner loops
//! read.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{CombatError, UnitTypes};

/// The two known sets of constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// The constants of [Saf13, Section 5.5.2 and Appendix A].
    #[default]
    Thesis,
    /// The defaults of the authors' later program.
    Spar,
}

impl FromStr for Profile {
    type Err = CombatError;

    fn from_str(text: &str) -> Result<Profile, CombatError> {
        match text.trim().to_ascii_lowercase().as_str() {
            "thesis" => Ok(Profile::Thesis),
            "spar" | "sparcraft" => Ok(Profile::Spar),
            other => Err(CombatError::unknown("profile", other, ["thesis", "spar"])),
        }
    }
}

/// A rectangle that units may not leave, from (0, 0) to just before (width, height).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Map {
    /// In pixels.
    pub width: i32,
    /// In pixels.
    pub height: i32,
}

/// The properties of a unit type that the inner loops need.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct TypeRow {
    pub hp: i32,
    pub range_squared: i32,
    pub cooldown: i32,
    pub first: i32,
    pub repeat: i32,
    pub raw_damage: i32,
    pub speed: f64,
    /// Pixels of a full step, truncated as in the authors' program.
    pub full_step: i32,
    /// Frames of a full step, as a real number.
    pub step_time: f64,
    pub dpf: f32,
}

/// All constants of a fight.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// The unit types.
    pub types: UnitTypes,
    /// The origin of the constants.
    pub profile: Profile,
    /// Pixels of a full step.
    pub step: i32,
    /// The area that units may not leave; unlimited if there is none.
    pub map: Option<Map>,
    /// The number of rounds after which the game is cut off.
    pub round_limit: u32,
    /// The game ends after more than this many rounds in a row without a change of hit points.
    pub stalemate: Option<u32>,
    pub(crate) rows: [TypeRow; UnitTypes::MOST],
    pub(crate) damage: [[i32; UnitTypes::MOST]; UnitTypes::MOST],
}

/// Frames lost on a pass, and on an attack whose target a comrade has just killed.
pub(crate) const PASS: i32 = 20;
/// Frames added to the reload after a move.
pub(crate) const TURN: i32 = 4;
/// Frames added to the animation of the first attack of a series.
pub(crate) const SETTLE: i32 = 2;
/// The greatest distance of a unit from the origin, on either axis: squared distances are 32 bits.
pub(crate) const WORLD: i32 = 16_000;

impl Rules {
    /// Returns the rules of a profile for the given unit types.
    ///
    /// ```
    /// use ludex_combat::{Profile, Rules, UnitTypes};
    /// let rules = Rules::new(Profile::Thesis, UnitTypes::standard());
    /// assert_eq!((rules.step, rules.round_limit), (15, 500));
    /// ```
    pub fn new(profile: Profile, types: UnitTypes) -> Rules {
        let (step, round_limit, stalemate) = match profile {
            Profile::Thesis => (15, 500, None),
            Profile::Spar => (16, 20_000, Some(50)),
        };
        let mut rules = Rules {
            types,
            profile,
            step,
            map: None,
            round_limit,
            stalemate,
            rows: [TypeRow::default(); UnitTypes::MOST],
            damage: [[0; UnitTypes::MOST]; UnitTypes::MOST],
        };
        rules.fill_tables();
        rules
    }

    /// Returns the rules under which the reference games were played: in both profiles the authors'
    /// program used its own form of dpf, an open plane and a cut-off after 500 rounds.
    pub fn reference(profile: Profile) -> Rules {
        let mut rules = Rules::new(profile, UnitTypes::standard());
        rules.round_limit = 500;
        rules.reckon_dpf(Profile::Spar);
        rules
    }

    /// Confines units to a map.
    pub fn with_map(mut self, map: Option<Map>) -> Rules {
        self.map = map;
        self
    }

    fn fill_tables(&mut self) {
        let bonus = match self.profile {
            Profile::Thesis => 0,
            Profile::Spar => 32,
        };
        for (row, unit) in self.rows.iter_mut().zip(self.types.iter()) {
            let range = unit.weapon.range + bonus;
            *row = TypeRow {
                hp: unit.hp,
                range_squared: range * range,
                cooldown: unit.weapon.cooldown,
                first: unit.animation.first,
                repeat: unit.animation.repeat,
                raw_damage: unit.raw_damage(),
                speed: unit.speed,
                full_step: (f64::from(self.step) / unit.speed * unit.speed) as i32,
                step_time: f64::from(self.step) / unit.speed,
                dpf: 0.0,
            };
        }
        for (line, attacker) in self.damage.iter_mut().zip(self.types.iter()) {
            for (cell, target) in line.iter_mut().zip(self.types.iter()) {
                *cell = attacker.damage_to(target);
            }
        }
        self.reckon_dpf(self.profile);
    }

    /// Computes damage per frame by [Saf13, Equation 5.6], or in the form of the authors' program.
    fn reckon_dpf(&mut self, form: Profile) {
        for row in &mut self.rows {
            let (damage, cooldown) = (row.raw_damage as f32, row.cooldown as f32);
            row.dpf = match form {
                Profile::Thesis if row.cooldown == 0 => 0.0,
                Profile::Thesis => damage / cooldown,
                Profile::Spar => (damage / (cooldown + 1.0)).max(0.1),
            };
        }
    }

    #[inline]
    pub(crate) fn row(&self, kind: u8) -> &TypeRow {
        &self.rows[usize::from(kind) % UnitTypes::MOST]
    }

    #[inline]
    pub(crate) fn damage_of(&self, attacker: u8, target: u8) -> i32 {
        self.damage[usize::from(attacker) % UnitTypes::MOST][usize::from(target) % UnitTypes::MOST]
    }

    /// Returns whether a unit may stand at a place.
    #[inline]
    pub(crate) fn is_open(&self, x: i32, y: i32) -> bool {
        match self.map {
            None => x.abs() <= WORLD && y.abs() <= WORLD,
            Some(map) => {
                let (right, bottom) = (map.width.min(WORLD), map.height.min(WORLD));
                x >= 0 && y >= 0 && x < right && y < bottom
            }
        }
    }
}
