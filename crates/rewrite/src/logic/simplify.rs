//! Irredundant normal forms: a SAT solver finds the literals and clauses that the others imply.

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};
use ludex_base::{Budget, Ticker};
use rustc_hash::FxHashMap;

use super::build::{and, not, or};
use super::clauses::{TooLarge, normal_form};
use crate::syntax::Formula;

/// The largest number of literals of a form that is simplified.
const MOST: usize = 2_000;

/// Returns the disjunctive normal form of a formula in negation normal form, in which no literal
/// and no conjunction is redundant. Quantified parts count as atoms. It counts as too large if the
/// budget is used up before: whoever set the budget polls it to tell these apart.
pub fn simple_dnf(formula: &Formula, budget: &Budget) -> Result<Formula, TooLarge> {
    Ok(or(irredundant(normal_form(formula, true, budget)?, budget)?.into_iter().map(and)))
}

/// Returns the conjunctive normal form, in which no literal and no disjunction is redundant, as
/// [`simple_dnf`] does.
pub fn simple_cnf(formula: &Formula, budget: &Budget) -> Result<Formula, TooLarge> {
    Ok(and(irredundant(normal_form(formula, false, budget)?, budget)?.into_iter().map(or)))
}

/// Removes redundant literals and clauses. The clauses are conjunctions of a disjunction; for the
/// dual form every literal would be negated throughout, with the same result.
fn irredundant(
    mut clauses: Vec<Vec<Formula>>,
    budget: &Budget,
) -> Result<Vec<Vec<Formula>>, TooLarge> {
    if clauses.iter().map(Vec::len).sum::<usize>() > MOST {
        return Ok(clauses);
    }
    for i in 0..clauses.len() {
        for literal in clauses[i].clone().iter().rev() {
            let shorter: Vec<Formula> =
                clauses[i].iter().filter(|other| *other != literal).cloned().collect();
            if implied(&shorter, clauses.iter(), budget)? {
                clauses[i] = shorter;
            }
        }
    }
    for i in (0..clauses.len()).rev() {
        let others = clauses.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, clause)| clause);
        if implied(&clauses[i], others, budget)? {
            clauses.remove(i);
        }
    }
    Ok(clauses)
}

/// Stops a solver when a budget is used up.
struct Within<'b>(Ticker<'b>);

impl Callbacks for Within<'_> {
    fn stop(&self) -> bool {
        self.0.tick().is_err()
    }
}

/// Returns whether a conjunction implies the disjunction of others: if all of them are false it
/// cannot be true.
fn implied<'a>(
    conjunction: &[Formula],
    others: impl Iterator<Item = &'a Vec<Formula>>,
    budget: &Budget,
) -> Result<bool, TooLarge> {
    budget.poll().map_err(|_| TooLarge)?;
    let mut solver = Solver::new(SolverOpts::default(), Within(Ticker::new(budget)));
    let mut atoms: FxHashMap<Formula, Lit> = FxHashMap::default();
    let mut literal = |formula: &Formula, solver: &mut Solver<Within>| {
        let negated = matches!(formula, Formula::Not(_));
        let atom = if negated { not(formula.clone()) } else { formula.clone() };
        let new = || Lit::new(solver.new_var_default(), true);
        let atom = *atoms.entry(atom).or_insert_with(new);
        if negated { !atom } else { atom }
    };
    let mut clause = Vec::new();
    for other in others {
        clause.clear();
        clause.extend(other.iter().map(|formula| !literal(formula, &mut solver)));
        solver.add_clause_reuse(&mut clause);
    }
    let assumed: Vec<Lit> = conjunction.iter().map(|f| literal(f, &mut solver)).collect();
    match solver.solve_limited(&assumed) {
        result if result == lbool::FALSE => Ok(true),
        result if result == lbool::TRUE => Ok(false),
        _ => Err(TooLarge),
    }
}
