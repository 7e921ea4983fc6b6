//! Walks through evidence: every point is where its moves lead, forged evidence leads nowhere.

use ludex::{Check, Evidence, Limits, ProofWalk, Role, SetUp, Solve};
use ludex_evidence::{Claim, SolutionLine, SolutionStep};

fn evidence(game: &str, moves: &str) -> (ludex::Session, Evidence) {
    let mut session = ludex::open(game).expect("built in");
    session.set_up(&SetUp::moves(moves)).expect("legal");
    let solved = session.solve(&Solve::new().evidence(true)).expect("small");
    (session, solved.evidence.expect("it was asked for"))
}

/// Visits every point by its moves and compares its position with that of a replay.
fn walk_everywhere(walk: &ProofWalk<'_>, part: usize, start: &ludex::Session) -> usize {
    let mut points = 0;
    let mut stack = vec![Vec::new()];
    while let Some(moves) = stack.pop() {
        let point = walk.follow(part, &moves).expect("it is walked").expect("the moves are in it");
        let mut replayed = start.clone();
        for mv in &moves {
            replayed.step(mv).expect("legal");
        }
        assert_eq!(point.position, replayed.show().position, "{moves:?}");
        assert_eq!(point.size, 1 + distinct(walk, part, &point), "{moves:?}");
        points += 1;
        for step in &point.steps {
            assert!(step.on_turn && step.size < point.size, "{moves:?}");
            stack.push([&moves[..], &step.moves].concat());
        }
    }
    points
}

/// Counts the points below one, by asking for each of them.
fn distinct(walk: &ProofWalk<'_>, part: usize, point: &ludex::WalkPoint) -> usize {
    let mut nodes: Vec<u32> = point.steps.iter().map(|step| step.node).collect();
    let mut place = 0;
    while place < nodes.len() {
        nodes.sort_unstable();
        nodes.dedup();
        let before = nodes.len();
        for node in nodes.clone() {
            let steps = walk.point(part, node).expect("it is there").steps;
            nodes.extend(steps.iter().map(|step| step.node));
        }
        nodes.sort_unstable();
        nodes.dedup();
        place = if nodes.len() == before { nodes.len() } else { 0 };
    }
    nodes.len()
}

#[test]
fn every_point_of_a_solution_is_where_its_moves_lead() {
    let (session, evidence) = evidence("mk:m=3,k=3", "a1 b1 a2 b2");
    let walk = session.walk(&evidence, &Limits::default()).expect("it can be walked");
    for (part, described) in walk.parts().iter().enumerate() {
        let root = walk.point(part, described.root).expect("a root");
        assert!(root.size <= described.nodes);
        assert!(walk_everywhere(&walk, part, &session) >= root.size);
    }
}

#[test]
fn the_side_that_proves_has_one_move_and_the_other_all() {
    let (session, evidence) = evidence("nim:heaps=1-2", "");
    let walk = session.walk(&evidence, &Limits::default()).expect("it can be walked");
    let root = walk.point(0, walk.parts()[0].root).expect("a root");
    assert_eq!(root.steps.len(), 1);
    assert_eq!(root.steps[0].role, Role::Chosen);
    let reply = walk.point(0, root.steps[0].node).expect("a point");
    let mut after = session.clone();
    after.step(&root.steps[0].moves[0]).expect("legal");
    assert_eq!(reply.steps.len(), after.board().moves.len());
    assert!(reply.steps.iter().all(|step| step.role == Role::Reply));
    let other = session.board().moves.into_iter().map(|mv| mv.text);
    let other: Vec<String> = other.filter(|mv| *mv != root.steps[0].moves[0]).take(1).collect();
    assert!(walk.follow(0, &other).expect("it is walked").is_none());
}

#[test]
fn positions_are_found_with_the_moves_that_lead_there() {
    let (session, evidence) = evidence("nim:heaps=2-3-4", "");
    let walk = session.walk(&evidence, &Limits::default()).expect("it can be walked");
    let found = walk.find(0, "0-0-0", 5).expect("a search");
    assert!(!found.is_empty());
    for one in found {
        assert!(one.on_turn && one.position.contains("0-0-0"));
        let point = walk.follow(0, &one.moves).expect("it is walked").expect("a point");
        assert_eq!(point.node, one.node);
    }
    assert!(walk.find(0, "no such position", 5).expect("a search").is_empty());
}

