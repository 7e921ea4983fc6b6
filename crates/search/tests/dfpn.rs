//! df-pn and depth-first MOPNS agree with brute force under every option, with any table, and their
//! weak solutions are solutions.

use ludex_evidence::{Solution, SolutionNode};
use ludex_game::{Agent, Bounds, Outcome, Turn};
use ludex_search::{
    BestMoves, Budget, DfMopns, DfPn, DfPnOptions, Silent, SolveReport, Stopped, WeakSolutions,
};

use crate::common;
use common::{Explicit, Random, Shape};

/// Either search, so that every test runs both.
enum Search<'g> {
    One(DfPn<'g, Explicit>),
    Many(DfMopns<'g, Explicit>),
}

impl<'g> Search<'g> {
    fn new(game: &'g Explicit, options: DfPnOptions, bytes: usize, many: bool) -> Search<'g> {
        match many {
            false => Search::One(DfPn::new(game, options, bytes)),
            true => Search::Many(DfMopns::new(game, options, bytes)),
        }
    }

    fn with_threads(self, threads: usize) -> Search<'g> {
        match self {
            Search::One(search) => Search::One(search.with_threads(threads)),
            Search::Many(search) => Search::Many(search.with_threads(threads)),
        }
    }

    fn solve(&mut self, state: u32, budget: &Budget) -> SolveReport<u16> {
        match self {
            Search::One(search) => search.solve(&state, budget, &mut Silent),
            Search::Many(search) => search.solve(&state, budget, &mut Silent),
        }
    }

    fn weak_solutions(&mut self, value: Outcome) -> Option<WeakSolutions<u16>> {
        let budget = Budget::default();
        match self {
            Search::One(search) => search.weak_solutions(&0, value, &budget, &mut Silent),
            Search::Many(search) => search.weak_solutions(&0, value, &budget, &mut Silent),
        }
        .expect("the budget is large")
    }
}

/// Returns random options.
fn options(random: &mut Random) -> DfPnOptions {
    DfPnOptions {
        hints: random.one_in(2),
        symmetry: random.one_in(2),
        best: if random.one_in(2) { BestMoves::All } else { BestMoves::One },
        mobility: random.one_in(2),
        epsilon: [0, 25, 100][random.below(3)],
    }
}

/// Returns what each side can force from every state, by attractors.
fn forced(game: &Explicit) -> Vec<Bounds> {
    let best = game.outcomes.best().0;
    let attractors = |max| (1..=best).map(move |rank| game.attractor(rank, max));
    let (up, down): (Vec<_>, Vec<_>) = (attractors(true).collect(), attractors(false).collect());
    let bounds = |state: usize| Bounds {
        low: Outcome(up.iter().rposition(|a: &Vec<bool>| a[state]).map_or(0, |i| i as u16 + 1)),
        high: Outcome(down.iter().position(|a| a[state]).map_or(best, |i| i as u16)),
    };
    (0..game.turn.len()).map(bounds).collect()
}

/// Returns the optimal moves of a state, given what can be forced.
fn optimal(game: &Explicit, truth: &[Bounds], state: usize) -> Vec<u16> {
    let (Some(value), Turn::Of(agent)) = (truth[state].exact(), game.turn[state]) else {
        return Vec::new();
    };
    let keeps = |after: Bounds| match agent == Agent::FIRST {
        true => after.low >= value,
        false => after.high <= value,
    };
    let next = &game.next[state][agent.index()];
    (0..next.len() as u16).filter(|&i| keeps(truth[next[usize::from(i)] as usize])).collect()
}

/// Asserts that a report is right.
fn assert_right(
    (game, truth, state): (&Explicit, &[Bounds], usize),
    report: SolveReport<u16>,
    all_best: bool,
    context: &str,
) {
    assert_eq!((report.bounds, report.stopped), (truth[state], None), "{context}");
    let optimal = optimal(game, truth, state);
    let mut best = report.best;
    best.sort();
    if all_best {
        assert_eq!(best, optimal, "{context}");
    } else {
        assert_eq!(best.len(), optimal.len().min(1), "{context}");
        assert!(best.iter().all(|mv| optimal.contains(mv)), "{context}");
    }
}

/// Makes a random game; also returns what can be forced in it.
fn random_game(random: &mut Random, shape: Shape, most_states: usize) -> (Explicit, Vec<Bounds>) {
    let mut game = Explicit::random(random, shape, most_states);
    let truth = forced(&game);
    if shape != Shape::Cyclic && random.one_in(2) {
        let values = game.minimax();
        game.hint(random, &values);
    }
    (game, truth)
}

/// Returns a budget with more nodes than any of these games needs with a table: a search that does
/// not end fails.
fn ample() -> Budget {
    Budget { max_nodes: Some(100_000), ..Budget::default() }
}

const SHAPES: [Shape; 3] = [Shape::Tree, Shape::Dag, Shape::Cyclic];

#[test]
fn all_options_agree_with_brute_force() {
    for seed in 0..10_000 {
        let mut random = Random::new(seed);
        let shape = SHAPES[seed as usize % 3];
        let most_states = [6, 25, 60][random.below(3)];
        let (game, truth) = random_game(&mut random, shape, most_states);
        for many in [false, true] {
            for _ in 0..2 {
                let options = options(&mut random);
                let mut search = Search::new(&game, options, 1 << 16, many);
                // The table is kept from state to state.
                for state in 0..truth.len().min(3) {
                    let report = search.solve(state as u32, &ample());
                    let context = format!("seed {seed}, {options:?}, many {many}, state {state}");
                    assert_right(
                        (&game, &truth, state),
                        report,
                        options.best == BestMoves::All,
                        &context,
                    );
                }
            }
        }
    }
}

#[test]
fn tiny_tables_change_no_answer() {
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let shape = SHAPES[seed as usize % 3];
        // Without a table the plays without repetition are searched one by one.
        let most_states = if shape == Shape::Cyclic { 10 } else { 20 };
        let (game, truth) = random_game(&mut random, shape, most_states);
        let options = options(&mut random);
        for many in [false, true] {
            for bytes in [0, 40, 200, 400] {
                let mut search = Search::new(&game, options, bytes, many);
                let report = search.solve(0, &Budget::default());
                let context = format!("seed {seed}, {options:?}, many {many}, {bytes} bytes");
                assert!(game.repeats || report.bytes <= bytes);
                assert_right((&game, &truth, 0), report, options.best == BestMoves::All, &context);
            }
        }
    }
}

