//! Searches keep to their budgets, stop with a reason, and survive very long plays.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludex_game::{Agent, Atom, Bounds, Outcome, Turn};
use ludex_logic::Formulas;
use ludex_search::{
    BestFirstCheckOptions, BestFirstChecker, Budget, CheckAlgorithm, CheckOptions, Observer,
    Progress, Silent, SolveOptions, Stopped, check, dfs, prove, solve, weak_solutions,
};

use crate::common;
use common::{Explicit, Random, ask};

/// Makes a long corridor where the two agents alternate; at each step there are `width` equal
/// moves.
fn corridor(length: usize, width: usize, repeats: bool) -> Explicit {
    let mut game = Explicit::blank(length + 1, 2, 2);
    for state in 0..length {
        let agent = state % 2;
        game.turn[state] = Turn::Of(Agent(agent as u8));
        game.next[state][agent] = vec![state as u32 + 1; width];
    }
    game.repeats = repeats;
    game
}

#[test]
fn plays_of_a_hundred_thousand_plies() {
    let length = 100_000;
    let lost = Bounds::exactly(Outcome::WORST);
    for repeats in [false, true] {
        let game = corridor(length, 1, repeats);
        let budget = Budget::default();
        let report = solve(&game, &0, &SolveOptions::default(), &budget, &mut Silent);
        assert_eq!(report.bounds, lost);
        assert_eq!(dfs(&game, &0, &budget, &mut Silent).bounds, lost);
        let solutions = weak_solutions(&game, &0, Outcome::WORST, &budget, &mut Silent);
        let min = solutions.expect("memory").expect("Max loses").min.expect("not the best");
        assert_eq!(min.nodes.len(), length + 1);
    }
}

#[test]
fn formulas_of_a_hundred_thousand_boxes() {
    let game = corridor(100_000, 1, false);
    let mut dag = Formulas::new();
    let mut formula = dag.atom(Atom::Lost(Agent::FIRST));
    for state in (0..100_000u32).rev() {
        formula = dag.diamond(Agent((state % 2) as u8), formula);
    }
    let budget = Budget::default();
    for plain in [false, true] {
        let options = CheckOptions { plain, ..CheckOptions::default() };
        let report = check(ask(&game, 0), &0, &dag, formula, &options, &budget, &mut Silent);
        assert_eq!(report.answer, Some(true));
        assert_eq!(report.line.len(), 100_000);
    }
    let proof = prove(ask(&game, 0), &0, &dag, formula, &budget, &mut Silent).expect("memory");
    assert_eq!(proof.nodes.len(), 100_001);
    for transpositions in [false, true] {
        let options = BestFirstCheckOptions {
            transpositions,
            ..BestFirstCheckOptions::new(CheckAlgorithm::Pnps)
        };
        let checker = BestFirstChecker::new(ask(&game, 0), &dag, options, budget.max_bytes);
        let (report, proof) = checker.prove(&0, formula, &budget, &mut Silent);
        assert_eq!((report.answer, report.line.len()), (Some(true), 100_000));
        assert_eq!(proof.expect("memory").nodes.len(), 100_001);
    }
}

#[test]
fn node_limits_are_exact_and_bounds_stay_sound() {
    let game = corridor(40, 2, false);
    for max_nodes in [0, 1, 17, 1000, 100_001] {
        let budget = Budget { max_nodes: Some(max_nodes), ..Budget::default() };
        let report = dfs(&game, &0, &budget, &mut Silent);
        assert_eq!((report.nodes, report.stopped), (max_nodes, Some(Stopped::Nodes)));
        assert_eq!(report.bounds, Bounds { low: Outcome(0), high: Outcome(1) });
        let options = SolveOptions { transpositions: false, ..SolveOptions::default() };
        let report = solve(&game, &0, &options, &budget, &mut Silent);
        assert_eq!((report.nodes, report.stopped), (max_nodes, Some(Stopped::Nodes)));
    }
}

