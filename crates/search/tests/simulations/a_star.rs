//! A* with unit costs and no heuristic is (π, MPS) if costs are depths; greedy best-first search
//! without a heuristic is (π, PNPS).

use std::collections::BTreeMap;

use ludex_game::{Game, Model};
use ludex_games::NPuzzle;
use ludex_search::{BestFirstCheckOptions, CheckAlgorithm, Costs, Depth, Size};

use super::games::{OffTurn, for_games, written_out};
use super::recorded::{A, Run, best_first, moves, mps, textbook};

/// The evaluation of an open path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Judged {
    /// Its cost so far, and an estimate of the rest: A* \[HNR68\].
    ByCostAndRest,
    /// The estimate alone: greedy best-first search (Pearl).
    ByRest,
}

/// Runs the textbook algorithm on the tree of all paths, every move at cost 1 and the rest
/// estimated as 0. Returns the length of the path that is found to a goal. Of equal paths the first
/// in the order of the moves is taken.
fn best_first_search<G: Game>(
    game: &G,
    start: &G::State,
    limit: usize,
    judged: Judged,
) -> Option<usize> {
    // By the estimate, then by the indices of the moves.
    let mut open = BTreeMap::from([((0, Vec::new()), start.clone())]);
    while let Some(((_, path), state)) = open.pop_first() {
        let cost = path.len();
        if game.wins(&state, A) {
            return Some(cost);
        }
        if cost == limit {
            continue;
        }
        let mut successors: Vec<G::State> = Vec::new();
        for mv in moves(game, &state, A) {
            let next = game.after(&state, A, mv);
            // MPS is about successors, PNPS about moves, of which two may lead to the same state.
            if judged == Judged::ByRest || !successors.contains(&next) {
                successors.push(next);
            }
        }
        let expected = if judged == Judged::ByRest { 0 } else { cost + 1 };
        for (place, next) in successors.into_iter().enumerate() {
            let path = path.iter().copied().chain([place]).collect();
            open.insert((expected, path), next);
        }
    }
    None
}

fn run<G: Game>(game: &G, limit: usize, judged: Judged) -> (Run<G::State>, Option<usize>) {
    let mut length = None;
    let run = textbook(game, |game| {
        length = best_first_search(game, &game.initial(), limit, judged);
        length.is_some()
    });
    (run, length)
}

fn search<G: Game>(game: &G, limit: usize, costs: &dyn Costs) -> (Run<G::State>, u64) {
    mps(game, &game.initial(), &format!("pi({limit})"), costs)
}

fn compare<G: Game>(game: &G, limit: usize) -> bool {
    let (expected, length) = run(game, limit, Judged::ByCostAndRest);
    let (found, cost) = search(game, limit, &Depth);
    assert_eq!(found.answer, expected.answer);
    if let Some(length) = length {
        assert_eq!(cost, length as u64);
    }
    // Two nodes for each move, the choice to move and the move, cost as much as one in depth.
    let (by_size, _) = search(game, limit, &Size);
    for found in [&found.tested, &by_size.tested] {
        if length == Some(limit) {
            assert!(found.starts_with(&expected.tested), "and the siblings of the goal");
        } else {
            assert_eq!(found, &expected.tested);
        }
    }
    expected.answer
}

#[test]
fn winning_paths_by_minimal_proofs_are_a_star() {
    let mut won = 0;
    for agents in [1, 2] {
        for_games(2_000, agents, OffTurn::Perhaps, |game, random| {
            won += u32::from(compare(game, random.below(7)));
        });
    }
    assert!((400..3_600).contains(&won), "both answers occur: {won}");
    for moves in 1..7 {
        compare(&NPuzzle::new(3, moves, moves as u64), 7);
    }
}

/// A* tests a state when it takes it from the open list. The last diamond of π tests all its
/// successors: if a goal is exactly at the limit, its siblings are tested too.
#[test]
fn at_the_limit_minimal_proof_search_tests_the_siblings_of_the_goal() {
    let game = written_out(&[(0, 0, &[1, 2])], &[1]);
    assert_eq!(run(&game, 1, Judged::ByCostAndRest).0.tested, [0, 1]);
    assert_eq!(search(&game, 1, &Depth).0.tested, [0, 1, 2]);
    assert_eq!(search(&game, 2, &Depth).0.tested, [0, 1]);
}

/// The proof number of every open path is 1: PNPS has no estimate of the rest, and takes the first
/// open path.
#[test]
fn winning_paths_by_proof_numbers_are_greedy_best_first_search() {
    let mut won = 0;
    for_games(3_000, 1, OffTurn::Nothing, |game, random| {
        let limit = random.below(7);
        let (expected, length) = run(game, limit, Judged::ByRest);
        let options = BestFirstCheckOptions::new(CheckAlgorithm::Pnps);
        let found = best_first(game, &0, &format!("pi({limit})"), options);
        assert_eq!(found.answer, expected.answer);
        if length == Some(limit) {
            assert!(found.tested.starts_with(&expected.tested), "and the siblings of the goal");
        } else {
            assert_eq!(found.tested, expected.tested);
        }
        won += u32::from(found.answer);
    });
    assert!((300..2_700).contains(&won), "both answers occur: {won}");
}
