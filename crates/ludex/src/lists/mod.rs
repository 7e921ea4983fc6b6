//! What there is to choose from, as values for scripts and as tables for people.

mod concept_table;

use ludex_logic::Concept;
use serde_json::{Map, Value, json};

pub use self::concept_table::{concept_notes, concept_rows, concept_table};
use crate::definitions::definitions;
use crate::error::InputError;
use crate::requests::DefinitionsText;
use crate::{ALGORITHMS, GAMES, GameInfo, PLAYERS, find_game, open};

/// Atoms that every game has, with their meaning.
pub const GENERIC_ATOMS: [(&str, &str); 7] = [
    ("win(AGENT)", "the game is over and the agent has won; `w` for the agent asked about"),
    ("lost(AGENT)", "the game is over and the agent has not won; `l` for the agent asked about"),
    ("turn(AGENT)", "the agent is on turn"),
    ("final", "the game is over"),
    ("outcome(NAME)", "the game is over with this outcome for the first agent"),
    ("w", "short for win(A)"),
    ("l", "short for lost(A)"),
];

/// Describes the built-in games, or the one with a name.
pub fn games(name: Option<&str>) -> Result<Vec<Value>, InputError> {
    match name {
        Some(name) => Ok(vec![game(known_game(name)?)?]),
        None => GAMES.iter().map(game).collect(),
    }
}

/// Returns the game with a name; keys after the name are allowed and ignored.
pub fn known_game(text: &str) -> Result<&'static GameInfo, InputError> {
    let name = text.split([':', '(']).next().unwrap_or_default();
    find_game(name).ok_or_else(|| {
        let names = GAMES.iter().flat_map(|g| g.aliases.iter().copied().chain([g.name]));
        let message = format!("there is no game called `{name}`");
        let error = InputError::at("game", text, 0..name.len(), message);
        error.suggest(name, names, "`ludex games` lists them all")
    })
}

fn game(info: &GameInfo) -> Result<Value, InputError> {
    let game = open(info.name)?;
    let keys: Map<String, Value> = info
        .keys
        .iter()
        .map(|k| (k.name.to_string(), json!({ "default": k.default, "meaning": k.meaning })))
        .collect();
    let atoms = info.atoms.iter().map(|a| (a.pattern, a.meaning)).chain(GENERIC_ATOMS);
    let atoms: Vec<Value> =
        atoms.map(|(pattern, meaning)| json!({ "pattern": pattern, "meaning": meaning })).collect();
    Ok(json!({
        "name": info.name,
        "aliases": info.aliases,
        "summary": info.summary,
        "rules": info.rules,
        "agents": game.agents().names(),
        "keys": keys,
        "position": info.position,
        "moves": info.moves,
        "atoms": atoms,
        "evaluations": game.evaluations(),
    }))
}

/// Returns the concepts, those of a user among them, or the one with a name.
pub fn concepts(
    user: Option<&DefinitionsText>,
    name: Option<&str>,
) -> Result<Vec<Concept>, InputError> {
    let mut concepts = definitions(user)?.concepts();
    let Some(name) = name else { return Ok(concepts) };
    let known: Vec<String> = concepts.iter().flat_map(names).cloned().collect();
    concepts.retain(|concept| names(concept).any(|known| known.eq_ignore_ascii_case(name)));
    match concepts.is_empty() {
        true => Err(InputError::new(format!("there is no concept called `{name}`")).suggest(
            name,
            known.iter().map(String::as_str),
            "`ludex concepts` lists them all",
        )),
        false => Ok(concepts),
    }
}

/// Returns all names of a concept.
fn names(concept: &Concept) -> impl Iterator<Item = &String> {
    [&concept.name].into_iter().chain(&concept.also)
}

/// Describes a solution concept.
pub fn concept(concept: &Concept) -> Value {
    let known_as: Vec<String> = concept.known_as.iter().map(ToString::to_string).collect();
    json!({
        "name": concept.name,
        "parameters": concept.parameters,
        "also": concept.also,
        "summary": concept.summary,
        "definition": concept.definition,
        "known_as": known_as,
        "source": concept.source,
        "origin": concept.origin,
        "monotone": concept.monotone,
    })
}

/// Describes the algorithms.
pub fn algorithms() -> Vec<Value> {
    let one = |info: &ludex_search::AlgorithmInfo| {
        json!({
            "name": info.name,
            "summary": info.summary,
            "source": info.source,
            "node": info.node,
            "task": format!("{:?}", info.task).to_lowercase(),
        })
    };
    ALGORITHMS.iter().map(one).collect()
}

/// Describes the players.
pub fn players() -> Vec<Value> {
    let one = |info: &ludex_play::PlayerInfo| {
        json!({
            "name": info.name,
            "summary": info.summary,
            "argument": info.argument,
            "takes_chance": info.takes_chance,
        })
    };
    PLAYERS.iter().map(one).collect()
}

/// Describes a table or figure of the lab.
pub fn table(table: &ludex_lab::Table) -> Value {
    let [quick, full] = table.takes;
    json!({
        "name": table.name, "title": table.title, "shows": table.shows,
        "seconds": quick, "full_seconds": full,
    })
}
