//! Warnings about names that are probably misspelt: they change what a game means.
//!
//! A relation that nothing defines or nothing uses is harmless by itself. If its name is nearly
//! that of a keyword, and it stands where that keyword could and with such arguments, a rule for
//! goals, legal moves or the like was probably meant: `(int 5)` is no `init` unless `5` is a fact.
//! The same is true of a fact or move that rules ask for, that can never hold, and whose name is
//! nearly that of another; of a relation that nothing defines, with a name like that of one that is
//! defined; and of moves and goals of somebody who is no role.

use ludex_base::{Span, suggest};

use super::dead::Warning;
use crate::symbol::*;
use crate::syntax::{Literal, Pattern, Rule};

/// The keywords that change the game if they are misspelt. The word `or` is too short to be told
/// from others.
const KEYWORDS: [&str; 10] =
    ["role", "init", "true", "does", "next", "legal", "goal", "terminal", "distinct", "not"];

/// Where a relation stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Head,
    Body,
}

/// Returns the keyword that the name of a relation is probably a misspelling of.
pub(super) fn keyword(
    atom: &Pattern,
    place: Place,
    rules: &[Rule],
    symbols: &Symbols,
) -> Option<&'static str> {
    let name = symbols.name(atom.symbol()?);
    let near = misspelt(name, KEYWORDS).filter(|&near| near != name)?;
    let argument = atom.arguments().last().and_then(Pattern::symbol);
    let is_fact = || argument.is_none_or(|name| facts(rules).any(|fact| fact == name));
    let (arity, standing, fits) = match near {
        "role" => (1, true, true),
        "init" | "next" => (1, place == Place::Head, is_fact()),
        "true" => (1, place == Place::Body, is_fact()),
        "legal" => (2, true, true),
        "does" => (2, place == Place::Body, true),
        "goal" => (2, true, argument.is_none_or(|a| symbols.name(a).parse::<u32>().is_ok())),
        "terminal" => (0, true, true),
        "distinct" => (2, place == Place::Body, true),
        _ => (1, place == Place::Body, true),
    };
    (atom.arguments().len() == arity && standing && fits).then_some(near)
}

/// Returns the names of the facts that rules speak of.
fn facts(rules: &[Rule]) -> impl Iterator<Item = Symbol> {
    let heads = rules.iter().map(|rule| &rule.head);
    let bodies = rules.iter().flat_map(|rule| &rule.body).filter_map(|literal| match literal {
        Literal::Holds(atom) | Literal::Fails(atom) => Some(atom),
        Literal::Distinct(..) => None,
    });
    let of = |atom: &&Pattern| atom.symbol().is_some_and(|name| [INIT, NEXT, TRUE].contains(&name));
    heads.chain(bodies).filter(of).filter_map(|atom| atom.arguments().last()?.symbol())
}

/// Returns the candidate that a name is probably a misspelling of: one that is like it and about as
/// long. A name made of another name and more words is a name of its own.
fn misspelt<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    suggest(name, candidates).filter(|near| near.len().abs_diff(name.len()) <= 1)
}

/// Returns the relation with as many arguments that an undefined one is probably a misspelling of.
pub(super) fn relation<'s>(
    atom: &Pattern,
    rules: &[Rule],
    symbols: &'s Symbols,
) -> Option<&'s str> {
    let alike = |rule: &&Rule| rule.head.arguments().len() == atom.arguments().len();
    let defined = rules.iter().filter(alike).map(|rule| symbols.name(rule.relation()));
    misspelt(symbols.name(atom.symbol()?), defined)
}

/// Returns a warning for each fact and each move that rules ask for, that nothing makes true, and
/// whose name is nearly that of one that something does, and for those who move or have goals
/// although they are no role.
pub(super) fn warnings(rules: &[Rule], symbols: &Symbols) -> Vec<Warning> {
    let facts = asked_in_vain(rules, symbols, TRUE, &[INIT, NEXT], "`init` or `next`");
    let moves = asked_in_vain(rules, symbols, DOES, &[LEGAL], "`legal`");
    facts.into_iter().chain(moves).chain(no_roles(rules, symbols)).collect()
}

