//! Safety: every variable of a rule is bound by a positive literal of its body.

use crate::error::{Category, GdlError, Result};
use crate::syntax::{Literal, Rule};

pub(super) fn check(rules: &[Rule]) -> Result<()> {
    rules.iter().try_for_each(rule)
}

fn rule(rule: &Rule) -> Result<()> {
    let mut bound = vec![false; rule.variables.len()];
    for literal in &rule.body {
        if let Literal::Holds(atom) = literal {
            atom.each_variable(&mut |v| bound[usize::from(v)] = true);
        }
    }
    let unbound = |variables: Vec<u16>| variables.into_iter().find(|&v| !bound[usize::from(v)]);
    let complain = |v: u16, place: &str, span| {
        let name = &rule.variables[usize::from(v)];
        let message =
            format!("variable `{name}` occurs {place} but in no positive literal of the body");
        let help = format!("add a condition that says what `{name}` can be");
        Err(GdlError::new(Category::Safety, message, span).help(help))
    };
    if let Some(v) = unbound(rule.head.variables()) {
        return complain(v, "in the head", rule.head_span);
    }
    for (literal, &span) in rule.body.iter().zip(&rule.places) {
        let place = match literal {
            Literal::Holds(_) => continue,
            Literal::Fails(_) => "below `not`",
            Literal::Distinct(..) => "in `distinct`",
        };
        if let Some(v) = unbound(literal.variables()) {
            return complain(v, place, span);
        }
    }
    Ok(())
}
