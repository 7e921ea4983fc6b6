//! The machine and the resolution compared with the definition, on random propositional programs.

use std::collections::BTreeSet;

use ludex_prolog::{Bounds, Program, Resolution, Term, left_most, query, right_most};
use serde_json::json;

use crate::common;
use common::{ACTIONS, ATOMS, Kind, Memo, Random, legal_paths, path_text, times};

const LONGEST: usize = 3;

fn kind(seed: u64) -> Kind {
    Kind {
        converse: seed % 3 == 1,
        negation: seed % 4 == 2,
        long_heads: seed % 2 == 1,
        inertia: seed % 5 < 2,
    }
}

/// Sceneries, enabled actions and truth along all legal paths are those of the definition.
#[test]
fn sceneries_are_those_of_the_definition() {
    let mut looked_at = 0;
    for seed in 0..600 * times() {
        let random = Random::new(seed, kind(seed));
        let (program, mut memo) = (Program::read(&random.text()).expect("a program"), Memo::new());
        let sorted = |numbers: BTreeSet<usize>, names: &[&str]| {
            let mut texts: Vec<String> = numbers.iter().map(|&n| names[n].to_owned()).collect();
            texts.sort();
            json!(texts)
        };
        let paths = legal_paths(&random, LONGEST, &mut memo);
        for path in paths.iter().take(12) {
            let (base, enabled) = (random.base(path, &mut memo), random.enabled(path, &mut memo));
            let text = path_text(path);
            let context = || format!("seed {seed}, path {text}\n{}", random.text());
            let ask = |text: String| {
                query(&program, &text).unwrap_or_else(|e| panic!("{e}: {}", context()))
            };
            assert_eq!(ask(format!("scenery {text}")).result, sorted(base, ATOMS), "{}", context());
            let answer = ask(format!("enabled {text}"));
            assert_eq!(answer.result, sorted(enabled, ACTIONS), "{}", context());
            assert_eq!(answer.notes, [] as [&str; 0]);
            let truths = random.truths(path, &mut memo);
            let atom = (seed as usize + path.len()) % ATOMS.len();
            let holds = ask(format!("holds {text} : {}", ATOMS[atom])).result;
            assert_eq!(holds, truths.contains(&atom), "{}", context());
            looked_at += 1;
        }
    }
    assert!(looked_at > 2000, "only {looked_at} paths");
    println!("questions {}", 3 * looked_at);
}

/// Every plan that resolution finds is a legal path to the goal, and it finds one if there is one.
#[test]
fn resolution_is_sound_and_complete() {
    let (mut found_plans, mut true_goals, mut false_goals) = (0, 0, 0);
    for seed in 0..3000 * times() {
        let kind = Kind { negation: false, inertia: false, ..kind(seed) };
        let random = Random::new(seed, kind);
        let (program, mut memo) = (Program::read(&random.text()).expect("a program"), Memo::new());
        let paths = legal_paths(&random, LONGEST, &mut memo);
        for (number, atom) in ATOMS.iter().enumerate() {
            let holds =
                |path: &Vec<usize>, memo: &mut Memo| random.truths(path, memo).contains(&number);
            let expected: BTreeSet<String> =
                paths.iter().filter(|p| holds(p, &mut memo)).map(|p| path_text(p)).collect();
            let context = || format!("seed {seed}, goal {atom}\n{}", random.text());
            let (asked, goals) = program.goals(atom).expect("an atom");
            let selection = if seed % 5 == 0 { right_most } else { left_most };
            let mut resolution = Resolution::new(&asked, &goals).select(selection);
            let mut plans = BTreeSet::new();
            let bounds = Bounds { plan: LONGEST, steps: 60, work: 100_000 };
            let complete = resolution.refutations(&bounds, &mut |answer| {
                plans.insert(plan(&asked, &answer.plan));
                plans.len() > 50
            });
            for plan in &plans {
                assert!(expected.contains(plan), "{plan} is wrong: {}", context());
            }
            assert!(complete || !plans.is_empty(), "cut off: {}", context());
            assert_eq!(plans.is_empty(), expected.is_empty(), "{expected:?} {}", context());
            found_plans += plans.len();
            true_goals += usize::from(!expected.is_empty());
            false_goals += usize::from(expected.is_empty());
        }
    }
    assert!(true_goals > 3000 && false_goals > 3000, "{true_goals} and {false_goals}");
    println!("{found_plans} plans for {true_goals} goals; {false_goals} goals without one");
    println!("questions {}", true_goals + false_goals);
}

fn plan(program: &Program, actions: &[Term]) -> String {
    match actions.is_empty() {
        true => "[]".into(),
        false => actions.iter().map(|action| format!("[{}]", program.show(action))).collect(),
    }
}
