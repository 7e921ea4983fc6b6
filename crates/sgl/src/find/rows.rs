//! The moves that rules allow in the positions of a solved game, computed on demand.

use std::cell::RefCell;

use ludex_base::Bits;

use super::priority::Rows;
use super::solved::Solved;
use super::vocabulary::{Rule, Vocabulary};
use crate::model::{Evaluator, Program, World};

/// A row that is not computed yet. Positions have at most 63 moves.
const UNKNOWN: u64 = 1 << 63;

/// Rows by rule and position.
pub(super) struct LazyRows<'a, const W: usize> {
    steps: &'a [Option<u32>],
    words: &'a Vocabulary,
    solved: &'a Solved,
    evaluator: RefCell<Evaluator<'a, W>>,
    known: RefCell<Vec<Vec<u64>>>,
}

impl<'a, const W: usize> LazyRows<'a, W> {
    pub fn new(
        world: World<'a, W>,
        program: &'a Program<W>,
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
        let legal: Bits<W> = moves.iter().map(|&(action, _)| action).collect();
        let row = self.evaluator.borrow_mut().row(step, &self.solved.state(position), legal);
        let allowed = moves.iter().enumerate().filter(|(_, (action, _))| row.contains(*action));
        allowed.fold(0, |mask, (place, _)| mask | 1 << place)
    }
}

impl<const W: usize> Rows for LazyRows<'_, W> {
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
