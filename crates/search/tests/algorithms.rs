//! Every algorithm of the table gives the value of the plain definition and evidence that the
//! checker accepts: a new line of the table is tested without a line here.

use ludex_evidence::{Evidence, check};
use ludex_game::{Bounds, ExplicitGame, GraphShape, Model, RandomGame};
use ludex_search::{
    BestMoves, Budget, Evaluation, Retrograde, Silent, Task, ValueOptions, algorithms_for,
    make_value_search,
};

const OPTIONS: ValueOptions = ValueOptions {
    transpositions: true,
    hints: true,
    best: BestMoves::All,
    evaluation: Evaluation::None,
    range: None,
    seed: 0,
    threads: 1,
    max_bytes: 16 << 20,
    evidence: true,
};

/// The value by retrograde analysis, which looks at nothing but the rules.
fn value(game: &ExplicitGame) -> Bounds {
    let start = game.initial();
    let solved = Retrograde::explore(game, &start, &Budget::default(), &mut Silent);
    solved.expect("small games fit").bounds(&start).expect("the start is a state")
}

#[test]
fn all_algorithms_agree_with_the_definition() {
    let names: Vec<&str> = algorithms_for(Task::Value).map(|info| info.name).collect();
    assert!(names.contains(&"mtdf") && names.len() > 15);
    let mut proved = 0;
    for seed in 0..400 {
        let shapes = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];
        let shape = shapes[seed as usize % 3];
        let game = RandomGame { shape, ..RandomGame::default() }.generate(seed);
        let (start, expected) = (game.initial(), value(&game));
        for name in &names {
            let options = ValueOptions { hints: seed % 2 == 0, ..OPTIONS };
            let mut search = make_value_search(name, &game, &options).expect("it is in the table");
            let budget = Budget { max_nodes: Some(100_000), ..Budget::default() };
            let report = search.solve(&start, &budget, &mut Silent);
            let sound = report.bounds.low <= expected.low && report.bounds.high >= expected.high;
            assert!(sound, "{name} {seed}: {:?} {expected:?}", report.bounds);
            if report.stopped.is_none() {
                assert_eq!(report.bounds, expected, "{name} {seed}");
            }
            let Some(value) = report.bounds.exact() else { continue };
            let solutions = search.weak_solutions(&start, value, &budget, &mut Silent);
            let Ok(Some(both)) = solutions else { continue };
            let low = both.max.as_ref().map(|solution| (value, solution));
            let high = both.min.as_ref().map(|solution| (value, solution));
            if low.is_none() && high.is_none() {
                continue;
            }
            let evidence = Evidence::value("random", &game, &start, low, high).expect("a solution");
            let compile = |_, _: &str, _: Option<&str>| Err("no formula".to_string());
            check(&game, &evidence, compile).unwrap_or_else(|e| panic!("{name} {seed}: {e}"));
            proved += 1;
        }
    }
    assert!(proved > 2_000, "{proved}");
}
