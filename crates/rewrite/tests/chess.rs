//! `games/toss/chess.toss` compared with the built-in chess: positions as FEN, moves in UCI
//! notation.

use std::path::Path;

use ludex_base::Random;
use ludex_game::{Agent, Game, Model, Notation, Turn, perft};
use ludex_games::Chess;
use ludex_rewrite::{Description, RewriteGame, RewriteMove, RewriteState};

/// The initial position, and positions with every special move (the usual perft positions, and one
/// with promotions by capture on rooks' squares while castling is possible).
const POSITIONS: [(&str, &str, u32); 7] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2),
    ("in passing", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 2),
    ("pinned", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2),
    ("after a double step", "8/8/8/1k1pP3/8/8/8/4K3 w - d6 0 2", 3),
    ("rooks at home", "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1", 2),
];

fn chess() -> RewriteGame {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toss/chess.toss");
    let text = std::fs::read_to_string(path).expect("the game is there");
    let description = Description::parse(&text).unwrap_or_else(|error| panic!("{error:?}"));
    RewriteGame::new(&description).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the position of a FEN: squares with marks, the squares without castling rights marked
/// Touched, and the file of an en passant capture as the location.
fn from_fen(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for row in fields[0].split('/') {
        let mut cells = Vec::new();
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => cells.extend((0..empty).map(|_| String::new())),
                None if letter.is_uppercase() => cells.push(format!("w{letter}")),
                None => cells.push(format!("b{}", letter.to_uppercase())),
            }
        }
        rows.push(cells);
    }
    for (right, row, column) in [('K', 7, 7), ('Q', 7, 0), ('k', 0, 7), ('q', 0, 0)] {
        if !fields[2].contains(right) {
            let cell = &mut rows[row][column];
            let plus = if cell.is_empty() { "" } else { "+" };
            *cell = format!("{cell}{plus}Touched");
        }
    }
    let cell = |text: &String| if text.is_empty() { ".".to_owned() } else { text.clone() };
    let line = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
    let location = match (fields[1], fields[3].bytes().next()) {
        ("w", Some(b'-')) => 0,
        ("b", Some(b'-')) => 1,
        ("w", file) => 20 + u32::from(file.unwrap_or(b'a') - b'a'),
        (_, file) => 10 + u32::from(file.unwrap_or(b'a') - b'a'),
    };
    format!("{} @{location}", rows.iter().map(line).collect::<Vec<_>>().join("/"))
}

/// Returns a move in UCI notation: `WTwoA:a2,a3,a4` is `a2a4`.
fn uci(text: &str) -> String {
    let (rule, elements) = text.split_once(':').expect("a rule and its elements");
    let squares: Vec<&str> = elements.split(',').collect();
    let to = if rule[1..].starts_with("Two") || rule.contains("Castle") { 2 } else { 1 };
    let pieces = [("Queen", "q"), ("Rook", "r"), ("Bishop", "b"), ("Knight", "n")];
    let promoted = pieces.iter().find(|(name, _)| rule[1..].starts_with(&format!("To{name}")));
    format!("{}{}{}", squares[0], squares[to], promoted.map_or("", |(_, letter)| letter))
}

/// Returns the moves of the agent on turn with their texts.
fn moves(game: &RewriteGame, state: &RewriteState, agent: Agent) -> Vec<(String, RewriteMove)> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let text = |mv: RewriteMove| (uci(&game.write_move(state, agent, mv)), mv);
    let mut texts: Vec<(String, RewriteMove)> = moves.into_iter().map(text).collect();
    texts.sort();
    texts
}

fn built_in_moves(chess: &Chess, state: &<Chess as Model>::State, agent: Agent) -> Vec<String> {
    let mut moves = Vec::new();
    chess.moves(state, agent, &mut moves);
    let mut texts: Vec<String> =
        moves.iter().map(|&mv| chess.write_move(state, agent, mv)).collect();
    texts.sort();
    texts
}

#[test]
fn perft_is_that_of_the_built_in_game() {
    let (ours, theirs) = (chess(), Chess::new(false));
    for (name, fen, depth) in POSITIONS {
        let state = ours.read_position(&from_fen(fen)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let twin = theirs.read_position(fen).expect("a FEN");
        for depth in 1..=depth {
            assert_eq!(perft(&ours, &state, depth), perft(&theirs, &twin, depth), "{name} {depth}");
        }
    }
}

#[test]
fn random_games_go_the_same_way() {
    let (ours, theirs, mut dice) = (chess(), Chess::new(false), Random::new(11));
    for (name, fen, _) in POSITIONS {
        let mut state = ours.read_position(&from_fen(fen)).expect("a position");
        let mut twin = theirs.read_position(fen).expect("a FEN");
        for _ in 0..120 {
            assert_eq!(ours.turn(&state), theirs.turn(&twin), "{name}");
            let Turn::Of(agent) = ours.turn(&state) else { break };
            let (list, texts) =
                (moves(&ours, &state, agent), built_in_moves(&theirs, &twin, agent));
            let listed: Vec<&String> = list.iter().map(|(text, _)| text).collect();
            assert_eq!(
                listed,
                texts.iter().collect::<Vec<_>>(),
                "{name}: {}",
                theirs.write_position(&twin)
            );
            let (text, mv) = &list[dice.below(list.len())];
            let same = theirs.read_move(&twin, agent, text).expect("the lists are equal");
            ours.play(&mut state, agent, *mv);
            theirs.play(&mut twin, agent, same);
        }
        if ours.turn(&state) == Turn::Final {
            for agent in [Agent::FIRST, Agent::SECOND] {
                assert_eq!(ours.payoff(&state, agent), theirs.payoff(&twin, agent), "{name}");
            }
        }
    }
}

#[test]
fn mate_and_stalemate() {
    let game = chess();
    for (fen, payoff) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -1.0),
        ("3R2k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 1.0),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0.0),
    ] {
        let state = game.read_position(&from_fen(fen)).expect("a position");
        assert_eq!((game.turn(&state), game.payoff(&state, Agent::FIRST)), (Turn::Final, payoff));
    }
}
