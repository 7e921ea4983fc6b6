//! Games with chance: every search for an expectation beside plain enumeration, its evidence and
//! the changes of it, and the refusals of searches that know no chance.

use ludex_evidence::{Claim, EquilibriumStep, Evidence, check};
use ludex_game::{Agent, Game, Model, RandomStochastic, Rational, StochasticDag, Turn, chances};
use ludex_search::{
    BestMoves, Budget, Evaluation, Expectation, ExpectationOptions, Silent, Stopped, Task,
    ValueOptions, algorithms_for, backward_induction, make_value_search, solve_expectation,
};

/// The value by its definition, without a table and without bounds.
fn plain(game: &StochasticDag, state: &u32) -> Rational {
    match game.turn(state) {
        Turn::Final => game.fraction(state, Agent::FIRST).expect("a whole number").into(),
        Turn::Together => panic!("nobody moves together"),
        Turn::Chance => chances(game, state).into_iter().fold(Rational::ZERO, |sum, (mv, p)| {
            &sum + &(&plain(game, &game.after(state, Agent::CHANCE, mv)) * &p.into())
        }),
        Turn::Of(agent) => {
            let values = moves(game, state, agent).into_iter();
            let values = values.map(|mv| plain(game, &game.after(state, agent, mv)));
            let best = if agent == Agent::FIRST { values.max() } else { values.min() };
            best.expect("an agent on turn has a move")
        }
    }
}

fn moves(game: &StochasticDag, state: &u32, agent: Agent) -> Vec<u8> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves
}

/// The moves with the value, by the definition.
fn best(game: &StochasticDag, value: &Rational) -> Vec<u8> {
    let Turn::Of(agent) = game.turn(&0) else { return Vec::new() };
    let reaches = |mv: &u8| plain(game, &game.after(&0, agent, *mv)) == *value;
    moves(game, &0, agent).into_iter().filter(reaches).collect()
}

fn game(seed: u64) -> StochasticDag {
    let agents = if seed.is_multiple_of(4) { 1 } else { 2 };
    RandomStochastic { agents, states: 12 + seed as usize % 20, ..RandomStochastic::default() }
        .generate(seed)
}

fn search(name: &str, game: &StochasticDag, options: &ExpectationOptions) -> Expectation<u8> {
    let work = (&Budget::default(), &mut Silent as &mut dyn ludex_search::Observer);
    let found = solve_expectation(name, game, &0, options, work).expect("it is in the table");
    found.expect("the game fits")
}

#[test]
fn all_searches_for_expectations_agree_with_enumeration() {
    let names: Vec<&str> = algorithms_for(Task::Expectation).map(|info| info.name).collect();
    assert_eq!(names, ["expectimax", "star1", "star2"]);
    let (mut nodes, mut fractions) = (vec![0; names.len()], 0);
    for seed in 0..2_000 {
        let game = game(seed);
        let expected = plain(&game, &0);
        fractions += usize::from(expected.to_string().contains('/'));
        let best = best(&game, &expected);
        for (place, name) in names.iter().enumerate() {
            for (transpositions, max_bytes) in [(true, 1 << 20), (true, 400), (false, 0)] {
                let options = ExpectationOptions { transpositions, max_bytes, all_best: true };
                let found = search(name, &game, &options);
                assert_eq!(found.stopped, None, "{name} {seed}");
                assert_eq!((&found.low, &found.high), (&expected, &expected), "{name} {seed}");
                assert!(found.all_best, "{name} {seed}");
                assert_eq!(found.best, best, "{name} {seed}");
                nodes[place] += if transpositions { 0 } else { found.nodes };
            }
            let options = ExpectationOptions { all_best: false, ..ExpectationOptions::default() };
            let found = search(name, &game, &options);
            assert_eq!(found.low, expected, "{name} {seed}");
            assert!(found.best.iter().all(|mv| best.contains(mv)), "{name} {seed}");
            assert_eq!(found.best.is_empty(), best.is_empty(), "{name} {seed}");
        }
    }
    assert!(fractions > 800, "{fractions}");
    // Pruning pays.
    assert!(nodes[1] < nodes[0] * 9 / 10, "{nodes:?}");
}

/// Evidence for the value of a game, by backward induction.
fn evidence(game: &StochasticDag, expected: &Rational) -> Evidence {
    let known = backward_induction(game, &0, &Budget::default(), &mut Silent).expect("it ends");
    let payoffs = known.explored.graph.payoffs(known.induction.value(0));
    assert_eq!(&payoffs[0], expected);
    Evidence::equilibrium("random", game, &known.explored, &known.induction).expect("no cycle")
}

fn accepted(game: &StochasticDag, evidence: &Evidence) -> Result<(), String> {
    let compile = |_, _: &str, _: Option<&str>| Err("no formula".to_string());
    check(game, evidence, compile).map(drop).map_err(|rejection| rejection.to_string())
}

