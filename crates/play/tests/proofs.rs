//! What tree search proves is what solvers find, on thousands of random games; forced wins are
//! found; decoupled UCT comes near mixed equilibria.

use ludex_game::{Agent, Bounds, ExplicitGame, Game, GraphShape, Model, RandomGame, Turn};
use ludex_play::{
    AlphaBeta, Auto, Clock, Limit, Mcts, MctsOptions, Player, Simultaneous, Style, Turns,
};
use ludex_search::{Budget, Silent, SolveOptions, solve};

use crate::common;
use common::{Matrix, guarantee};

fn value<G: ludex_game::Hints>(game: &G, state: &G::State) -> Bounds {
    solve(game, state, &SolveOptions::default(), &Budget::default(), &mut Silent).bounds
}

#[test]
fn proved_results_agree_with_solvers() {
    let shapes = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];
    let (mut exact, mut games) = (0, 0);
    for seed in 0..3_000 {
        let kind = RandomGame {
            states: 5 + seed as usize % 40,
            outcomes: 2 + seed as usize % 5,
            branching: 2 + seed as usize % 3,
            shape: shapes[seed as usize % 3],
            ..RandomGame::default()
        };
        let game = kind.generate(seed);
        let root = game.initial();
        let Turn::Of(agent) = game.turn(&root) else { continue };
        let rules = Turns::new(&game);
        let mut mcts = Mcts::new(&rules, MctsOptions::improved(), seed);
        mcts.search(&root, agent, &Clock::new(Limit::Nodes(30 + 4 * (seed % 50))));
        games += 1;
        for state in game.states().filter(|state| game.turn(state) != Turn::Final) {
            let Some((low, high)) = mcts.proved(&state, Agent::FIRST) else { continue };
            let truth = value(&game, &state);
            let number = |outcome| game.outcomes().number(outcome);
            let place = || format!("seed {seed}, {}", game.name(state));
            assert!(low <= number(truth.low) + 1e-6, "{}: {low} of {truth:?}", place());
            assert!(high >= number(truth.high) - 1e-6, "{}: {high} of {truth:?}", place());
            exact += u32::from(state == root && (high - low).abs() < 1e-6);
        }
    }
    assert!(exact > games / 2, "only {exact} of {games} roots were solved");
}

#[test]
fn with_enough_simulations_small_games_are_solved() {
    for seed in 0..500 {
        let kind =
            RandomGame { states: 25, outcomes: 3, shape: GraphShape::Dag, ..Default::default() };
        let game = kind.generate(seed);
        let root = game.initial();
        let Turn::Of(agent) = game.turn(&root) else { continue };
        let rules = Turns::new(&game);
        let mut mcts = Mcts::new(&rules, MctsOptions::improved(), seed);
        let decision =
            mcts.choose(&root, agent, &Clock::new(Limit::Nodes(20_000))).expect("a move");
        let truth = value(&game, &root).exact().expect("no cycles");
        let sign = if agent == Agent::FIRST { 1.0 } else { -1.0 };
        let truth_number = game.outcomes().number(truth);
        assert!(decision.thought.proven, "seed {seed}");
        let found = decision.thought.value.expect("a value");
        assert!((found - sign * truth_number).abs() < 1e-6, "seed {seed}: {found}");
        let after = value(&game, &game.after(&root, agent, decision.mv)).exact();
        assert_eq!(after, Some(truth), "seed {seed}: the move keeps the value");
    }
}

/// A tree or a graph without cycles, with two to four outcomes.
fn without_cycles(states: usize, agents: usize, seed: u64) -> ExplicitGame {
    let outcomes = 2 + seed as usize % 3;
    let shape = if seed.is_multiple_of(2) { GraphShape::Tree } else { GraphShape::Dag };
    RandomGame { states, agents, outcomes, shape, ..RandomGame::default() }.generate(seed)
}

#[test]
fn guarantees_among_many_agents_are_true() {
    let mut tight = 0;
    for seed in 0..1_000 {
        let game = without_cycles(25, 3 + seed as usize % 2, seed);
        let root = game.initial();
        let Turn::Of(agent) = game.turn(&root) else { continue };
        let rules = Turns::new(&game);
        let mut mcts = Mcts::new(&rules, MctsOptions::improved(), seed);
        mcts.search(&root, agent, &Clock::new(Limit::Nodes(400)));
        for player in game.agents().iter() {
            let (low, high) = mcts.proved(&root, player).expect("the root is in the tree");
            let truth = guarantee(&game, &root, player);
            assert!(
                low <= truth + 1e-5 && truth <= high + 1e-5,
                "seed {seed}: {low} {truth} {high}"
            );
            tight += u32::from((low - truth).abs() < 1e-5);
        }
    }
    assert!(tight > 2_000, "only {tight} guarantees were found");
}

