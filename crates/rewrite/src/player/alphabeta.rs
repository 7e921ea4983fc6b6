//! Alpha-beta with iterative deepening, transpositions and quiescence on threats.
//!
//! The searching agent maximises, all others minimise (paranoid, where they are more than one). A leaf where somebody
//! could win at once is no leaf: it is searched on, so that the heuristic speaks only where nothing is about to happen.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludex_game::{Agent, Game, Model, Turn};

use super::table::{Bound, Entry, Table};
use crate::{Evaluation, RewriteGame, RewriteMove, RewriteState};

/// How much a search may do.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The time for one move.
    pub time: Duration,
    /// The most nodes.
    pub nodes: u64,
    /// The deepest iteration.
    pub depth: u32,
    /// Set by somebody else to stop.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { time: Duration::from_secs(1), nodes: u64::MAX, depth: 64, stop: None }
    }
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found {
    /// The move to play.
    pub mv: RewriteMove,
    /// How promising it is; beyond [`AlphaBeta::WIN`]` / 2` a payoff that is forced.
    pub value: f64,
    /// The deepest iteration that was finished.
    pub depth: u32,
    /// How many nodes were visited.
    pub nodes: u64,
}

/// A player for one game. It keeps its table from move to move.
pub struct AlphaBeta<'g> {
    pub(super) game: &'g RewriteGame,
    pub(super) evaluation: &'g Evaluation,
    table: Table,
    /// How often a move cut off, by a small number for the move.
    history: Vec<u32>,
    /// Lists of moves, one for each ply.
    lists: Vec<Vec<RewriteMove>>,
    pub(super) quiescence: bool,
}

/// One search of the player.
pub(super) struct Search<'s, 'g> {
    pub(super) player: &'s mut AlphaBeta<'g>,
    pub(super) me: Agent,
    effort: &'s Effort,
    time_is_up: &'s dyn Fn() -> bool,
    pub(super) nodes: u64,
    stopped: bool,
}

const HISTORY: usize = 1 << 14;

impl<'g> AlphaBeta<'g> {
    /// What a payoff of 1 is worth in the search: more than any heuristic.
    pub const WIN: f64 = 1e9;

    /// A player with this heuristic.
    pub fn new(game: &'g RewriteGame, evaluation: &'g Evaluation) -> AlphaBeta<'g> {
        let (table, history, lists) = (Table::new(18), vec![0; HISTORY], Vec::new());
        AlphaBeta { game, evaluation, table, history, lists, quiescence: true }
    }

    /// The same player with a fixed depth: leaves are leaves.
    pub fn without_quiescence(mut self) -> AlphaBeta<'g> {
        self.quiescence = false;
        self
    }

    /// The best move found for the agent on turn within the effort; nothing where the play is over. At least one
    /// move deep it always looks.
    pub fn best_move(&mut self, state: &RewriteState, effort: &Effort) -> Option<Found> {
        let deadline = Instant::now() + effort.time;
        self.best_move_until(state, effort, &|| Instant::now() >= deadline)
    }

    /// The same by another clock, which says when the time is up; the time of the effort is not looked at.
    pub fn best_move_until(
        &mut self,
        state: &RewriteState,
        effort: &Effort,
        time_is_up: &dyn Fn() -> bool,
    ) -> Option<Found> {
        let me = self.game.turn(state).agent()?;
        self.history.iter_mut().for_each(|count| *count /= 8);
        let mut search = Search { player: self, me, effort, time_is_up, nodes: 0, stopped: false };
        search.deepen(state)
    }
}

impl Search<'_, '_> {
    fn deepen(&mut self, state: &RewriteState) -> Option<Found> {
        let mut moves = Vec::new();
        self.player.game.moves(state, self.me, &mut moves);
        let mut best = Found { mv: *moves.first()?, value: 0.0, depth: 0, nodes: 0 };
        for depth in 1..=self.effort.depth {
            let Some((mv, value)) = self.root(state, &mut moves, depth) else { break };
            best = Found { mv, value, depth, nodes: self.nodes };
            // A forced payoff does not change with more depth.
            if value.abs() > AlphaBeta::WIN / 2.0 || moves.len() == 1 {
                break;
            }
        }
        best.nodes = self.nodes;
        Some(best)
    }

