//! The values of terms in a state, exact or in floating point.

use ludex_base::Bits;

use super::counting::{LONGEST, Lines, Steps};
use super::eval::Evaluator;
use super::node::{Level, TermNode};
use super::number::Number;
use crate::Rational;

impl<const W: usize> Evaluator<'_, W> {
    /// Returns the value of a term.
    pub fn term<N: Number>(&mut self, term: &TermNode) -> N {
        match term {
            TermNode::Number(exact, float) => N::number(exact, *float),
            TermNode::Add(parts) => {
                let mut sum = N::zero();
                for part in parts {
                    sum.add(&self.term(part));
                }
                sum
            }
            TermNode::Times(parts) => {
                let mut product: Option<N> = None;
                for part in parts {
                    let factor: N = self.term(part);
                    product = Some(product.map_or(factor.clone(), |p| p.times(&factor)));
                }
                product.unwrap_or_else(|| N::number(&Rational::ONE, 1.0))
            }
            TermNode::Power(base, exponent) => self.term::<N>(base).power(*exponent),
            TermNode::Truth(node) => match self.truth(node) {
                true => N::number(&Rational::ONE, 1.0),
                false => N::zero(),
            },
            TermNode::Steps(steps) => self.steps(steps, Bits::EMPTY),
            TermNode::Lines(lines) => self.lines(lines),
            TermNode::Sum(join, term) => match self.truth(&join.before) {
                true => self.sum(&join.levels, term),
                false => N::zero(),
            },
        }
    }

    /// Returns the sum over a chain of steps from a set of elements.
    fn steps<N: Number>(&self, steps: &Steps, before: Bits<W>) -> N {
        let mut set = self.rows(&steps.rows);
        if let Some((by, from)) = &steps.tie {
            set &= (before & Bits::read(from)).moved(*by);
        }
        if set.is_empty() {
            return N::zero();
        }
        let mut sum = N::number(&steps.worth.0, steps.worth.1).many(set.len() as u32);
        for next in &steps.next {
            sum.add(&self.steps(next, set));
        }
        sum
    }

    /// Returns the sum over lines: those that can still be filled are counted by their marks.
    fn lines<N: Number>(&self, lines: &Lines) -> N {
        let own = Bits::<W>::read(self.view.words(false, lines.own));
        let mut against = Bits::<W>::EMPTY;
        for &first in &lines.against {
            against |= Bits::read(self.view.words(false, first));
        }
        let mut counts = [0u32; LONGEST + 1];
        match &lines.shapes {
            Some(shapes) => shapes.iter().for_each(|shape| shape.count(own, against, &mut counts)),
            None => lines.masks.chunks_exact(W).for_each(|mask| {
                let mask = Bits::read(mask);
                if (mask & against).is_empty() {
                    counts[(mask & own).len()] += 1;
                }
            }),
        }
        let mut sum = N::zero();
        for (count, (exact, float)) in counts.iter().zip(&lines.worth) {
            if *count > 0 {
                sum.add(&N::number(exact, *float).many(*count));
            }
        }
        sum
    }

    /// Returns the sum of a term over all assignments of the levels. If the term is a number, the
    /// elements of the last level are only counted.
    fn sum<N: Number>(&mut self, levels: &[Level], term: &TermNode) -> N {
        let Some((level, rest)) = levels.split_first() else { return self.term(term) };
        let mut candidates = self.candidates(level);
        if let (TermNode::Number(exact, float), true) = (term, rest.is_empty()) {
            return N::number(exact, *float).many(candidates.len() as u32);
        }
        let mut sum = N::zero();
        while let Some(element) = candidates.pop() {
            self.slots[usize::from(level.slot)] = element as u16;
            sum.add(&self.sum(rest, term));
            if !self.burn() {
                break;
            }
        }
        sum
    }
}
