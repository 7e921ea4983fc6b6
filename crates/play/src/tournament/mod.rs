//! Tournaments: many games, with every player in every place, and confidence intervals of the
//! results.

mod elo;
mod record;
mod schedule;
mod standings;

pub use elo::Rating;
pub use record::GameRecord;
pub use standings::{SeatStanding, Standing, seat_rows, standing_rows, total};

use std::sync::atomic::AtomicBool;

use ludex_game::Model;
use serde::{Deserialize, Serialize};

use self::schedule::{Schedule, pairings};
use self::standings::{mean, standing};
use crate::matches::MatchOptions;
use crate::registry::{CannotPlay, PlayerContext, make_player};
use crate::survey::Range;
use crate::{PlayableGame, PlayerSpec, Transcript};

/// Options of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentOptions {
    /// The number of games of each group of players in each arrangement of their places.
    pub rounds: usize,
    /// The seed; each player gets its own from it, the match and its place.
    pub seed: u64,
    /// The number of matches that run in parallel. With time limits, more than there are processors
    /// would make players share one.
    pub threads: usize,
    /// The memory of a player in bytes.
    pub max_bytes: usize,
    /// Options of each match.
    pub contest: MatchOptions,
    /// Whether scores are relative to the payoffs that occur, in random play or in the tournament,
    /// and not to those that the game lists: some of these may be impossible.
    pub observed: bool,
}

impl Default for TournamentOptions {
    fn default() -> TournamentOptions {
        TournamentOptions {
            rounds: 10,
            seed: 0,
            threads: 1,
            max_bytes: 128 << 20,
            contest: MatchOptions { max_moves: 1_000, ..MatchOptions::default() },
            observed: false,
        }
    }
}

/// A match of a tournament: which players are in which places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pairing {
    /// For each agent, the number of its player.
    pub places: Vec<usize>,
    /// The round.
    pub round: usize,
}

/// The results of a tournament in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentResult {
    /// The name of the game.
    pub game: String,
    /// The players, in the order they were named.
    pub standings: Vec<Standing>,
    /// The mean score of each player against each other; `None` where they did not meet.
    pub against: Vec<Vec<Option<f64>>>,
    /// The number of matches that were played.
    pub matches: usize,
    /// The mean number of moves of a match.
    pub length: f64,
    /// The results at every place, whoever played there.
    #[serde(default)]
    pub seats: Vec<SeatStanding>,
    /// The games, in the order of the schedule.
    #[serde(default)]
    pub games: Vec<GameRecord>,
}

impl TournamentResult {
    /// Says how many matches there were, and how long they were.
    pub fn matches_text(&self) -> String {
        let matches = if self.matches == 1 { "match" } else { "matches" };
        format!("{} {matches} of {:.1} moves", self.matches, self.length)
    }
}

/// Returns the player with the best score, if it is ahead beyond chance.
pub fn leader(standings: &[Standing]) -> Option<&Standing> {
    let best = standings.iter().max_by(|a, b| a.score.total_cmp(&b.score));
    best.filter(|best| best.interval.low > 0.5)
}

/// Plays a tournament in one game. Players get what they need from outside from `context`. Calls
/// `watch` after every match with the number of matches that are done, and of all; `stop` ends the
/// tournament, and the result is that of the matches that were played.
pub fn play_tournament(
    name: &str,
    game: &PlayableGame,
    players: &[PlayerSpec],
    context: &(dyn PlayerContext + Sync),
    options: &TournamentOptions,
    stop: Option<&AtomicBool>,
    watch: &(dyn Fn(&Pairing, &Transcript, usize, usize) + Sync),
) -> Result<TournamentResult, CannotPlay> {
    let numbers: Vec<usize> = (0..count_matches(game, players, options)).collect();
    let results = play_matches(game, players, context, (options, &numbers), stop, watch)?;
    Ok(sum_up(name, game, players, options, &results))
}

/// Returns the number of matches of a tournament.
pub fn count_matches(
    game: &PlayableGame,
    players: &[PlayerSpec],
    options: &TournamentOptions,
) -> usize {
    pairings(players.len(), game.agents().len(), options.rounds).len()
}

/// Plays the matches of a tournament with these numbers, which count from 0. Returns those that were
/// not stopped, in the order of their numbers.
pub fn play_matches(
    game: &PlayableGame,
    players: &[PlayerSpec],
    context: &(dyn PlayerContext + Sync),
    (options, numbers): (&TournamentOptions, &[usize]),
    stop: Option<&AtomicBool>,
    watch: &(dyn Fn(&Pairing, &Transcript, usize, usize) + Sync),
) -> Result<Vec<(usize, Transcript)>, CannotPlay> {
    for spec in players {
        make_player(game, spec, 0, 0, context)?;
    }
    let pairings = &pairings(players.len(), game.agents().len(), options.rounds);
    Ok(Schedule { game, players, pairings, numbers, context, options, stop, watch }.play())
}

