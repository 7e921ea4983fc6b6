//! Explicit games: the documented examples, round trips, and what is wrong with wrong files.

use ludex_game::{
    Agent, Atom, ExplicitGame, ExplicitState, Game, GraphShape, Model, Notation, Outcome,
    RandomGame, Turn, check_laws,
};

const EXAMPLE_1: &str = include_str!("../../../games/explicit/example-1.json");
const FIGURE_2_2: &str = include_str!("../../../games/explicit/figure-2-2.json");
const DOCUMENTATION: &str = include_str!("../EXPLICIT.md");

fn read(text: &str) -> ExplicitGame {
    ExplicitGame::from_json(text).unwrap_or_else(|e| panic!("{e:?} in {text}"))
}

/// Returns all strong solutions [Saf13, Def. 4] as sets of won states, by trying every set.
fn strong_solutions(game: &ExplicitGame) -> Vec<Vec<&str>> {
    let is_solution = |won: u32| {
        let in_set = |state: ExplicitState| won >> state.0 & 1 == 1;
        game.states().all(|state| {
            let Turn::Of(agent) = game.turn(&state) else {
                return in_set(state) == game.wins(&state, Agent::FIRST);
            };
            let mut moves = Vec::new();
            game.moves(&state, agent, &mut moves);
            let mut next = moves.iter().map(|&mv| in_set(game.after(&state, agent, mv)));
            in_set(state) == if agent == Agent::FIRST { next.any(|x| x) } else { next.all(|x| x) }
        })
    };
    let sets = (0..1u32 << game.len()).filter(|&won| is_solution(won));
    let named = |won: u32| game.states().filter(move |s| won >> s.0 & 1 == 1).map(|s| game.name(s));
    sets.map(|won| named(won).collect()).collect()
}

#[test]
fn example_1_has_its_two_strong_solutions() {
    let game = read(EXAMPLE_1);
    assert_eq!(strong_solutions(&game), [vec!["s3"], vec!["s0", "s1", "s3"]]);
    assert!(game.can_repeat());
}

#[test]
fn figure_2_2_has_the_two_strong_solutions_of_example_3() {
    let game = read(FIGURE_2_2);
    let expected =
        [vec!["s0", "s2", "s4", "s5", "s7"], vec!["s0", "s1", "s2", "s3", "s4", "s5", "s7"]];
    assert_eq!(strong_solutions(&game), expected);
}

fn documented() -> Vec<&'static str> {
    let blocks = DOCUMENTATION.split("```json\n").skip(1);
    blocks.map(|block| block.split("```").next().expect("a closed block")).collect()
}

#[test]
fn documented_games_obey_the_laws() {
    let documented = documented();
    assert_eq!(documented.len(), 3);
    for text in documented.into_iter().chain([EXAMPLE_1, FIGURE_2_2]) {
        check_laws(&read(text), 1, 20).expect("a lawful game");
    }
}

#[test]
fn the_documented_game_means_what_the_page_says() {
    let game = read(documented()[1]);
    let start = game.initial();
    assert_eq!(game.turn(&start), Turn::Of(Agent(0)));
    let played = |agent, name| {
        let mv = game.read_move(&start, agent, name).expect(name);
        game.after(&start, agent, mv)
    };
    let won = played(Agent(0), "attack");
    assert_eq!(game.outcome(&won), Outcome(3));
    assert_eq!((game.payoff(&won, Agent(0)), game.payoff(&won, Agent(1))), (3.0, -3.0));
    assert!(game.satisfies(&won, Atom::Win(Agent(0))));
    let over = played(Agent(1), "CAPTURE");
    assert!(game.satisfies(&over, Atom::Lost(Agent(0))), "a draw is not a win");
    assert_eq!(game.facts(&start), ["check", "on(king,a1)"]);
    assert_eq!(game.read_position(" EVEN "), Ok(ExplicitState(1)));
    let error = game.read_position("strat").expect_err("no such state");
    assert_eq!(error.help.as_deref(), Some("did you mean start?"));
    assert_eq!(
        game.picture(&start).to_text(),
        "start [check, on(king,a1)]: White to move\n  \
         White: attack → won, wait → even\n  \
         Black (off turn): threaten → even, capture → over\n"
    );
    assert_eq!(game.picture(&over).to_text(), "over: the game is over: draw\n");
}

