//! Shortest plays of one agent beside breadth-first search.

use std::collections::{HashMap, VecDeque};

use ludex_evidence::{Evidence, check};
use ludex_game::{
    Agent, Agents, Atom, Bounds, Game, GraphShape, Hints, Model, Notation, Outcome, Outcomes,
    Question, RandomGame, Turn, below,
};
use ludex_games::NPuzzle;
use ludex_logic::Formulas;
use ludex_search::{
    BestMoves, Budget, Costs, Depth, DfMps, Evaluation, Mps, MpsOptions, Retrograde, Silent, Size,
    Task, ValueOptions, algorithms_for, make_path_search,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const OPTIONS: ValueOptions = ValueOptions {
    transpositions: true,
    hints: true,
    best: BestMoves::One,
    evaluation: Evaluation::None,
    range: None,
    seed: 0,
    threads: 1,
    max_bytes: 64 << 20,
    evidence: true,
};

/// Returns the least number of moves to each outcome that can be reached, by breadth-first search.
fn nearest_ends<G: Game>(game: &G, start: &G::State) -> HashMap<Outcome, usize> {
    let mut depths = HashMap::from([(start.clone(), 0)]);
    let (mut left, mut ends) = (VecDeque::from([start.clone()]), HashMap::new());
    while let Some(state) = left.pop_front() {
        let depth = depths[&state];
        if game.turn(&state) == Turn::Final {
            ends.entry(game.outcome(&state)).or_insert(depth);
            continue;
        }
        let mut moves = Vec::new();
        game.moves(&state, Agent::FIRST, &mut moves);
        for next in moves.into_iter().map(|mv| game.after(&state, Agent::FIRST, mv)) {
            if !depths.contains_key(&next) {
                depths.insert(next.clone(), depth + 1);
                left.push_back(next);
            }
        }
    }
    ends
}

/// Plays a line. Returns the outcome of the end.
fn replay<G: Game>(game: &G, start: &G::State, line: &[(Agent, G::Move)]) -> Outcome {
    let mut state = start.clone();
    for &(agent, mv) in line {
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        assert!(moves.contains(&mv), "{mv:?} is a move");
        game.play(&mut state, agent, mv);
    }
    assert_eq!(game.turn(&state), Turn::Final);
    game.outcome(&state)
}

/// A game with estimates: those of a table.
struct Estimated<G: Model> {
    game: G,
    moves: HashMap<(G::State, Outcome), u32>,
}

impl<G: Model> Model for Estimated<G> {
    type State = G::State;
    type Move = G::Move;

    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        self.game.outcomes()
    }

    fn initial(&self) -> G::State {
        self.game.initial()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }

    fn moves(&self, state: &G::State, agent: Agent, out: &mut Vec<G::Move>) {
        self.game.moves(state, agent, out);
    }

    fn outcome(&self, state: &G::State) -> Outcome {
        self.game.outcome(state)
    }

    fn holds(&self, state: &G::State, own_atom: u32) -> bool {
        self.game.holds(state, own_atom)
    }

    fn key(&self, state: &G::State) -> u64 {
        self.game.key(state)
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }
}

impl<G: Game> Game for Estimated<G> {
    fn play(&self, state: &mut G::State, agent: Agent, mv: G::Move) {
        self.game.play(state, agent, mv);
    }
}

impl<G: Game> Hints for Estimated<G> {
    fn least_moves(&self, state: &G::State, at_least: Outcome) -> Option<u32> {
        Some(self.moves[&(state.clone(), at_least)])
    }
}

/// Gives a game random estimates that are admissible, and mostly not consistent.
fn estimated<G: Game>(game: G, seed: u64) -> Estimated<G> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let reachable = Retrograde::explore(&game, &game.initial(), &Budget::default(), &mut Silent);
    let states: Vec<G::State> = reachable.expect("a small game").states().cloned().collect();
    let mut moves = HashMap::new();
    for state in states {
        let ends = nearest_ends(&game, &state);
        for outcome in game.outcomes().iter() {
            let least =
                ends.iter().filter(|(end, _)| **end >= outcome).map(|(_, moves)| *moves).min();
            let estimate = match least {
                Some(least) => below(&mut random, least + 1) as u32,
                None => [0, 7, u32::MAX][below(&mut random, 3)],
            };
            moves.insert((state.clone(), outcome), estimate);
        }
    }
    Estimated { game, moves }
}

