//! The contents of a description and warnings about it, as `ludex rules` shows them.

use ludex_base::{Budget, OutOfBudget};
use serde_json::{Value, json};

use crate::engine::compile::Compiler;
use crate::engine::layout::Layout;
use crate::engine::{bits::with_width, eval::Evaluator};
use crate::logic::{Fluents, is_monotone};
use crate::syntax::{Description, Formula, Rule, Term};
use crate::{RewriteGame, Unplayable};

/// The contents of a description and warnings about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Counts and lists: players, elements, rules, locations, definitions, fluents, stable
    /// relations, and whether moves only add.
    pub statistics: Value,
    /// Probable mistakes, and obstacles to playing the game.
    pub warnings: Vec<String>,
}

/// Reports on a description.
///
/// ```
/// let text = "PLAYERS A
/// RULE Mark: [a, b | E(a, b) | - ] -> [a, b | M(b) | - ]
/// LOC 0 { PLAYER A PAYOFF { A: Sum (x | M(x) : 1) } MOVES [Mark -> 0] }
/// MODEL [u, v | E:2 {}; M:1 {} | ]";
/// let report = ludex_rewrite::report(&ludex_rewrite::Description::parse(text).unwrap());
/// assert_eq!(report.statistics["fluents"], serde_json::json!(["M"]));
/// assert_eq!(report.warnings, ["rule `Mark` can never match: nothing looks like the stable part \
/// of its left-hand side"]);
/// ```
pub fn report(description: &Description) -> Report {
    match report_within(description, &Budget::default()) {
        Ok(report) => report,
        Err(stopped) => Report { statistics: Value::Null, warnings: vec![stopped.to_string()] },
    }
}

/// Reports on a description within a budget.
pub fn report_within(description: &Description, budget: &Budget) -> Result<Report, OutOfBudget> {
    let fluents = Fluents::of(description);
    let relations = |fluent: bool| -> Vec<&str> {
        let names = description.model.relations.keys().map(|name| &**name);
        names.filter(|name| fluents.contains(name) == fluent).collect()
    };
    let used = description.used_rules();
    let fixed = used.iter().all(|&i| description.rules[i].keeps_universe());
    let statistics = json!({
        "players": description.players.len(),
        "elements": description.model.size(),
        "locations": description.locations.len(),
        "rules": description.rules.len(),
        "definitions": description.definitions.len(),
        "fluents": relations(true),
        "stable": relations(false),
        "universe_changes": !fixed,
        "monotone": is_monotone(description),
    });
    Ok(Report { statistics, warnings: warnings(description, &fluents, fixed, budget)? })
}

fn warnings(
    description: &Description,
    fluents: &Fluents,
    fixed: bool,
    budget: &Budget,
) -> Result<Vec<String>, OutOfBudget> {
    let mut warnings = Vec::new();
    if let Err(error) = RewriteGame::within(description, budget) {
        warnings.push(match error {
            Unplayable::Stopped(stopped) => return Err(stopped),
            Unplayable::Payoffs(_) => format!("{error}: queries work, searches do not"),
            error => format!("this cannot be played: {error}"),
        });
    }
    let used = description.used_rules();
    for (i, rule) in description.rules.iter().enumerate() {
        budget.poll()?;
        if !used.contains(&i) {
            warnings.push(format!("rule `{}` is not used in any location", rule.name));
        } else if fixed && let Some(why) = impossible(rule, description, fluents) {
            warnings.push(format!("rule `{}` can never match: {why}", rule.name));
        }
    }
    for (i, location) in description.locations.iter().enumerate() {
        if !reachable(description).contains(&i) {
            warnings.push(format!("location {} cannot be reached", location.number));
        }
    }
    for definition in &description.definitions {
        // Sentences are atoms of the game, even if nothing uses them.
        if !definition.parameters.is_empty() && !mentioned(description, &definition.name) {
            warnings.push(format!("the relation `{}` is defined but not used", definition.name));
        }
    }
    Ok(warnings)
}

/// Returns the locations that a play can visit.
fn reachable(description: &Description) -> Vec<usize> {
    let (mut list, mut at) = (vec![description.start], 0);
    while let Some(&location) = list.get(at) {
        at += 1;
        for edge in &description.locations[location].moves {
            if !list.contains(&edge.target) {
                list.push(edge.target);
            }
        }
    }
    list
}

/// Returns the reason why a rule can never match in a fixed universe, if there is one.
fn impossible(rule: &Rule, description: &Description, fluents: &Fluents) -> Option<&'static str> {
    if rule.left.size() > description.model.size() {
        return Some("its left-hand side has more elements than there are");
    }
    let stable: Vec<Formula> = rule
        .left
        .relations
        .iter()
        .filter(|(name, _)| !fluents.contains(name))
        .flat_map(|(name, relation)| {
            let atom = |tuple: &Vec<usize>| {
                let names = tuple.iter().map(|&e| rule.left.elements[e].clone());
                Formula::Relation(name.clone(), names.collect())
            };
            relation.tuples.iter().map(atom).collect::<Vec<_>>()
        })
        .collect();
    let model = &description.model;
    let arities = model.relations.iter().map(|(name, r)| (name.clone(), r.arity));
    let mut layout = Layout::new(arities, model.size(), |_| true).ok()?;
    let state = layout.pack(model);
    let mut compiler = Compiler::new(description, layout, None);
    let join = compiler.join(&stable, &rule.left.elements, true).ok()?;
    let layout = &compiler.layout;
    let none = with_width!(layout.width, W => {
        let mut evaluator = Evaluator::<W>::new(layout.view(&state));
        evaluator.fuel = 10_000_000;
        evaluator.join(&join, &mut |_| false) && evaluator.fuel > 0
    });
    none.then_some("nothing looks like the stable part of its left-hand side")
}

/// Returns whether any formula or term mentions a relation.
fn mentioned(description: &Description, name: &str) -> bool {
    let mut found = false;
    let mut look = |formula: &Formula| formula.for_each_relation(&mut |n| found |= &**n == name);
    description.definitions.iter().for_each(|definition| look(&definition.body));
    for rule in &description.rules {
        look(&rule.pre);
        look(&rule.post);
    }
    for payoff in description.locations.iter().flat_map(|location| &location.payoffs) {
        let zero = Term::Number(crate::Rational::ZERO);
        look(&Formula::Compare(crate::Comparison::Same, payoff.clone(), zero));
    }
    let listed = |rule: &Rule| {
        rule.left.relations.contains_key(name) || rule.exact.iter().any(|n| &**n == name)
    };
    found || description.rules.iter().any(listed)
}
