//! Stacked-matrix games: exact rationals as the reference, the sequence form, the approximations
//! and what they guarantee, and evidence for all of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludex_evidence::{Evidence, Guarantees, check_mixed};
use ludex_game::{
    Agent, Model, Notation, RandomStacked, SimultaneousGame, StackedDag, StackedGame, Turn,
};
use ludex_games::{
    Bidding, Chain, Goofspiel, Payment, Payoff, Pursuit, RockPaperScissors, Ties, Worth,
};
use ludex_search::{
    Approximation, BackwardOptions, Budget, OracleOptions, Refusal, RegretOptions, Serial, Silent,
    SmMctsOptions, SmabOptions, Stopped, backward, double_oracle, exact_backward, mixed_strategies,
    regret, sequence_form, serial, sm_mcts, smab,
};

const NEAR: f64 = 1e-9;

fn random(seed: u64) -> StackedDag {
    let (states, moves) = (1 + seed as usize % 25, 1 + seed as usize % 5);
    RandomStacked { states, moves, stakes: [1, 2, 5, 50][seed as usize / 5 % 4] }.generate(seed)
}

fn goofspiel(cards: u8, payoff: Payoff) -> Goofspiel {
    let prizes: Vec<u8> = (1..=cards).rev().collect();
    Goofspiel::new(&prizes, payoff)
}

fn exact<G: SimultaneousGame>(game: &G) -> f64 {
    let report = exact_backward(game, &game.initial(), &Budget::default(), &mut Silent);
    Guarantees::float(&report.expect("a lawful game").value.expect("a value"))
}

fn near(a: f64, b: f64, what: impl std::fmt::Display) {
    assert!((a - b).abs() < NEAR, "{what}: {a} and {b}");
}

/// Asserts that all exact algorithms agree with exact rationals; returns whether the tree was small
/// enough for the sequence form.
fn agree<G: SimultaneousGame>(game: &G, largest: u64, what: &str) -> bool {
    let (state, budget) = (game.initial(), Budget::default());
    let value = exact(game);
    let nodes = Budget { max_nodes: Some(largest), ..Budget::default() };
    let found = sequence_form(game, &state, &nodes, &mut Silent).expect("a lawful game");
    let small = found.stopped.is_none();
    if let Some(found_value) = found.value() {
        near(found_value, value, format!("{what}, sequence form"));
        let total = |mixed: &[(G::Move, f64)]| mixed.iter().map(|&(_, share)| share).sum::<f64>();
        if game.turn(&state) != Turn::Final {
            near(total(&found.row), 1.0, what);
            near(total(&found.column), 1.0, what);
        }
    }
    let options = BackwardOptions::default();
    let found = backward(game, &state, options, &budget, &mut Silent).expect("a lawful game");
    near(found.value().expect("no budget"), value, format!("{what}, backward"));
    let found = smab(game, &state, SmabOptions::default(), &budget, &mut Silent);
    near(found.expect("lawful").value().expect("no budget"), value, format!("{what}, smab"));
    let found = double_oracle(game, &state, OracleOptions::default(), &budget, &mut Silent);
    near(found.expect("lawful").value().expect("no budget"), value, format!("{what}, oracle"));
    small
}

#[test]
fn exact_rationals_and_the_sequence_form_agree_with_the_other_searches() {
    let by_both = (0..3000).filter(|&seed| agree(&random(seed), 600, &format!("seed {seed}")));
    let by_both = by_both.count();
    assert!(by_both > 2500, "the sequence form solved only {by_both} games");
}

#[test]
fn they_agree_on_goofspiel() {
    for cards in 1..=5 {
        for payoff in [Payoff::Result, Payoff::Difference] {
            // The tree of all tricks of five cards is beyond the sequence form in a test.
            if (cards, payoff) != (5, Payoff::Difference) {
                let what = format!("{cards} cards, {payoff:?}");
                assert!(agree(&goofspiel(cards, payoff), 10_000, &what));
            }
        }
    }
    assert!(agree(&Goofspiel::new(&[3, 1, 2, 4], Payoff::Result), 10_000, "prizes 3-1-2-4"));
}

