//! A circuit ready for evaluation: ordered gates, in stages that are evaluated on demand.

use super::build::Built;
use super::schedule::schedule;
use crate::terms::Term;

/// A stage of the evaluation. Later stages use the values of earlier ones, except that `Goal` and
/// `Next` are independent of each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    /// Whether the state is terminal.
    Terminal,
    /// The legal moves.
    Legal,
    /// The gates that goals and the next state have in common.
    Shared,
    Goal,
    Next,
}

impl Stage {
    pub const COUNT: usize = 5;
}

/// A gate over two earlier values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    And,
    /// The first and not the second.
    AndNot,
    /// Neither.
    Nor,
}

/// A step of the evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Gates of one kind: a range of [`Circuit::gates`]. The value of gate `i` has index `first +
    /// i`.
    Gates { kind: Kind, from: u32, to: u32 },
    /// A loop, by its number.
    Loop(u32),
}

/// A wire as the index of a value and whether it is inverted: `index << 1 | inverted`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tap(u32);

impl Tap {
    pub fn new(place: usize, inverted: bool) -> Tap {
        Tap((place as u32) << 1 | u32::from(inverted))
    }

    #[inline]
    pub fn place(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns all ones if the wire is inverted.
    #[inline]
    pub fn mask(self) -> u64 {
        0u64.wrapping_sub(u64::from(self.0 & 1))
    }
}

/// A loop over values: its registers are consecutive values starting at `first`.
#[derive(Clone, Debug)]
pub(super) struct ScheduledLoop {
    pub first: usize,
    /// For each register the number of its rules.
    pub rules: Vec<u32>,
    /// For each rule its condition, and the number of registers it needs.
    pub ways: Vec<(Tap, u32)>,
    /// The registers the rules need, as indexes of values.
    pub needs: Vec<u32>,
}

/// A circuit in the order of its evaluation. Value 0 is false, followed by the facts, the moves,
/// and gates and registers.
#[derive(Clone, Debug)]
pub(crate) struct Circuit {
    pub(super) gates: Vec<[u32; 2]>,
    /// The index of the value of the first gate.
    pub(super) first: usize,
    pub(super) steps: [Vec<Step>; Stage::COUNT],
    pub(super) loops: Vec<ScheduledLoop>,
    /// The number of values.
    pub(super) size: usize,
    /// The facts that can hold in a state.
    pub facts: Vec<Term>,
    /// Whether each fact holds in the initial state.
    pub initial: Vec<bool>,
    pub terminal: Tap,
    /// For each role its moves: term, legality, and the index of the value that is true if it is
    /// played.
    pub moves: Vec<Vec<(Term, Tap, usize)>>,
    /// For each role its goal values.
    pub goals: Vec<Vec<(u8, Tap)>>,
    pub next: Vec<Tap>,
}

impl Circuit {
    pub fn new(built: &Built, initial: Vec<bool>, goal: impl Fn(Term) -> Option<u8>) -> Circuit {
        schedule(built, initial, goal)
    }

    /// Returns the number of gates.
    pub fn gates(&self) -> usize {
        self.gates.len()
    }

    /// Returns the number of atoms in dependency cycles.
    pub fn registers(&self) -> usize {
        self.loops.iter().map(|k| k.rules.len()).sum()
    }

    /// Returns the index of the value of a fact.
    pub fn fact_value(&self, fact: usize) -> usize {
        1 + fact
    }
}
