//! Values: every combination of options agrees with brute force, in games with and without cycles,
//! and weak solutions are what they should be.

use ludex_evidence::{Solution, SolutionNode};
use ludex_game::{Agent, Bounds, Outcome, Turn};
use ludex_search::{
    AlphaBeta, BestMoves, Budget, Silent, SolveOptions, dfs, solve, weak_solutions,
};

use crate::common;
use common::{Explicit, Random, Shape};

/// Returns all combinations of the options.
fn all_options() -> impl Iterator<Item = SolveOptions> {
    (0..16).map(|bits| SolveOptions {
        transpositions: bits & 1 == 0,
        hints: bits & 2 == 0,
        symmetry: bits & 4 == 0,
        best: if bits & 8 == 0 { BestMoves::All } else { BestMoves::One },
        threads: 1 + bits % 2,
    })
}

/// Returns the optimal moves of a state without cycles.
fn optimal(game: &Explicit, values: &[u16], state: usize) -> Vec<u16> {
    let Turn::Of(agent) = game.turn[state] else { return Vec::new() };
    let next = &game.next[state][agent.index()];
    (0..next.len())
        .filter(|&i| values[next[i] as usize] == values[state])
        .map(|i| i as u16)
        .collect()
}

#[test]
fn all_options_agree_with_minimax() {
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let shape = [Shape::Tree, Shape::Dag][seed as usize % 2];
        let mut game = Explicit::random(&mut random, shape, 40);
        let values = game.minimax();
        if random.one_in(2) {
            game.hint(&mut random, &values);
        }
        let budget = Budget { max_bytes: [0, 256, 1 << 20][random.below(3)], ..Budget::default() };
        // The graph that games with cycles need is not a table: it must fit.
        let budget = if game.repeats { Budget::default() } else { budget };
        for options in all_options() {
            let mut warm = AlphaBeta::new(&game, options, budget.max_bytes);
            for state in 0..values.len().min(4) {
                let report = warm.solve(&(state as u32), &budget, &mut Silent);
                let exact = Bounds::exactly(Outcome(values[state]));
                assert_eq!((report.bounds, report.stopped), (exact, None), "seed {seed}");
                let optimal = optimal(&game, &values, state);
                let mut best = report.best;
                best.sort();
                if options.best == BestMoves::All {
                    assert_eq!(best, optimal, "seed {seed}, {options:?}");
                } else {
                    assert_eq!(best.len(), optimal.len().min(1));
                    assert!(best.iter().all(|mv| optimal.contains(mv)));
                }
            }
        }
    }
}

#[test]
fn threads_change_no_answer() {
    let mut nodes = 0;
    for seed in 0..48 {
        let mut random = Random::new(seed);
        let mut game = Explicit::layered(&mut random, 18, [30, 300, 1000][seed as usize % 3]);
        game.slots = [0, 3][seed as usize / 3 % 2];
        let values = game.minimax();
        if random.one_in(2) {
            game.hint(&mut random, &values);
        }
        let max_bytes = [64, 1 << 12, 1 << 20, 1 << 24][seed as usize % 4];
        for threads in [2, 5] {
            let options = SolveOptions { threads, ..SolveOptions::default() };
            let mut search = AlphaBeta::new(&game, options, max_bytes);
            for state in [0u32, 1] {
                let report = search.solve(&state, &Budget::default(), &mut Silent);
                let value = Outcome(values[state as usize]);
                assert_eq!((report.bounds, report.stopped), (Bounds::exactly(value), None));
                assert!(optimal(&game, &values, state as usize).contains(&report.best[0]));
                nodes += report.nodes;
            }
            let value = Outcome(values[0]);
            let solutions = search.weak_solutions(&0, value, &Budget::default(), &mut Silent);
            let solutions = solutions.expect("memory").expect("the value is right");
            assert!(solutions.max.is_none_or(|s| is_solution(&game, &s, true, value.0)));
            assert!(solutions.min.is_none_or(|s| is_solution(&game, &s, false, value.0 + 1)));
        }
    }
    assert!(nodes > 48 * 4 * 4_000, "threads had something to do: {nodes} nodes");
}

