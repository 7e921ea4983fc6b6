//! Prenex normal form: all quantifiers in front.

use super::build::{and, exists, forall, or};
use super::negation::nnf;
use super::variables::{free_variables, fresh, substitute};
use crate::syntax::{Formula, Name};

/// Returns the prenex normal form, with distinct bound variables. It is equivalent in every
/// structure that has elements.
pub fn prenex(formula: &Formula) -> Formula {
    let formula = nnf(formula);
    let mut taken = free_variables(&formula);
    let mut prefix = Vec::new();
    let matrix = pull(&formula, &mut prefix, &mut taken);
    prefix.into_iter().rev().fold(matrix, |body, (existential, variables)| match existential {
        true => exists(variables, body),
        false => forall(variables, body),
    })
}

/// Collects the quantifiers from left to right, and merges adjacent ones of the same kind.
fn pull(formula: &Formula, prefix: &mut Vec<(bool, Vec<Name>)>, taken: &mut Vec<Name>) -> Formula {
    match formula {
        Formula::And(parts) => {
            and(parts.iter().map(|f| pull(f, prefix, taken)).collect::<Vec<_>>())
        }
        Formula::Or(parts) => or(parts.iter().map(|f| pull(f, prefix, taken)).collect::<Vec<_>>()),
        Formula::Exists(variables, body) | Formula::Forall(variables, body) => {
            let existential = matches!(formula, Formula::Exists(..));
            let mut map = Vec::new();
            for variable in variables {
                let name = fresh(variable, &|name| taken.contains(name));
                taken.push(name.clone());
                map.push((variable.clone(), name));
            }
            let names = map.iter().map(|(_, name)| name.clone());
            match prefix.last_mut() {
                Some((kind, block)) if *kind == existential => block.extend(names),
                _ => prefix.push((existential, names.collect())),
            }
            pull(&substitute(body, &map), prefix, taken)
        }
        literal => literal.clone(),
    }
}
