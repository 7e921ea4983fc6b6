//! Describing positions and games.

use ludex_game::{Agent, Fraction, Model, Notation, Turn, chances};
use serde_json::{Map, Value, json};

use crate::answers::{Described, Reached, Shown};
use crate::error::InputError;
use crate::session::Session;

/// Describes a game whose file is not in one of the languages that can be asked.
pub(crate) fn described(session: &Session) -> Described {
    let outcomes = session.outcomes();
    let names: Vec<&str> = outcomes.iter().map(|outcome| outcomes.name(outcome)).collect();
    Described {
        language: session.file.as_ref().map_or("Rust", |file| file.language.info().title).into(),
        agents: session.agents().names().to_vec(),
        statistics: Map::from_iter([("outcomes".to_string(), json!(names))]),
        warnings: Vec::new(),
    }
}

/// Reads a position, or returns the start.
pub(crate) fn position<G: Notation>(game: &G, text: Option<&str>) -> Result<G::State, InputError> {
    match text {
        None => Ok(game.initial()),
        Some(text) => game
            .read_position(text.trim())
            .map_err(|error| InputError::in_text("position", text.trim(), error)),
    }
}

/// Describes a position for people: whose turn it is, the legal moves, a drawing.
pub(crate) fn shown<G: Notation>(name: &str, game: &G, state: &G::State) -> Shown {
    let turn = game.turn(state);
    let chance = turn == Turn::Chance;
    Shown {
        game: name.to_string(),
        position: game.write_position(state),
        first: game.agents().name(Agent::FIRST).to_string(),
        turn: turn.agent().map(|agent| game.agents().name(agent).to_string()),
        legal: legal(game, state, false),
        chance: chance.then(|| likely(game, state)),
        is_final: turn == Turn::Final,
        outcome: (turn == Turn::Final)
            .then(|| game.outcomes().name(game.outcome(state)).to_string())
            .filter(|_| game.fault().is_none()),
        drawing: game.picture(state).to_text(),
    }
}

/// Describes a position for scripts: the facts, the legal moves, the scores.
pub(crate) fn reached<G: Notation>(game: &G, state: &G::State) -> Reached {
    let is_final = game.turn(state) == Turn::Final;
    Reached {
        facts: game.facts(state),
        legal: legal(game, state, true),
        chance: (game.turn(state) == Turn::Chance).then(|| likely(game, state)),
        is_final,
        scores: is_final.then(|| scores(game, state)).filter(|_| game.fault().is_none()),
    }
}

/// Lists the moves of every agent.
fn legal<G: Notation>(game: &G, state: &G::State, sorted: bool) -> Map<String, Value> {
    let of = |agent| {
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        let mut texts: Vec<String> =
            moves.into_iter().map(|mv| game.write_move(state, agent, mv)).collect();
        if sorted {
            ludex_base::sort(&mut texts);
        }
        (game.agents().name(agent).to_string(), json!(texts))
    };
    game.agents().iter().map(of).collect()
}

/// Lists what can happen where chance moves, with the probabilities as exact texts.
fn likely<G: Notation>(game: &G, state: &G::State) -> Map<String, Value> {
    let text = |(mv, probability): (G::Move, Fraction)| {
        (game.write_move(state, Agent::CHANCE, mv), json!(probability.to_string()))
    };
    chances(game, state).into_iter().map(text).collect()
}

/// Lists what every agent got.
pub(crate) fn scores<G: Model>(game: &G, state: &G::State) -> Map<String, Value> {
    let of = |agent| (game.agents().name(agent).to_string(), number(game.payoff(state, agent)));
    game.agents().iter().map(of).collect()
}

/// Converts a number to JSON: whole numbers without a fraction.
pub(crate) fn number(x: f64) -> Value {
    if x.fract() == 0.0 && x.abs() < 1e15 { json!(x as i64) } else { json!(x) }
}
