//! Negation normal form: negations stand before atoms only.

use ludex_base::{Budget, Stopped, Ticker};

use super::build::{and, exists, forall, or};
use crate::syntax::{Comparison, Formula};

/// Returns the negation normal form.
///
/// ```
/// # use ludex_rewrite::{nnf, parse_formula};
/// let formula = parse_formula("not ex x (P(x) and all y (R(x, y) -> Q(y)))").unwrap();
/// assert_eq!(nnf(&formula).to_string(), "all x (not P(x) or ex y (R(x, y) and not Q(y)))");
/// ```
pub fn nnf(formula: &Formula) -> Formula {
    nnf_within(formula, &Budget::default()).expect("there is no limit")
}

/// Returns the negation normal form, unless the budget is used up before.
pub(crate) fn nnf_within(formula: &Formula, budget: &Budget) -> Result<Formula, Stopped> {
    signed(formula, true, &Ticker::new(budget))
}

fn signed(formula: &Formula, positive: bool, ticker: &Ticker<'_>) -> Result<Formula, Stopped> {
    ticker.tick()?;
    let inner = |f: &Formula| signed(f, positive, ticker);
    let all = |parts: &[Formula]| parts.iter().map(inner).collect::<Result<Vec<_>, _>>();
    Ok(match (formula, positive) {
        (Formula::True, _) => {
            if positive {
                Formula::True
            } else {
                Formula::False
            }
        }
        (Formula::False, _) => {
            if positive {
                Formula::False
            } else {
                Formula::True
            }
        }
        (Formula::Not(body), _) => signed(body, !positive, ticker)?,
        (Formula::And(parts), true) | (Formula::Or(parts), false) => and(all(parts)?),
        (Formula::Or(parts), true) | (Formula::And(parts), false) => or(all(parts)?),
        (Formula::Exists(x, body), true) | (Formula::Forall(x, body), false) => {
            exists(x.clone(), inner(body)?)
        }
        (Formula::Forall(x, body), true) | (Formula::Exists(x, body), false) => {
            forall(x.clone(), inner(body)?)
        }
        // The order of numbers is total.
        (Formula::Compare(Comparison::Less, a, b), false) => {
            Formula::Compare(Comparison::AtMost, b.clone(), a.clone())
        }
        (Formula::Compare(Comparison::AtMost, a, b), false) => {
            Formula::Compare(Comparison::Less, b.clone(), a.clone())
        }
        (literal, true) => literal.clone(),
        (literal, false) => Formula::Not(Box::new(literal.clone())),
    })
}
