//! Disjunctive and conjunctive normal forms of positive Boolean combinations: quantified formulas
//! and literals are the atoms.

use ludex_base::{Budget, Ticker};
use rustc_hash::FxHashMap;

use super::build::not;
use crate::syntax::Formula;

/// The error that a normal form would be too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the normal form of the formula is too large")]
pub struct TooLarge;

/// The largest number of clauses of a normal form.
const MOST: usize = 4096;

/// Returns the disjunctive normal form: each inner list is a conjunction. Contradictions and
/// subsumed conjunctions are omitted. It counts as too large if the budget is used up before, as for
/// [`normal_form`].
pub(crate) fn dnf_within(
    formula: &Formula,
    budget: &Budget,
) -> Result<Vec<Vec<Formula>>, TooLarge> {
    normal_form(formula, true, budget)
}

/// Returns the disjunctive or the conjunctive normal form. It counts as too large if the budget is
/// used up before: whoever set the budget polls it to tell these apart.
pub(super) fn normal_form(
    formula: &Formula,
    disjunctive: bool,
    budget: &Budget,
) -> Result<Vec<Vec<Formula>>, TooLarge> {
    let mut atoms = Atoms {
        list: Vec::new(),
        negates: Vec::new(),
        numbers: FxHashMap::default(),
        ticker: Ticker::new(budget),
    };
    let clauses = atoms.clauses(formula, disjunctive)?;
    let texts = |c: Clause| c.atoms.iter().map(|&atom| atoms.list[atom as usize].clone()).collect();
    Ok(clauses.into_iter().map(texts).collect())
}

/// The atoms of a formula, numbered: clauses are compared often, and comparing numbers is fast.
struct Atoms<'b> {
    list: Vec<Formula>,
    /// For a negation the number of its operand.
    negates: Vec<Option<u32>>,
    numbers: FxHashMap<Formula, u32>,
    ticker: Ticker<'b>,
}

/// The numbers of atoms without duplicates, in the order of the text.
#[derive(Clone, Default)]
struct Clause {
    atoms: Vec<u32>,
    /// A signature: a bit for each atom, by its number modulo 64. A clause contains another only if
    /// its signature does.
    bits: u64,
}

impl Clause {
    fn insert(&mut self, atom: u32) {
        if !self.has(atom) {
            self.atoms.push(atom);
            self.bits |= 1 << (atom % 64);
        }
    }

    fn has(&self, atom: u32) -> bool {
        self.bits >> (atom % 64) & 1 == 1 && self.atoms.contains(&atom)
    }

    fn has_all(&self, other: &Clause) -> bool {
        other.bits & !self.bits == 0 && other.atoms.iter().all(|&atom| self.has(atom))
    }
}

impl Atoms<'_> {
    fn number(&mut self, atom: &Formula) -> u32 {
        if let Some(&number) = self.numbers.get(atom) {
            return number;
        }
        let negates = match atom {
            Formula::Not(_) => Some(self.number(&not(atom.clone()))),
            _ => None,
        };
        let number = self.list.len() as u32;
        self.list.push(atom.clone());
        self.negates.push(negates);
        self.numbers.insert(atom.clone(), number);
        number
    }

    /// Returns the normal form whose outer operator is `or` (if `disjunctive`) or `and`.
    fn clauses(&mut self, formula: &Formula, disjunctive: bool) -> Result<Vec<Clause>, TooLarge> {
        match (formula, disjunctive) {
            (Formula::True, true) | (Formula::False, false) => Ok(vec![Clause::default()]),
            (Formula::False, true) | (Formula::True, false) => Ok(Vec::new()),
            (Formula::Or(parts), true) | (Formula::And(parts), false) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.clauses(part, disjunctive)?);
                }
                self.simplified(all)
            }
            (Formula::And(parts), true) | (Formula::Or(parts), false) => {
                let mut product = vec![Clause::default()];
                for part in parts {
                    let factor = self.clauses(part, disjunctive)?;
                    product = self.times(&product, &factor)?;
                }
                Ok(product)
            }
            (atom, _) => {
                let mut clause = Clause::default();
                clause.insert(self.number(atom));
                Ok(vec![clause])
            }
        }
    }

    /// Joins every clause of one list with every clause of the other.
    fn times(&self, a: &[Clause], b: &[Clause]) -> Result<Vec<Clause>, TooLarge> {
        if a.len().saturating_mul(b.len()) > MOST {
            return Err(TooLarge);
        }
        let mut product = Vec::new();
        for left in a {
            for right in b {
                let mut clause = left.clone();
                right.atoms.iter().for_each(|&atom| clause.insert(atom));
                product.push(clause);
            }
        }
        self.simplified(product)
    }

    /// Removes clauses with an atom and its negation, and those that contain another clause.
    fn simplified(&self, clauses: Vec<Clause>) -> Result<Vec<Clause>, TooLarge> {
        if clauses.len() > MOST {
            return Err(TooLarge);
        }
        let opposed = |c: &Clause| {
            c.atoms.iter().any(|&atom| self.negates[atom as usize].is_some_and(|n| c.has(n)))
        };
        let clauses: Vec<Clause> = clauses.into_iter().filter(|c| !opposed(c)).collect();
        let subsumed = |i: usize| {
            let size = clauses[i].atoms.len();
            clauses.iter().enumerate().any(|(j, other)| {
                let smaller = other.atoms.len() < size || (other.atoms.len() == size && j < i);
                smaller && clauses[i].has_all(other)
            })
        };
        let mut keep = Vec::with_capacity(clauses.len());
        for i in 0..clauses.len() {
            self.ticker.tick().map_err(|_| TooLarge)?;
            keep.push(!subsumed(i));
        }
        Ok(clauses.into_iter().zip(keep).filter_map(|(c, keep)| keep.then_some(c)).collect())
    }
}
