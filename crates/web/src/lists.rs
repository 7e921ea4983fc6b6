//! What there is to choose from: games, examples, languages, concepts, searches, players.

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ludex::{ALGORITHMS, CONCEPTS, GAMES, LANGUAGES, PLAYERS};
use serde_json::{Value, json};

use crate::api::refusal;
use crate::examples::{self, EXAMPLES};

/// Lists the built-in games, the examples and the languages.
pub(crate) async fn games() -> Json<Value> {
    let games = GAMES.iter().map(|info| {
        let keys = info
            .keys
            .iter()
            .map(|key| json!({ "name": key.name, "default": key.default, "meaning": key.meaning }));
        let keys: Vec<Value> = keys.collect();
        json!({
            "name": info.name, "summary": info.summary, "rules": info.rules, "keys": keys,
            "position": info.position, "moves": info.moves,
        })
    });
    let examples = EXAMPLES.iter().map(|example| {
        let language = example.language.info().name;
        json!({ "path": example.path, "language": language, "summary": example.summary })
    });
    let languages = LANGUAGES
        .iter()
        .map(|info| json!({ "name": info.name, "title": info.title, "endings": info.endings }));
    Json(json!({
        "games": games.collect::<Vec<_>>(),
        "examples": examples.collect::<Vec<_>>(),
        "languages": languages.collect::<Vec<_>>(),
    }))
}

/// Lists the solution concepts.
pub(crate) async fn concepts() -> Json<Value> {
    let concepts = CONCEPTS.iter().map(|concept| {
        json!({
            "name": concept.name, "parameters": concept.parameters, "summary": concept.summary,
            "definition": concept.definition, "origin": concept.origin, "call": concept.call(),
        })
    });
    Json(concepts.collect())
}

/// Lists the searches.
pub(crate) async fn algorithms() -> Json<Value> {
    let named = ALGORITHMS.iter().map(|info| {
        json!({ "name": info.name, "summary": info.summary, "task": format!("{:?}", info.task) })
    });
    Json(named.collect())
}

/// Lists the players.
pub(crate) async fn players() -> Json<Value> {
    let players = PLAYERS.iter().filter(|player| player.argument.is_none());
    Json(players.map(|info| json!({ "name": info.name, "summary": info.summary })).collect())
}

/// Sends the text of an example.
pub(crate) async fn example(Path(path): Path<String>) -> Response {
    match examples::find(&path) {
        Some(example) => {
            let language = example.language.info().name;
            Json(json!({ "language": language, "text": example.text })).into_response()
        }
        None => refusal(StatusCode::NOT_FOUND, "there is no such example").into_response(),
    }
}
