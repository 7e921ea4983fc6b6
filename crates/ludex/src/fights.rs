//! Fights of small armies: what users name, files of reference games, and files for recordings.

use std::path::Path;

use ludex_combat::{
    CombatError, Outcome, Pairing, PlayerSpec, Profile, ReplayLine, Scenario, record, replay,
};

use crate::error::{InputError, Place};
use crate::files;

/// Reference games that were played again.
#[derive(Clone, Debug, Default)]
pub struct ReplayedFights {
    /// How each of them ended.
    pub outcomes: Vec<Outcome>,
    /// The number of games whose end the file states.
    pub told: usize,
    /// The number of those that end so.
    pub same: usize,
}

/// Plays every game of a file again, one a line.
pub fn replay_fights(
    file: &Path,
    text: &str,
    profile: Profile,
) -> Result<ReplayedFights, InputError> {
    let mut fights = ReplayedFights::default();
    for (line, place) in Place::split(file, text, str::lines) {
        if line.trim().is_empty() {
            continue;
        }
        let wrong = |error: CombatError| in_fight("line", line, &error).within(&place);
        let outcome = replay(line, profile).map_err(wrong)?;
        let claim = ReplayLine::read(line).map_err(wrong)?;
        fights.told += usize::from(claim.rounds.is_some());
        fights.same += usize::from(claim.agrees(&outcome));
        fights.outcomes.push(outcome);
    }
    Ok(fights)
}

/// Opens a scenario by its name, or from its file.
pub fn open_scenario(text: &str) -> Result<Scenario, InputError> {
    Scenario::open(text).map_err(|error| in_fight("scenario", text, &error))
}

/// Reads the names of players of fights.
pub fn fighters(texts: &[String]) -> Result<Vec<PlayerSpec>, InputError> {
    let read = |text: &String| text.parse().map_err(|error| in_fight("player", text, &error));
    texts.iter().map(read).collect()
}

/// Converts an error about a text as a whole.
pub fn in_fight(name: &str, text: &str, error: &CombatError) -> InputError {
    InputError::about(name, text, error.to_string())
}

/// A file for the recording of a fight, in one of two forms.
#[derive(Clone, Copy, Debug)]
pub struct RecordingFile<'a> {
    path: &'a Path,
    moves: bool,
}

impl<'a> RecordingFile<'a> {
    /// Chooses the form by the ending of the file, which must be one that can be written.
    pub fn at(path: &'a Path) -> Result<RecordingFile<'a>, InputError> {
        let ending = files::ending(path.to_str().unwrap_or_default());
        let moves = match ending.to_ascii_lowercase().as_str() {
            "svg" => true,
            "json" => false,
            _ => {
                let message = format!("cannot tell what to write to {}", path.display());
                return Err(InputError::new(message).help("its name must end in .json or .svg"));
            }
        };
        files::require_writable(path)?;
        Ok(RecordingFile { path, moves })
    }

    /// Plays a game of a pairing and writes it.
    pub fn write(
        &self,
        scenario: &Scenario,
        profile: Profile,
        game: u64,
        pairing: &mut Pairing,
        players: [&PlayerSpec; 2],
    ) -> Result<Result<(), InputError>, CombatError> {
        let (recording, costs) = record(scenario, profile, players, game)?;
        pairing.add(&recording.ending_of_first_player(), costs);
        let text = if self.moves { recording.to_svg() } else { recording.to_json() };
        Ok(files::write(self.path, text))
    }
}