#[test]
fn five_per_cent_of_the_memory_will_do() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let game = layered(&mut random, false);
        let truth = forced(&game);
        let options = options(&mut random);
        for many in [false, true] {
            // An entry for each state is what an unbounded table would hold.
            let entry = if many { 8 * (game.outcomes.len() + 1) } else { 24 };
            let bytes = game.turn.len() * entry / 20;
            let report = Search::new(&game, options, bytes, many).solve(0, &Budget::default());
            assert!(report.bytes <= bytes);
            let context = format!("seed {seed}, {options:?}, many {many}");
            assert_right((&game, &truth, 0), report, options.best == BestMoves::All, &context);
        }
    }
}

/// Makes a game in layers, harder than random graphs are: it ends in the last layer only. With
/// cycles some moves lead back.
fn layered(random: &mut Random, cyclic: bool) -> Explicit {
    let (layers, breadth) = (12, 60);
    let mut game = Explicit::blank(layers * breadth, 2, 2 + random.below(6));
    game.repeats = cyclic;
    for state in 0..layers * breadth {
        let layer = state / breadth;
        game.outcome[state] = Outcome(random.below(game.outcomes.len()) as u16);
        if layer + 1 == layers {
            continue;
        }
        game.turn[state] = Turn::Of(Agent((layer % 2) as u8));
        for _ in 0..2 + random.below(4) {
            let back = cyclic && random.one_in(6);
            let target = if back { random.below(layer + 1) } else { layer + 1 };
            let next = target * breadth + random.below(breadth);
            game.next[state][layer % 2].push(next as u32);
        }
    }
    game
}

