//! Weak solutions of random games: accepted when right, rejected after any mutation.

use ludex_base::Random;
use ludex_evidence::{
    Bound, Claim, Evidence, Holder, SolutionLine, SolutionStep, check, check_solution,
};
use ludex_game::{Agent, Game, Notation, Outcome, Turn};

use crate::graph::Graph;
use crate::naive::{solution, winning};
use crate::proofs::mutate_list;

/// A solution as text, of a random game.
pub struct Case {
    pub game: Graph,
    pub root: u8,
    pub holder: Holder,
    pub outcome: Outcome,
    pub nodes: Vec<SolutionLine>,
}

impl Case {
    fn accepts(&self, nodes: &[SolutionLine]) -> bool {
        self.accepts_in(&self.game, self.root, self.outcome, nodes)
    }

    /// Returns whether the nodes are accepted for another game, state or outcome.
    fn accepts_in(&self, game: &Graph, root: u8, outcome: Outcome, nodes: &[SolutionLine]) -> bool {
        let nodes = nodes.iter().cloned().collect();
        check_solution(game, &root, self.holder, outcome, &nodes).is_ok()
    }
}

/// Returns all solutions of a random game: for every state, side and outcome.
pub fn cases(seed: u64) -> Vec<Case> {
    let mut rng = Random::new(seed);
    let agents = 1 + rng.below(2);
    let game = Graph::random(&mut rng, agents);
    let states: Vec<u8> = game.states().collect();
    let mut cases = Vec::new();
    for (holder, outcome) in
        [Holder::Max, Holder::Min].into_iter().flat_map(|h| (0..3).map(move |o| (h, Outcome(o))))
    {
        let found = winning(&game, &states, holder, outcome);
        for &root in &found {
            let nodes = transcribe(&game, &found, holder, root, outcome);
            cases.push(Case { game: game.clone(), root, holder, outcome, nodes });
        }
    }
    cases
}

fn transcribe(g: &Graph, found: &[u8], h: Holder, root: u8, outcome: Outcome) -> Vec<SolutionLine> {
    let solution = solution(g, found, h, &root).expect("it is among those found");
    let bound = Some((outcome, &solution));
    let evidence = match h {
        Holder::Max => Evidence::value("graph", g, &root, bound, None),
        Holder::Min => Evidence::value("graph", g, &root, None, bound),
    };
    let evidence = evidence.expect("the solution has the shape of one");
    let checked = check(g, &evidence, |_, _, _| Err("there is no formula".to_owned()));
    assert!(checked.is_ok(), "{checked:?}");
    match evidence.claim {
        Claim::Value { low: Some(bound), .. } | Claim::Value { high: Some(bound), .. } => {
            bound.nodes.iter().collect()
        }
        _ => unreachable!("one bound is there"),
    }
}

#[test]
fn right_solutions_are_accepted() {
    let mut count = 0;
    for case in (0..1_500).flat_map(cases) {
        let nodes = case.nodes.iter().cloned().collect();
        let stats = check_solution(&case.game, &case.root, case.holder, case.outcome, &nodes);
        assert_eq!(stats.map(|stats| stats.nodes), Ok(case.nodes.len()));
        count += 1;
    }
    assert!(count > 10_000, "only {count} solutions");
}

/// Solutions for slightly other rules are accepted only if what they claim is true.
#[test]
fn solutions_for_other_rules_show_nothing_false() {
    let (mut accepted, mut lies) = (0, 0);
    for (seed, case) in (0..1_500).flat_map(|seed| cases(seed).into_iter().map(move |c| (seed, c)))
    {
        let mut rng = Random::new(!seed);
        let mut rules = case.game.clone();
        let place = rng.below(rules.places.len());
        rules.places[place].outcome = Outcome(rng.below(3) as u16);
        if let Turn::Of(agent) = rules.places[place].turn {
            rules.places[place].moves[agent.index()].push(rng.below(case.game.places.len()) as u8);
        }
        let states: Vec<u8> = rules.states().collect();
        let truth = winning(&rules, &states, case.holder, case.outcome).contains(&case.root);
        let result = case.accepts_in(&rules, case.root, case.outcome, &case.nodes);
        assert!(truth || !result, "seed {seed}: accepts what is not true");
        accepted += u32::from(result);
        lies += u32::from(!truth);
    }
    assert!(accepted > 500 && lies > 500, "both happen: {accepted}, {lies}");
}

