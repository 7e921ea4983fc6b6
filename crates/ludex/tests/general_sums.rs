//! Games in which the agents do not just want to hurt each other: values beside plain backward
//! induction over trees of our own, evidence and its mutations, ties, guarantees, refusals.

use std::path::Path;

use ludex::{
    Best, Check, Evidence, InputError, Language, Limits, Play, Query, Session, SetUp, Solve,
    StrategyCheck, Warning, open_text,
};
use ludex_base::{Random, trials};
use serde_json::{Value, json};

type Done = Result<(), InputError>;

/// A file of the project, from the folder of this crate.
fn file(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path).display().to_string()
}

/// What each agent gets: numerators and denominators.
type Payoffs = Vec<(i64, i64)>;

/// A tree of our own.
enum Tree {
    End(Payoffs),
    Choice(usize, Vec<Tree>),
}

fn random_tree(random: &mut Random, agents: usize, depth: usize) -> Tree {
    if depth == 0 || random.one_in(5) {
        let payoff = |random: &mut Random| (random.below(9) as i64 - 4, 1 + random.below(3) as i64);
        return Tree::End((0..agents).map(|_| payoff(random)).collect());
    }
    let moves = 1 + random.below(3);
    let agent = random.below(agents);
    Tree::Choice(agent, (0..moves).map(|_| random_tree(random, agents, depth - 1)).collect())
}

/// Writes a tree in the `.efg` format, every node of an agent with an information set of its own.
fn efg(tree: &Tree, agents: usize) -> String {
    let names: Vec<String> = (1..=agents).map(|n| format!("\"P{n}\"")).collect();
    let mut text = format!("EFG 2 R \"\" {{ {} }}\n\"\"\n", names.join(" "));
    write_node(tree, &mut 0, &mut text);
    text
}

fn write_node(tree: &Tree, number: &mut usize, text: &mut String) {
    *number += 1;
    match tree {
        Tree::End(payoffs) => {
            let payoffs: Vec<String> = payoffs.iter().map(|(a, b)| format!("{a}/{b}")).collect();
            *text += &format!("t \"\" {number} \"\" {{ {} }}\n", payoffs.join(", "));
        }
        Tree::Choice(agent, children) => {
            let names: Vec<String> = (0..children.len()).map(|m| format!("\"m{m}\"")).collect();
            let (agent, names) = (agent + 1, names.join(" "));
            *text += &format!("p \"\" {agent} {number} \"\" {{ {names} }} 0\n");
            children.iter().for_each(|child| write_node(child, number, text));
        }
    }
}

/// Plain backward induction: the first of the moves that are best for the agent on turn.
fn plain(tree: &Tree) -> (Payoffs, Vec<String>) {
    match tree {
        Tree::End(payoffs) => (payoffs.clone(), Vec::new()),
        Tree::Choice(agent, children) => {
            let mut best: Option<(Payoffs, Vec<String>)> = None;
            for (m, child) in children.iter().enumerate() {
                let (payoffs, mut line) = plain(child);
                let better = best.as_ref().is_none_or(|(known, _)| {
                    payoffs[*agent].0 * known[*agent].1 > known[*agent].0 * payoffs[*agent].1
                });
                if better {
                    line.insert(0, format!("m{m}"));
                    best = Some((payoffs, line));
                }
            }
            best.expect("a node has a move")
        }
    }
}

/// What an agent can secure: it takes the most, the others leave it the least.
fn secured(tree: &Tree, agent: usize) -> (i64, i64) {
    let less = |a: &(i64, i64), b: &(i64, i64)| (a.0 * b.1).cmp(&(b.0 * a.1));
    match tree {
        Tree::End(payoffs) => payoffs[agent],
        Tree::Choice(mover, children) => {
            let values = children.iter().map(|child| secured(child, agent));
            let value = if *mover == agent { values.max_by(less) } else { values.min_by(less) };
            value.expect("a node has a move")
        }
    }
}

fn number((above, below): (i64, i64)) -> f64 {
    above as f64 / below as f64
}

