//! Tournaments: many games, everybody at every place, and what the results are worth.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde::Serialize;

use crate::contest::{MatchOptions, Seat, play_match};
use crate::interval::{Interval, wilson};
use crate::registry::{CannotPlay, Desk, NoDesk, make_player};
use crate::survey::Survey;
use crate::{Clock, End, Limit, PlayerSpec, Rules, Transcript};

/// How a tournament is played.
#[derive(Clone, Debug)]
pub struct TournamentOptions {
    /// The games of each group of players at each arrangement of their places.
    pub rounds: usize,
    /// The seed of all players: match and place give each its own.
    pub seed: u64,
    /// How many matches run at the same time. With time limits more than there are processors
    /// would make players share one.
    pub threads: usize,
    /// The memory of a player in bytes.
    pub max_bytes: usize,
    /// How a match is played.
    pub contest: MatchOptions,
}

impl Default for TournamentOptions {
    fn default() -> TournamentOptions {
        TournamentOptions {
            rounds: 10,
            seed: 0,
            threads: 1,
            max_bytes: 128 << 20,
            contest: MatchOptions { max_moves: 1_000, ..MatchOptions::default() },
        }
    }
}

/// A match of a tournament: which players sit at which places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pairing {
    /// For each agent, the number of its player.
    pub places: Vec<usize>,
    /// The round.
    pub round: usize,
}

/// The results of one player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The player.
    pub player: String,
    /// Its games.
    pub games: usize,
    /// Those where it got more than half of what there is; exactly half; less.
    pub wins: usize,
    /// Games worth exactly half.
    pub draws: usize,
    /// Games worth less than half.
    pub losses: usize,
    /// What it got on average, as a share of what there is: from 0 to 1.
    pub score: f64,
    /// The interval the true share is in, with 95 per cent confidence.
    pub interval: Interval,
    /// Its faults: late or illegal moves.
    pub faults: usize,
}

/// The results of a tournament in one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// The game.
    pub game: String,
    /// The players, in the order they were named.
    pub standings: Vec<Standing>,
    /// What each player got against each other on average; `None` where they did not meet.
    pub against: Vec<Vec<Option<f64>>>,
    /// The matches that were played.
    pub matches: usize,
    /// The moves of a match, on average.
    pub length: f64,
}

/// All matches of so many players in a game for so many agents: every group at every rotation of
/// the places. Where there are fewer players than agents the last ones come again.
pub fn pairings(players: usize, agents: usize, rounds: usize) -> Vec<Pairing> {
    let mut groups = Vec::new();
    if players < agents {
        // Everybody once, and the rest in turn, so that all meet all.
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

/// All increasing lists of `size` numbers below `of`.
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

/// Plays a tournament in one game. `watch` is called after every match with the number of matches
/// that are done, and of all; `stop` ends it, and what was played counts.
pub fn play_tournament<G: Rules>(
    name: &str,
    game: &G,
    players: &[PlayerSpec],
    options: &TournamentOptions,
    stop: Option<&AtomicBool>,
    watch: &(dyn Fn(&Pairing, &Transcript, usize, usize) + Sync),
) -> Result<Table, CannotPlay> {
    play_tournament_at(name, game, players, &NoDesk, options, stop, watch)
}

/// The same with a desk where players get what they need from outside.
pub fn play_tournament_at<G: Rules>(
    name: &str,
    game: &G,
    players: &[PlayerSpec],
    desk: &(dyn Desk<G> + Sync),
    options: &TournamentOptions,
    stop: Option<&AtomicBool>,
    watch: &(dyn Fn(&Pairing, &Transcript, usize, usize) + Sync),
) -> Result<Table, CannotPlay> {
    let agents = game.agents().len();
    for spec in players {
        make_player(game, spec, 0, 0, desk)?;
    }
    let survey = Survey::new(game, &game.initial(), 0, &Clock::new(Limit::Nodes(u64::MAX)));
    let pairings = pairings(players.len(), agents, options.rounds);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results = Mutex::new(Vec::with_capacity(pairings.len()));
    let work = || {
        while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)) {
            let stopped = stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
            let Some(pairing) = pairings.get(number).filter(|_| !stopped) else { break };
            let played = play_pairing(game, players, pairing, number, desk, options, stop);
            let Ok(transcript) = played else { break };
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            watch(pairing, &transcript, done, pairings.len());
            if transcript.end != End::Stopped {
                results.lock().expect("nobody panics with it").push((number, transcript));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..options.threads.clamp(1, pairings.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    let mut results = results.into_inner().expect("nobody panicked with it");
    results.sort_by_key(|&(number, _)| number);
    let results: Vec<(&Pairing, &Transcript)> =
        results.iter().map(|(number, transcript)| (&pairings[*number], transcript)).collect();
    Ok(tabulate(name, players, &survey, &results))
}

fn play_pairing<G: Rules>(
    game: &G,
    players: &[PlayerSpec],
    pairing: &Pairing,
    number: usize,
    desk: &dyn Desk<G>,
    options: &TournamentOptions,
    stop: Option<&AtomicBool>,
) -> Result<Transcript, CannotPlay> {
    let seed = |place: usize| options.seed ^ (number as u64) << 16 ^ place as u64;
    let seat = |(place, &player): (usize, &usize)| {
        let spec = &players[player];
        let player = make_player(game, spec, seed(place), options.max_bytes, desk)?;
        Ok(Seat { name: spec.to_string(), player, limit: spec.limit })
    };
    let seats: Result<Vec<Seat<'_, G>>, CannotPlay> =
        pairing.places.iter().enumerate().map(seat).collect();
    let contest = MatchOptions { seed: seed(99), ..options.contest.clone() };
    Ok(play_match(game, &game.initial(), &mut seats?, &contest, stop, &mut |_, _| {}))
}

/// What a match was worth to the player at a place, from 0 to 1. Matches without a result are
/// worth half.
fn share(survey: &Survey, transcript: &Transcript, place: usize) -> f64 {
    transcript.scores.get(place).map_or(0.5, |&score| survey.ranges[place].share(score))
}

fn tabulate(
    game: &str,
    players: &[PlayerSpec],
    survey: &Survey,
    results: &[(&Pairing, &Transcript)],
) -> Table {
    let standing = |player: usize| {
        let mut shares = Vec::new();
        let mut faults = 0;
        for (pairing, transcript) in results {
            for (place, _) in pairing.places.iter().enumerate().filter(|&(_, &p)| p == player) {
                shares.push(share(survey, transcript, place));
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
            shares.extend(own.map(|(place, _)| share(survey, transcript, place)));
        }
        (!shares.is_empty()).then(|| mean(&shares))
    };
    let all = 0..players.len();
    let moves: usize = results.iter().map(|(_, transcript)| transcript.moves.len()).sum();
    Table {
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

/// The results of a player from what it got in each game.
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

/// The tables of several games as one: every game counts the same, whatever the number of matches.
pub fn total(tables: &[Table]) -> Vec<Standing> {
    let players = tables.first().map_or(0, |table| table.standings.len());
    let of = |player: usize| {
        let all: Vec<&Standing> = tables.iter().map(|table| &table.standings[player]).collect();
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
