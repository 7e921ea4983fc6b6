//! The axioms, the rules and the decision procedure compared with all models of small frames.

use std::collections::BTreeSet;

use ludex_game::below;
use ludex_sgl::{AXIOMS, File, query};
use rand::SeedableRng;

use crate::common;
use common::*;

const FRAME: &str = "agents A, B; action a by A; action b by B; action c by B;";

/// Returns an instance of a schema: letters are replaced by random formulas and actions.
fn instance(rng: &mut Rng, name: &str, schema: &str) -> String {
    let a = below(rng, 3);
    let b = match name {
        "A2" | "C3" => (a + 1 + below(rng, 2)) % 3,
        _ => below(rng, 3),
    };
    let mut part = || format!("({})", formula(rng, 2, 1));
    let (f, g, s) = (part(), part(), part());
    let p = ["p", "q", "initial", "terminal"][below(rng, 4)];
    let word = |c: char| match c {
        'F' => f.clone(),
        'G' => g.clone(),
        'S' => s.clone(),
        'p' => p.to_owned(),
        'a' => ACTIONS[a].to_owned(),
        'b' => ACTIONS[b].to_owned(),
        _ => c.to_string(),
    };
    // A letter counts only if it is a whole word and is not bound.
    if name == "A3" {
        return schema.to_owned();
    }
    let chars: Vec<char> = schema.chars().collect();
    let alone = |i: usize| {
        let letter =
            |j: Option<usize>| j.and_then(|j| chars.get(j)).is_some_and(|c| c.is_alphabetic());
        !letter(i.checked_sub(1)) && !letter(Some(i + 1))
    };
    (0..chars.len()).map(|i| if alone(i) { word(chars[i]) } else { chars[i].to_string() }).collect()
}

#[test]
fn axioms_are_valid_and_rules_sound_on_random_models() {
    let mut rng = Rng::seed_from_u64(4);
    let frame = File::read("frame", FRAME).expect("it reads");
    let mut premises = [0; 3];
    for round in 0..2000 {
        let file = random_file(&mut rng);
        let model = full_model(&file);
        for axiom in AXIOMS {
            let text = instance(&mut rng, axiom.name, axiom.schema);
            let (f, phi) = file.formula(&text).expect(&text);
            assert!(model.valid(&f, phi), "{} as {text}\n{file}", axiom.name);
            if round < 40 {
                let proof = format!("prove 1. {text} by {};", axiom.name);
                let verdict = query(&frame, &proof).expect(&proof);
                assert_eq!(verdict.result, "accepted", "{proof}\n{:?}", verdict.witness);
                // GENS from a formula that is valid in all models.
                let (f, phi) = file
                    .formula(&format!("{{{}}} ({text})", formula(&mut rng, 2, 1)))
                    .expect("it reads");
                assert!(model.valid(&f, phi), "GENS of {text}");
            }
        }
        let (x, y) = (formula(&mut rng, 2, 1), formula(&mut rng, 2, 1));
        let a = ACTIONS[below(&mut rng, 3)];
        let valid = |text: &str| {
            let (f, phi) = file.formula(text).expect(text);
            model.valid(&f, phi)
        };
        // GENA, GENC and RM preserve validity in the model.
        if valid(&x) {
            premises[0] += 1;
            assert!(valid(&format!("[{a}]({x})")) && valid(&format!("@{a}:({x})")), "{x}\n{file}");
        }
        if valid(&format!("{x} -> {y}")) {
            premises[1] += 1;
            assert!(valid(&format!("[{a}]({x}) -> [{a}]({y})")), "RM: {x}, {y}\n{file}");
            premises[2] += u32::from(valid(&x));
            assert!(!valid(&x) || valid(&y), "MP: {x}, {y}");
        }
    }
    assert!(premises.iter().all(|&count| count > 20), "{premises:?}");
}

/// Returns every model of depth one over an atom and two actions: the root and its two successors.
fn tiny_models() -> Vec<Explicit> {
    let kinds: Vec<(bool, bool, usize)> = [false, true]
        .into_iter()
        .flat_map(|p| [(p, true, 0), (p, false, 0), (p, false, 1), (p, false, 2), (p, false, 3)])
        .collect();
    let mut models = Vec::new();
    for initial in [false, true] {
        for root in &kinds {
            for left in &kinds {
                for right in &kinds {
                    let states = [root, left, right];
                    let legal = |w: usize| (0..2).filter(move |a| states[w].2 >> a & 1 == 1);
                    let legal: BTreeSet<(usize, usize)> =
                        (0..3).flat_map(|w| legal(w).map(move |a| (w, a))).collect();
                    models.push(Explicit {
                        initial: vec![initial, false, false],
                        terminal: states.iter().map(|s| s.1).collect(),
                        atoms: states.iter().map(|s| vec![s.0]).collect(),
                        update: vec![vec![1, 2], vec![1, 1], vec![2, 2]],
                        legal,
                        actions: 2,
                    });
                }
            }
        }
    }
    models
}

