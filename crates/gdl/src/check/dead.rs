//! Warnings about rules that have no effect.

use std::ops::Range;

use ludex_base::{Span, sort_by_key};
use rustc_hash::FxHashSet;

use super::slips::{self, Place};
use crate::symbol::*;
use crate::syntax::{Literal, Rule};

/// A remark on something unusual.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The remark, as a sentence without a full stop.
    pub message: String,
    /// Its position in the text.
    pub span: Range<usize>,
    /// Whether a name is probably misspelt, so that the game is not the one that was meant.
    pub slip: bool,
}

/// The relations that a description is queried for.
const QUERIED: [Symbol; 8] = [ROLE, INIT, NEXT, LEGAL, GOAL, TERMINAL, BASE, INPUT];

pub(super) fn warnings(rules: &[Rule], symbols: &Symbols) -> Vec<Warning> {
    let mut warnings = undefined(rules, symbols);
    warnings.extend(unused(rules, symbols));
    warnings.extend(slips::warnings(rules, symbols));
    if !rules.iter().any(|r| r.relation() == INIT) {
        let message = "there is no `init`: play starts in the empty state".to_owned();
        warnings.push(Warning { message, span: 0..0, slip: false });
    }
    if !rules.iter().any(|r| r.relation() == NEXT) {
        let message = "there is no `next`: every move leads to the empty state".to_owned();
        warnings.push(Warning { message, span: 0..0, slip: false });
    }
    sort_by_key(&mut warnings, |w| (w.span.start, w.span.end));
    warnings.dedup();
    warnings
}

/// Returns a warning for each rule that never applies because it needs a relation without any rule.
fn undefined(rules: &[Rule], symbols: &Symbols) -> Vec<Warning> {
    let defined: FxHashSet<Symbol> = rules.iter().map(Rule::relation).chain([TRUE, DOES]).collect();
    let literals = rules.iter().flat_map(|rule| rule.body.iter().zip(&rule.places));
    let undefined = literals.filter_map(|(literal, span)| {
        let symbol = literal.symbol().filter(|s| !defined.contains(s))?;
        let name = symbols.name(symbol);
        let message = match literal {
            Literal::Fails(_) => format!("`{name}` is never true, so its negation says nothing"),
            _ => format!("this rule never applies: nothing defines `{name}`"),
        };
        let near = match literal {
            Literal::Holds(atom) | Literal::Fails(atom) => {
                let keyword = slips::keyword(atom, Place::Body, rules, symbols);
                keyword.or_else(|| slips::relation(atom, rules, symbols))
            }
            Literal::Distinct(..) => None,
        };
        Some(remark(near, message, *span))
    });
    undefined.collect()
}

/// Returns a warning for each relation that no queried relation depends on, at its first rule.
fn unused(rules: &[Rule], symbols: &Symbols) -> Vec<Warning> {
    let mut used: FxHashSet<Symbol> = QUERIED.into_iter().collect();
    loop {
        let before = used.len();
        for rule in rules.iter().filter(|r| used.contains(&r.relation())).collect::<Vec<_>>() {
            used.extend(rule.body.iter().filter_map(Literal::symbol));
        }
        if used.len() == before {
            break;
        }
    }
    let mut told = FxHashSet::default();
    let idle = rules.iter().filter(|r| !used.contains(&r.relation()) && told.insert(r.relation()));
    let warn = |rule: &Rule| {
        let name = symbols.name(rule.relation());
        let message = format!("`{name}` is not used by anything that matters for play");
        remark(slips::keyword(&rule.head, Place::Head, rules, symbols), message, rule.head_span)
    };
    idle.map(warn).collect()
}

/// Makes a remark on a relation, which says what name was probably meant, if any.
fn remark(near: Option<&str>, message: String, span: Span) -> Warning {
    let message = match near {
        Some(near) => format!("{message}; is `{near}` meant?"),
        None => message,
    };
    Warning { message, span: span.range(), slip: near.is_some() }
}

/// Returns the first rule for a relation that nothing uses and whose name is nearly this keyword.
pub(super) fn misspelt<'r>(
    rules: &'r [Rule],
    symbols: &Symbols,
    keyword: &str,
) -> Option<&'r Rule> {
    let near =
        |rule: &&Rule| slips::keyword(&rule.head, Place::Head, rules, symbols) == Some(keyword);
    let used = |relation| rules.iter().flat_map(|r| &r.body).any(|l| l.symbol() == Some(relation));
    rules.iter().filter(near).find(|rule| !used(rule.relation()))
}
