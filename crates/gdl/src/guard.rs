//! Restricts relations to the constants they are used with.
//!
//! If every literal of a relation has constants at some argument positions, its rules get a guard:
//! a new relation with one fact for each combination. `(count f1 g1 g2 yellow ?payoff)` needs one
//! triple of cells, not all of them.

use ludex_base::sort_by_key;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::symbol::{GOAL, INIT, LEGAL, NEXT, ROLE, Symbol, Symbols, TERMINAL};
use crate::syntax::{Literal, Pattern, Rule};

/// Adds guards to the rules.
pub(crate) fn guard(mut rules: Vec<Rule>, symbols: &mut Symbols) -> Vec<Rule> {
    let mut facts = Vec::new();
    for (relation, uses) in uses(&rules) {
        let places: Vec<usize> = (0..uses[0].len())
            .filter(|&place| uses.iter().all(|arguments| arguments[place].is_ground()))
            .collect();
        let open = |rule: &Rule| places.iter().any(|&p| !rule.head.arguments()[p].is_ground());
        let defined = |rule: &&mut Rule| rule.relation() == relation && open(rule);
        if places.is_empty() {
            continue;
        }
        let name = format!("({} {})", symbols.name(relation).to_owned(), symbols.len());
        let (name, mut template) = (symbols.intern(&name), None);
        for rule in rules.iter_mut().filter(defined) {
            let condition = Literal::Holds(pick(name, rule.head.arguments(), &places));
            rule.body.push(condition);
            rule.places.push(rule.span);
            template = Some(rule.clone());
        }
        let Some(template) = template else { continue };
        let asked: FxHashSet<Pattern> = uses.iter().map(|u| pick(name, u, &places)).collect();
        let mut asked: Vec<Pattern> = asked.into_iter().collect();
        ludex_base::sort(&mut asked);
        facts.extend(asked.into_iter().map(|head| Rule {
            head,
            body: Vec::new(),
            places: Vec::new(),
            ..template.clone()
        }));
    }
    rules.extend(facts);
    rules
}

/// Returns the arguments of all literals of each relation that is not queried from outside.
fn uses(rules: &[Rule]) -> Vec<(Symbol, Vec<Vec<Pattern>>)> {
    let mut uses: FxHashMap<Symbol, Vec<Vec<Pattern>>> = FxHashMap::default();
    for literal in rules.iter().flat_map(|rule| &rule.body) {
        if let Literal::Holds(Pattern::Apply(symbol, arguments))
        | Literal::Fails(Pattern::Apply(symbol, arguments)) = literal
        {
            uses.entry(*symbol).or_default().push(arguments.clone());
        }
    }
    for asked in [ROLE, INIT, LEGAL, NEXT, GOAL, TERMINAL] {
        uses.remove(&asked);
    }
    let mut uses: Vec<_> = uses.into_iter().collect();
    sort_by_key(&mut uses, |u| u.0);
    uses
}

fn pick(name: Symbol, arguments: &[Pattern], places: &[usize]) -> Pattern {
    Pattern::Apply(name, places.iter().map(|&place| arguments[place].clone()).collect())
}