/// Returns all evidence in which one number is another.
fn mutants(evidence: &Evidence) -> Vec<Evidence> {
    let Claim::Equilibrium { values, nodes } = &evidence.claim else { panic!("an equilibrium") };
    let other = |text: &str| {
        let number: Rational = text.parse().expect("a number");
        let third = Rational::from(ludex_game::Fraction::new(1, 3).expect("small"));
        [&number + &third, &number - &third].map(|number| number.to_string())
    };
    let mut mutants = Vec::new();
    let mut add = |change: &dyn Fn(&mut Claim)| {
        let mut mutant = evidence.clone();
        change(&mut mutant.claim);
        mutants.push(mutant);
    };
    for agent in 0..values.len() {
        for text in other(&values[agent].1) {
            add(&|claim| {
                let Claim::Equilibrium { values, .. } = claim else { return };
                values[agent].1.clone_from(&text);
            });
        }
    }
    for (node, line) in nodes.iter().enumerate() {
        for agent in 0..line.values.len() {
            for text in other(&line.values[agent]) {
                add(&|claim| {
                    let Claim::Equilibrium { nodes, .. } = claim else { return };
                    nodes[node].values[agent].clone_from(&text);
                });
            }
        }
        let (EquilibriumStep::Choose(_, moves) | EquilibriumStep::Chance(moves)) = &line.step
        else {
            continue;
        };
        for place in 0..moves.len() {
            add(&|claim| {
                let Claim::Equilibrium { nodes, .. } = claim else { return };
                let count = nodes.len() as u32;
                let (EquilibriumStep::Choose(_, moves) | EquilibriumStep::Chance(moves)) =
                    &mut nodes[node].step
                else {
                    return;
                };
                moves[place].1 = (moves[place].1 + 1) % count;
            });
            // What can happen is left out.
            add(&|claim| {
                let Claim::Equilibrium { nodes, .. } = claim else { return };
                let (EquilibriumStep::Choose(_, moves) | EquilibriumStep::Chance(moves)) =
                    &mut nodes[node].step
                else {
                    return;
                };
                moves.remove(place);
            });
        }
    }
    mutants
}

#[test]
fn evidence_is_accepted_and_every_change_of_it_rejected() {
    let (mut changes, mut with_chance) = (0, 0);
    for seed in 0..1_000 {
        let game = game(seed);
        let expected = plain(&game, &0);
        let evidence = evidence(&game, &expected);
        accepted(&game, &evidence).unwrap_or_else(|reason| panic!("seed {seed}: {reason}"));
        with_chance += usize::from(game.has_chance());
        for mutant in mutants(&evidence) {
            assert!(accepted(&game, &mutant).is_err(), "seed {seed}: {:?}", mutant.claim);
            changes += 1;
        }
    }
    assert!(changes > 50_000 && with_chance > 700, "{changes} changes, {with_chance} with chance");
}

/// A claim about the value that is made for games without chance is none here.
#[test]
fn claims_for_games_without_chance_are_rejected() {
    let game = (0..).map(game).find(|game| game.turn(&0) == Turn::Chance).expect("some");
    let claim = Claim::Value { low: None, high: None };
    let reason = accepted(&game, &Evidence::new("random", "0".into(), claim));
    assert!(reason.is_err_and(|reason| reason.contains("chance")));
}

#[test]
fn searches_that_know_no_chance_stop_at_it() {
    let options = ValueOptions {
        transpositions: true,
        hints: true,
        best: BestMoves::All,
        evaluation: Evaluation::None,
        range: None,
        seed: 0,
        threads: 1,
        max_bytes: 16 << 20,
        evidence: false,
    };
    let games = (0..).map(game).filter(|game| game.turn(&0) == Turn::Chance).take(20);
    for game in games {
        for info in algorithms_for(Task::Value) {
            let mut search = make_value_search(info.name, &game, &options).expect("a search");
            let report = search.solve(&0, &Budget::default(), &mut Silent);
            assert_eq!(report.bounds.exact(), None, "{}", info.name);
            assert_eq!(report.stopped, Some(Stopped::Chance), "{}", info.name);
        }
    }
}

#[test]
fn budgets_stop_searches_for_expectations() {
    let game = RandomStochastic { states: 400, ..RandomStochastic::default() }.generate(3);
    for info in algorithms_for(Task::Expectation) {
        let budget = Budget { max_nodes: Some(5), ..Budget::default() };
        let work = (&budget, &mut Silent as &mut dyn ludex_search::Observer);
        let found = solve_expectation(info.name, &game, &0, &ExpectationOptions::default(), work);
        let found = found.expect("a search").expect("the game fits");
        assert_eq!(found.stopped, Some(Stopped::Nodes), "{}", info.name);
        assert!(found.low < found.high && found.best.is_empty(), "{}", info.name);
    }
}
