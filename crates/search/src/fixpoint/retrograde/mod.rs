//! Strong solutions by retrograde analysis: the value of *every* state that can be reached.
//!
//! The reachable states are listed once; then two passes go backwards from the final states, one
//! for what Max can force and one for what Max can be held to. No depth-first path, no table, no
//! move order, no hint: this is the independent oracle for the other searches, and it answers
//! cyclic games in time linear in the number of edges.
//!
//! # Bounds
//! The low bound of a state is the best outcome that Max can force in finite play, the high bound
//! the least to which the others can hold Max in finite play. They are equal unless play can be
//! kept going for ever: those states are drawn by repetition in games that have such a rule, and
//! Ludex returns the bounds.
//!
//! # Distances
//! Where the value is exact, *Max's half* is the number of plies within which Max forces it if Max
//! hurries and the others delay as long as they can without giving more; *Min's half* is defined
//! with the sides swapped. A side for which the value is the worst outcome has nothing to force and
//! no half. The **distance** is the longer of the existing halves: once a side hurries, play is
//! over within that many plies, unless the other gives something away. With two outcomes this is
//! the usual distance to win. With one agent nobody delays: the distance is Max's half, the fewest
//! plies to the value, unless that is the worst outcome.
//!
//! # Memory
//! The memory is, for each state, the state itself, 12 bytes for the two halves, and 5 to 11 for
//! the index; during exploration, 8 bytes for each edge and 12 more for each state.

mod evidence;
mod graph;
mod half;
mod memory;
mod numbers;

use ludex_base::order_by_key;
use ludex_game::{Agent, Bounds, Game, Outcome};

use self::graph::Graph;
use self::half::{Half, NEVER};
use self::memory::Ledger;
use self::numbers::Numbers;
use crate::budget::{Budget, Meter, Observer, Stopped};
use crate::depth_first::{BestMoves, SolveReport};

/// The value of every state that can be reached from one.
///
/// ```
/// use ludex_game::{ExplicitGame, Model, Outcome};
/// use ludex_search::{Budget, Retrograde, Silent};
/// let game = ExplicitGame::from_json(r#"{
///     "agents": ["Max", "Min"],
///     "initial": "start",
///     "states": {
///         "start": { "moves": { "Max": { "try": "middle" } } },
///         "middle": { "moves": { "Min": { "back": "start", "err": "end" } } },
///         "end": { "labels": ["Win"] }
///     }
/// }"#).unwrap();
/// let start = game.initial();
/// let solved = Retrograde::explore(&game, &start, &Budget::default(), &mut Silent).unwrap();
/// assert_eq!(solved.len(), 3);
/// // Min can go back for ever: nobody can force anything.
/// assert_eq!(solved.bounds(&start).unwrap().exact(), None);
/// ```
pub struct Retrograde<'g, G: Game> {
    game: &'g G,
    best: u16,
    numbers: Numbers<G::State>,
    max: Half,
    min: Half,
    peak: usize,
}

/// The number of states of each value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// By the rank of the outcome: the states with exactly this value.
    pub exact: Vec<u64>,
    /// The states where the bounds stay apart.
    pub open: u64,
}

impl<'g, G: Game> Retrograde<'g, G> {
    /// Solves all states that can be reached from a state by moves of the agents on turn. The first
    /// agent is Max; all other agents play against it.
    ///
    /// The nodes of the budget are states. The observer is notified of the exploration as iteration
    /// 0, of the passes for Max and Min as 1 and 2.
    pub fn explore(
        game: &'g G,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Retrograde<'g, G>, Stopped> {
        let mut ledger = Ledger::new(budget.max_bytes);
        let mut meter = Meter::new(budget, observer);
        let (graph, numbers) = Graph::explore(game, state, &mut meter, &mut ledger)?;
        let best = game.outcomes().best().0;
        // All states are visited by now: only the time is still limited.
        let budget = Budget { max_nodes: None, ..budget.clone() };
        let mut meter = Meter::new(&budget, observer);
        meter.iteration = 1;
        let max = Half::compute(true, best, &graph, &mut meter, &mut ledger)?;
        meter.iteration = 2;
        let min = Half::compute(false, best, &graph, &mut meter, &mut ledger)?;
        graph.drop(&mut ledger);
        Ok(Retrograde { game, best, numbers, max, min, peak: ledger.peak })
    }

    /// Returns the number of states that can be reached.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns all states that can be reached, those near to the first one first.
    pub fn states(&self) -> impl Iterator<Item = &G::State> {
        self.numbers.states()
    }

    /// Returns the greatest number of bytes in use.
    pub fn bytes(&self) -> usize {
        self.peak
    }

    /// Returns the bounds of what the first agent can get from a state: at least what it can force,
    /// at most what it can be held to, or `None` if the state cannot be reached.
    pub fn bounds(&self, state: &G::State) -> Option<Bounds> {
        self.numbers.find(state).map(|number| self.bounds_of(number))
    }

    /// Returns the number of plies to the end of the game with best play, if the value is exact;
    /// see the description of distances above.
    pub fn distance(&self, state: &G::State) -> Option<u32> {
        let number = self.numbers.find(state)?;
        self.bounds_of(number).exact()?;
        Some(self.pace_setter(number).map_or(0, |half| half.plies(number)))
    }

    /// Returns the number of states of each value.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts { exact: vec![0; usize::from(self.best) + 1], open: 0 };
        for number in 0..self.len() as u32 {
            match self.bounds_of(number).exact() {
                Some(value) => counts.exact[value.index()] += 1,
                None => counts.open += 1,
            }
        }
        counts
    }