/// Calls a function with every variant of a JSON value in which one number, or one text that is a
/// number, is changed.
fn each_mutation(value: &mut Value, at: &mut Vec<Value>, each: &mut dyn FnMut(&[Value], Value)) {
    let changed = match &*value {
        Value::Number(number) => {
            number.as_u64().map(|n| vec![json!(n + 1), json!(n.wrapping_sub(1) & 0xff)])
        }
        Value::String(text) => {
            let parts: Vec<&str> = text.split('/').collect();
            let above = parts[0].parse::<i64>().ok().filter(|_| parts.len() <= 2);
            let rest = if parts.len() == 2 { format!("/{}", parts[1]) } else { String::new() };
            above
                .map(|n| vec![json!(format!("{}{rest}", n + 1)), json!(format!("{}{rest}", n - 1))])
        }
        _ => None,
    };
    for new in changed.into_iter().flatten() {
        each(at, new);
    }
    match value {
        Value::Array(list) => {
            for (place, item) in list.iter_mut().enumerate() {
                at.push(json!(place));
                each_mutation(item, at, each);
                at.pop();
            }
        }
        Value::Object(map) => {
            for (key, item) in map.iter_mut() {
                at.push(json!(key));
                each_mutation(item, at, each);
                at.pop();
            }
        }
        _ => {}
    }
}

/// Returns the value with the part at a place replaced.
fn replaced(value: &Value, place: &[Value], new: Value) -> Value {
    let Some((first, rest)) = place.split_first() else { return new };
    let mut value = value.clone();
    let part = match first {
        Value::String(key) => &mut value[key.as_str()],
        place => &mut value[place.as_u64().unwrap_or_default() as usize],
    };
    *part = replaced(part, rest, new);
    value
}

/// Requires that evidence is accepted, and that no change of a single number is. Returns the number
/// of changes.
pub fn require_tight(game: &Session, evidence: &Evidence, seed: u64) -> usize {
    let verified = game.verify(evidence).expect("it is about this game");
    assert!(verified.valid, "seed {seed}: {:?}", verified.reason);
    let whole = serde_json::to_value(evidence).expect("it is JSON");
    let mut changes = Vec::new();
    let mut claim = whole["claim"].clone();
    each_mutation(&mut claim, &mut vec![json!("claim")], &mut |place, new| {
        changes.push((place.to_vec(), new));
    });
    for (place, new) in &changes {
        let mutant = replaced(&whole, place, new.clone());
        let Ok(mutant) = serde_json::from_value::<Evidence>(mutant) else { continue };
        let verified = game.verify(&mutant).expect("it is about this game");
        assert!(!verified.valid, "seed {seed}: {place:?} changed to {new}");
    }
    changes.len()
}

#[test]
fn random_trees_have_the_values_of_plain_backward_induction() -> Done {
    let (mut changes, mut ties) = (0, 0);
    let seeds = trials(400);
    for seed in 0..seeds {
        let mut random = Random::new(seed);
        let agents = 2 + random.below(3);
        let tree = random_tree(&mut random, agents, 3);
        let game = open_text(Language::Efg, &efg(&tree, agents))?;
        let request = Solve::new().algorithm("backward-induction").evidence(true);
        let solved = game.solve(&request)?;
        let (payoffs, line) = plain(&tree);
        let values = solved.values.expect("the values of all agents");
        let expected: Vec<f64> = payoffs.iter().map(|&p| number(p)).collect();
        assert_eq!(values.len(), agents);
        assert!(values.values().map(|v| v.as_f64()).eq(expected.iter().map(|&v| Some(v))));
        assert_eq!((solved.score, solved.line), (Some(expected[0]), Some(line)), "seed {seed}");
        ties += usize::from(solved.unique == Some(false));
        assert_eq!(solved.ties.is_some(), solved.unique == Some(false));
        changes += require_tight(&game, &solved.evidence.expect("evidence"), seed);
    }
    let enough = changes as u64 > 50 * seeds && ties as u64 > seeds / 40;
    assert!(enough, "{changes} changes, {ties} trees with ties");
    Ok(())
}

#[test]
fn guarantees_are_what_one_agent_can_secure() -> Done {
    for seed in 0..trials(100) {
        let mut random = Random::new(seed);
        let agents = 2 + random.below(3);
        let tree = random_tree(&mut random, agents, 3);
        let game = open_text(Language::Efg, &efg(&tree, agents))?;
        for agent in 0..agents {
            let name = format!("P{}", agent + 1);
            let request = Solve { guarantee: Some(name.clone()), ..Solve::new().evidence(true) };
            let solved = match game.solve(&request) {
                Err(error) if error.message.contains("zero-sum") => continue,
                solved => solved?,
            };
            let expected = number(secured(&tree, agent));
            assert_eq!((solved.score, solved.guarantee), (Some(expected), Some(name)));
            let evidence = solved.evidence.expect("evidence");
            let claim = game.verify(&evidence)?.claim;
            assert!(claim.starts_with(&format!("what P{} can secure", agent + 1)), "{claim}");
            require_tight(&game, &evidence, seed);
        }
    }
    Ok(())
}