/// Returns a warning for each rule that speaks of the moves or the goals of somebody who is no role.
/// Without a name that is nearly that of a role a `legal` or `goal` is harmless: it is of a game with
/// more roles.
fn no_roles(rules: &[Rule], symbols: &Symbols) -> Vec<Warning> {
    let Some(roles) = roles(rules) else { return Vec::new() };
    let about = |atom: &Pattern| {
        let spoken_of = [LEGAL, GOAL, DOES].contains(&atom.symbol()?);
        match atom.arguments().first().filter(|_| spoken_of)? {
            Pattern::Apply(name, none) if none.is_empty() && !roles.contains(name) => Some(*name),
            _ => None,
        }
    };
    let warn = |name: Symbol, what: &str, span: Span, slip: bool| {
        let near = misspelt(symbols.name(name), roles.iter().map(|&role| symbols.name(role)));
        let meant = near.map_or(String::new(), |near| format!("; is `{near}` meant?"));
        let message = format!("`{}` is no role, so {what}{meant}", symbols.name(name));
        Warning { message, span: span.range(), slip: slip || near.is_some() }
    };
    let mut warnings = Vec::new();
    for rule in rules {
        if let Some(name) = about(&rule.head) {
            warnings.push(warn(name, "this rule says nothing", rule.head_span, false));
        }
        for (literal, &span) in rule.body.iter().zip(&rule.places) {
            let (atom, what) = match literal {
                Literal::Holds(atom) => (atom, "this rule never applies"),
                Literal::Fails(atom) => (atom, "the negation says nothing"),
                Literal::Distinct(..) => continue,
            };
            warnings.extend(about(atom).map(|name| warn(name, what, span, true)));
        }
    }
    warnings
}

/// Returns the roles, if each is stated as a fact.
fn roles(rules: &[Rule]) -> Option<Vec<Symbol>> {
    let stated = rules.iter().filter(|rule| rule.relation() == ROLE);
    let name = |rule: &Rule| match rule.head.arguments() {
        [Pattern::Apply(name, none)] if none.is_empty() && rule.body.is_empty() => Some(*name),
        _ => None,
    };
    stated.map(name).collect()
}

fn asked_in_vain(
    rules: &[Rule],
    symbols: &Symbols,
    asked: Symbol,
    makers: &[Symbol],
    words: &str,
) -> Vec<Warning> {
    let Some(made) = made(rules, asked, makers) else { return Vec::new() };
    let literals = rules.iter().flat_map(|rule| rule.body.iter().zip(&rule.places));
    let warn = |(literal, span): (&Literal, &Span)| {
        let (Literal::Holds(atom) | Literal::Fails(atom)) = literal else { return None };
        let name = atom.arguments().last().filter(|_| atom.symbol() == Some(asked))?.symbol()?;
        if made.contains(&name) {
            return None;
        }
        let near = misspelt(symbols.name(name), made.iter().map(|&s| symbols.name(s)))?;
        let name = symbols.name(name);
        let message = format!("`{name}` is never true: no {words} has it; is `{near}` meant?");
        Some(Warning { message, span: span.range(), slip: true })
    };
    literals.filter_map(warn).collect()
}

/// Returns the names of the facts or moves that rules make true. Returns `None` if a rule may make
/// any: its argument is a variable that does not come from what is true already.
fn made(rules: &[Rule], asked: Symbol, makers: &[Symbol]) -> Option<Vec<Symbol>> {
    let mut made = Vec::new();
    for rule in rules.iter().filter(|rule| makers.contains(&rule.relation())) {
        match rule.head.arguments().last() {
            Some(Pattern::Apply(name, _)) => made.push(*name),
            Some(argument) if keeps(rule, asked, argument) => {}
            _ => return None,
        }
    }
    ludex_base::sort(&mut made);
    made.dedup();
    Some(made)
}

/// Returns whether a rule needs the argument of its head to be true already.
fn keeps(rule: &Rule, asked: Symbol, argument: &Pattern) -> bool {
    let needs = |literal: &Literal| match literal {
        Literal::Holds(atom) => {
            atom.symbol() == Some(asked) && atom.arguments().last() == Some(argument)
        }
        _ => false,
    };
    rule.body.iter().any(needs)
}
