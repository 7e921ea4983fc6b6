//! Checks that every relation is used with one number of arguments.

use ludex_base::Span;
use rustc_hash::FxHashMap;

use crate::error::{Category, GdlError, Result};
use crate::symbol::*;
use crate::syntax::{Literal, Pattern, Rule};

/// The numbers of arguments of the keywords.
const KEYWORDS: [(Symbol, usize, &str); 10] = [
    (ROLE, 1, "one argument (role)"),
    (INIT, 1, "one argument (fact)"),
    (TRUE, 1, "one argument (fact)"),
    (DOES, 2, "two arguments (role, move)"),
    (NEXT, 1, "one argument (fact)"),
    (LEGAL, 2, "two arguments (role, move)"),
    (GOAL, 2, "two arguments (role, value)"),
    (TERMINAL, 0, "no arguments"),
    (BASE, 1, "one argument (fact)"),
    (INPUT, 2, "two arguments (role, move)"),
];

pub(super) fn check(rules: &[Rule], symbols: &Symbols) -> Result<()> {
    let mut known: FxHashMap<Symbol, usize> = FxHashMap::default();
    for rule in rules {
        atom(&rule.head, rule.head_span, symbols, &mut known)?;
        for (literal, &span) in rule.body.iter().zip(&rule.places) {
            if let Literal::Holds(inner) | Literal::Fails(inner) = literal {
                atom(inner, span, symbols, &mut known)?;
            }
        }
    }
    Ok(())
}

fn atom(
    atom: &Pattern,
    span: Span,
    symbols: &Symbols,
    known: &mut FxHashMap<Symbol, usize>,
) -> Result<()> {
    let Pattern::Apply(symbol, arguments) = atom else { return Ok(()) };
    let (name, has) = (symbols.name(*symbol), arguments.len());
    if let Some(&(_, takes, words)) = KEYWORDS.iter().find(|k| k.0 == *symbol) {
        if has != takes {
            let message = format!("keyword `{name}` takes {words} but has {has}");
            return Err(GdlError::new(Category::Arity, message, span));
        }
        return Ok(());
    }
    let before = *known.entry(*symbol).or_insert(has);
    if before == has {
        return Ok(());
    }
    let message = format!("relation `{name}` has {has} arguments here and {before} before");
    Err(GdlError::new(Category::Arity, message, span)
        .help("a relation has one number of arguments"))
}
