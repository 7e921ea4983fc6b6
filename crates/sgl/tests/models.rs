//! Model checking compared with the definition, on random games.

use std::collections::BTreeSet;

use ludex_base::{Budget, NoAnswer, Stopped};
use ludex_game::below;
use ludex_sgl::{File, query};
use rand::SeedableRng;
use serde_json::Value;

use crate::common;
use common::*;

fn ask(file: &File, text: &str) -> Value {
    query(file, text).unwrap_or_else(|error| panic!("{text}: {error}")).result
}

#[test]
fn limits_are_no_mistakes_of_the_query() {
    let file = File::read("g", "game nim:heaps=3-4;").expect("reads");
    let few = Budget { max_nodes: Some(3), ..Budget::default() };
    match ask_built_in(&file, "reach true", &few) {
        Err(NoAnswer::Stopped(stopped)) => {
            assert_eq!(stopped.to_string(), "no answer within 3 states");
            assert_eq!(stopped.reason(), Stopped::Nodes);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn truth_is_definition_4() {
    let mut rng = Rng::seed_from_u64(1);
    for _ in 0..300 * times() {
        let file = random_file(&mut rng);
        let model = full_model(&file);
        for _ in 0..10 {
            let text = formula(&mut rng, 4, 3);
            let (formulas, phi) = file.formula(&text).expect(&text);
            let line: Vec<usize> = (0..below(&mut rng, 3)).map(|_| below(&mut rng, 3)).collect();
            let w = line.iter().fold(model.len() - 1, |w, &a| model.update[w][a]);
            let a = below(&mut rng, 3);
            let names: Vec<&str> = line.iter().map(|&a| ACTIONS[a]).collect();
            let after = if names.is_empty() {
                String::new()
            } else {
                format!("after {}", names.join(", "))
            };
            let asked = format!("check {after} choosing {} : {text}", ACTIONS[a]);
            assert_eq!(ask(&file, &asked), model.holds(&formulas, w, a, phi), "{asked}\n{file}");
            let everywhere = reachable(&model, &model.legal)
                .into_iter()
                .all(|w| (0..3).all(|a| model.holds(&formulas, w, a, phi)));
            assert_eq!(ask(&file, &format!("holds {text}")), everywhere, "{text}\n{file}");
        }
    }
    println!("questions {}", 6_000 * times());
}

/// Returns whether play by these moves always ends, is never stuck, and reaches the goal: plays
/// longer than the number of states are infinite.
fn ensured(
    model: &Explicit,
    moves: &BTreeSet<(usize, usize)>,
    goal: &[bool],
    w: usize,
    left: usize,
) -> bool {
    let next: Vec<usize> =
        moves.iter().filter(|&&(s, _)| s == w).map(|&(_, a)| model.update[w][a]).collect();
    if next.is_empty() {
        return model.terminal[w] && goal[w];
    }
    left > 0 && next.into_iter().all(|v| ensured(model, moves, goal, v, left - 1))
}

#[test]
fn strategies_do_what_the_definitions_say() {
    let mut rng = Rng::seed_from_u64(2);
    let (mut yes, mut enforced) = (0, 0);
    for _ in 0..400 {
        let file = random_file(&mut rng);
        let model = full_model(&file);
        let (alpha, phi) = (formula(&mut rng, 3, 1), formula(&mut rng, 2, 1));
        let (f, strategy) = file.formula(&alpha).expect(&alpha);
        let states = reachable(&model, &model.legal);
        let moves = model.restricted(&f, strategy).legal;
        let (g, goal) = file.formula(&phi).expect(&phi);
        let goals: Vec<bool> =
            (0..model.len()).map(|w| (0..3).all(|a| model.holds(&g, w, a, goal))).collect();
        for (agent, name) in ["A", "B"].into_iter().enumerate() {
            let own = |moves: &BTreeSet<(usize, usize)>, w: usize| {
                moves.iter().filter(|&&(s, a)| s == w && owner(a) == agent).count()
            };
            let complete = states.iter().all(|&w| own(&model.legal, w) == 0 || own(&moves, w) > 0);
            let asked = format!("complete {alpha} for {name}");
            assert_eq!(ask(&file, &asked), complete, "{asked}\n{file}");
            let asked = format!("deterministic {alpha} for {name}");
            assert_eq!(
                ask(&file, &asked),
                states.iter().all(|&w| own(&moves, w) < 2),
                "{asked}\n{file}"
            );
            // Some refinement of the agent's part ensures the goal.
            let part: Vec<(usize, usize)> =
                moves.iter().copied().filter(|&(_, a)| owner(a) == agent).collect();
            let refined = (0..1u32 << part.len()).any(|set| {
                let mut left = moves.clone();
                for (i, mv) in part.iter().enumerate() {
                    if set >> i & 1 == 0 {
                        left.remove(mv);
                    }
                }
                ensured(&model, &left, &goals, model.len() - 1, model.len())
            });
            let asked = format!("enforces {name} in {alpha} : {phi}");
            assert_eq!(ask(&file, &asked), refined, "{asked}\n{file}");
            enforced += u32::from(refined);
        }
        let asked = format!("reach {alpha}");
        assert_eq!(ask(&file, &asked), reachable(&model, &moves).len(), "{asked}\n{file}");
        let asked = format!("ensures {alpha} : {phi}");
        let expected = ensured(&model, &moves, &goals, model.len() - 1, model.len());
        assert_eq!(ask(&file, &asked), expected, "{asked}\n{file}");
        yes += u32::from(expected);
    }
    assert!(yes > 20 && enforced > 40, "{yes} {enforced}");
}

/// Returns a strategy of B: some formula about B's actions.
fn strategy_of_b(rng: &mut Rng, guarded: bool) -> String {
    let part = |rng: &mut Rng, action: &str| {
        let guard = if guarded { format!(" & legal({action})") } else { String::new() };
        format!("({} & does({action}){guard})", formula(rng, 2, 1))
    };
    format!("({} | {})", part(rng, "b"), part(rng, "c"))
}

/// Propositions 1 (on reachable states), 3 and 4 (for rules that choose legal actions only) of
/// \[ZT15\].
#[test]
fn propositions_are_laws() {
    let mut rng = Rng::seed_from_u64(3);
    let mut cases = [0; 6];
    for _ in 0..300 {
        let file = random_file(&mut rng);
        let (alpha, beta) = (strategy_of_b(&mut rng, true), strategy_of_b(&mut rng, true));
        let is = |text: String| ask(&file, &text) == Value::Bool(true);
        let complete = |s: &str| is(format!("complete {s} for B"));
        let deterministic = |s: &str| is(format!("deterministic {s} for B"));
        let legal = "or(x in actions(B)) legal(x)";
        let first = is(format!("holds {legal} -> {{{alpha}}} {legal}"));
        assert_eq!(first, complete(&alpha), "Proposition 1.1: {alpha}\n{file}");
        let second = is(format!("holds {{{alpha}}} ~(legal(b) & legal(c))"));
        assert_eq!(second, deterministic(&alpha), "Proposition 1.2: {alpha}\n{file}");
        let (either, both) = (format!("({alpha} else {beta})"), format!("({alpha} also {beta})"));
        for strategy in [&alpha, &either, &both] {
            assert!(is(format!("strategyof {strategy} for B")), "Proposition 3: {strategy}");
        }
        let laws = [
            (complete(&alpha), complete(&either)),
            (complete(&beta), complete(&either)),
            (complete(&alpha), complete(&both)),
            (deterministic(&alpha) && deterministic(&beta), deterministic(&either)),
            (deterministic(&alpha), deterministic(&both)),
        ];
        for (i, (premise, conclusion)) in laws.into_iter().enumerate() {
            assert!(!premise || conclusion, "Proposition 4, case {i}: {alpha}, {beta}\n{file}");
            cases[i] += u32::from(premise);
        }
    }
    assert!(cases[..5].iter().all(|&count| count > 5), "{cases:?}");
}
