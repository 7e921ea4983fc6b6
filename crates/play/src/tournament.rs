//! Tournaments: many games, with every player in every place, and confidence intervals of the
//! results.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use ludex_base::sort_by_key;
use ludex_game::Model;
use serde::{Deserialize, Serialize};

use crate::interval::{Interval, wilson};
use crate::matches::{MatchOptions, Seat, play_match};
use crate::registry::{CannotPlay, PlayerContext, make_player};
use crate::survey::Range;
use crate::{End, PlayableGame, PlayerSpec, Transcript};

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

/// The results of one player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// The player.
    pub player: String,
    /// The number of its games.
    pub games: usize,
    /// Games with a score of more than one half.
    pub wins: usize,
    /// Games with a score of exactly one half.
    pub draws: usize,
    /// Games with a score of less than one half.
    pub losses: usize,
    /// The mean score, from 0 for the smallest payoff of the game to 1 for the greatest, as far as
    /// they occur if the options say so.
    pub score: f64,
    /// The interval of the true mean score, with 95 per cent confidence.
    pub interval: Interval,
    /// The number of its late or illegal moves.
    pub faults: usize,
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
}

/// Returns all matches between a number of players in a game with a number of agents: every group
/// in every rotation of the places. With fewer players than agents some players have several
/// places.
fn pairings(players: usize, agents: usize, rounds: usize) -> Vec<Pairing> {
    let mut groups = Vec::new();
    if players < agents {
        // Everybody once, then again from the first, so that all meet all.
        groups.push((0..agents).map(|agent| agent % players.max(1)).collect());
    } else {
        combinations(players, agents, &mut Vec::new(), &mut groups);
    }
    let mut pairings = Vec::new();
    for round in 0..rounds {
        for group in &groups {
            for turn in 0..agents {
                let places = (0..agents).map(|agent| group[(agent + turn) % agents]).collect();
                pairings.push(Pairing { places, round });
            }
        }
    }
    pairings
}

/// Appends all increasing lists of `size` numbers below `of`.
fn combinations(of: usize, size: usize, list: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    if list.len() == size {
        return out.push(list.clone());
    }
    for next in list.last().map_or(0, |&last| last + 1)..of {
        list.push(next);
        combinations(of, size, list, out);
        list.pop();
    }
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
    let pairing = |(number, transcript)| Some((pairings.get(number)?, transcript));
    let results: Vec<(&Pairing, &Transcript)> =
        matches.iter().filter_map(|(number, transcript)| pairing((*number, transcript))).collect();
    let survey = game.survey();
    let ranges = match survey.observed {
        Some(observed) if options.observed => occurring(observed, &results),
        _ => survey.ranges,
    };
    tabulate(name, players, &ranges, &results)
}

/// The matches of a tournament, and what is needed to play them.
struct Schedule<'a> {
    game: &'a PlayableGame,
    players: &'a [PlayerSpec],
    pairings: &'a [Pairing],
    /// The numbers of those that are played.
    numbers: &'a [usize],
    context: &'a (dyn PlayerContext + Sync),
    options: &'a TournamentOptions,
    stop: Option<&'a AtomicBool>,
    watch: &'a (dyn Fn(&Pairing, &Transcript, usize, usize) + Sync),
}

impl Schedule<'_> {
    /// Plays the matches in parallel. Returns those that were not stopped, with their numbers and
    /// in their order.
    fn play(&self) -> Vec<(usize, Transcript)> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let results = Mutex::new(Vec::with_capacity(self.numbers.len()));
        let work = || {
            while let Some((number, transcript)) = self.play_next(&next) {
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                (self.watch)(&self.pairings[number], &transcript, done, self.numbers.len());
                if transcript.end != End::Stopped {
                    results.lock().expect("nobody panics with it").push((number, transcript));
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.options.threads.clamp(1, self.numbers.len().max(1)) {
                scope.spawn(work);
            }
            work();
        });
        let mut results = results.into_inner().expect("nobody panicked with it");
        sort_by_key(&mut results, |&(number, _)| number);
        results
    }

    /// Plays the next match. Returns `None` if there is none, or the tournament was stopped.
    fn play_next(&self, next: &AtomicUsize) -> Option<(usize, Transcript)> {
        let &number = self.numbers.get(next.fetch_add(1, Ordering::Relaxed))?;
        let stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let pairing = self.pairings.get(number).filter(|_| !stopped)?;
        self.play_pairing(pairing, number).ok().map(|transcript| (number, transcript))
    }

    fn play_pairing(&self, pairing: &Pairing, number: usize) -> Result<Transcript, CannotPlay> {
        let Schedule { game, players, options, .. } = *self;
        let seed = |place: usize| options.seed ^ (number as u64) << 16 ^ place as u64;
        let seat = |(place, &player): (usize, &usize)| {
            let spec = &players[player];
            let player = make_player(game, spec, seed(place), options.max_bytes, self.context)?;
            Ok(Seat { name: spec.to_string(), player, limit: spec.limit })
        };
        let seats: Result<Vec<Seat<'_>>, CannotPlay> =
            pairing.places.iter().enumerate().map(seat).collect();
        let contest = MatchOptions { seed: seed(99), ..options.contest.clone() };
        let start = game.initial();
        Ok(play_match(game, &start, &mut seats?, &contest, self.stop, &mut |_, _| {}))
    }
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

