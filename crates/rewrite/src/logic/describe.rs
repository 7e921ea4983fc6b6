//! Existential descriptions of stable relations, found greedily by hit rank \[KS11\].
//!
//! A relation such as "the last row" (`not ex y C(x, y)`) is universal, and says nothing about how
//! far a pawn is from it. An equivalent existential one, `ex y1, y2 (C(y1, x) and C(y2, y1))`,
//! does.

use std::collections::BTreeSet;

use ludex_base::{Budget, Stopped};

use super::build::{and, exists, or};
use super::fluents::Fluents;
use super::variables::free_variables;
use crate::Rational;
use crate::engine::bits::with_width;
use crate::engine::compile::Compiler;
use crate::engine::eval::Evaluator;
use crate::engine::layout::Layout;
use crate::structure::tuples;
use crate::syntax::{Description, Formula, Name};

/// An existential description and the hit ranks of its search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// The description: a disjunction of existential conjunctions of stable literals.
    pub formula: Formula,
    /// The hit ranks of the splits, in the order they were made.
    pub ranks: Vec<Rational>,
}

/// The largest number of splits that are tried.
const MOST_SPLITS: usize = 300;
/// The largest number of tuples of free variables that are considered.
const MOST_TUPLES: u128 = 1 << 16;

/// A conjunction of literals under construction.
#[derive(Clone)]
struct Conjunction {
    literals: Vec<Formula>,
    /// The number of its variables beyond the free ones: `y1`, `y2`, ….
    bound: usize,
    satisfied: BTreeSet<usize>,
    best: Option<Box<Split>>,
}

/// A literal to split a conjunction by, with both results.
#[derive(Clone)]
struct Split {
    rank: Rational,
    halves: [Conjunction; 2],
}

/// Describes a formula without fluents on the starting structure by stable relations, with at most
/// `most_literals` literals in a conjunction. Returns `None` if the greedy search finds no
/// description. Fails if the budget is used up before.
pub fn describe(
    formula: &Formula,
    description: &Description,
    fluents: &Fluents,
    most_literals: usize,
    budget: &Budget,
) -> Result<Option<Described>, Stopped> {
    let search = Search::new(description, fluents, free_variables(formula), budget);
    let described = search.and_then(|search| search.describe(formula, most_literals));
    // A search that is stopped finds nothing, or something wrong.
    budget.poll()?;
    Ok(described)
}

/// Returns the conjunction to split: the one with the best split, and among those the one with the
/// fewest literals.
fn next(list: &[Conjunction], goal: &BTreeSet<usize>) -> Option<usize> {
    let open = (0..list.len()).filter(|&i| !list[i].satisfied.is_subset(goal));
    let rated = open.filter_map(|i| list[i].best.as_ref().map(|split| (i, split)));
    rated
        .min_by(|(i, a), (j, b)| {
            let fewer = list[*i].literals.len().cmp(&list[*j].literals.len());
            b.rank.cmp(&a.rank).then(fewer)
        })
        .map(|(i, _)| i)
}

fn covers(found: &[&Conjunction], goal: &BTreeSet<usize>) -> bool {
    goal.iter().all(|tuple| found.iter().any(|c| c.satisfied.contains(tuple)))
}

/// Removes the conjunctions that the others make redundant.
fn irredundant<'c>(
    mut found: Vec<&'c Conjunction>,
    goal: &BTreeSet<usize>,
) -> Vec<&'c Conjunction> {
    let mut i = 0;
    while i < found.len() {
        let candidate = found.remove(i);
        if !covers(&found, goal) {
            found.insert(i, candidate);
            i += 1;
        }
    }
    found
}

struct Search<'d> {
    compiler: Compiler<'d>,
    state: Vec<u64>,
    /// The free variables.
    variables: Vec<Name>,
    /// The stable relations, by name.
    relations: Vec<(Name, usize)>,
    /// The names in the formula, which bound variables must not have.
    taken: Vec<Name>,
    budget: &'d Budget,
}

