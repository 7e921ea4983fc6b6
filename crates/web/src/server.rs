//! The server: routes, limits, and its life from start to stop.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};

use crate::evidence::KeptEvidence;
use crate::games::OpenGames;
use crate::jobs::Jobs;
use crate::{api, assets, guard, lists, workshops};

/// The longest body of a request in bytes, enough for games of some ten thousand lines.
const LONGEST_BODY: usize = 4 << 20;
/// The time between two looks at the stop flag.
const LOOK: Duration = Duration::from_millis(50);

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
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        let jobs = std::thread::available_parallelism().map_or(2, usize::from);
        ServerOptions { hosts: Vec::new(), jobs, max_seconds: 120.0, max_memory: 512 << 20 }
    }
}

/// What all requests share.
pub(crate) struct App {
    pub options: ServerOptions,
    pub games: OpenGames,
    pub jobs: Jobs,
    pub evidence: KeptEvidence,
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
        jobs: Jobs::new(options.jobs),
        evidence: KeptEvidence::default(),
        options,
    });
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let until = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK).await;
            }
        };
        let router = router(app.clone());
        tokio::select! {
            served = async { axum::serve(listener, router).await } => served,
            () = until => Ok(()),
        }
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
        .route("/api/example/{*path}", get(lists::example))
        .route("/api/show", post(api::show))
        .route("/api/rules", post(api::rules))
        .route("/api/solve", post(api::solve))
        .route("/api/judge", post(api::judge))
        .route("/api/check", post(api::check))
        .route("/api/query", post(api::query))
        .route("/api/move", post(api::choose_move))
        .route("/api/verify", post(api::verify))
        .route("/api/problem", post(workshops::problem))
        .route("/api/tree", post(workshops::tree))
        .route("/api/combat", get(workshops::fighters).post(workshops::combat))
        .route("/api/stop", post(api::stop))
        .route("/api/evidence/{id}", get(api::evidence))
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard::check))
        .with_state(app)
}
