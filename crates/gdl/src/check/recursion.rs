//! The recursion restriction: recursion through function terms must not make them grow without end.
//!
//! In the definition of the language, a rule for `p` with a literal `q(v1, …, vk)`, where `p` and
//! `q` depend on each other, needs each `vj` to be ground, to be an argument of the head, or to be
//! an argument of another literal that does not depend on `p`. If the head of a rule builds no new
//! term the extension is finite anyway, so that only rules that build one are checked.

use super::Strata;
use crate::error::{Category, GdlError, Result};
use crate::symbol::Symbols;
use crate::syntax::{Literal, Pattern, Rule};

pub(super) fn check(rules: &[Rule], strata: &Strata, symbols: &Symbols) -> Result<()> {
    for rule in rules {
        let grows =
            |p: &Pattern| matches!(p, Pattern::Apply(_, a) if !a.is_empty() && !p.is_ground());
        if !rule.head.arguments().iter().any(grows) {
            continue;
        }
        for (literal, &span) in rule.body.iter().zip(&rule.places) {
            if !obeys_restriction(rule, literal, strata) {
                let name = symbols.name(rule.relation());
                let message =
                    format!("`{name}` calls itself with a growing term, so it has no end");
                let help = "every argument of the recursive call must be bound by the head, or by a \
                            literal that is not part of the recursion";
                return Err(GdlError::new(Category::RecursionRestriction, message, span).help(help));
            }
        }
    }
    Ok(())
}

/// Returns whether a literal obeys the restriction.
fn obeys_restriction(rule: &Rule, literal: &Literal, strata: &Strata) -> bool {
    let Literal::Holds(atom) = literal else { return true };
    let relation = rule.relation();
    let recursive =
        |l: &Literal| l.symbol().is_some_and(|s| strata.mutually_dependent(s, relation));
    if !recursive(literal) {
        return true;
    }
    let others = rule.body.iter().filter(|&l| !recursive(l)).filter_map(|l| match l {
        Literal::Holds(atom) => Some(atom),
        _ => None,
    });
    let others: Vec<&Pattern> = others.flat_map(|a| a.arguments()).collect();
    let bound =
        |v: &Pattern| v.is_ground() || rule.head.arguments().contains(v) || others.contains(&v);
    atom.arguments().iter().all(bound)
}
