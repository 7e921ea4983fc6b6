//! The relations that formulas and terms mention.

use crate::syntax::{Formula, Name, Term};

impl Formula {
    /// Calls a function with every relation that is mentioned.
    pub(crate) fn for_each_relation(&self, call: &mut dyn FnMut(&Name)) {
        match self {
            Formula::True | Formula::False | Formula::Equal(..) => {}
            Formula::Relation(name, _) => call(name),
            Formula::Compare(_, a, b) => {
                a.for_each_relation(call);
                b.for_each_relation(call);
            }
            Formula::Not(body) | Formula::Exists(_, body) | Formula::Forall(_, body) => {
                body.for_each_relation(call);
            }
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.for_each_relation(call));
            }
        }
    }
}

impl Term {
    pub(crate) fn for_each_relation(&self, call: &mut dyn FnMut(&Name)) {
        match self {
            Term::Number(_) => {}
            Term::Add(parts) | Term::Times(parts) => {
                parts.iter().for_each(|part| part.for_each_relation(call));
            }
            Term::Power(base, _) => base.for_each_relation(call),
            Term::Truth(formula) => formula.for_each_relation(call),
            Term::Sum(_, guard, term) => {
                guard.for_each_relation(call);
                term.for_each_relation(call);
            }
        }
    }
}
