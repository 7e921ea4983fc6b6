//! The support of a sentence: the tuples that its truth depends on. Most moves change none of them,
//! and need not evaluate the sentence again: in chess a move cannot open the king to an attack
//! unless it moves the king, or a piece between it and a piece that attacks along the line.

use ludex_base::Bits;
use smallvec::SmallVec;

use super::eval::{Evaluator, parts};
use super::model::Words;
use super::node::{Kind, Node};

/// The truth of a sentence in a state, and the bits of the state that may change it.
pub(super) struct Support {
    pub truth: bool,
    /// The clear bits that may change it when they are set.
    on: Words,
    /// The set bits that may change it when they are cleared.
    off: Words,
}

impl Support {
    /// Returns whether setting or clearing a bit may change the truth.
    #[inline]
    pub fn contains(&self, word: usize, bit: u32, set: bool) -> bool {
        let words = if set { &self.on } else { &self.off };
        words[word] >> bit & 1 == 1
    }

    fn mark(&mut self, first: usize, bits: &[u64], are_set: bool) {
        let words = if are_set { &mut self.off } else { &mut self.on };
        words[first..].iter_mut().zip(bits).for_each(|(word, bits)| *word |= bits);
    }

    /// Marks all bits.
    fn mark_all(&mut self) {
        self.on.fill(!0);
        self.off.fill(!0);
    }
}

impl<const W: usize> Evaluator<'_, W> {
    /// Evaluates a sentence, and returns its support.
    pub(super) fn supported(&mut self, sentence: &Node, state_words: usize) -> Support {
        let none = SmallVec::from_elem(0, state_words);
        let mut support = Support { truth: self.truth(sentence), on: none.clone(), off: none };
        let truth = support.truth;
        self.support_formula(sentence, truth, &mut support);
        support
    }

    /// Marks the bits that support this truth value of a formula.
    fn support_formula(&mut self, node: &Node, truth: bool, support: &mut Support) {
        match &node.kind {
            Kind::Constant(_) | Kind::Equal(..) => {}
            Kind::Compare(..) | Kind::Path(_) | Kind::Fixpoint(_) => support.mark_all(),
            Kind::Growing(..) | Kind::Near(_) => support.mark_all(),
            Kind::Not(inner) => self.support_formula(inner, !truth, support),
            Kind::Atom(relation, arguments) => {
                let place = self.view.place(*relation);
                match arguments.split_last() {
                    _ if place.stable => {}
                    Some((&last, prefix)) => {
                        let first = place.rows + self.row_number(prefix) * W;
                        let bits = Bits::<W>::one(self.slots[usize::from(last)]);
                        support.mark(first, &bits.0, truth);
                    }
                    None => support.mark_all(),
                }
            }
            Kind::Set(number, slot) => {
                let element = Bits::one(self.slots[usize::from(*slot)]);
                self.support_set(*number, truth, element, support);
            }
            Kind::And(parts) => self.support_parts(parts, truth, true, support),
            Kind::Or(parts) => self.support_parts(parts, truth, false, support),
            Kind::Exists(slot, body, _) if truth => {
                let witness = self.set(body, *slot).pop();
                self.slots[usize::from(*slot)] = witness.unwrap_or(0) as u16;
                self.support_formula(body, true, support);
            }
            Kind::Exists(slot, body, _) => self.support_none(*slot, body, support),
        }
    }

    /// Marks the support of a conjunction (or, with `all` false, a disjunction): of all parts, or
    /// of the first that decides it.
    fn support_parts(&mut self, parts: &[Node], truth: bool, all: bool, support: &mut Support) {
        for part in parts {
            if truth == all || self.truth(part) == truth {
                self.support_formula(part, truth, support);
                if truth != all {
                    return;
                }
            }
        }
    }

    /// Marks the support of the fact that no element satisfies a body: for each element, a part
    /// that it fails. Stable parts cost nothing.
    fn support_none(&mut self, slot: u8, body: &Node, support: &mut Support) {
        let parts = parts(body);
        let mut left = self.view.full;
        let is_stable = |s: &Self, part: &Node| match &part.kind {
            Kind::Atom(relation, _) => s.view.place(*relation).stable,
            _ => false,
        };
        for part in parts {
            if is_stable(self, part) {
                left &= self.set(part, slot);
            }
        }
        for part in parts {
            if left.is_empty() {
                return;
            }
            if is_stable(self, part) {
                continue;
            }
            let mut fail = left & !self.narrowed(part, slot, left);
            left &= !fail;
            match &part.kind {
                Kind::Atom(relation, arguments) if arguments[..] == [slot] => {
                    support.mark(self.view.place(*relation).rows, &fail.0, false);
                }
                Kind::Set(number, _) => self.support_set(*number, false, fail, support),
                _ => {
                    while let Some(element) = fail.pop() {
                        self.slots[usize::from(slot)] = element as u16;
                        self.support_formula(part, false, support);
                    }
                }
            }
        }
    }

    /// Marks the support of some elements being in a set, or not.
    fn support_set(&mut self, number: u16, truth: bool, elements: Bits<W>, support: &mut Support) {
        let set = &self.view.sets[usize::from(number)];
        debug_assert!(set.next.is_empty(), "only levels of joins have such sets");
        // If an element is in one of the rows, that row suffices; if it is in none, all rows
        // matter. For "all rows", dually.
        let one_tells = truth == set.any;
        let mut left = elements;
        let stable_first =
            set.rows.iter().filter(|r| r.stable).chain(set.rows.iter().filter(|r| !r.stable));
        for row in stable_first {
            let bits = Bits::<W>::read(self.view.words(row.stable, row.first));
            let inside = if row.negated { left & !bits } else { left & bits };
            let tell = match (one_tells, truth) {
                (false, _) => left,
                (true, true) => inside,
                (true, false) => left & !inside,
            };
            if !row.stable {
                support.mark(row.first, &(tell & bits).0, true);
                support.mark(row.first, &(tell & !bits).0, false);
            }
            if one_tells {
                left &= !tell;
            }
        }
    }
}
