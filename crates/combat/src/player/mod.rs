//! Players by name: `nok-av`, `abcd@5ms`, `abcd:eval=ltd2,order=alt'@1000n`.

mod settings;
mod spec;

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::model::{Joint, Rules, Side, State};
use crate::scripts::Script;
use crate::search::{
    Abcd, GreedyAlphaBeta, Limit, MatrixRoot, Planner, Portfolio, Rab, Statistics, Uct,
};

pub use spec::{PlayerSpec, SEARCHES};

/// A player of one side of one fight.
pub struct Player {
    mind: Mind,
    limit: Limit,
    rng: Xoshiro256PlusPlus,
    /// The cost of all decisions.
    pub cost: Cost,
}

enum Mind {
    Script(Script),
    Abcd(Abcd),
    Rab(Rab),
    Portfolio(Portfolio),
    Plan(Box<Planner>),
    Greedy(Box<GreedyAlphaBeta>),
    Matrix(MatrixRoot),
    Uct(Uct),
}

/// The cost of the decisions of a player.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Cost {
    /// Decisions made by search.
    pub decisions: u64,
    /// Nodes of all decisions.
    pub nodes: u64,
    /// Playouts of all decisions.
    pub playouts: u64,
    /// Sum of the depths reached.
    pub depths: u64,
    /// Time by the clock of all decisions.
    pub seconds: f64,
    /// Processor time of all decisions.
    pub processor_seconds: f64,
    /// The longest decision, in seconds.
    pub longest: f64,
    /// The lateness of the worst decision, in seconds.
    pub lateness: f64,
    /// Decisions that took more than 1 ms longer than they may.
    pub late: u64,
    /// Those of them that were late in processor time, too: no other process had the processor.
    pub late_by_own_fault: u64,
    /// The longest time between two readings of the clock, in seconds.
    pub gap: f64,
}

/// The lateness that is tolerated, in seconds.
const TOLERANCE: f64 = 0.001;

impl Cost {
    fn add(&mut self, one: &Statistics, limit: Limit) {
        self.decisions += 1;
        self.nodes += one.nodes;
        self.playouts += one.playouts;
        self.depths += u64::from(one.depth);
        self.seconds += one.seconds;
        self.processor_seconds += one.processor_seconds;
        self.longest = self.longest.max(one.seconds);
        self.gap = self.gap.max(one.gap);
        let Some(most) = limit.time.or(limit.processor) else { return };
        let own = one.processor_seconds - most.as_secs_f64();
        let late = if limit.time.is_some() { one.seconds - most.as_secs_f64() } else { own };
        self.lateness = self.lateness.max(late);
        self.late += u64::from(late > TOLERANCE);
        self.late_by_own_fault += u64::from(late > TOLERANCE && own > TOLERANCE);
    }

    /// Returns the average duration of a decision in milliseconds.
    pub fn milliseconds(&self) -> f64 {
        1000.0 * self.seconds / self.decisions.max(1) as f64
    }

    /// Returns the sum of two costs.
    pub fn and(self, other: Cost) -> Cost {
        Cost {
            decisions: self.decisions + other.decisions,
            nodes: self.nodes + other.nodes,
            playouts: self.playouts + other.playouts,
            depths: self.depths + other.depths,
            seconds: self.seconds + other.seconds,
            processor_seconds: self.processor_seconds + other.processor_seconds,
            longest: self.longest.max(other.longest),
            lateness: self.lateness.max(other.lateness),
            late: self.late + other.late,
            late_by_own_fault: self.late_by_own_fault + other.late_by_own_fault,
            gap: self.gap.max(other.gap),
        }
    }
}

impl Player {
    /// Returns the actions of the free units of a side.
    pub fn choose(&mut self, rules: &Rules, state: &State, side: Side) -> Joint {
        let limit = self.limit;
        let (joint, _, cost) = match &mut self.mind {
            Mind::Script(script) => return script.decide(rules, state, side, &mut self.rng),
            Mind::Abcd(search) => search.decide(rules, state, side, limit),
            Mind::Rab(search) => search.decide(rules, state, side, limit),
            Mind::Portfolio(search) => search.decide(rules, state, side, limit),
            Mind::Plan(search) => search.decide(rules, state, side, limit),
            Mind::Greedy(search) => search.decide(rules, state, side, limit),
            Mind::Matrix(search) => search.decide(rules, state, side, limit),
            Mind::Uct(search) => search.decide(rules, state, side, limit),
        };
        self.cost.add(&cost, limit);
        joint
    }
}
