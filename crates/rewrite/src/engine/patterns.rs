//! Sentences such as "four marks of mine in a line" as lists of masks: one for each assignment that
//! satisfies the stable part. Such a sentence is true if a mask is full, and a move can make it
//! true only through a mask that it changes.

use ludex_base::Bits;
use rustc_hash::FxHashSet;

use super::bits::with_width;
use super::compile::{CompileError, Compiler};
use super::eval::Evaluator;
use super::layout::Layout;
use super::shapes::Shape;
use crate::logic::{and, dnf_within, free_variables, nnf, prenex_within};
use crate::syntax::{Formula, Name};

/// A sentence saying that all elements of one of the masks are in a unary relation, or the negation
/// of one.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    pub relation: usize,
    pub negated: bool,
    /// The masks, one after the other.
    masks: Vec<u64>,
    /// For each element the masks that contain it.
    through: Vec<Vec<u32>>,
    /// The masks by shape, if there are few shapes and a set is one word: then testing all is
    /// fastest.
    shapes: Option<Vec<Shape>>,
}

/// The largest number of masks; a sentence with more is evaluated as a formula.
const MOST_MASKS: usize = 50_000;

impl Patterns {
    /// Returns the patterns of a sentence, if it has this form.
    pub fn of(
        sentence: &Formula,
        compiler: &mut Compiler,
    ) -> Result<Option<Patterns>, CompileError> {
        let plain = compiler.plain(sentence)?;
        Ok(match plain {
            Formula::Exists(..) | Formula::Or(_) => Patterns::positive(&plain, false, compiler),
            Formula::Forall(..) | Formula::And(_) => {
                let opposite = nnf(&Formula::Not(Box::new(plain)));
                Patterns::positive(&opposite, true, compiler)
            }
            _ => None,
        })
    }

    fn positive(formula: &Formula, negated: bool, compiler: &mut Compiler) -> Option<Patterns> {
        let prenex = prenex_within(formula, &compiler.budget).ok()?;
        let Formula::Exists(variables, matrix) = prenex else { return None };
        let (mut relation, mut found) = (None, MaskCollector::new(compiler.layout.width));
        for conjunction in dnf_within(&matrix, &compiler.budget).ok()? {
            let fluents = compiler.fluents.as_ref()?;
            let (changing, stable): (Vec<Formula>, Vec<Formula>) =
                conjunction.into_iter().partition(|literal| fluents.changes(literal));
            let mut marked: Vec<Name> = Vec::new();
            for literal in changing {
                let Formula::Relation(name, arguments) = literal else { return None };
                let number = compiler.layout.relation(&name)?;
                if arguments.len() != 1 || relation.is_some_and(|known| known != number) {
                    return None;
                }
                relation = Some(number);
                marked.push(arguments[0].clone());
            }
            // Variables that do not occur in this conjunction are unconstrained.
            let used = free_variables(&and(stable.clone()));
            let own: Vec<Name> = variables
                .iter()
                .filter(|v| used.contains(v) || marked.contains(v))
                .cloned()
                .collect();
            found.collect(&stable, &own, &marked, compiler)?;
        }
        let (relation, masks) = (relation?, found.masks);
        if masks.is_empty() || compiler.layout.places[relation].stable {
            return None;
        }
        let through = through(&masks, &compiler.layout);
        let width = compiler.layout.width;
        let shapes = if width == 1 { Shape::all(&masks, 1) } else { None };
        Some(Patterns { relation, negated, masks, through, shapes })
    }

    /// Returns whether a mask is full.
    fn full(&self, layout: &Layout, words: &[u64], mask: usize) -> bool {
        let (width, first) = (layout.width, layout.places[self.relation].rows);
        let mask = &self.masks[mask * width..(mask + 1) * width];
        mask.iter().zip(&words[first..]).all(|(mask, word)| mask & !word == 0)
    }

    /// Returns whether the sentence is true.
    pub fn truth(&self, layout: &Layout, words: &[u64]) -> bool {
        if let Some(shapes) = &self.shapes {
            return self.by_shapes(shapes, layout, words);
        }
        let count = self.masks.len() / layout.width;
        (0..count).any(|mask| self.full(layout, words, mask)) != self.negated
    }

    /// Returns whether a mask is full except for `missing` elements.
    pub fn nearly(&self, layout: &Layout, words: &[u64], missing: u32) -> bool {
        let words = &words[layout.places[self.relation].rows..];
        self.masks.chunks_exact(layout.width).any(|mask| {
            let parts = mask.iter().zip(words);
            parts.map(|(mask, word)| (mask & !word).count_ones()).sum::<u32>() <= missing
        })
    }

    fn by_shapes(&self, shapes: &[Shape], layout: &Layout, words: &[u64]) -> bool {
        let own = Bits::<1>::read(&words[layout.places[self.relation].rows..]);
        shapes.iter().any(|shape| !shape.full(own).is_empty()) != self.negated
    }

    /// Returns whether the sentence is true after an element was added to the relation, if no mask
    /// was full before.
    pub fn truth_through(&self, layout: &Layout, words: &[u64], element: u16) -> bool {
        if let Some(shapes) = &self.shapes {
            return self.by_shapes(shapes, layout, words);
        }
        let masks = &self.through[usize::from(element)];
        masks.iter().any(|&mask| self.full(layout, words, mask as usize)) != self.negated
    }
}

/// Distinct masks being collected.
struct MaskCollector {
    width: usize,
    masks: Vec<u64>,
    seen: FxHashSet<Vec<u64>>,
    visited: usize,
}

impl MaskCollector {
    fn new(width: usize) -> MaskCollector {
        MaskCollector { width, masks: Vec::new(), seen: FxHashSet::default(), visited: 0 }
    }

    /// Adds the masks of the marked variables over all assignments that satisfy the stable
    /// literals.
    fn collect(
        &mut self,
        stable: &[Formula],
        variables: &[Name],
        marked: &[Name],
        compiler: &mut Compiler,
    ) -> Option<()> {
        if variables.len() > super::node::SLOTS {
            return None;
        }
        let join = compiler.join(stable, variables, false).ok()?;
        let slots: Vec<usize> =
            marked.iter().map(|m| variables.iter().position(|v| v == m)).collect::<Option<_>>()?;
        let layout = &compiler.layout;
        let state = vec![0; layout.state_words];
        let complete = with_width!(layout.width, W => {
            let mut evaluator = Evaluator::<W>::new(layout.view(&state));
            // The work is bounded, too: most of it may yield no mask.
            evaluator.fuel = 100 * MOST_MASKS as u64;
            evaluator.join(&join, &mut |evaluator| {
                let mut mask = vec![0u64; W];
                for &slot in &slots {
                    let element = usize::from(evaluator.slots[slot]);
                    mask[element / 64] |= 1 << (element % 64);
                }
                self.add(mask)
            }) && evaluator.fuel > 0
        });
        complete.then_some(())
    }

    fn add(&mut self, mask: Vec<u64>) -> bool {
        debug_assert_eq!(mask.len(), self.width);
        self.visited += 1;
        if self.seen.insert(mask.clone()) {
            self.masks.extend(mask);
        }
        self.visited < MOST_MASKS
    }
}

fn through(masks: &[u64], layout: &Layout) -> Vec<Vec<u32>> {
    let mut through = vec![Vec::new(); layout.size];
    for (i, mask) in masks.chunks(layout.width).enumerate() {
        for (element, list) in through.iter_mut().enumerate() {
            if mask[element / 64] >> (element % 64) & 1 == 1 {
                list.push(i as u32);
            }
        }
    }
    through
}