#[test]
fn they_agree_on_the_other_games() {
    assert!(agree(&RockPaperScissors::new(Chain::Row, 2, 3), 10_000, "two in a row"));
    assert!(agree(&RockPaperScissors::new(Chain::Lead, 2, 3), 10_000, "a lead of two"));
    // The tree of all auctions is beyond the sequence form.
    assert!(!agree(&Bidding::new([1, 1], Payment::Richman, Ties::Marker), 100, "Richman"));
    assert!(!agree(&Bidding::new([2, 1], Payment::Poorman, Ties::First), 100, "poorman"));
    for worth in [Worth::Result, Worth::Time] {
        let game = Pursuit::new(2, 2, &[], &[0], 3, 3, worth).expect("a game");
        assert!(agree(&game, 10_000, "pursuit"));
    }
}

/// Known values: by symmetry each round is won, lost and drawn one time in three.
#[test]
fn chains_have_the_values_of_fair_coins() {
    let game = RockPaperScissors::new(Chain::Row, 2, 20);
    let state = game.read_position("1 1").expect("a position");
    let report = exact_backward(&game, &state, &Budget::default(), &mut Silent).expect("lawful");
    assert_eq!(report.value.expect("a value").to_string(), "1/3");
    assert_eq!(report.row.len(), 3);
    let state = game.read_position("1 2").expect("a position");
    // Won (1), or lost and then a round to go at -1, or drawn and then nothing can happen.
    let report = exact_backward(&game, &state, &Budget::default(), &mut Silent).expect("lawful");
    assert_eq!(report.value.expect("a value").to_string(), "2/9");
}

const EXAMPLE_11: &str = include_str!("../../../games/stacked/example-11.json");
const EXAMPLE_15: &str = include_str!("../../../games/stacked/example-15.json");

#[test]
fn the_examples_of_the_thesis_have_their_values() {
    let game = StackedGame::from_json(EXAMPLE_11).expect("a game");
    for (name, low, high) in [("s1", 0.0, 6.0), ("s2", 0.0, 6.0), ("s3", 0.0, 10.0)] {
        let state = game.read_position(name).expect("a state");
        let budget = Budget::default();
        let report = exact_backward(&game, &state, &budget, &mut Silent).expect("lawful");
        assert_eq!(report.value.expect("a value").to_string(), "5");
        let approximate =
            |order| serial(&game, &state, order, &budget, &mut Silent).expect("lawful");
        let (maxmin, minmax) = (approximate(Serial::Maxmin), approximate(Serial::Minmax));
        assert_eq!((maxmin.value, minmax.value), (Some(low), Some(high)), "Example 13");
        assert_eq!((maxmin.bounds, minmax.bounds), ((low, 10.0), (0.0, high)));
    }
    let game = StackedGame::from_json(EXAMPLE_15).expect("a game");
    assert!(agree(&game, 10, "Example 15"));
    assert_eq!(exact(&game), 3.0);
}

#[test]
fn fractions_are_solved_exactly() {
    let game = StackedGame::from_json(r#"{"matrix": [["1/3", 0], [0, "1/7"]]}"#).expect("a game");
    let report = exact_backward(&game, &game.initial(), &Budget::default(), &mut Silent);
    let report = report.expect("lawful");
    assert_eq!(report.value.expect("a value").to_string(), "1/10");
    let shares: Vec<String> = report.row.iter().map(|(_, share)| share.to_string()).collect();
    assert_eq!(shares, ["3/10", "7/10"]);
}

/// Computes the value of a serialised game by definition, without any pruning.
fn plain_serial<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    first: &dyn Fn(usize) -> bool,
    depth: usize,
) -> f64 {
    if game.turn(state) == Turn::Final {
        return game.payoff(state, Agent::FIRST);
    }
    let mut moves = [Vec::new(), Vec::new()];
    for agent in [Agent::FIRST, Agent::SECOND] {
        game.moves(state, agent, &mut moves[agent.index()]);
    }
    let cell = |row: G::Move, column: G::Move| {
        let mut next = state.clone();
        game.play_joint(&mut next, &[row, column]);
        plain_serial(game, &next, first, depth + 1)
    };
    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    if first(depth) {
        let worst = |&row| moves[1].iter().map(|&column| cell(row, column)).fold(high, f64::min);
        moves[0].iter().map(worst).fold(low, f64::max)
    } else {
        let best = |&column| moves[0].iter().map(|&row| cell(row, column)).fold(low, f64::max);
        moves[1].iter().map(best).fold(high, f64::min)
    }
}

