//! The value comes first; best moves come after it, as many as were asked for.

use ludex_game::{ExplicitGame, ExplicitMove, GraphShape, Model, RandomGame};
use ludex_games::{Domineering, NoGo};
use ludex_search::{
    BestMoves, Budget, Evaluation, Observer, Progress, Retrograde, Silent, SolveReport, Task,
    ValueOptions, algorithms_for, make_value_search,
};

const OPTIONS: ValueOptions = ValueOptions {
    transpositions: true,
    hints: true,
    best: BestMoves::One,
    evaluation: Evaluation::None,
    range: None,
    seed: 0,
    threads: 1,
    max_bytes: 16 << 20,
    evidence: false,
};

/// Records the number of nodes after which the observer was told a value.
#[derive(Default)]
struct ValueSeen(Option<u64>);

impl Observer for ValueSeen {
    fn progress(&mut self, progress: &Progress) {
        if progress.bounds.is_some_and(|bounds| bounds.exact().is_some()) {
            self.0.get_or_insert(progress.nodes);
        }
    }
}

/// Asserts that a report has the moves that were wanted, given all optimal ones.
fn assert_wanted(
    report: &SolveReport<ExplicitMove>,
    wanted: BestMoves,
    optimal: &[ExplicitMove],
    context: &str,
) {
    let mut found = report.best.clone();
    found.sort_unstable();
    assert!(found.iter().all(|mv| optimal.contains(mv)), "{context}: {found:?} {optimal:?}");
    match wanted {
        BestMoves::None => assert!(found.is_empty(), "{context}"),
        BestMoves::One => assert_eq!(found.len(), optimal.len().min(1), "{context}"),
        BestMoves::Auto => {
            assert_eq!(found.is_empty(), optimal.is_empty(), "{context}");
            assert!(!report.all_best || found == optimal, "{context}");
        }
        BestMoves::All => {
            assert!(report.all_best, "{context}");
            assert_eq!(found, optimal, "{context}");
        }
    }
}

/// Returns all optimal moves of the start by retrograde analysis, if its value is exact.
fn optimal(game: &ExplicitGame) -> Option<Vec<ExplicitMove>> {
    let start = game.initial();
    let solved = Retrograde::explore(game, &start, &Budget::default(), &mut Silent);
    let solved = solved.expect("small games fit");
    solved.bounds(&start)?.exact()?;
    let mut best = solved.best(&start);
    best.sort_unstable();
    Some(best)
}

#[test]
fn every_algorithm_finds_the_value_first_and_then_the_moves_that_are_wanted() {
    let mut open = 0;
    for seed in 0..240 {
        let shapes = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];
        let shape = shapes[seed as usize % 3];
        let game = RandomGame { shape, ..RandomGame::default() }.generate(seed);
        let Some(optimal) = optimal(&game) else { continue };
        for info in algorithms_for(Task::Value) {
            let mut value_nodes = None;
            for best in [BestMoves::None, BestMoves::One, BestMoves::Auto, BestMoves::All] {
                let context = format!("{} {seed} {best:?}", info.name);
                let options = ValueOptions { best, hints: seed % 2 == 0, ..OPTIONS };
                let mut search = make_value_search(info.name, &game, &options).expect("a name");
                let mut seen = ValueSeen::default();
                let report = search.solve(&game.initial(), &Budget::default(), &mut seen);
                assert_eq!(report.stopped, None, "{context}");
                assert_wanted(&report, best, &optimal, &context);
                assert!(report.value_nodes <= report.nodes, "{context}");
                let same = *value_nodes.get_or_insert(report.value_nodes);
                assert_eq!(report.value_nodes, same, "{context}: the value comes first");
                assert!(seen.0.is_none_or(|nodes| nodes <= same), "{context}: told late");
                open += u32::from(seen.0.is_some());
            }
        }
    }
    assert!(open > 10_000, "{open} were told early");
}

fn nodes<G: ludex_game::Hints>(game: &G, name: &str, best: BestMoves) -> SolveReport<G::Move> {
    let options = ValueOptions { best, ..OPTIONS };
    let mut search = make_value_search(name, game, &options).expect("a name");
    search.solve(&game.initial(), &Budget::default(), &mut Silent)
}

#[test]
fn all_best_moves_of_domineering_took_150_times_the_nodes_of_the_value() {
    let game = Domineering::<u64>::new(6, 6);
    for name in ["pp", "pp2", "pns", "dfpn", "alphabeta"] {
        let one = nodes(&game, name, BestMoves::One);
        let unasked = nodes(&game, name, BestMoves::Auto);
        assert_eq!(one.value_nodes, unasked.value_nodes, "{name}");
        let most = one.nodes + unasked.value_nodes.max(BestMoves::FREE);
        assert!(unasked.nodes <= most, "{name}: {} for {}", unasked.nodes, one.nodes);
        assert!(!unasked.best.is_empty(), "{name}");
    }
}

#[test]
fn best_moves_of_small_games_are_all_found_unasked() {
    let game = NoGo::<u64>::new(1, 8);
    for info in algorithms_for(Task::Value) {
        let all = nodes(&game, info.name, BestMoves::All);
        let unasked = nodes(&game, info.name, BestMoves::Auto);
        assert!(all.all_best && unasked.all_best, "{}", info.name);
        assert_eq!(all.best, unasked.best, "{}", info.name);
    }
}

#[test]
fn all_best_moves_end_with_the_budget_but_the_value_stays() {
    let game = Domineering::<u64>::new(6, 6);
    let one = nodes(&game, "pp", BestMoves::One);
    let options = ValueOptions { best: BestMoves::All, ..OPTIONS };
    let mut search = make_value_search("pp", &game, &options).expect("a name");
    let budget = Budget { max_nodes: Some(one.nodes + 5), ..Budget::default() };
    let cut = search.solve(&game.initial(), &budget, &mut Silent);
    assert_eq!((cut.bounds, cut.all_best), (one.bounds, false));
    assert!(cut.stopped.is_some() && cut.bounds.exact().is_some());
}
