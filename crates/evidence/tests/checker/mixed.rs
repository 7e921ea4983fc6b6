//! Mixed strategies: guarantees are those of the definition, and no fault goes unnoticed.

use std::collections::BTreeMap;

use ludex_base::Random;
use ludex_evidence::{
    Claim, Evidence, Guarantees, MixedBound, MixedLine, MixedStrategy, check_mixed,
};
use ludex_game::{Agent, Model, RandomStacked, SimultaneousGame, StackedDag, StackedGame, Turn};
use num_rational::BigRational;

type Strategy = MixedStrategy<u32, u8>;

fn moves(game: &StackedDag, state: u32, agent: Agent) -> Vec<u8> {
    let mut moves = Vec::new();
    game.moves(&state, agent, &mut moves);
    moves
}

fn after(game: &StackedDag, state: u32, joint: [u8; 2]) -> u32 {
    let mut next = state;
    game.play_joint(&mut next, &joint);
    next
}

/// Returns a random strategy: weights below 4 for each move of each state, not all of them 0.
fn random_strategy(game: &StackedDag, agent: Agent, rng: &mut Random) -> Strategy {
    let mut states = vec![game.initial()];
    let mut next = 0;
    while next < states.len() {
        let state = states[next];
        for &row in &moves(game, state, Agent::FIRST) {
            for &column in &moves(game, state, Agent::SECOND) {
                let child = after(game, state, [row, column]);
                if !states.contains(&child) {
                    states.push(child);
                }
            }
        }
        next += 1;
    }
    // States of these games lead to states with larger numbers only.
    states.sort_by(|a, b| b.cmp(a));
    states.retain(|state| game.turn(state) == Turn::Together);
    let choice = |state: u32| {
        let moves = moves(game, state, agent);
        let mut weights: Vec<usize> = moves.iter().map(|_| rng.below(4)).collect();
        weights[0] += usize::from(weights.iter().all(|&weight| weight == 0));
        let sum: usize = weights.iter().sum();
        let share = |weight: usize| BigRational::new(weight.into(), sum.into());
        let mix = moves.into_iter().zip(weights).filter(|&(_, weight)| weight > 0);
        (state, mix.map(|(mv, weight)| (mv, share(weight))).collect())
    };
    MixedStrategy { choices: states.into_iter().map(choice).collect() }
}

