//! The joint moves of a side, one after the other: the most promising ones first.

use crate::model::{Action, Joint, MAX_UNITS, Rules, Side, State, bits};
use crate::scripts::Script;

use super::hash::mix;

/// The actions from which units choose.
#[derive(Clone, PartialEq, Debug)]
pub enum Branching {
    /// All legal actions.
    Actions,
    /// The actions of these scripts.
    Scripts(Vec<Script>),
}

/// The order of the moves after the most promising ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Enumeration {
    /// All combinations, the first unit changing fastest.
    Odometer,
    /// First all that differ in one unit from the first move, then all others.
    Neighbours,
}

/// An enumeration of joint moves; its memory is reused.
pub(crate) struct JointMoves {
    units: Vec<usize>,
    /// The actions of all units in one list, and the index at which those of each unit start.
    actions: Vec<Action>,
    starts: Vec<usize>,
    digits: Vec<usize>,
    hints: Vec<Joint>,
    current: Joint,
    phase: Phase,
    enumeration: Enumeration,
}

#[derive(Clone, Copy)]
enum Phase {
    Hint(usize),
    /// The index among units, and the action of that unit.
    Neighbour(usize, usize),
    Odometer,
    Done,
}

impl Default for JointMoves {
    fn default() -> JointMoves {
        JointMoves {
            units: Vec::new(),
            actions: Vec::new(),
            starts: Vec::new(),
            digits: Vec::new(),
            hints: Vec::new(),
            current: Joint::NONE,
            phase: Phase::Done,
            enumeration: Enumeration::Odometer,
        }
    }
}

impl JointMoves {
    /// Starts anew for a side of a state. Units outside `open` only do what the first hint says, so
    /// that there must be one if there are such units. A seed shuffles the directions.
    #[allow(clippy::too_many_arguments)]
    pub fn start(
        &mut self,
        rules: &Rules,
        state: &State,
        side: Side,
        branching: &Branching,
        open: u64,
        hints: &[Joint],
        enumeration: Enumeration,
        shuffle: Option<u64>,
    ) {
        self.units.clear();
        self.actions.clear();
        self.starts.clear();
        self.digits.clear();
        self.hints.clear();
        let movers = state.movers(side);
        let portfolio = portfolio_moves(rules, state, side, branching);
        for unit in bits(movers) {
            self.units.push(unit);
            self.starts.push(self.actions.len());
            match (open & (1 << unit) == 0, hints.first()) {
                (true, Some(base)) => self.actions.push(base.get(unit)),
                _ => self.add_actions(rules, state, side, unit, &portfolio, shuffle),
            }
        }
        self.starts.push(self.actions.len());
        self.digits.resize(self.units.len(), 0);
        self.enumeration = enumeration;
        for hint in hints {
            if !self.hints.contains(hint) && self.offers(hint) {
                self.hints.push(*hint);
            }
        }
        self.current = Joint::NONE;
        for (at, unit) in self.units.iter().enumerate() {
            self.current.set(*unit, self.actions[self.starts[at]]);
        }
        self.phase = Phase::Hint(0);
    }

    fn add_actions(
        &mut self,
        rules: &Rules,
        state: &State,
        side: Side,
        unit: usize,
        portfolio: &[Joint],
        shuffle: Option<u64>,
    ) {
        let start = self.actions.len();
        if portfolio.is_empty() {
            self.actions.extend_from_slice(state.unit_actions(rules, side, unit).as_slice());
        }
        for joint in portfolio {
            if !self.actions[start..].contains(&joint.get(unit)) {
                self.actions.push(joint.get(unit));
            }
        }
        if let Some(seed) = shuffle {
            let is_step = |action: &Action| action.direction().is_some();
            let first = self.actions[start..].iter().position(is_step).unwrap_or(0);
            shuffle_all(&mut self.actions[start + first..], mix(seed, unit as u64));
        }
    }

