//! UCT considering durations \[CB13\]: a tree over the same sequentialised game as Alt's, with
//! playouts by a script.

use std::ops::{Index, IndexMut, Range};

use super::clock::{Clock, Limit, OutOfTime, Statistics};
use super::evaluation::{PLAYOUT_ROUNDS, Score};
use super::hash::mix;
use super::joint_moves::{Branching, EVERYBODY, Enumeration, JointMoves};
use super::playout::Playout;
use crate::model::{Joint, MAX_UNITS, Rules, Side, State};
use crate::scripts::Script;

/// The settings of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct UctConfig {
    /// The weight of exploration.
    pub c: f64,
    /// The greatest number of children of a node.
    pub children: usize,
    /// The script of playouts.
    pub script: Script,
    /// The scripts whose moves come first.
    pub ordering: Vec<Script>,
    /// The seed that shuffles directions.
    pub seed: u64,
}

impl Default for UctConfig {
    fn default() -> UctConfig {
        let ordering = vec![Script::NokAv, Script::KitingAv];
        UctConfig { c: 1.6, children: 20, script: Script::NokAv, ordering, seed: 1 }
    }
}

/// A player that searches by UCT.
pub struct Uct {
    config: UctConfig,
    /// The tree of a decision. Its memory is reused: allocation costs more than a playout.
    branches: Branches,
}

/// Branches by number, in blocks that are never moved: moving a large tree takes longer than a
/// decision may be late.
#[derive(Default)]
struct Branches {
    blocks: Vec<Vec<Branch>>,
    count: usize,
}

/// The number of branches of a block.
const BLOCK: usize = 1 << 10;

/// A choice of a side, with its statistics.
struct Branch {
    joint: Joint,
    /// The side that made the choice.
    chooser: Side,
    visits: u32,
    /// The sum of the rewards of the searching side.
    total: f64,
    children: Option<Range<usize>>,
}

struct Tree<'a> {
    config: &'a UctConfig,
    rules: &'a Rules,
    side: Side,
    branches: &'a mut Branches,
    moves: JointMoves,
    playout: Playout,
    clock: Clock,
}

impl Uct {
    /// Returns a player with these settings.
    pub fn new(config: UctConfig) -> Uct {
        Uct { config, branches: Branches::default() }
    }

    /// Decides for a side that can act: the choice that was visited most.
    pub fn decide(
        &mut self,
        rules: &Rules,
        state: &State,
        side: Side,
        limit: Limit,
    ) -> (Joint, Option<Score>, Statistics) {
        let clock = Clock::new(limit);
        self.branches.clear();
        self.branches.push(Branch::new(Joint::NONE, side.other()));
        let mut tree = Tree {
            config: &self.config,
            rules,
            side,
            branches: &mut self.branches,
            moves: JointMoves::default(),
            playout: Playout::new(state),
            clock,
        };
        let most = if limit == Limit::NONE { UNBOUNDED } else { u32::MAX };
        let mut depth = 0;
        for _ in 0..most {
            match tree.descend(state) {
                Ok(length) => depth = depth.max(length),
                Err(OutOfTime) => break,
            }
        }
        let mut joint = Joint::NONE;
        Script::NokAv.decide_surely(rules, state, side, &mut joint);
        let children = tree.branches[0].children.clone().unwrap_or(0..0);
        let best = children.rev().max_by_key(|at| tree.branches[*at].visits);
        let joint = best.map_or(joint, |at| tree.branches[at].joint);
        (joint, None, tree.clock.statistics(depth))
    }
}

/// The number of descents if there is no limit at all.
const UNBOUNDED: u32 = 10_000;

impl Branch {
    fn new(joint: Joint, chooser: Side) -> Branch {
        Branch { joint, chooser, visits: 0, total: 0.0, children: None }
    }
}

impl Branches {
    fn clear(&mut self) {
        self.blocks.iter_mut().for_each(Vec::clear);
        self.count = 0;
    }

    fn push(&mut self, branch: Branch) {
        let block = self.count / BLOCK;
        if block == self.blocks.len() {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        self.blocks[block].push(branch);
        self.count += 1;
    }
}

impl Index<usize> for Branches {
    type Output = Branch;