#[test]
fn time_and_interrupts_stop_a_search() {
    let game = corridor(60, 2, false);
    let past = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    assert_eq!(dfs(&game, &0, &past, &mut Silent).stopped, Some(Stopped::Time));
    let soon = Budget::default().within(Duration::from_millis(30));
    let start = Instant::now();
    assert_eq!(dfs(&game, &0, &soon, &mut Silent).stopped, Some(Stopped::Time));
    assert!(start.elapsed() < Duration::from_secs(5));
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let stopped = Budget { stop, ..Budget::default() };
    assert_eq!(dfs(&game, &0, &stopped, &mut Silent).stopped, Some(Stopped::Interrupted));
}

#[test]
fn threads_keep_to_the_budget_together() {
    // Without room for a table this takes for ever.
    let game = Explicit::layered(&mut Random::new(1), 60, 1000);
    let options = SolveOptions { threads: 2, ..SolveOptions::default() };
    for max_nodes in [0, 1, 1_999, 2_001, 50_000] {
        let budget = Budget { max_nodes: Some(max_nodes), max_bytes: 64, ..Budget::default() };
        let report = solve(&game, &0, &options, &budget, &mut Silent);
        assert_eq!(report.stopped, Some(Stopped::Nodes));
        // A thread may leave a part of its stride unused.
        assert!((max_nodes.saturating_sub(1_000)..=max_nodes).contains(&report.nodes));
    }
    let budget = Budget { max_bytes: 64, ..Budget::default() };
    let soon = budget.clone().within(Duration::from_millis(50));
    let start = Instant::now();
    assert_eq!(solve(&game, &0, &options, &soon, &mut Silent).stopped, Some(Stopped::Time));
    assert!(start.elapsed() < Duration::from_secs(5));
    let flag = Arc::new(AtomicBool::new(false));
    let stoppable = Budget { stop: Some(flag.clone()), ..budget };
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        solve(&game, &0, &options, &stoppable, &mut Silent)
    });
    assert_eq!(report.stopped, Some(Stopped::Interrupted));
}

#[test]
fn graphs_and_evidence_keep_to_their_memory() {
    let budget = Budget { max_bytes: 10_000, ..Budget::default() };
    let game = corridor(5_000, 1, true);
    let report = solve(&game, &0, &SolveOptions::default(), &budget, &mut Silent);
    assert_eq!(report.stopped, Some(Stopped::Memory));
    assert!(report.bytes < 11_000);
    let game = corridor(5_000, 1, false);
    let report = solve(&game, &0, &SolveOptions::default(), &budget, &mut Silent);
    assert_eq!(report.bounds.exact(), Some(Outcome::WORST), "a table only forgets");
    assert!(report.bytes < 10_000);
    let solutions = weak_solutions(&game, &0, Outcome::WORST, &budget, &mut Silent);
    assert_eq!(solutions, Err(Stopped::Memory));
}

#[test]
fn observers_hear_of_progress() {
    struct Listener(Vec<Progress>);
    impl Observer for Listener {
        fn progress(&mut self, progress: &Progress) {
            self.0.push(*progress);
        }
    }
    let game = corridor(60, 2, false);
    let mut listener = Listener(Vec::new());
    dfs(&game, &0, &Budget::default().within(Duration::from_millis(700)), &mut listener);
    assert!((1..=3).contains(&listener.0.len()), "about five times a second");
    assert!(listener.0.windows(2).all(|w| w[0].nodes < w[1].nodes));
}

#[test]
fn simultaneous_states_have_no_minimax_value() {
    for repeats in [false, true] {
        let mut game = corridor(4, 1, repeats);
        game.turn[2] = Turn::Together;
        let report = solve(&game, &0, &SolveOptions::default(), &Budget::default(), &mut Silent);
        assert_eq!(report.stopped, Some(Stopped::Together));
        let report = dfs(&game, &0, &Budget::default(), &mut Silent);
        assert_eq!(report.stopped, Some(Stopped::Together));
    }
}
