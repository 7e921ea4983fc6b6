//! Stacked-matrix games: the documented examples, what they mean, and what is wrong with wrong
//! files.

use ludex_base::{Budget, NoAnswer};
use ludex_game::{
    Agent, Model, Notation, SimultaneousGame, StackedGame, StackedState, TextError, Turn,
    check_simultaneous_laws,
};

const EXAMPLE_11: &str = include_str!("../../../games/stacked/example-11.json");
const EXAMPLE_15: &str = include_str!("../../../games/stacked/example-15.json");
const DOCUMENTATION: &str = include_str!("../STACKED.md");

fn read(text: &str) -> StackedGame {
    StackedGame::from_json(text).unwrap_or_else(|e| panic!("{e:?} in {text}"))
}

fn documented() -> Vec<&'static str> {
    let blocks = DOCUMENTATION.split("```json\n").skip(1);
    blocks.map(|block| block.split("```").next().expect("a closed block")).collect()
}

/// Returns the state after joint moves given as words, two per joint move.
fn played(game: &StackedGame, moves: &str) -> StackedState {
    let mut state = game.initial();
    let words: Vec<&str> = moves.split_whitespace().collect();
    for pair in words.chunks(2) {
        let joint = [0, 1].map(|agent| {
            game.read_move(&state, Agent(agent as u8), pair[agent]).expect("a legal move")
        });
        game.play_joint(&mut state, &joint);
    }
    state
}

#[test]
fn documented_games_obey_the_laws() {
    let documented = documented();
    assert_eq!(documented.len(), 2);
    for text in documented.into_iter().chain([EXAMPLE_11, EXAMPLE_15]) {
        assert!(StackedGame::recognises(text, &Budget::default()));
        check_simultaneous_laws(&read(text), 1, 20).expect("a lawful game");
    }
    assert!(!StackedGame::recognises(
        include_str!("../../../games/explicit/example-1.json"),
        &Budget::default()
    ));
    assert!(!StackedGame::recognises("[[1]]", &Budget::default()));
    assert!(!StackedGame::recognises("{", &Budget::default()));
}

#[test]
fn example_11_is_the_game_of_table_5_1() {
    let game = read(EXAMPLE_11);
    let table = [
        ("", "s1"),
        ("1 1", "s3"),
        ("1 2", "6"),
        ("2 1", "2"),
        ("2 2", "s2"),
        ("2 2 1 1", "s3"),
        ("2 2 1 2", "6"),
        ("2 2 2 1", "0"),
        ("2 2 2 2", "2"),
        ("1 1 1 1", "10"),
        ("1 1 1 2", "0"),
        ("1 1 2 1", "0"),
        ("1 1 2 2", "10"),
    ];
    for (moves, name) in table {
        let state = played(&game, moves);
        assert_eq!(game.write_position(&state), name);
        assert_eq!(game.turn(&state) == Turn::Final, !name.starts_with('s'));
    }
    assert_eq!(game.payoff(&played(&game, "1 2"), Agent::SECOND), -6.0);
    assert_eq!(
        game.picture(&game.initial()).to_text(),
        "   1  2\n1 s3  6\n2  2 s2\ns1: 2 x 2: Max chooses a row, Min a column\n"
    );
}