/// Sums up matches of a tournament, each with its number.
pub fn sum_up(
    name: &str,
    game: &PlayableGame,
    players: &[PlayerSpec],
    options: &TournamentOptions,
    matches: &[(usize, Transcript)],
) -> TournamentResult {
    let pairings = pairings(players.len(), game.agents().len(), options.rounds);
    let results: Vec<(&Pairing, &Transcript)> = matches
        .iter()
        .filter_map(|(number, transcript)| Some((pairings.get(*number)?, transcript)))
        .collect();
    let survey = game.survey();
    let ranges = match survey.observed {
        Some(observed) if options.observed => occurring(observed, &results),
        _ => survey.ranges,
    };
    let places = Places { ranges: &ranges, results: &results };
    places.tabulate(name, players, game.agents().names())
}

/// Returns the ranges of payoffs, widened by those of the matches.
fn occurring(mut ranges: Vec<Range>, results: &[(&Pairing, &Transcript)]) -> Vec<Range> {
    for (_, transcript) in results {
        for (range, &score) in ranges.iter_mut().zip(&transcript.scores) {
            *range = range.with(score);
        }
    }
    ranges
}

/// The matches of a tournament, and the ranges of payoffs that scores are relative to.
struct Places<'r> {
    ranges: &'r [Range],
    results: &'r [(&'r Pairing, &'r Transcript)],
}

impl Places<'_> {
    fn tabulate(&self, game: &str, players: &[PlayerSpec], agents: &[String]) -> TournamentResult {
        let ratings = match agents.len() {
            2 => elo::ratings(&self.meetings(players.len())),
            _ => None,
        };
        let standing = |player: usize| Standing {
            elo: ratings.as_ref().map(|ratings| ratings[player]),
            ..self.standing(player, players[player].to_string())
        };
        let all = 0..players.len();
        let row = |one: usize| all.clone().map(|other| self.against(one, other)).collect();
        let moves: usize = self.results.iter().map(|(_, played)| played.moves.len()).sum();
        TournamentResult {
            game: game.to_string(),
            standings: all.clone().map(standing).collect(),
            against: all.clone().map(row).collect(),
            matches: self.results.len(),
            length: moves as f64 / self.results.len().max(1) as f64,
            seats: agents
                .iter()
                .enumerate()
                .map(|(place, agent)| self.seat(place, agent))
                .collect(),
            games: self
                .results
                .iter()
                .map(|(p, played)| GameRecord::new(p.round, played))
                .collect(),
        }
    }

    /// Returns the score of the player at a place, from 0 to 1. A match without a result counts one
    /// half.
    fn share(&self, transcript: &Transcript, place: usize) -> f64 {
        transcript.scores.get(place).map_or(0.5, |&score| self.ranges[place].share(score))
    }

    fn standing(&self, player: usize, name: String) -> Standing {
        let mut shares = Vec::new();
        let mut faults = 0;
        for (pairing, transcript) in self.results {
            for (place, _) in pairing.places.iter().enumerate().filter(|&(_, &p)| p == player) {
                shares.push(self.share(transcript, place));
                faults += transcript.faults.iter().filter(|fault| fault.place == place).count();
            }
        }
        Standing { faults, ..standing(name, &shares) }
    }

    fn seat(&self, place: usize, agent: &str) -> SeatStanding {
        let shares: Vec<f64> =
            self.results.iter().map(|(_, transcript)| self.share(transcript, place)).collect();
        SeatStanding::new(agent, &shares)
    }

    /// Returns the scores of a player against another.
    fn shares(&self, one: usize, other: usize) -> Vec<f64> {
        let mut shares = Vec::new();
        for (pairing, transcript) in self.results.iter().filter(|(p, _)| p.places.contains(&other))
        {
            let places = pairing.places.iter().enumerate();
            let own = places.filter(|&(_, &player)| player == one && one != other);
            shares.extend(own.map(|(place, _)| self.share(transcript, place)));
        }
        shares
    }

    fn against(&self, one: usize, other: usize) -> Option<f64> {
        let shares = self.shares(one, other);
        (!shares.is_empty()).then(|| mean(&shares))
    }

    /// Returns how often every player met every other, and the sum of its scores.
    fn meetings(&self, players: usize) -> Vec<Vec<elo::Meeting>> {
        let meeting = |one, other| {
            let shares = self.shares(one, other);
            elo::Meeting { games: shares.len() as f64, points: shares.iter().sum() }
        };
        (0..players).map(|one| (0..players).map(|other| meeting(one, other)).collect()).collect()
    }
}
