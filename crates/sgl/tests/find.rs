//! Discovery: what is found is short, verified and readable.

use std::time::Instant;

use ludex_game::Agent;
use ludex_games::Mk;
use ludex_sgl::{File, Goal, find_strategy, query};

#[test]
fn tic_tac_toe_never_loses_with_few_rules() {
    let game = Mk::<1>::new(3, 3, 3);
    for player in [Agent::FIRST, Agent::SECOND] {
        let start = Instant::now();
        let found = find_strategy(&game, "mk:m=3,k=3", player, &Default::default()).expect("found");
        println!("{:?} in {:.2?}\n{}", found.rules, start.elapsed(), found.text);
        assert_eq!((found.goal, found.verified, found.mistakes), (Goal::NeverLoses, true, 0));
        assert!(found.rules.len() <= 6, "{:?}", found.rules);
        // The file stands on its own.
        let file = File::read("found", &found.text).expect("it reads");
        let (own, other) = if player == Agent::FIRST { ("X", "O") } else { ("O", "X") };
        let ask = |text: String| query(&file, &text).expect("an answer").result;
        assert_eq!(ask(format!("complete best for {own}")), true);
        assert_eq!(ask(format!("ensures best | all({other}) : ~win({other})")), true);
        // Without its rules it loses.
        assert_eq!(ask(format!("ensures any({own}) | all({other}) : ~win({other})")), false);
    }
}
