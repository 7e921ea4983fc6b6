//! Random Alpha-Beta \[KB05\] [Saf13, Section 5.2.2]: many searches, each with its own random order
//! of choosing; the move with the highest total score is played.

use super::abcd::{Abcd, Base, Node, Search};
use super::clock::{Clock, Limit, OutOfTime, Statistics};
use super::config::{AbcdConfig, Order};
use super::evaluation::{INFINITE, Score};
use super::hash::mix;
use super::joint_moves::JointMoves;
use super::playout::Playout;
use crate::model::{Joint, Rules, Side, State};

/// A player that searches by full RAB.
pub struct Rab {
    search: Abcd,
    /// Memory for the moves at the root, kept from decision to decision.
    moves: Vec<Joint>,
}

impl Rab {
    /// Returns a player with these settings; the depth is that of every search.
    pub fn new(config: AbcdConfig) -> Rab {
        let max_depth = config.max_depth.clamp(1, 200);
        let moves =
            Vec::with_capacity(config.children.unwrap_or(MOST_ROOT_MOVES).min(MOST_ROOT_MOVES));
        let search = Abcd::new(AbcdConfig { order: Order::Random, max_depth, ..config });
        Rab { search, moves }
    }

    /// Decides for a side that can act. A search that is not finished does not count; the first one
    /// counts as far as it got.
    pub fn decide(
        &mut self,
        rules: &Rules,
        state: &State,
        side: Side,
        limit: Limit,
    ) -> (Joint, Option<Score>, Statistics) {
        let depth = self.search.config.max_depth;
        let base = Base::plain(&self.search.config, side);
        self.search.states.resize(depth as usize + 2, *state);
        self.search.states[0].copy_from(state);
        self.search.moves.resize_with(depth as usize + 2, JointMoves::default);
        let seed = self.search.config.seed;
        let mut search = Search {
            rules,
            player: &mut self.search,
            base: &base,
            side,
            clock: Clock::new(limit),
            playout: Playout::new(state),
            horizon_reached: false,
            coin: seed,
            start: state.time(),
        };
        search.list_root_moves(&mut self.moves);
        let moves = &self.moves;
        let mut totals = vec![0; moves.len()];
        let mut samples = 0;
        let most = if moves.len() > 1 { u32::MAX } else { 0 };
        while samples < most {
            search.coin = mix(seed, u64::from(samples));
            let mut scores = Vec::with_capacity(moves.len());
            let finished = search.sample(moves, depth, &mut scores);
            if finished.is_err() && samples > 0 {
                break;
            }
            scores.resize(moves.len(), -INFINITE);
            totals.iter_mut().zip(&scores).for_each(|(total, score)| *total += score);
            samples += 1;
            // Without an open end nothing is random any more, and without a limit nothing stops.
            if finished.is_err() || limit == Limit::NONE {
                break;
            }
        }
        let best = (0..moves.len()).rev().max_by_key(|at| totals[*at]).unwrap_or(0);
        let score = totals.get(best).map(|total| total / Score::from(samples.max(1)));
        let joint = moves.get(best).copied().unwrap_or(Joint::NONE);
        (joint, score.filter(|_| samples > 0), search.clock.statistics(samples))
    }
}

impl Search<'_> {
    /// Lists the moves at the root, as many as there is time for.
    fn list_root_moves(&mut self, listed: &mut Vec<Joint>) {
        let mut moves = JointMoves::default();
        self.list(&mut moves, 0, self.side, None);
        let most = self.player.config.children.unwrap_or(MOST_ROOT_MOVES);
        listed.clear();
        while listed.len() < most
            && (listed.len() % PATIENCE != PATIENCE - 1 || self.clock.look().is_ok())
            && let Some(joint) = moves.next()
        {
            listed.push(joint);
        }
    }

    /// Adds the exact score of every move at the root under one order.
    fn sample(
        &mut self,
        moves: &[Joint],
        depth: u32,
        scores: &mut Vec<Score>,
    ) -> Result<(), OutOfTime> {
        let node = Node { ply: 0, depth, pending: None, last: self.side.other() };
        for joint in moves {
            scores.push(self.child(&node, self.side, joint, -INFINITE, INFINITE)?);
        }
        Ok(())
    }
}

/// The greatest number of moves at the root: every one has a total.
const MOST_ROOT_MOVES: usize = 1 << 14;
/// Moves listed between two readings of the time.
const PATIENCE: usize = 256;
