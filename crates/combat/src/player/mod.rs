//! Players by name: `nok-av`, `abcd@5ms`, `abcd:eval=ltd2,order=alt'@1000n`.

mod settings;
mod spec;

use std::time::Duration;

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::model::{Joint, Rules, Side, State};
use crate::scripts::Script;
use crate::search::{Abcd, GreedyAlphaBeta, Limit, MatrixRoot, Portfolio, Rab, Statistics, Uct};

pub use spec::{PlayerSpec, SEARCHES};

/// Somebody who plays one side of one fight.
pub struct Player {
    mind: Mind,
    limit: Limit,
    rng: Xoshiro256PlusPlus,
    /// What all decisions have cost.
    pub cost: Cost,
}

enum Mind {
    Script(Script),
    Abcd(Abcd),
    Rab(Rab),
    Portfolio(Portfolio),
    Greedy(Box<GreedyAlphaBeta>),
    Matrix(MatrixRoot),
    Uct(Uct),
}

/// What the decisions of a player have cost.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Cost {
    /// Decisions made by search.
    pub decisions: u64,
    /// Nodes, over all of them.
    pub nodes: u64,
    /// Playouts, over all of them.
    pub playouts: u64,
    /// Sum of the depths reached.
    pub depths: u64,
    /// Processor time, over all of them.
    pub seconds: f64,
    /// The longest decision, in seconds.
    pub longest: f64,
    /// Decisions that took more than 1 ms longer than they may.
    pub late: u64,
}

impl Cost {
    fn add(&mut self, one: &Statistics, limit: Option<Duration>) {
        self.decisions += 1;
        self.nodes += one.nodes;
        self.playouts += one.playouts;
        self.depths += u64::from(one.depth);
        self.seconds += one.seconds;
        self.longest = self.longest.max(one.seconds);
        let late = limit.is_some_and(|limit| one.seconds > limit.as_secs_f64() + 0.001);
        self.late += u64::from(late);
    }

    /// The cost of both.
    pub fn and(self, other: Cost) -> Cost {
        Cost {
            decisions: self.decisions + other.decisions,
            nodes: self.nodes + other.nodes,
            playouts: self.playouts + other.playouts,
            depths: self.depths + other.depths,
            seconds: self.seconds + other.seconds,
            longest: self.longest.max(other.longest),
            late: self.late + other.late,
        }
    }
}

impl Player {
    /// What the free units of a side do.
    pub fn choose(&mut self, rules: &Rules, state: &State, side: Side) -> Joint {
        let limit = self.limit;
        let (joint, _, cost) = match &mut self.mind {
            Mind::Script(script) => return script.decide(rules, state, side, &mut self.rng),
            Mind::Abcd(search) => search.decide(rules, state, side, limit),
            Mind::Rab(search) => search.decide(rules, state, side, limit),
            Mind::Portfolio(search) => search.decide(rules, state, side, limit),
            Mind::Greedy(search) => search.decide(rules, state, side, limit),
            Mind::Matrix(search) => search.decide(rules, state, side, limit),
            Mind::Uct(search) => search.decide(rules, state, side, limit),
        };
        self.cost.add(&cost, limit.time);
        joint
    }
}