#[test]
fn forced_wins_are_played() {
    let mut wins = 0;
    for seed in 0..600 {
        let kind = RandomGame { states: 60, shape: GraphShape::Dag, ..RandomGame::default() };
        let game = kind.generate(seed);
        let root = game.initial();
        let Turn::Of(agent) = game.turn(&root) else { continue };
        let best =
            if agent == Agent::FIRST { game.outcomes().best() } else { ludex_game::Outcome(0) };
        if value(&game, &root).exact() != Some(best) {
            continue;
        }
        wins += 1;
        let rules = Turns::new(&game);
        let options = MctsOptions { max_bytes: 1 << 22, ..MctsOptions::improved() };
        let players: [(Box<dyn Player<_>>, u64); 3] = [
            (Box::new(Mcts::new(&rules, options, seed)), 3_000),
            (Box::new(Auto::new(&rules, options, seed)), 3_000),
            (Box::new(AlphaBeta::new(&rules, Style::Paranoid, seed, 1 << 22)), 20_000),
        ];
        for (number, (mut player, nodes)) in players.into_iter().enumerate() {
            let clock = Clock::new(Limit::Nodes(nodes));
            let decision = player.choose(&root, agent, &clock).expect("a move");
            let after = game.after(&root, agent, decision.mv);
            assert_eq!(value(&game, &after).exact(), Some(best), "player {number}, seed {seed}");
        }
    }
    assert!(wins > 150, "only {wins} games were won");
}

/// Alpha-beta searches all of small games; with few nodes it may search a part, and what it then
/// calls proved is true as well.
#[test]
fn what_alpha_beta_proves_is_true() {
    let (mut whole, mut part) = (0, 0);
    for seed in 0..2_000 {
        let game = without_cycles(40, 2, seed);
        let root = game.initial();
        let Turn::Of(agent) = game.turn(&root) else { continue };
        // A single move is played without a search.
        let mut moves = Vec::new();
        game.moves(&root, agent, &mut moves);
        if moves.len() < 2 {
            continue;
        }
        let truth = value(&game, &root).exact().expect("no cycles");
        let sign = if agent == Agent::FIRST { 1.0 } else { -1.0 };
        for (nodes, seen) in [(1_000_000, &mut whole), (40, &mut part)] {
            let rules = Turns::new(&game);
            let mut player = AlphaBeta::new(&rules, Style::Paranoid, seed, 1 << 22);
            let clock = Clock::new(Limit::Nodes(nodes));
            let decision = player.choose(&root, agent, &clock).expect("a move");
            if !decision.thought.proven {
                continue;
            }
            *seen += 1;
            let found = decision.thought.value.expect("a value");
            assert_eq!(found, sign * game.outcomes().number(truth), "{nodes} nodes, seed {seed}");
            let after = value(&game, &game.after(&root, agent, decision.mv)).exact();
            assert_eq!(after, Some(truth), "{nodes} nodes, seed {seed}: the move keeps the value");
        }
    }
    assert!(whole > 1_000 && part > 100, "{whole} proved, {part} with few nodes");
}

/// Returns the shares of visits at the root after a search.
fn mixed(rows: &[&[i32]], agent: Agent) -> Vec<f64> {
    let game = Simultaneous::new(Matrix::new(rows));
    let mut sums = vec![0.0; 0];
    for seed in 0..4 {
        let mut mcts = Mcts::new(&game, MctsOptions::uct(), seed);
        mcts.search(&None, agent, &Clock::new(Limit::Nodes(40_000)));
        let visits = mcts.visits(&None, agent);
        let total: u32 = visits.iter().map(|&(_, n)| n).sum();
        sums.resize(visits.len(), 0.0);
        for (sum, (_, n)) in sums.iter_mut().zip(visits) {
            *sum += f64::from(n) / f64::from(total) / 4.0;
        }
    }
    sums
}

#[test]
fn decoupled_uct_comes_near_mixed_equilibria() {
    let near = |found: &[f64], expected: &[f64], what: &str| {
        let far = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(far < 0.12, "{what}: {found:?} instead of {expected:?}");
    };
    let (row, column) = (Agent::FIRST, Agent::SECOND);
    let pennies: &[&[i32]] = &[&[1, -1], &[-1, 1]];
    near(&mixed(pennies, row), &[0.5, 0.5], "matching pennies");
    let scissors: &[&[i32]] = &[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]];
    near(&mixed(scissors, column), &[1.0 / 3.0; 3], "rock, paper, scissors");
    // Row mixes 2/5, 3/5; Column 2/5, 3/5.
    let skewed: &[&[i32]] = &[&[2, -1], &[-1, 1]];
    near(&mixed(skewed, row), &[0.4, 0.6], "a skewed game");
    near(&mixed(skewed, column), &[0.4, 0.6], "a skewed game");
    // A saddle point: both play their second move.
    let saddle: &[&[i32]] = &[&[3, -2], &[2, 0]];
    near(&mixed(saddle, row), &[0.0, 1.0], "a saddle point");
}

#[test]
fn saddle_points_are_proved() {
    let game = Simultaneous::new(Matrix::new(&[&[3, -2], &[2, 0]]));
    let mut mcts = Mcts::new(&game, MctsOptions::improved(), 1);
    mcts.search(&None, Agent::FIRST, &Clock::new(Limit::Nodes(2_000)));
    assert_eq!(mcts.proved(&None, Agent::FIRST), Some((0.0, 0.0)));
    let pennies = Simultaneous::new(Matrix::new(&[&[1, -1], &[-1, 1]]));
    let mut mcts = Mcts::new(&pennies, MctsOptions::improved(), 1);
    mcts.search(&None, Agent::FIRST, &Clock::new(Limit::Nodes(2_000)));
    assert_eq!(mcts.proved(&None, Agent::FIRST), Some((-1.0, 1.0)), "no pure strategy does more");
}
