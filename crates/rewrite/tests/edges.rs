//! Faults that users met: each test is named after what was wrong, and asks its relatives too.

use ludex_base::Random;
use ludex_game::{Agent, Game, Model, Notation, Turn};
use ludex_rewrite::{Description, RewriteGame, query};
use serde_json::json;

fn description(text: &str) -> Description {
    Description::parse(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn game(text: &str) -> RewriteGame {
    RewriteGame::new(&description(text)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A token on a graph: two players move it along edges in turn, until there is none. Where it then
/// is decides: `W` is worth 1, `L` is worth -1.
fn token(edges: &str, marks: &str) -> String {
    let payoffs = "PAYOFF { A: Sum (x | P(x) and W(x) : 1) - Sum (x | P(x) and L(x) : 1); B: 0 }";
    format!(
        "PLAYERS A, B
         RULE Move: [a, b | P(a); E(a, b) | ] -> [a, b | P(b) | ] emb P
         LOC 0 {{ PLAYER A {payoffs} MOVES [Move -> 1] }}
         LOC 1 {{ PLAYER B {payoffs} MOVES [Move -> 0] }}
         MODEL [u, v, w | P(u); E:2 {{{edges}}}; W:1 {{}}; L:1 {{}}{marks} | ]"
    )
}

#[test]
fn the_value_of_a_start_without_moves_was_a_panic() {
    for (marks, value) in [("; W(u)", "1"), ("; L(u)", "-1"), ("", "0"), ("; W(u); L(u)", "0")] {
        let description = description(&token("(v, w)", marks));
        assert_eq!(query(&description, "value").expect("a value"), json!(value), "{marks}");
        assert_eq!(query(&description, "states").expect("a count"), json!(1));
        assert_eq!(query(&description, "terminals").expect("counts"), json!({ value: 1 }));
        assert_eq!(query(&description, "moves 0").expect("moves"), json!([]));
    }
}

#[test]
fn a_win_had_no_value_where_only_the_winner_can_end_the_play() {
    // A can go from u to w and win; B can only come back.
    let winning = token("(u, v); (v, u); (u, w)", "; W(w)");
    assert_eq!(query(&description(&winning), "value").expect("a value"), json!("1"));
    // The other way round: A must go to v, where B wins or goes back.
    let losing = token("(u, v); (v, u); (v, w)", "; L(w)");
    assert_eq!(query(&description(&losing), "value").expect("a value"), json!("-1"));
    // B can go back for ever, but would not lose less: nothing is worth more than a draw to A.
    let drawing = token("(u, v); (v, u); (u, w)", "");
    assert_eq!(query(&description(&drawing), "value").expect("a value"), json!("0"));
    // Each can end the play to its loss only: nobody can force anything that is worth more.
    let endless = token("(u, v); (v, u); (u, w); (v, x)", "; L(w); W(x)");
    let error = query(&description(&endless), "value").expect_err("no value").to_string();
    assert!(error.contains("no payoff can be forced"), "{error}");
}

/// Returns whether the first player (or the other one) can force the token to an end that is good,
/// by rounds of the definition.
fn forces(edges: &[(usize, usize)], first: bool, good: &dyn Fn(usize) -> bool) -> bool {
    const NODES: usize = 6;
    let next = |node: usize| edges.iter().filter(move |e| e.0 == node).map(|e| e.1);
    let mut won = [[false; NODES]; 2];
    for _ in 0..2 * NODES {
        let before = won;
        for (player, row) in won.iter_mut().enumerate() {
            for (node, won) in row.iter_mut().enumerate() {
                *won = match (next(node).next().is_none(), (player == 0) == first) {
                    (true, _) => good(node),
                    (false, true) => next(node).any(|to| before[1 - player][to]),
                    (false, false) => next(node).all(|to| before[1 - player][to]),
                };
            }
        }
    }
    won[0][0]
}

#[test]
fn values_of_random_graphs_with_cycles_are_those_of_the_definition() {
    let names = ["u", "v", "w", "x", "y", "z"];
    let (mut with, mut without) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let count = 4 + random.below(6);
        let mut edges: Vec<(usize, usize)> =
            (0..count).map(|_| (random.below(5), random.below(6))).filter(|e| e.0 != e.1).collect();
        edges.sort_unstable();
        edges.dedup();
        let worth: Vec<i64> = names.iter().map(|_| random.below(3) as i64 - 1).collect();
        let pair = |&(a, b): &(usize, usize)| format!("({}, {})", names[a], names[b]);
        let edge_text = edges.iter().map(pair).collect::<Vec<_>>().join("; ");
        let mark = |(name, worth): (&&str, &i64)| match worth {
            1 => format!("; W({name})"),
            -1 => format!("; L({name})"),
            _ => String::new(),
        };
        let marks: String = names.iter().zip(&worth).map(mark).collect();
        let text = token(&edge_text, &marks).replace("[u, v, w |", "[u, v, w, x, y, z |");
        let low = (-1..=1).rev().find(|v| forces(&edges, true, &|node| worth[node] >= *v));
        let high = (-1..=1).find(|v| forces(&edges, false, &|node| worth[node] <= *v));
        let answer = query(&description(&text), "value").ok();
        match (low, high) {
            (Some(low), Some(high)) if low == high => {
                assert_eq!(answer, Some(json!(low.to_string())), "seed {seed}\n{text}");
                with += 1;
            }
            (Some(1), None) => assert_eq!(answer, Some(json!("1")), "seed {seed}\n{text}"),
            (None, Some(-1)) => assert_eq!(answer, Some(json!("-1")), "seed {seed}\n{text}"),
            (low, high) => {
                // A payoff is the value only if it is the greatest or the least that occurs.
                let forced = low.xor(high).map(|value| json!(value.to_string()));
                assert!(answer.is_none() || answer == forced, "seed {seed}: {answer:?}\n{text}");
                without += 1;
            }
        }
    }
    assert!(with > 100 && without > 20, "{with} with a value, {without} without");
}

#[test]
fn moves_as_they_are_played_could_not_be_applied() {
    let text = token("(u, v); (v, w)", "");
    let long = query(&description(&text), "apply Move a=u b=v").expect("a structure");
    let short = query(&description(&text), "apply Move:u,v").expect("a structure");
    assert_eq!(long, short);
    assert_eq!(query(&description(&text), "apply Move:u,v>1").expect("a structure"), long);
    for wrong in ["apply Move:u", "apply Move:u,v,w", "apply Move:v,u", "apply Move:u,q"] {
        assert!(query(&description(&text), wrong).is_err(), "{wrong}");
    }
    let game = game(&text);
    let (start, mut moves) = (game.initial(), Vec::new());
    game.moves(&start, Agent::FIRST, &mut moves);
    for written in ["Move:u,v", "Move a=u b=v", "Move:a=u,b=v", "u,v"] {
        assert_eq!(game.read_move(&start, Agent::FIRST, written), Some(moves[0]), "{written}");
    }
}

/// A game whose play creates elements, and whose payoff counts them.
const GROWING: &str = "PLAYERS A
    RULE Bud: [a | Young(a) | ] -> [b, c | Young(b); E(b, c) | ] with [b <- a] emb Young
    RULE Stop: [a | Young(a) | ] -> [a | | ] emb Young
    LOC 0 { PLAYER A PAYOFF { A: Sum (x, y | E(x, y) : 1/2) } MOVES [Bud -> 0; Stop -> 0] }
    MODEL [r | Young(r); E:2 {} | ]";

#[test]
fn payoffs_that_count_created_elements_could_not_be_played() {
    let game = game(GROWING);
    let mut state = game.initial();
    let mut moves = Vec::new();
    for name in ["Bud", "Bud", "Bud", "Stop"] {
        moves.clear();
        game.moves(&state, Agent::FIRST, &mut moves);
        let named = |mv: &&_| game.write_move(&state, Agent::FIRST, **mv).starts_with(name);
        let mv = *moves.iter().find(named).expect(name);
        game.play(&mut state, Agent::FIRST, mv);
    }
    assert_eq!(game.turn(&state), Turn::Final);
    assert_eq!(game.outcomes().number(game.outcome(&state)), 1.5);
    assert_eq!((game.payoff(&state, Agent::FIRST), game.fault()), (1.5, None));
}

#[test]
fn payoffs_with_a_large_range_could_not_be_played() {
    let text = "PLAYERS A
        RULE Mark: [a | | ] -> [a | P(a) | ] emb P
        LOC 0 { PLAYER A PAYOFF { A: Sum (x, y, z, w | P(x) and P(y) and P(z) and P(w) : 1) }
          MOVES [Mark -> 0] }
        MODEL [ | P:1 {} | ] \". . . ./. . . ./. . . .\"";
    let game = game(text);
    let position = game.read_position("P . P ./. . . ./. . . .").expect("a position");
    assert_eq!(game.payoff(&position, Agent::FIRST), 16.0);
    assert_eq!(game.outcomes().number(game.outcome(&position)), 16.0);
    assert_eq!(game.fault(), None);
    // A payoff beyond those that are listed is no answer.
    let full = game.read_position("P P P P/P P P P/P P P P").expect("a position");
    game.outcome(&full);
    assert!(game.fault().is_some_and(|fault| fault.contains("20736")));
}

#[test]
fn a_slip_in_a_grid_became_a_relation() {
    let text = |grid: &str| {
        format!(
            "PLAYERS A
             RULE Step: [a, b | King(a); R(a, b) | ] -> [a, b | King(b) | ] emb King
             LOC 0 {{ PLAYER A PAYOFF {{ A: 0 }} MOVES [Step -> 0] }}
             MODEL [ | Wall:1 {{}}; King:1 {{}} | ] \"{grid}\""
        )
    };
    let error = Description::parse(&text("King . Wal")).expect_err("a slip");
    assert_eq!(error.message, "nothing but the grid mentions `Wal`");
    assert!(error.help.as_ref().is_some_and(|help| help.contains("Wall")), "{error:?}");
    assert_eq!(&text("King . Wal")[error.span], "Wal");
    let error = Description::parse(&text("Kng+Wall . .")).expect_err("a slip");
    assert_eq!(error.message, "nothing but the grid mentions `Kng`");
    description(&text("King . Wall"));
}

#[test]
fn marks_that_never_change_were_hidden_below_those_that_do() {
    let text = "PLAYERS A
        RULE Step: [a, b | King(a); R(a, b) | ] -> [a, b | King(b) | ] emb King
        LOC 0 { PLAYER A PAYOFF { A: :(ex x (King(x) and Goal(x))) } MOVES [Step -> 0] }
        MODEL [ | King:1 {}; Goal:1 {} | ] \"King . Goal\"";
    let game = game(text);
    let drawn = |position: &str| {
        let state = game.read_position(position).expect(position);
        game.picture(&state).to_text()
    };
    assert!(drawn("King . Goal").contains("goal"), "{}", drawn("King . Goal"));
    assert!(drawn(". . King+Goal").contains("King+goal"), "{}", drawn(". . King+Goal"));
}

/// To find whose marks they are took every rule apart, which those that add elements do not allow.
#[test]
fn games_whose_rules_add_elements_to_a_grid_could_not_be_drawn() {
    let text = "PLAYERS One, Two
        RULE Grow: [a | P(a) | ] -> [b, c | E(b, c); Q(c) | ]
        RULE Mark: [a | P(a) | ] -> [a | S(a) | ]
        LOC 0 { PLAYER One PAYOFF { One: 0; Two: 0 } MOVES [Grow -> 1] }
        LOC 1 { PLAYER Two PAYOFF { One: 0; Two: 0 } MOVES [Mark -> 0; Grow -> 0] }
        MODEL [ | E:2 {}; Q:1 {}; S:1 {} | ] \"P P\"";
    let game = game(text);
    let state = game.initial();
    assert!(game.picture(&state).to_text().contains("P P"), "{}", game.picture(&state).to_text());
    let mut moves = Vec::new();
    game.moves(&state, Agent::FIRST, &mut moves);
    let grown = game.after(&state, Agent::FIRST, moves[0]);
    let seen = game.picture(&grown).to_text();
    assert!(seen.contains('Q') && seen.contains("E (") && seen.contains("Two to move"), "{seen}");
}

#[test]
fn positions_repeated_all_that_never_changes() {
    let text = token("(u, v); (v, w); (w, u)", "; W(w)");
    let game = game(&text);
    let start = game.initial();
    assert_eq!(game.write_position(&start), "[ | P:1 {(u)} | ] @0");
    let (mut state, mut moves) = (start.clone(), Vec::new());
    game.moves(&state, Agent::FIRST, &mut moves);
    game.play(&mut state, Agent::FIRST, moves[0]);
    assert_eq!(game.write_position(&state), "[ | P:1 {(v)} | ] @1");
    for position in [
        game.write_position(&state),
        "[u, v, w | P(v); E {(u, v); (v, w); (w, u)}; \
         W(w); L:1 {} | ] @1"
            .to_owned(),
    ] {
        assert_eq!(game.read_position(&position).expect(&position), state, "{position}");
    }
    assert!(game.read_position("[ | P(q) | ]").is_err(), "there is no element q");
    assert!(game.read_position("[ | P(v); W(v) | ]").is_err(), "W never changes");
}

#[test]
fn formulas_that_are_existential_themselves_had_no_description() {
    let text = "PLAYERS A
        RULE Mark: [a | | ] -> [a | P(a) | ] emb P
        LOC 0 { PLAYER A PAYOFF { A: 0 } MOVES [Mark -> 0] }
        MODEL [ | P:1 {} | ] \". . ./. . ./. . .\"";
    let description = description(text);
    let formula = "ex y C(x, y) and ex z C(z, x) or ex y R(x, y) and ex z R(z, x)";
    for formula in [formula, "not ex y C(x, y) or not ex y C(y, x)"] {
        let described = query(&description, &format!("describe {formula}")).expect(formula);
        let Some(described) = described.as_str() else { continue };
        for cell in ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"] {
            let truth = |formula: &str| {
                let asked = format!("eval ex x (x = {cell} and ({formula}))");
                query(&description, &asked).unwrap_or_else(|error| panic!("{asked}: {error}"))
            };
            assert_eq!(truth(described), truth(formula), "{cell}: {described}");
        }
    }
    let described = query(&description, &format!("describe {formula}")).expect("an answer");
    assert!(described.is_string(), "{formula} is a description");
}
