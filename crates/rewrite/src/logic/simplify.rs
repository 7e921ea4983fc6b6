//! Irredundant normal forms: a SAT solver finds the literals and clauses that the others imply.

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use rustc_hash::FxHashMap;

use super::build::{and, not, or};
use super::clauses::{TooLarge, cnf, dnf};
use crate::syntax::Formula;

/// The largest number of literals of a form that is simplified.
const MOST: usize = 2_000;

/// Returns the disjunctive normal form of a formula in negation normal form, in which no literal
/// and no conjunction is redundant. Quantified parts count as atoms.
pub fn simple_dnf(formula: &Formula) -> Result<Formula, TooLarge> {
    Ok(or(irredundant(dnf(formula)?).into_iter().map(and)))
}

/// Returns the conjunctive normal form, in which no literal and no disjunction is redundant.
pub fn simple_cnf(formula: &Formula) -> Result<Formula, TooLarge> {
    Ok(and(irredundant(cnf(formula)?).into_iter().map(or)))
}

/// Removes redundant literals and clauses. The clauses are conjunctions of a disjunction; for the
/// dual form every literal would be negated throughout, with the same result.
fn irredundant(mut clauses: Vec<Vec<Formula>>) -> Vec<Vec<Formula>> {
    if clauses.iter().map(Vec::len).sum::<usize>() > MOST {
        return clauses;
    }
    for i in 0..clauses.len() {
        for literal in clauses[i].clone().iter().rev() {
            let shorter: Vec<Formula> =
                clauses[i].iter().filter(|other| *other != literal).cloned().collect();
            if implied(&shorter, clauses.iter()) {
                clauses[i] = shorter;
            }
        }
    }
    for i in (0..clauses.len()).rev() {
        let others = clauses.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, clause)| clause);
        if implied(&clauses[i], others) {
            clauses.remove(i);
        }
    }
    clauses
}

/// Returns whether a conjunction implies the disjunction of others: if all of them are false it
/// cannot be true.
fn implied<'a>(conjunction: &[Formula], others: impl Iterator<Item = &'a Vec<Formula>>) -> bool {
    let mut solver = BasicSolver::default();
    let mut atoms: FxHashMap<Formula, Lit> = FxHashMap::default();
    let mut literal = |formula: &Formula, solver: &mut BasicSolver| {
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
    solver.solve_limited(&assumed) == lbool::FALSE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::parse_formula;
    use crate::logic::nnf;

    #[test]
    fn nothing_redundant_is_left() {
        for (text, dnf, cnf) in [
            ("P(x) and Q(x) or P(x) and not Q(x)", "P(x)", "P(x)"),
            (
                "P(x) and Q(x) or not P(x) and S(x) or Q(x) and S(x)",
                "P(x) and Q(x) or not P(x) and S(x)",
                "(P(x) or S(x)) and (Q(x) or not P(x))",
            ),
            ("P(x) or not P(x)", "true", "true"),
            ("P(x) and (not P(x) or Q(x))", "P(x) and Q(x)", "P(x) and Q(x)"),
            ("(P(x) or Q(x)) and (P(x) or not Q(x)) and not P(x)", "false", "false"),
        ] {
            let formula = nnf(&parse_formula(text).unwrap());
            let same = |form: Formula, expected: &str| {
                let expected = parse_formula(expected).unwrap();
                let parts = |f: Formula| match f {
                    Formula::And(parts) | Formula::Or(parts) => parts.len(),
                    _ => 1,
                };
                assert_eq!(parts(form.clone()), parts(expected), "{text}: {form}");
            };
            same(simple_dnf(&formula).unwrap(), dnf);
            same(simple_cnf(&formula).unwrap(), cnf);
        }
    }
}