#[test]
fn a_formula_is_walked_through_with_what_it_shows() {
    let mut session = ludex::open("tictactoe").expect("built in");
    session.set_up(&SetUp::moves("a1 b1")).expect("legal");
    let checked = session.check(&Check::new("omega(3)").evidence(true)).expect("small");
    let evidence = checked.evidence.expect("it was asked for");
    let walk = session.walk(&evidence, &Limits::default()).expect("it can be walked");
    let (root, mut ends) = (walk.point(0, walk.parts()[0].root).expect("a root"), 0);
    assert!(
        root.steps.iter().all(|step| step.shows.is_some() && step.agent.as_deref() == Some("X"))
    );
    walk.each_point(0, &mut |point, _| {
        ends += usize::from(point.facts.iter().any(|fact| fact == "win(X)"));
        Ok(())
    })
    .expect("all are there");
    assert!(ends > 1, "{ends}");
}

/// Negations become disjunctions and diamonds, as people write them.
#[test]
fn what_a_step_shows_is_written_as_people_write_it() {
    let mut session = ludex::open("tictactoe").expect("built in");
    session.set_up(&SetUp::moves("a1 b1 a2 b2")).expect("legal");
    for (formula, shown) in [
        ("<A> w", "win(X)"),
        ("<A> (w | <B> w)", "(win(X) | <O> win(X))"),
        ("[A] (w | <B> w)", "(!win(X) & [O] !win(X))"),
    ] {
        let checked = session.check(&Check::new(formula).evidence(true)).expect("small");
        let evidence = checked.evidence.expect("it was asked for");
        let walk = session.walk(&evidence, &Limits::default()).expect("it can be walked");
        let root = walk.point(0, walk.parts()[0].root).expect("a root");
        let shows: Vec<_> = root.steps.iter().filter_map(|step| step.shows.as_deref()).collect();
        assert!(shows.contains(&shown), "{formula}: {shows:?}");
    }
}

#[test]
fn moves_out_of_turn_cannot_be_played_on_a_board() {
    let session = ludex::open("tictactoe").expect("built in");
    let checked = session.check(&Check::new("[B] !w").evidence(true)).expect("small");
    let evidence = checked.evidence.expect("it was asked for");
    let walk = session.walk(&evidence, &Limits::default()).expect("it can be walked");
    let root = walk.point(0, walk.parts()[0].root).expect("a root");
    assert_eq!(root.steps.len(), 9);
    assert!(root.steps.iter().all(|step| !step.on_turn));
}

#[test]
fn mixed_strategies_are_walked_through_by_joint_moves() {
    let (session, evidence) = evidence("goofspiel:cards=3", "");
    let walk = session.walk(&evidence, &Limits::default()).expect("it can be walked");
    assert_eq!(walk.parts().len(), 2);
    let (mut moves, mut replayed) = (Vec::new(), session.clone());
    loop {
        let point = walk.follow(0, &moves).expect("it is walked").expect("a point");
        assert_eq!(point.position, replayed.show().position);
        let Some(step) = point.steps.last() else { break };
        assert!(step.probability.is_some() && step.moves.len() == 2);
        replayed.step(&step.moves.join("\t")).expect("legal");
        moves.extend(step.moves.clone());
    }
    assert!(replayed.show().is_final && moves.len() >= 4, "{moves:?}");
}

#[test]
fn evidence_whose_steps_lead_nowhere_is_refused() {
    for child in [u32::MAX, 1_000_000] {
        let (session, mut evidence) = evidence("nim:heaps=1-2", "");
        let Claim::Value { low: Some(bound), .. } = &mut evidence.claim else { panic!("a win") };
        let astray = |line: SolutionLine| match line.step {
            SolutionStep::Choose(mv, _) => {
                SolutionLine { step: SolutionStep::Choose(mv, child), ..line }
            }
            _ => line,
        };
        bound.nodes = bound.nodes.iter().map(astray).collect();
        assert!(session.walk(&evidence, &Limits::default()).is_err());
    }
    let (session, mut evidence) = evidence("nim:heaps=1-2", "");
    if let Claim::Value { low: Some(bound), .. } = &mut evidence.claim {
        bound.nodes = Vec::new().into();
    }
    assert!(session.walk(&evidence, &Limits::default()).is_err());
    let text = include_str!("../../../games/gdl/tictactoe.kif");
    let other = ludex::open_text(ludex::Language::Gdl, text).expect("it is right");
    assert!(other.walk(&evidence, &Limits::default()).is_err());
}