#[test]
fn two_threads_agree_with_brute_force() {
    let mut hard = 0;
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let game = layered(&mut random, seed % 3 == 0);
        let truth = forced(&game);
        let options = options(&mut random);
        for many in [false, true] {
            let mut search = Search::new(&game, options, 1 << 17, many).with_threads(2);
            let report = search.solve(0, &ample());
            hard += u32::from(report.nodes > 1_000);
            let context = format!("seed {seed}, {options:?}, many {many}");
            assert_right((&game, &truth, 0), report, options.best == BestMoves::All, &context);
        }
    }
    assert!(hard > 50, "only {hard} searches needed threads");
}

#[test]
fn budgets_are_kept_and_bounds_stay_sound() {
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let shape = SHAPES[seed as usize % 3];
        let (game, truth) = random_game(&mut random, shape, 100);
        let budget = Budget { max_nodes: Some(random.below(40) as u64), ..Budget::default() };
        for many in [false, true] {
            for threads in [1, 2] {
                let search = Search::new(&game, options(&mut random), 1 << 16, many);
                let report = search.with_threads(threads).solve(0, &budget);
                assert!(report.nodes <= 40, "seed {seed}");
                assert!(report.stopped.is_none_or(|stopped| stopped == Stopped::Nodes));
                assert!(report.bounds.low <= truth[0].low, "seed {seed}");
                assert!(report.bounds.high >= truth[0].high, "seed {seed}");
            }
        }
    }
}

/// Returns whether the solution shows that Max gets at least the rank, or (`max` false) is held
/// below it [Saf13, Def. 11 and 12].
fn is_solution(game: &Explicit, solution: &Solution<u16>, max: bool, rank: u16) -> bool {
    let root = solution.nodes.len() - 1;
    let mut open = vec![(root, 0u32)];
    while let Some((number, state)) = open.pop() {
        let Some(agent) = game.turn[state as usize].agent() else {
            let enough = game.outcome[state as usize].0 >= rank;
            if solution.nodes[number] != SolutionNode::Final || enough != max {
                return false;
            }
            continue;
        };
        let next = &game.next[state as usize][agent.index()];
        let holder = (agent == Agent::FIRST) == max;
        let children = match &solution.nodes[number] {
            SolutionNode::Choose(mv, child) if holder => vec![(*mv, *child)],
            SolutionNode::Replies(replies) if !holder => replies.clone(),
            _ => return false,
        };
        let complete = holder || children.iter().map(|reply| reply.0).eq(0..next.len() as u16);
        if !complete || children.iter().any(|&(_, child)| child as usize >= number) {
            return false;
        }
        open.extend(children.iter().map(|&(mv, c)| (c as usize, next[usize::from(mv)])));
    }
    true
}

#[test]
fn weak_solutions_are_solutions() {
    let mut made = 0;
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let shape = SHAPES[seed as usize % 3];
        let (game, truth) = random_game(&mut random, shape, 25);
        let options = options(&mut random);
        for many in [false, true] {
            let mut search = Search::new(&game, options, 1 << 14, many);
            search.solve(0, &Budget::default());
            for value in game.outcomes.iter() {
                let solutions = search.weak_solutions(value);
                assert_eq!(solutions.is_some(), truth[0].exact() == Some(value), "seed {seed}");
                let Some(WeakSolutions { max, min }) = solutions else { continue };
                assert_eq!(max.is_none(), value == Outcome::WORST);
                assert_eq!(min.is_none(), value == game.outcomes.best());
                assert!(max.is_none_or(|s| is_solution(&game, &s, true, value.0)));
                assert!(min.is_none_or(|s| is_solution(&game, &s, false, value.0 + 1)));
                made += 1;
            }
        }
    }
    assert!(made > 1_000, "{made} solutions were made");
}
