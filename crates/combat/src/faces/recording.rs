//! A recording of everything that happened in a fight, as a value that JSON can hold.

use ludex_base::sort_by_key;
use serde::Serialize;

use crate::fight::Ending;
use crate::model::{CombatError, Joint, Profile, Rules, Side, State};
use crate::player::{Cost, PlayerSpec};
use crate::replay::RoundLog;
use crate::scenario::Scenario;
use crate::tournament::{is_swapped, play_watched};

/// A fight from its start to its end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Recording {
    /// The scenario.
    pub scenario: String,
    /// The profile of its constants.
    pub profile: Profile,
    /// The number of the game.
    pub game: u64,
    /// Who had which side: the first side, the second side.
    pub players: [String; 2],
    /// All units, by identity.
    pub units: Vec<RecordedUnit>,
    /// The start, and the state after every round.
    pub rounds: Vec<RoundLog>,
    /// All attacks, in order.
    pub shots: Vec<Shot>,
    /// The ending, for the first side.
    pub ending: Ending,
}

/// The constant properties of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RecordedUnit {
    /// Its identity: even on the first side, odd on the second.
    pub id: usize,
    /// Its type.
    pub name: String,
    /// Its hit points at the start.
    pub hp: i32,
    /// The range of its weapon.
    pub range: i32,
}

/// An attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Shot {
    /// The time of the attack.
    pub t: i32,
    /// The identity of the attacker.
    pub from: usize,
    /// The identity of its target.
    pub to: usize,
}

/// Plays a game and records everything; the game's number determines the start and who has which
/// side, as in [`crate::play_game`].
///
/// ```
/// use ludex_combat::{Profile, Scenario, record};
/// let scenario: Scenario = "marine-3v3".parse().unwrap();
/// let players = ["nok-av", "kiter"].map(|name| name.parse().unwrap());
/// let both = [&players[0], &players[1]];
/// let (recording, _) = record(&scenario, Profile::Thesis, both, 5).unwrap();
/// assert_eq!(recording.players, ["kiter", "nok-av"]);
/// assert_eq!(recording.units.len(), 6);
/// assert!(recording.to_svg().starts_with("<svg"));
/// ```
pub fn record(
    scenario: &Scenario,
    profile: Profile,
    players: [&PlayerSpec; 2],
    game: u64,
) -> Result<(Recording, [Cost; 2]), CombatError> {
    record_while(scenario, profile, players, game, &|| true)
}

/// Plays a game as [`record`] does, as long as `goes_on` says so: the recording ends with the last
/// round before.
pub fn record_while(
    scenario: &Scenario,
    profile: Profile,
    players: [&PlayerSpec; 2],
    game: u64,
    goes_on: &dyn Fn() -> bool,
) -> Result<(Recording, [Cost; 2]), CombatError> {
    let rules = scenario.rules(profile);
    let (mut rounds, mut shots) = (Vec::new(), Vec::new());
    let units = recorded_units(&rules, &scenario.start(&rules, game / 2)?);
    let watch = |state: &State, moves: &[Joint; 2]| {
        if !goes_on() {
            return false;
        }
        rounds.push(RoundLog::of(state));
        shots.extend(Side::BOTH.into_iter().flat_map(|side| attacks(state, side, moves)));
        true
    };
    let (fight, costs) = play_watched(&rules, scenario, players, game, watch)?;
    rounds.push(RoundLog::of(&fight.state));
    let mut players = players.map(|player| player.to_string());
    if is_swapped(game) {
        players.reverse();
    }
    let (scenario, ending) = (scenario.name.clone(), fight.ending());
    Ok((Recording { scenario, profile, game, players, units, rounds, shots, ending }, costs))
}

fn attacks(state: &State, side: Side, moves: &[Joint; 2]) -> impl Iterator<Item = Shot> {
    let t = state.time();
    moves[side.index()].actions().filter_map(move |(unit, action)| {
        let target = action.target()?;
        Some(Shot { t, from: 2 * unit + side.index(), to: 2 * target + side.other().index() })
    })
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
    sort_by_key(&mut units, |unit| unit.id);
    units
}

impl Recording {
    /// Returns the ending for the first player, whichever side it had.
    pub fn ending_of_first_player(&self) -> Ending {
        let mut ending = self.ending.clone();
        if is_swapped(self.game) {
            ending.winner = -ending.winner;
        }
        ending
    }

    /// Returns the recording as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}
