//! The role of chance: laws of the games, what is equally likely, and where a player and chance move
//! in one step.

use ludex_game::{Agent, Fraction, Game, Model, Notation, Turn, chances, check_laws};
use ludex_gdl::{Category, GdlChanceGame};

fn read(text: &str) -> GdlChanceGame {
    GdlChanceGame::read(text).expect("a description").expect("it has the role of chance")
}

/// Both say heads or tails in one step, twice; whoever is first in the list of roles does not matter.
fn sayings(roles: &str) -> String {
    format!(
        "{roles} (init (step 1)) (side heads) (side tails) (succ 1 2) (succ 2 3)
         (<= (legal ?r (say ?s)) (role ?r) (side ?s))
         (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
         (<= (next (said ?r ?s ?m)) (does ?r (say ?s)) (true (step ?m)))
         (<= (next (said ?r ?s ?m)) (true (said ?r ?s ?m)))
         (<= terminal (true (step 3)))
         (<= (same ?m) (true (said you ?s ?m)) (true (said random ?s ?m)))
         (<= (goal you 100) (same 1) (same 2)) (<= (goal you 50) (same 1) (not (same 2)))
         (<= (goal you 0) (not (same 1)))"
    )
}

#[test]
fn games_with_the_role_of_chance_are_lawful() {
    let file = "/../../games/gdl/push-your-luck.kif";
    let text = std::fs::read_to_string(format!("{}{file}", env!("CARGO_MANIFEST_DIR")));
    check_laws(&read(&text.expect("a file of the project")), 1, 60).expect("lawful");
    for roles in ["(role you) (role random)", "(role random) (role you)"] {
        check_laws(&read(&sayings(roles)), 1, 60).expect("lawful");
    }
}

#[test]
fn chance_moves_after_the_player_in_one_step() {
    for roles in ["(role you) (role random)", "(role random) (role you)"] {
        let game = read(&sayings(roles));
        let start = game.initial();
        assert_eq!(game.agents().names(), ["you"]);
        assert_eq!(game.turn(&start), Turn::Of(Agent::FIRST));
        let say = game.read_move(&start, Agent::FIRST, "say(tails)").expect("a move");
        let rolled = game.after(&start, Agent::FIRST, say);
        assert_eq!(game.turn(&rolled), Turn::Chance);
        let half = Fraction::new(1, 2).expect("small");
        let likely = chances(&game, &rolled);
        assert!(likely.len() == 2 && likely.iter().all(|&(_, probability)| probability == half));
        for said in ["heads", "tails"] {
            let mv = game.read_move(&rolled, Agent::CHANCE, &format!("say({said})"));
            let after = game.after(&rolled, Agent::CHANCE, mv.expect("it can happen"));
            let facts = game.facts(&after);
            assert!(facts.contains(&"(said you tails 1)".to_string()), "{facts:?}");
            assert!(facts.contains(&format!("(said random {said} 1)")), "{facts:?}");
        }
    }
}

#[test]
fn there_must_be_a_player() {
    let alone =
        "(role random) (init (step 1)) (legal random wait) (<= (next (step 2)) (true (step 1)))
        (<= terminal (true (step 2))) (goal random 100)";
    let error = GdlChanceGame::read(alone).expect_err("no player");
    assert_eq!(error.category, Category::GdlII);
    let ordinary = sayings("(role you) (role chance)").replace("random", "chance");
    assert!(GdlChanceGame::read(&ordinary).expect("a description").is_err(), "it has no chance");
}

/// A play in which several players have a choice cannot be relied on, and the game says so.
#[test]
fn several_players_with_a_choice_are_a_fault() {
    let game = read(&sayings("(role you) (role other) (role random)"));
    assert_eq!(game.fault(), None);
    game.turn(&game.initial());
    assert!(game.fault().is_some_and(|fault| fault.contains("several players")));
}