#[test]
fn the_entry_game() -> Done {
    let game = ludex::open(&file("games/efg/entry.efg"))?;
    let solved = game.solve(&Solve::new().best(Best::All).evidence(true))?;
    let values = json!({ "Entrant": 2, "Incumbent": 2 });
    assert_eq!(json!(solved.values), values);
    assert_eq!(
        (solved.best, solved.line),
        (vec!["In".into()], Some(vec!["In".into(), "Accommodate".into()]))
    );
    assert_eq!(
        (solved.score, solved.unique, solved.algorithm.as_str()),
        (Some(2.0), Some(true), "backward-induction")
    );
    assert!(game.verify(&solved.evidence.expect("evidence"))?.valid);
    let secures = |name: &str| {
        let request = Solve { guarantee: Some(name.into()), ..Solve::new() };
        game.solve(&request).map(|solved| solved.score)
    };
    assert_eq!((secures("Entrant")?, secures("incumbent")?), (Some(0.0), Some(2.0)));
    let answer = game.query(&Query::new("equilibria"))?;
    let play =
        json!({ "play": ["In", "Accommodate"], "payoffs": { "Entrant": "2", "Incumbent": "2" } });
    assert_eq!(answer.result, json!([play]));
    Ok(())
}

/// What was given out as evidence for "0, best Out".
#[test]
fn the_value_of_a_zero_sum_search_is_no_evidence_in_the_entry_game() -> Done {
    let game = ludex::open(&file("games/efg/entry.efg"))?;
    let low = json!({ "outcome": "0", "nodes": [
        { "position": "1", "step": { "final": "0" } },
        { "position": "0", "step": { "choose": ["Out", 0] } },
    ] });
    let claim = json!({ "value": { "low": low } });
    let mut evidence = game.solve(&Solve::new().evidence(true))?.evidence.expect("evidence");
    evidence.claim = serde_json::from_value(claim).expect("a claim");
    let verified = game.verify(&evidence)?;
    assert!(verified.reason.is_some_and(|reason| reason.contains("not zero-sum")));
    Ok(())
}

#[test]
fn searches_for_zero_sum_games_are_refused_elsewhere() -> Done {
    let game = ludex::open(&file("games/efg/entry.efg"))?;
    for request in [
        Solve::new().algorithm("alphabeta"),
        Solve::new().algorithm("retrograde"),
        Solve { store: Some("no-such-folder/store".into()), ..Solve::new() },
        Solve { guarantee: Some("Nobody".into()), ..Solve::new() },
    ] {
        assert!(game.solve(&request).is_err(), "{request:?}");
    }
    let tictactoe = ludex::open("tictactoe")?;
    let request = Solve { guarantee: Some("X".into()), ..Solve::new() };
    assert!(tictactoe.solve(&request).is_err());
    let all = tictactoe.solve(&Solve::new().algorithm("backward-induction"))?;
    assert_eq!(json!(all.values), json!({ "X": 0, "O": 0 }));
    Ok(())
}

/// The incumbent does not care, so the entrant may or may not enter.
const INDIFFERENT: &str = r#"EFG 2 R "" { "A" "B" } p "" 1 1 "" { "Out" "In" } 0 t "" 1 "" { 0, 4 }
    p "" 2 1 "" { "Fight" "Share" } 0 t "" 2 "" { -1, 2 } t "" 3 "" { 2, 2 }"#;

#[test]
fn ties_that_matter_to_others_are_told() -> Done {
    let game = open_text(Language::Efg, INDIFFERENT)?;
    let solved = game.solve(&Solve { equilibria: Some(0), ..Solve::new() })?;
    assert_eq!((solved.unique, json!(solved.values)), (Some(false), json!({ "A": 0, "B": 4 })));
    let list = solved.equilibria.expect("they were asked for");
    let lines: Vec<String> = list.plays.iter().map(|play| play.line.join(" ")).collect();
    assert_eq!((lines.len(), list.payoffs.len(), list.complete), (2, 2, true));
    assert!(lines.contains(&"Out".to_string()) && lines.contains(&"In Share".to_string()));
    assert!(solved.ties.is_some_and(|ties| ties.contains("first") && ties.contains("(2, 2)")));
    Ok(())
}

