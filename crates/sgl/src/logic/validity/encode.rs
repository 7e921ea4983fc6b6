//! Formulas as circuits over the truth values of paths.

use super::{ANY, LARGEST, Path, Stack, Validity};
use crate::formula::{Formula, Node};
use crate::logic::circuit::Bit;
use crate::model::within;

impl Validity<'_> {
    /// Returns the truth of a formula at a path and a choice under a stack of strategies.
    pub(super) fn bit(&mut self, formula: Formula, path: Path, choice: u32, stack: Stack) -> Bit {
        let facts = self.formulas.facts(formula);
        let choice = if facts.statewise { ANY } else { choice };
        let stack = if facts.legal { stack } else { 0 };
        if let Some(&bit) = self.known.get(&(formula, path, choice, stack)) {
            return bit;
        }
        let count = self.known.len();
        if count > LARGEST || within(&self.budget, 0, 0, count).is_err() {
            self.exhausted = true;
        }
        if self.exhausted {
            return Bit::Known(false);
        }
        let bit = self.decide(formula, path, choice, stack);
        self.known.insert((formula, path, choice, stack), bit);
        bit
    }

    fn decide(&mut self, formula: Formula, path: Path, choice: u32, stack: Stack) -> Bit {
        let formulas = self.formulas;
        match formulas.node(formula) {
            Node::Truth(truth) => Bit::Known(*truth),
            Node::Atom(atom) => self.atom(path, *atom),
            Node::Initial if path == 0 => self.initial(),
            Node::Initial => Bit::Known(false),
            Node::Terminal => self.terminal(path),
            Node::Does(action) => Bit::Known(*action == choice),
            Node::Legal(action) => self.legal_in(stack, path, *action),
            Node::Not(inner) => !self.bit(*inner, path, choice, stack),
            Node::And(list) => self.conjunction(list, path, choice, stack, true),
            Node::Or(list) => !self.conjunction(list, path, choice, stack, false),
            Node::Iff(a, b) => {
                let a = self.bit(*a, path, choice, stack);
                let b = self.bit(*b, path, choice, stack);
                self.circuit.same(a, b)
            }
            Node::Else(a, b) => self.otherwise(*a, *b, path, choice, stack),
            Node::Also(a, b) => self.also(*a, *b, path, choice, stack),
            Node::Exec(action, inner) => self.after(*action, *inner, path, stack),
            Node::Next(inner) => self.after(choice, *inner, path, stack),
            Node::Select(action, inner) => self.bit(*inner, path, *action, stack),
            Node::Strategy(strategy, inner) => {
                let stack = self.push(stack, *strategy);
                self.bit(*inner, path, choice, stack)
            }
        }
    }

    /// Encodes that all parts have this truth value. Parts that `does` decides come first, so
    /// that paths are added only where they matter.
    fn conjunction(
        &mut self,
        list: &[Formula],
        path: Path,
        choice: u32,
        stack: Stack,
        truth: bool,
    ) -> Bit {
        let formulas = self.formulas;
        for &part in list {
            let wrong = match formulas.node(part) {
                Node::Does(action) => (*action == choice) != truth,
                Node::Not(inner) => match formulas.node(*inner) {
                    Node::Does(action) => (*action == choice) == truth,
                    _ => false,
                },
                _ => false,
            };
            if wrong {
                return Bit::Known(false);
            }
        }
        let mut bits = Vec::with_capacity(list.len());
        for &part in list {
            let bit = self.bit(part, path, choice, stack);
            let bit = if truth { bit } else { !bit };
            if bit == Bit::Known(false) {
                return bit;
            }
            bits.push(bit);
        }
        self.circuit.and(bits)
    }

    /// Encodes `else` [ZT15, Eq. 2].
    fn otherwise(&mut self, a: Formula, b: Formula, path: Path, choice: u32, stack: Stack) -> Bit {
        let first = self.bit(a, path, choice, stack);
        if first == Bit::Known(true) {
            return first;
        }
        let second = self.bit(b, path, choice, stack);
        if second == Bit::Known(false) {
            return first;
        }
        let mut fallback = vec![second];
        for other in 0..self.actions {
            fallback.push(!self.bit(a, path, other, stack));
        }
        let fallback = self.circuit.and(fallback);
        self.circuit.or([first, fallback])
    }

    /// Encodes `also` [ZT15, Eq. 3].
    fn also(&mut self, a: Formula, b: Formula, path: Path, choice: u32, stack: Stack) -> Bit {
        let first = self.bit(a, path, choice, stack);
        if first == Bit::Known(false) {
            return first;
        }
        let second = self.bit(b, path, choice, stack);
        if second == Bit::Known(true) {
            return first;
        }
        let mut impossible = Vec::new();
        for other in 0..self.actions {
            let a = self.bit(a, path, other, stack);
            if a != Bit::Known(false) {
                let b = self.bit(b, path, other, stack);
                impossible.push(!self.circuit.and([a, b]));
            }
        }
        let impossible = self.circuit.and(impossible);
        let preferred = self.circuit.or([impossible, second]);
        self.circuit.and([first, preferred])
    }

    /// Encodes `[a]φ`: φ is true after the action, whatever is chosen next.
    fn after(&mut self, action: u32, inner: Formula, path: Path, stack: Stack) -> Bit {
        let next = self.successor(path, action);
        if self.formulas.facts(inner).statewise {
            return self.bit(inner, next, ANY, stack);
        }
        let bits: Vec<Bit> =
            (0..self.actions).map(|choice| self.bit(inner, next, choice, stack)).collect();
        self.circuit.and(bits)
    }
}