#[test]
fn serialised_games_are_solved_right_and_bound_the_value() {
    let mut strict = 0;
    for seed in 0..2000 {
        let game = random(seed);
        let (state, value) = (game.initial(), exact(&game));
        let found = |order, bytes| {
            let budget = Budget { max_bytes: bytes, ..Budget::default() };
            let report = serial(&game, &state, order, &budget, &mut Silent).expect("lawful");
            report.value.expect("no budget")
        };
        for bytes in [0, 1 << 20] {
            let maxmin = found(Serial::Maxmin, bytes);
            let minmax = found(Serial::Minmax, bytes);
            let alternating = found(Serial::Alternating, bytes);
            assert_eq!(maxmin, plain_serial(&game, &state, &|_| true, 0), "seed {seed}");
            assert_eq!(minmax, plain_serial(&game, &state, &|_| false, 0), "seed {seed}");
            let even = |depth: usize| depth.is_multiple_of(2);
            assert_eq!(alternating, plain_serial(&game, &state, &even, 0), "seed {seed}");
            // [Saf13, Prop. 35 and 36].
            assert!(maxmin <= value + NEAR && value <= minmax + NEAR, "seed {seed}");
            assert!((maxmin..=minmax).contains(&alternating), "seed {seed}");
            for coin in 0..3 {
                let random = found(Serial::Random(coin), bytes);
                assert!((maxmin..=minmax).contains(&random), "seed {seed}");
            }
            strict += u32::from(maxmin < value - NEAR && value < minmax - NEAR);
        }
    }
    assert!(strict > 200, "only {strict} games without pure optimal strategies");
}

/// Asserts that the bounds hold, and that the estimate is between them.
fn sound<M>(found: &Approximation<M>, value: f64, what: impl std::fmt::Display) {
    let (low, high) = found.bounds;
    assert!(low <= value + NEAR && value <= high + NEAR, "{what}: {low} to {high}, not {value}");
    if let Some(estimate) = found.value {
        assert!(low <= estimate && estimate <= high, "{what}: {estimate}");
    }
}

#[test]
fn regret_matching_closes_in_on_the_value() {
    for seed in 0..300 {
        let (game, budget) = (random(seed), Budget::default());
        let tolerance = 1e-3 * game.outcomes().number(game.outcomes().best());
        let options = RegretOptions { tolerance, sweeps: 20_000 };
        let found = regret(&game, &game.initial(), options, &budget, &mut Silent).expect("lawful");
        sound(&found, exact(&game), format!("seed {seed}"));
        let gap = found.bounds.1 - found.bounds.0;
        assert!(gap <= tolerance, "seed {seed}: a gap of {gap}");
    }
    let (game, budget) = (goofspiel(5, Payoff::Result), Budget::default());
    let options = RegretOptions { tolerance: 1e-3, sweeps: 5000 };
    let found = regret(&game, &game.initial(), options, &budget, &mut Silent).expect("lawful");
    sound(&found, 0.0, "goofspiel");
    assert!(found.bounds.1 - found.bounds.0 <= 1e-3, "{:?}", found.bounds);
}

#[test]
fn monte_carlo_search_is_sound_and_ends() {
    for seed in 0..1000 {
        let kind = RandomStacked { states: 1 + seed as usize % 12, moves: 3, stakes: 4 };
        let (game, budget) = (kind.generate(seed), Budget::default());
        let options = SmMctsOptions { seed, ..SmMctsOptions::default() };
        let found = sm_mcts(&game, &game.initial(), options, &budget, &mut Silent).expect("lawful");
        assert!(found.exact(), "seed {seed}: {:?}", found.bounds);
        sound(&found, exact(&game), format!("seed {seed}"));
        let again = sm_mcts(&game, &game.initial(), options, &budget, &mut Silent);
        assert_eq!(again.expect("lawful"), found, "a seed means one search");
    }
}

#[test]
fn monte_carlo_search_without_bounds_learns_the_value() {
    for seed in 0..40 {
        let (game, value) = (random(seed), exact(&random(seed)));
        let budget = Budget { max_nodes: Some(100_000), ..Budget::default() };
        let options =
            SmMctsOptions { seed, bounds: false, exploration: 0.05, ..SmMctsOptions::default() };
        let found = sm_mcts(&game, &game.initial(), options, &budget, &mut Silent).expect("lawful");
        if game.turn(&game.initial()) == Turn::Final {
            continue;
        }
        let (low, high) = found.bounds;
        let estimate = found.value.expect("plays");
        let error = (estimate - value).abs() / (high - low);
        assert!(error < 0.15, "seed {seed}: {estimate} for {value}");
    }
}

