//! Relations that are defined by themselves, compared with searches in graphs and with definitions
//! written out step by step.

use ludex_base::Random;
use ludex_game::{Agent, Game, Hints, Model, Notation, Turn};
use ludex_rewrite::{ComparedGame, Description, RewriteGame, query};
use serde_json::json;

fn description(text: &str) -> Description {
    Description::parse(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn game(text: &str) -> RewriteGame {
    RewriteGame::new(&description(text)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

const NAMES: [&str; 6] = ["u", "v", "w", "x0", "y0", "z0"];

/// A graph on which nothing moves, and what follows from its edges.
fn graph(edges: &[(usize, usize)], moving: bool) -> String {
    let pair = |&(a, b): &(usize, usize)| format!("({}, {})", NAMES[a], NAMES[b]);
    let edges: Vec<String> = edges.iter().map(pair).collect();
    // A rule that changes edges makes them fluents.
    let rule = match moving {
        true => "RULE Cut: [a, b | E(a, b) | ] -> [a, b | | ] emb E",
        false => "RULE Cut: [a | P(a) | ] -> [a | | ] emb P",
    };
    format!(
        "PLAYERS A
         REL Path(x, y) = E(x, y) or ex z (E(x, z) and Path(z, y))
         REL Back(x, y) = E(x, y) or ex z (Back(x, z) and E(z, y))
         REL Safe(x) = all y (E(x, y) -> Safe(y))
         {rule}
         LOC 0 {{ PLAYER A PAYOFF {{ A: Sum (x, y | Path(x, y) : 1) }} MOVES [Cut -> 0] }}
         MODEL [{} | P:1 {{}}; E:2 {{{}}} | ]",
        NAMES.join(", "),
        edges.join("; ")
    )
}

/// Returns which elements lead to which by one or more edges.
fn closure(edges: &[(usize, usize)]) -> [[bool; 6]; 6] {
    let mut reach = [[false; 6]; 6];
    edges.iter().for_each(|&(a, b)| reach[a][b] = true);
    for via in 0..6 {
        for from in 0..6 {
            for to in 0..6 {
                reach[from][to] |= reach[from][via] && reach[via][to];
            }
        }
    }
    reach
}

#[test]
fn transitive_closures_are_those_of_graphs() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let count = random.below(12);
        let mut edges: Vec<(usize, usize)> =
            (0..count).map(|_| (random.below(6), random.below(6))).collect();
        edges.sort_unstable();
        edges.dedup();
        let (text, reach) = (graph(&edges, seed % 2 == 0), closure(&edges));
        let description = description(&text);
        let ask = |formula: String| {
            query(&description, &format!("eval {formula}"))
                .unwrap_or_else(|e| panic!("{e}\n{text}"))
        };
        for (from, row) in reach.iter().enumerate() {
            for (to, &expected) in row.iter().enumerate() {
                let (x, y) = (NAMES[from], NAMES[to]);
                for name in ["Path", "Back"] {
                    let formula = format!("ex x, y (x = {x} and y = {y} and {name}(x, y))");
                    assert_eq!(ask(formula), expected, "seed {seed} {name} {x} {y}\n{text}");
                }
            }
            // A walk that never ends comes back to an element.
            let endless = (0..6).any(|e| reach[e][e] && (e == from || row[e]));
            let formula = format!("ex x (x = {} and Safe(x))", NAMES[from]);
            assert_eq!(ask(formula), !endless, "seed {seed}\n{text}");
        }
        let pairs = reach.iter().flatten().filter(|&&b| b).count();
        let term = query(&description, "term Sum (x, y | Path(x, y) : 1)").expect("a number");
        assert_eq!(term, json!(pairs.to_string()), "seed {seed}\n{text}");
    }
}

/// Hex as it must be written where no definition mentions itself.
fn written_out() -> String {
    let text = include_str!("../../../games/toss/hex.toss");
    let chain = |colour: &str, side: &str| -> String {
        let first = format!("REL {colour}0(x) = {colour}(x) and {side}(x)\n");
        let step = |i: usize| {
            let last = i - 1;
            format!(
                "REL {colour}{i}(x) = {colour}(x) and ex y (Near(x, y) and {colour}{last}(y))\n"
            )
        };
        (1..25).map(step).fold(first, |all, one| all + &one)
    };
    let lines = text.lines().filter(|line| !line.starts_with("REL From"));
    let kept: String = lines.map(|line| format!("{line}\n")).collect();
    let kept = kept.replace("FromTop(x)", "B24(x)").replace("FromLeft(x)", "W24(x)");
    kept + "REL Near(x, y) = x = y or Next(x, y)\n" + &chain("B", "Top") + &chain("W", "Left")
}

#[test]
fn hex_is_the_same_with_all_steps_written_out() {
    let short = game(include_str!("../../../games/toss/hex.toss"));
    let long = game(&written_out());
    let mut won = [0, 0];
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let (mut state, mut other) = (short.initial(), long.initial());
        while let Turn::Of(agent) = short.turn(&state) {
            let (mut moves, mut others) = (Vec::new(), Vec::new());
            short.moves(&state, agent, &mut moves);
            long.moves(&other, agent, &mut others);
            assert_eq!(moves, others, "{}", short.write_position(&state));
            let mv = moves[random.below(moves.len())];
            short.play(&mut state, agent, mv);
            long.play(&mut other, agent, mv);
        }
        assert_eq!(long.turn(&other), Turn::Final, "{}", short.write_position(&state));
        let payoff = short.payoff(&state, Agent::FIRST);
        assert_eq!(payoff, long.payoff(&other, Agent::FIRST), "{}", short.write_position(&state));
        won[usize::from(payoff > 0.0)] += 1;
    }
    assert!(won[0] > 5 && won[1] > 5, "{won:?}");
}

#[test]
fn hex_agrees_with_the_definitions() {
    let compared = ComparedGame::new(game(include_str!("../../../games/toss/hex.toss")));
    let compared = compared.expect("it is compared");
    let (mut state, mut random) = (compared.initial(), Random::new(7));
    for _ in 0..12 {
        let Turn::Of(agent) = compared.turn(&state) else { break };
        let mut moves = Vec::new();
        compared.moves(&state, agent, &mut moves);
        compared.play(&mut state, agent, moves[random.below(moves.len())]);
    }
    compared.outcome(&state);
    assert_eq!(compared.fault(), None);
}

#[test]
fn the_normal_form_of_hex_is_short() {
    let hex = description(include_str!("../../../games/toss/hex.toss"));
    let normal = query(&hex, "tnf WinB()").expect("a normal form");
    assert_eq!(normal, json!("ex x (Bottom(x) and FromTop(x))"));
    let fluents = query(&hex, "fluents").expect("fluents");
    assert_eq!(fluents, json!(["B", "W"]));
    query(&hex, "heuristic Black 1/4").expect("an evaluation");
    let game = game(include_str!("../../../games/toss/hex.toss"));
    assert!(game.evaluations().len() < 2);
    let value = Hints::evaluation(&game, 0, &game.initial());
    assert!((0.0..=1.0).contains(&value), "{value}");
}

#[test]
fn definitions_by_themselves_work_where_elements_are_created() {
    let text = "PLAYERS A
        REL Below(x) = Root(x) or ex y (E(y, x) and Below(y))
        RULE Bud: [a | Young(a) | ] -> [b, c | Young(c); E(b, c) | ] with [b <- a] emb Young
        RULE Stop: [a | Young(a) | ] -> [a | | ] emb Young
        LOC 0 { PLAYER A PAYOFF { A: Sum (x | Below(x) : 1) } MOVES [Bud -> 0; Stop -> 0] }
        MODEL [r, s | Young(r); Root(r); E:2 {} | ]";
    // The element `s` is below nothing.
    let game = game(text);
    let mut state = game.initial();
    for name in ["Bud", "Bud", "Stop"] {
        let mut moves = Vec::new();
        game.moves(&state, Agent::FIRST, &mut moves);
        let named = |mv: &&_| game.write_move(&state, Agent::FIRST, **mv).starts_with(name);
        let mv = *moves.iter().find(named).expect(name);
        game.play(&mut state, Agent::FIRST, mv);
    }
    assert_eq!(game.payoff(&state, Agent::FIRST), 3.0);
}

#[test]
fn definitions_by_themselves_that_mean_nothing_are_refused() {
    let with = |rel: &str| {
        let text = graph(&[], true).replace("PLAYERS A", &format!("PLAYERS A\n{rel}"));
        Description::parse(&text).expect_err(rel).message
    };
    assert!(with("REL Odd(x) = not Odd(x)").contains("must not be negated"));
    assert!(with("REL Two(x, y) = ex z (Two(y, z))").contains("only one of its arguments"));
    assert!(with("REL Same(x) = P(x) or Same(x)").contains("only repeats itself"));
    assert!(with("REL Many(x) = Sum (y | Many(y) : 1) < 3").contains("must not be counted"));
    assert!(with("REL One(x) = Other(x)\nREL Other(x) = One(x)").contains("needs itself"));
    assert!(
        with(
            "REL One(x) = One(x) or ex y (E(x, y) and One(y) and Other(y))\nREL Other(x) = One(x)"
        )
        .contains("needs itself")
    );
}

/// The games of the tutorial are those of the definitions, and end.
#[test]
fn games_of_the_tutorial_agree_with_the_definitions() {
    for text in [
        include_str!("../../../games/toss/trails.toss"),
        include_str!("../../../games/toss/bridge.toss"),
        include_str!("../../../games/toss/hedge.toss"),
    ] {
        let compared = ComparedGame::new(game(text)).expect("it is compared");
        for seed in 0..3 {
            let (mut state, mut random) = (compared.initial(), Random::new(seed));
            let mut length = 0;
            while let Turn::Of(agent) = compared.turn(&state) {
                let mut moves = Vec::new();
                compared.moves(&state, agent, &mut moves);
                compared.play(&mut state, agent, moves[random.below(moves.len())]);
                length += 1;
                assert!(length < 200, "{}", compared.write_position(&state));
            }
            compared.outcome(&state);
            assert_eq!(compared.fault(), None, "{}", compared.write_position(&state));
        }
    }
}
