//! Retrograde analysis agrees with the definitions, in every state of random games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludex_evidence::{Evidence, check};
use ludex_game::{Agent, Bounds, ExplicitGame, Game, GraphShape, Model, Outcome, RandomGame, Turn};
use ludex_search::{BestMoves, Budget, Retrograde, Silent, SolveOptions, Stopped, solve};

use crate::common;
use common::{Explicit, Random, Shape};

fn explore(game: &Explicit) -> Retrograde<'_, Explicit> {
    Retrograde::explore(game, &0, &Budget::default(), &mut Silent).expect("memory")
}

/// Returns what each side can force in every state, by attractors.
fn forced(game: &Explicit) -> Vec<Bounds> {
    let best = game.outcomes.best();
    let mut bounds = vec![Bounds { low: Outcome::WORST, high: best }; game.turn.len()];
    for rank in 1..=best.0 {
        let (at_least, below) = (game.attractor(rank, true), game.attractor(rank, false));
        for (state, bounds) in bounds.iter_mut().enumerate() {
            if at_least[state] {
                bounds.low = Outcome(rank);
            }
            if below[state] {
                bounds.high = bounds.high.min(Outcome(rank - 1));
            }
        }
    }
    bounds
}

/// Returns how soon Max forces the low bounds (`max`), or Min the high bounds: by passes over all
/// states until nothing changes.
fn plies(game: &Explicit, bounds: &[Bounds], max: bool) -> Vec<Option<u32>> {
    let level = |state: usize| if max { bounds[state].low } else { bounds[state].high };
    let mut plies = vec![None; bounds.len()];
    loop {
        let before = plies.clone();
        for state in 0..bounds.len() {
            plies[state] = match game.turn[state] {
                Turn::Of(agent) => {
                    let next = game.next[state][agent.index()].iter().map(|&s| s as usize);
                    let mut after = next.filter(|&s| level(s) == level(state)).map(|s| before[s]);
                    let end = if (agent == Agent::FIRST) == max {
                        after.flatten().min()
                    } else {
                        after.try_fold(0, |most, plies| Some(most.max(plies?)))
                    };
                    end.map(|end| end + 1)
                }
                _ => Some(0),
            };
        }
        if plies == before {
            return plies;
        }
    }
}

/// Returns the distance as the module defines it.
fn distances(game: &Explicit, bounds: &[Bounds]) -> Vec<Option<u32>> {
    let (max, min) = (plies(game, bounds, true), plies(game, bounds, false));
    let distance = |state: usize| {
        let value = bounds[state].exact()?;
        let max = if value == Outcome::WORST { None } else { max[state] };
        let min = if value == game.outcomes.best() { None } else { min[state] };
        if game.agents.len() == 1 && max.is_some() { max } else { max.max(min) }
    };
    (0..bounds.len()).map(distance).collect()
}

fn reachable(game: &Explicit) -> Vec<u32> {
    let mut found = vec![0u32];
    let mut next = 0;
    while next < found.len() {
        let state = found[next] as usize;
        next += 1;
        let Turn::Of(agent) = game.turn[state] else { continue };
        for &after in &game.next[state][agent.index()] {
            if !found.contains(&after) {
                found.push(after);
            }
        }
    }
    found
}

/// Returns the optimal moves of a state; see `games_with_cycles_get_exactly_what_can_be_forced`.
fn optimal(game: &Explicit, bounds: &[Bounds], state: usize) -> Vec<u16> {
    let (Turn::Of(agent), Some(value)) = (game.turn[state], bounds[state].exact()) else {
        return Vec::new();
    };
    let keeps = |after: Bounds| {
        if agent == Agent::FIRST { after.low >= value } else { after.high <= value }
    };
    let next = &game.next[state][agent.index()];
    (0..next.len() as u16).filter(|&i| keeps(bounds[next[usize::from(i)] as usize])).collect()
}

