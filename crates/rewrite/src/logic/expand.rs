//! Expands defined relations.

use ludex_base::{Budget, Stopped, Ticker};

use super::fluents::Fluents;
use super::variables::substitute;
use crate::syntax::{Definition, Description, Formula, Name, Term};

/// Expands the defined relations that are fluent or quantifier-free; stable ones with quantifiers
/// remain as atoms, and so do those that are defined by themselves. Fails if the budget is used up
/// before.
pub(crate) fn expand(
    formula: &Formula,
    description: &Description,
    fluents: &Fluents,
    budget: &Budget,
) -> Result<Formula, Stopped> {
    let unfolds = |d: &Definition| fluents.contains(&d.name) || !quantified(&d.body);
    let ticker = &Ticker::new(budget);
    Expander { description, unfolds: &unfolds, ticker }.formula(formula)
}

/// Expands all defined relations but those that are defined by themselves. Fails if the budget is
/// used up before.
pub(crate) fn expand_all(
    formula: &Formula,
    description: &Description,
    budget: &Budget,
) -> Result<Formula, Stopped> {
    let ticker = &Ticker::new(budget);
    Expander { description, unfolds: &|_| true, ticker }.formula(formula)
}

/// Returns whether a formula has quantifiers before expansion.
fn quantified(formula: &Formula) -> bool {
    match formula {
        Formula::Exists(..) | Formula::Forall(..) | Formula::Compare(..) => true,
        Formula::Not(body) => quantified(body),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(quantified),
        _ => false,
    }
}

/// Expands the relations whose definitions are to be unfolded.
struct Expander<'a> {
    description: &'a Description,
    unfolds: &'a dyn Fn(&Definition) -> bool,
    ticker: &'a Ticker<'a>,
}

impl Expander<'_> {
    fn formula(&self, formula: &Formula) -> Result<Formula, Stopped> {
        self.ticker.tick()?;
        Ok(match formula {
            Formula::Relation(name, arguments) => match self.description.definition(name) {
                Some(definition) if !definition.is_recursive() && (self.unfolds)(definition) => {
                    self.formula(&instance(definition, arguments))?
                }
                _ => formula.clone(),
            },
            Formula::Not(body) => Formula::Not(self.boxed(body)?),
            Formula::And(parts) => Formula::And(self.formulas(parts)?),
            Formula::Or(parts) => Formula::Or(self.formulas(parts)?),
            Formula::Exists(x, body) => Formula::Exists(x.clone(), self.boxed(body)?),
            Formula::Forall(x, body) => Formula::Forall(x.clone(), self.boxed(body)?),
            Formula::Compare(c, a, b) => Formula::Compare(*c, self.term(a)?, self.term(b)?),
            _ => formula.clone(),
        })
    }

    fn boxed(&self, formula: &Formula) -> Result<Box<Formula>, Stopped> {
        self.formula(formula).map(Box::new)
    }

    fn formulas(&self, parts: &[Formula]) -> Result<Vec<Formula>, Stopped> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn term(&self, term: &Term) -> Result<Term, Stopped> {
        let all = |parts: &[Term]| -> Result<Vec<Term>, Stopped> {
            parts.iter().map(|part| self.term(part)).collect()
        };
        Ok(match term {
            Term::Number(_) => term.clone(),
            Term::Add(parts) => Term::Add(all(parts)?),
            Term::Times(parts) => Term::Times(all(parts)?),
            Term::Power(base, n) => Term::Power(Box::new(self.term(base)?), *n),
            Term::Truth(f) => Term::Truth(self.boxed(f)?),
            Term::Sum(x, guard, t) => {
                Term::Sum(x.clone(), self.boxed(guard)?, Box::new(self.term(t)?))
            }
        })
    }
}

/// Returns the body of a definition for these arguments.
pub(crate) fn instance(definition: &Definition, arguments: &[Name]) -> Formula {
    let map: Vec<(Name, Name)> =
        definition.parameters.iter().cloned().zip(arguments.iter().cloned()).collect();
    substitute(&definition.body, &map)
}
