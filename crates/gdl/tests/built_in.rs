//! The games of `games/gdl` have the moves and results of the built-in ones.

use std::path::PathBuf;

use ludex_game::{Agent, Game, Model, Notation, SimultaneousGame, Turn, below};
use ludex_games::{Breakthrough, ConnectFour, Goofspiel, Mnk, NPuzzle, Nim, Payoff, Scoring};
use ludex_gdl::{GdlGame, GdlTurnGame};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn game(name: &str) -> GdlGame {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/gdl/{name}.kif"));
    GdlGame::read(&std::fs::read_to_string(path).expect("the game is there")).expect("a game")
}

fn in_turn(name: &str) -> GdlTurnGame {
    game(name).in_turn().expect("one role at a time has a choice")
}

/// Returns the number of plays to compare: `LUDEX_PLAYS`, or a few.
fn plays(few: u64) -> u64 {
    std::env::var("LUDEX_PLAYS").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

/// Plays both games in parallel. `kif` converts a move of the built-in game to KIF.
fn compare<G: Game + Notation>(
    built_in: &G,
    start: &G::State,
    gdl: &GdlTurnGame,
    count: u64,
    kif: impl Fn(&str) -> String,
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..count {
        let (mut ours, mut theirs) = (start.clone(), gdl.initial());
        for _ in 0..200 {
            assert_eq!(
                built_in.turn(&ours),
                gdl.turn(&theirs),
                "turns\n{}",
                gdl.write_position(&theirs)
            );
            let Turn::Of(agent) = built_in.turn(&ours) else { break };
            let (mut moves, mut other) = (Vec::new(), Vec::new());
            built_in.moves(&ours, agent, &mut moves);
            gdl.moves(&theirs, agent, &mut other);
            let mut texts: Vec<String> =
                moves.iter().map(|&m| kif(&built_in.write_move(&ours, agent, m))).collect();
            let mut others: Vec<String> =
                other.iter().map(|&m| gdl.write_move(&theirs, agent, m)).collect();
            let pick = below(&mut rng, moves.len());
            let (mv, text) = (moves[pick], texts[pick].clone());
            texts.sort();
            others.sort();
            assert_eq!(texts, others, "moves\n{}", gdl.write_position(&theirs));
            compare_off_turn(built_in, &ours, gdl, &theirs, &mut rng, &kif);
            built_in.play(&mut ours, agent, mv);
            let same = gdl.read_move(&theirs, agent, &text).expect("the same move");
            gdl.play(&mut theirs, agent, same);
        }
        if built_in.turn(&ours) == Turn::Final {
            for agent in built_in.agents().iter() {
                let same = built_in.wins(&ours, agent) == gdl.wins(&theirs, agent);
                assert!(same, "winner\n{}", gdl.write_position(&theirs));
            }
        }
    }
}

/// Compares the moves of the agents that are not on turn, and a position after one of them.
fn compare_off_turn<G: Game + Notation>(
    built_in: &G,
    ours: &G::State,
    gdl: &GdlTurnGame,
    theirs: &ludex_gdl::GdlState,
    rng: &mut Xoshiro256PlusPlus,
    kif: &impl Fn(&str) -> String,
) {
    let texts = |ours: &G::State, agent: Agent| {
        let mut moves = Vec::new();
        built_in.moves(ours, agent, &mut moves);
        let mut texts: Vec<String> =
            moves.into_iter().map(|m| kif(&built_in.write_move(ours, agent, m))).collect();
        texts.sort();
        texts
    };
    let others = |theirs: &ludex_gdl::GdlState, agent: Agent| {
        let mut moves = Vec::new();
        gdl.moves(theirs, agent, &mut moves);
        let mut texts: Vec<String> =
            moves.into_iter().map(|m| gdl.write_move(theirs, agent, m)).collect();
        texts.sort();
        texts
    };
    for agent in built_in.agents().iter().filter(|&a| built_in.turn(ours) != Turn::Of(a)) {
        assert_eq!(texts(ours, agent), others(theirs, agent), "off turn");
        let mut moves = Vec::new();
        built_in.moves(ours, agent, &mut moves);
        let Some(&mv) = moves.get(below(rng, moves.len().max(1))) else { continue };
        let text = kif(&built_in.write_move(ours, agent, mv));
        let same = gdl.read_move(theirs, agent, &text).expect("the same move");
        let (ours, theirs) = (built_in.after(ours, agent, mv), gdl.after(theirs, agent, same));
        assert_eq!(built_in.turn(&ours), gdl.turn(&theirs), "after a move off turn");
        for agent in built_in.agents().iter() {
            assert_eq!(texts(&ours, agent), others(&theirs, agent), "after a move off turn");
            assert_eq!(built_in.wins(&ours, agent), gdl.wins(&theirs, agent));
        }
    }
}

#[test]
fn tic_tac_toe() {
    let built_in = Mnk::<2>::new(3, 3, 3);
    let kif = |text: &str| format!("(mark {} {})", &text[..1], &text[1..]);
    compare(&built_in, &built_in.initial(), &in_turn("tictactoe"), plays(300), kif);
}

#[test]
fn connect_four() {
    let built_in = ConnectFour::<u64>::new(7, 6, 4, Scoring::Result);
    let kif = |text: &str| format!("(drop {text})");
    compare(&built_in, &built_in.initial(), &in_turn("connect4"), plays(100), kif);
}

#[test]
fn breakthrough() {
    let built_in = Breakthrough::<u64>::new(8, 8);
    let kif = |text: &str| {
        let text = text.replace(['-', 'x'], "");
        let letters: Vec<String> = text.chars().map(String::from).collect();
        format!("(move {})", letters.join(" "))
    };
    compare(&built_in, &built_in.initial(), &in_turn("breakthrough"), plays(30), kif);
}

#[test]
fn nim() {
    let built_in = Nim::new(&[3, 4, 5]);
    let kif = |text: &str| format!("(take {})", text.replace(':', " "));
    compare(&built_in, &built_in.initial(), &in_turn("nim"), plays(300), kif);
}

#[test]
fn eight_puzzle() {
    let built_in = NPuzzle::new(3, 0, 1);
    let start = built_in.read_position("1-2-3/4-_-5/7-8-6").expect("a position");
    compare(&built_in, &start, &in_turn("eightpuzzle"), plays(50), |text| {
        format!("(slide {text})")
    });
}

/// No built-in game has three agents, but the rules are simple arithmetic.
#[test]
fn threesome() {
    let gdl = in_turn("threesome");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..plays(300) {
        let (mut heap, mut player, mut state) = (7, 0, gdl.initial());
        while heap > 0 {
            assert_eq!(gdl.turn(&state), Turn::Of(Agent(player)));
            let mut moves = Vec::new();
            gdl.moves(&state, Agent(player), &mut moves);
            let mut texts: Vec<String> =
                moves.iter().map(|&m| gdl.write_move(&state, Agent(player), m)).collect();
            texts.sort();
            let most = heap.min(2);
            assert_eq!(texts, (1..=most).map(|n| format!("(take {n})")).collect::<Vec<_>>());
            let taken = 1 + below(&mut rng, most);
            let text = format!("(take {taken})");
            let mv = gdl.read_move(&state, Agent(player), &text).expect("it is legal");
            gdl.play(&mut state, Agent(player), mv);
            (heap, player) = (heap - taken, (player + 1) % 3);
        }
        assert_eq!(gdl.turn(&state), Turn::Final);
        let payoffs = [0, 1, 2].map(|back| gdl.payoff(&state, Agent((player + 2 - back) % 3)));
        assert_eq!(payoffs, [100.0, 50.0, 0.0], "the last to take, the one before, the other");
    }
}

/// The built-in game omits the last trick, which is forced.
#[test]
fn goofspiel() {
    let (built_in, gdl) = (Goofspiel::new(&[4, 3, 2, 1], Payoff::Difference), game("goofspiel"));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..plays(300) {
        let (mut ours, mut theirs) = (built_in.initial(), gdl.initial());
        while gdl.turn(&theirs) != Turn::Final {
            let over = built_in.turn(&ours) == Turn::Final;
            let (mut joint, mut other) = (Vec::new(), Vec::new());
            for agent in gdl.agents().iter() {
                let mut moves = Vec::new();
                gdl.moves(&theirs, agent, &mut moves);
                let mv = moves[below(&mut rng, moves.len())];
                let text = gdl.write_move(&theirs, agent, mv);
                let card = text.trim_start_matches("(bid ").trim_end_matches(')').to_owned();
                other.push(mv);
                if !over {
                    joint.push(built_in.read_move(&ours, agent, &card).expect("the same card"));
                    let mut cards = Vec::new();
                    built_in.moves(&ours, agent, &mut cards);
                    assert_eq!(cards.len(), moves.len());
                }
            }
            if !over {
                built_in.play_joint(&mut ours, &joint);
            }
            gdl.play_joint(&mut theirs, &other);
        }
        let lead = built_in.payoff(&ours, Agent::FIRST);
        let goal = gdl.payoff(&theirs, Agent::FIRST);
        assert_eq!(lead.partial_cmp(&0.0), goal.partial_cmp(&50.0), "{lead} and {goal}");
    }
}
