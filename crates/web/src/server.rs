//! The server: routes, limits, and its life from start to stop.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};

use hyper::Request;
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use ludex::ProcessMemory;
use ludex_http::{BodyLimits, Caller, ListenOptions, listen};

use crate::api::asking;
use crate::evidence::KeptEvidence;
use crate::games::OpenGames;
use crate::jobs::Jobs;
use crate::jobs::Kind::{Search, Show};
use crate::{api, assets, guard, lists, walks, workshops};

/// The longest body of a request in bytes, enough for games of some ten thousand lines.
const LONGEST_BODY: usize = 4 << 20;
/// The most bytes of all bodies that arrive or are answered at the same time.
const ALL_BODIES: usize = 64 << 20;
/// The longest time for a body to arrive.
const BODY_TIME: Duration = Duration::from_secs(20);
/// The greatest number of connections. Browsers keep them open and send the next request when they
/// like: one that is closed in the meantime is opened anew.
const MAX_CONNECTIONS: usize = 1024;

/// What a server may use, and whom it answers.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The names of this machine that browsers may call it by, beside those of the loopback address.
    pub hosts: Vec<String>,
    /// Jobs at the same time; others wait.
    pub jobs: usize,
    /// The most seconds of a job.
    pub max_seconds: f64,
    /// The most bytes for the tables of a job.
    pub max_memory: u64,
    /// What the process uses, if it is measured: jobs end where it is more than all of them may.
    pub process: Option<ProcessMemory>,
    /// The longest time for the head of a request to arrive.
    pub head_time: Duration,
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        let jobs = std::thread::available_parallelism().map_or(2, usize::from);
        ServerOptions {
            hosts: Vec::new(),
            jobs,
            max_seconds: 120.0,
            max_memory: 512 << 20,
            process: None,
            head_time: Duration::from_secs(10),
        }
    }
}

/// What all requests share.
pub(crate) struct App {
    pub options: ServerOptions,
    pub games: OpenGames,
    pub jobs: Jobs,
    pub evidence: KeptEvidence,
    pub bodies: BodyLimits,
}

/// Serves the page until `stop` becomes true.
pub fn serve(
    listener: TcpListener,
    options: ServerOptions,
    stop: &AtomicBool,
) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    // Work runs on threads of its own; one thread is enough for talking.
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let app = Arc::new(App {
        games: OpenGames::default(),
        jobs: Jobs::new(&options),
        evidence: KeptEvidence::default(),
        bodies: BodyLimits::new(LONGEST_BODY, BODY_TIME, ALL_BODIES),
        options,
    });
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let routes = TowerToHyperService::new(router(app.clone()));
        let answer = move |caller: Caller, mut request: Request<Incoming>| {
            request.extensions_mut().insert(caller);
            let answered = routes.call(request);
            async move { answered.await.unwrap_or_else(|never| match never {}) }
        };
        let listening = ListenOptions {
            max_connections: MAX_CONNECTIONS,
            head_time: app.options.head_time,
            keep_alive: true,
        };
        listen(listener, listening, stop, answer).await;
        Ok(())
    });
    app.jobs.stop_all();
    runtime.shutdown_background();
    served
}

fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/games", get(lists::games))
        .route("/api/concepts", get(lists::concepts))
        .route("/api/algorithms", get(lists::algorithms))
        .route("/api/players", get(lists::players))
        .route("/api/runs", get(lists::runs))
        .route("/api/example/{*path}", get(lists::example))
        .route("/api/show", asking(Show, api::show))
        .route("/api/svg", asking(Show, api::svg))
        .route("/api/rules", asking(Show, api::rules))
        .route("/api/solve", asking(Search, api::solve))
        .route("/api/judge", asking(Search, api::judge))
        .route("/api/check", asking(Search, api::check))
        .route("/api/formula", asking(Show, api::formula))
        .route("/api/first-moves", asking(Search, api::first_moves))
        .route("/api/query", asking(Search, api::query))
        .route("/api/move", asking(Search, api::choose_move))
        .route("/api/steps", asking(Search, api::steps))
        .route("/api/tournament", asking(Search, api::tournament))
        .route("/api/problem", asking(Search, workshops::problem))
        .route("/api/tree", asking(Show, workshops::tree))
        .route("/api/combat", asking(Search, workshops::combat).get(workshops::fighters))
        .route("/api/strategy", asking(Search, workshops::check_strategy))
        .route("/api/decided", asking(Search, workshops::decided))
        .route("/api/find-strategy", asking(Search, workshops::find_strategy))
        .route("/api/lab", asking(Search, workshops::lab).get(workshops::lab_tables))
        .route("/api/stop", post(api::stop))
        .route("/api/evidence", post(walks::keep))
        .route("/api/evidence/{id}", get(api::evidence))
        .route("/api/verify", asking(Search, walks::verify))
        .route("/api/walk", asking(Show, walks::walk))
        .route("/api/find", asking(Show, walks::find))
        .route("/api/export", asking(Search, walks::export))
        .fallback(assets::serve)
        // Bodies have been read by then, within limits of their own.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(app.clone(), guard::read_body))
        .layer(middleware::from_fn_with_state(app.clone(), guard::check))
        .with_state(app)
}
