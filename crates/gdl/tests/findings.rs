//! What is proved about games holds in random plays, and enough is proved to be of use.

mod common;

use ludex_game::{Agent, Game, Model, SimultaneousGame, Turn, below};
use ludex_gdl::{GdlGame, GdlMove, Playouts};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn moves(game: &GdlGame, state: &ludex_gdl::GdlState, agent: Agent) -> Vec<GdlMove> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves
}

/// Games of the corpus where two roles can have a choice together.
const TOGETHER: [&str; 9] = [
    "battle",
    "biddingTicTacToe",
    "blocker",
    "connectFourSimultaneous",
    "knightwar",
    "pathDuel",
    "racetrackcorridor",
    "roshambo2",
    "smallest_4player",
];

#[test]
fn turns_are_proved_and_true() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut unproved = 0;
    let slow = ["chess", "laikLee_hex", "checkers"];
    for name in common::games().iter().filter(|n| !slow.contains(&n.as_str())) {
        let game = GdlGame::read(&common::text(name)).expect("a game");
        let statistics = game.statistics();
        println!("{name}: turns {}, {:?}", statistics.turns, statistics.findings);
        let expected = !TOGETHER.contains(&name.as_str());
        assert!(expected || !statistics.turns, "{name}: two roles can have a choice");
        unproved += usize::from(expected && !statistics.turns);
        let Ok(turns) = game.clone().in_turn() else { continue };
        let mut state = game.initial();
        for _ in 0..60 {
            let Turn::Of(on_turn) = turns.turn(&state) else { break };
            for agent in game.agents().iter().filter(|&a| a != on_turn) {
                assert_eq!(moves(&game, &state, agent).len(), 1, "{name}: others have no choice");
            }
            let own = moves(&game, &state, on_turn);
            let mv = own[below(&mut rng, own.len())];
            let joint: Vec<GdlMove> = game
                .agents()
                .iter()
                .map(|a| if a == on_turn { mv } else { moves(&game, &state, a)[0] })
                .collect();
            let mut together = state.clone();
            game.play_joint(&mut together, &joint);
            turns.play(&mut state, on_turn, mv);
            assert_eq!(state, together, "{name}: both views of the game agree");
        }
    }
    // Whose turn it is depends on boxes formed, and on who has a move.
    assert!(unproved <= 2, "{unproved} games have turns that are not proved");
}

/// Mean goals of plays side by side are those of plays one by one: the same game, the same odds.
#[test]
fn plays_side_by_side_have_the_right_odds() {
    for name in common::games()
        .iter()
        .filter(|n| ["ticTacToe", "roshambo2", "blocker"].contains(&n.as_str()))
    {
        let game = GdlGame::read(&common::text(name)).expect("a game");
        let many = Playouts::new(&game, 1).run(&game.initial(), 20_000, 100_000);
        assert_eq!(many.plays, 20_000);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut sums, count) = (vec![0.0; game.agents().len()], 2_000);
        for _ in 0..count {
            let mut state = game.initial();
            while game.turn(&state) != Turn::Final {
                let joint: Vec<GdlMove> = game
                    .agents()
                    .iter()
                    .map(|agent| {
                        let all = moves(&game, &state, agent);
                        all[below(&mut rng, all.len())]
                    })
                    .collect();
                game.play_joint(&mut state, &joint);
            }
            for agent in game.agents().iter() {
                sums[agent.index()] += game.payoff(&state, agent);
            }
        }
        for (role, sum) in sums.iter().enumerate() {
            let (a, b) = (many.mean(role), sum / f64::from(count));
            // The standard deviation of a goal is at most 50.
            assert!((a - b).abs() < 5.0 * 50.0 / f64::from(count).sqrt(), "{name}: {a} and {b}");
        }
    }
}