#[test]
fn what_is_learned_is_not_searched_again() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let layers = 4 + random.below(12);
        let game = Explicit::layered(&mut random, layers, 40);
        let values = game.minimax();
        let learned = || {
            let mut search = AlphaBeta::new(&game, SolveOptions::default(), 1 << 20);
            for state in 0..values.len() {
                let best = optimal(&game, &values, state).first().copied();
                search.import_bounds(
                    &(state as u32),
                    Bounds::exactly(Outcome(values[state])),
                    best,
                );
            }
            search
        };
        let value = Outcome(values[0]);
        let solutions = learned().weak_solutions(&0, value, &Budget::default(), &mut Silent);
        let solutions = solutions.expect("memory").expect("the value is right");
        let sides = [solutions.max, solutions.min].map(|s| s.map_or(0, |s| s.nodes.len() as u64));
        // A node and an evaluation of each of its three successors.
        let budget = Budget { max_nodes: Some(4 * (sides[0] + sides[1])), ..Budget::default() };
        let again = learned().weak_solutions(&0, value, &budget, &mut Silent);
        assert!(again.is_ok(), "seed {seed}: more than {budget:?}");
    }
}

#[test]
fn a_search_goes_on_from_what_was_saved() {
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let game = Explicit::layered(&mut random, 16, 300);
        let value = Bounds::exactly(Outcome(game.minimax()[0]));
        let mut first = AlphaBeta::new(&game, SolveOptions::default(), 1 << 20);
        let nodes = first.solve(&0, &Budget::default(), &mut Silent).nodes;
        let saved: Vec<Vec<u64>> = first.entries().collect();
        assert!(!saved.is_empty());
        for max_bytes in [1 << 20, 1 << 12, 0] {
            let mut second = AlphaBeta::new(&game, SolveOptions::default(), max_bytes);
            assert!(saved.iter().all(|entry| second.restore(entry)));
            let report = second.solve(&0, &Budget::default(), &mut Silent);
            assert_eq!((report.bounds, report.stopped), (value, None), "seed {seed}");
            assert!(max_bytes < 1 << 20 || report.nodes < nodes / 4, "{} of {nodes}", report.nodes);
        }
        let mut other = AlphaBeta::new(&game, SolveOptions::default(), 1 << 20);
        assert!(!other.restore(&[1, 0]), "no work");
        assert!(!other.restore(&[1, 1 << 48 | 3]), "low above high");
        assert!(!other.restore(&[1, 1 << 48 | 99 << 16]), "better than the best");
    }
}

#[test]
fn dfs_is_minimax() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let game = Explicit::random(&mut random, Shape::Dag, 25);
        let values = game.minimax();
        let report = dfs(&game, &0, &Budget::default(), &mut Silent);
        assert_eq!(report.bounds, Bounds::exactly(Outcome(values[0])));
        assert_eq!(report.best.len(), usize::from(game.turn[0] != Turn::Final));
        assert!(report.best.iter().all(|mv| optimal(&game, &values, 0).contains(mv)));
    }
}

#[test]
fn dfs_with_two_outcomes_stops_at_the_first_win() {
    let mut game = Explicit::blank(4, 1, 2);
    game.turn[0] = Turn::Of(Agent::FIRST);
    game.next[0][0] = vec![1, 2, 3];
    game.outcome[2] = Outcome(1);
    assert_eq!(dfs(&game, &0, &Budget::default(), &mut Silent).nodes, 3, "0, 1 and 2");
    game.outcomes = ludex_game::Outcomes::win_draw_loss();
    assert_eq!(dfs(&game, &0, &Budget::default(), &mut Silent).nodes, 4, "Algorithm 4 looks on");
}

