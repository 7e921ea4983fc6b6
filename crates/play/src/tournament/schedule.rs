//! The matches of a tournament: who meets whom at which place, and how they are played in parallel.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use ludex_base::sort_by_key;
use ludex_game::Model;

use super::{Pairing, TournamentOptions};
use crate::matches::{MatchOptions, Seat, play_match};
use crate::registry::{CannotPlay, PlayerContext, make_player};
use crate::{End, PlayableGame, PlayerSpec, Transcript};

/// Returns all matches between a number of players in a game with a number of agents: every group
/// in every rotation of the places. With fewer players than agents some players have several
/// places.
pub(super) fn pairings(players: usize, agents: usize, rounds: usize) -> Vec<Pairing> {
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

/// The matches of a tournament, and what is needed to play them.
pub(super) struct Schedule<'a> {
    pub game: &'a PlayableGame,
    pub players: &'a [PlayerSpec],
    pub pairings: &'a [Pairing],
    /// The numbers of those that are played.
    pub numbers: &'a [usize],
    pub context: &'a (dyn PlayerContext + Sync),
    pub options: &'a TournamentOptions,
    pub stop: Option<&'a AtomicBool>,
    pub watch: &'a (dyn Fn(&Pairing, &Transcript, usize, usize) + Sync),
}

impl Schedule<'_> {
    /// Plays the matches in parallel. Returns those that were not stopped, with their numbers and
    /// in their order.
    pub fn play(&self) -> Vec<(usize, Transcript)> {
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
}
