//! Heuristics with rule conditions \[KS11\]: for monotone games, how full the lines are that can
//! still be filled.

use ludex_base::{Budget, Ticker};

use super::prepare::prepared;
use crate::engine::rules::left_literals;
use crate::logic::{
    Fluents, TooLarge, and, changes_of, dnf_within, exists, free_variables, fresh, map_truths, or,
    prenex_within, substitute,
};
use crate::syntax::{Description, Formula, Name, Rule, Term};

/// Returns the payoff of a player in a location with every goal in it replaced by a sum over all
/// positions for it where a move is still possible: the number of its fluents that are true, to a
/// power. It counts as too large if the budget is used up before: whoever set the budget polls it to
/// tell these apart.
pub fn condition_heuristic(
    description: &Description,
    location: usize,
    player: usize,
    power: u32,
    budget: &Budget,
) -> Result<Term, TooLarge> {
    let fluents = Fluents::of(description);
    let payoff = &description.locations[location].payoffs[player];
    map_truths(payoff, &mut |goal| {
        let goal = prepared(goal, description, &fluents, budget).map_err(|_| TooLarge)?;
        goal_term(&prenex_within(&goal, budget)?, description, &fluents, power, budget)
    })
}

fn goal_term(
    goal: &Formula,
    description: &Description,
    fluents: &Fluents,
    power: u32,
    budget: &Budget,
) -> Result<Term, TooLarge> {
    let ticker = Ticker::new(budget);
    let (variables, matrix) = match goal {
        Formula::Exists(variables, matrix) => (variables.clone(), &**matrix),
        // A goal without an outer existential quantifier stays as it is.
        goal => return Ok(Term::Truth(Box::new(goal.clone()))),
    };
    if matches!(matrix, Formula::Forall(..)) {
        return Ok(Term::Truth(Box::new(goal.clone())));
    }
    let (mut stable, mut changing): (Vec<Formula>, Vec<Vec<Formula>>) = (Vec::new(), Vec::new());
    for conjunction in dnf_within(matrix, budget)? {
        ticker.tick().map_err(|_| TooLarge)?;
        let (theta, psi): (Vec<Formula>, Vec<Formula>) =
            conjunction.into_iter().partition(|literal| fluents.changes(literal));
        stable.push(and(psi));
        // Equal conjunctions of fluents count once.
        let same = |other: &Vec<Formula>| {
            other.len() == theta.len() && other.iter().all(|literal| theta.contains(literal))
        };
        if !changing.iter().any(same) {
            changing.push(theta);
        }
    }
    let literals: Vec<Formula> = changing.into_iter().flatten().collect();
    let truths: Vec<Term> = literals.iter().map(|f| Term::Truth(Box::new(f.clone()))).collect();
    let own: Vec<Name> = own_fluents(&literals);
    let movable = variables.iter().map(|v| possible_move(v, &own, description, &ticker));
    let movable = movable.collect::<Result<Vec<_>, _>>()?;
    let guard = and([or(stable), or(literals)].into_iter().chain(movable));
    let term = match truths.len() {
        1 => truths[0].clone(),
        _ => Term::Add(truths),
    };
    Ok(Term::Sum(variables, Box::new(guard), Box::new(Term::Power(Box::new(term), power))))
}

/// Returns the fluents of a goal.
fn own_fluents(literals: &[Formula]) -> Vec<Name> {
    let mut own = Vec::new();
    for literal in literals {
        literal.for_each_relation(&mut |name| {
            if !own.contains(name) {
                own.push(name.clone());
            }
        });
    }
    own
}

/// Returns the condition that a move which adds one of the goal's own fluents at an element is
/// possible: the left-hand side of its rule as a formula, without the negations of these fluents.
fn possible_move(
    variable: &Name,
    own: &[Name],
    description: &Description,
    ticker: &Ticker<'_>,
) -> Result<Formula, TooLarge> {
    let rules = description.used_rules().into_iter().map(|i| &description.rules[i]);
    let mut ways = Vec::new();
    for rule in rules {
        let changes = changes_of_any(rule);
        for (_, elements) in changes.iter().filter(|(name, _)| own.contains(name)) {
            for &element in elements {
                ticker.tick().map_err(|_| TooLarge)?;
                ways.extend(left_side(rule, element, variable, own, description));
            }
        }
    }
    Ok(or(ways))
}

/// Returns for each relation the elements of the left-hand side at which a rule adds tuples.
fn changes_of_any(rule: &Rule) -> Vec<(Name, Vec<usize>)> {
    if !rule.keeps_universe() {
        return Vec::new();
    }
    let elements = |tuples: Vec<Vec<usize>>| {
        let mut elements: Vec<usize> = tuples.into_iter().flatten().collect();
        elements.sort_unstable();
        elements.dedup();
        elements
    };
    changes_of(rule).into_iter().map(|(name, (added, _))| (name, elements(added))).collect()
}

fn left_side(
    rule: &Rule,
    element: usize,
    variable: &Name,
    own: &[Name],
    description: &Description,
) -> Option<Formula> {
    let arity = |name: &Name| match description.definition(name) {
        Some(definition) => Some(definition.parameters.len()),
        None => description.model.relations.get(name).map(|r| r.arity),
    };
    let literals = left_literals(rule, &arity).ok()?;
    let negates_own = |literal: &Formula| match literal {
        Formula::Not(body) => matches!(&**body, Formula::Relation(name, _) if own.contains(name)),
        _ => false,
    };
    let body = and(literals.into_iter().filter(|literal| !negates_own(literal)));
    // The changed element is called `variable`; the others get fresh names.
    let mut map: Vec<(Name, Name)> = Vec::new();
    for (i, name) in rule.left.elements.iter().enumerate() {
        let taken = |n: &Name| n == variable || map.iter().any(|(_, to)| to == n);
        let to = if i == element { variable.clone() } else { fresh(name, &taken) };
        map.push((name.clone(), to));
    }
    let body = substitute(&body, &map);
    let others: Vec<Name> =
        free_variables(&body).into_iter().filter(|name| name != variable).collect();
    Some(exists(others, body))
}