#[test]
fn mutations_are_rejected() {
    let mut count = 0;
    for case in (0..400).flat_map(cases) {
        for node in 0..case.nodes.len() {
            let mut check = |what: &str, mutate: &dyn Fn(&mut Vec<SolutionLine>)| {
                let mut nodes = case.nodes.clone();
                mutate(&mut nodes);
                if nodes != case.nodes {
                    count += 1;
                    let (before, after) = (&case.nodes[node], nodes.get(node));
                    assert!(!case.accepts(&nodes), "{what} of node {node}: {before:?} {after:?}");
                }
            };
            mutate_line(&case, node, &mut check);
            check("cut after", &|nodes| nodes.truncate(node));
            check("cut before", &|nodes| _ = nodes.drain(..node));
            check("removal", &|nodes| _ = nodes.remove(node));
            check("copy at the end", &|nodes| nodes.push(nodes[node].clone()));
        }
    }
    println!("{count} mutations of solutions were rejected");
    assert!(count > 100_000, "only {count} mutations");
}

type Check<'a> = &'a mut dyn FnMut(&str, &dyn Fn(&mut Vec<SolutionLine>));

fn mutate_line(case: &Case, node: usize, check: Check<'_>) {
    for position in case.game.states().map(|s| format!("s{s}")).chain([String::new()]) {
        check("position", &|nodes| nodes[node].position = position.clone());
    }
    let mut step = |what: &str, step: SolutionStep| {
        check(what, &|nodes| nodes[node].step = step.clone());
    };
    let children = || 0..=case.nodes.len() as u32;
    let wrong = |name: &str| SolutionStep::Final(name.to_owned());
    ["loss", "draw", "win", "Win", ""].iter().for_each(|name| step("outcome", wrong(name)));
    match &case.nodes[node].step {
        SolutionStep::Final(_) => {
            step("kind", SolutionStep::Choose("a0".to_owned(), 0));
            step("kind", SolutionStep::Replies(vec![]));
        }
        SolutionStep::Choose(mv, child) => {
            step("kind", SolutionStep::Replies(vec![(mv.clone(), *child)]));
            for other in children() {
                step("child", SolutionStep::Choose(mv.clone(), other));
            }
            let moves = ["a0", "a1", "a2", "b0", "b1", "b2", "pass", ""];
            for other in moves.iter().filter(|other| !same_successor(case, node, mv, other)) {
                step("move", SolutionStep::Choose((*other).to_owned(), *child));
            }
        }
        SolutionStep::Replies(list) => {
            let (mv, child) = list[0].clone();
            step("kind", SolutionStep::Choose(mv, child));
            mutate_list(list, children, |what, list| step(what, SolutionStep::Replies(list)));
        }
    }
}

/// Returns whether two moves are legal and lead to the same state: then either will do.
fn same_successor(case: &Case, node: usize, one: &str, other: &str) -> bool {
    let state = case.game.read_position(&case.nodes[node].position).expect("it is right");
    let holder = if case.holder == Holder::Max { Agent::FIRST } else { Agent::SECOND };
    let after = |text| {
        let mv = case.game.read_move(&state, holder, text)?;
        Some(case.game.after(&state, holder, mv))
    };
    after(one).is_some() && after(one) == after(other)
}

