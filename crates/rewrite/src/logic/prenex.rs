//! Prenex normal form: all quantifiers in front.

use ludex_base::Budget;

use super::build::{and, exists, forall, or};
use super::clauses::TooLarge;
use super::negation::nnf_within;
use super::variables::{free_variables, fresh, substitute};
use crate::syntax::{Formula, Name};

/// Returns the prenex normal form, with distinct bound variables. It is equivalent in every
/// structure that has elements.
pub fn prenex(formula: &Formula) -> Formula {
    let formula_of = prenex_within(formula, &Budget::default());
    formula_of.expect("without a limit nothing is too large")
}

/// Returns the prenex normal form. It counts as too large if the budget is used up before: whoever
/// set the budget polls it to tell these apart.
pub(crate) fn prenex_within(formula: &Formula, budget: &Budget) -> Result<Formula, TooLarge> {
    let formula = nnf_within(formula, budget).map_err(|_| TooLarge)?;
    let taken = free_variables(&formula);
    let mut pulled = Pulled { prefix: Vec::new(), taken, budget };
    let matrix = pulled.pull(&formula)?;
    let blocks = pulled.prefix.into_iter().rev();
    Ok(blocks.fold(matrix, |body, (existential, variables)| match existential {
        true => exists(variables, body),
        false => forall(variables, body),
    }))
}

/// The quantifiers pulled to the front so far.
struct Pulled<'b> {
    prefix: Vec<(bool, Vec<Name>)>,
    taken: Vec<Name>,
    budget: &'b Budget,
}

impl Pulled<'_> {
    /// Collects the quantifiers from left to right, and merges adjacent ones of the same kind. Returns
    /// the rest.
    fn pull(&mut self, formula: &Formula) -> Result<Formula, TooLarge> {
        Ok(match formula {
            Formula::And(parts) => and(self.pull_all(parts)?),
            Formula::Or(parts) => or(self.pull_all(parts)?),
            Formula::Exists(variables, body) | Formula::Forall(variables, body) => {
                // Renaming takes a pass over the body.
                self.budget.poll().map_err(|_| TooLarge)?;
                let map = self.rename(matches!(formula, Formula::Exists(..)), variables);
                self.pull(&substitute(body, &map))?
            }
            literal => literal.clone(),
        })
    }

    fn pull_all(&mut self, parts: &[Formula]) -> Result<Vec<Formula>, TooLarge> {
        parts.iter().map(|part| self.pull(part)).collect()
    }

    /// Adds the variables of a quantifier to the prefix, under new names.
    fn rename(&mut self, existential: bool, variables: &[Name]) -> Vec<(Name, Name)> {
        let mut map = Vec::new();
        for variable in variables {
            let name = fresh(variable, &|name| self.taken.contains(name));
            self.taken.push(name.clone());
            map.push((variable.clone(), name));
        }
        let names = map.iter().map(|(_, name)| name.clone());
        match self.prefix.last_mut() {
            Some((kind, block)) if *kind == existential => block.extend(names),
            _ => self.prefix.push((existential, names.collect())),
        }
        map
    }
}