/// Numbers that floating point does not tell apart.
#[test]
fn payoffs_are_compared_exactly() -> Done {
    let text = r#"EFG 2 R "" { "A" "B" } p "" 1 1 "" { "less" "more" } 0
        t "" 1 "" { 0.333333333333333333, 0 } t "" 2 "" { 1/3, 0 }"#;
    let solved = open_text(Language::Efg, text)?.solve(&Solve::new())?;
    assert_eq!((solved.best, solved.fraction.as_deref()), (vec!["more".into()], Some("1/3")));
    let sum = r#"EFG 2 R "" { "A" "B" } p "" 1 1 "" { "a" "b" } 0
        t "" 1 "" { 0.1, 0.2 } t "" 2 "" { 0.2, 0.1 }"#;
    let solved = open_text(Language::Efg, sum)?.solve(&Solve::new())?;
    assert_eq!(solved.values, None, "the sum is 3/10 in both ends: a zero-sum game");
    Ok(())
}

#[test]
fn limits_stop_and_later_lines_of_a_batch_are_known() -> Done {
    let mut random = Random::new(7);
    let tree = Tree::Choice(0, (0..4).map(|_| random_tree(&mut random, 3, 5)).collect());
    let mut game = open_text(Language::Efg, &efg(&tree, 3))?;
    let limits = Limits { max_nodes: Some(3), ..Limits::default() };
    let solved = game.solve(&Solve::new().limits(limits))?;
    assert!(!solved.exact && solved.stopped.is_some() && solved.values.is_none());
    let limits = Limits { max_memory: 100, ..Limits::default() };
    assert!(game.solve(&Solve::new().limits(limits))?.stopped.is_some());
    let positions = [SetUp::default(), SetUp::moves("m1"), SetUp::moves("m3")];
    let mut found = Vec::new();
    game.solve_all(&Solve::new(), &positions, &mut |solved| found.push(solved))?;
    assert_eq!(found.len(), 3);
    for (position, solved) in positions.iter().zip(found) {
        game.set_up(position)?;
        let alone = game.solve(&Solve::new())?;
        assert_eq!((alone.values, alone.line), (solved.values, solved.line));
    }
    Ok(())
}

#[test]
fn cycles_are_refused_for_all_agents() -> Done {
    let game = ludex::open("chinesecheckers:players=3,size=1")?;
    let limits = Limits { max_nodes: Some(2_000), ..Limits::default() };
    match game.solve(&Solve::new().limits(limits)) {
        Ok(solved) => assert!(!solved.exact && solved.values.is_none()),
        Err(error) => assert!(error.message.contains("come back"), "{}", error.message),
    }
    Ok(())
}

/// Alpha-beta finds what a player can secure against all others, which is not what it gets.
#[test]
fn alpha_beta_called_what_it_can_secure_the_payoff_with_perfect_play() -> Done {
    let game = ludex::open(&file("games/efg/entry.efg"))?;
    for player in ["alphabeta@1000n", "bestreply@1000n", "maxn@1000n"] {
        let players = format!("{player},{player}");
        let played = game.play(&Play { players, ..Play::default() }, &mut |_, _| ())?;
        let first = &played.moves[0];
        assert!(!first.thought.proven, "{player}: {first:?}");
    }
    let zero_sum = ludex::open("nim:heaps=1-2")?;
    let players = "alphabeta@1000n,alphabeta@1000n".to_string();
    let played = zero_sum.play(&Play { players, ..Play::default() }, &mut |_, _| ())?;
    assert!(played.moves[0].thought.proven);
    Ok(())
}

/// Who gets something was said to have won, and the others to have lost.
#[test]
fn winning_is_explained_where_agents_play_for_their_own_payoffs() -> Done {
    let explained = |warnings: &[Warning]| warnings.iter().any(|w| w.message.contains("above 0"));
    for path in ["games/efg/entry.efg", "games/prolog/centipede.gp"] {
        let game = ludex::open(&file(path))?;
        let agent = game.agents().names()[0].clone();
        for formula in ["omega(2)".to_string(), format!("<<{agent:?}>>F win({agent:?})")] {
            assert!(explained(&game.check(&Check::new(&formula))?.warnings), "{path}: {formula}");
        }
        assert!(!explained(&game.check(&Check::new("<A> !final"))?.warnings), "{path}");
        let error = game.find_strategy(None, &Limits::default()).map(drop);
        assert!(error.is_err_and(|error| error.to_string().contains("zero-sum")), "{path}");
        let text = "game own; strategy any(t) := or(a in actions(t)) (legal(a) & does(a));";
        let found = game.check_strategy(text, &StrategyCheck::default())?;
        assert!(explained(&found.warnings), "{path}");
    }
    for game in ["nim:heaps=1-2", "chinesecheckers:players=3,size=1"] {
        assert!(!explained(&ludex::open(game)?.check(&Check::new("omega(1)"))?.warnings));
    }
    Ok(())
}
