//! The properties proved of games hold in random plays, and the expected ones are proved.

use ludex_game::{Agent, Game, Model, SimultaneousGame, Turn, below};
use ludex_gdl::{GdlGame, GdlMove, Playouts};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common;

fn moves(game: &GdlGame, state: &ludex_gdl::GdlState, agent: Agent) -> Vec<GdlMove> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves
}

/// Games of the corpus in which two roles can have a choice at the same time.
const SIMULTANEOUS: [&str; 9] = [
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
        let expected = !SIMULTANEOUS.contains(&name.as_str());
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
            let mut simultaneous = state.clone();
            game.play_joint(&mut simultaneous, &joint);
            turns.play(&mut state, on_turn, mv);
            assert_eq!(state, simultaneous, "{name}: both views of the game agree");
        }
    }
    // In majorities the turn depends on whose turn it was two steps ago.
    assert!(unproved <= 1, "{unproved} games have turns that are not proved");
}

/// The mean goals of plays in a batch are those of plays one by one.
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

/// Two rows of lamps that are independent except for the terminal state.
const TWO_ROWS: &str = "
    (role p) (init (l 0)) (init (r 0)) (succ 0 1) (succ 1 2)
    (<= (legal p (left ?y)) (true (l ?x)) (succ ?x ?y))
    (<= (legal p (right ?y)) (true (r ?x)) (succ ?x ?y))
    (legal p rest)
    (<= (next (l ?y)) (does p (left ?y)))
    (<= (next (l ?x)) (true (l ?x)) (not left_moves))
    (<= left_moves (does p (left ?y)))
    (<= (next (r ?y)) (does p (right ?y)))
    (<= (next (r ?x)) (true (r ?x)) (not right_moves))
    (<= right_moves (does p (right ?y)))
    (<= terminal (true (l 2)) (true (r 2)))
    (<= (goal p 100) terminal)
    (<= (goal p 0) (not terminal))";

#[test]
fn independent_parts_and_symmetries_are_found() {
    let findings = GdlGame::read(TWO_ROWS).expect("a game").statistics().findings;
    assert_eq!(findings.factors, 2);
    assert_eq!(findings.symmetries, ["(left right)(l r)(left_moves right_moves)"]);
}

/// A row that depends on the other one is not independent, and breaks the symmetry.
#[test]
fn what_depends_on_another_part_is_no_part() {
    let text = TWO_ROWS.replace("(true (l ?x)) (succ", "(true (l ?x)) (not (true (r 2))) (succ");
    let findings = GdlGame::read(&text).expect("a game").statistics().findings;
    assert_eq!(findings.factors, 1);
    assert_eq!(findings.symmetries, [""; 0]);
}

/// Two prizes to choose from are symmetric, unless they are numbers that become goal values.
#[test]
fn numbers_that_are_goal_values_are_never_renamed() {
    let game = |goal: &str| {
        let text = format!(
            "(role p) (init start) (prize 10) (prize 20) (<= (legal p (take ?n)) (prize ?n))
             (<= (next (has ?n)) (does p (take ?n))) (<= terminal (true (has ?n))) {goal}"
        );
        GdlGame::read(&text).expect("a game").statistics().findings.symmetries
    };
    assert_eq!(game("(<= (goal p 50) (true (has ?n)))"), ["(10 20)"]);
    assert_eq!(game("(<= (goal p ?n) (true (has ?n)))"), [""; 0]);
}

/// Rotations and reflections of the board, and the exchange of the roles.
#[test]
fn tic_tac_toe_has_the_symmetries_of_its_board() {
    let path = format!("{}/../../games/gdl/tictactoe.kif", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the game is there");
    let symmetries = GdlGame::read(&text).expect("a game").statistics().findings.symmetries;
    assert!(symmetries.len() >= 2, "{symmetries:?}");
}
