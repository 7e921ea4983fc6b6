//! The requests of the page: each reads a place and a request of the library, asks it within the
//! limits of the server, and sends the answer of the library.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ludex::{
    Board, Check, InputError, Limits, Play, Query, Session, Shown, Solve, Steps, Tournament,
    Warning,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::games::{Moves, Place};
use crate::jobs::Job;
use crate::server::{App, ServerOptions};

/// The most games of every group of players in a tournament.
const MOST_ROUNDS: usize = 1000;
/// The seconds in which a position is shown.
const TO_SHOW: f64 = 10.0;

/// A request of the library about a place.
#[derive(Deserialize)]
pub(crate) struct Asked<R> {
    #[serde(flatten)]
    place: Place,
    #[serde(default)]
    request: R,
}

/// A body of JSON, or what is wrong with it.
pub(crate) type Body<T> = Result<Json<T>, JsonRejection>;

/// A position as the page shows it.
#[derive(Serialize)]
pub(crate) struct View {
    #[serde(flatten)]
    shown: Shown,
    agents: Vec<String>,
    simultaneous: bool,
    /// The moves that were played, as one text.
    moves: String,
    board: Board,
    warnings: Vec<Warning>,
}

impl View {
    /// Describes the position of a session, with its board.
    pub fn of(session: &Session, board: Board) -> View {
        View {
            shown: session.show(),
            agents: session.agents().names().to_vec(),
            simultaneous: session.is_simultaneous(),
            moves: String::new(),
            board,
            warnings: session.warnings().to_vec(),
        }
    }
}

/// Runs work on what a request asks as a job, and sends its answer.
pub(crate) async fn answer<R, T>(
    app: Arc<App>,
    headers: &HeaderMap,
    body: Body<R>,
    work: impl FnOnce(&App, &Job, R) -> Result<T, InputError> + Send + 'static,
) -> Response
where
    R: Send + 'static,
    T: Serialize + Send + 'static,
{
    match body {
        Ok(Json(asked)) => {
            let work_on = app.clone();
            app.jobs.run(headers, move |job| work(&work_on, job, asked)).await
        }
        Err(rejection) => malformed(&rejection),
    }
}

/// A position, with a line to be shown on it.
#[derive(Deserialize)]
pub(crate) struct ToShow {
    #[serde(flatten)]
    place: Place,
    line: Option<Moves>,
}

/// Shows a position.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<ToShow>,
) -> Response {
    answer(app, &headers, body, |app, job, ToShow { place, line }| {
        let limits = Limits { max_seconds: Some(TO_SHOW), ..Limits::default() };
        let session = app.games.at(&place, &bounded(&limits, &app.options, job))?;
        let board = session.board_with(&line.map_or_else(String::new, |line| line.text()))?;
        Ok(View { moves: place.moves_text(), ..View::of(&session, board) })
    })
    .await
}

/// Draws a position as SVG.
pub(crate) async fn svg(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Place>,
) -> Response {
    answer(app, &headers, body, |app, job, place| {
        let limits = Limits { max_seconds: Some(TO_SHOW), ..Limits::default() };
        let session = app.games.at(&place, &bounded(&limits, &app.options, job))?;
        Ok(json!({ "svg": session.picture().to_svg() }))
    })
    .await
}

/// Describes the file of a game.
pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Place>,
) -> Response {
    answer(app, &headers, body, |app, job, place| {
        let limits = bounded(&Limits::default(), &app.options, job);
        app.games.at(&place, &limits)?.rules_within(&limits)
    })
    .await
}

/// Solves a position.
pub(crate) async fn solve(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Asked<Solve>>,
) -> Response {
    answer(app, &headers, body, |app, job, Asked { place, request }| {
        let request = bounded_solve(request, &app.options, job);
        let mut solved = app.games.at(&place, &request.limits)?.solve(&request)?;
        let id = solved.evidence.take().map(|evidence| app.evidence.keep(evidence));
        Ok(with_evidence(&solved, id))
    })
    .await
}

/// Judges every move of a position; an event `verdict` tells each as soon as it is known.
pub(crate) async fn judge(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Asked<Solve>>,
) -> Response {
    answer(app, &headers, body, |app, job, Asked { place, request }| {
        let request = bounded_solve(request, &app.options, job);
        let session = app.games.at(&place, &request.limits)?;
        session.judge(&request, &mut |verdict| job.tell("verdict", verdict))
    })
    .await
}

/// Checks a formula.
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Asked<Check>>,
) -> Response {
    answer(app, &headers, body, |app, job, Asked { place, request }| {
        let request = Check { limits: bounded(&request.limits, &app.options, job), ..request };
        let mut checked = app.games.at(&place, &request.limits)?.check(&request)?;
        let id = checked.evidence.take().map(|evidence| app.evidence.keep(evidence));
        Ok(with_evidence(&checked, id))
    })
    .await
}

/// Asks the file of a game in its own language.
pub(crate) async fn query(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Asked<Query>>,
) -> Response {
    answer(app, &headers, body, |app, job, Asked { place, request }| {
        let request = Query { limits: bounded(&request.limits, &app.options, job), ..request };
        app.games.at(&place, &request.limits)?.query(&request)
    })
    .await
}