#[test]
fn sat_agrees_with_all_models_of_a_tiny_frame() {
    let file =
        File::read("tiny", "agents A; action a by A; action b by A; fluent p;").expect("reads");
    let models = tiny_models();
    assert_eq!(models.len(), 2000);
    let mut rng = Rng::seed_from_u64(5);
    let mut valid = 0;
    for _ in 0..400 {
        let text = formula(&mut rng, 3, 1)
            .replace("(c)", "(a)")
            .replace("[c]", "[b]")
            .replace("@c:", "@b:");
        let text = text.replace('q', "p");
        let (f, phi) = file.formula(&text).expect(&text);
        let expected = models.iter().all(|model| (0..2).all(|a| model.holds(&f, 0, a, phi)));
        let answer = query(&file, &format!("valid {text}")).expect(&text);
        assert_eq!(answer.result, expected, "{text}");
        assert_eq!(answer.witness.is_none(), expected);
        valid += u32::from(expected);
    }
    assert!(valid > 20, "{valid}");
}

#[test]
fn entailment_is_truth_in_all_states_of_the_rules() {
    let mut rng = Rng::seed_from_u64(6);
    let mut entailed = 0;
    for _ in 0..300 {
        let file = random_file(&mut rng);
        let model = full_model(&file);
        for _ in 0..5 {
            let text = formula(&mut rng, 3, 2);
            let (f, phi) = file.formula(&text).expect(&text);
            let answer = query(&file, &format!("entails {text}")).expect(&text);
            assert_eq!(answer.result, model.valid(&f, phi), "{text}\n{file}");
            entailed += u32::from(answer.result == true);
        }
    }
    assert!(entailed > 50, "{entailed}");
}

#[test]
fn normal_forms_are_equivalent_and_say_what_they_should() {
    let file = File::read("frame", &format!("{FRAME} fluent p, q;")).expect("it reads");
    let mut rng = Rng::seed_from_u64(7);
    for _ in 0..300 {
        let text = formula(&mut rng, 3, 2);
        let ask =
            |text: String| query(&file, &text).unwrap_or_else(|e| panic!("{text}: {e}")).result;
        let plain = ask(format!("eliminate {text}"));
        let plain = plain.as_str().expect("a formula");
        assert!(!plain.contains('{'), "{plain}");
        assert_eq!(ask(format!("valid ({text}) <-> ({plain})")), true, "{text}: {plain}");
        let normal = ask(format!("normal {text}"));
        let normal = normal.as_str().expect("a formula");
        assert_eq!(ask(format!("valid ({text}) <-> ({normal})")), true, "{text}: {normal}");
        let forgotten = ask(format!("forget {text}"));
        let forgotten = forgotten.as_str().expect("a formula");
        assert!(!forgotten.contains("does"), "{forgotten}");
        // Forgetting: some choice makes the formula true.
        let some = format!("(@a:({text}) | @b:({text}) | @c:({text}))");
        assert_eq!(ask(format!("valid ({forgotten}) <-> {some}")), true, "{text}: {forgotten}");
    }
}

/// Axioms with modalities: consequences are found, and other formulas have a finite countermodel.
#[test]
fn axioms_with_modalities_are_decided_or_said_to_be_open() {
    let text = "agents A, B; action a by A; action b by B; axiom p -> [a]q; axiom q -> [b]r;";
    let file = File::read("steps", text).expect("it reads");
    let is = |text: &str| query(&file, &format!("entails {text}")).expect(text).result;
    assert_eq!(is("p -> [a][b]r"), true);
    assert_eq!(is("p -> [a]r"), false);
    assert_eq!(is("p -> [b][b]r"), false);
    let text = "agents A; action a by A; axiom p -> [a]q; axiom q -> [a]false;";
    let file = File::read("dead end", text).expect("it reads");
    let is = |text: &str| query(&file, &format!("entails {text}")).expect(text).result;
    assert_eq!(is("~p & ~q"), true);
    assert_eq!(is("r"), false);
}

/// The m,k-game by the axioms of \[ZT15\]: the example of its section on game-specific axioms.
#[test]
fn the_axioms_of_the_paper_entail_its_example() {
    let text = include_str!("../../../games/sgl/mk-axioms.sgl");
    let file = File::read("mk-axioms.sgl", text).expect("it reads");
    let is = |text: &str| query(&file, text).unwrap_or_else(|e| panic!("{text}: {e}")).result;
    assert_eq!(is("entails turn(X) -> next turn(O) & next next turn(X)"), true);
    assert_eq!(is("valid turn(X) -> next turn(O) & next next turn(X)"), false);
    assert_eq!(is("entails initial -> [mark(X,1,1)] ~legal(mark(O,1,1))"), true);
    assert_eq!(is("entails turn(X) | turn(O)"), false);
}