    fn index(&self, at: usize) -> &Branch {
        &self.blocks[at / BLOCK][at % BLOCK]
    }
}

impl IndexMut<usize> for Branches {
    fn index_mut(&mut self, at: usize) -> &mut Branch {
        &mut self.blocks[at / BLOCK][at % BLOCK]
    }
}

impl Tree<'_> {
    /// Descends to a branch that was not visited before, plays out, and backs up; returns the
    /// depth.
    fn descend(&mut self, root: &State) -> Result<u32, OutOfTime> {
        self.clock.node()?;
        self.playout.state.copy_from(root);
        let mut path = vec![0];
        let mut pending: Option<Joint> = None;
        while let Some(at) = path.last().copied()
            && (at == 0 || self.branches[at].visits > 0 || pending.is_some())
            && (pending.is_some() || !self.playout.state.is_over(self.rules))
        {
            let next = self.select(at, pending.is_some());
            path.push(next);
            let (joint, chooser) = (self.branches[next].joint, self.branches[next].chooser);
            pending = self.play(joint, chooser, pending);
        }
        let reward = self.reward()?;
        for at in &path {
            self.branches[*at].visits += 1;
            self.branches[*at].total += reward;
        }
        Ok(path.len() as u32 - 1)
    }

    /// Plays a choice, or keeps it until the other side has chosen.
    fn play(&mut self, joint: Joint, chooser: Side, pending: Option<Joint>) -> Option<Joint> {
        let state = &mut self.playout.state;
        let both = state.can_act(Side::Red) && state.can_act(Side::Blue);
        match (&pending, chooser) {
            (None, _) if both => return Some(joint),
            (None, _) => state.play_alone(self.rules, chooser, &joint),
            (Some(first), Side::Red) => state.play(self.rules, [&joint, first]),
            (Some(first), Side::Blue) => state.play(self.rules, [first, &joint]),
        }
        None
    }

    /// Returns 1 for a won playout, 0 for a lost one.
    fn reward(&mut self) -> Result<f64, OutOfTime> {
        let policy = [[self.config.script; MAX_UNITS]; 2];
        let (rules, side) = (self.rules, self.side);
        let end = self.playout.go_on(rules, &policy, PLAYOUT_ROUNDS, &mut self.clock)?;
        Ok(f64::from(end.ltd2(rules, side).signum() + 1) / 2.0)
    }

    /// Returns the child with the largest upper confidence bound for the side that chooses.
    fn select(&mut self, at: usize, second: bool) -> usize {
        let children = match &self.branches[at].children {
            Some(children) => children.clone(),
            None => self.expand(at, second),
        };
        let log = f64::from(self.branches[at].visits.max(1)).ln();
        let bound = |branch: &Branch| {
            if branch.visits == 0 {
                return f64::INFINITY;
            }
            let visits = f64::from(branch.visits);
            let mean = branch.total / visits;
            let mean = if branch.chooser == self.side { mean } else { 1.0 - mean };
            mean + self.config.c * (log / visits).sqrt()
        };
        let bounds = children.map(|child| (child, bound(&self.branches[child])));
        // The first of equals: promising moves come first.
        bounds.fold((at, f64::NEG_INFINITY), |best, one| if one.1 > best.1 { one } else { best }).0
    }

    fn expand(&mut self, at: usize, second: bool) -> Range<usize> {
        let state = &self.playout.state;
        let last = self.branches[at].chooser;
        let chooser = match (state.can_act(Side::Red), state.can_act(Side::Blue)) {
            (true, false) => Side::Red,
            (false, true) => Side::Blue,
            _ if second || at != 0 => last.other(),
            _ => self.side,
        };
        let mut hints = Vec::new();
        for script in &self.config.ordering {
            let mut joint = Joint::NONE;
            script.decide_surely(self.rules, state, chooser, &mut joint);
            hints.push(joint);
        }
        let seed = Some(mix(self.config.seed, self.clock.nodes));
        let (all, odometer) = (&Branching::Actions, Enumeration::Odometer);
        self.moves.start(self.rules, state, chooser, all, EVERYBODY, &hints, odometer, seed);
        let start = self.branches.count;
        for _ in 0..self.config.children.max(1) {
            let Some(joint) = self.moves.next() else { break };
            self.branches.push(Branch::new(joint, chooser));
        }
        let range = start..self.branches.count;
        self.branches[at].children = Some(range.clone());
        range
    }
}