#[test]
fn the_label_win_decides_where_no_outcome_is_given() {
    let text = |outcome: &str| {
        format!(
            r#"{{"agents":["Max"],"initial":"s","states":{{
                "s":{{"moves":{{"Max":["a","b","c"]}}}},
                "a":{{"labels":["win"]}},"b":{{"labels":["p"]}},"c":{{"outcome":"{outcome}"}}}}}}"#
        )
    };
    let game = read(&text("win"));
    let names = [1, 2, 3].map(|i| game.outcomes().name(game.outcome(&ExplicitState(i))));
    assert_eq!(names, ["win", "loss", "win"]);
    // With a draw there are three outcomes, and leaving one out is no longer clear.
    let error = ExplicitGame::from_json(&text("draw")).expect_err("not clear");
    assert_eq!(error.message, "the final state \"a\" has no outcome");
}

#[test]
fn games_survive_writing_and_reading() {
    for seed in 0..300 {
        let shapes = [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic];
        let kind = RandomGame {
            states: 1 + seed % 50,
            agents: 1 + seed % 4,
            atoms: seed % 80,
            outcomes: 2 + seed % 6,
            branching: 1 + seed % 4,
            shape: shapes[seed % 3],
            off_turn: seed % 5 > 1,
        };
        let game = kind.generate(seed as u64);
        assert_eq!(read(&game.to_json()), game, "seed {seed}");
    }
    for text in documented() {
        assert_eq!(read(&read(text).to_json()), read(text));
    }
    let odd = r#"{"agents":["A\"b"],"outcomes":{"\u00e9":0.1,"x\\y":1e300,"z":-0.30000000000000004},
        "initial":"→","states":{"→":{"outcome":"é"}}}"#;
    assert_eq!(read(&read(odd).to_json()), read(odd));
}