    /// Returns whether a move is in this enumeration.
    fn offers(&self, joint: &Joint) -> bool {
        self.units.iter().enumerate().all(|(at, unit)| self.of(at).contains(&joint.get(*unit)))
    }

    /// Returns the actions of the unit at an index.
    fn of(&self, at: usize) -> &[Action] {
        &self.actions[self.starts[at]..self.starts[at + 1]]
    }

    /// Returns the number of hints that are moves of this side, each counted once.
    pub fn hoped_for(&self) -> usize {
        self.hints.len()
    }

    /// Returns whether there is nothing to choose.
    pub fn is_forced(&self) -> bool {
        self.actions.len() == self.units.len()
    }

    /// Returns the next joint move.
    pub fn next(&mut self) -> Option<Joint> {
        loop {
            match self.phase {
                Phase::Hint(at) => match self.hints.get(at) {
                    Some(hint) => {
                        self.phase = Phase::Hint(at + 1);
                        return Some(*hint);
                    }
                    None => self.phase = self.after_hints(),
                },
                Phase::Neighbour(at, action) => {
                    if let Some(joint) = self.neighbour(at, action)
                        && !self.hints.contains(&joint)
                    {
                        return Some(joint);
                    }
                }
                Phase::Odometer => {
                    let joint = self.current;
                    self.turn();
                    if !self.was_seen(&joint) {
                        return Some(joint);
                    }
                }
                Phase::Done => return None,
            }
        }
    }

    fn after_hints(&self) -> Phase {
        match self.enumeration {
            Enumeration::Neighbours if !self.hints.is_empty() => Phase::Neighbour(0, 0),
            _ => Phase::Odometer,
        }
    }

    /// Returns the first hint with another action of one unit, and advances.
    fn neighbour(&mut self, at: usize, action: usize) -> Option<Joint> {
        if at >= self.units.len() {
            self.phase = Phase::Odometer;
            return None;
        }
        let Some(other) = self.of(at).get(action).copied() else {
            self.phase = Phase::Neighbour(at + 1, 0);
            return None;
        };
        self.phase = Phase::Neighbour(at, action + 1);
        let mut joint = self.hints[0];
        joint.set(self.units[at], other);
        Some(joint)
    }

    /// Returns whether a move of the odometer was listed before.
    fn was_seen(&self, joint: &Joint) -> bool {
        let near = |hint: &Joint| {
            let differs = |unit: &&usize| hint.get(**unit) != joint.get(**unit);
            self.units.iter().filter(differs).count() <= 1
        };
        let neighbours = self.enumeration == Enumeration::Neighbours;
        self.hints.contains(joint) || (neighbours && self.hints.first().is_some_and(near))
    }

    /// Advances the odometer.
    fn turn(&mut self) {
        for at in 0..self.units.len() {
            self.digits[at] += 1;
            let over = self.digits[at] == self.of(at).len();
            if over {
                self.digits[at] = 0;
            }
            self.current.set(self.units[at], self.of(at)[self.digits[at]]);
            if !over {
                return;
            }
        }
        self.phase = Phase::Done;
    }
}

/// Returns the moves of the scripts, where units choose among scripts.
fn portfolio_moves(rules: &Rules, state: &State, side: Side, branching: &Branching) -> Vec<Joint> {
    let Branching::Scripts(scripts) = branching else { return Vec::new() };
    let decide = |script: &Script| {
        let mut joint = Joint::NONE;
        script.decide_surely(rules, state, side, &mut joint);
        joint
    };
    scripts.iter().map(decide).collect()
}

/// Shuffles actions by the algorithm of Fisher and Yates with a seed.
fn shuffle_all(actions: &mut [Action], seed: u64) {
    let mut hash = seed;
    for end in (1..actions.len()).rev() {
        hash = mix(hash, 0xa076_1d64_78bd_642f);
        actions.swap(end, (hash % (end as u64 + 1)) as usize);
    }
}

/// All units.
pub(crate) const EVERYBODY: u64 = u64::MAX >> (64 - MAX_UNITS);
