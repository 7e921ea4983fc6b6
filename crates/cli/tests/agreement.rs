//! All searches give the same answers, and the checker accepts the evidence for each of them.
//!
//! The games are random graphs: trees, graphs and graphs with cycles, with one to four agents, moves
//! off turn, and two to seven outcomes. Everything goes the way of a user's question: formulas are
//! read from text, evidence is written to bytes and read back.

use std::collections::BTreeSet;

use ludex_base::trials;
use ludex_evidence::{Evidence, Statement};
use ludex_game::{
    Agent, Bounds, ExplicitGame, ExplicitState, Game, GraphShape, Model, Outcome, Question,
    RandomGame, Turn,
};
use ludex_logic::Definitions;
use ludex_search::{
    AlphaBeta, BestFirstCheckOptions, BestFirstChecker, BestMoves, Budget, COSTS, CheckAlgorithm,
    CheckOptions, Checker, Conjunctions, DfMps, Mps, MpsOptions, Semantics, Silent, SolveOptions,
    dfs, proof_cost, solve,
};

use crate::support;
use support::formulas::Writer;
use support::{Random, accept, proof_is_accepted, prove_and_accept, read};

const SHAPES: [GraphShape; 3] = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];

// --- Formulas -----------------------------------------------------------------------------------

/// The game behind a number; together they go through all shapes and numbers of agents.
fn game_of(number: u64, random: &mut Random) -> ExplicitGame {
    let kind = RandomGame {
        states: 2 + random.below(19),
        agents: 1 + number as usize / 3 % 4,
        outcomes: 2 + random.below(3),
        branching: 1 + random.below(3),
        shape: SHAPES[number as usize % 3],
        off_turn: !random.one_in(4),
        ..RandomGame::default()
    };
    kind.generate(number)
}

/// What the 20,000 games had to offer, so that none of them is tested in name only.
#[derive(Default)]
struct Tally {
    holding: u32,
    modal: u32,
    cyclic: u32,
    deepened: u32,
    cheapest: u32,
    concepts: BTreeSet<String>,
}

#[test]
fn on_random_games_all_answers_agree_and_all_proofs_are_accepted() {
    let mut tally = Tally::default();
    let games = trials(4_000);
    for number in 0..games {
        let mut random = Random::new(number);
        let game = game_of(number, &mut random);
        tally.cyclic += u32::from(game.can_repeat());
        agree(&game, &mut random, &mut tally);
    }
    let percent = |count: u32| 100.0 * f64::from(count) / games as f64;
    assert!((20.0..80.0).contains(&percent(tally.holding)), "{} hold", tally.holding);
    assert!(percent(tally.modal) > 60.0, "{} have modal operators", tally.modal);
    assert!(percent(tally.cyclic) > 20.0, "{} have cycles", tally.cyclic);
    assert!(percent(tally.deepened) > 15.0, "{} can be deepened", tally.deepened);
    assert!(percent(tally.cheapest) > 95.0, "{} have cheapest proofs", tally.cheapest);
    let unused = Definitions::prelude().concepts().len() - tally.concepts.len();
    assert_eq!(unused, 0, "every concept of the prelude is asked about");
}