#[test]
fn every_state_of_ten_thousand_games() {
    let (mut open, mut far) = (0, 0);
    for seed in 0..10_000 {
        let mut random = Random::new(seed);
        let shape = [Shape::Tree, Shape::Dag, Shape::Cyclic][seed as usize % 3];
        let most = [6, 30, 50][random.below(3)];
        let game = Explicit::random(&mut random, shape, most);
        let solved = explore(&game);
        let bounds = forced(&game);
        let distances = distances(&game, &bounds);
        let states = reachable(&game);
        assert_eq!(solved.states().copied().collect::<Vec<u32>>(), states, "seed {seed}");
        let mut exact = vec![0; game.outcomes.len()];
        for state in states {
            let place = state as usize;
            assert_eq!(solved.bounds(&state), Some(bounds[place]), "seed {seed}, state {state}");
            assert_eq!(solved.distance(&state), distances[place], "seed {seed}, state {state}");
            let mut best = solved.best(&state);
            best.sort();
            assert_eq!(best, optimal(&game, &bounds, place), "seed {seed}, state {state}");
            bounds[place].exact().inspect(|value| exact[value.index()] += 1);
            far = far.max(distances[place].unwrap_or(0));
        }
        let counts = solved.counts();
        assert_eq!(counts.exact, exact);
        assert_eq!(counts.open, solved.len() as u64 - exact.iter().sum::<u64>());
        open += counts.open;
    }
    assert!(open > 5_000 && far > 12, "{open} states are not forced, some are {far} plies away");
}

#[test]
fn lines_are_as_long_as_the_distance_and_end_as_they_should() {
    let mut longest = 0;
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let shape = [Shape::Tree, Shape::Dag, Shape::Cyclic][seed as usize % 3];
        let game = Explicit::random(&mut random, shape, 60);
        let solved = explore(&game);
        let (line, best) = (solved.line(), solved.report(BestMoves::All).best);
        let Some(value) = solved.report(BestMoves::All).bounds.exact() else {
            assert!(line.is_empty() && best.is_empty());
            continue;
        };
        assert_eq!(Some(line.len() as u32), solved.distance(&0), "seed {seed}");
        let mut state = 0;
        for (agent, mv) in &line {
            assert_eq!(game.turn(&state), Turn::Of(*agent));
            game.play(&mut state, *agent, *mv);
        }
        assert_eq!(game.turn(&state), Turn::Final);
        assert_eq!(game.outcome(&state), value, "seed {seed}");
        assert_eq!(best[..best.len().min(1)], solved.report(BestMoves::One).best);
        longest = longest.max(line.len());
    }
    assert!(longest > 10, "the longest line has {longest} plies");
}

#[test]
fn it_agrees_with_the_depth_first_search() {
    for seed in 0..1000 {
        let game = Explicit::random(&mut Random::new(seed), Shape::Cyclic, 40);
        let options = SolveOptions { best: BestMoves::All, ..SolveOptions::default() };
        let report = solve(&game, &0, &options, &Budget::default(), &mut Silent);
        let solved = explore(&game).report(BestMoves::All);
        let mut best = solved.best;
        best.sort();
        assert_eq!((solved.bounds, best), (report.bounds, report.best), "seed {seed}");
    }
}

/// Asserts that the checker accepts the evidence, and returns whether there is some.
fn evidence_is_accepted(game: &ExplicitGame) -> bool {
    let (start, budget) = (game.initial(), Budget::default());
    let solved = Retrograde::explore(game, &start, &budget, &mut Silent).expect("memory");
    let value = solved.report(BestMoves::One).bounds.exact();
    for other in game.outcomes().iter().filter(|&other| Some(other) != value) {
        assert_eq!(solved.weak_solutions(other, &budget, &mut Silent), Ok(None));
    }
    let Some(value) = value else { return false };
    let solutions = solved.weak_solutions(value, &budget, &mut Silent).expect("memory");
    let solutions = solutions.expect("the value is exact");
    assert_eq!(solutions.max.is_none(), value == Outcome::WORST);
    assert_eq!(solutions.min.is_none(), value == game.outcomes().best());
    let low = solutions.max.as_ref().map(|solution| (value, solution));
    let high = solutions.min.as_ref().map(|solution| (value, solution));
    let evidence = Evidence::value("random", game, &start, low, high).expect("the right shape");
    check(game, &evidence, |_, _, _| Err("no formula".to_owned())).expect("accepted");
    true
}

