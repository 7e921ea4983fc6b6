//! Scenarios: armies and their starting places [Saf13, Section 5.5.2].

use std::path::Path;
use std::str::FromStr;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

use crate::model::{CombatError, Map, Profile, Rules, State, UnitTypes};
use crate::replay::army;

/// The number of units of each type of a side.
pub type Army = Vec<(String, usize)>;

/// Units with their places.
type Placed = Vec<(String, i32, i32)>;

/// Armies, and the distribution of their starting places.
///
/// ```
/// use ludex_combat::{Profile, Scenario, Side};
/// let scenario: Scenario = "marine-zergling-8v8".parse().unwrap();
/// let rules = scenario.rules(Profile::Thesis);
/// let start = scenario.start(&rules, 3).unwrap();
/// let (red, blue) = (start.unit(Side::Red, 5), start.unit(Side::Blue, 5));
/// assert_eq!((red.x, red.y), (-blue.x, -blue.y));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Scenario {
    /// The name as users write it.
    pub name: String,
    /// The armies that take turns; both sides have the same.
    pub armies: Vec<Army>,
    /// Places of the first side are within this many pixels of the origin, on either axis.
    pub spread: i32,
    /// The area of the units.
    pub map: Option<Map>,
    /// The unit types.
    pub types: UnitTypes,
    /// Places that are given, of the first and the second side.
    placed: Option<(Placed, Option<Placed>)>,
}

/// A scenario as stored in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    name: String,
    /// Units by type, the same for both sides.
    army: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(default = "usual_spread")]
    spread: i32,
    /// Units with places.
    red: Option<Placed>,
    /// At the mirrored places by default.
    blue: Option<Placed>,
    map: Option<Map>,
    /// Additional unit types, or replacements of the same name.
    types: Option<serde_json::Value>,
}

fn usual_spread() -> i32 {
    256
}

impl Scenario {
    /// Returns the 73 armies of the experiment of [Saf13, Section 5.5.2]: 2 to 8 Marines; and of
    /// each of three pairs of types all armies with up to 4 units of each and at least 2 units.
    pub fn thesis() -> Scenario {
        let mut armies: Vec<Army> = (2..=8).map(|n| vec![("marine".to_string(), n)]).collect();
        for [one, two] in [["marine", "zergling"], ["dragoon", "zealot"], ["dragoon", "marine"]] {
            for (a, b) in (0..=4).flat_map(|a| (0..=4).map(move |b| (a, b))) {
                if a + b >= 2 {
                    armies.push(vec![(one.to_string(), a), (two.to_string(), b)]);
                }
            }
        }
        Scenario::of("thesis", armies)
    }

    fn of(name: &str, armies: Vec<Army>) -> Scenario {
        let (spread, types) = (usual_spread(), UnitTypes::standard());
        Scenario { name: name.to_string(), armies, spread, map: None, types, placed: None }
    }

    /// Opens a scenario by its name, or by the path of a file that ends in `.json`.
    pub fn open(text: &str) -> Result<Scenario, CombatError> {
        if !text.ends_with(".json") {
            return text.parse();
        }
        let bad = |reason: String| CombatError::Text { what: text.to_string(), reason };
        let json = std::fs::read_to_string(Path::new(text)).map_err(|e| bad(e.to_string()))?;
        Scenario::from_json(&json).map_err(|error| bad(error.to_string()))
    }

    /// Parses a scenario from the text of a file; `games/combat` has examples.
    pub fn from_json(text: &str) -> Result<Scenario, CombatError> {
        let bad = |reason: String| CombatError::Text { what: "scenario".to_string(), reason };
        let file: ScenarioFile = serde_json::from_str(text).map_err(|e| bad(e.to_string()))?;
        let mut scenario = Scenario::of(&file.name, Vec::new());
        scenario.map = file.map;
        scenario.spread = file.spread;
        if !(0..=4096).contains(&file.spread) {
            return Err(bad(format!("spread is {}, but must be from 0 to 4096", file.spread)));
        }
        if let Some(types) = file.types {
            for (name, unit) in UnitTypes::from_json(&types.to_string())?.into_pairs() {
                scenario.types.add(&name, unit)?;
            }
        }
        match (file.army, file.red) {
            (Some(army), None) => scenario.armies.push(counted(&army)?),
            (None, Some(red)) => scenario.placed = Some((red, file.blue)),
            _ => return Err(bad("needs either `army` or `red` (and perhaps `blue`)".to_string())),
        }
        scenario.start(&scenario.rules(Profile::Thesis), 0)?;
        Ok(scenario)
    }

