//! Describing a position of any game, sequential or simultaneous.

use ludex_game::{Agent, Model, Notation, Turn};
use serde_json::{Map, Value, json};

use crate::answer::{Reached, Shown};
use crate::complaint::Complaint;

/// What a file contains.
pub struct Described {
    /// The language it is written in.
    pub language: &'static str,
    /// The agents, where it says who plays.
    pub agents: Vec<String>,
    /// Names with values, in the order they are printed.
    pub statistics: Vec<(String, Value)>,
    /// What is odd, with the line where it has one.
    pub warnings: Vec<(Option<usize>, String)>,
}

/// Refuses to go on with a game that has gone beyond the limits of its engine: what it said since then
/// is not to be relied on.
pub fn sound<G: Model>(game: &G) -> Result<(), Complaint> {
    match game.fault() {
        None => Ok(()),
        Some(fault) => {
            Err(Complaint::new(format!("the game cannot be played any further: {fault}")))
        }
    }
}

/// The given position, or the start.
pub fn position<G: Notation>(game: &G, text: Option<&str>) -> Result<G::State, Complaint> {
    match text {
        None => Ok(game.initial()),
        Some(text) => game
            .read_position(text.trim())
            .map_err(|error| Complaint::in_text("position", text.trim(), error)),
    }
}

/// What `ludex show` says.
pub fn shown<G: Notation>(name: &str, game: &G, state: &G::State) -> Shown {
    let turn = game.turn(state);
    Shown {
        game: name.to_string(),
        position: game.write_position(state),
        first: game.agents().name(Agent::FIRST).to_string(),
        turn: turn.agent().map(|agent| game.agents().name(agent).to_string()),
        legal: legal(game, state, false),
        is_final: turn == Turn::Final,
        outcome: (turn == Turn::Final)
            .then(|| game.outcomes().name(game.outcome(state)).to_string()),
        drawing: game.picture(state).to_text(),
    }
}

/// What `ludex replay` says.
pub fn reached<G: Notation>(game: &G, state: &G::State) -> Reached {
    let is_final = game.turn(state) == Turn::Final;
    Reached {
        facts: game.facts(state),
        legal: legal(game, state, true),
        is_final,
        scores: is_final.then(|| scores(game, state)),
    }
}

/// The moves of every agent.
fn legal<G: Notation>(game: &G, state: &G::State, sorted: bool) -> Map<String, Value> {
    let of = |agent| {
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        let mut texts: Vec<String> =
            moves.into_iter().map(|mv| game.write_move(state, agent, mv)).collect();
        if sorted {
            texts.sort();
        }
        (game.agents().name(agent).to_string(), json!(texts))
    };
    game.agents().iter().map(of).collect()
}

/// What every agent got.
fn scores<G: Model>(game: &G, state: &G::State) -> Map<String, Value> {
    let of = |agent| (game.agents().name(agent).to_string(), number(game.payoff(state, agent)));
    game.agents().iter().map(of).collect()
}

/// A number as JSON: whole numbers without a fraction.
pub fn number(x: f64) -> Value {
    if x.fract() == 0.0 && x.abs() < 1e15 { json!(x as i64) } else { json!(x) }
}