#[test]
fn budgets_are_kept() {
    let game = goofspiel(7, Payoff::Result);
    let state = game.initial();
    let stopped = |budget: &Budget| {
        let reports = [
            serial(&game, &state, Serial::Maxmin, budget, &mut Silent),
            regret(&game, &state, RegretOptions::default(), budget, &mut Silent),
            sm_mcts(&game, &state, SmMctsOptions::default(), budget, &mut Silent),
        ];
        let mut found: Vec<Option<Stopped>> = Vec::new();
        for report in reports {
            let report = report.expect("lawful");
            assert!(budget.max_nodes.is_none_or(|most| report.nodes <= most));
            sound(&report, 0.0, "stopped");
            found.push(report.stopped);
        }
        let report = sequence_form(&game, &state, budget, &mut Silent).expect("lawful");
        assert!(report.value().is_none() && report.bounds.0 <= 0.0 && report.bounds.1 >= 0.0);
        found.push(report.stopped);
        found.push(exact_backward(&game, &state, budget, &mut Silent).expect("lawful").stopped);
        let strategies = mixed_strategies(&game, &state, budget, &mut Silent).expect("lawful");
        found.push(strategies.err());
        found
    };
    let nodes = Budget { max_nodes: Some(500), ..Budget::default() };
    assert_eq!(stopped(&nodes), [Some(Stopped::Nodes); 6]);
    let late = Budget::default().within(Duration::ZERO);
    assert_eq!(stopped(&late), [Some(Stopped::Time); 6]);
    let stop = Budget { stop: Some(Arc::new(AtomicBool::new(true))), ..Budget::default() };
    assert_eq!(stopped(&stop), [Some(Stopped::Interrupted); 6]);
    let small = Budget { max_bytes: 100_000, max_nodes: Some(100_000), ..Budget::default() };
    let found = stopped(&small);
    assert_eq!(found[1], Some(Stopped::Memory));
    assert_eq!(found[3..], [Some(Stopped::Memory); 3]);
}

#[test]
fn games_that_are_not_zero_sum_are_refused() {
    let game = goofspiel(3, Payoff::Points);
    let (state, budget) = (game.initial(), Budget::default());
    let refused = |refusal: Refusal| matches!(refusal, Refusal::NotZeroSum { .. });
    assert!(refused(exact_backward(&game, &state, &budget, &mut Silent).unwrap_err()));
    assert!(refused(sequence_form(&game, &state, &budget, &mut Silent).unwrap_err()));
    assert!(refused(serial(&game, &state, Serial::Minmax, &budget, &mut Silent).unwrap_err()));
    assert!(refused(mixed_strategies(&game, &state, &budget, &mut Silent).unwrap_err()));
    let options = RegretOptions::default();
    assert!(refused(regret(&game, &state, options, &budget, &mut Silent).unwrap_err()));
    let options = SmMctsOptions::default();
    assert!(refused(sm_mcts(&game, &state, options, &budget, &mut Silent).unwrap_err()));
}

/// Returns the value that evidence for a game guarantees, and the gap between both sides.
fn proved<G: SimultaneousGame + Notation>(game: &G) -> (f64, f64) {
    let strategies = mixed_strategies(game, &game.initial(), &Budget::default(), &mut Silent);
    let [low, high] = strategies.expect("lawful").expect("no budget");
    let evidence = Evidence::mixed("test", game, &game.initial(), Some(&low), Some(&high));
    let found = check_mixed(game, &evidence.expect("whole strategies")).expect("right evidence");
    let gap = Guarantees::float(&found.gap().expect("both bounds"));
    (Guarantees::float(&found.low.expect("a bound")), gap)
}

#[test]
fn strategies_are_evidence_for_the_value() {
    for seed in 0..300 {
        let game = random(seed);
        let (low, gap) = proved(&game);
        near(low, exact(&game), format!("seed {seed}"));
        assert!((0.0..1e-12).contains(&gap), "seed {seed}: a gap of {gap}");
    }
    assert_eq!(proved(&goofspiel(4, Payoff::Result)), (0.0, 0.0), "short numbers are exact");
    let (low, gap) = proved(&goofspiel(6, Payoff::Result));
    assert!(low.abs() < 1e-12 && (0.0..1e-12).contains(&gap), "{low}, a gap of {gap}");
}
