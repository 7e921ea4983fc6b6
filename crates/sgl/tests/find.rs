//! Discovery: the strategies that are found are short, verified and readable.

use std::time::Instant;

use ludex_game::Agent;
use ludex_games::Mnk;
use ludex_sgl::{File, Goal, find_strategy, query_game};

use crate::common::ask_built_in;

#[test]
fn tic_tac_toe_never_loses_with_few_rules() {
    let game = Mnk::<1>::new(3, 3, 3);
    for player in [Agent::FIRST, Agent::SECOND] {
        let start = Instant::now();
        let found = find_strategy(&game, "mk:m=3,k=3", player, &Default::default()).expect("found");
        println!("{:?} in {:.2?}\n{}", found.rules, start.elapsed(), found.text);
        assert!(
            start.elapsed().as_secs() < 100,
            "ten seconds, on a machine with nothing else to do"
        );
        assert_eq!((found.goal, found.verified, found.mistakes), (Goal::NeverLoses, true, 0));
        assert!(found.rules.len() <= 6, "{:?}", found.rules);
        // The file is complete by itself.
        let file = File::read("found", &found.text).expect("it reads");
        let (own, other) = if player == Agent::FIRST { ("X", "O") } else { ("O", "X") };
        let ask = |text: String| {
            ask_built_in(&file, &text, &Default::default()).expect("an answer").result
        };
        assert_eq!(ask(format!("complete best for {own}")), true);
        assert_eq!(ask(format!("ensures best | all({other}) : ~win({other})")), true);
        assert_eq!(found.rates.losses, 0);
        assert!(found.rates.wins > found.rates.games() / 2, "{}", found.rates);
        // Without its rules the strategy loses.
        assert_eq!(ask(format!("ensures any({own}) | all({other}) : ~win({other})")), false);
    }
}

/// Strategies for games described in GDL are found, too.
#[test]
fn a_gdl_game() {
    let text = include_str!("../../../games/gdl/tictactoe.kif");
    let game =
        ludex_gdl::GdlGame::read(text).expect("it reads").in_turn().expect("a game of turns");
    for player in [Agent::FIRST, Agent::SECOND] {
        let name = "games/gdl/tictactoe.kif";
        let found = find_strategy(&game, name, player, &Default::default()).expect("found");
        println!("{}", found.text);
        assert_eq!((found.goal, found.verified), (Goal::NeverLoses, true));
        assert!(found.rules.len() <= 6, "{:?}", found.rules);
        let file = File::read("found", &found.text).expect("it reads");
        assert_eq!(file.game(), Some(name));
        let (own, other) = if player == Agent::FIRST { ("x", "o") } else { ("o", "x") };
        let ask = |text: String| {
            query_game(&file, &game, &text, &Default::default()).expect("an answer").result
        };
        assert_eq!(ask(format!("complete best for {own}")), true);
        assert_eq!(ask(format!("ensures best | all({other}) : ~win({other})")), true);
    }
}
