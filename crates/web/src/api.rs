//! The requests of the page: each reads a place and a request of the library, asks it within the
//! limits of the server, and sends the answer of the library.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use ludex::{
    Board, Check, Evidence, InputError, Language, Limits, Play, Query, Rules, Session, Shown,
    Solve, Steps, Tournament, Warning,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use serde_json::{Value, json};

use crate::evidence::NOT_KEPT;
use crate::games::{Moves, Place};
use crate::jobs::{Job, Kind};
use crate::server::App;

/// The most games of every group of players in a tournament.
const MOST_ROUNDS: usize = 1000;

/// What a request is answered with.
pub(crate) type Answer = Result<Value, InputError>;

/// A value that is sent as JSON.
pub(crate) struct Json(pub Value);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        let kind = HeaderValue::from_static("application/json");
        ([(header::CONTENT_TYPE, kind)], self.0.to_string()).into_response()
    }
}

/// A request of the library about a place.
#[derive(Deserialize)]
pub(crate) struct Asked<R> {
    #[serde(flatten)]
    pub place: Place,
    #[serde(default)]
    pub request: R,
}

/// What a job does for a request.
type Work = Box<dyn FnOnce(&App, &Job) -> Answer + Send>;

/// Reads the body of a request. Types of requests are known to these functions only, so that
/// everything else about routes is compiled once.
type ReadBody = Arc<dyn Fn(&[u8]) -> Result<Work, serde_json::Error> + Send + Sync>;

/// Makes the route of requests that are answered by a job.
pub(crate) fn asking<R: DeserializeOwned + Send + 'static>(
    kind: Kind,
    work: fn(&App, &Job, R) -> Answer,
) -> MethodRouter<Arc<App>> {
    route(
        kind,
        Arc::new(move |body| {
            let asked: R = serde_json::from_slice(body)?;
            Ok(Box::new(move |app, job| work(app, job, asked)))
        }),
    )
}

fn route(kind: Kind, read: ReadBody) -> MethodRouter<Arc<App>> {
    post(move |State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes| async move {
        match read_json(&headers, &body, &*read) {
            Ok(work) => {
                let on = app.clone();
                app.jobs.run(kind, &headers, Box::new(move |job: &Job| work(&on, job))).await
            }
            Err(refused) => refused,
        }
    })
}

/// Reads a body that says that it is JSON, or makes the answer that refuses it.
#[expect(clippy::result_large_err, reason = "an answer is made once a request")]
fn read_json<T>(
    headers: &HeaderMap,
    body: &[u8],
    read: &dyn Fn(&[u8]) -> Result<T, serde_json::Error>,
) -> Result<T, Response> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let message = "a request has the Content-Type application/json";
        return Err(refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, message).into_response());
    }
    read(body).map_err(|error| {
        let status = match error.classify() {
            Category::Data => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::BAD_REQUEST,
        };
        refusal(status, &format!("the request cannot be read: {error}")).into_response()
    })
}

/// Sends a value as an answer.
pub(crate) fn sent(answer: impl Serialize) -> Answer {
    serde_json::to_value(answer).map_err(|error| InputError::new(error.to_string()))
}

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

/// The most moves of a position that is shown. Nobody could look at more, and each takes memory.
const MOST_MOVES: usize = 10_000;

