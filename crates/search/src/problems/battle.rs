//! Adversarial problems: all first moves (keys) after which an agent reaches its goal within n
//! moves, whatever the other does.
//!
//! AND/OR search, made quick by a table of the least and the greatest number of moves each state
//! needs, by trying fewer moves first, by trying first the attack and the defence that worked last
//! at the same depth, and by the game's hints about the goal ([`Hints::moves_towards`],
//! [`Hints::reachable`]).

use ludex_game::{Agent, Hints};

use super::cooperation::{can_reach, must_reach};
use crate::budget::{Budget, Meter, Observer, Search, Stopped};
use crate::key::{self, StateKeys};
use crate::table::{Entry, NO_MOVE, Table, mix};

/// The goal of a problem, the agent that has to reach it, and the side that makes the last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contest {
    /// The agent that moves first and has to reach the goal.
    pub attacker: Agent,
    /// The game's own atom that must become true.
    pub goal: u32,
    /// The side whose move reaches it.
    pub rule: Rule,
    /// The atom that obliges the defender to move, if it does not move unless it must: its king is
    /// in check.
    pub parry: Option<u32>,
    /// Whether the goal counts only with the last of the moves. It must be one that ends the play.
    pub exact: bool,
}

/// The side whose move reaches the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The attacker's, as in direct mates: `omega(n)`.
    Direct,
    /// The defender's, who tries to avoid it, as in selfmates: `selfmate_only(n)`.
    Forced,
    /// The defender's, who must make it whenever it can, as in semireflexmates; if an atom is given
    /// the attacker must make *that* true whenever it can (and fails), as in reflexmates.
    Reflex {
        /// The atom that the attacker must not be able to make true in one move.
        avoided: Option<u32>,
    },
}

/// A first move that solves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key<M> {
    /// The move.
    pub mv: M,
    /// The greatest number of moves of the attacker to the goal, including this one.
    pub length: u32,
}

/// The keys that were found.
#[derive(Clone, PartialEq, Debug)]
pub struct Keys<M> {
    /// The keys, in the order they were found.
    pub keys: Vec<Key<M>>,
    /// Moves played by the search.
    pub nodes: u64,
    /// Why there may be more, if the search did not end.
    pub stopped: Option<Stopped>,
}

/// The search for the keys of one contest. Its table is kept for the next question.
pub struct Battle<'g, G: Hints> {
    pub(super) game: &'g G,
    pub(super) contest: Contest,
    table: Table,
    pub(super) moves: Vec<G::Move>,
    /// The moves that worked last, by moves left: for the attacker, for the defender.
    killers: [Vec<Option<G::Move>>; 2],
}

impl<'g, G: Hints> Battle<'g, G> {
    /// Returns a search whose table uses at most this many bytes.
    pub fn new(game: &'g G, contest: Contest, max_bytes: usize) -> Self {
        let table = Table::new(StateKeys::new(game), max_bytes);
        Battle { game, contest, table, moves: Vec::new(), killers: Default::default() }
    }

    /// Returns the keys in a state: first moves of the attacker (on turn or not) that reach the
    /// goal within n moves; all of them, or at most `limit`.
    pub fn keys(
        &mut self,
        state: &G::State,
        n: u32,
        limit: Option<usize>,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Keys<G::Move> {
        let mut meter = Meter::new(budget, observer);
        let mut keys = Vec::new();
        let ended = self.search_keys(&mut meter, state, n, limit.unwrap_or(usize::MAX), &mut keys);
        Keys { keys, nodes: meter.nodes(), stopped: ended.err() }
    }

    fn search_keys(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        n: u32,
        limit: usize,
        keys: &mut Vec<Key<G::Move>>,
    ) -> Search<()> {
        self.moves.clear();
        if self.must_not(meter, state)? {
            return Ok(());
        }
        let mut open = self.list(state, self.contest.attacker);
        // All moves with a short solution first: they give the table most for their cost.
        for length in if self.contest.exact { n } else { 1 }..=n {
            meter.iteration = length;
            let mut rest = Vec::new();
            for mv in open {
                if keys.len() >= limit {
                    return Ok(());
                }
                meter.node()?;
                let next = self.game.after(state, self.contest.attacker, mv);
                match self.defend(meter, &next, length - 1)? {
                    true => keys.push(Key { mv, length }),
                    false => rest.push(mv),
                }
            }
            open = rest;
        }
        Ok(())
    }

    /// Returns the moves of an agent, the most promising ones first.
    pub(super) fn list(&self, state: &G::State, agent: Agent) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.ordered(state, agent, &mut moves);
        moves
    }

    fn defender(&self) -> Agent {
        self.contest.attacker.other()
    }

    /// Returns whether the rule obliges the attacker to make a move that fails at once.
    pub(super) fn must_not(&mut self, meter: &mut Meter, state: &G::State) -> Search<bool> {
        match self.contest.rule {
            Rule::Reflex { avoided: Some(avoided) } => {
                self.can_reach(meter, state, self.contest.attacker, avoided)
            }
            _ => Ok(false),
        }
    }

    /// Returns whether the agent can make an atom true with one move.
    fn can_reach(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        agent: Agent,
        atom: u32,
    ) -> Search<bool> {
        can_reach(self.game, meter, &mut self.moves, state, agent, atom)
    }

