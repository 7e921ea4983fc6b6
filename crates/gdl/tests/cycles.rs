//! Games that are proved to repeat no state repeat none, and the expected ones are proved.

use std::collections::{HashMap, HashSet};

use ludex_game::{Model, Notation, SimultaneousGame, Turn, below};
use ludex_gdl::{GdlGame, GdlMove, GdlState};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{self, mutate};

fn own(name: &str) -> String {
    let path = format!("{}/../../games/gdl/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the game is there")
}

fn moves(game: &GdlGame, state: &GdlState) -> Vec<Vec<GdlMove>> {
    let of = |agent| {
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        moves
    };
    game.agents().iter().map(of).collect()
}

#[test]
fn games_whose_facts_only_grow_or_that_count_were_taken_as_cyclic() {
    for name in ["tictactoe", "connect4", "breakthrough", "nim", "threesome", "goofspiel"] {
        let game = GdlGame::read(&own(name)).expect("a game");
        assert!(!game.can_repeat(), "{name} cannot repeat");
        assert!(game.statistics().findings.acyclic, "{name}");
    }
    assert!(GdlGame::read(&own("eightpuzzle")).expect("a game").can_repeat(), "tiles move back");
}

/// Games of the corpus that are proved by pieces that only advance, boards that fill up, or counters.
const PROVED: [&str; 15] = [
    "3pConnectFour",
    "blocker",
    "breakthrough",
    "buttons",
    "connectFour",
    "eightPuzzle",
    "gomoku_11x11",
    "hanoi",
    "knightsTour",
    "lightsOut",
    "nim1",
    "nineBoardTicTacToe",
    "quarto",
    "sudokuGrade1",
    "ticTacToe",
];

#[test]
fn random_plays_repeat_no_state_where_none_can() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let slow = ["chess", "laikLee_hex", "checkers"];
    for name in common::games().iter().filter(|name| !slow.contains(&name.as_str())) {
        let game = GdlGame::read(&common::text(name)).expect("a game");
        if game.can_repeat() {
            assert!(!PROVED.contains(&name.as_str()), "{name} is proved");
            continue;
        }
        for _ in 0..3 {
            play_without_repetition(&game, &mut rng);
        }
    }
}

fn play_without_repetition(game: &GdlGame, rng: &mut Xoshiro256PlusPlus) {
    let (mut state, mut seen) = (game.initial(), HashSet::new());
    for _ in 0..120 {
        assert!(seen.insert(state.clone()), "repeated: {}", game.write_position(&state));
        if game.turn(&state) == Turn::Final {
            break;
        }
        let joint = moves(game, &state);
        let joint: Vec<GdlMove> = joint.iter().map(|own| own[below(rng, own.len())]).collect();
        game.play_joint(&mut state, &joint);
    }
}

/// Returns the states after all joint moves.
fn successors(game: &GdlGame, state: &GdlState) -> Vec<GdlState> {
    if game.turn(state) == Turn::Final {
        return Vec::new();
    }
    let mut joints = vec![Vec::new()];
    for own in moves(game, state) {
        let longer = |joint: &Vec<GdlMove>| {
            let joint = joint.clone();
            own.iter().map(move |&mv| [&joint[..], &[mv]].concat()).collect::<Vec<_>>()
        };
        joints = joints.iter().flat_map(longer).collect();
    }
    let play = |joint: Vec<GdlMove>| {
        let mut next = state.clone();
        game.play_joint(&mut next, &joint);
        next
    };
    joints.into_iter().map(play).collect()
}

/// Returns whether a state can come back, by visiting all states. Returns `None` if there are more
/// than `most`.
fn repeats(game: &GdlGame, most: usize) -> Option<bool> {
    // For each state whether it is on the path to the state that is visited now.
    let mut on_path: HashMap<GdlState, bool> = HashMap::new();
    let mut path = vec![(game.initial(), successors(game, &game.initial()))];
    on_path.insert(game.initial(), true);
    while let Some((state, open)) = path.last_mut() {
        let Some(next) = open.pop() else {
            on_path.insert(state.clone(), false);
            path.pop();
            continue;
        };
        match on_path.get(&next) {
            Some(true) => return Some(true),
            Some(false) => {}
            None if on_path.len() > most => return None,
            None => {
                let after = successors(game, &next);
                on_path.insert(next.clone(), true);
                path.push((next, after));
            }
        }
    }
    Some(false)
}

