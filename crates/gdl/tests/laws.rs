//! Games in GDL obey the laws of games; what is read is never more than refused.

mod common;

use ludex_game::{below, check_laws, check_simultaneous_laws};
use ludex_gdl::GdlGame;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn own(name: &str) -> GdlGame {
    let path = format!("{}/../../games/gdl/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    GdlGame::read(&std::fs::read_to_string(path).expect("the game is there")).expect("a game")
}

#[test]
fn games_with_turns_obey_the_laws() {
    for name in ["tictactoe", "nim", "eightpuzzle", "threesome"] {
        let game = own(name).in_turn().expect("one role at a time has a choice");
        check_laws(&game, 1, 4).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

#[test]
fn games_with_joint_moves_obey_the_laws() {
    for name in ["goofspiel", "tictactoe"] {
        check_simultaneous_laws(&own(name), 1, 4).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

#[test]
fn goofspiel_has_no_turns() {
    assert!(own("goofspiel").in_turn().is_err());
}

/// One to three random changes to the words of a description.
fn mutate(text: &str, rng: &mut Xoshiro256PlusPlus) -> String {
    let mut words: Vec<&str> = text.split_inclusive(['(', ')', ' ', '\n']).collect();
    for _ in 0..=below(rng, 3) {
        let at = below(rng, words.len());
        let other = words[below(rng, words.len())];
        match below(rng, 4) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, other),
            2 => words[at] = other,
            _ => words.truncate(words.len() - below(rng, 3)),
        }
    }
    words.concat()
}

/// Small games of the corpus with random changes are games or refused, in bounded time.
#[test]
fn mutated_games_do_no_harm() {
    let small =
        ["ticTacToe", "nim1", "buttons", "blocker", "hanoi", "roshambo2", "pathDuel", "listHanoi"];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for name in common::games().iter().filter(|n| small.contains(&n.as_str())) {
        let text = common::text(name);
        for _ in 0..6 {
            let mutant = mutate(&text, &mut rng);
            match GdlGame::read(&mutant) {
                Err(error) => assert!(mutant.get(error.span.clone()).is_some(), "{error:?}"),
                Ok(game) => {
                    let mut playouts = ludex_gdl::Playouts::new(&game, 1);
                    playouts.run(&ludex_game::Model::initial(&game), 3, 30);
                }
            }
        }
    }
}

#[test]
fn both_notations_are_the_same_game() {
    let infix = "
        role(white)  % comments as in Prolog
        role(black).
        init(control(white))
        init(heap(2))
        succ(0,1) succ(1,2)
        other(white,black) other(black,white)
        legal(P,take) :- true(control(P))
        legal(P,noop) :- role(P) & ~true(control(P))
        next(control(Q)) :- true(control(P)) & other(P,Q)
        next(heap(M)) <= true(heap(N)) & succ(M,N)
        terminal :- true(heap(0))
        goal(P,100) :- true(control(Q)) & other(P,Q)
        goal(P,0) :- true(control(P))";
    let game = GdlGame::read(infix).expect("a game").in_turn().expect("turns");
    check_laws(&game, 1, 2).expect("the laws");
}