/// Asks one random formula in every state of the game, and for a proof in the first.
fn agree(game: &ExplicitGame, random: &mut Random, tally: &mut Tally) {
    let asked = Agent(random.below(game.agents().len()) as u8);
    let text = Writer::new(game, random).text(9);
    let compiled = read(game, asked, &text.formula, Some(&text.definitions))
        .unwrap_or_else(|error| panic!("{}: {error}", text.definitions));
    let (dag, formula) = (&compiled.formulas, compiled.root);
    let question = Question { game, asked };
    let start = game.initial();
    let semantics = Semantics::new(question, &start, 100).expect("a small game");
    let truth = semantics.satisfying(dag, formula);
    let tiny = Budget { max_bytes: [0, 128][random.below(2)], ..Budget::default() };
    let mut large_table = Checker::new(question, dag, 1 << 16);
    let mut tiny_table = Checker::new(question, dag, tiny.max_bytes);
    let plain = CheckOptions { plain: true, ..CheckOptions::default() };
    let deepening = compiled.deepening.clone().unwrap_or_default();
    tally.deepened += u32::from(!deepening.is_empty());
    let fast = CheckOptions { plain: false, deepening };
    for (state, &holds) in semantics.states().iter().zip(&truth) {
        let answers = [
            large_table.check(state, formula, &plain, &Budget::default(), &mut Silent),
            large_table.check(state, formula, &fast, &Budget::default(), &mut Silent),
            tiny_table.check(state, formula, &fast, &tiny, &mut Silent),
        ];
        let answers = answers.map(|report| report.answer);
        assert_eq!(answers, [Some(holds); 3], "{}", text.definitions);
    }
    let (text_of, definitions) = (&text.formula, Some(text.definitions.as_str()));
    let statement = Statement { text: text_of, definitions, dag, formula };
    let checker = if random.one_in(2) { &mut large_table } else { &mut tiny_table };
    let shown = prove_and_accept(checker, question, &start, statement, random.one_in(2));
    assert_eq!(shown, truth[0]);
    for algorithm in [CheckAlgorithm::Pnps, CheckAlgorithm::Mcps] {
        let options = best_first_options(random, algorithm);
        let best_first = BestFirstChecker::new(question, dag, options, 1 << 20);
        for (state, &holds) in semantics.states().iter().zip(&truth) {
            let report = best_first.check(state, formula, &Budget::default(), &mut Silent);
            assert_eq!(report.answer, Some(holds), "{options:?} {}", text.definitions);
        }
        let (_, proof) = best_first.prove(&start, formula, &Budget::default(), &mut Silent);
        let proof = proof.expect("enough memory for a small proof");
        let as_json = random.one_in(2);
        let shown = proof_is_accepted(&proof, question, &start, statement, as_json);
        assert_eq!(shown, truth[0], "{options:?}");
    }
    tally.cheapest += u32::from(cheapest_proofs_agree(question, statement, truth[0], random));
    tally.holding += u32::from(shown);
    tally.modal += u32::from(dag.modal_depth(formula) > 0);
    tally.concepts.extend(text.concepts);
}

/// MPS, MPS² and depth-first MPS find the truth, proofs of the same cost, and the checker accepts both.
/// Says whether they came to an end: on graphs a proof can be a tree too large to be counted.
fn cheapest_proofs_agree(
    question: Question<'_, ExplicitGame>,
    statement: Statement<'_>,
    truth: bool,
    random: &mut Random,
) -> bool {
    let costs = COSTS[random.below(COSTS.len())].costs;
    let (start, dag, formula) = (question.game.initial(), statement.dag, statement.formula);
    let budget = Budget { max_nodes: Some(20_000), ..Budget::default() };
    let options = MpsOptions {
        transpositions: random.one_in(2),
        second_level: random.one_in(3),
        shortcut: !random.one_in(4),
        threads: 1,
    };
    let best_first = Mps::new(question, dag, costs, options, 1 << 20);
    let mut depth_first = DfMps::new(question, dag, costs, 1 << 20);
    let reports = [
        best_first.check(&start, formula, &budget, &mut Silent),
        depth_first.check(&start, formula, &budget, &mut Silent),
    ];
    for report in &reports {
        assert!(report.answer.is_none_or(|answer| answer == truth), "{options:?}");
        let Some(proof) = &report.proof else { continue };
        assert_eq!(proof_cost(proof, dag, formula, costs), report.cost());
        let shown = proof_is_accepted(proof, question, &start, statement, random.one_in(2));
        assert_eq!(shown, truth);
    }
    let [best_first, depth_first] = reports;
    let ended = best_first.proof.is_some() && depth_first.proof.is_some();
    assert!(!ended || best_first.cost() == depth_first.cost(), "{options:?}");
    ended
}

fn best_first_options(random: &mut Random, algorithm: CheckAlgorithm) -> BestFirstCheckOptions {
    BestFirstCheckOptions {
        transpositions: random.one_in(2),
        conjunctions: [Conjunctions::Sum, Conjunctions::Max][random.below(2)],
        look: random.one_in(2),
        mobility: random.one_in(2),
        second_level: random.one_in(3),
        shortcut: !random.one_in(4),
        seed: random.below(1000) as u64,
        ..BestFirstCheckOptions::new(algorithm)
    }
}

// --- Values -------------------------------------------------------------------------------------

/// All combinations of the options.
fn all_options() -> impl Iterator<Item = SolveOptions> {
    (0..16).map(|bits| SolveOptions {
        transpositions: bits & 1 == 0,
        hints: bits & 2 == 0,
        symmetry: bits & 4 == 0,
        best: if bits & 8 == 0 { BestMoves::All } else { BestMoves::One },
        threads: 1 + bits % 2,
    })
}

