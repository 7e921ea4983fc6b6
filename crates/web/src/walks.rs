//! Requests about evidence that the server keeps: walking through it, searching it for a position,
//! verifying it, exporting it, and evidence that a browser sends.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex::{Evidence, InputError, Limits, Session};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::{Body, View, answer, bounded, malformed, no_evidence};
use crate::export::export_html;
use crate::games::Place;
use crate::jobs::Job;
use crate::server::App;

/// The most positions that a search in a proof returns.
const MOST_FOUND: usize = 20;

/// A request about evidence, by the number under which it is kept.
#[derive(Deserialize)]
pub(crate) struct AboutEvidence<R> {
    #[serde(flatten)]
    place: Place,
    evidence: u64,
    #[serde(flatten)]
    request: R,
}

/// Nothing but the evidence.
#[derive(Deserialize)]
pub(crate) struct Nothing {}

/// Runs work on evidence and its game as a job.
async fn about<R>(
    app: Arc<App>,
    headers: &HeaderMap,
    body: Body<AboutEvidence<R>>,
    work: impl FnOnce(&Session, &Evidence, R, &Limits) -> Result<Value, InputError> + Send + 'static,
) -> Response
where
    R: Send + 'static,
{
    let asked = match body {
        Ok(Json(asked)) => asked,
        Err(rejection) => return malformed(&rejection),
    };
    let Some(evidence) = app.evidence.get(asked.evidence) else { return no_evidence() };
    answer(app, headers, Ok(Json(asked)), move |app, job, asked| {
        let limits = bounded(&Limits::default(), &app.options, job);
        let session = app.games.at(&asked.place, &limits)?;
        work(&session, &evidence, asked.request, &limits)
    })
    .await
}

/// Where a walk is: at a node, or where moves lead from the root.
#[derive(Deserialize)]
pub(crate) struct At {
    #[serde(default)]
    part: usize,
    node: Option<u32>,
    #[serde(default)]
    path: Vec<String>,
}

/// Sends a point of a walk with its position, or `null` where the moves are not in the proof.
pub(crate) async fn walk(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<AboutEvidence<At>>,
) -> Response {
    about(app, &headers, body, |session, evidence, at, limits| {
        let walk = session.walk(evidence, limits)?;
        let point = match at.node {
            Some(node) => Some(walk.point(at.part, node)?),
            None => walk.follow(at.part, &at.path)?,
        };
        let there = point.as_ref().map(|point| walk.session(&point.position)).transpose()?;
        Ok(json!({
            "parts": walk.parts(),
            "point": point,
            "view": there.as_ref().map(|there| View::of(there, there.board())),
        }))
    })
    .await
}

/// What is searched for.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    part: usize,
    find: String,
}

/// Searches a proof for positions.
pub(crate) async fn find(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<AboutEvidence<Wanted>>,
) -> Response {
    about(app, &headers, body, |session, evidence, wanted, limits| {
        let walk = session.walk(evidence, limits)?;
        Ok(json!(walk.find(wanted.part, &wanted.find, MOST_FOUND)?))
    })
    .await
}

/// Verifies evidence.
pub(crate) async fn verify(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<AboutEvidence<Nothing>>,
) -> Response {
    about(app, &headers, body, |session, evidence, _, limits| {
        Ok(json!(session.verify_within(evidence, limits)?))
    })
    .await
}

/// Makes one page of evidence that needs no server.
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<AboutEvidence<Nothing>>,
) -> Response {
    about(app, &headers, body, |session, evidence, _, limits| {
        Ok(json!({ "html": export_html(session, evidence, limits)? }))
    })
    .await
}

/// Keeps evidence that a browser sends, and says where it is about.
pub(crate) async fn keep(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    answer(app, &headers, Ok(Json(bytes.to_vec())), |app: &App, job: &Job, bytes: Vec<u8>| {
        let limits = bounded(&Limits::default(), &app.options, job);
        let evidence = ludex::decode_evidence(&bytes, &limits)?;
        let about = json!({
            "game": evidence.game,
            "nodes": evidence.size(),
            "position": evidence.position,
            "place": Place::of_evidence(&evidence),
        });
        Ok(with(about, app.evidence.keep(evidence)))
    })
    .await
}

/// Adds the number of evidence to an answer.
fn with(mut about: Value, id: u64) -> Value {
    about["evidence"] = json!(id);
    about
}
