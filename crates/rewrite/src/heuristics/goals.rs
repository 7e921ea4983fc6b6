//! Heuristics from existential formulas \[KS11\]: the number of steps made towards a goal.

use ludex_base::Budget;

use super::prepare::prepared;
use crate::Rational;
use crate::logic::{Fluents, TooLarge, and, map_truths, tnf_within};
use crate::syntax::{Description, Formula, Term};

/// Returns the payoff of a player in a location with every goal in it replaced by a count of the
/// steps made towards it, each worth `1/alpha` times the one before. It counts as too large if the
/// budget is used up before: whoever set the budget polls it to tell these apart.
pub fn goal_heuristic(
    description: &Description,
    location: usize,
    player: usize,
    alpha: &Rational,
    budget: &Budget,
) -> Result<Term, TooLarge> {
    let fluents = Fluents::of(description);
    let payoff = &description.locations[location].payoffs[player];
    map_truths(payoff, &mut |goal| {
        let goal = prepared(goal, description, &fluents, budget).map_err(|_| TooLarge)?;
        Ok(steps(&tnf_within(&goal, &fluents, budget)?, alpha))
    })
}

/// Returns the heuristic of a goal in type normal form.
fn steps(goal: &Formula, alpha: &Rational) -> Term {
    match goal {
        Formula::And(parts) | Formula::Or(parts) => {
            sum(parts.iter().map(|part| steps(part, alpha)).collect())
        }
        Formula::Exists(variables, body) => {
            let parts = match &**body {
                Formula::And(parts) => parts.clone(),
                body => vec![body.clone()],
            };
            let (next, guard): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|part| matches!(part, Formula::Exists(..)));
            let depth = next.iter().map(nesting).max().unwrap_or(0);
            let mut terms = vec![Term::Number(alpha.power(depth))];
            terms.extend(next.iter().map(|part| steps(part, alpha)));
            Term::Sum(variables.clone(), Box::new(and(guard)), Box::new(sum(terms)))
        }
        other => Term::Truth(Box::new(other.clone())),
    }
}

fn sum(mut terms: Vec<Term>) -> Term {
    if terms.len() == 1 { terms.remove(0) } else { Term::Add(terms) }
}

/// Returns the nesting depth of existential quantifiers.
fn nesting(formula: &Formula) -> u32 {
    match formula {
        Formula::Exists(variables, body) => variables.len() as u32 + nesting(body),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().map(nesting).max().unwrap_or(0),
        _ => 0,
    }
}
