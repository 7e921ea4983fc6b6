//! Requests about evidence that the server keeps: walking through it, searching it for a position,
//! verifying it, exporting it, and evidence that a browser sends.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex::{Evidence, InputError, Limits, Session};
use serde::Deserialize;
use serde_json::json;

use crate::api::{Answer, View, sent};
use crate::export::export_html;
use crate::games::Place;
use crate::jobs::{Job, Kind};
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

impl<R> AboutEvidence<R> {
    /// Returns the game, the evidence, what is asked of it, and what that may use.
    fn open(self, app: &App, job: &Job) -> Result<(Session, Arc<Evidence>, R, Limits), InputError> {
        let evidence = app.evidence.get(self.evidence)?;
        let limits = job.limits(&Limits::default());
        Ok((app.games.at(&self.place, &limits)?, evidence, self.request, limits))
    }
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
pub(crate) fn walk(app: &App, job: &Job, asked: AboutEvidence<At>) -> Answer {
    let (session, evidence, at, limits) = asked.open(app, job)?;
    let walk = session.walk(&evidence, &limits)?;
    let point = match at.node {
        Some(node) => Some(walk.point(at.part, node)?),
        None => walk.follow(at.part, &at.path)?,
    };
    let there = point.as_ref().map(|point| walk.session(&point.position)).transpose()?;
    Ok(json!({
        "parts": walk.parts(),
        "point": point,
        "view": there.as_ref().map(|there| View::of(there, "")).transpose()?,
    }))
}

/// What is searched for.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    part: usize,
    find: String,
}

/// Searches a proof for positions.
pub(crate) fn find(app: &App, job: &Job, asked: AboutEvidence<Wanted>) -> Answer {
    let (session, evidence, wanted, limits) = asked.open(app, job)?;
    sent(session.walk(&evidence, &limits)?.find(wanted.part, &wanted.find, MOST_FOUND)?)
}

/// Verifies evidence.
pub(crate) fn verify(app: &App, job: &Job, asked: AboutEvidence<Nothing>) -> Answer {
    let (session, evidence, _, limits) = asked.open(app, job)?;
    sent(session.verify_within(&evidence, &limits)?)
}

/// Makes one page of evidence that needs no server.
pub(crate) fn export(app: &App, job: &Job, asked: AboutEvidence<Nothing>) -> Answer {
    let (session, evidence, _, limits) = asked.open(app, job)?;
    Ok(json!({ "html": export_html(&session, &evidence, &limits)? }))
}

/// Keeps evidence that a browser sends, and says where it is about.
pub(crate) async fn keep(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    let kept = app.clone();
    let work = Box::new(move |job: &Job| {
        let evidence = ludex::decode_evidence(&bytes, &job.limits(&Limits::default()))?;
        Ok(json!({
            "game": evidence.game,
            "nodes": evidence.size(),
            "position": evidence.position,
            "place": Place::of_evidence(&evidence),
            "evidence": kept.evidence.keep(evidence),
        }))
    });
    app.jobs.run(Kind::Search, &headers, work).await
}