/// Compares the searches for paths with breadth-first search and with the plain definition.
fn compare<G: Hints>(game: &G, hints: bool, seed: u64) -> u32 {
    let start = game.initial();
    let ends = nearest_ends(game, &start);
    let expected: Bounds = Retrograde::explore(game, &start, &Budget::default(), &mut Silent)
        .expect("a small game")
        .bounds(&start)
        .expect("the start is a state");
    let mut lines = 0;
    for info in algorithms_for(Task::Path) {
        for transpositions in [true, false] {
            let max_bytes = if seed.is_multiple_of(5) { 1 << 12 } else { 1 << 20 };
            let options = ValueOptions { hints, transpositions, max_bytes, ..OPTIONS };
            let mut search = make_path_search(info.name, game, &options).expect("one agent");
            let budget = Budget { max_nodes: Some(20_000), ..Budget::default() };
            let report = search.solve(&start, &budget, &mut Silent);
            let sound = report.bounds.low <= expected.low && report.bounds.high >= expected.high;
            assert!(sound, "{} {seed}: {:?} {expected:?}", info.name, report.bounds);
            if report.stopped.is_some() {
                // Only IDA* may go round in circles.
                assert!(info.name == "ida" && game.can_repeat(), "{} {seed}", info.name);
                assert!(!ends.contains_key(&game.outcomes().best()), "{seed}");
                continue;
            }
            assert_eq!(report.bounds, expected, "{} {seed}", info.name);
            let Some(value) = report.bounds.exact() else { continue };
            if value > Outcome::WORST {
                let line = report.line.expect("a line");
                assert_eq!(replay(game, &start, &line), value, "{} {seed}", info.name);
                assert_eq!(line.len(), ends[&value], "{} {seed}", info.name);
                lines += 1;
            }
            let solutions = search.weak_solutions(&start, value, &budget, &mut Silent);
            let Ok(Some(both)) = solutions else { continue };
            let low = both.max.as_ref().map(|solution| (value, solution));
            let high = both.min.as_ref().map(|solution| (value, solution));
            assert!(low.is_some() || high.is_some());
            assert!(both.max.is_none() || value > Outcome::WORST);
        }
    }
    lines
}

#[test]
fn shortest_plays_are_as_long_as_those_of_breadth_first_search() {
    let (mut lines, shapes) = (0, [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic]);
    for seed in 0..1500 {
        let shape = shapes[seed as usize % 3];
        let states = 4 + seed as usize % 40;
        let outcomes = 2 + seed as usize % 4;
        let kind = RandomGame { states, agents: 1, outcomes, shape, ..RandomGame::default() };
        let game = kind.generate(seed);
        lines += compare(&game, true, seed);
        let game = estimated(game, seed);
        lines += compare(&game, true, seed) + compare(&game, false, seed);
    }
    assert!(lines > 10_000, "{lines}");
}

/// The evidence of a line is checked against the rules, and a line with a wrong move is refused.
#[test]
fn the_line_is_evidence_of_the_win() {
    for seed in 0..40 {
        let game = NPuzzle::new(3, 12 + seed as usize % 20, seed);
        let start = game.initial();
        let mut search = make_path_search("ida", &game, &OPTIONS).expect("one agent");
        let report = search.solve(&start, &Budget::default(), &mut Silent);
        let value = report.bounds.exact().expect("solved");
        let both = search.weak_solutions(&start, value, &Budget::default(), &mut Silent);
        let mut solution = both.expect("no limit").expect("a proof").max.expect("a win");
        let compile = |_, _: &str, _: Option<&str>| Err("no formula".to_string());
        let valid = |solution: &_| {
            let evidence = Evidence::value("npuzzle", &game, &start, Some((value, solution)), None);
            evidence.is_ok_and(|evidence| check(&game, &evidence, compile).is_ok())
        };
        assert!(valid(&solution), "{seed}");
        solution.nodes.remove(1);
        assert!(!valid(&solution), "a play that stops one move short, {seed}");
    }
}

