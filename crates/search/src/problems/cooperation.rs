//! Cooperative problems: all lines in which given agents, one after the other, reach a goal.
//!
//! A helpmate is `<B><A><B><A> goal`, a series mover `<A><A><A> goal`: only diamonds, so
//! depth-first search over all moves finds every solution. Three things make it quick, none of
//! which loses one: only the moves of [`Hints::moves_towards`] are tried, states from which the
//! goal is too far by [`Hints::reachable`] are left at once, and states without a solution are not
//! searched again.

use ludex_game::{Agent, Hints};

use crate::budget::{Budget, Meter, Observer, Search, Stopped};
use crate::key::{Key, StateKeys};
use crate::table::{Entry, NO_MOVE, Table, mix};

/// The order of the movers, and the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// The agents in the order of their moves. They need not be on turn.
    pub movers: Vec<Agent>,
    /// The game's own atom that must be true at the end.
    pub goal: u32,
    /// The agent that is forced to make the last move, if there is one: all of its moves (and it
    /// has some) must reach the goal. In a selfmate in one this is the side that mates.
    pub forced: Option<Agent>,
}

/// The lines that were found.
#[derive(Clone, PartialEq, Debug)]
pub struct Lines<M> {
    /// The moves of each solution, in the order they were found.
    pub lines: Vec<Vec<M>>,
    /// Moves played by the search.
    pub nodes: u64,
    /// Why there may be more, if the search did not end.
    pub stopped: Option<Stopped>,
}

/// The search for the lines of one script.
pub struct Cooperation<'g, G: Hints> {
    game: &'g G,
    script: Script,
    /// The number of moves of each agent from each step of the script on.
    left: Vec<Vec<u32>>,
    /// The states without a solution, by state and step of the script.
    barren: Table,
    moves: Vec<G::Move>,
    line: Vec<G::Move>,
    found: Vec<Vec<G::Move>>,
    limit: usize,
}

impl<'g, G: Hints> Cooperation<'g, G> {
    /// Returns a search whose table uses at most this many bytes.
    pub fn new(game: &'g G, script: Script, max_bytes: usize) -> Self {
        let agents = game.agents().len();
        let count = |rest: &[Agent]| {
            let all = rest.iter().chain(&script.forced);
            let mut left = vec![0; agents];
            all.for_each(|agent| left[agent.index()] += 1);
            left
        };
        let left = (0..=script.movers.len()).map(|at| count(&script.movers[at..])).collect();
        Cooperation {
            game,
            left,
            script,
            barren: Table::new(StateKeys::new(game), max_bytes),
            moves: Vec::new(),
            line: Vec::new(),
            found: Vec::new(),
            limit: usize::MAX,
        }
    }

    /// Returns the lines from a state: all of them, or at most `limit`.
    pub fn lines(
        &mut self,
        state: &G::State,
        limit: Option<usize>,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Lines<G::Move> {
        let mut meter = Meter::new(budget, observer);
        (self.limit, self.found) = (limit.unwrap_or(usize::MAX), Vec::new());
        self.moves.clear();
        self.line.clear();
        let ended = self.search(&mut meter, state, 0);
        let lines = std::mem::take(&mut self.found);
        Lines { lines, nodes: meter.nodes(), stopped: ended.err() }
    }

    /// Searches from a step of the script; returns whether there is a solution.
    fn search(&mut self, meter: &mut Meter, state: &G::State, at: usize) -> Search<bool> {
        let Some(&agent) = self.script.movers.get(at) else { return self.arrive(meter, state) };
        let last = at + 1 == self.script.movers.len();
        let place = mix(self.game.key(state) ^ mix(at as u64 + 1));
        let key = self.barren.keys.key(self.game, state, place);
        if !last && self.barren.get(key).is_some() {
            return Ok(false);
        }
        if !self.game.reachable(state, self.script.goal, &self.left[at]) {
            self.forget(last, key, 1);
            return Ok(false);
        }
        let (base, before) = (self.moves.len(), meter.nodes());
        let left = &self.left[at + 1];
        self.game.moves_towards(state, agent, self.script.goal, left, &mut self.moves);
        let mut any = false;
        for i in base..self.moves.len() {
            if self.found.len() >= self.limit {
                break;
            }
            meter.node()?;
            let mv = self.moves[i];
            let next = self.game.after(state, agent, mv);
            self.line.push(mv);
            any |= self.search(meter, &next, at + 1)?;
            self.line.pop();
        }
        self.moves.truncate(base);
        // Where the limit ended the search, moves were not tried.
        if !any && self.found.len() < self.limit {
            self.forget(last, key, meter.nodes() - before);
        }
        Ok(any)
    }

    /// Stores that a state has no solution, unless only the last move was missing: that is found
    /// again as quickly.
    fn forget(&mut self, last: bool, key: Key, nodes: u64) {
        if !last {
            let work = Entry::work_of(nodes);
            self.barren.put(key, Entry { low: 0, high: 0, best: NO_MOVE, work });
        }
    }

    /// Returns whether the goal is reached at the end of the script, and records the line if so.
    fn arrive(&mut self, meter: &mut Meter, state: &G::State) -> Search<bool> {
        let reached = match self.script.forced {
            None => self.game.holds(state, self.script.goal),
            Some(agent) => {
                must_reach(self.game, meter, &mut self.moves, state, agent, self.script.goal)?
            }
        };
        if reached {
            self.found.push(self.line.clone());
        }
        Ok(reached)
    }
}

/// Returns whether the agent has moves and all of them reach the goal.
pub(super) fn must_reach<G: Hints>(
    game: &G,
    meter: &mut Meter,
    moves: &mut Vec<G::Move>,
    state: &G::State,
    agent: Agent,
    goal: u32,
) -> Search<bool> {
    let base = moves.len();
    game.moves(state, agent, moves);
    let all = moves.len();
    // A move that cannot reach the goal decides it without being played.
    game.moves_towards(state, agent, goal, &[], moves);
    let mut reached = all > base && moves.len() - all == all - base;
    for &mv in &moves[base..all] {
        if !reached {
            break;
        }
        meter.node()?;
        reached = game.holds(&game.after(state, agent, mv), goal);
    }
    moves.truncate(base);
    Ok(reached)
}
