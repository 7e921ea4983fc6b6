//! Inlines static relations that are defined by one rule.
//!
//! A relation over four pieces that says "all have a bit in common" has tens of thousands of facts,
//! and every line of a board would be grounded for each of them. If it is inlined, each variable of
//! the line is joined with the bit separately, and can be eliminated separately.

use rustc_hash::FxHashMap;

use crate::check::Strata;
use crate::symbol::{DOES, Symbol, TRUE};
use crate::syntax::{Literal, Pattern, Rule, Substitution};

/// The smallest number of arguments of a relation that is inlined: smaller relations are small
/// enough.
const ARGUMENTS: usize = 4;

/// The longest body that inlining may produce.
const LITERALS: usize = 24;

/// Inlines such relations in all rules.
pub(crate) fn inline(mut rules: Vec<Rule>, strata: &Strata) -> Vec<Rule> {
    let definitions = definitions(&rules, strata);
    for rule in &mut rules {
        while let Some(at) = rule.body.iter().position(|literal| match literal {
            Literal::Holds(atom) => atom.symbol().is_some_and(|s| definitions.contains_key(&s)),
            _ => false,
        }) {
            let symbol = rule.body[at].symbol().expect("it is an atom");
            let longer = rule.body.len() + definitions[&symbol].body.len();
            let Some(written) = inline_literal(rule, at, &definitions[&symbol]) else { break };
            if longer > LITERALS || rule.relation() == symbol {
                break;
            }
            *rule = written;
        }
    }
    rules
}

/// Returns the static relations that are defined by one rule with positive literals and without
/// recursion.
fn definitions(rules: &[Rule], strata: &Strata) -> FxHashMap<Symbol, Rule> {
    let mut counts: FxHashMap<Symbol, usize> = FxHashMap::default();
    rules.iter().for_each(|rule| *counts.entry(rule.relation()).or_default() += 1);
    let suits = |rule: &&Rule| {
        let relation = rule.relation();
        let fixed = !strata.depends(relation, TRUE) && !strata.depends(relation, DOES);
        let positive = |l: &Literal| match l {
            Literal::Holds(atom) => {
                atom.symbol().is_some_and(|s| !strata.mutually_dependent(s, relation))
            }
            _ => false,
        };
        fixed
            && counts[&relation] == 1
            && rule.head.arguments().len() >= ARGUMENTS
            && !rule.body.is_empty()
            && rule.body.iter().all(positive)
    };
    rules.iter().filter(suits).map(|rule| (rule.relation(), rule.clone())).collect()
}

/// Replaces a literal by the body of its definition. Returns `None` if they do not unify.
fn inline_literal(rule: &Rule, at: usize, definition: &Rule) -> Option<Rule> {
    let shift = rule.variables.len() as u16;
    let mut solution = Substitution::default();
    let Literal::Holds(atom) = &rule.body[at] else { return None };
    if !solution.unify(atom, &shifted(&definition.head, shift)) {
        return None;
    }
    let mut written = rule.clone();
    let span = written.places[at];
    written.body.remove(at);
    written.places.remove(at);
    for literal in &definition.body {
        if let Literal::Holds(atom) = literal {
            written.body.push(Literal::Holds(shifted(atom, shift)));
            written.places.push(span);
        }
    }
    written.variables.extend(definition.variables.iter().cloned());
    written.head = solution.apply(&written.head);
    written.body = written.body.iter().map(|l| solution.apply_literal(l)).collect();
    Some(written)
}

/// Shifts the numbers of the variables of a pattern.
fn shifted(pattern: &Pattern, shift: u16) -> Pattern {
    match pattern {
        Pattern::Variable(v) => Pattern::Variable(v + shift),
        Pattern::Apply(symbol, parts) => {
            Pattern::Apply(*symbol, parts.iter().map(|p| shifted(p, shift)).collect())
        }
    }
}
