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

/// Three agents take one or two counters in turn; who takes the last one wins. Values by plain
/// backward induction: 1 if the player can force to win, -1 if the others can force that one of them
/// does.
fn taking(counters: usize, turn: usize, player: usize) -> i8 {
    if counters == 0 {
        // The one before took the last counter.
        return if (turn + 2) % 3 == player { 1 } else { -1 };
    }
    let values =
        (1..=counters.min(2)).map(|taken| taking(counters - taken, (turn + 1) % 3, player));
    let best = if turn == player { values.max() } else { values.min() };
    best.expect("there is a move")
}

#[test]
fn three_agents() {
    let rules = include_str!("../../../games/sgl/three.sgl");
    for counters in 1..=9 {
        let text = rules.replace("const n = 7", &format!("const n = {counters}"));
        let file = File::read("three", &text).expect("it reads");
        let game = ludex_sgl::open_game(&file).expect("a game");
        for player in 0..3 {
            let found = find_strategy(&game, "three.sgl", Agent(player), &Default::default())
                .expect("found");
            let due = match taking(counters, 0, usize::from(player)) {
                1 => Goal::Wins,
                0 => Goal::NeverLoses,
                _ => Goal::Nothing,
            };
            assert_eq!(found.goal, due, "{counters} {player}\n{}", found.text);
            assert_eq!(found.verified, due == Goal::Wins, "{counters} {player}\n{}", found.text);
            if found.verified {
                let names = ["Ann", "Bob", "Cid"];
                let own = names[usize::from(player)];
                let others: Vec<String> = names
                    .iter()
                    .filter(|name| **name != own)
                    .map(|name| format!("all({name})"))
                    .collect();
                let file = File::read("found", &found.text).expect("it reads");
                let question = format!("ensures best | {} : win({own})", others.join(" | "));
                let answer = query_game(&file, &game, &question, &Default::default());
                assert_eq!(answer.expect("an answer").result, true, "{question}");
            }
        }
    }
}

/// Games too large to be solved are played by the rules instead, also by three.
#[test]
fn three_agents_by_playing() {
    let rules = include_str!("../../../games/sgl/three.sgl");
    let text = rules.replace("const n = 7", "const n = 12");
    let game = ludex_sgl::open_game(&File::read("three", &text).expect("it reads"));
    let game = game.expect("a game");
    let few = ludex_base::Budget { max_nodes: Some(10), ..Default::default() };
    for player in 0..3 {
        let found = find_strategy(&game, "three.sgl", Agent(player), &few).expect("found");
        // Nothing is claimed of what ten positions cannot show, and an immediate win is taken.
        assert!(!found.verified, "{}", found.text);
        assert!(found.rules[0].starts_with("finish("), "{:?}", found.rules);
        assert_eq!(found.rates.games(), 300);
        assert!(found.rates.wins > 100, "{}", found.rates);
    }
}
