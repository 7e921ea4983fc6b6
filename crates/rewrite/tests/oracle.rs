//! The engine compared with the direct implementation of the definitions, on random structures,
//! formulas and rules.

use ludex_base::{Budget, Random};
use ludex_game::{Agent, Game, Model, Notation};
use ludex_rewrite::{
    Description, Fluents, Formula, Name, RewriteGame, Structure, evaluate_formula, evaluate_term,
    free_variables, naive, nnf, prenex, query, simple_cnf, simple_dnf, tnf,
};

use crate::random;
use random::{random_description, random_formula, random_structure, random_term, times};

/// Returns every assignment of the free variables.
fn assignments(structure: &Structure, free: &[Name]) -> Vec<naive::Assignment> {
    let mut all = vec![Vec::new()];
    for name in free {
        let longer = |a: &naive::Assignment| -> Vec<naive::Assignment> {
            let with = |e| a.iter().cloned().chain([(name.clone(), e)]).collect();
            (0..structure.size()).map(with).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn formulas_agree_with_naive_enumeration_10_000_times() {
    let mut dice = Random::new(1);
    for round in 0..10_000 * times() {
        let description = random_description(&mut dice);
        let structure = random_structure(&mut dice, &description);
        let formula = random_formula(&mut dice, 4, &mut vec!["u".into(), "v".into()]);
        let free = free_variables(&formula);
        let all = assignments(&structure, &free);
        let assignment = &all[dice.below(all.len())];
        let expected = naive::holds(&description, &structure, &formula, assignment);
        let found = evaluate_formula(
            &description,
            &structure,
            &formula,
            assignment,
            (u64::MAX, &Budget::default()),
        );
        assert_eq!(
            found.ok(),
            Some(expected),
            "round {round}: {formula} at {assignment:?}\n{structure}"
        );
    }
    println!("questions {}", 10_000 * times());
}

#[test]
fn terms_agree_with_naive_enumeration() {
    let mut dice = Random::new(2);
    for round in 0..2_000 * times() {
        let description = random_description(&mut dice);
        let structure = random_structure(&mut dice, &description);
        let term = random_term(&mut dice, 3, &mut Vec::new());
        let expected = naive::value(&description, &structure, &term, &Vec::new());
        let found =
            evaluate_term(&description, &structure, &term, &[], (u64::MAX, &Budget::default()));
        assert_eq!(found.ok(), Some(expected), "round {round}: {term}\n{structure}");
    }
    println!("questions {}", 2_000 * times());
}

#[test]
fn normal_forms_are_equivalent() {
    let mut dice = Random::new(3);
    for round in 0..3_000 * times() {
        let description = random_description(&mut dice);
        let structure = random_structure(&mut dice, &description);
        let fluents = Fluents::of(&description);
        let formula = random_formula(&mut dice, 4, &mut vec!["u".into()]);
        let negation = nnf(&formula);
        let mut forms = vec![negation.clone(), prenex(&formula)];
        let budget = Budget::default();
        forms.extend(
            [simple_dnf(&negation, &budget), simple_cnf(&negation, &budget)].into_iter().flatten(),
        );
        if let Ok(typed) = tnf(&negation, &fluents) {
            assert!(is_tnf(&typed), "{formula}\n{typed}");
            forms.push(typed);
        }
        for assignment in assignments(&structure, &["u".into()]) {
            let expected = naive::holds(&description, &structure, &formula, &assignment);
            for form in &forms {
                let found = naive::holds(&description, &structure, form, &assignment);
                assert_eq!(found, expected, "round {round}: {formula}\n{form}\n{structure}");
            }
        }
    }
    println!("questions {}", 3_000 * times());
}

/// Returns whether a formula is in type normal form [KS11, Def. 5]: no part without a quantified
/// variable is in the scope of its quantifier.
fn is_tnf(formula: &Formula) -> bool {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(is_tnf),
        Formula::Exists(x, body) | Formula::Forall(x, body) => {
            x.len() == 1 && combines(&x[0], body) && is_tnf(body)
        }
        Formula::Not(body) => {
            matches!(**body, Formula::Relation(..) | Formula::Equal(..) | Formula::Compare(..))
        }
        _ => true,
    }
}

fn combines(variable: &Name, body: &Formula) -> bool {
    match body {
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().all(|part| combines(variable, part))
        }
        part => free_variables(part).contains(variable),
    }
}

/// Returns the tuples of a structure by name, independent of the order of elements.
fn facts(structure: &Structure) -> Vec<String> {
    let mut facts: Vec<String> = structure.elements.iter().map(|name| name.to_string()).collect();
    for (name, relation) in &structure.relations {
        for tuple in &relation.tuples {
            let names: Vec<&str> = tuple.iter().map(|&e| &*structure.elements[e]).collect();
            facts.push(format!("{name}({})", names.join(",")));
        }
    }
    facts.sort();
    facts
}

#[test]
fn matches_and_rewriting_agree_with_the_definitions_5_000_times() {
    let mut dice = Random::new(4);
    let (mut matched, mut fixed) = (0, 0);
    for round in 0..5_000 * times() {
        let description = random_description(&mut dice);
        let rule = &description.rules[0];
        fixed += usize::from(rule.keeps_universe());
        let text = |image: &[usize]| {
            let pairs = rule.left.elements.iter().zip(image);
            let pairs = pairs.map(|(l, &e)| format!(" {l}={}", description.model.elements[e]));
            format!("{}{}", rule.name, pairs.collect::<String>())
        };
        let images = naive::matches(&description, &description.model, rule);
        let mut expected: Vec<String> = images.iter().map(|image| text(image)).collect();
        expected.sort();
        let found = query(&description, "moves 0").unwrap_or_else(|e| panic!("{e}\n{description}"));
        assert_eq!(found, serde_json::json!(expected), "round {round}\n{description}");
        let Some(image) = images.get(dice.below(images.len().max(1))) else { continue };
        matched += 1;
        let (after, _) = naive::apply(&description.model, rule, image);
        check_play(&description, &text(image), &after);
        let applied = query(&description, &format!("apply {}", text(image))).unwrap();
        let count: usize = after.relations.values().map(|r| r.tuples.len()).sum();
        let listed = applied["relations"].as_object().unwrap().values();
        assert_eq!(listed.map(|list| list.as_array().unwrap().len()).sum::<usize>(), count);
        assert_eq!(applied["elements"].as_array().unwrap().len(), after.size());
    }
    assert!(matched > 1200 && fixed > 500 && fixed < 4500 * times(), "{matched} {fixed}");
    println!("questions {}", 5_000 * times());
}

/// Plays the move in the game, and compares the resulting structure. Copies of elements have their
/// own names, which may differ: a description that creates some is compared by its size only.
fn check_play(description: &Description, text: &str, after: &Structure) {
    let Ok(game) = RewriteGame::new(description) else { return };
    let state = game.initial();
    let mv = game.read_move(&state, Agent::FIRST, text).expect("a move of the list");
    let next = game.after(&state, Agent::FIRST, mv);
    let sentence = Formula::Relation("S".into(), Vec::new());
    for (state, structure) in [(&state, &description.model), (&next, after)] {
        let expected = naive::holds(description, structure, &sentence, &Vec::new());
        assert_eq!(game.holds(state, 0), expected, "{description}");
    }
    let written = game.write_position(&next);
    let structure = game.structure(&next);
    let plain = |s: &Structure| s.elements.iter().all(|name| !name.contains('\''));
    if plain(after) && plain(&structure) {
        assert_eq!(facts(&structure), facts(after), "{text}\n{written}\n{description}");
    } else {
        assert_eq!(facts(&structure).len(), facts(after).len());
    }
    if structure.size() > 0 {
        assert_eq!(game.read_position(&written).as_ref(), Ok(&next), "{written}\n{description}");
    }
}

/// On grids stable parts are evaluated beforehand, steps are shifts, lines are masks, chains are
/// paths, and sentences after moves are evaluated only if they may have changed.
#[test]
fn sentences_of_grids_agree_with_naive_enumeration() {
    let mut dice = Random::new(6);
    for round in 0..400 {
        let scope: Vec<Name> = vec!["x".into(), "y".into()];
        let sentence = Formula::Exists(
            scope.clone(),
            Box::new(random_formula(&mut dice, 3, &mut scope.clone())),
        );
        let step = ["R(", "C("][dice.below(2)];
        let grid = [". . ./. . .", ". ./. */. ."][dice.below(2)];
        let post = ["not S()", "S() or Way()", "not Way()", "Way() or not Line()"][dice.below(4)];
        let text = format!(
            "PLAYERS A
            REL D(x, y) = ex z (R(x, z) and C(z, y))
            REL S() = {}
            REL Line() = ex x, y (P(x) and P(y) and (D(x, y) or R(x, y)))
            REL Near(x, y) = x = y or R(x, y) or R(y, x) or C(x, y) or C(y, x)
            REL W0(x) = P(x) and not ex y R(y, x)
            REL W1(x) = P(x) and ex y (Near(x, y) and W0(y))
            REL W2(x) = P(x) and ex y (Near(x, y) and W1(y))
            REL W3(x) = P(x) and ex y (Near(x, y) and W2(y))
            REL W4(x) = P(x) and ex y (Near(x, y) and W3(y))
            REL Way() = ex x (W4(x) and not ex y R(x, y))
            REL Over(x, y, z) = R(x, y) and R(y, z) or C(y, x) and R(y, z) or C(z, y) and R(y, x)
            RULE Cross: [a | - | - ] -> [a | P(a) | - ] emb P, Q pre not S() and not Line()
            RULE Shift: [a, b | P(a); C(a, b) | - ] -> [a, b | P(b) | - ] emb P, Q pre not Line()
            RULE Nought: [a | - | - ] -> [a | Q(a) | - ] emb P, Q post {post}
            RULE Jump: [a, b, c | P(a); Over(a, b, c) | - ] -> [a, b, c | P(c) | - ] emb P, Q post {post}
            LOC 0 {{ PLAYER A PAYOFF {{ A: 0 }} MOVES [Cross -> 0; Shift -> 0; Nought -> 0; Jump -> 0] }}
            MODEL [ | N:0 {{}}; E:2 {{}}; T:3 {{}}; P:1 {{}}; Q:1 {{}} | ] \"{grid}\"",
            sentence.to_string().replace("E(", step)
        );
        let description = Description::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let game = RewriteGame::new(&description).unwrap();
        let mut state = game.initial();
        for _ in 0..5 {
            let structure = game.structure(&state);
            for (atom, definition) in ["S", "Line", "Way"].into_iter().enumerate() {
                let formula = Formula::Relation(definition.into(), Vec::new());
                let expected = naive::holds(&description, &structure, &formula, &Vec::new());
                assert_eq!(
                    game.holds(&state, atom as u32),
                    expected,
                    "round {round}: {text}\n{structure}"
                );
            }
            let mut moves = Vec::new();
            game.moves(&state, Agent::FIRST, &mut moves);
            let expected: usize = description
                .rules
                .iter()
                .map(|r| naive::matches(&description, &structure, r).len())
                .sum();
            assert_eq!(moves.len(), expected, "round {round}: {text}\n{structure}");
            let Some(&mv) = moves.get(dice.below(moves.len().max(1))) else { break };
            game.play(&mut state, Agent::FIRST, mv);
        }
    }
}

/// Returns a condition on an element by marks on it and next to it, as text.
fn beside(dice: &mut Random, depth: usize, x: &str) -> String {
    let y = format!("{x}'");
    match dice.below(if depth == 0 { 5 } else { 9 }) {
        0 => format!("P({x})"),
        1 => format!("not Q({x})"),
        2 => format!("(P({x}) or Q({x}))"),
        3 => format!("not (P({x}) or Q({x}))"),
        4 => format!("(P({x}) and not Q({x}))"),
        5 => format!("({} and {})", beside(dice, depth - 1, x), beside(dice, depth - 1, x)),
        _ => {
            let step = [format!("R({x}, {y})"), format!("C({y}, {x})")][dice.below(2)].clone();
            let not = ["", "not "][dice.below(2)];
            format!("{not}ex {y} ({step} and {})", beside(dice, depth - 1, &y))
        }
    }
}

/// Conditions on adjacent elements are evaluated by shifting sets.
#[test]
fn conditions_next_to_elements_agree_with_naive_enumeration() {
    let mut dice = Random::new(7);
    let mut found = 0;
    for round in 0..1_000 {
        let conditions = ["a", "b"].map(|x| beside(&mut dice, 3, x));
        let grid = [". . ./. . .", ". . . ./. * . ./. . . ."][dice.below(2)];
        let text = format!(
            "PLAYERS A
            RULE Cross: [a | - | - ] -> [a | P(a) | - ] emb P, Q
            RULE Nought: [a | - | - ] -> [a | Q(a) | - ] emb P, Q pre {}
            RULE Step: [a, b | P(a); C(a, b) | - ] -> [a, b | P(b) | - ] emb P, Q pre {}
            LOC 0 {{ PLAYER A PAYOFF {{ A: 0 }} MOVES [Cross -> 0; Nought -> 0; Step -> 0] }}
            MODEL [ | P:1 {{}}; Q:1 {{}} | ] \"{grid}\"",
            conditions[0], conditions[1]
        );
        let description = Description::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let game = RewriteGame::new(&description).unwrap();
        let mut state = game.initial();
        for _ in 0..5 {
            let structure = game.structure(&state);
            let mut moves = Vec::new();
            game.moves(&state, Agent::FIRST, &mut moves);
            let matches = description.rules.iter();
            let matches = matches.map(|r| naive::matches(&description, &structure, r).len());
            let expected: usize = matches.sum();
            assert_eq!(moves.len(), expected, "round {round}: {text}\n{structure}");
            found += expected;
            let Some(&mv) = moves.get(dice.below(moves.len().max(1))) else { break };
            game.play(&mut state, Agent::FIRST, mv);
        }
    }
    assert!(found > 10_000, "only {found} matches");
}