#[test]
fn a_search_is_watched_step_by_step() {
    let game = ludex::open("tictactoe").expect("built in");
    for algorithm in ["pns", "mcts"] {
        let request = ludex::Steps { algorithm: algorithm.to_string(), ..ludex::Steps::default() };
        let stepped = game.steps(&request).expect("small");
        assert_eq!(stepped.steps.len(), 51);
        let mut known = 0;
        for (number, step) in stepped.steps.iter().enumerate() {
            let new = step.nodes.iter().filter(|node| node.node >= known).count() as u32;
            assert!(new > 0, "step {number} expands a leaf");
            known += new;
            assert_eq!(step.path.first(), Some(&0));
        }
        let first = &stepped.steps[1].nodes;
        assert_eq!(first.iter().filter(|node| node.parent == Some(0)).count(), 9);
    }
    let root = |steps: usize| {
        let request = ludex::Steps { steps, ..ludex::Steps::default() };
        let stepped = game.steps(&request).expect("small");
        let mut nodes = stepped.steps.into_iter().flat_map(|step| step.nodes);
        nodes.rfind(|node| node.node == 0).map(|node| (node.up, node.down))
    };
    // One of nine moves proves it, all nine must fail to disprove it.
    assert_eq!(root(1), Some((Some(1.0), Some(9.0))));
}

#[test]
fn a_watched_search_ends_when_the_question_is_decided() {
    let mut game = ludex::open("tictactoe").expect("built in");
    game.set_up(&SetUp::moves("a1 b1 a2 b2")).expect("legal");
    let stepped = game.steps(&ludex::Steps::default()).expect("small");
    assert_eq!(stepped.answer, Some(true));
    assert!(stepped.steps.len() < 51);
    let wrong = ludex::Steps { algorithm: "dfs".to_string(), ..ludex::Steps::default() };
    assert!(game.steps(&wrong).is_err());
    let goofspiel = ludex::open("goofspiel").expect("built in");
    assert!(goofspiel.steps(&ludex::Steps::default()).is_err());
}

/// Follows all plays of evidence about a coalition and returns how many points there are.
fn walk_of_coalition(game: &str, moves: &str, formula: &str) -> (usize, Vec<ludex::WalkPoint>) {
    let mut session = ludex::open(game).expect("built in");
    session.set_up(&SetUp::moves(moves)).expect("legal");
    let checked = session.check(&Check::new(formula).evidence(true)).expect("small");
    let evidence = checked.evidence.expect("it was asked for");
    let walk = session.walk(&evidence, &Limits::default()).expect("it can be walked");
    let (mut points, mut ends) = (0, Vec::new());
    walk.each_point(0, &mut |point, there| {
        points += 1;
        for step in &point.steps {
            let mut after = there.clone();
            after.set_up(&SetUp::position(&point.position)).expect("a position");
            after.step(&step.moves.join(" ")).expect("legal");
            let next = walk.point(0, step.node)?;
            assert_eq!(next.position, after.show().position, "{:?}", step.moves);
        }
        if point.steps.is_empty() {
            ends.push(point);
        }
        Ok(())
    })
    .expect("all are there");
    (points, ends)
}

#[test]
fn what_a_coalition_forces_is_walked_to_where_it_is_so() {
    let (points, ends) = walk_of_coalition("nim:heaps=1-2", "", "<<First>>F win(First)");
    assert!(points > 3 && !ends.is_empty());
    assert!(ends.iter().all(|end| end.facts == ["what was asked for is so"]), "{ends:?}");
    // False: the others prevent it, to the end of the game.
    let (points, ends) = walk_of_coalition("nim:heaps=1-2", "", "<<Second>>F win(Second)");
    assert!(points > 3);
    assert!(ends.iter().all(|end| end.facts[0].starts_with("the game is over")), "{ends:?}");
    // All move at the same time.
    let game = "goofspiel:cards=3";
    let (points, ends) = walk_of_coalition(game, "", "<<First,Second>>F win(First)");
    assert!(points > 1 && ends.iter().all(|end| end.facts == ["what was asked for is so"]));
    // No strategy shows that it is false, and none that two things are true.
    for formula in ["<<First>>F win(First)", "<<First>>F final & <<Second>>F final"] {
        let (points, ends) = walk_of_coalition(game, "", formula);
        assert_eq!((points, ends.len()), (1, 1));
        assert!(ends[0].facts[0].starts_with("there is no strategy"), "{:?}", ends[0].facts);
    }
}
