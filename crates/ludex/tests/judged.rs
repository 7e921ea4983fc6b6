//! What every move is worth and how soon: distances are those of the definition, in random games.

use std::collections::HashMap;

use ludex::{Language, Limits, SetUp, Solve, open_text};
use ludex_game::{
    Agent, ExplicitGame, ExplicitState, Game, GraphShape, Model, Notation, Outcome, RandomGame,
    Turn,
};

/// The number of random games.
fn games() -> u64 {
    std::env::var("LUDEX_JUDGED_GAMES").map_or(60, |text| text.parse().expect("a number"))
}

/// Returns the plies in which a side forces an outcome, for all states from which it can: by passes
/// over all states until nothing changes.
fn plies(game: &ExplicitGame, first: bool, goal: Outcome) -> HashMap<ExplicitState, u32> {
    let mut known: HashMap<ExplicitState, u32> = HashMap::new();
    loop {
        let before = known.clone();
        for state in game.states() {
            let found = match game.turn(&state) {
                Turn::Final => (game.outcome(&state) == goal).then_some(0),
                Turn::Of(agent) => {
                    let mut moves = Vec::new();
                    game.moves(&state, agent, &mut moves);
                    let mut after =
                        moves.iter().map(|&mv| before.get(&game.after(&state, agent, mv)));
                    match (agent == Agent::FIRST) == first {
                        true => after.flatten().min().map(|plies| plies + 1),
                        false => after
                            .try_fold(0, |most, plies| Some(most.max(*plies?)))
                            .map(|plies| plies + 1),
                    }
                }
                _ => None,
            };
            known.extend(found.map(|plies| (state, plies)));
        }
        if known == before {
            return known;
        }
    }
}

#[test]
fn distances_are_those_of_the_definition() {
    let mut compared = 0;
    for seed in 0..games() {
        let shapes = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];
        let shape = shapes[seed as usize % 3];
        let outcomes = 2 + seed as usize % 2;
        let kind = RandomGame { states: 12, shape, outcomes, ..RandomGame::default() };
        let game = kind.generate(seed);
        let session = open_text(Language::Json, &game.to_json()).expect("it is read");
        let start = game.initial();
        let Turn::Of(agent) = game.turn(&start) else { continue };
        // Where play can go on for ever some moves have no verdict, however long one waits.
        let cyclic = shape == GraphShape::Cyclic;
        let max_seconds = cyclic.then_some(0.03);
        let limits = Limits { max_seconds, ..Limits::default() };
        let request = Solve { limits, ..Solve::new() };
        let verdicts = session.judge(&request, &mut |_| {}).expect("verdicts");
        let (first, best) = (agent == Agent::FIRST, game.outcomes().best());
        let (own, other) = if first { (best, Outcome::WORST) } else { (Outcome::WORST, best) };
        let (wins, losses) = (plies(&game, first, own), plies(&game, !first, other));
        let mut moves = Vec::new();
        game.moves(&start, agent, &mut moves);
        for mv in moves {
            let (text, after) = (game.write_move(&start, agent, mv), game.after(&start, agent, mv));
            let verdict = verdicts.iter().find(|one| one.mv == text).expect("a verdict");
            let expected = match verdict.verdict.as_deref() {
                Some("wins") => wins.get(&after).copied(),
                Some("loses") => losses.get(&after).copied(),
                _ => None,
            };
            if cyclic && verdict.distance.is_none() {
                continue;
            }
            assert_eq!(verdict.distance, expected, "seed {seed}, {text}: {verdict:?}");
            compared += usize::from(expected.is_some());
        }
    }
    assert!(compared > games() as usize / 2, "{compared} distances");
}

#[test]
fn a_verdict_is_told_again_with_its_distance() {
    let session = ludex::open("nim:heaps=1-2").expect("a game");
    let mut told = Vec::new();
    let verdicts = session
        .judge(&Solve::new(), &mut |verdict| told.push((verdict.mv.clone(), verdict.distance)))
        .expect("verdicts");
    let best = verdicts.iter().find(|one| one.verdict.as_deref() == Some("wins")).expect("a win");
    assert_eq!((&*best.mv, best.distance), ("2:1", Some(2)));
    assert!(told.contains(&("2:1".to_string(), Some(2))));
}

#[test]
fn numbers_that_are_a_win_a_draw_and_a_loss_are_called_so() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/gdl/tictactoe.kif");
    let mut session = ludex::open(path).expect("a game");
    let words = |session: &ludex::Session| {
        let verdicts = session.judge(&Solve::new(), &mut |_| {}).expect("verdicts");
        let one = |mv: &str| verdicts.iter().find(|one| one.mv == mv).cloned().expect("the move");
        [one("(mark b 2)"), one("(mark b 1)")].map(|one| (one.verdict, one.value.as_f64()))
    };
    let set_up = |moves: &str| SetUp { moves: Some(moves.to_string()), ..SetUp::default() };
    session.set_up(&set_up("(mark a 1)")).expect("a position");
    let told = |word: &str, value| (Some(word.to_string()), Some(value));
    assert_eq!(words(&session), [told("draws", 50.0), told("loses", 100.0)]);
    session.set_up(&set_up("(mark c 3) (mark a 2)")).expect("a position");
    assert_eq!(words(&session)[0], told("wins", 100.0));
    let distances = "connect4:columns=4,rows=4,line=3,scoring=distance";
    let verdicts = ludex::open(distances).expect("a game").judge(&Solve::new(), &mut |_| {});
    for one in verdicts.expect("verdicts") {
        assert!(one.verdict.as_deref().is_some_and(|word| word.starts_with("gets ")), "{one:?}");
    }
}

#[test]
fn a_move_beside_others_concerns_the_cells_that_it_alone_changes() {
    let cells = |game: &str, agent: &str, mv: &str| {
        let board = ludex::open(game).expect("a game").board();
        let found = board.moves.iter().find(|one| one.agent == agent && one.text == mv);
        let cells = &found.expect("the move").cells;
        cells.iter().map(|&cell| board.cells[cell].name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(cells("goofspiel:cards=4", "First", "3"), ["First 3"]);
    assert_eq!(cells("goofspiel:cards=4", "Second", "1"), ["Second 1"]);
    assert_eq!(cells("pursuit", "Robber", "c2"), ["c3", "c2"]);
    assert_eq!(cells("rps", "First", "rock"), [""; 0]);
}