impl<'d> Search<'d> {
    fn new(
        description: &'d Description,
        fluents: &Fluents,
        variables: Vec<Name>,
        budget: &'d Budget,
    ) -> Option<Search<'d>> {
        let model = &description.model;
        if (model.size() as u128).saturating_pow(variables.len() as u32) > MOST_TUPLES {
            return None;
        }
        let all = model.relations.iter().map(|(name, r)| (name.clone(), r.arity));
        let mut layout = Layout::new(all.clone(), model.size(), |_| true).ok()?;
        let state = layout.pack(model);
        let relations = all.filter(|(name, _)| !fluents.contains(name)).collect();
        let compiler = Compiler::new(description, layout, None).within(budget);
        let taken = variables.clone();
        Some(Search { compiler, state, variables, relations, taken, budget })
    }

    /// Splits conjunctions until those inside the goal cover it.
    fn describe(mut self, formula: &Formula, most_literals: usize) -> Option<Described> {
        let goal = self.satisfying(formula)?;
        let mut list = vec![self.conjunction(Vec::new(), 0)?];
        let mut ranks = Vec::new();
        loop {
            let inside = |c: &&Conjunction| c.satisfied.is_subset(&goal) && !c.satisfied.is_empty();
            let found: Vec<&Conjunction> = list.iter().filter(inside).collect();
            if covers(&found, &goal) {
                let formula = self.formula(irredundant(found, &goal));
                return Some(Described { formula, ranks });
            }
            if ranks.len() == MOST_SPLITS {
                return None;
            }
            for conjunction in &mut list {
                let open = !conjunction.satisfied.is_subset(&goal);
                if open && conjunction.best.is_none() {
                    conjunction.best = self.best_split(conjunction, &goal).map(Box::new);
                }
            }
            let chosen = next(&list, &goal)?;
            let split = list[chosen].best.clone()?;
            if split.halves[0].literals.len() > most_literals {
                return None;
            }
            ranks.push(split.rank.clone());
            list.splice(chosen..=chosen, split.halves);
        }
    }

    /// Returns the tuples of the free variables that satisfy a formula, by number.
    fn satisfying(&mut self, formula: &Formula) -> Option<BTreeSet<usize>> {
        let node = self.compiler.formula(formula, &self.variables).ok()?;
        let layout = &self.compiler.layout;
        let (size, arity) = (layout.size, self.variables.len());
        let mut found = BTreeSet::new();
        with_width!(layout.width, W => {
            let mut evaluator = Evaluator::<W>::new(layout.view(&self.state));
            evaluator.budget = Some(self.budget);
            if arity == 0 {
                return Some(evaluator.truth(&node).then_some(0).into_iter().collect());
            }
            for (row, prefix) in tuples(size, arity - 1).enumerate() {
                for (slot, &element) in prefix.iter().enumerate() {
                    evaluator.slots[slot] = element as u16;
                }
                let mut set = evaluator.set(&node, (arity - 1) as u8);
                while let Some(last) = set.pop() {
                    found.insert(row * size + last as usize);
                }
            }
        });
        Some(found)
    }

    /// Returns the name of the i-th bound variable, from 1.
    fn bound(&self, i: usize) -> Name {
        let name: Name = format!("y{i}").into();
        super::variables::fresh(&name, &|n| self.taken.contains(n))
    }

    fn conjunction(&mut self, literals: Vec<Formula>, bound: usize) -> Option<Conjunction> {
        let names: Vec<Name> = (1..=bound).map(|i| self.bound(i)).collect();
        let body = nested(&literals, &names);
        let satisfied = self.satisfying(&body)?;
        Some(Conjunction { literals, bound, satisfied, best: None })
    }

    /// Returns the best split of a conjunction, over all stable relations and all arguments among
    /// its variables and a fresh one, at least one of them not fresh.
    fn best_split(&mut self, from: &Conjunction, goal: &BTreeSet<usize>) -> Option<Split> {
        let mut names = self.variables.clone();
        names.extend((1..=from.bound + 1).map(|i| self.bound(i)));
        let fresh = names.len() - 1;
        let mut best: Option<Split> = None;
        for (name, arity) in self.relations.clone() {
            for tuple in tuples(names.len(), arity) {
                let uses_fresh = tuple.contains(&fresh);
                if arity == 0 || tuple.iter().all(|&i| i == fresh) {
                    continue;
                }
                self.budget.poll().ok()?;
                let arguments = tuple.iter().map(|&i| names[i].clone()).collect();
                let atom = Formula::Relation(name.clone(), arguments);
                if from.literals.iter().any(|l| *l == atom || *l == super::build::not(atom.clone()))
                {
                    continue;
                }
                let bound = from.bound + usize::from(uses_fresh);
                let half = |search: &mut Self, literal: Formula| {
                    let mut literals = from.literals.clone();
                    literals.push(literal);
                    search.conjunction(literals, bound)
                };
                let halves = [half(self, atom.clone())?, half(self, super::build::not(atom))?];
                let rank = halves.iter().map(|half| hit_rank(half, goal)).max()?;
                if best.as_ref().is_none_or(|split| rank > split.rank) {
                    best = Some(Split { rank, halves });
                }
            }
        }
        best
    }

    /// Returns the disjunction of the conjunctions, each `ex y1 (ex y2 (…))`.
    fn formula(&self, found: Vec<&Conjunction>) -> Formula {
        or(found.into_iter().map(|c| {
            let names = (1..=c.bound).map(|i| self.bound(i)).rev();
            names.fold(and(c.literals.clone()), |body, name| exists(vec![name], body))
        }))
    }
}

/// Returns the conjunction with each bound variable quantified around the literals it occurs in,
/// the last one innermost. This is fast to evaluate, as each variable is connected to earlier ones.
fn nested(literals: &[Formula], names: &[Name]) -> Formula {
    let mut parts = literals.to_vec();
    for name in names.iter().rev() {
        let (inside, mut outside): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| super::variables::is_free(name, part));
        outside.push(exists(vec![name.clone()], and(inside)));
        parts = outside;
    }
    and(parts)
}

/// Returns the fraction of the tuples of a conjunction that are in the goal.
fn hit_rank(conjunction: &Conjunction, goal: &BTreeSet<usize>) -> Rational {
    let all = conjunction.satisfied.len();
    let hits = conjunction.satisfied.intersection(goal).count();
    if all == 0 { Rational::ZERO } else { Rational::new(hits as i64, all as i64) }
}
