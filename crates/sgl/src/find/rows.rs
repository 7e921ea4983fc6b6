//! The moves that rules allow in the positions of a solved game, computed on demand.

use std::cell::RefCell;

use ludex_base::Set;

use super::priority::Rows;
use super::solved::Solved;
use super::vocabulary::{Rule, Vocabulary};
use crate::model::{Evaluator, Program, World};

/// A row that is not computed yet. Positions have at most 63 moves.
const UNKNOWN: u64 = 1 << 63;

/// Rows by rule and position.
pub(super) struct LazyRows<'a, S: Set> {
    steps: &'a [Option<u32>],
    words: &'a Vocabulary,
    solved: &'a Solved,
    evaluator: RefCell<Evaluator<'a, S>>,
    known: RefCell<Vec<Vec<u64>>>,
}

impl<'a, S: Set> LazyRows<'a, S> {
    pub fn new(
        world: World<'a, S>,
        program: &'a Program<S>,
        steps: &'a [Option<u32>],
        words: &'a Vocabulary,
        solved: &'a Solved,
    ) -> Self {
        let evaluator = RefCell::new(Evaluator::new(world, program));
        let known = RefCell::new(vec![Vec::new(); words.rules.len()]);
        LazyRows { steps, words, solved, evaluator, known }
    }

    /// Computes a row. All rules choose among legal moves, so `also` can be decided on the masks.
    fn decide(&self, rule: usize, position: usize) -> u64 {
        if let Rule::Also(a, b) = self.words.rules[rule] {
            let (first, second) = (self.row(a, position), self.row(b, position));
            return if first & second == 0 { first } else { first & second };
        }
        let step = self.steps[rule].expect("rules with a name are compiled");
        let moves = self.solved.moves(position);
        let legal: S = moves.iter().map(|&(action, _)| action).collect();
        let row = self.evaluator.borrow_mut().row(step, &self.solved.state(position), &legal);
        let allowed = moves.iter().enumerate().filter(|(_, (action, _))| row.contains(*action));
        allowed.fold(0, |mask, (place, _)| mask | 1 << place)
    }
}

impl<S: Set> Rows for LazyRows<'_, S> {
    fn rules(&self) -> usize {
        self.words.rules.len()
    }

    fn row(&self, rule: usize, position: usize) -> u64 {
        let known = self.known.borrow()[rule].get(position).copied().unwrap_or(UNKNOWN);
        if known != UNKNOWN {
            return known;
        }
        let row = self.decide(rule, position);
        let mut known = self.known.borrow_mut();
        if known[rule].is_empty() {
            known[rule] = vec![UNKNOWN; self.solved.len()];
        }
        known[rule][position] = row;
        row
    }
}
