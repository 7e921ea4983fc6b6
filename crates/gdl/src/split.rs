//! Splits rules with many variables, so that each part joins few of them.
//!
//! A variable that is not in the head matters only to the literals it occurs in. Those become the
//! body of a new relation over their other variables (variable elimination, as in query planning),
//! if that has fewer variables than the rule. A rule over `n` variables has up to `dⁿ` ground
//! instances over `d` constants, so that splitting keeps grounding small.

use ludex_base::Span;
use rustc_hash::FxHashSet;

use crate::symbol::{DOES, GOAL, LEGAL, ROLE, Symbol, Symbols, TERMINAL, TRUE};
use crate::syntax::{Literal, Pattern, Rule};

/// Splits the rules where that is useful. New relations have names that cannot occur in a text.
pub(crate) fn split(rules: Vec<Rule>, symbols: &mut Symbols) -> Vec<Rule> {
    let mut done = Vec::new();
    let asked = only_negated(&rules);
    for mut rule in rules {
        // These are grounded on demand, atom by atom, which yields fewer atoms than a part would.
        let whole = asked.contains(&rule.relation());
        while let Some(part) = next_part(&rule).filter(|_| !whole) {
            done.push(cut(&mut rule, &part, symbols));
        }
        done.push(rule);
    }
    done
}

/// Returns the relations that occur in bodies only below `not`: all variables of such an atom are
/// bound when it is evaluated.
pub(crate) fn only_negated(rules: &[Rule]) -> FxHashSet<Symbol> {
    let literals = || rules.iter().flat_map(|rule| &rule.body);
    let negated = literals().filter(|l| matches!(l, Literal::Fails(_)));
    let mut relations: FxHashSet<Symbol> = negated.filter_map(Literal::symbol).collect();
    for literal in literals().filter(|l| matches!(l, Literal::Holds(_))) {
        literal.symbol().map(|symbol| relations.remove(&symbol));
    }
    for asked in [TRUE, DOES, ROLE, LEGAL, GOAL, TERMINAL] {
        relations.remove(&asked);
    }
    relations
}

/// Literals to be moved to a new rule, and the variables of its relation.
struct Part {
    literals: Vec<usize>,
    arguments: Vec<u16>,
}

/// Returns the part for the cheapest variable to eliminate, if eliminating one is useful.
fn next_part(rule: &Rule) -> Option<Part> {
    let all = variables(rule.body.iter());
    let head = rule.head.variables();
    let hidden = all.iter().filter(|v| !head.contains(v));
    let parts = hidden.filter_map(|&v| part(rule, v, all.len()));
    parts.min_by_key(|part| (part.arguments.len(), std::cmp::Reverse(part.literals.len())))
}

/// Returns the literals to move in order to eliminate a variable.
fn part(rule: &Rule, variable: u16, count: usize) -> Option<Part> {
    let body = &rule.body;
    let with = |l: &usize| body[*l].variables().contains(&variable);
    let involved = variables((0..body.len()).filter(with).map(|l| &body[l]));
    if involved.len() >= count {
        return None;
    }
    // Literals over these variables only restrict them further, and are moved, too.
    let within = |l: &usize| {
        let mine = body[*l].variables();
        !mine.is_empty() && mine.iter().all(|v| involved.contains(v))
    };
    let literals: Vec<usize> = (0..body.len()).filter(within).collect();
    let positive = literals.iter().filter(|&&l| matches!(body[l], Literal::Holds(_)));
    let bound = variables(positive.map(|&l| &body[l]));
    if literals.len() == body.len() || involved.iter().any(|v| !bound.contains(v)) {
        return None;
    }
    let arguments = involved.into_iter().filter(|&v| v != variable).collect();
    Some(Part { literals, arguments })
}

/// Returns the variables of some literals without duplicates.
fn variables<'l>(literals: impl Iterator<Item = &'l Literal>) -> Vec<u16> {
    let mut found: Vec<u16> = literals.flat_map(Literal::variables).collect();
    ludex_base::sort(&mut found);
    found.dedup();
    found
}

/// Moves literals of a rule into a new rule.
fn cut(rule: &mut Rule, part: &Part, symbols: &mut Symbols) -> Rule {
    let name = format!("({} {})", symbols.name(rule.relation()).to_owned(), symbols.len());
    let arguments = part.arguments.iter().map(|&v| Pattern::Variable(v)).collect();
    let head = Pattern::Apply(symbols.intern(&name), arguments);
    let mut moved: (Vec<Literal>, Vec<Span>) = Default::default();
    let mut kept: (Vec<Literal>, Vec<Span>) = Default::default();
    for (l, (literal, place)) in rule.body.drain(..).zip(rule.places.drain(..)).enumerate() {
        let side = if part.literals.contains(&l) { &mut moved } else { &mut kept };
        side.0.push(literal);
        side.1.push(place);
    }
    kept.0.push(Literal::Holds(head.clone()));
    kept.1.push(rule.span);
    (rule.body, rule.places) = kept;
    let (body, places) = moved;
    Rule { head, body, places, ..rule.clone() }
}
