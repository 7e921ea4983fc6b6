//! Prepares goals: expands definitions, and describes stable universal parts existentially.

use ludex_base::{Budget, Stopped, Ticker};

use crate::logic::{Fluents, and, describe, exists, expand, nnf_within, or};
use crate::syntax::{Description, Formula};

/// The largest number of literals of an existential description.
pub(crate) const MOST_LITERALS: usize = 10;

/// Returns a goal in negation normal form, with its fluent and quantifier-free definitions
/// expanded, and its stable universal parts replaced by existential descriptions if there are some.
/// Fails if the budget is used up before.
pub(crate) fn prepared(
    goal: &Formula,
    description: &Description,
    fluents: &Fluents,
    budget: &Budget,
) -> Result<Formula, Stopped> {
    let goal = nnf_within(&expand(goal, description, fluents, budget)?, budget)?;
    Preparation { description, fluents, budget, ticker: Ticker::new(budget) }.existential(&goal)
}

struct Preparation<'d> {
    description: &'d Description,
    fluents: &'d Fluents,
    budget: &'d Budget,
    ticker: Ticker<'d>,
}

impl Preparation<'_> {
    fn existential(&self, formula: &Formula) -> Result<Formula, Stopped> {
        let all = |parts: &[Formula]| {
            parts.iter().map(|part| self.existential(part)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match formula {
            Formula::And(parts) => and(all(parts)?),
            Formula::Or(parts) => or(all(parts)?),
            Formula::Exists(variables, body) => exists(variables.clone(), self.existential(body)?),
            formula if !self.fluents.changes(formula) && self.is_universal(formula)? => {
                let (description, fluents) = (self.description, self.fluents);
                match describe(formula, description, fluents, MOST_LITERALS, self.budget)? {
                    Some(described) => described.formula,
                    None => formula.clone(),
                }
            }
            formula => formula.clone(),
        })
    }

    /// Returns whether a part of a goal is universal: by its quantifier, or by that of its
    /// definition.
    fn is_universal(&self, formula: &Formula) -> Result<bool, Stopped> {
        let (name, positive) = match formula {
            Formula::Forall(..) => return Ok(true),
            Formula::Relation(name, _) => (name, true),
            Formula::Not(body) => match &**body {
                Formula::Relation(name, _) => (name, false),
                _ => return Ok(false),
            },
            _ => return Ok(false),
        };
        let definition = self.description.definition(name).filter(|d| !d.is_recursive());
        let Some(definition) = definition else { return Ok(false) };
        let body = match positive {
            true => nnf_within(&definition.body, self.budget)?,
            false => nnf_within(&Formula::Not(Box::new(definition.body.clone())), self.budget)?,
        };
        self.has_universal(&body)
    }

    /// Returns whether a formula in negation normal form has a universal part.
    fn has_universal(&self, formula: &Formula) -> Result<bool, Stopped> {
        self.ticker.tick()?;
        match formula {
            Formula::And(parts) | Formula::Or(parts) => {
                for part in parts {
                    if self.has_universal(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Formula::Exists(_, body) => self.has_universal(body),
            formula => self.is_universal(formula),
        }
    }
}
