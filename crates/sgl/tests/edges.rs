//! Faults that users met: each test is named after what was wrong, and asks its relatives too.

use ludex_base::{Budget, NoAnswer};
use ludex_game::{ExplicitGame, Game, Model, Notation, Turn};
use ludex_sgl::{
    Check, File, default_budget, open_game, query, query_game, query_within, strategy_query,
    summary,
};

fn file(text: &str) -> File {
    File::read("test", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> String {
    let error = File::read("test", text).expect_err(text);
    format!("{} at `{}`; {:?}", error.message, &error.input.text[error.span], error.help)
}

/// A game of one step, with further items.
fn step(more: &str) -> String {
    format!(
        "agents X, O; action a by X; action b by O; fluent p; fluent q; terminal := p; \
         legal a := ~q; legal b := q; next p := does(b); next q := does(a); {more}"
    )
}

#[test]
fn a_definition_with_the_name_of_a_fluent_replaced_it() {
    for item in ["define p := q;", "strategy p := does(a);"] {
        let message = error(&step(item));
        assert!(message.contains("`p` is the name of a fluent at `p`"), "{message}");
    }
    // Another number of arguments is another name.
    file(&step("define p(t) := q; init q;"));
    // So it is with agents, for constants and parameters.
    for item in ["const X = 1;", "define first(X) := q;", "strategy all(O) := does(b);"] {
        let message = error(&step(item));
        assert!(message.contains("is the name of an agent"), "{message}");
    }
}

#[test]
fn two_lists_of_true_atoms_were_merged() {
    let message = error(&step("init p; init q;"));
    assert!(message.contains("a second `init`") && message.contains("at `init`"), "{message}");
    // One list can have several groups, each with its own indices.
    let groups = "agents A; action a by A; fluent p(i) for i in 1..3; fluent q(i,j) for i in 1..2, \
                  j in 1..2; fluent r; init p(i) for i in 1..2, r, q(i,j) for i in 1..2, j in {2};";
    let parsed = file(groups);
    assert_eq!(parsed.rules().init.as_ref().map(Vec::len), Some(5));
    assert_eq!(file(&parsed.to_string()).rules().init, parsed.rules().init);
    let message = error("agents A; action a by A; fluent p; terminal := p; terminal := ~p;");
    assert!(message.contains("a second rule for `terminal`"), "{message}");
}

#[test]
fn a_start_where_nothing_is_true_could_not_be_written() {
    let parsed = file(&step("init; define wins(t) := p;"));
    assert_eq!(parsed.rules().init, Some(Vec::new()));
    assert_eq!(query(&parsed, "reach true").expect("a count").result, 3);
    assert_eq!(query(&parsed, "check : ~p & ~q & initial").expect("an answer").result, true);
    assert_eq!(file(&parsed.to_string()).rules().init, Some(Vec::new()));
    let game = open_game(&parsed).expect("a game");
    let start = game.initial();
    let again = game.read_position(&game.write_position(&start)).expect("a position");
    assert_eq!(game.turn(&again), game.turn(&start));
}

#[test]
fn questions_after_an_illegal_move_were_answered_without_a_remark() {
    let parsed = file(&step("init; strategy all(t) := or(x in actions(t)) does(x);"));
    for (asked, wrong) in [
        ("check after b : true", "b"),
        ("check after a, a : p", "a"),
        ("moves all(X) for X after a, b, a", "a"),
    ] {
        let notes = query(&parsed, asked).expect(asked).notes;
        assert!(notes[0].starts_with(&format!("`{wrong}` is not legal there")), "{notes:?}");
    }
    for asked in ["check after a, b : p", "moves all(O) for O after a", "check : [b] p"] {
        assert_eq!(query(&parsed, asked).expect(asked).notes, Vec::<String>::new(), "{asked}");
    }
}

#[test]
fn plays_were_draws_where_nothing_says_who_wins() {
    let won = "init; define win(t) := p & ~q;";
    let game = open_game(&file(&step(won))).expect("a game that can be played");
    let mut state = game.initial();
    for text in ["a", "b"] {
        assert_eq!(game.fault(), None);
        let agent = game.turn(&state).agent().expect("a turn");
        let mv = game.read_move(&state, agent, text).expect("a move");
        game.play(&mut state, agent, mv);
    }
    assert_eq!(game.turn(&state), Turn::Final);
    game.outcome(&state);
    let fault = game.fault().expect("who has won is not known");
    assert!(fault.contains("no `wins(t)`; is `win` to be called `wins`?"), "{fault}");
    let warnings = summary(&file(&step(won)), &Budget::default()).expect("no limit").warnings;
    assert!(warnings.iter().any(|warning| warning.contains("does not say who wins")));
    // So it was if what is called `wins(t)` is about more than one state.
    let modal = open_game(&file(&step("init; define wins(t) := [a] p;"))).expect("a game");
    modal.outcome(&modal.initial());
    assert!(modal.fault().is_some_and(|fault| fault.contains("one state")));
    let said = open_game(&file(&step("init; define wins(t) := false;"))).expect("a game");
    said.outcome(&said.initial());
    assert_eq!(said.fault(), None);
    let summed = summary(&file(&step("init; define wins(t) := p;")), &Budget::default());
    assert!(summed.expect("no limit").warnings.is_empty());
}

#[test]
fn three_agents_could_not_name_each_other() {
    let text = "agents A, B, C; action go(t) by t for t in agents; fluent turn(t) for t in agents;
        fluent done; init turn(A); terminal := done; legal go(t) := turn(t);
        next turn(t) := turn(before(t)); next done := does(go(C));
        define free(t) := and(s in others(t)) ~turn(s); define wins(t) := done & turn(after(t));";
    let parsed = file(text);
    for (asked, answer) in [
        ("check : free(A) & ~free(B) & ~free(C)", true),
        ("check after go(A) : turn(B)", true),
        ("check after go(A), go(B), go(C) : wins(C) & ~wins(A) & ~wins(B) & turn(A)", true),
    ] {
        assert_eq!(query(&parsed, asked).expect(asked).result, answer, "{asked}");
    }
    assert_eq!(file(&parsed.to_string()).to_string(), parsed.to_string());
    let message = query(&parsed, "check : turn(other(A))").expect_err("three agents").to_string();
    assert!(message.contains("two agents only"), "{message}");
    // With two agents all of these are the other one; actions of these names stay actions.
    let two = "agents X, O; action after(t) by t for t in agents; fluent turn(t) for t in agents;
        init turn(X); terminal := false; legal after(t) := turn(t); next turn(t) := turn(other(t));";
    let asked = "check after after(X) : turn(before(X)) & legal(after(O))";
    assert_eq!(query(&file(two), asked).expect(asked).result, true);
}

/// A game where the first agent wins or loses by its only move.
fn two_agents(first: &str, second: &str) -> ExplicitGame {
    let text = r#"{ "agents": ["FIRST", "SECOND"], "outcomes": { "loss": -1, "win": 1 },
        "initial": "s", "states": {
            "s": { "turn": "FIRST", "moves": { "FIRST": { "good": "w", "bad": "l" } } },
            "w": { "outcome": "win" }, "l": { "outcome": "loss" } } }"#;
    let text = text.replace("FIRST", first).replace("SECOND", second);
    ExplicitGame::from_json(&text).expect("a game")
}

#[test]
fn agents_called_by_numbers_could_be_asked_nothing() {
    for names in [["1", "2"], ["the-first", "the-second"]] {
        let game = two_agents(names[0], names[1]);
        let strategies = file(
            "game g; strategy best(t) := or(a in actions(t)) (legal(a) & does(a))
            & next win(t);",
        );
        for check in [Check::Complete, Check::Functional, Check::Wins, Check::NeverLoses] {
            let asked = strategy_query(&strategies, game.agents(), "best", names[0], check);
            let asked = asked.expect("a question");
            let found = query_game(&strategies, &game, &asked, &default_budget());
            assert_eq!(found.expect(&asked).result, true, "{asked}");
        }
    }
}

#[test]
fn a_number_is_an_agent_where_one_is_called_so() {
    let game = two_agents("1", "2");
    let strategies = file("game g; strategy all(t) := or(a in actions(t)) does(a);");
    for (asked, answer) in [
        ("complete all(1) for 1", true),
        ("ensures all(1) | all(2) : ~win(2)", false),
        ("check : turn(1) & ~turn(2)", true),
        ("check : [move(1,good)] win(1)", true),
    ] {
        let found = query_game(&strategies, &game, asked, &default_budget());
        assert_eq!(found.expect(asked).result, answer, "{asked}");
    }
    let wrong = query_game(&strategies, &game, "complete all(3) for 3", &default_budget());
    assert!(wrong.is_err_and(|error| error.to_string().contains("`3` is no agent")));
}

#[test]
fn indices_of_nothing_were_counted_without_end() {
    let many = "i in 1..100000, j in 1..100000, k in 1..0";
    let text = format!("agents A; action a by A; fluent p(i,j,k) for {many}; fluent q; init q;");
    let budget = Budget::default().within(std::time::Duration::from_millis(20));
    let stopped = File::read_within("test", &text, &budget).expect_err("no time is left");
    assert_eq!(stopped.to_string(), "no answer within the time");
    let budget = Budget::default().within(std::time::Duration::from_millis(20));
    let stopped = query_within(&file(&step("")), &format!("valid and({many}) p"), &budget);
    assert!(matches!(stopped, Err(NoAnswer::Stopped(_))));
}