/// Walks, counters, filling boards and lamps, small enough to visit all states.
const SMALL: [&str; 5] = [
    "(role p) (init (at 1)) (succ 1 2) (succ 2 3) (succ 3 4)
     (<= (legal p go) (true (at ?x)) (succ ?x ?y)) (<= (legal p stay) (true (at ?x)))
     (<= (next (at ?y)) (does p go) (true (at ?x)) (succ ?x ?y))
     (<= (next (at ?x)) (does p stay) (true (at ?x)))
     (<= terminal (true (at 4))) (<= (goal p 100) (true (at 4)))",
    "(role p) (role q) (init (step 1)) (init (lamp off)) (succ 1 2) (succ 2 3) (succ 3 4)
     (legal p flip) (legal p rest) (legal q rest)
     (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
     (<= (next (lamp on)) (does p flip) (true (lamp off)))
     (<= (next (lamp off)) (does p flip) (true (lamp on)))
     (<= (next (lamp ?x)) (does p rest) (true (lamp ?x)))
     (<= terminal (true (step 4))) (goal p 50) (goal q 50)",
    "(role x) (role o) (init (control x)) (index 1) (index 2)
     (<= (taken ?a ?b) (true (cell ?a ?b ?p)))
     (<= (legal ?p (mark ?a ?b)) (true (control ?p)) (index ?a) (index ?b) (not (taken ?a ?b)))
     (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
     (<= (next (cell ?a ?b ?p)) (does ?p (mark ?a ?b)))
     (<= (next (cell ?a ?b ?p)) (true (cell ?a ?b ?p)))
     (<= (next (control o)) (true (control x))) (<= (next (control x)) (true (control o)))
     (<= terminal (true (cell 1 1 ?p)) (true (cell 2 2 ?p)))
     (<= (goal ?p 100) (true (cell 1 1 ?p))) (<= (goal ?p 0) (role ?p))",
    "(role p) (init (on 1)) (lamp 1) (lamp 2) (lamp 3)
     (<= (legal p (press ?x)) (true (on ?x))) (legal p wait)
     (<= (next (on ?y)) (does p (press ?x)) (true (on ?x)) (after ?x ?y))
     (<= (next (on ?x)) (true (on ?x)) (not (does p (press ?x))))
     (after 1 2) (after 2 3)
     (<= some (true (on ?x))) (<= terminal (not some)) (goal p 100)",
    "(role w) (role b) (init (piece w 1)) (init (piece b 4)) (init (turn w)) (succ 1 2) (succ 2 3)
     (succ 3 4) (<= (dir w ?x ?y) (succ ?x ?y)) (<= (dir b ?y ?x) (succ ?x ?y))
     (<= (legal ?p (to ?y)) (true (turn ?p)) (true (piece ?p ?x)) (dir ?p ?x ?y))
     (<= (legal ?p noop) (role ?p) (not (true (turn ?p))))
     (<= (next (piece ?p ?y)) (does ?p (to ?y)))
     (<= (next (piece ?p ?x)) (true (piece ?p ?x)) (not (true (turn ?p))))
     (<= (next (turn b)) (true (turn w))) (<= (next (turn w)) (true (turn b)))
     (<= terminal (true (piece w ?x)) (true (piece b ?x)))
     (<= (goal ?p 50) (role ?p))",
];

/// Descriptions changed at random: where the proof says that no state comes back, none does.
#[test]
fn proofs_agree_with_visiting_all_states_of_mutated_games() {
    let count: u64 =
        std::env::var("LUDEX_CYCLES").ok().and_then(|n| n.parse().ok()).unwrap_or(4000);
    let (mut proved, mut acyclic, mut cyclic) = (0, 0, 0);
    for seed in 0..count {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let text = SMALL[below(&mut rng, SMALL.len())];
        let text =
            if seed < 5 { SMALL[seed as usize].to_owned() } else { mutate::mutate(text, &mut rng) };
        let Ok(game) = GdlGame::read(&text) else { continue };
        match (repeats(&game, 400), game.can_repeat()) {
            (Some(true), can_repeat) => {
                assert!(can_repeat, "seed {seed} repeats a state:\n{text}");
                cyclic += 1;
            }
            (Some(false), can_repeat) => {
                acyclic += 1;
                proved += u32::from(!can_repeat);
            }
            (None, _) => {}
        }
    }
    println!("{cyclic} cyclic; {acyclic} acyclic, of which {proved} proved");
    assert!(proved > acyclic / 2 && cyclic > 50, "{cyclic} cyclic, {proved} of {acyclic} proved");
}

/// What is proved rests on properties of all states of a play, so a position must have them.
#[test]
fn positions_that_no_play_can_be_in_are_refused() {
    let game = GdlGame::read(SMALL[1]).expect("a game");
    let message = |text: &str| game.read_position(text).expect_err(text).message;
    assert!(message("(step 1) (step 2) (lamp off)").contains("both `step(1)` and `step(2)`"));
    assert!(message("(lamp off)").contains("a fact such as `step(1)`"));
    assert!(game.read_position("(step 2) (lamp on)").is_ok());
}