/// Returns the verdict on a claim about the value of a random game.
fn verdict(game: &Graph, position: &str, nodes: &[SolutionLine]) -> Result<(), String> {
    let bound = Bound { outcome: "loss".to_owned(), nodes: nodes.to_vec().into() };
    let claim = Claim::Value { low: Some(bound), high: None };
    let evidence = Evidence::new("graph", position.to_owned(), claim);
    let checked = check(game, &evidence, |_, _, _| Err("there is no formula".to_owned()));
    checked.map(|_| ()).map_err(|rejection| rejection.to_string())
}

#[test]
fn values_are_those_of_zero_sum_games_of_two() {
    let case = (0..50).flat_map(cases).find(|case| {
        case.holder == Holder::Max && case.outcome == Outcome(0) && case.game.agents.len() == 2
    });
    let case = case.expect("somebody can force a loss at least");
    let position = format!("s{}", case.root);
    assert_eq!(verdict(&case.game, &position, &case.nodes), Ok(()));
    let general = Graph { general: true, ..case.game.clone() };
    let why = verdict(&general, &position, &case.nodes).expect_err("it has no value");
    assert!(why.starts_with("the game is not zero-sum as far as can be shown"), "{why}");
    let three = Graph::random(&mut Random::new(5), 3);
    let why = verdict(&three, "s0", &case.nodes).expect_err("it has no value");
    assert!(why.starts_with("games of 3 agents have no solutions"), "{why}");
}

/// Equal parts are shared: a copy of a final position for one of its parents is refused.
#[test]
fn copies_of_a_node_are_rejected() {
    let mut copied = 0;
    for case in (0..400).flat_map(cases) {
        for (node, user) in
            (0..case.nodes.len()).flat_map(|n| (n + 1..case.nodes.len()).map(move |u| (n, u)))
        {
            if !matches!(case.nodes[node].step, SolutionStep::Final(_)) {
                continue;
            }
            let mut nodes = case.nodes.clone();
            nodes.iter_mut().for_each(|line| each_child(&mut line.step, |child| *child += 1));
            nodes.insert(0, case.nodes[node].clone());
            each_child(&mut nodes[user + 1].step, |child| {
                *child = if *child == node as u32 + 1 { 0 } else { *child };
            });
            assert!(!case.accepts(&nodes), "node {node} of {:?}", case.nodes);
            copied += 1;
        }
    }
    assert!(copied > 1_000, "only {copied} copies");
}

fn each_child(step: &mut SolutionStep, mut change: impl FnMut(&mut u32)) {
    match step {
        SolutionStep::Final(_) => {}
        SolutionStep::Choose(_, child) => change(child),
        SolutionStep::Replies(list) => list.iter_mut().for_each(|(_, child)| change(child)),
    }
}

/// Readers see the position, so there is one way to write it.
#[test]
fn positions_of_claims_are_written_as_the_game_writes_them() {
    let case = (0..50)
        .flat_map(cases)
        .find(|case| case.holder == Holder::Max && case.outcome == Outcome(0));
    let case = case.expect("somebody can force a loss at least");
    assert_eq!(verdict(&case.game, &format!("s{}", case.root), &case.nodes), Ok(()));
    let why =
        verdict(&case.game, &format!("s0{}", case.root), &case.nodes).expect_err("a zero more");
    assert!(why.contains("is not written as the game writes it"), "{why}");
}

/// Sides that a claim mistakes, and outcomes that are too good.
#[test]
fn claims_about_something_else_are_rejected() {
    for case in (0..500).flat_map(cases) {
        let (game, nodes) = (&case.game, &case.nodes);
        for root in game.states().filter(|&root| root != case.root) {
            assert!(!case.accepts_in(game, root, case.outcome, nodes), "root {root}");
        }
        let states: Vec<u8> = game.states().collect();
        for outcome in (0..3).map(Outcome) {
            let truth = winning(game, &states, case.holder, outcome).contains(&case.root);
            let accepted = case.accepts_in(game, case.root, outcome, nodes);
            assert!(truth || !accepted, "{:?} cannot force {outcome:?}", case.holder);
        }
    }
}