    /// One iteration; nothing if it was stopped before the first move was searched. A later move that was found
    /// better before the stop counts.
    fn root(
        &mut self,
        state: &RewriteState,
        moves: &mut [RewriteMove],
        depth: u32,
    ) -> Option<(RewriteMove, f64)> {
        let mut best: Option<(usize, f64)> = None;
        for (i, &mv) in moves.iter().enumerate() {
            let alpha = best.map_or(f64::NEG_INFINITY, |(_, value)| value);
            let next = self.player.game.after(state, self.me, mv);
            let value = self.node(&next, depth - 1, alpha, f64::INFINITY, 1);
            // The first iteration is finished whatever the clock says.
            if self.stopped && depth > 1 {
                break;
            }
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((i, value));
            }
        }
        let (at, value) = best?;
        moves[..=at].rotate_right(1);
        Some((moves[0], value))
    }

    /// The value of a state for the searching agent.
    fn node(&mut self, state: &RewriteState, depth: u32, alpha: f64, beta: f64, ply: u32) -> f64 {
        self.nodes += 1;
        let Turn::Of(agent) = self.player.game.turn(state) else { return self.payoff(state, ply) };
        if self.out_of_time() {
            return self.player.evaluation.value(self.player.game, state, self.me);
        }
        if depth == 0 {
            return self.leaf(state, agent, alpha, beta, ply, 0);
        }
        // Values are the searching agent's: its findings are nobody else's.
        let key = state.key ^ u64::from(self.me.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let known = self.player.table.get(key);
        if let Some(entry) = known.filter(|entry| u32::from(entry.depth) >= depth) {
            match entry.bound {
                Bound::Exact => return entry.value,
                Bound::AtLeast if entry.value >= beta => return entry.value,
                Bound::AtMost if entry.value <= alpha => return entry.value,
                _ => {}
            }
        }
        let first = known.and_then(|entry| entry.mv);
        let mut list = self.take_list(ply);
        self.player.game.moves(state, agent, &mut list);
        self.order(&mut list, first);
        let (value, mv) = self.best_of(state, agent, &list, alpha, beta, |search, next, a, b| {
            search.node(next, depth - 1, a, b, ply + 1)
        });
        self.give_back(ply, list);
        if !self.stopped {
            if let Some(mv) = mv {
                self.player.history[mv.small_number() % HISTORY] += depth * depth;
            }
            let bound = match value {
                value if value <= alpha => Bound::AtMost,
                value if value >= beta => Bound::AtLeast,
                _ => Bound::Exact,
            };
            let depth = depth.min(255) as u8;
            self.player.table.put(Entry { key, value, mv, depth, bound });
        }
        value
    }

    /// The best value over moves, for whoever moves.
    pub(super) fn best_of(
        &mut self,
        state: &RewriteState,
        agent: Agent,
        moves: &[RewriteMove],
        mut alpha: f64,
        mut beta: f64,
        mut value_of: impl FnMut(&mut Self, &RewriteState, f64, f64) -> f64,
    ) -> (f64, Option<RewriteMove>) {
        let mine = agent == self.me;
        let mut best = if mine { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut chosen = None;
        for &mv in moves {
            let next = self.player.game.after(state, agent, mv);
            let value = value_of(self, &next, alpha, beta);
            if (mine && value > best) || (!mine && value < best) {
                (best, chosen) = (value, Some(mv));
            }
            if mine {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta || self.stopped {
                break;
            }
        }
        (best, chosen)
    }

    /// What a final state is worth: good payoffs the sooner the better, bad ones the later.
    pub(super) fn payoff(&self, state: &RewriteState, ply: u32) -> f64 {
        let payoff = self.player.game.payoff(state, self.me);
        payoff * AlphaBeta::WIN * (1.0 - 1e-4 * f64::from(ply.min(4000)))
    }

    fn order(&self, list: &mut [RewriteMove], first: Option<RewriteMove>) {
        let history = &self.player.history;
        list.sort_by_cached_key(|mv| {
            (Some(*mv) != first, u32::MAX - history[mv.small_number() % HISTORY])
        });
    }

    /// An empty list for a ply; lists are kept so that none is made twice.
    pub(super) fn take_list(&mut self, ply: u32) -> Vec<RewriteMove> {
        let lists = &mut self.player.lists;
        let ply = ply as usize;
        if lists.len() <= ply {
            lists.resize(ply + 1, Vec::new());
        }
        let mut list = std::mem::take(&mut lists[ply]);
        list.clear();
        list
    }

    pub(super) fn give_back(&mut self, ply: u32, list: Vec<RewriteMove>) {
        self.player.lists[ply as usize] = list;
    }

    pub(super) fn out_of_time(&mut self) -> bool {
        if self.nodes >= self.effort.nodes {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(64) {
            let asked = self.effort.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
            self.stopped |= asked || (self.time_is_up)();
        }
        self.stopped
    }
}