impl View {
    /// Describes the position of a session, with its board and the moves of a line on it.
    pub fn of(session: &Session, line: &str) -> Result<View, InputError> {
        let shown = session.show();
        let moves: usize = shown.legal.values().filter_map(Value::as_array).map(Vec::len).sum();
        if moves > MOST_MOVES {
            let message = format!("there are {moves} moves here, too many to be shown");
            return Err(InputError::new(message).help("the program shows them: `ludex show`"));
        }
        Ok(View {
            shown,
            agents: session.agents().names().to_vec(),
            simultaneous: session.is_simultaneous(),
            moves: String::new(),
            board: session.board_with(line)?,
            warnings: session.warnings().to_vec(),
        })
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
pub(crate) fn show(app: &App, job: &Job, ToShow { place, line }: ToShow) -> Answer {
    let session = app.games.at(&place, &job.limits(&Limits::default()))?;
    let line = line.map_or_else(String::new, |line| line.text());
    sent(View { moves: place.moves_text(), ..View::of(&session, &line)? })
}

/// Draws a position as SVG.
pub(crate) fn svg(app: &App, job: &Job, place: Place) -> Answer {
    let session = app.games.at(&place, &job.limits(&Limits::default()))?;
    Ok(json!({ "svg": session.picture().to_svg() }))
}

/// Describes the file of a game.
pub(crate) fn rules(app: &App, job: &Job, place: Place) -> Answer {
    let limits = job.limits(&Limits::default());
    sent(app.games.at(&place, &limits)?.rules_within(&limits)?)
}

/// Solves a position.
pub(crate) fn solve(app: &App, job: &Job, Asked { place, request }: Asked<Solve>) -> Answer {
    let request = bounded_solve(request, job);
    let mut solved = app.games.at(&place, &request.limits)?.solve(&request)?;
    let evidence = solved.evidence.take();
    with_evidence(app, &place, &solved, evidence)
}

/// Judges every move of a position; an event `verdict` tells each as soon as it is known.
pub(crate) fn judge(app: &App, job: &Job, Asked { place, request }: Asked<Solve>) -> Answer {
    let request = bounded_solve(request, job);
    let session = app.games.at(&place, &request.limits)?;
    sent(session.judge(&request, &mut |verdict| job.tell("verdict", verdict))?)
}

/// Checks a formula.
pub(crate) fn check(app: &App, job: &Job, Asked { place, request }: Asked<Check>) -> Answer {
    let request = Check { limits: job.limits(&request.limits), ..request };
    let mut checked = app.games.at(&place, &request.limits)?.check(&request)?;
    let evidence = checked.evidence.take();
    with_evidence(app, &place, &checked, evidence)
}

/// Reads a formula without deciding it: what is wrong with it is an error. That takes a moment, so that
/// it does not wait for searches.
pub(crate) fn formula(app: &App, job: &Job, Asked { place, request }: Asked<Check>) -> Answer {
    let moment = Limits { max_nodes: Some(1), max_seconds: Some(1.0), ..Limits::default() };
    let request = Check { limits: job.limits(&moment), evidence: false, ..request };
    let checked = app.games.at(&place, &request.limits)?.check(&request)?;
    Ok(json!({ "formula": checked.formula }))
}

/// Decides which first moves make a formula true.
pub(crate) fn first_moves(app: &App, job: &Job, Asked { place, request }: Asked<Check>) -> Answer {
    let request = Check { limits: job.limits(&request.limits), ..request };
    sent(app.games.at(&place, &request.limits)?.first_moves(&request)?)
}

/// Asks the file of a game in its own language.
pub(crate) fn query(app: &App, job: &Job, Asked { place, request }: Asked<Query>) -> Answer {
    let request = Query { limits: job.limits(&request.limits), ..request };
    let session = app.games.at(&place, &request.limits)?;
    match place.strategies() {
        // They are asked themselves, not the game that they are for.
        Ok(text) => sent(Rules::parse(Language::Strategies, text)?.ask(&request)?),
        Err(_) => sent(session.query(&request)?),
    }
}

/// Lets a player choose the next move.
pub(crate) fn choose_move(app: &App, job: &Job, Asked { place, request }: Asked<Play>) -> Answer {
    let limits = job.limits(&Limits::default());
    require_own_players(&request.players)?;
    let session = app.games.at(&place, &limits)?;
    let max_memory = request.max_memory.min(limits.max_memory);
    let request = Play { max_memory, stop: job.stop.clone(), ..request };
    // One turn is enough: the first move ends the game.
    let played = session.play(&request, &mut |_, moves| {
        if !moves.is_empty() {
            job.stop.raise();
        }
    })?;
    let first_turn = played.moves.iter().filter(|played| played.turn == 0);
    Ok(json!({ "moves": first_turn.collect::<Vec<_>>() }))
}

/// Sends evidence as a file for `ludex verify`.
pub(crate) async fn evidence(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Response {
    let file = app.evidence.get(id).ok().and_then(|evidence| evidence.to_binary().ok());
    let Some(file) = file else { return refusal(StatusCode::NOT_FOUND, NOT_KEPT).into_response() };
    let name = HeaderValue::from_static("attachment; filename=\"evidence.ludex\"");
    let kind = HeaderValue::from_static("application/octet-stream");
    ([(header::CONTENT_DISPOSITION, name), (header::CONTENT_TYPE, kind)], file).into_response()
}

/// Runs a search that is watched step by step.
pub(crate) fn steps(app: &App, job: &Job, Asked { place, request }: Asked<Steps>) -> Answer {
    let request = Steps { limits: job.limits(&request.limits), ..request };
    sent(app.games.at(&place, &request.limits)?.steps(&request)?)
}

/// Plays a tournament; an event `matches` tells after every match how many are done.
pub(crate) fn tournament(
    app: &App,
    job: &Job,
    Asked { place, request }: Asked<Tournament>,
) -> Answer {
    let limits = job.limits(&Limits::default());
    require_own_players(&request.players)?;
    let session = app.games.at(&place, &limits)?;
    let max_memory = request.max_memory.min(limits.max_memory);
    let (rounds, stop) = (request.rounds.min(MOST_ROUNDS), job.stop.clone());
    let request = Tournament { max_memory, rounds, threads: 1, stop: stop.clone(), ..request };
    let start = Instant::now();
    sent(session.tournament(&request, &|done, all| {
        job.tell("matches", &json!({ "done": done, "all": all }));
        if start.elapsed().as_secs_f64() > app.options.max_seconds {
            stop.raise();
        }
    })?)
}

/// The number of a job.
#[derive(Deserialize)]
pub(crate) struct ToStop {
    job: u64,
}

/// Stops a job; its request is then answered with what is known.
pub(crate) async fn stop(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Response {
    match read_json(&headers, &body, &|body| serde_json::from_slice(body)) {
        Ok(ToStop { job }) => Json(json!({ "stopped": app.jobs.stop(job) })).into_response(),
        Err(refused) => refused,
    }
}

/// Refuses players with an argument: it names a file of the machine.
fn require_own_players(players: &str) -> Result<(), InputError> {
    match players.contains('=') {
        true => Err(InputError::new("players that are read from files do not play on the page")),
        false => Ok(()),
    }
}

/// Sends an answer with the number under which its evidence is kept. Evidence about a text names the
/// file in which the page saves the rules, so that `ludex verify` finds them there.
fn with_evidence(
    app: &App,
    place: &Place,
    answer: &impl Serialize,
    evidence: Option<Evidence>,
) -> Answer {
    let mut value = sent(answer)?;
    if let (Some(fields), Some(mut evidence)) = (value.as_object_mut(), evidence) {
        if evidence.digest.is_some() {
            evidence.game = place.file_name().unwrap_or(evidence.game);
        }
        fields.insert("evidence".to_string(), json!(app.evidence.keep(evidence)));
    }
    Ok(value)
}

/// Returns a request to solve within the limits of the server, without a store: that is a file of the
/// machine.
fn bounded_solve(request: Solve, job: &Job) -> Solve {
    Solve { store: None, limits: job.limits(&request.limits), ..request }
}

/// Makes an answer that refuses a request.
pub(crate) fn refusal(status: StatusCode, message: &str) -> (StatusCode, Json) {
    (status, Json(json!(InputError::new(message))))
}

/// Makes the answer for input that is wrong.
pub(crate) fn failure(error: Value) -> Response {
    (StatusCode::BAD_REQUEST, Json(error)).into_response()
}
