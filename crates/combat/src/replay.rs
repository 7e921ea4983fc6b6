//! Script games from a file, one JSON object per line, played again.

use serde::{Deserialize, Serialize};

use crate::fight::{Ending, Fight};
use crate::model::{CombatError, Profile, Rules, Side, State};
use crate::scripts::Script;

/// A line of a file of script games. The result that the line claims is kept for comparison.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct ReplayLine {
    /// Any value: it is copied to the outcome.
    #[serde(default)]
    pub id: serde_json::Value,
    /// The script of the first side.
    pub p0: String,
    /// The script of the second side.
    pub p1: String,
    /// The units of the first side: type and place.
    pub p0_units: Vec<(String, i32, i32)>,
    /// The units of the second side; at the mirrored places by default.
    pub p1_units: Option<Vec<(String, i32, i32)>>,
    /// The result that the line claims: rounds.
    pub rounds: Option<u32>,
    /// The result that the line claims: frames.
    pub frames: Option<i32>,
    /// The result that the line claims: difference of LTD.
    pub ltd_diff: Option<i32>,
    /// The result that the line claims: difference of LTD2.
    pub ltd2_diff: Option<i32>,
    /// The result that the line claims: survivors.
    pub survivors: Option<Vec<(usize, usize, i32)>>,
    /// Every round, if the line has them.
    pub rounds_log: Option<Vec<RoundLog>>,
}

/// The state after a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundLog {
    /// The time.
    pub t: i32,
    /// All units, in unit order: identity, place, hit points, t_a, t_m.
    pub u: Vec<(usize, i32, i32, i32, i32, i32)>,
}

/// The result of a script game, with the keys of the reference files.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Outcome {
    /// The value of the line.
    pub id: serde_json::Value,
    /// Rounds played.
    pub rounds: u32,
    /// The clock at the end.
    pub frames: i32,
    /// The survivors, as [side, identity, hit points].
    pub survivors: Vec<(usize, usize, i32)>,
    /// Scaled LTD of the first side less that of the second.
    pub ltd_diff: i32,
    /// Scaled LTD2 of the first side less that of the second.
    pub ltd2_diff: i32,
}

/// Plays the game of a line of a file of script games.
///
/// ```
/// use ludex_combat::{Profile, replay};
/// let line = r#"{"id":7,"p0":"av","p1":"closest","p0_units":[["marine",50,0]]}"#;
/// let outcome = replay(line, Profile::Thesis).unwrap();
/// // Two marines in range of each other: seven hits each, and both are dead.
/// assert_eq!((outcome.id, outcome.survivors.len()), (7.into(), 0));
/// ```
pub fn replay(line: &str, profile: Profile) -> Result<Outcome, CombatError> {
    let line = ReplayLine::read(line)?;
    let ending = line.play(profile, |_| ())?;
    let Ending { rounds, frames, survivors, ltd_diff, ltd2_diff, .. } = ending;
    Ok(Outcome { id: line.id, rounds, frames, survivors, ltd_diff, ltd2_diff })
}

impl ReplayLine {
    /// Parses a line.
    pub fn read(line: &str) -> Result<ReplayLine, CombatError> {
        serde_json::from_str(line).map_err(|error| CombatError::Text {
            what: "a script game".to_string(),
            reason: error.to_string(),
        })
    }

    /// Returns whether the game ended as the line claims, as far as it does. LTD is rounded: a
    /// difference of 1 is tolerated.
    pub fn agrees(&self, outcome: &Outcome) -> bool {
        let near = |claim: Option<i32>, found: i32| claim.is_none_or(|c| c.abs_diff(found) <= 1);
        self.rounds.is_none_or(|rounds| rounds == outcome.rounds)
            && self.frames.is_none_or(|frames| frames == outcome.frames)
            && near(self.ltd_diff, outcome.ltd_diff)
            && near(self.ltd2_diff, outcome.ltd2_diff)
            && self.survivors.as_ref().is_none_or(|living| *living == outcome.survivors)
    }

    /// Plays the game, passing every state that is reached to a function.
    pub fn play(
        &self,
        profile: Profile,
        mut see: impl FnMut(&State),
    ) -> Result<Ending, CombatError> {
        let rules = Rules::reference(profile);
        let scripts = [self.p0.parse()?, self.p1.parse()?];
        if scripts.contains(&Script::Random) {
            return Err(CombatError::Text {
                what: "a script game".to_string(),
                reason: "the script `random` cannot be played again".to_string(),
            });
        }
        let mut fight = Fight::new(&rules, self.start(&rules)?);
        while fight.goes_on() {
            fight.round(|state, side| {
                let mut joint = crate::model::Joint::NONE;
                scripts[side.index()].decide_surely(&rules, state, side, &mut joint);
                joint
            });
            see(&fight.state);
        }
        Ok(fight.ending())
    }

    fn start(&self, rules: &Rules) -> Result<State, CombatError> {
        let red = army(rules, &self.p0_units)?;
        let mirrored = |(kind, x, y): &(u8, i32, i32)| (*kind, x.wrapping_neg(), y.wrapping_neg());
        let blue = match &self.p1_units {
            Some(units) => army(rules, units)?,
            None => red.iter().map(mirrored).collect(),
        };
        State::new(rules, &red, &blue)
    }
}

/// Returns units with the numbers of their types.
pub(crate) fn army(
    rules: &Rules,
    units: &[(String, i32, i32)],
) -> Result<Vec<(u8, i32, i32)>, CombatError> {
    units.iter().map(|(name, x, y)| Ok((rules.types.find(name)?, *x, *y))).collect()
}

impl RoundLog {
    /// Returns the log of a state.
    pub fn of(state: &State) -> RoundLog {
        let units = Side::BOTH.into_iter().flat_map(|side| state.units(side));
        let u = units
            .map(|unit| (unit.id, unit.x, unit.y, unit.hp, unit.attack_at, unit.move_at))
            .collect();
        RoundLog { t: state.time(), u }
    }
}