/// Returns the guarantee of a strategy by the definition: a best response, in floating point.
fn guarantee(game: &StackedDag, agent: Agent, strategy: &Strategy, state: u32) -> f64 {
    if game.turn(&state) == Turn::Final {
        return game.payoff(&state, Agent::FIRST);
    }
    let mix = &strategy.choices.iter().find(|choice| choice.0 == state).expect("a choice").1;
    let against = moves(game, state, agent.other()).into_iter().map(|reply| {
        let part = |(mv, share): &(u8, BigRational)| {
            let joint = if agent == Agent::FIRST { [*mv, reply] } else { [reply, *mv] };
            let next = after(game, state, joint);
            Guarantees::float(share) * guarantee(game, agent, strategy, next)
        };
        mix.iter().map(part).sum::<f64>()
    });
    if agent == Agent::FIRST {
        against.fold(f64::INFINITY, f64::min)
    } else {
        against.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Returns a random game with evidence from random strategies of both agents.
fn made(seed: u64) -> (StackedDag, [Strategy; 2], Evidence) {
    let states = 2 + seed as usize % 12;
    let game = RandomStacked { states, moves: 3, stakes: 4 }.generate(seed);
    let mut rng = Random::new(seed);
    let strategies = [0, 1].map(|agent| random_strategy(&game, Agent(agent), &mut rng));
    let [low, high] = [Some(&strategies[0]), Some(&strategies[1])];
    let evidence = Evidence::mixed("random", &game, &game.initial(), low, high).expect("whole");
    (game, strategies, evidence)
}

fn bounds(evidence: &mut Evidence) -> [&mut MixedBound; 2] {
    match &mut evidence.claim {
        Claim::Mixed { low: Some(low), high: Some(high) } => [low, high],
        _ => panic!("both bounds were given"),
    }
}

#[test]
fn guarantees_are_those_of_a_best_response() {
    for seed in 0..1000 {
        let (game, strategies, evidence) = made(seed);
        let found = check_mixed(&game, &evidence).expect("right evidence");
        let worth = |i: usize| guarantee(&game, Agent(i as u8), &strategies[i], game.initial());
        let (low, high) = (found.low.clone().expect("low"), found.high.clone().expect("high"));
        assert!((Guarantees::float(&low) - worth(0)).abs() < 1e-9, "seed {seed}");
        assert!((Guarantees::float(&high) - worth(1)).abs() < 1e-9, "seed {seed}");
        assert_eq!(found.gap(), Some(&high - &low));
        assert!(low <= high, "what one is sure to get the other cannot keep: seed {seed}");
        for bytes in [evidence.to_json().into_bytes(), evidence.to_binary().expect("small")] {
            assert_eq!(Evidence::from_bytes(&bytes).expect("a file"), evidence);
        }
    }
}

/// The strategy of one side alone shows what that side is sure of; none shows nothing.
#[test]
fn one_strategy_is_enough_and_none_is_not() {
    let (game, _, evidence) = made(1);
    let both = check_mixed(&game, &evidence).expect("right evidence");
    let Claim::Mixed { low, high } = &evidence.claim else { panic!("it is about strategies") };
    let claim = |first: bool, second: bool| {
        let low = low.clone().filter(|_| first);
        let high = high.clone().filter(|_| second);
        Evidence { claim: Claim::Mixed { low, high }, ..evidence.clone() }
    };
    let first = check_mixed(&game, &claim(true, false)).expect("right evidence");
    assert_eq!((first.low, first.high.clone()), (both.low.clone(), None));
    let second = check_mixed(&game, &claim(false, true)).expect("right evidence");
    assert_eq!((second.low, second.high), (None, both.high));
    assert_eq!(
        check_mixed(&game, &claim(false, false)).expect_err("nothing").reason,
        "nothing is claimed"
    );
}

/// Small denominators are written as fractions, those from a million on as decimals if possible.
#[test]
fn numbers_from_a_million_on_are_decimals() {
    let share = |below: i64| BigRational::new(1.into(), below.into());
    assert_eq!(Guarantees::text(&share(999_999)), "1/999999");
    assert_eq!(Guarantees::text(&share(1_000_000)), "0.000001");
}

/// Counts the rejected faults, by name.
fn try_faults(
    seed: u64,
    fault: impl Fn(&mut MixedBound, &mut Random) -> bool,
    tried: &mut usize,
) -> bool {
    let (game, _, evidence) = made(seed);
    let mut all_rejected = true;
    for side in [0, 1] {
        let (mut wrong, mut rng) = (evidence.clone(), Random::new(seed + 7));
        if fault(bounds(&mut wrong)[side], &mut rng) {
            *tried += 1;
            all_rejected &= check_mixed(&game, &wrong).is_err();
        }
    }
    all_rejected
}

type Fault = fn(&mut MixedBound, &mut Random) -> bool;

fn some_node<'b>(bound: &'b mut MixedBound, rng: &mut Random) -> Option<&'b mut MixedLine> {
    let count = bound.nodes.len();
    if count == 0 { None } else { bound.nodes.get_mut(rng.below(count)) }
}