    /// Returns optimal moves of the agent on turn, if the value is exact: the quickest first for
    /// the side that hurries, the slowest first for the other.
    pub fn best(&self, state: &G::State) -> Vec<G::Move> {
        let number = self.numbers.find(state).filter(|&n| self.bounds_of(n).exact().is_some());
        let Some((number, agent)) = number.zip(self.game.turn(state).agent()) else {
            return Vec::new();
        };
        let own = if agent == Agent::FIRST { &self.max } else { &self.min };
        let mut best = self.successors(number, agent);
        best.retain(|&(_, next)| own.level(next) == own.level(number));
        let Some(half) = self.pace_setter(number) else {
            return best.into_iter().map(|(mv, _)| mv).collect();
        };
        let hurries = half.max == own.max;
        let plies = best.iter().map(|&(_, next)| half.plies(next));
        let plies: Vec<u64> =
            plies.map(|plies| u64::from(if hurries { plies } else { NEVER - plies })).collect();
        order_by_key(&plies).into_iter().map(|place| best[place].0).collect()
    }

    /// Returns the answer for the state that was explored.
    pub fn report(&self, wanted: BestMoves) -> SolveReport<G::Move> {
        self.report_at(0, wanted)
    }

    /// Returns the answer for a state with the line to its end, or `None` if it cannot be reached.
    /// It took no nodes beyond those of the exploration.
    pub fn report_of(&self, state: &G::State, wanted: BestMoves) -> Option<SolveReport<G::Move>> {
        let number = self.numbers.find(state)?;
        let report = self.report_at(number, wanted);
        let line = report.bounds.exact().map(|_| self.line_at(number));
        Some(SolveReport { line, ..report })
    }

    fn report_at(&self, number: u32, wanted: BestMoves) -> SolveReport<G::Move> {
        let mut best = self.best(self.numbers.state(number));
        let exact = self.bounds_of(number).exact().is_some();
        let all_best = exact && best.len() <= wanted.at_most();
        best.truncate(wanted.at_most());
        let nodes = self.len() as u64;
        let known = SolveReport::unknown(self.bounds_of(number));
        SolveReport {
            best,
            all_best,
            nodes,
            value_nodes: nodes,
            created: nodes,
            bytes: self.peak,
            ..known
        }
    }

    /// Returns a principal variation: the side with the longer half hurries, the other delays. It
    /// is as long as the distance; empty if the value is not exact.
    pub fn line(&self) -> Vec<(Agent, G::Move)> {
        self.line_at(0)
    }

    fn line_at(&self, mut number: u32) -> Vec<(Agent, G::Move)> {
        let mut line = Vec::new();
        let Some(half) = self.bounds_of(number).exact().and(self.pace_setter(number)) else {
            return line;
        };
        while let Some(agent) = self.game.turn(self.numbers.state(number)).agent() {
            let mut next = self.successors(number, agent);
            next.retain(|&(_, next)| half.level(next) == half.level(number));
            let step = if (agent == Agent::FIRST) == half.max {
                next.into_iter().min_by_key(|&(_, next)| half.plies(next))
            } else {
                // `max_by_key` takes the last of equals; the first is as good, and stable.
                next.into_iter().rev().max_by_key(|&(_, next)| half.plies(next))
            };
            let Some((mv, next)) = step else { break };
            line.push((agent, mv));
            number = next;
        }
        line
    }

    fn bounds_of(&self, number: u32) -> Bounds {
        let low = Outcome(self.best - self.max.level(number));
        Bounds { low, high: Outcome(self.min.level(number)) }
    }

    /// Returns the longer half of a state with an exact value; the first agent's if they are equal,
    /// or `None` if no agent has anything to force: if the game has only one outcome.
    fn pace_setter(&self, number: u32) -> Option<&Half> {
        let half = |half: &Half| Some(half.plies(number)).filter(|&plies| plies != NEVER);
        match (half(&self.max), half(&self.min)) {
            (None, None) => None,
            (Some(_), _) if self.game.agents().len() == 1 => Some(&self.max),
            (max, min) => Some(if max >= min { &self.max } else { &self.min }),
        }
    }

    /// Returns the moves of the agent on turn with the numbers of their successors.
    fn successors(&self, number: u32, agent: Agent) -> Vec<(G::Move, u32)> {
        let state = self.numbers.state(number);
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        let next = |mv| self.numbers.find(&self.game.after(state, agent, mv)).map(|n| (mv, n));
        moves.into_iter().filter_map(next).collect()
    }
}
