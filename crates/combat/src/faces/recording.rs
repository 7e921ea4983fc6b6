//! Everything that happened in a fight, as a value that JSON can hold.

use serde::Serialize;

use crate::fight::{Ending, Fight};
use crate::model::{CombatError, Profile, Rules, Side, State};
use crate::player::PlayerSpec;
use crate::replay::RoundLog;
use crate::scenario::Scenario;

/// A fight from its start to its end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Recording {
    /// What was fought.
    pub scenario: String,
    /// Under which constants.
    pub profile: Profile,
    /// Who had which side: the first side, the second side.
    pub players: [String; 2],
    /// All units, by identity.
    pub units: Vec<RecordedUnit>,
    /// The start, and the state after every round.
    pub rounds: Vec<RoundLog>,
    /// All attacks, in order.
    pub shots: Vec<Shot>,
    /// How it ended, as the first side sees it.
    pub ending: Ending,
}

/// What does not change of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RecordedUnit {
    /// Its identity: even on the first side, odd on the second.
    pub id: usize,
    /// Its type.
    pub name: String,
    /// Its hit points at the start.
    pub hp: i32,
    /// How far its weapon reaches.
    pub range: i32,
}

/// An attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Shot {
    /// When.
    pub t: i32,
    /// The identity of the attacker.
    pub from: usize,
    /// The identity of its target.
    pub to: usize,
}

/// Plays a game and writes down everything; the game's number decides the start, and the first
/// player has the first side.
///
/// ```
/// use ludex_combat::{Profile, Scenario, record};
/// let scenario: Scenario = "marine-3v3".parse().unwrap();
/// let players = ["nok-av", "kiter"].map(|name| name.parse().unwrap());
/// let recording = record(&scenario, Profile::Thesis, [&players[0], &players[1]], 5).unwrap();
/// assert_eq!(recording.units.len(), 6);
/// assert!(recording.to_svg().starts_with("<svg"));
/// ```
pub fn record(
    scenario: &Scenario,
    profile: Profile,
    players: [&PlayerSpec; 2],
    game: u64,
) -> Result<Recording, CombatError> {
    let rules = scenario.rules(profile);
    let start = scenario.start(&rules, game)?;
    let mut minds = [players[0].player(2 * game + 1), players[1].player(2 * game + 2)];
    let mut rounds = vec![RoundLog::of(&start)];
    let mut shots = Vec::new();
    let units = recorded_units(&rules, &start);
    let mut fight = Fight::new(&rules, start);
    while fight.goes_on() {
        fight.round(|state, side| {
            let joint = minds[side.index()].choose(&rules, state, side);
            for (unit, action) in joint.actions() {
                if let Some(target) = action.target() {
                    let (from, to) = (2 * unit + side.index(), 2 * target + side.other().index());
                    shots.push(Shot { t: state.time(), from, to });
                }
            }
            joint
        });
        rounds.push(RoundLog::of(&fight.state));
    }
    let players = players.map(|player| player.to_string());
    let (scenario, ending) = (scenario.name.clone(), fight.ending());
    Ok(Recording { scenario, profile, players, units, rounds, shots, ending })
}

fn recorded_units(rules: &Rules, start: &State) -> Vec<RecordedUnit> {
    let units = Side::BOTH.into_iter().flat_map(|side| start.units(side));
    let mut units: Vec<RecordedUnit> = units
        .map(|unit| RecordedUnit {
            id: unit.id,
            name: rules.types.name(unit.kind).to_string(),
            hp: unit.hp,
            range: rules.types.get(unit.kind).weapon.range,
        })
        .collect();
    units.sort_by_key(|unit| unit.id);
    units
}

impl Recording {
    /// As JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}
