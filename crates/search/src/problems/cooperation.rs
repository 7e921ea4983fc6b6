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
    /// What comes after these moves.
    pub end: ScriptEnd,
    /// The atom that obliges the other agent to move in between, where the first one makes its moves
    /// in a row: its king is in check.
    pub parry: Option<u32>,
    /// The atom that the agent of the last move but one must be able to make true by that move,
    /// instead of helping; lines that end so are solutions, too.
    pub reciprocal: Option<u32>,
}

/// What comes after the moves that are free to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptEnd {
    /// Nothing: the goal is reached.
    Reached,
    /// A move of this agent that it is forced to make: all of its moves (and it has some) reach the
    /// goal. In a selfmate in one this is the side that mates.
    Forced(Agent),
    /// A move of this agent that reaches the goal; it must make it as soon as it can, and the other
    /// agent must never be able to make the other atom true in one move, as it would have to.
    Reflex {
        /// The agent that makes the last move.
        agent: Agent,
        /// What the other agent must not be able to do.
        avoided: u32,
    },
}

impl Script {
    /// Returns the agents of the moves of a line of this script.
    pub fn movers_of<G: Hints>(&self, game: &G, state: &G::State, line: &[G::Move]) -> Vec<Agent> {
        let (mut state, mut at) = (state.clone(), 0);
        let mut movers = Vec::new();
        for &mv in line {
            let agent = self.mover(game, &state, at);
            at += usize::from(Some(&agent) == self.movers.get(at));
            movers.push(agent);
            game.play(&mut state, agent, mv);
        }
        movers
    }

    /// Returns who moves in a state at this step of the script: the other agent, if it must parry.
    fn mover<G: Hints>(&self, game: &G, state: &G::State, at: usize) -> Agent {
        let agent = self.movers[at];
        let parries =
            agent == self.movers[0] && self.parry.is_some_and(|check| game.holds(state, check));
        if parries { agent.other() } else { agent }
    }
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
            let last = match script.end {
                ScriptEnd::Reached => None,
                ScriptEnd::Forced(agent) | ScriptEnd::Reflex { agent, .. } => Some(agent),
            };
            let mut left = vec![0; agents];
            rest.iter().chain(&last).for_each(|agent| left[agent.index()] += 1);
            if let Some(first) = script.movers.first().filter(|_| script.parry.is_some()) {
                left[first.other().index()] +=
                    rest.iter().filter(|agent| *agent == first).count() as u32;
            }
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
        if at == self.script.movers.len() {
            return self.arrive(meter, state);
        }
        let agent = self.script.mover(self.game, state, at);
        // After a parry the script goes on where it was.
        let after = at + usize::from(agent == self.script.movers[at]);
        let last = after == self.script.movers.len();
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
        let own = match self.script.reciprocal.filter(|_| at + 2 == self.script.movers.len()) {
            Some(atom) => Some(self.reaching(meter, state, agent, atom)?),
            None => None,
        };
        let lacks = own.as_ref().is_some_and(Vec::is_empty);
        if lacks || self.must_end(meter, state, agent)? {
            self.forget(last, key, meter.nodes() - before);
            return Ok(false);
        }
        let left = &self.left[after];
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
            any |= self.search(meter, &next, after)?;
            self.line.pop();
        }
        self.moves.truncate(base);
        for mv in own.into_iter().flatten().filter(|_| any) {
            self.found.push([&self.line[..], &[mv]].concat());
        }
        // Where the limit ended the search, moves were not tried.
        if !any && self.found.len() < self.limit {
            self.forget(last, key, meter.nodes() - before);
        }
        Ok(any)
    }

    /// Returns the moves by which an agent makes an atom true.
    fn reaching(
        &self,
        meter: &mut Meter,
        state: &G::State,
        agent: Agent,
        atom: u32,
    ) -> Search<Vec<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves_towards(state, agent, atom, &[], &mut moves);
        let mut reaching = Vec::new();
        for mv in moves {
            meter.node()?;
            if self.game.holds(&self.game.after(state, agent, mv), atom) {
                reaching.push(mv);
            }
        }
        Ok(reaching)
    }

    /// Stores that a state has no solution, unless only the last move was missing: that is found
    /// again as quickly.
    fn forget(&mut self, last: bool, key: Key, nodes: u64) {
        if !last {
            let work = Entry::work_of(nodes);
            self.barren.put(key, Entry { low: 0, high: 0, best: NO_MOVE, work });
        }
    }

    /// Returns whether this agent, on turn, must make a move that ends the play otherwise.
    fn must_end(&mut self, meter: &mut Meter, state: &G::State, mover: Agent) -> Search<bool> {
        let ScriptEnd::Reflex { agent, avoided } = self.script.end else { return Ok(false) };
        let atom = if mover == agent { self.script.goal } else { avoided };
        can_reach(self.game, meter, &mut self.moves, state, mover, atom)
    }

    /// Returns whether the goal is reached at the end of the script, and records the line if so.
    fn arrive(&mut self, meter: &mut Meter, state: &G::State) -> Search<bool> {
        let (game, moves, goal) = (self.game, &mut self.moves, self.script.goal);
        let reached = match self.script.end {
            ScriptEnd::Reached => game.holds(state, goal),
            ScriptEnd::Forced(agent) => must_reach(game, meter, moves, state, agent, goal)?,
            ScriptEnd::Reflex { agent, .. } => can_reach(game, meter, moves, state, agent, goal)?,
        };
        if reached {
            self.found.push(self.line.clone());
        }
        Ok(reached)
    }
}

/// Returns whether the agent can make an atom true with one move.
pub(super) fn can_reach<G: Hints>(
    game: &G,
    meter: &mut Meter,
    moves: &mut Vec<G::Move>,
    state: &G::State,
    agent: Agent,
    atom: u32,
) -> Search<bool> {
    let mut left = [0; 2];
    left[agent.index()] = 1;
    if !game.reachable(state, atom, &left) {
        return Ok(false);
    }
    let base = moves.len();
    game.moves_towards(state, agent, atom, &[], moves);
    let mut reached = false;
    for &mv in &moves[base..] {
        meter.node()?;
        reached = game.holds(&game.after(state, agent, mv), atom);
        if reached {
            break;
        }
    }
    moves.truncate(base);
    Ok(reached)
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