#[test]
fn payoffs_are_exact() {
    let game = read(documented()[1]);
    let exact = |moves| game.fraction(&played(&game, moves), Agent::FIRST).map(|f| f.to_string());
    assert_eq!(exact("run back").as_deref(), Some("1/3"));
    assert_eq!(exact("run front 1 2").as_deref(), Some("1/4"));
    assert_eq!(exact("hide back 1 1").as_deref(), Some("1"));
    assert_eq!(exact("hide back 1 2").as_deref(), Some("-1"));
    // Too many digits: as near as a floating-point number is.
    let long = read(r#"{"matrix": [[0.12345678901234567890123, 1e-30, 1e300, -0.0]]}"#);
    let numbers = [1, 2, 3, 4].map(|i: u32| {
        let state = played(&long, &format!("1 {i}"));
        (long.payoff(&state, Agent::FIRST), long.fraction(&state, Agent::FIRST).is_some())
    });
    let expected = [(0.123_456_789_012_345_68, false), (1e-30, false), (1e300, false), (0.0, true)];
    assert_eq!(numbers, expected);
    check_simultaneous_laws(&long, 3, 20).expect("a lawful game");
}

/// Returns the message, and the text it points at.
fn error(text: &str) -> (String, &str) {
    let TextError { message, span, .. } = StackedGame::from_json(text).expect_err(text);
    (message, text.get(span).expect("a place in the text"))
}

#[test]
fn errors_point_at_the_fault() {
    let cases = [
        ("{}", "the field \"states\" is missing", "{"),
        ("[[1]]", "expected a game (an object), found a list", "[[1]]"),
        (r#"{"matrix": [[1, 2], [3]]}"#, "this row has 1 cells, the rows before it have 2", "[3]"),
        (r#"{"matrix": []}"#, "the matrix is empty", "[]"),
        (r#"{"matrix": [[]]}"#, "the matrix is empty", "[[]]"),
        (r#"{"matrix": [1]}"#, "expected a row (a list), found the number 1", "1"),
        (r#"{"matrix": [[NaN]]}"#, "NaN is no number", "NaN"),
        (r#"{"matrix": [[1, -Infinity]]}"#, "Infinity is no number", "Infinity"),
        (r#"{"matrix": [["NaN"]]}"#, "NaN is no payoff", "\"NaN\""),
        (r#"{"matrix": [[null]]}"#, "expected a payoff or the name of a state, found null", "null"),
        (r#"{"matrix": [["1/0"]]}"#, "nothing can be divided by 0", "\"1/0\""),
        (
            r#"{"matrix": [["1/1234567890123456789"]]}"#,
            "this number has too many digits to be kept exactly",
            "\"1/1234567890123456789\"",
        ),
        (
            r#"{"matrix": [[[1, 1]]]}"#,
            "the game is not zero-sum: 1 and 1 do not add up to 0",
            "[1, 1]",
        ),
        (r#"{"matrix": [[[1, 2, -3]]]}"#, "a cell has one payoff or two, not 3", "[1, 2, -3]"),
        (
            r#"{"agents": ["A", "B", "C"], "matrix": [[1]]}"#,
            "a stacked-matrix game has 2 agents, not 3",
            r#"["A", "B", "C"]"#,
        ),
        (
            r#"{"matrix": [[1]], "rows": ["a", "b"]}"#,
            "there are 2 names for 1 rows",
            r#"["a", "b"]"#,
        ),
        (
            r#"{"matrix": [[1, 2]], "columns": ["a", "A"]}"#,
            "\"A\" is the name of a column already",
            "\"A\"",
        ),
        (r#"{"matrix": [[1]], "colums": ["a"]}"#, "there is no field \"colums\"", "\"colums\""),
        (r#"{"matrix": [["s9"]]}"#, "there is no state \"s9\"", "\"s9\""),
        (
            r#"{"initial": "a", "states": {"a": [["b"]], "b": [["a", 1]]}}"#,
            "\"b\" leads back to \"a\" here",
            "\"a\"",
        ),
        (
            r#"{"initial": "a", "states": {"a": [[1]], "b": [["b"]]}}"#,
            "\"b\" leads back to \"b\" here",
            "\"b\"",
        ),
        (
            r#"{"initial": "1/2", "states": {"1/2": [[1]]}}"#,
            "\"1/2\" is a payoff and cannot be the name of a state",
            "\"1/2\"",
        ),
        (r#"{"initial": "b", "states": {"a": [[1]]}}"#, "there is no state \"b\"", "\"b\""),
        (
            r#"{"matrix": [[1]], "initial": "a"}"#,
            "a game has a \"matrix\" or \"states\", not \"initial\" too",
            "\"a\"",
        ),
        (
            r#"{"matrix": [["1/3", 0.33333333333333333333333333]]}"#,
            "the payoffs 1/3 and 0.3333333333333333 are too near to each other",
            "0.33333333333333333333333333",
        ),
    ];
    for (text, message, place) in cases {
        assert_eq!(error(text), (message.to_string(), place), "{text}");
    }
}

#[test]
fn large_matrices_and_long_plays_are_read() {
    let row = |i: u32| (0..300).map(|j| ((i * j) % 101).to_string()).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..300).map(|i| format!("[{}]", row(i))).collect();
    let game = read(&format!("{{\"matrix\": [{}]}}", rows.join(",")));
    assert_eq!(game.outcomes().len(), 101);
    assert!(game.picture(&game.initial()).to_text().contains("300 x 300"));
    // A chain of states, each leading to the next: no recursion may run out of stack.
    let state = |i: u32| format!("\"s{i}\": [[\"s{}\", 0]]", i + 1);
    let chain: Vec<String> = (0..50_000).map(state).collect();
    let text =
        format!("{{\"initial\": \"s0\", \"states\": {{{}, \"s50000\": [[1]]}}}}", chain.join(","));
    assert_eq!(read(&text).states().count(), 50_001);
}

#[test]
fn positions_are_names_and_payoffs() {
    let game = read(EXAMPLE_11);
    assert_eq!(game.read_position(" S2 "), Ok(StackedState(1)));
    let end = game.read_position("10").expect("a payoff");
    assert_eq!(game.payoff(&end, Agent::FIRST), 10.0);
    let error = game.read_position("s4").expect_err("no such state");
    assert!(error.help.is_some());
    assert!(game.read_position("7").is_err());
}

#[test]
fn reading_polled_no_limit() {
    let late = Budget::default().within(std::time::Duration::ZERO);
    let matrix = StackedGame::from_json_within(r#"{"matrix": [[1]]}"#, &late);
    assert!(matches!(matrix, Err(NoAnswer::Stopped(_))));
    let graph = include_str!("../../../games/explicit/example-1.json");
    let graph = ludex_game::ExplicitGame::from_json_within(graph, &late);
    assert!(matches!(graph, Err(NoAnswer::Stopped(_))));
}