/// Wrong files: the text, what is underlined, and a part of the message or the help.
const WRONG: [(&str, &str, &str); 40] = [
    ("", "", "empty"),
    ("  \n ", "  \n ", "empty"),
    ("[]", "[]", "expected a game (an object), found a list"),
    ("nil", "i", "not JSON"),
    (r#"{"agents":["Max"],}"#, "}", "not JSON"),
    (r#"{"agents":["Max"]"#, "]", "ends too early"),
    (r#"{"states":{"s":{}},"initial":"s"}"#, "{", "\"agents\" is missing"),
    (r#"{"agents":["Max"],"initial":"s"}"#, "{", "\"states\" is missing"),
    (r#"{"agents":["Max"],"states":{"s":{}}}"#, "{", "\"initial\" is missing"),
    (r#"{"agents":["Max"],"initial":"t","states":{"s":{}}}"#, "\"t\"", "there is no state \"t\""),
    (r#"{"agents":["Max"],"initial":"t","states":{}}"#, "\"t\"", "there is no state \"t\""),
    (r#"{"agents":["Max"],"initial":3,"states":{"s":{}}}"#, "3", "expected the name of a state"),
    (r#"{"agents":"Max","initial":"s","states":{"s":{}}}"#, "\"Max\"", "expected a list of agents"),
    (r#"{"agents":[],"initial":"s","states":{"s":{}}}"#, "[]", "1 to 255 agents, not 0"),
    (r#"{"agents":["a","A"],"initial":"s","states":{"s":{}}}"#, "\"A\"", "an agent already"),
    (r#"{"agents":["a b"],"initial":"s","states":{"s":{}}}"#, "\"a b\"", "contains a blank"),
    (r#"{"agents":[""],"initial":"s","states":{"s":{}}}"#, "\"\"", "is empty"),
    (r#"{"agents":[null],"initial":"s","states":{"s":{}}}"#, "null", "expected a name, found null"),
    (r#"{"agent":["a"],"initial":"s","states":{"s":{}}}"#, "\"agent\"", "did you mean \"agents\"?"),
    (r#"{"agents":["a"],"initial":"s","states":[]}"#, "[]", "expected an object of states"),
    (r#"{"agents":["a"],"initial":"s","states":{"s":7}}"#, "7", "expected a state (an object)"),
    (r#"{"agents":["a"],"initial":"s","states":{"s":{},"s":{}}}"#, "\"s\"", "occurs twice"),
    (r#"{"agents":["a"],"initial":"s","states":{"s":{"label":[]}}}"#, "\"label\"", "\"labels\"?"),
    (r#"{"agents":["a"],"initial":"s","states":{"s":{"labels":[1]}}}"#, "1", "expected a name"),
    (r#"{"agents":["a"],"initial":"s","states":{"s":{"labels":["w"]}}}"#, "\"w\"", "every game"),
    (r#"{"agents":["a"],"initial":"s","states":{"s":{"labels":["p q"]}}}"#, "\"p q\"", "a word"),
    (r#"{"agents":["a"],"initial":"s","states":{"s":{"labels":["p","P"]}}}"#, "\"P\"", "one way"),
    (
        r#"{"agents":["a"],"atoms":["p"],"initial":"s","states":{"s":{"labels":["q"]}}}"#,
        "\"q\"",
        "there is no atom \"q\"",
    ),
    (
        r#"{"agents":["a"],"initial":"s","states":{"s":{"moves":{"b":["s"]}}}}"#,
        "\"b\"",
        "there is no agent \"b\"",
    ),
    (
        r#"{"agents":["a"],"initial":"s","states":{"s":{"moves":{"a":["t"]}}}}"#,
        "\"t\"",
        "there is no state \"t\"",
    ),
    (
        r#"{"agents":["a"],"initial":"s","states":{"s":{"moves":{"a":["s","s"]}}}}"#,
        "\"s\"",
        "two moves to one state need names",
    ),
    (
        r#"{"agents":["a"],"initial":"s","states":{"s":{"moves":{"a":{"m":"s","m":"s"}}}}}"#,
        "\"m\"",
        "occurs twice",
    ),
    (
        r#"{"agents":["a"],"initial":"s","states":{"s":{"moves":{"a":{"m":["s","s"]}}}}}"#,
        "[\"s\",\"s\"]",
        "expected the name of a state, found a list",
    ),
    (
        r#"{"agents":["a"],"initial":"s","states":{"s":{"moves":{"a":"s"}}}}"#,
        "\"s\"",
        "expected moves",
    ),
    (
        r#"{"agents":["a","b"],"initial":"s","states":{"s":{"moves":{"a":["s"],"A":["s"]}}}}"#,
        "\"A\"",
        "given twice",
    ),
    (
        r#"{"agents":["a","b"],"initial":"s","states":{"s":{"moves":{"a":["s"],"b":["s"]}}}}"#,
        "\"s\"",
        "say who is on turn",
    ),
    (
        r#"{"agents":["a","b"],"initial":"s","states":{"s":{"turn":"b","moves":{"a":["s"]}}}}"#,
        "\"b\"",
        "b is on turn but has no move",
    ),
    (
        r#"{"agents":["a"],"initial":"s","states":{"s":{"moves":{"a":["s"]},"outcome":"win"}}}"#,
        "\"win\"",
        "has moves and an outcome",
    ),
    (
        r#"{"agents":["a"],"initial":"s","states":{"s":{"outcome":"wni"}}}"#,
        "\"wni\"",
        "did you mean \"win\"?",
    ),
    (
        r#"{"agents":["a"],"outcomes":{"x":1,"y":1},"initial":"s","states":{"s":{}}}"#,
        "1",
        "the same number",
    ),
];

#[test]
fn wrong_files_are_refused_with_the_place_and_the_reason() {
    for (text, underlined, reason) in WRONG {
        let error = ExplicitGame::from_json(text).expect_err(text);
        let said = format!("{} / {}", error.message, error.help.clone().unwrap_or_default());
        assert!(said.contains(reason), "{text}\n{said}");
        assert_eq!(text.get(error.span.clone()), Some(underlined), "{text}\n{error:?}");
    }
}

#[test]
fn broken_files_never_panic_and_errors_point_into_them() {
    let good = documented()[1];
    for (at, _) in good.char_indices() {
        for text in [good[..at].to_string(), format!("{}{}", &good[..at], &good[at + 1..])] {
            if let Err(error) = ExplicitGame::from_json(&text) {
                assert!(text.get(error.span).is_some(), "{text}");
            }
        }
    }
}