    /// Returns whether the attacker, on turn, reaches the goal within n moves.
    pub(super) fn attack(&mut self, meter: &mut Meter, state: &G::State, n: u32) -> Search<bool> {
        let attacker = self.contest.attacker;
        if n == 0 {
            return Ok(false);
        }
        if n == 1 && self.contest.rule == Rule::Direct {
            return self.can_reach(meter, state, attacker, self.contest.goal);
        }
        let length = if self.contest.exact { mix(u64::from(n)) } else { 0 };
        let key = self.table.keys.key(self.game, state, mix(self.game.key(state) ^ length));
        let mut best = NO_MOVE;
        if let Some(entry) = self.table.get(key) {
            best = entry.best;
            if n >= u32::from(entry.high) {
                return Ok(true);
            }
            if n < u32::from(entry.low) {
                return Ok(false);
            }
        }
        // In direct play with more than one move left the goal is nearly always reachable.
        let helpless = self.contest.rule != Rule::Direct
            && !self.game.reachable(state, self.contest.goal, &[n; 2]);
        if helpless {
            return Ok(false);
        }
        let before = meter.nodes();
        if n > 1 && !self.contest.exact && self.attack(meter, state, n - 1)? {
            return Ok(true);
        }
        if self.must_not(meter, state)? {
            self.remember(key, (u16::MAX, u16::MAX), NO_MOVE, meter.nodes() - before);
            return Ok(false);
        }
        let base = self.moves.len();
        self.game.ordered(state, attacker, &mut self.moves);
        self.order(base, best, 0, n);
        let mut reached = false;
        for i in base..self.moves.len() {
            meter.node()?;
            let mv = self.moves[i];
            let next = self.game.after(state, attacker, mv);
            if self.defend(meter, &next, n - 1)? {
                self.learn(0, n, mv);
                best = self.history_index(mv);
                reached = true;
                break;
            }
        }
        self.moves.truncate(base);
        let bounds = if reached { (0, n as u16) } else { (n as u16 + 1, u16::MAX) };
        self.remember(key, bounds, best, meter.nodes() - before);
        Ok(reached)
    }

    /// Returns whether the goal is reached with the defender on turn and the attacker having n more
    /// moves.
    pub(super) fn defend(&mut self, meter: &mut Meter, state: &G::State, n: u32) -> Search<bool> {
        let Contest { goal, rule, exact, .. } = self.contest;
        let (defender, counts) = (self.defender(), n == 0 || !exact);
        match rule {
            Rule::Direct if self.game.holds(state, goal) => return Ok(counts),
            Rule::Direct if n == 0 => return Ok(false),
            Rule::Forced if n == 0 => {
                let moves = &mut self.moves;
                return must_reach(self.game, meter, moves, state, defender, goal);
            }
            Rule::Reflex { .. } if self.can_reach(meter, state, defender, goal)? => {
                return Ok(true);
            }
            Rule::Reflex { .. } if n == 0 => return Ok(false),
            _ => {}
        }
        if let Some(check) = self.contest.parry {
            let moves = &mut self.moves;
            if rule == Rule::Forced && must_reach(self.game, meter, moves, state, defender, goal)? {
                return Ok(true);
            }
            if !self.game.holds(state, check) {
                return self.attack(meter, state, n);
            }
        }
        let base = self.moves.len();
        self.game.ordered(state, defender, &mut self.moves);
        self.order(base, NO_MOVE, 1, n);
        let mut reached = self.moves.len() > base;
        for i in base..self.moves.len() {
            meter.node()?;
            let mv = self.moves[i];
            let next = self.game.after(state, defender, mv);
            let there = rule == Rule::Forced && counts && self.game.holds(&next, goal);
            if !there && !self.attack(meter, &next, n)? {
                self.learn(1, n, mv);
                reached = false;
                break;
            }
        }
        self.moves.truncate(base);
        Ok(reached)
    }

    fn remember(&mut self, key: key::Key, (low, high): (u16, u16), best: u16, nodes: u64) {
        let work = Entry::work_of(nodes);
        self.table.put(key, Entry { low, high, best, work });
    }

    /// Puts the move that worked last at the same depth in front of the moves from `base` on, and
    /// the move with the index stored in the table before that.
    fn order(&mut self, base: usize, best: u16, side: usize, n: u32) {
        let killer = self.killers[side].get(n as usize).copied().flatten();
        let moves = &mut self.moves[base..];
        if let Some(at) = moves.iter().position(|mv| Some(*mv) == killer) {
            moves[..=at].rotate_right(1);
        }
        if best != NO_MOVE
            && let Some(at) =
                moves.iter().position(|mv| self.game.history_index(*mv) == usize::from(best))
        {
            moves[..=at].rotate_right(1);
        }
    }

    /// Returns the history index of a move, for the table.
    fn history_index(&self, mv: G::Move) -> u16 {
        let known = self.game.history_size() > 0;
        u16::try_from(self.game.history_index(mv)).ok().filter(|_| known).unwrap_or(NO_MOVE)
    }

    fn learn(&mut self, side: usize, n: u32, mv: G::Move) {
        let killers = &mut self.killers[side];
        if killers.len() <= n as usize {
            killers.resize(n as usize + 1, None);
        }
        killers[n as usize] = Some(mv);
    }
}