/// Returns the score of the player at a place, from 0 to 1. A match without a result counts one
/// half.
fn share(ranges: &[Range], transcript: &Transcript, place: usize) -> f64 {
    transcript.scores.get(place).map_or(0.5, |&score| ranges[place].share(score))
}

fn tabulate(
    game: &str,
    players: &[PlayerSpec],
    ranges: &[Range],
    results: &[(&Pairing, &Transcript)],
) -> TournamentResult {
    let standing = |player: usize| {
        let mut shares = Vec::new();
        let mut faults = 0;
        for (pairing, transcript) in results {
            for (place, _) in pairing.places.iter().enumerate().filter(|&(_, &p)| p == player) {
                shares.push(share(ranges, transcript, place));
                faults += transcript.faults.iter().filter(|fault| fault.place == place).count();
            }
        }
        Standing { faults, ..standing(players[player].to_string(), &shares) }
    };
    let against = |one: usize, other: usize| {
        let mut shares = Vec::new();
        for (pairing, transcript) in results.iter().filter(|(p, _)| p.places.contains(&other)) {
            let places = pairing.places.iter().enumerate();
            let own = places.filter(|&(_, &player)| player == one && one != other);
            shares.extend(own.map(|(place, _)| share(ranges, transcript, place)));
        }
        (!shares.is_empty()).then(|| mean(&shares))
    };
    let all = 0..players.len();
    let moves: usize = results.iter().map(|(_, transcript)| transcript.moves.len()).sum();
    TournamentResult {
        game: game.to_string(),
        standings: all.clone().map(standing).collect(),
        against: all
            .clone()
            .map(|one| all.clone().map(|other| against(one, other)).collect())
            .collect(),
        matches: results.len(),
        length: moves as f64 / results.len().max(1) as f64,
    }
}

/// Returns the results of a player with these scores.
pub(crate) fn standing(player: String, shares: &[f64]) -> Standing {
    let count = |kind: fn(f64) -> bool| shares.iter().filter(|&&share| kind(share)).count();
    Standing {
        player,
        games: shares.len(),
        wins: count(|share| share > 0.5),
        draws: count(|share| share == 0.5),
        losses: count(|share| share < 0.5),
        score: mean(shares),
        interval: wilson(mean(shares), shares.len()),
        faults: 0,
    }
}

fn mean(shares: &[f64]) -> f64 {
    if shares.is_empty() { 0.5 } else { shares.iter().sum::<f64>() / shares.len() as f64 }
}

/// Returns standings as a table of texts: the heading, then a row for each player.
pub fn standing_rows(standings: &[Standing]) -> Vec<Vec<String>> {
    let head = ["player", "games", "won", "drawn", "lost", "score", "95 %", "faults"];
    let row = |one: &Standing| {
        [
            one.player.clone(),
            one.games.to_string(),
            one.wins.to_string(),
            one.draws.to_string(),
            one.losses.to_string(),
            format!("{:.3}", one.score),
            format!("{:.3}–{:.3}", one.interval.low, one.interval.high),
            one.faults.to_string(),
        ]
    };
    let rows = standings.iter().map(row);
    [head.map(String::from)].into_iter().chain(rows).map(Vec::from).collect()
}

/// Sums up the results of several games. Every game has the same weight, whatever its number of
/// matches.
pub fn total(results: &[TournamentResult]) -> Vec<Standing> {
    let players = results.first().map_or(0, |result| result.standings.len());
    let of = |player: usize| {
        let all: Vec<&Standing> = results.iter().map(|result| &result.standings[player]).collect();
        let sum = |part: fn(&Standing) -> usize| all.iter().map(|s| part(s)).sum::<usize>();
        let score = mean(&all.iter().map(|s| s.score).collect::<Vec<f64>>());
        let games = sum(|s| s.games);
        Standing {
            player: all[0].player.clone(),
            games,
            wins: sum(|s| s.wins),
            draws: sum(|s| s.draws),
            losses: sum(|s| s.losses),
            score,
            interval: wilson(score, games),
            faults: sum(|s| s.faults),
        }
    };
    (0..players).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_at_every_place() {
        let all = pairings(3, 2, 2);
        assert_eq!(all.len(), 12);
        for (one, other) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
            assert_eq!(all.iter().filter(|p| p.places == [one, other]).count(), 2);
        }
        let three = pairings(2, 3, 1);
        let places: Vec<&[usize]> = three.iter().map(|p| &p.places[..]).collect();
        assert_eq!(places, [&[0, 1, 0][..], &[1, 0, 0], &[0, 0, 1]]);
        assert_eq!(pairings(1, 1, 5).len(), 5);
    }

    #[test]
    fn standings_add_up() {
        let s = standing("x".into(), &[1.0, 1.0, 0.5, 0.0]);
        assert_eq!((s.games, s.wins, s.draws, s.losses, s.score), (4, 2, 1, 1, 0.625));
        assert!(s.interval.low < 0.625 && s.interval.high > 0.625);
    }
}
