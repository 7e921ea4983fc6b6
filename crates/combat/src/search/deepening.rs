//! Iterative deepening: a decision by ABCD, depth by depth.

use super::abcd::{Abcd, Base, Node, Search};
use super::clock::{Clock, Limit, OutOfTime, Statistics};
use super::evaluation::{INFINITE, Score};
use super::joint_moves::JointMoves;
use super::playout::Playout;
use crate::model::{Joint, Rules, Side, State};
use crate::scripts::Script;

impl Abcd {
    /// Decides for a side that can act. If the time runs out during an iteration, the best move
    /// found in it so far is kept: the best one of the iteration before was examined first.
    pub fn decide(
        &mut self,
        rules: &Rules,
        state: &State,
        side: Side,
        limit: Limit,
    ) -> (Joint, Option<Score>, Statistics) {
        let base = Base::plain(&self.config, side);
        self.decide_from(rules, state, side, Clock::new(limit), &base)
    }

    /// Decides as [`Abcd::decide`] does, where only some units choose.
    pub(crate) fn decide_from(
        &mut self,
        rules: &Rules,
        state: &State,
        side: Side,
        clock: Clock,
        base: &Base,
    ) -> (Joint, Option<Score>, Statistics) {
        let depths = self.config.max_depth.clamp(1, 200);
        self.states.resize(depths as usize + 2, *state);
        self.states[0].copy_from(state);
        self.moves.resize_with(depths as usize + 2, JointMoves::default);
        let coin = self.config.seed ^ base.salt;
        let mut search = Search {
            rules,
            player: self,
            base,
            side,
            clock,
            playout: Playout::new(state),
            horizon_reached: false,
            coin,
            start: state.time(),
        };
        search.deepen(depths)
    }
}

impl Search<'_> {
    fn deepen(&mut self, depths: u32) -> (Joint, Option<Score>, Statistics) {
        let mut best = Joint::NONE;
        Script::NokAv.decide_surely(self.rules, &self.player.states[0], self.side, &mut best);
        let mut answer = (best, None);
        let mut done = 0;
        for depth in 1..=depths {
            self.horizon_reached = false;
            let (finished, found) = self.root(depth, answer.1.map(|_| answer.0));
            if let Some((joint, score)) = found {
                answer = (joint, Some(score));
            }
            if finished.is_err() {
                break;
            }
            done = depth;
            if !self.horizon_reached || (self.clock.is_limited() && self.is_forced()) {
                break;
            }
        }
        (answer.0, answer.1, self.clock.statistics(done))
    }

    fn is_forced(&self) -> bool {
        let mut moves = JointMoves::default();
        self.list(&mut moves, 0, self.side, None);
        moves.is_forced()
    }

    /// Runs one iteration; returns whether it was finished, and the best move it has found.
    pub fn root(
        &mut self,
        depth: u32,
        first: Option<Joint>,
    ) -> (Result<(), OutOfTime>, Option<(Joint, Score)>) {
        let node = Node { ply: 0, depth, pending: None, last: self.side.other() };
        let mut moves = JointMoves::default();
        self.list(&mut moves, 0, self.side, first);
        let mut best: Option<(Joint, Score)> = None;
        let mut left = self.player.config.children.unwrap_or(usize::MAX);
        while left > 0
            && let Some(joint) = moves.next()
        {
            left -= 1;
            let alpha = best.map_or(-INFINITE, |(_, score)| score);
            match self.child(&node, self.side, &joint, alpha, INFINITE) {
                Ok(score) if score > alpha => best = Some((joint, score)),
                Ok(_) => (),
                Err(stop) => return (Err(stop), best),
            }
        }
        (Ok(()), best)
    }
}
