//! Checks where keywords occur, and that a game has those it needs.

use ludex_base::Span;

use super::{Strata, dead};
use crate::error::{Category, GdlError, Result};
use crate::symbol::*;
use crate::syntax::{Pattern, Rule};

fn misuse(message: String, span: Span) -> GdlError {
    GdlError::new(Category::KeywordMisuse, message, span)
}

/// Checks the heads and bodies of rules: `true` and `does` are given by the state and the moves and
/// must not be defined; `init` and `next` must not be used in bodies.
pub(super) fn check(rules: &[Rule], symbols: &Symbols) -> Result<()> {
    for rule in rules {
        let relation = rule.relation();
        if matches!(relation, TRUE | DOES) {
            let name = symbols.name(relation);
            let message = format!("`{name}` may occur only in the bodies of rules");
            let hint = if relation == TRUE { "next` or `init" } else { "legal" };
            return Err(misuse(message, rule.head_span).help(format!("is `{hint}` meant?")));
        }
        for (literal, &span) in rule.body.iter().zip(&rule.places) {
            if let Some(symbol @ (INIT | NEXT)) = literal.symbol() {
                let name = symbols.name(symbol);
                let message = format!("`{name}` may occur only in the heads of rules");
                return Err(misuse(message, span).help("is `true` meant?"));
            }
        }
    }
    Ok(())
}

/// Checks the goal values that are constants.
pub(super) fn goals(rules: &[Rule], symbols: &Symbols) -> Result<()> {
    for rule in rules.iter().filter(|r| r.relation() == GOAL) {
        if let [_, Pattern::Apply(value, arguments)] = rule.head.arguments() {
            let name = symbols.name(*value);
            if !arguments.is_empty() || goal_value(name).is_none() {
                let message =
                    format!("the goal value `{name}` is not a whole number from 0 to 100");
                return Err(GdlError::new(Category::Goal, message, rule.head_span));
            }
        }
    }
    Ok(())
}

/// Returns the number that a goal value stands for.
pub(crate) fn goal_value(name: &str) -> Option<u8> {
    let digits = name.bytes().all(|b| b.is_ascii_digit());
    name.parse().ok().filter(|&value| digits && value <= 100)
}

/// Checks that the relations every game needs are defined. A game without `init` starts in the empty
/// state.
pub(super) fn missing(rules: &[Rule], symbols: &Symbols) -> Result<()> {
    let needed = [
        (ROLE, "no role is declared", "a game needs at least one `(role name)`"),
        (LEGAL, "there is no `legal`", "every role needs legal moves"),
        (TERMINAL, "there is no `terminal`", "a game needs an end"),
        (GOAL, "there is no `goal`", "a game needs goal values for its roles"),
    ];
    for (keyword, message, help) in needed {
        if rules.iter().any(|r| r.relation() == keyword) {
            continue;
        }
        let name = symbols.name(keyword);
        let (span, help) = match dead::misspelt(rules, symbols, name) {
            Some(rule) => (rule.head_span, format!("is `{name}` meant here?")),
            None => (Span::default(), help.to_owned()),
        };
        return Err(GdlError::new(Category::MissingKeyword, message, span).help(help));
    }
    Ok(())
}

/// Checks that roles, the initial state, `base` and `input` depend neither on the state nor on the
/// moves, and that legal moves, goals and terminal states do not depend on the moves.
pub(super) fn dependencies(rules: &[Rule], strata: &Strata, symbols: &Symbols) -> Result<()> {
    for rule in rules {
        let relation = rule.relation();
        let forbidden: &[Symbol] = match relation {
            ROLE | INIT | BASE | INPUT => &[TRUE, DOES],
            LEGAL | GOAL | TERMINAL => &[DOES],
            _ => continue,
        };
        for (literal, &span) in rule.body.iter().zip(&rule.places) {
            let Some(symbol) = literal.symbol() else { continue };
            let Some(&keyword) = forbidden.iter().find(|&&k| strata.depends(symbol, k)) else {
                continue;
            };
            let [name, keyword] = [relation, keyword].map(|s| symbols.name(s));
            let message = match symbols.name(symbol) == keyword {
                true => format!("`{name}` cannot depend on `{keyword}`"),
                false => format!(
                    "`{name}` cannot depend on `{keyword}`, as it does through `{}`",
                    symbols.name(symbol)
                ),
            };
            return Err(misuse(message, span));
        }
    }
    Ok(())
}