/// Optimal lengths on hundreds of random 8-puzzles, by breadth-first search.
#[test]
fn eight_puzzles_are_solved_in_the_fewest_slides() {
    // All states can be reached from the one that takes most slides.
    let game = NPuzzle::new(3, 0, 0);
    let hardest = game.read_position("8-6-7/2-5-4/3-_-1").expect("a position");
    let all = Retrograde::explore(&game, &hardest, &Budget::default(), &mut Silent);
    let all = all.expect("181,440 states");
    for seed in 0..400 {
        let game = NPuzzle::new(3, 4 + seed as usize % 80, seed);
        let start = game.initial();
        let fewest = all.distance(&start).expect("solvable") as usize;
        if seed % 40 == 0 {
            assert_eq!(fewest, nearest_ends(&game, &start)[&Outcome(1)]);
        }
        for name in ["astar", "ida"] {
            for hints in [true, fewest > 12] {
                let options = ValueOptions { hints, ..OPTIONS };
                let mut search = make_path_search(name, &game, &options).expect("one agent");
                let report = search.solve(&start, &Budget::default(), &mut Silent);
                let line = report.line.expect("a solution");
                assert_eq!(line.len(), fewest, "{name} {seed}");
                assert_eq!(replay(&game, &start, &line), Outcome(1));
            }
        }
    }
}

/// Minimal Proof Search uses the estimates: the same costs as without, with fewer nodes.
#[test]
fn minimal_proof_search_of_paths_is_astar_with_the_estimates_of_the_game() {
    struct Plain(NPuzzle);
    // The puzzle without its estimates.
    impl Model for Plain {
        type State = <NPuzzle as Model>::State;
        type Move = <NPuzzle as Model>::Move;

        fn agents(&self) -> &Agents {
            self.0.agents()
        }

        fn outcomes(&self) -> &Outcomes {
            self.0.outcomes()
        }

        fn initial(&self) -> Self::State {
            self.0.initial()
        }

        fn turn(&self, state: &Self::State) -> Turn {
            self.0.turn(state)
        }

        fn moves(&self, state: &Self::State, agent: Agent, out: &mut Vec<Self::Move>) {
            self.0.moves(state, agent, out);
        }

        fn outcome(&self, state: &Self::State) -> Outcome {
            self.0.outcome(state)
        }

        fn holds(&self, state: &Self::State, own_atom: u32) -> bool {
            self.0.holds(state, own_atom)
        }

        fn key(&self, state: &Self::State) -> u64 {
            self.0.key(state)
        }
    }
    impl Game for Plain {
        fn play(&self, state: &mut Self::State, agent: Agent, mv: Self::Move) {
            self.0.play(state, agent, mv);
        }
    }
    impl Hints for Plain {}

    let (mut with, mut without) = (0, 0);
    for seed in 0..60 {
        let game = NPuzzle::new(3, 3 + seed as usize % 8, seed);
        let start = game.initial();
        let fewest = nearest_ends(&game, &start)[&Outcome(1)];
        let mut dag = Formulas::new();
        let won = dag.atom(Atom::Win(Agent::FIRST));
        let mut path = won;
        // Sometimes one move too few.
        for _ in 0..(fewest + 2).saturating_sub(seed as usize % 4) {
            let next = dag.diamond(Agent::FIRST, path);
            path = dag.or(won, next);
        }
        let plain = Plain(game.clone());
        for costs in [&Depth as &dyn Costs, &Size] {
            let question = Question { game: &game, asked: Agent::FIRST };
            let other = Question { game: &plain, asked: Agent::FIRST };
            let budget = Budget::default();
            let options = MpsOptions::default();
            let best_first = Mps::new(question, &dag, costs, options, 64 << 20).check(
                &start,
                path,
                &budget,
                &mut Silent,
            );
            let unled = Mps::new(other, &dag, costs, options, 64 << 20).check(
                &start,
                path,
                &budget,
                &mut Silent,
            );
            let depth_first = DfMps::new(question, &dag, costs, 64 << 20).check(
                &start,
                path,
                &budget,
                &mut Silent,
            );
            for report in [&best_first, &depth_first] {
                assert_eq!(report.answer, unled.answer, "{seed}");
                assert_eq!(report.cost(), unled.cost(), "{seed}");
                assert!(report.cost().is_some());
            }
            if unled.answer == Some(true) {
                with += best_first.nodes;
                without += unled.nodes;
            }
        }
    }
    assert!(with * 3 < without, "{with} nodes with estimates, {without} without");
}
