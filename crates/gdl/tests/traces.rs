//! Every trace of the corpus is reproduced: legal moves, successors, terminal states and goals.

use ludex_game::{Agent, Model, Notation, SimultaneousGame, Turn};
use ludex_gdl::{GdlGame, GdlMove, GdlState};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::common;

fn digest(list: &[String]) -> String {
    let hash = Sha256::digest(list.join("\n").as_bytes());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(|v| v.as_str().expect("text").into()).collect()
}

/// Returns the legal moves of an agent with their texts, sorted by text.
fn legal(game: &GdlGame, state: &GdlState, agent: Agent) -> Vec<(String, GdlMove)> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let mut texts: Vec<_> =
        moves.into_iter().map(|mv| (game.write_move(state, agent, mv), mv)).collect();
    texts.sort();
    texts
}

fn replay(name: &str, game: &GdlGame, reference: &Value) {
    let roles = strings(&reference["roles"]);
    let names: Vec<&str> = game.agents().iter().map(|a| game.agents().name(a)).collect();
    assert_eq!(names, roles, "{name}: roles");
    assert_eq!(game.facts(&game.initial()), strings(&reference["initial_true"]), "{name}: initial");
    for (number, trace) in reference["traces"].as_array().expect("traces").iter().enumerate() {
        let mut state = game.initial();
        for (at, step) in trace["steps"].as_array().expect("steps").iter().enumerate() {
            let here = format!("{name}, trace {number}, step {at}");
            assert_eq!(game.turn(&state), Turn::Together, "{here}: not terminal");
            let mut joint = Vec::new();
            for (agent, wanted) in game.agents().iter().zip(strings(&step["joint"])) {
                let moves = legal(game, &state, agent);
                let texts: Vec<String> = moves.iter().map(|m| m.0.clone()).collect();
                let role = &roles[agent.index()];
                if let Some(list) = step.get("legal") {
                    assert_eq!(texts, strings(&list[role]), "{here}: legal moves of {role}");
                }
                assert_eq!(step["legal_sha256"][role], digest(&texts), "{here}: legal of {role}");
                joint.push(moves.into_iter().find(|m| m.0 == wanted).expect("it is legal").1);
            }
            game.play_joint(&mut state, &joint);
            let facts = game.facts(&state);
            if let Some(list) = step.get("true_after") {
                assert_eq!(facts, strings(list), "{here}: facts after the move");
            }
            assert_eq!(step["true_after_sha256"], digest(&facts), "{here}: facts after the move");
        }
        let end = trace["terminal"].as_bool().expect("a truth value");
        assert_eq!(game.turn(&state) == Turn::Final, end, "{name}, trace {number}: the end");
        if end {
            for agent in game.agents().iter() {
                let goal = &trace["goals"][&roles[agent.index()]];
                assert_eq!(
                    goal,
                    game.payoff(&state, agent) as u64,
                    "{name}, trace {number}: goals"
                );
            }
        }
    }
}

#[test]
fn all_traces_are_reproduced() {
    for name in common::games() {
        let start = std::time::Instant::now();
        let game = GdlGame::read(&common::text(&name)).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let built = start.elapsed();
        replay(&name, &game, &common::traces(&name));
        println!("{name}: built in {built:?}, all in {:?}", start.elapsed());
    }
}
