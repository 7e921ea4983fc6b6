//! How many states a game has: counted as far as that goes, and its tree estimated otherwise.

use std::collections::HashSet;
use std::time::Instant;

use ludex_base::{Budget, Random, Ticker};
use ludex_game::{Agent, DynMove, DynState, Model, Turn};
use ludex_play::{PlayableGame, moves_of};
use serde::{Deserialize, Serialize};

use crate::requests::Limits;
use crate::session::Session;

/// The most states that are counted.
const MOST: usize = 1_000_000;
/// The number of random lines that estimate the size of the tree, and their greatest length.
const PROBES: usize = 2_000;
const LONGEST: usize = 2_000;

/// The number of states that can be reached.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StateCount {
    /// The different states that were found.
    pub counted: usize,
    /// Whether these are all.
    pub complete: bool,
    /// The turns within which all states were found.
    pub depth: usize,
    /// The states that are first reached after each number of turns.
    pub by_depth: Vec<usize>,
    /// The estimated size of the game tree, where not all states were counted. There are at most
    /// as many states as nodes of the tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeEstimate>,
}

/// The size of a game tree, estimated by random lines \[Knu75\].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TreeEstimate {
    /// The decimal logarithm of the mean of the estimates, which is right on average.
    pub log10: f64,
    /// The standard error of the mean as a share of it; where it is near 1 only the order of
    /// magnitude counts.
    pub error: f64,
    /// The number of lines.
    pub lines: usize,
    /// Those of them that had no end after 2,000 turns, and stand for too little.
    pub cut: usize,
}

/// Counts the states of a game within limits.
pub(super) fn count(session: &Session, limits: &Limits) -> StateCount {
    let begin = Instant::now();
    let (game, start) = (session.playable(), session.initial());
    // What counting leaves is for the estimate.
    let share = limits.max_seconds.map(|seconds| seconds * 0.7);
    let mut found = Counting::new(&game, limits).run(&start, &limits.at_most(None, share).budget());
    if !found.complete {
        found.tree = session.tree_estimate(&limits.since(begin));
    }
    found
}

impl Session {
    /// Estimates the size of the game tree from the start within limits, by at most 2,000 random
    /// lines. Returns `None` if there was time for none.
    pub fn tree_estimate(&self, limits: &Limits) -> Option<TreeEstimate> {
        estimate(&self.playable(), &self.initial(), limits)
    }
}

/// A search for all states, by numbers of turns.
struct Counting<'g> {
    game: &'g PlayableGame,
    seen: HashSet<u64>,
    most: usize,
}

impl<'g> Counting<'g> {
    fn new(game: &'g PlayableGame, limits: &Limits) -> Counting<'g> {
        // A state of the frontier and its key in the set; both are counted generously.
        let room = limits.max_bytes() / 4 / 256;
        Counting { game, seen: HashSet::new(), most: room.min(MOST) }
    }

    fn run(mut self, start: &DynState, budget: &Budget) -> StateCount {
        let ticker = Ticker::new(budget);
        let mut layer = vec![start.clone()];
        self.seen.insert(self.game.key(start));
        let mut by_depth = Vec::new();
        let mut complete = true;
        while complete && !layer.is_empty() {
            by_depth.push(layer.len());
            let mut next = Vec::new();
            for state in &layer {
                complete = self.expand(state, &ticker, &mut next);
                if !complete {
                    break;
                }
            }
            layer = next;
        }
        let depth = by_depth.len().saturating_sub(1);
        StateCount { counted: self.seen.len(), complete, depth, by_depth, tree: None }
    }

    /// Appends the successors of a state that are new. Returns whether there is room and time for
    /// more.
    fn expand(&mut self, state: &DynState, ticker: &Ticker, next: &mut Vec<DynState>) -> bool {
        let Counting { game, seen, most } = self;
        successors(game, state, &mut |after| {
            if seen.insert(game.key(&after)) {
                next.push(after);
            }
            seen.len() < *most && ticker.tick().is_ok()
        })
    }
}

/// Calls `each` with every successor of a state, until it returns `false`. Returns whether it never
/// did.
fn successors(
    game: &PlayableGame,
    state: &DynState,
    each: &mut dyn FnMut(DynState) -> bool,
) -> bool {
    let lists = choices(game, state);
    if lists.is_empty() {
        return true;
    }
    let mut places = vec![0; lists.len()];
    loop {
        let chosen: Option<Vec<DynMove>> =
            lists.iter().zip(&places).map(|(list, &place)| list.get(place).copied()).collect();
        let Some(chosen) = chosen else { return true };
        let mut after = state.clone();
        game.step(&mut after, &chosen);
        if !each(after) {
            return false;
        }
        // The next combination, as an odometer counts.
        let Some(turn) = (0..lists.len()).rev().find(|&i| places[i] + 1 < lists[i].len()) else {
            return true;
        };
        places[turn] += 1;
        places[turn + 1..].fill(0);
    }
}

/// Returns the moves of everybody who chooses in a state.
pub(super) fn choices(game: &PlayableGame, state: &DynState) -> Vec<Vec<DynMove>> {
    match game.turn(state) {
        Turn::Final => Vec::new(),
        Turn::Of(agent) => vec![moves_of(game, state, agent)],
        Turn::Chance => vec![moves_of(game, state, Agent::CHANCE)],
        Turn::Together => game.agents().iter().map(|agent| moves_of(game, state, agent)).collect(),
    }
}

/// Estimates the number of nodes of the tree by random lines: a line stands for as many as there
/// were choices on it. The numbers exceed all that fit, so that their logarithms are computed.
fn estimate(game: &PlayableGame, start: &DynState, limits: &Limits) -> Option<TreeEstimate> {
    let (budget, mut random) = (limits.budget(), Random::new(limits.seed ^ 0x7ee5));
    let mut found = Vec::new();
    while found.len() < PROBES && budget.poll().is_ok() {
        found.push(probe(game, start, &mut random));
    }
    let lines = found.len() as f64;
    let most = found.iter().map(|&(size, _)| size).fold(f64::NEG_INFINITY, f64::max);
    let shares: Vec<f64> = found.iter().map(|(size, _)| (size - most).exp()).collect();
    let mean = shares.iter().sum::<f64>() / lines;
    let spread = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>();
    (!found.is_empty()).then(|| TreeEstimate {
        log10: (most + mean.ln()) / std::f64::consts::LN_10,
        error: (spread / lines / (lines - 1.0).max(1.0)).sqrt() / mean,
        lines: found.len(),
        cut: found.iter().filter(|(_, ended)| !ended).count(),
    })
}

/// Returns the natural logarithm of the estimate of one line, and whether the line had an end.
fn probe(game: &PlayableGame, start: &DynState, random: &mut Random) -> (f64, bool) {
    let (mut state, mut size, mut width) = (start.clone(), 0.0_f64, 0.0_f64);
    for _ in 0..LONGEST {
        let lists = choices(game, &state);
        if lists.is_empty() || lists.iter().any(Vec::is_empty) {
            return (size, true);
        }
        width += lists.iter().map(|list| (list.len() as f64).ln()).sum::<f64>();
        let (low, high) = (size.min(width), size.max(width));
        size = high + (low - high).exp().ln_1p();
        let chosen: Vec<DynMove> = lists.iter().map(|l| l[random.below(l.len())]).collect();
        game.step(&mut state, &chosen);
    }
    (size, false)
}