#[test]
fn every_fault_is_rejected() {
    let faults: [(&str, Fault); 9] = [
        ("another value", |bound, _| {
            bound.value = if bound.value == "5" { "6".into() } else { "5".into() };
            true
        }),
        ("a value written in another way", |bound, _| {
            bound.value.insert(0, '0');
            true
        }),
        ("a node left out", |bound, rng| {
            let count = bound.nodes.len();
            count > 0 && !bound.nodes.remove(rng.below(count)).mix.is_empty()
        }),
        ("a node twice", |bound, rng| {
            let again = some_node(bound, rng).cloned();
            bound.nodes.extend(again.clone());
            again.is_some()
        }),
        ("parents before children", |bound, _| {
            bound.nodes.reverse();
            bound.nodes.len() > 1
        }),
        ("a probability changed", |bound, rng| {
            let Some(node) = some_node(bound, rng) else { return false };
            let half = |share: &str| if share == "1/2" { "1/3" } else { "1/2" };
            node.mix[0].1 = half(&node.mix[0].1).into();
            true
        }),
        ("a probability of 0", |bound, rng| {
            let Some(node) = some_node(bound, rng) else { return false };
            node.mix.push(("9".into(), "0".into()));
            true
        }),
        ("a move that is not there", |bound, rng| {
            let Some(node) = some_node(bound, rng) else { return false };
            node.mix[0].0 = "resign".into();
            true
        }),
        ("a position that is not there", |bound, rng| {
            let Some(node) = some_node(bound, rng) else { return false };
            node.position = "999999".into();
            true
        }),
    ];
    for (name, fault) in faults {
        let mut tried = 0;
        for seed in 0..300 {
            assert!(try_faults(seed, fault, &mut tried), "{name}, seed {seed}");
        }
        assert!(tried > 200, "{name}: only {tried} cases");
    }
}

/// Probabilities moved from one move to another: either the guarantee stays what it was, so that
/// the evidence is still right, or it is rejected.
#[test]
fn moved_probabilities_change_the_guarantee_or_nothing() {
    let mut outcomes = BTreeMap::new();
    for seed in 0..500 {
        let (game, _, mut evidence) = made(seed);
        let mut rng = Random::new(seed + 3);
        let bound = &mut *bounds(&mut evidence)[0];
        let Some(node) = some_node(bound, &mut rng) else { continue };
        if node.mix.len() < 2 || node.mix[0].1 == node.mix[1].1 {
            continue;
        }
        let (a, b) = (node.mix[0].1.clone(), node.mix[1].1.clone());
        (node.mix[0].1, node.mix[1].1) = (b, a);
        *outcomes.entry(check_mixed(&game, &evidence).is_ok()).or_insert(0) += 1;
    }
    assert!(outcomes[&false] > 10, "{outcomes:?}");
}

const EXAMPLE_11: &str = include_str!("../../../../games/stacked/example-11.json");

#[test]
fn example_11_is_worth_5_exactly() {
    let game = StackedGame::from_json(EXAMPLE_11).expect("a game");
    let state = |name| ludex_game::Notation::read_position(&game, name).expect("a state");
    let half = || BigRational::new(1.into(), 2.into());
    let one = || BigRational::from_integer(1.into());
    let [first, second] = [0, 1].map(ludex_game::StackedMove);
    let strategy = MixedStrategy {
        choices: vec![
            (state("s3"), vec![(first, half()), (second, half())]),
            // Either agent's first move is best in both of these.
            (state("s2"), vec![(first, one())]),
            (state("s1"), vec![(first, one())]),
        ],
    };
    let both = Some(&strategy);
    let evidence =
        Evidence::mixed("example-11", &game, &game.initial(), both, both).expect("whole");
    let found = check_mixed(&game, &evidence).expect("right evidence");
    assert_eq!(found.low.as_ref().map(Guarantees::text).as_deref(), Some("5"));
    assert_eq!(found.gap(), Some(BigRational::from_integer(0.into())));
    // [Saf13, Example 14]: s2 need not be examined, and is left out.
    assert_eq!(found.nodes, 4);
    assert_eq!(evidence.to_json().matches("s2").count(), 0);
}

#[test]
fn claims_of_the_other_kind_are_rejected() {
    let (game, _, evidence) = made(1);
    let none = Evidence { claim: Claim::Mixed { low: None, high: None }, ..evidence.clone() };
    assert_eq!(check_mixed(&game, &none).expect_err("empty").reason, "nothing is claimed");
    let value = Evidence { claim: Claim::Value { low: None, high: None }, ..evidence };
    assert!(check_mixed(&game, &value).is_err());
}