/// What Max can force in each state (`start` the worst outcome) or can be held to (`start` the
/// best): minimax over and over until nothing changes. Without cycles both are plain minimax.
fn iterate(game: &ExplicitGame, start: Outcome) -> Vec<Outcome> {
    let first = |s: ExplicitState| match game.turn(&s) {
        Turn::Final => game.outcome(&s),
        _ => start,
    };
    let mut values: Vec<Outcome> = game.states().map(first).collect();
    loop {
        let next: Vec<Outcome> = game.states().map(|s| back_up(game, &values, s)).collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

fn back_up(game: &ExplicitGame, values: &[Outcome], state: ExplicitState) -> Outcome {
    let Turn::Of(agent) = game.turn(&state) else { return values[state.index()] };
    let mut moves = Vec::new();
    game.moves(&state, agent, &mut moves);
    let after = moves.iter().map(|&mv| values[game.after(&state, agent, mv).index()]);
    let best = if agent == Agent::FIRST { after.max() } else { after.min() };
    best.expect("an agent on turn has a move")
}

/// The value of each state, as far as it can be forced.
fn truth(game: &ExplicitGame) -> Vec<Bounds> {
    let low = iterate(game, Outcome::WORST);
    let high = iterate(game, game.outcomes().best());
    low.into_iter().zip(high).map(|(low, high)| Bounds { low, high }).collect()
}

fn valued_game(number: u64, shape: GraphShape) -> ExplicitGame {
    let kind = RandomGame {
        states: [5, 15, 40][number as usize % 3],
        agents: 1 + number as usize % 2,
        outcomes: 2 + number as usize / 2 % 6,
        branching: 2 + number as usize % 3,
        shape,
        off_turn: number.is_multiple_of(5),
        ..RandomGame::default()
    };
    kind.generate(number)
}

/// Solves the start of a game in every way, checks the evidence and returns what was found.
fn solve_in_every_way(game: &ExplicitGame, due: Bounds, as_json: bool) {
    let (start, budget) = (game.initial(), Budget::default());
    for options in all_options() {
        let report = solve(game, &start, &options, &budget, &mut Silent);
        assert_eq!((report.bounds, report.stopped), (due, None), "{options:?}");
    }
    // Depth-first search without a table walks all paths: far too many where there are cycles.
    if !game.can_repeat() || game.len() < 10 {
        assert_eq!(dfs(game, &start, &budget, &mut Silent).bounds, due);
    }
    let mut search = AlphaBeta::new(game, SolveOptions::default(), 1 << 16);
    let Some(value) = due.exact() else { return };
    assert_eq!(search.solve(&start, &budget, &mut Silent).bounds.exact(), Some(value));
    let solutions = search
        .weak_solutions(&start, value, &budget, &mut Silent)
        .expect("enough memory for a small game")
        .expect("an exact value can be forced");
    let low = solutions.max.as_ref().map(|solution| (value, solution));
    let high = solutions.min.as_ref().map(|solution| (value, solution));
    assert_eq!((low.is_some(), high.is_some()), {
        (value > Outcome::WORST, value < game.outcomes().best())
    });
    let evidence = Evidence::value("test", game, &start, low, high)
        .unwrap_or_else(|rejection| panic!("{rejection}"));
    accept(game, &evidence, as_json);
}

#[test]
fn without_cycles_all_values_are_minimax_and_solutions_are_accepted() {
    let mut seen = BTreeSet::new();
    for number in 0..4_000 {
        let game = valued_game(number, SHAPES[number as usize / 7 % 2]);
        let due = truth(&game)[0];
        let value = due.exact().expect("without cycles every value can be forced");
        seen.insert((game.outcomes().len(), value));
        solve_in_every_way(&game, due, number.is_multiple_of(2));
    }
    assert_eq!(seen.len(), (2..=7).sum::<usize>(), "every outcome is the value of some game");
}

#[test]
fn with_cycles_what_is_exact_is_confirmed_and_the_rest_cannot_be_forced() {
    let (mut exact, mut open) = (0, 0);
    for number in 0..3_000 {
        let game = valued_game(number, GraphShape::Cyclic);
        let due = truth(&game)[0];
        match due.exact() {
            Some(_) if game.can_repeat() => exact += 1,
            Some(_) => {}
            None => open += 1,
        }
        solve_in_every_way(&game, due, number.is_multiple_of(2));
    }
    assert!(exact > 500 && open > 300, "{exact} games are decided, {open} are not");
}
