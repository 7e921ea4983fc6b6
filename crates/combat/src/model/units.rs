//! Unit types: their hit points, weapons and speeds, as data.

use serde::{Deserialize, Serialize};

use super::CombatError;

/// The size of a unit: explosive weapons do less damage to small ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// Infantry.
    Small,
    /// Between.
    Medium,
    /// Vehicles.
    Large,
}

/// The kind of a weapon, which determines its effect by size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WeaponKind {
    /// Equal damage to all.
    Normal,
    /// Half against small units, three quarters against medium ones.
    Explosive,
    /// Half against medium units, a quarter against large ones.
    Concussive,
}

impl WeaponKind {
    /// Returns the fraction of its damage that it does to a unit of that size.
    pub fn factor(self, size: Size) -> f64 {
        match (self, size) {
            (WeaponKind::Normal, _) => 1.0,
            (WeaponKind::Explosive, Size::Small) | (WeaponKind::Concussive, Size::Medium) => 0.5,
            (WeaponKind::Explosive, Size::Medium) => 0.75,
            (WeaponKind::Explosive, Size::Large) | (WeaponKind::Concussive, Size::Small) => 1.0,
            (WeaponKind::Concussive, Size::Large) => 0.25,
        }
    }
}

/// A weapon: `w` of [Saf13, Appendix A], with the additions of the authors' program.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Damage of a hit, before armour and size.
    pub damage: i32,
    /// Hits of one attack.
    #[serde(default = "one")]
    pub hits: i32,
    /// Its kind.
    #[serde(default = "normal")]
    pub kind: WeaponKind,
    /// Frames between two attacks.
    pub cooldown: i32,
    /// Its range, in pixels, from centre to centre.
    pub range: i32,
}

fn one() -> i32 {
    1
}

fn normal() -> WeaponKind {
    WeaponKind::Normal
}

/// Frames after an attack in which the unit cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Animation {
    /// After the first attack of a series.
    pub first: i32,
    /// After an attack that follows an attack or a wait.
    pub repeat: i32,
}

/// Everything that units of one kind share.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitType {
    /// Hit points of an unhurt unit, shields included.
    pub hp: i32,
    /// The armour, subtracted from the damage of every hit.
    #[serde(default)]
    pub armour: i32,
    /// Its size.
    pub size: Size,
    /// Pixels per frame; 0 for a unit that cannot move.
    pub speed: f64,
    /// Its weapon.
    pub weapon: Weapon,
    /// The time it stands still after an attack.
    pub animation: Animation,
}

impl UnitType {
    /// Returns the damage of one attack on a unit: armour and size count hit by hit, and no hit
    /// does less than 2.
    pub fn damage_to(&self, target: &UnitType) -> i32 {
        let weapon = &self.weapon;
        let hit = f64::from(weapon.damage - target.armour) * weapon.kind.factor(target.size);
        weapon.hits * (hit as i32).max(2)
    }

    /// Returns the damage of one attack before armour and size, which dpf and NOK-AV use.
    pub fn raw_damage(&self) -> i32 {
        self.weapon.damage * self.weapon.hits
    }

    /// Fails for numbers that the model gives no meaning to.
    fn check(&self, name: &str) -> Result<(), CombatError> {
        let bounded = [
            ("hp", self.hp, 1, 30_000),
            ("armour", self.armour, 0, 1000),
            ("damage", self.weapon.damage, 1, 10_000),
            ("hits", self.weapon.hits, 1, 100),
            ("cooldown", self.weapon.cooldown, 1, 10_000),
            ("range", self.weapon.range, 0, 10_000),
            ("first", self.animation.first, 0, 10_000),
            ("repeat", self.animation.repeat, 1, 10_000),
        ];
        for (what, value, low, high) in bounded {
            if value < low || value > high {
                return Err(CombatError::Value {
                    what: format!("{what} of {name}"),
                    value: value.to_string(),
                    expected: "within what the model can reckon with",
                });
            }
        }
        if !(0.0..=1000.0).contains(&self.speed) {
            return Err(CombatError::Value {
                what: format!("speed of {name}"),
                value: self.speed.to_string(),
                expected: "from 0 to 1000 pixels a frame",
            });
        }
        Ok(())
    }
}

/// The unit types that a fight can have, by name.
///
/// ```
/// use ludex_combat::UnitTypes;
/// let types = UnitTypes::standard();
/// let (dragoon, zealot) = (types.find("dragoon").unwrap(), types.find("zealot").unwrap());
/// // 20 less 1 of armour, halved against small units, truncated.
/// assert_eq!(types.get(dragoon).damage_to(types.get(zealot)), 9);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct UnitTypes {
    names: Vec<String>,
    types: Vec<UnitType>,
}

impl UnitTypes {
    /// The greatest number of types: damage is a table.
    pub const MOST: usize = 16;

    /// Returns the four types of the experiments in [Saf13, Section 5.5.2].
    pub fn standard() -> UnitTypes {
        UnitTypes::from_json(include_str!("../../units.json")).expect("a test reads our own file")
    }

    /// Parses types from a JSON object `{name: {hp, armour, size, speed, weapon, animation}}`.
    pub fn from_json(text: &str) -> Result<UnitTypes, CombatError> {
        let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text)
            .map_err(|error| CombatError::Text {
                what: "unit types".to_string(),
                reason: error.to_string(),
            })?;
        let mut all = UnitTypes { names: Vec::new(), types: Vec::new() };
        for (name, value) in object {
            let unit = serde_json::from_value(value).map_err(|error| CombatError::Text {
                what: format!("unit type `{name}`"),
                reason: error.to_string(),
            })?;
            all.add(&name, unit)?;
        }
        Ok(all)
    }

    /// Adds a type, or replaces the one of that name.
    pub fn add(&mut self, name: &str, unit: UnitType) -> Result<(), CombatError> {
        unit.check(name)?;
        match self.names.iter().position(|known| known == name) {
            Some(at) => self.types[at] = unit,
            None if self.names.len() == UnitTypes::MOST => {
                return Err(CombatError::Value {
                    what: "the number of unit types".to_string(),
                    value: (UnitTypes::MOST + 1).to_string(),
                    expected: "at most 16",
                });
            }
            None => {
                self.names.push(name.to_string());
                self.types.push(unit);
            }
        }
        Ok(())
    }

    /// Returns the number of the type with this name.
    pub fn find(&self, name: &str) -> Result<u8, CombatError> {
        let name = name.trim().to_ascii_lowercase();
        match self.names.iter().position(|known| *known == name) {
            Some(at) => Ok(at as u8),
            None => Err(CombatError::unknown("unit type", &name, self.names())),
        }
    }

    /// Returns the type of a number.
    pub fn get(&self, number: u8) -> &UnitType {
        &self.types[usize::from(number)]
    }

    /// Returns the name of the type of a number.
    pub fn name(&self, number: u8) -> &str {
        &self.names[usize::from(number)]
    }

    /// Returns all names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Returns the types with their names.
    pub(crate) fn into_pairs(self) -> impl Iterator<Item = (String, UnitType)> {
        self.names.into_iter().zip(self.types)
    }

    /// Returns all types, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &UnitType> {
        self.types.iter()
    }
}