#[test]
fn evidence_is_accepted_by_the_checker() {
    let shapes = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];
    let mut found = 0;
    for seed in 0..4000 {
        let kind = RandomGame {
            states: 2 + seed % 50,
            agents: 1 + seed % 2,
            outcomes: 2 + seed % 6,
            branching: 1 + seed % 4,
            shape: shapes[seed % 3],
            ..RandomGame::default()
        };
        found += u32::from(evidence_is_accepted(&kind.generate(seed as u64)));
    }
    assert!(found > 2000, "{found} solutions were made");
}

/// Makes a corridor with two equal moves at each step.
fn corridor(length: usize) -> Explicit {
    let mut game = Explicit::blank(length + 1, 2, 2);
    for state in 0..length {
        let agent = state % 2;
        game.turn[state] = Turn::Of(Agent(agent as u8));
        game.next[state][agent] = vec![state as u32 + 1; 2];
    }
    game
}

#[test]
fn plays_of_a_hundred_thousand_plies() {
    let length = 100_000;
    let game = corridor(length);
    let solved = explore(&game);
    assert_eq!(solved.distance(&0), Some(length as u32));
    assert_eq!(solved.line().len(), length);
    let solutions = solved.weak_solutions(Outcome::WORST, &Budget::default(), &mut Silent);
    let min = solutions.expect("memory").expect("Max loses").min.expect("not the best");
    assert_eq!(min.nodes.len(), length + 1);
}

#[test]
fn budgets_are_kept() {
    let game = corridor(50_000);
    let stopped = |budget: &Budget| Retrograde::explore(&game, &0, budget, &mut Silent).err();
    let enough = explore(&game).bytes();
    let bytes = |max_bytes| Budget { max_bytes, ..Budget::default() };
    assert_eq!(stopped(&bytes(enough)), None);
    for less in [0, 100, 10_000, enough / 2, enough - 1] {
        assert_eq!(stopped(&bytes(less)), Some(Stopped::Memory), "{less} of {enough} bytes");
    }
    let nodes = |max_nodes| Budget { max_nodes: Some(max_nodes), ..Budget::default() };
    assert_eq!(stopped(&nodes(50_001)), None);
    assert_eq!(stopped(&nodes(50_000)), Some(Stopped::Nodes));
    let past = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    assert_eq!(stopped(&past), Some(Stopped::Time));
    let flag = Budget { stop: Some(Arc::new(AtomicBool::new(true))), ..Budget::default() };
    assert_eq!(stopped(&flag), Some(Stopped::Interrupted));
}

#[test]
fn odd_games_are_no_trouble() {
    let mut together = corridor(4);
    together.turn[2] = Turn::Together;
    let stopped = Retrograde::explore(&together, &0, &Budget::default(), &mut Silent).err();
    assert_eq!(stopped, Some(Stopped::Together));
    // One outcome only: nobody has anything to force.
    let single = Explicit { outcomes: ludex_game::Outcomes::scores(0, 0), ..corridor(3) };
    let solved = explore(&single);
    assert_eq!((solved.distance(&0), solved.line().len()), (Some(0), 0));
    assert_eq!(solved.best(&0), [0, 1]);
    // A state that cannot be reached, and one that is final at once.
    let game = corridor(3);
    let end = Retrograde::explore(&game, &3, &Budget::default(), &mut Silent).expect("memory");
    assert_eq!((end.len(), end.bounds(&0), end.distance(&0)), (1, None, None));
    assert_eq!((end.distance(&3), end.best(&3).len()), (Some(0), 0));
    // An agent to move without a move, against the laws: unknown, not wrong.
    let mut stuck = corridor(3);
    stuck.next[2][0].clear();
    assert_eq!(explore(&stuck).bounds(&0).and_then(Bounds::exact), None);
}