    /// Returns the rules of a profile, with the types and the map of the scenario.
    pub fn rules(&self, profile: Profile) -> Rules {
        Rules::new(profile, self.types.clone()).with_map(self.map)
    }

    /// Returns the start of the game with a number: armies take turns, places are drawn by the
    /// number.
    pub fn start(&self, rules: &Rules, game: u64) -> Result<State, CombatError> {
        if let Some((red, blue)) = &self.placed {
            let red = army(rules, red)?;
            let blue = match blue {
                Some(units) => army(rules, units)?,
                None => red.iter().map(|unit| self.mirrored(*unit)).collect(),
            };
            return State::new(rules, &red, &blue);
        }
        let Some(units) = self.armies.get((game % self.armies.len().max(1) as u64) as usize) else {
            let most = crate::MAX_UNITS;
            return Err(CombatError::ArmySize { side: "the first side", count: 0, most });
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game);
        let mut red = Vec::new();
        for (name, count) in units {
            let kind = rules.types.find(name)?;
            red.extend((0..*count).map(|_| self.draw(&mut rng, kind)));
        }
        let blue: Vec<_> = red.iter().map(|unit| self.mirrored(*unit)).collect();
        State::new(rules, &red, &blue)
    }

    /// Returns the middle of the mirror: the origin, or the middle of the map.
    fn middle(&self) -> (i32, i32) {
        self.map.map_or((0, 0), |map| (map.width / 2, map.height / 2))
    }

    fn draw(&self, rng: &mut impl Rng, kind: u8) -> (u8, i32, i32) {
        let (x, y) = self.middle();
        let wide = 2 * self.spread as u128 + 1;
        let mut within = || ((u128::from(rng.next_u64()) * wide) >> 64) as i32 - self.spread;
        (kind, x + within(), y + within())
    }

    fn mirrored(&self, (kind, x, y): (u8, i32, i32)) -> (u8, i32, i32) {
        let (mx, my) = self.middle();
        (kind, (2 * mx).wrapping_sub(x), (2 * my).wrapping_sub(y))
    }
}

fn counted(army: &serde_json::Map<String, serde_json::Value>) -> Result<Army, CombatError> {
    let count = |(name, value): (&String, &serde_json::Value)| match value.as_u64() {
        Some(count) if count <= 64 => Ok((name.clone(), count as usize)),
        _ => Err(CombatError::Value {
            what: format!("the number of {name}s"),
            value: value.to_string(),
            expected: "a whole number up to 64",
        }),
    };
    army.iter().map(count).collect()
}

impl FromStr for Scenario {
    type Err = CombatError;

    /// Parses `thesis`, or types and a size such as `dragoon-zealot-4v4`: four units per side, as
    /// evenly shared among the types as possible.
    fn from_str(text: &str) -> Result<Scenario, CombatError> {
        let name = text.trim().to_ascii_lowercase();
        if name == "thesis" {
            return Ok(Scenario::thesis());
        }
        let bad = || CombatError::Text {
            what: format!("scenario `{text}`"),
            reason: "expected `thesis`, types and a size such as `dragoon-zealot-4v4`, or a file \
                     that ends in .json"
                .to_string(),
        };
        let (types, size) = name.rsplit_once('-').ok_or_else(bad)?;
        let (red, blue) = size.split_once('v').ok_or_else(bad)?;
        let count: usize = red.parse().map_err(|_| bad())?;
        if red != blue || count == 0 || count > crate::MAX_UNITS {
            return Err(bad());
        }
        let types: Vec<&str> = types.split('-').collect();
        let mut scenario = Scenario::of(&name, Vec::new());
        let mut army = Vec::new();
        for (at, kind) in types.iter().enumerate() {
            scenario.types.find(kind)?;
            let extra = usize::from(at < count % types.len());
            army.push((kind.to_string(), count / types.len() + extra));
        }
        scenario.armies.push(army);
        Ok(scenario)
    }
}
