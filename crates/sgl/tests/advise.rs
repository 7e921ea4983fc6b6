//! Advisors: the moves that an advisor allows are those of the model, position by position.

use std::time::{Duration, Instant};

use ludex_base::{Bits, Budget, NoAnswer};
use ludex_game::{Agent, Game, Model, Notation, Turn, below};
use ludex_games::{Chess, ConnectFour, Mnk, Scoring};
use ludex_sgl::{Advisor, File, RuleGame, query, query_game};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays random games, and calls a function in every position.
fn visit<G: Game + Notation>(
    game: &G,
    games: usize,
    mut look: impl FnMut(&G::State, Agent, &[String]),
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    for _ in 0..games {
        let (mut state, mut line) = (game.initial(), Vec::new());
        while let Turn::Of(agent) = game.turn(&state) {
            look(&state, agent, &line);
            let mut moves = Vec::new();
            game.moves(&state, agent, &mut moves);
            let mv = moves[below(&mut rng, moves.len())];
            let text = game.write_move(&state, agent, mv);
            line.push(format!("move({},\"{text}\")", game.agents().name(agent)));
            game.play(&mut state, agent, mv);
        }
    }
}

fn texts<G: Game + Notation>(
    game: &G,
    state: &G::State,
    agent: Agent,
    moves: &[G::Move],
) -> Vec<String> {
    let name = game.agents().name(agent);
    let text = |&mv: &G::Move| format!("move({name},{})", game.write_move(state, agent, mv));
    let mut texts: Vec<String> = moves.iter().map(text).collect();
    texts.sort();
    texts
}

#[test]
fn an_advisor_allows_what_the_model_says() {
    let text = include_str!("../../../games/sgl/connect4.sgl");
    let file = File::read("connect4.sgl", text).expect("it reads");
    let game = ConnectFour::<u64>::new(4, 4, 4, Scoring::Result);
    for strategy in ["careful", "safe", "finish"] {
        let mut advisor = Advisor::new(&game, &file, strategy).expect("an advisor");
        visit(&game, 4, |state, agent, line| {
            let moves = advisor.moves(state, agent).expect("an answer");
            let name = game.agents().name(agent);
            let after =
                if line.is_empty() { String::new() } else { format!("after {}", line.join(", ")) };
            let question = format!("moves {strategy}({name}) for {name} {after}");
            let answer = query_game(&file, &game, &question, &Default::default()).expect(&question);
            let mut expected: Vec<String> = answer
                .result
                .as_array()
                .expect("a list")
                .iter()
                .map(|m| m.as_str().expect("a move").to_owned())
                .collect();
            expected.sort();
            assert_eq!(texts(&game, state, agent, &moves), expected, "{question}");
        });
    }
}

#[test]
fn a_file_that_is_the_game_advises_too() {
    let text = include_str!("../../../games/sgl/tictactoe.sgl");
    let file = File::read("tictactoe.sgl", text).expect("it reads");
    let game = RuleGame::<Bits<1>>::new(&file).expect("a game");
    let mut steady = Advisor::new(&game, &file, "steady").expect("an advisor");
    let start = game.initial();
    let moves = steady.moves(&start, Agent::FIRST).expect("an answer");
    let expected = query(&file, "moves steady(X) for X").expect("an answer").result;
    let text = game.write_move(&start, Agent::FIRST, moves[0]);
    assert_eq!(serde_json::json!([text]), expected);
    assert!(steady.moves(&start, Agent::SECOND).expect("an answer").is_empty());
    // The strategy never loses in play.
    visit(&game, 0, |_, _, _| {});
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for round in 0..60 {
        let (mut state, own) = (game.initial(), Agent(round % 2));
        while let Turn::Of(agent) = game.turn(&state) {
            let mut moves = steady.moves(&state, agent).expect("an answer");
            if agent != own {
                moves.clear();
                game.moves(&state, agent, &mut moves);
            }
            assert!(!moves.is_empty());
            game.play(&mut state, agent, moves[below(&mut rng, moves.len())]);
        }
        assert!(game.payoff(&state, own) >= 0.0);
    }
    let other = Mnk::<1>::new(3, 3, 3);
    assert!(Advisor::new(&other, &file, "steady").is_err());
    let error = Advisor::new(&game, &file, "stedy").err().expect("no such strategy");
    assert_eq!(error.help.as_deref(), Some("did you mean `steady`?"));
}

/// Moves that were not found before become actions during play.
#[test]
fn large_games_need_no_exploration() {
    let text = "game chess; strategy any(t) := or(a in actions(t)) (legal(a) & does(a));
        strategy mate(t) := any(t) & next win(t); strategy play(t) := mate(t) else any(t);";
    let file = File::read("chess.sgl", text).expect("it reads");
    let game = Chess::new(true);
    let mut advisor = Advisor::new(&game, &file, "play").expect("an advisor");
    // Fool's mate, and a back-rank mate.
    for (position, mate) in [
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4"),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"),
    ] {
        let state = game.read_position(position).expect("a position");
        let agent = game.turn(&state).agent().expect("somebody is on turn");
        let moves = advisor.moves(&state, agent).expect("an answer");
        let texts: Vec<String> =
            moves.iter().map(|&mv| game.write_move(&state, agent, mv)).collect();
        assert_eq!(texts, [mate]);
    }
}

/// A strategy may look further ahead than anybody can wait: the limit holds inside one position, and
/// what was not finished is not remembered.
#[test]
fn looking_far_ahead_ends_with_the_budget() {
    let mut ahead = "win(t)".to_string();
    for depth in 0..4 {
        let mover = if depth % 2 == 0 { "t" } else { "other(t)" };
        ahead = format!("or(a{depth} in actions({mover})) (legal(a{depth}) & [a{depth}] {ahead})");
    }
    let text = format!(
        "game mk:m=4,n=4,k=4; strategy any(t) := or(a in actions(t)) (legal(a) & does(a));
        strategy far(t) := any(t) & next ~{ahead};
        strategy near(t) := any(t) & next ~win(other(t));"
    );
    let file = File::read("far.sgl", &text).expect("it reads");
    let game = Mnk::<1>::new(4, 4, 4);
    let start = game.initial();
    let budget = Budget::default().within(Duration::from_millis(20));
    let mut far = Advisor::new(&game, &file, "far").expect("an advisor").within(budget);
    let begun = Instant::now();
    for _ in 0..3 {
        let stopped = far.moves(&start, Agent::FIRST).expect_err("it is too far");
        assert!(matches!(stopped, NoAnswer::Stopped(_)), "{stopped}");
    }
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let budget = Budget::default().within(Duration::from_secs(600));
    let mut near = Advisor::new(&game, &file, "near").expect("an advisor").within(budget);
    assert_eq!(near.moves(&start, Agent::FIRST).expect("an answer").len(), 16);
}
