//! The cheapest proofs of real questions: shortest ways, quickest mates, smallest trees.

use std::collections::{HashSet, VecDeque};

use ludex_evidence::{Evidence, Statement};
use ludex_game::{Agent, Game, Hints, Model, Notation, Question, Turn};
use ludex_games::{Chess, Mnk, NPuzzle};
use ludex_search::{
    Budget, COSTS, Cost, Costs, Depth, DfMps, MinimalReport, Mps, MpsOptions, Silent, Size,
    proof_cost,
};
use serde_json::Value;

use crate::support;
use support::{accept, formula};

/// Asks all three searches; they agree, and the checker accepts their proofs. Returns the answer and
/// what the cheapest proof costs.
fn cheapest<G: Hints + Notation>(
    game: &G,
    asked: Agent,
    state: &G::State,
    text: &str,
    costs: &dyn Costs,
) -> (bool, u64) {
    let compiled = formula(game, asked, text);
    let (question, dag) = (Question { game, asked }, &compiled.formulas);
    let (budget, bytes) = (Budget::default(), 64 << 20);
    let best_first = |second_level| {
        let options = MpsOptions { second_level, ..MpsOptions::default() };
        let search = Mps::new(question, dag, costs, options, bytes);
        search.check(state, compiled.root, &budget, &mut Silent)
    };
    let mut depth_first = DfMps::new(question, dag, costs, bytes);
    let reports: [MinimalReport<G::Move>; 3] = [
        depth_first.check(state, compiled.root, &budget, &mut Silent),
        best_first(false),
        best_first(true),
    ];
    for report in &reports {
        let proof = report.proof.as_ref().expect("enough memory");
        assert_eq!(report.answer, reports[0].answer, "{text}");
        assert_eq!(report.cost(), reports[0].cost(), "{text}");
        assert_eq!(proof_cost(proof, dag, compiled.root, costs), report.cost(), "{text}");
        let statement = Statement { text, definitions: None, dag, formula: compiled.root };
        let evidence = Evidence::formula("test", question, state, statement, proof)
            .unwrap_or_else(|rejection| panic!("{rejection}"));
        assert_eq!(accept(game, &evidence, false), proof.nodes.len());
    }
    let cost = reports[0].cost().and_then(Cost::finite).expect("settled");
    (reports[0].answer.expect("answered"), cost)
}

/// How many moves it takes at least to win alone, by breadth-first search.
fn distance<G: Game>(game: &G, state: &G::State) -> u64 {
    let mut seen = HashSet::from([state.clone()]);
    let mut queue = VecDeque::from([(state.clone(), 0)]);
    while let Some((state, plies)) = queue.pop_front() {
        if game.wins(&state, Agent::FIRST) {
            return plies;
        }
        let mut moves = Vec::new();
        game.moves(&state, Agent::FIRST, &mut moves);
        for mv in moves {
            let next = game.after(&state, Agent::FIRST, mv);
            if seen.insert(next.clone()) {
                queue.push_back((next, plies + 1));
            }
        }
    }
    panic!("every scrambled puzzle can be put in order")
}

/// Table 4.13: MPS on winning paths is A*. The cheapest proof is a shortest path, of two nodes for each
/// move (the choice between winning and moving, and the move) and two for the end.
#[test]
fn winning_paths_are_shortest() {
    for seed in 0..8 {
        let puzzle = NPuzzle::new(3, 3 + seed as usize, seed);
        let start = puzzle.initial();
        let plies = distance(&puzzle, &start);
        let ask =
            |n: u64, costs| cheapest(&puzzle, Agent::FIRST, &start, &format!("pi({n})"), costs);
        assert_eq!(ask(plies + 2, &Depth), (true, plies));
        assert_eq!(ask(plies + 2, &Size), (true, 2 * plies + 2));
        if plies > 0 {
            assert_eq!(ask(plies - 1, &Depth), (false, plies - 1), "all paths have to be tried");
        }
    }
}

/// In how many plies the agent on turn wins at best, against the best defence; nothing if not at all.
fn plies_to_win(game: &Mnk, state: &<Mnk as Model>::State, winner: Agent) -> Option<u64> {
    let Turn::Of(agent) = game.turn(state) else {
        return game.wins(state, winner).then_some(0);
    };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let after = moves.iter().map(|&mv| plies_to_win(game, &game.after(state, agent, mv), winner));
    let plies = match agent == winner {
        true => after.flatten().min()?,
        false => after.collect::<Option<Vec<_>>>()?.into_iter().max()?,
    };
    Some(plies + 1)
}

#[test]
fn tic_tac_toe_is_won_as_soon_as_can_be() {
    let game: Mnk = Mnk::new(3, 3, 3);
    let positions =
        [("b2 b1", Some(5)), ("b2 b1 a1 c3", Some(3)), ("b2 b1 a1", None), ("a1 b2", None)];
    for (moves, expected) in positions {
        let mut state = game.initial();
        for word in moves.split(' ') {
            let agent = game.turn(&state).agent().expect("somebody moves");
            let mv = game.read_move(&state, agent, word).expect("a move");
            game.play(&mut state, agent, mv);
        }
        let winner = game.turn(&state).agent().expect("somebody moves");
        let plies = plies_to_win(&game, &state, winner);
        assert_eq!(plies, expected, "{moves}");
        let won = match plies {
            Some(plies) => format!("omega({})", plies.div_ceil(2)),
            None => "omega(5)".to_owned(),
        };
        for ready in COSTS {
            let (holds, cost) = cheapest(&game, winner, &state, &won, ready.costs);
            assert_eq!(holds, plies.is_some(), "{moves}");
            if let (Some(plies), "depth") = (plies, ready.name) {
                assert_eq!(cost, plies, "{moves}");
            }
        }
    }
}

/// The depth of the cheapest proof of a mate in n is the number of its plies.
#[test]
fn mates_take_the_plies_that_they_are_known_to_take() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/chess/problems.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: {path} is not there");
        return;
    };
    let json: Value = serde_json::from_str(&text).expect("valid JSON");
    let problems = json["problems"].as_array().expect("a list");
    let game = Chess::new(false);
    let mut asked = 0;
    for problem in problems {
        let text = |name: &str| problem[name].as_str().expect("a text");
        let concept = match text("stipulation") {
            "#2" => "omega(2)",
            "#3" => "omega(3)",
            "h#2" => "helpmate(2)",
            _ => continue,
        };
        if problem["brute_force_nodes"].as_u64().is_none_or(|nodes| nodes > 400_000) {
            continue;
        }
        let state = support::position(&game, text("fen"));
        let found = cheapest(&game, Agent::FIRST, &state, concept, &Depth);
        assert_eq!((found.0, Some(found.1)), (true, problem["plies"].as_u64()), "{}", text("id"));
        asked += 1;
    }
    assert!(asked >= 15, "only {asked} problems are small enough");
}
