//! The requests of the workshops: chess problems, trees, fights.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ludex::{InputError, Limits, Problem, solve_problem};
use ludex_combat::{PlayerSpec, Profile, Scenario, record};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::{Body, answer, bounded};
use crate::games::Place;
use crate::server::App;

/// A chess problem.
#[derive(Deserialize)]
pub(crate) struct Posed {
    request: Problem,
}

/// Solves a chess problem.
pub(crate) async fn problem(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Posed>,
) -> Response {
    answer(app, &headers, body, |app, job, Posed { request }| {
        let limits = bounded(&request.limits, &app.options, job);
        let request = Problem { limits, evidence: false, ..request }.with_page_variations();
        solve_problem(&request)
    })
    .await
}

/// A game whose tree is drawn.
#[derive(Deserialize)]
pub(crate) struct Drawn {
    #[serde(flatten)]
    place: Place,
    /// How many moves deep, where the game is no tree by itself.
    #[serde(default)]
    depth: Option<u32>,
}

/// Draws a tree, as SVG and in the language of Graphviz; `null` if the game is none and no depth is
/// given.
pub(crate) async fn tree(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Drawn>,
) -> Response {
    answer(app, &headers, body, |app, job, Drawn { place, depth }| {
        let limits = bounded(&Limits::default(), &app.options, job);
        let tree = app.games.at(&place, &limits)?.tree(depth, &limits)?;
        Ok(match tree {
            Some(tree) => json!({ "svg": tree.to_svg(), "dot": tree.to_dot() }),
            None => json!({ "svg": null, "dot": null }),
        })
    })
    .await
}

/// The players of fights: scripts, and searches that decide quickly. A fight is not stopped while it
/// lasts, so that no others are offered.
const FIGHTERS: [&str; 11] = [
    "nok-av", "kiter", "kiter-av", "closest", "weakest", "av", "retreat", "random", "abcd@2ms",
    "pgs@2ms", "plan@2ms",
];

/// The armies of fights.
const SCENARIOS: [&str; 6] = [
    "dragoon-zealot-4v4",
    "marine-3v3",
    "marine-8v8",
    "zergling-6v6",
    "dragoon-marine-4v4",
    "marine-zergling-4v4",
];

/// Lists who can fight, and where.
pub(crate) async fn fighters() -> Json<Value> {
    Json(json!({ "players": FIGHTERS, "scenarios": SCENARIOS }))
}

/// A fight.
#[derive(Deserialize)]
pub(crate) struct Fought {
    red: String,
    blue: String,
    scenario: String,
    #[serde(default)]
    game: u64,
}

/// Plays a fight, and sends it as a picture that moves.
pub(crate) async fn combat(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body<Fought>,
) -> Response {
    answer(app, &headers, body, |_, _, fought| fight(&fought)).await
}

fn fight(fought: &Fought) -> Result<Value, InputError> {
    let Fought { red, blue, scenario, game } = fought;
    let offered = |text: &str, list: &[&str]| match list.contains(&text) {
        true => Ok(()),
        false => Err(InputError::new(format!("`{text}` is not offered by the page"))
            .help(format!("there are {}", list.join(", ")))),
    };
    offered(red, &FIGHTERS)?;
    offered(blue, &FIGHTERS)?;
    offered(scenario, &SCENARIOS)?;
    let wrong = |error: ludex_combat::CombatError| InputError::new(error.to_string());
    let scenario: Scenario = scenario.parse().map_err(wrong)?;
    let players: [PlayerSpec; 2] = [red.parse().map_err(wrong)?, blue.parse().map_err(wrong)?];
    let both = [&players[0], &players[1]];
    let (recording, _) = record(&scenario, Profile::Thesis, both, *game).map_err(wrong)?;
    let ending = &recording.ending;
    let winner = match ending.winner {
        1 => format!("{} wins", recording.players[0]),
        -1 => format!("{} wins", recording.players[1]),
        _ => "Nobody wins".to_string(),
    };
    let summary = format!(
        "{winner} after {} frames and {} rounds; {} units survive.",
        ending.frames,
        ending.rounds,
        ending.survivors.len()
    );
    Ok(json!({
        "svg": recording.to_svg(), "seconds": recording.seconds(), "summary": summary,
        "players": recording.players, "ending": ending,
    }))
}
