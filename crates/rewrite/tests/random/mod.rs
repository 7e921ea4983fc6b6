//! Random structures, formulas, terms and rules.

use ludex_base::Random;
use ludex_rewrite::{
    Comparison, Definition, Description, Edge, Formula, Location, Name, Rational, Rule, Structure,
    Term,
};

/// The relations of all random games: a nullary, two unary, a binary and a ternary one.
const RELATIONS: [(&str, usize); 5] = [("N", 0), ("P", 1), ("Q", 1), ("E", 2), ("T", 3)];

/// Returns how many times as many questions as usual are asked: `LUDEX_TIMES`, for a long run.
pub fn times() -> usize {
    std::env::var("LUDEX_TIMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn tuples(size: usize, arity: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..arity {
        let longer = |t: &Vec<usize>| -> Vec<Vec<usize>> {
            (0..size).map(|e| t.iter().copied().chain([e]).collect()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn filled(dice: &mut Random, names: &[&str], percent: usize, some: bool) -> Structure {
    let elements = names.iter().map(|&name| name.into()).collect();
    let mut structure = Structure { elements, ..Structure::default() };
    for (name, arity) in RELATIONS {
        if some && dice.chance(50) {
            continue;
        }
        let name: Name = name.into();
        structure.declare(&name, arity);
        for tuple in tuples(names.len(), arity) {
            if dice.chance(if arity == 3 { percent / 4 } else { percent }) {
                structure.add(&name, tuple);
            }
        }
    }
    structure
}

/// Returns a random structure over the relations of the description.
pub fn random_structure(dice: &mut Random, _description: &Description) -> Structure {
    let names = ["e0", "e1", "e2", "e3", "e4"];
    let size = 1 + dice.below(4);
    filled(dice, &names[..size], 40, false)
}

fn random_rule(dice: &mut Random) -> Rule {
    let (left_size, right_size) = (1 + dice.below(2), dice.below(4));
    let left = filled(dice, &["a", "b"][..left_size], 15, true);
    let mut right = filled(dice, &["a", "b", "c"][..right_size], 20, true);
    // Often only a mark changes.
    if dice.chance(50) {
        right = left.clone();
        right.add(&"Q".into(), vec![dice.below(left_size)]);
    }
    let explicit_origin = dice.chance(40);
    let origin = (0..right.size())
        .map(|r| match explicit_origin {
            true => dice.chance(70).then(|| dice.below(left_size)),
            false => left.element(&right.elements[r]),
        })
        .collect();
    let exact = ["P", "Q", "E", "T", "D"].into_iter().filter(|_| dice.chance(40));
    let exact = exact.map(Name::from).collect();
    let condition = |dice: &mut Random, names: &[Name]| match dice.chance(30) && !names.is_empty() {
        true => random_formula(dice, 2, &mut names.to_vec()),
        false => Formula::True,
    };
    let pre = condition(dice, &left.elements);
    let post = condition(dice, &right.elements);
    Rule { name: "Go".into(), left, right, origin, explicit_origin, exact, pre, post }
}

/// Returns a game with one rule, a random structure, a defined relation `D` and a defined sentence
/// `S`.
pub fn random_description(dice: &mut Random) -> Description {
    let body = random_plain(dice, 2, &mut vec!["x".into(), "y".into()]);
    let parameters: Vec<Name> = vec!["x".into(), "y".into()];
    let definition = Definition { name: "D".into(), parameters, body };
    let variables: Vec<Name> = vec!["x".into(), "y".into()];
    let body = random_formula(dice, 4, &mut variables.clone());
    let sentence = Definition {
        name: "S".into(),
        parameters: Vec::new(),
        body: Formula::Exists(variables, Box::new(body)),
    };
    let names = ["e0", "e1", "e2", "e3"];
    let size = 1 + dice.below(4);
    Description {
        players: vec!["A".into()],
        definitions: vec![definition, sentence],
        rules: vec![random_rule(dice)],
        locations: vec![Location {
            number: 0,
            player: 0,
            payoffs: vec![Term::Number(Rational::ZERO)],
            moves: vec![Edge { rule: 0, target: 0 }],
        }],
        start: 0,
        model: filled(dice, &names[..size], 40, false),
    }
}

/// Returns a random formula that may mention `D`, over variables in scope.
pub fn random_formula(dice: &mut Random, depth: usize, scope: &mut Vec<Name>) -> Formula {
    build(dice, depth, scope, true)
}

/// Returns a random formula without defined relations.
fn random_plain(dice: &mut Random, depth: usize, scope: &mut Vec<Name>) -> Formula {
    build(dice, depth, scope, false)
}

fn pick(dice: &mut Random, scope: &[Name]) -> Name {
    scope[dice.below(scope.len())].clone()
}

fn build(dice: &mut Random, depth: usize, scope: &mut Vec<Name>, defined: bool) -> Formula {
    if depth == 0 || dice.chance(15) {
        return atom(dice, scope, defined);
    }
    match dice.below(8) {
        0 => Formula::Not(Box::new(build(dice, depth - 1, scope, defined))),
        1 | 2 => Formula::And((0..2).map(|_| build(dice, depth - 1, scope, defined)).collect()),
        3 | 4 => Formula::Or((0..2).map(|_| build(dice, depth - 1, scope, defined)).collect()),
        5 | 6 => {
            let count = 1 + dice.below(2);
            let known = scope.len();
            let variables: Vec<Name> =
                (0..count).map(|_| Name::from(["x", "y", "z", "u"][dice.below(4)])).collect();
            scope.extend(variables.clone());
            let body = Box::new(build(dice, depth - 1, scope, defined));
            scope.truncate(known);
            match dice.chance(50) {
                true => Formula::Exists(variables, body),
                false => Formula::Forall(variables, body),
            }
        }
        _ if depth < 3 => {
            let comparison =
                [Comparison::Less, Comparison::AtMost, Comparison::Same][dice.below(3)];
            let (a, b) = (random_term(dice, 1, scope), random_term(dice, 1, scope));
            Formula::Compare(comparison, a, b)
        }
        _ => atom(dice, scope, defined),
    }
}

fn atom(dice: &mut Random, scope: &[Name], defined: bool) -> Formula {
    if scope.is_empty() || dice.chance(3) {
        return if dice.chance(50) { Formula::True } else { Formula::False };
    }
    if dice.chance(10) {
        return Formula::Equal(pick(dice, scope), pick(dice, scope));
    }
    let (name, arity) = match defined && dice.chance(20) {
        true => ("D", 2),
        false => RELATIONS[dice.below(RELATIONS.len())],
    };
    Formula::Relation(name.into(), (0..arity).map(|_| pick(dice, scope)).collect())
}

/// Returns a random term.
pub fn random_term(dice: &mut Random, depth: usize, scope: &mut Vec<Name>) -> Term {
    if depth == 0 || dice.chance(20) {
        return Term::Number(Rational::new(dice.below(9) as i64 - 4, 1 + dice.below(4) as i64));
    }
    match dice.below(5) {
        0 => Term::Add((0..2).map(|_| random_term(dice, depth - 1, scope)).collect()),
        1 => Term::Times((0..2).map(|_| random_term(dice, depth - 1, scope)).collect()),
        2 => Term::Power(Box::new(random_term(dice, depth - 1, scope)), dice.below(4) as u32),
        3 => Term::Truth(Box::new(build(dice, depth, scope, false))),
        _ => {
            let variables: Vec<Name> =
                (0..1 + dice.below(2)).map(|_| Name::from(["s", "t"][dice.below(2)])).collect();
            let known = scope.len();
            scope.extend(variables.clone());
            let guard = Box::new(build(dice, depth - 1, scope, false));
            let term = Box::new(random_term(dice, depth - 1, scope));
            scope.truncate(known);
            Term::Sum(variables, guard, term)
        }
    }
}
