//! A circuit ready to be evaluated: gates in order, in stages that are evaluated only when asked.

use super::build::Built;
use super::schedule::schedule;
use crate::terms::Term;

/// What is evaluated together. Later stages use the values of earlier ones; `Goal` and `Next` do not
/// use each other's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    /// Whether the state is terminal.
    Terminal,
    /// The legal moves.
    Legal,
    /// What goals and the next state have in common.
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
    /// Gates of one kind: a range of [`Circuit::gates`]. The value of gate `i` is value `first + i`.
    Gates { kind: Kind, from: u32, to: u32 },
    /// A loop, by its number.
    Loop(u32),
}

/// A wire as the place of a value and whether it is inverted: `place << 1 | inverted`.
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

    /// All ones if the wire is inverted.
    #[inline]
    pub fn mask(self) -> u64 {
        0u64.wrapping_sub(u64::from(self.0 & 1))
    }
}

/// A loop over values: its registers are consecutive values from `first` on.
#[derive(Clone, Debug)]
pub(super) struct Knot {
    pub first: usize,
    /// For each register how many rules it has.
    pub rules: Vec<u32>,
    /// For each rule its condition, and how many registers it needs.
    pub ways: Vec<(Tap, u32)>,
    /// The registers the rules need, as places of values.
    pub needs: Vec<u32>,
}

/// A circuit in the order of its evaluation. Value 0 is false; then come the facts, then the moves, then
/// gates and registers.
#[derive(Clone, Debug)]
pub(crate) struct Circuit {
    pub(super) gates: Vec<[u32; 2]>,
    /// The value of the first gate.
    pub(super) first: usize,
    pub(super) steps: [Vec<Step>; Stage::COUNT],
    pub(super) knots: Vec<Knot>,
    /// How many values there are.
    pub(super) size: usize,
    /// The facts a state can have.
    pub facts: Vec<Term>,
    /// Whether each fact holds at the start.
    pub initial: Vec<bool>,
    pub terminal: Tap,
    /// For each role its moves, when they are legal, and the values that say they are played.
    pub moves: Vec<Vec<(Term, Tap, usize)>>,
    /// For each role its goal values.
    pub goals: Vec<Vec<(u8, Tap)>>,
    pub next: Vec<Tap>,
}

impl Circuit {
    pub fn new(built: &Built, initial: Vec<bool>, goal: impl Fn(Term) -> Option<u8>) -> Circuit {
        schedule(built, initial, goal)
    }

    /// How many gates there are.
    pub fn gates(&self) -> usize {
        self.gates.len()
    }

    /// How many atoms depend on each other.
    pub fn registers(&self) -> usize {
        self.knots.iter().map(|k| k.rules.len()).sum()
    }

    /// The value of a fact.
    pub fn fact_value(&self, fact: usize) -> usize {
        1 + fact
    }
}