/// Lets a player choose the next move.
pub(crate) async fn choose_move(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Asked<Play>>,
) -> Response {
    answer(app, &headers, body, |app, job, Asked { place, request }| {
        let limits = bounded(&Limits::default(), &app.options, job);
        require_own_players(&request.players)?;
        let session = app.games.at(&place, &limits)?;
        let max_memory = request.max_memory.min(limits.max_memory);
        let request = Play { max_memory, stop: job.stop.clone(), ..request };
        // One turn is enough: the first move ends the game.
        let stop = job.stop.clone();
        let played = session.play(&request, &mut |_, moves| {
            if !moves.is_empty() {
                stop.raise();
            }
        })?;
        let first_turn = played.moves.iter().filter(|played| played.turn == 0);
        Ok(json!({ "moves": first_turn.collect::<Vec<_>>() }))
    })
    .await
}

/// Sends evidence as a file for `ludex verify`.
pub(crate) async fn evidence(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Response {
    let file = app.evidence.get(id).and_then(|evidence| evidence.to_binary().ok());
    let Some(file) = file else { return no_evidence() };
    let name = HeaderValue::from_static("attachment; filename=\"evidence.ludex\"");
    let kind = HeaderValue::from_static("application/octet-stream");
    ([(header::CONTENT_DISPOSITION, name), (header::CONTENT_TYPE, kind)], file).into_response()
}

/// Runs a search that is watched step by step.
pub(crate) async fn steps(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Asked<Steps>>,
) -> Response {
    answer(app, &headers, body, |app, job, Asked { place, request }| {
        let request = Steps { limits: bounded(&request.limits, &app.options, job), ..request };
        app.games.at(&place, &request.limits)?.steps(&request)
    })
    .await
}

/// Plays a tournament; an event `matches` tells after every match how many are done.
pub(crate) async fn tournament(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Asked<Tournament>>,
) -> Response {
    answer(app, &headers, body, |app, job, Asked { place, request }| {
        let limits = bounded(&Limits::default(), &app.options, job);
        require_own_players(&request.players)?;
        let session = app.games.at(&place, &limits)?;
        let max_memory = request.max_memory.min(limits.max_memory);
        let (rounds, stop) = (request.rounds.min(MOST_ROUNDS), job.stop.clone());
        let request = Tournament { max_memory, rounds, threads: 1, stop: stop.clone(), ..request };
        let start = Instant::now();
        session.tournament(&request, &|done, all| {
            job.tell("matches", &json!({ "done": done, "all": all }));
            if start.elapsed().as_secs_f64() > app.options.max_seconds {
                stop.raise();
            }
        })
    })
    .await
}

/// The number of a job.
#[derive(Deserialize)]
pub(crate) struct ToStop {
    job: u64,
}

/// Stops a job; its request is then answered with what is known.
pub(crate) async fn stop(State(app): State<Arc<App>>, body: Body<ToStop>) -> Response {
    match body {
        Ok(Json(ToStop { job })) => Json(json!({ "stopped": app.jobs.stop(job) })).into_response(),
        Err(rejection) => malformed(&rejection),
    }
}

/// Refuses players with an argument: it names a file of the machine.
fn require_own_players(players: &str) -> Result<(), InputError> {
    match players.contains('=') {
        true => Err(InputError::new("players that are read from files do not play on the page")),
        false => Ok(()),
    }
}

/// Returns an answer with the number of its evidence instead of the evidence itself.
fn with_evidence(answer: &impl Serialize, id: Option<u64>) -> Value {
    let mut value = serde_json::to_value(answer).unwrap_or(Value::Null);
    if let (Some(fields), Some(id)) = (value.as_object_mut(), id) {
        fields.insert("evidence".to_string(), json!(id));
    }
    value
}

/// Returns what a job may use: what the request asks for, within the limits of the server.
pub(crate) fn bounded(asked: &Limits, options: &ServerOptions, job: &Job) -> Limits {
    let seconds = asked.max_seconds.unwrap_or(options.max_seconds).min(options.max_seconds);
    Limits {
        max_seconds: Some(seconds),
        max_memory: asked.max_memory.min(options.max_memory),
        threads: 1,
        stop: job.stop.clone(),
        watcher: Some(job.watcher()),
        ..asked.clone()
    }
}

/// Returns a request to solve within the limits of the server, without a store: that is a file of the
/// machine.
fn bounded_solve(request: Solve, options: &ServerOptions, job: &Job) -> Solve {
    Solve { store: None, limits: bounded(&request.limits, options, job), ..request }
}

/// Makes an answer that refuses a request.
pub(crate) fn refusal(status: StatusCode, message: &str) -> (StatusCode, Json<Value>) {
    (status, Json(json!(InputError::new(message))))
}

/// Makes the answer for input that is wrong.
pub(crate) fn failure(error: Value) -> Response {
    (StatusCode::BAD_REQUEST, Json(error)).into_response()
}

pub(crate) fn malformed(rejection: &JsonRejection) -> Response {
    refusal(rejection.status(), &rejection.body_text()).into_response()
}

pub(crate) fn no_evidence() -> Response {
    refusal(StatusCode::NOT_FOUND, "this evidence is no longer kept").into_response()
}
