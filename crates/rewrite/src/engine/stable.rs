//! Evaluates once what never changes: small stable parts of conditions become relations, and so do
//! binary conditions that larger parts imply.

use smallvec::SmallVec;

use super::bits::with_width;
use super::compile::{Compiler, Result};
use super::eval::Evaluator;
use super::node::Node;
use crate::logic::{Fluents, and, free_variables, or, tnf_within};
use crate::syntax::{Formula, Name};

/// The largest universe for which parts of stable formulas become relations, too.
const MOST_PARTED: usize = 512;
/// The largest number of variables of a stable formula that is projected to pairs.
const MOST_PAIRED: usize = 6;
/// The number of elements that may be tried to evaluate an implied relation, which is optional.
const IMPLIED_FUEL: u64 = 1_000_000;

impl Compiler<'_> {
    /// Returns whether a formula is stable, and in at most two variables.
    pub(super) fn may_be_relation(&self, formula: &Formula) -> bool {
        let stable = self.fluents.as_ref().is_some_and(|fluents| !fluents.changes(formula));
        stable && free_variables(formula).len() <= 2
    }

    /// Compiles a subformula without fluents in at most two variables as a relation of its own.
    pub(super) fn stable_node(&mut self, formula: &Formula) -> Result<Option<Node>> {
        let Some((relation, variables)) = self.stable_relation(formula)? else { return Ok(None) };
        let slots: SmallVec<[u8; 4]> = variables.iter().map(|x| self.slot(x)).collect();
        Ok(Some(match slots.is_empty() {
            true => Node::constant(self.layout.is_true(relation)),
            false => Node::atom(relation, slots),
        }))
    }

    /// Returns those of the implied formulas that are cheap to evaluate.
    pub(super) fn cheap_implied(&mut self, implied: Vec<Formula>) -> Result<Vec<Formula>> {
        let mut worth = Vec::new();
        for formula in implied {
            let literal = matches!(formula, Formula::Relation(..) | Formula::Equal(..));
            if literal || self.stable_relation_within(&formula, IMPLIED_FUEL)?.is_some() {
                worth.push(formula);
            }
        }
        Ok(worth)
    }

    /// Returns the relation of a stable formula, if trying `fuel` elements is enough to evaluate
    /// it.
    pub(super) fn stable_relation_within(
        &mut self,
        formula: &Formula,
        fuel: u64,
    ) -> Result<Option<(u16, Vec<Name>)>> {
        let before = self.fuel;
        self.fuel = before.min(fuel);
        let known = self.stable_relation(formula);
        self.fuel = before;
        known
    }

    /// Evaluates a stable subformula as a new stable relation. Returns `None` if that takes too
    /// long.
    pub(super) fn evaluate_stable(
        &mut self,
        formula: Formula,
        variables: Vec<Name>,
    ) -> Result<Option<u16>> {
        let scope = std::mem::replace(&mut self.scope, variables.clone());
        // In a large universe, relations for its parts would take too much memory.
        let fluents = match self.layout.size <= MOST_PARTED {
            true => self.fluents.clone(),
            false => self.fluents.take(),
        };
        let node = self.plain_node(&formula);
        self.fluents = fluents;
        self.scope = scope;
        let (node, arity) = (node?, variables.len());
        let size = self.layout.size;
        let (tuples, left): (Vec<Vec<usize>>, u64) = with_width!(self.layout.width, W => {
            let no_state = vec![0; self.layout.state_words];
            let mut evaluator = Evaluator::<W>::new(self.layout.view(&no_state));
            evaluator.fuel = self.fuel;
            evaluator.budget = Some(&self.budget);
            let mut tuples = Vec::new();
            match arity {
                0 if evaluator.truth(&node) => tuples.push(Vec::new()),
                0 => {}
                1 => {
                    let mut set = evaluator.set(&node, 0);
                    while let Some(x) = set.pop() {
                        tuples.push(vec![x as usize]);
                    }
                }
                _ => for x in 0..size {
                    evaluator.slots[0] = x as u16;
                    let mut set = evaluator.set(&node, 1);
                    while let Some(y) = set.pop() {
                        tuples.push(vec![x, y as usize]);
                    }
                    evaluator.slots[0] = x as u16;
                }
            }
            (tuples, evaluator.fuel)
        });
        self.budget.poll()?;
        if self.fuel != u64::MAX {
            self.fuel = left;
        }
        if left == 0 {
            return Ok(None);
        }
        let number =
            self.layout.reserve(format!("${}", self.layout.names.len()).into(), arity, true)?;
        for tuple in &tuples {
            self.layout.set_stable(number, tuple);
        }
        self.known.insert(formula, number as u16);
        Ok(Some(number as u16))
    }

    /// Returns the projections of a stable formula in more than two variables to each pair of them.
    /// They are implied, and can be tested when only two slots are set: with `a` and `b` on a line
    /// few elements are left for `c`.
    pub(super) fn pairs(&self, formula: &Formula) -> Vec<Formula> {
        let variables = free_variables(formula);
        let Some(fluents) = &self.fluents else { return Vec::new() };
        let few = (3..=MOST_PAIRED).contains(&variables.len()) && self.layout.size <= MOST_PARTED;
        if !few || fluents.changes(formula) || matches!(formula, Formula::Not(_)) {
            return Vec::new();
        }
        let mut pairs = Vec::new();
        for (i, x) in variables.iter().enumerate() {
            for y in &variables[i + 1..] {
                let others = variables.iter().filter(|v| *v != x && *v != y).cloned().collect();
                let whole = Formula::Exists(others, Box::new(formula.clone()));
                pairs.extend(tnf_within(&whole, fluents, &self.budget).ok());
            }
        }
        pairs
    }

    /// Returns the stable consequence of a formula that changes, if it is not trivial: a rook's
    /// move is along a line, whatever stands there.
    pub(super) fn stable_consequence(&self, formula: &Formula) -> Option<Formula> {
        if !matches!(formula, Formula::And(_) | Formula::Or(_)) {
            return None;
        }
        let fluents = self.fluents.as_ref().filter(|fluents| fluents.changes(formula))?;
        let consequence = without_fluents(formula, fluents);
        let binary = free_variables(&consequence).len() == 2 && self.layout.size <= MOST_PARTED;
        binary.then_some(consequence)
    }
}

/// Replaces the fluent literals of a formula in negation normal form by true.
fn without_fluents(formula: &Formula, fluents: &Fluents) -> Formula {
    let again = |f: &Formula| without_fluents(f, fluents);
    let quantified = |body: Formula, quantify: &dyn Fn(Box<Formula>) -> Formula| match body {
        Formula::True => Formula::True,
        body => quantify(Box::new(body)),
    };
    match formula {
        Formula::And(parts) => and(parts.iter().map(again)),
        Formula::Or(parts) => or(parts.iter().map(again)),
        Formula::Exists(x, body) => quantified(again(body), &|b| Formula::Exists(x.clone(), b)),
        Formula::Forall(x, body) => quantified(again(body), &|b| Formula::Forall(x.clone(), b)),
        literal if fluents.changes(literal) => Formula::True,
        literal => literal.clone(),
    }
}