#[test]
fn games_with_cycles_get_exactly_what_can_be_forced() {
    let mut drawn = 0;
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let game = Explicit::random(&mut random, Shape::Cyclic, [6, 30, 120][seed as usize % 3]);
        let truth = game.forced(0);
        drawn += u32::from(truth.exact().is_none());
        for options in all_options() {
            let report = solve(&game, &0, &options, &Budget::default(), &mut Silent);
            assert_eq!((report.bounds, report.stopped), (truth, None), "seed {seed}");
            let Some(value) = truth.exact() else {
                assert!(report.best.is_empty());
                continue;
            };
            let Turn::Of(agent) = game.turn[0] else { continue };
            let keeps = |&i: &u16| {
                let after = game.forced(game.next[0][agent.index()][usize::from(i)] as usize);
                if agent == Agent::FIRST { after.low >= value } else { after.high <= value }
            };
            let all: Vec<u16> = (0..game.next[0][agent.index()].len() as u16).collect();
            let good: Vec<u16> = all.iter().copied().filter(keeps).collect();
            let expected = if options.best == BestMoves::All { &good[..] } else { &good[..1] };
            assert_eq!(report.best, expected);
        }
    }
    assert!((300..2700).contains(&drawn), "{drawn} of 3000 are not forced");
}

#[test]
fn dfs_is_right_about_cycles_too() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let game = Explicit::random(&mut random, Shape::Cyclic, 7);
        let report = dfs(&game, &0, &Budget::default(), &mut Silent);
        assert_eq!(report.bounds, game.forced(0), "seed {seed}");
    }
}

/// Returns whether the solution shows that Max gets at least the rank, or (`max` false) is held
/// below it [Saf13, Def. 11 and 12].
fn is_solution(game: &Explicit, solution: &Solution<u16>, max: bool, rank: u16) -> bool {
    let root = solution.nodes.len() - 1;
    let mut open = vec![(root, 0u32)];
    let mut seen = vec![None; root + 1];
    while let Some((number, state)) = open.pop() {
        // A node belongs to one state, so each is examined once only.
        if let Some(known) = seen[number].replace(state) {
            assert_eq!(known, state);
            continue;
        }
        let Some(agent) = game.turn[state as usize].agent() else {
            let enough = game.outcome[state as usize].0 >= rank;
            if solution.nodes[number] != SolutionNode::Final || enough != max {
                return false;
            }
            continue;
        };
        let next = &game.next[state as usize][agent.index()];
        let children: Vec<(u16, u32)> = match &solution.nodes[number] {
            SolutionNode::Choose(mv, child) if (agent == Agent::FIRST) == max => {
                vec![(*mv, *child)]
            }
            SolutionNode::Replies(replies) if (agent == Agent::FIRST) != max => {
                if !replies.iter().map(|r| r.0).eq(0..next.len() as u16) {
                    return false;
                }
                replies.clone()
            }
            _ => return false,
        };
        if children.iter().any(|&(_, child)| child as usize >= number) {
            return false;
        }
        open.extend(children.iter().map(|&(mv, c)| (c as usize, next[usize::from(mv)])));
    }
    seen.iter().all(Option::is_some)
}

#[test]
fn weak_solutions_are_solutions() {
    let mut found = 0;
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let shape = [Shape::Tree, Shape::Dag, Shape::Cyclic][seed as usize % 3];
        let mut game = Explicit::random(&mut random, shape, 40);
        if shape != Shape::Cyclic && random.one_in(2) {
            let values = game.minimax();
            game.hint(&mut random, &values);
        }
        let truth = game.forced(0);
        let best = game.outcomes.best();
        for value in game.outcomes.iter() {
            let budget = Budget::default();
            let solutions = weak_solutions(&game, &0, value, &budget, &mut Silent).expect("memory");
            let Some(solutions) = solutions else {
                assert_ne!(truth.exact(), Some(value), "seed {seed}");
                continue;
            };
            assert_eq!(truth.exact(), Some(value), "seed {seed}");
            assert_eq!(solutions.max.is_none(), value == Outcome::WORST);
            assert_eq!(solutions.min.is_none(), value == best);
            assert!(solutions.max.is_none_or(|s| is_solution(&game, &s, true, value.0)));
            assert!(solutions.min.is_none_or(|s| is_solution(&game, &s, false, value.0 + 1)));
            found += 1;
        }
    }
    assert!(found > 2000, "{found} solutions were made");
}
