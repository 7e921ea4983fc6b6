//! What there is to choose from: games, examples, languages, concepts, searches, players.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ludex::{CONCEPTS, LANGUAGES, RunRecord, lists};
use serde_json::{Value, json};

use crate::api::{Json, failure, refusal};
use crate::examples::{self, EXAMPLES};

/// Lists the built-in games, the examples and the languages.
pub(crate) async fn games() -> Response {
    let examples = EXAMPLES.iter().map(|example| {
        let language = example.language.info().name;
        json!({ "path": example.path, "language": language, "summary": example.summary })
    });
    let languages = LANGUAGES
        .iter()
        .map(|info| json!({ "name": info.name, "title": info.title, "endings": info.endings }));
    let (examples, languages): (Vec<Value>, Vec<Value>) = (examples.collect(), languages.collect());
    match lists::games(None) {
        Ok(games) => Json(json!({ "games": games, "examples": examples, "languages": languages }))
            .into_response(),
        Err(error) => failure(json!(error)),
    }
}

/// Lists the solution concepts.
pub(crate) async fn concepts() -> Json {
    Json(CONCEPTS.iter().map(lists::concept).collect())
}

/// Lists the searches.
pub(crate) async fn algorithms() -> Json {
    Json(lists::algorithms().into())
}

/// Lists the players.
pub(crate) async fn players() -> Json {
    Json(lists::players().into())
}

/// Lists the runs of searches in jobs whose stores are in the folder of the server.
pub(crate) async fn runs() -> Json {
    let runs = tokio::task::spawn_blocking(|| RunRecord::in_folder(std::path::Path::new(".")));
    Json(json!(runs.await.unwrap_or_default()))
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
