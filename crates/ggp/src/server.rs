//! An HTTP server for a host.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::Host;

/// The longest message in bytes, enough for rules of some ten thousand lines.
const LONGEST: usize = 4 << 20;
/// The longest time for the body of a message to arrive.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time between two looks at the stop flag.
const LOOK: Duration = Duration::from_millis(50);

/// Answers messages until `stop` becomes true. Every message has a task of its own, so that one
/// whose body does not arrive does not delay the others.
pub fn serve(listener: TcpListener, host: Arc<Host>, stop: &AtomicBool) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let result = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let app = Router::new().fallback(answer).with_state(host);
        let until = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::select! {
            served = async { axum::serve(listener, app).await } => served,
            () = until => Ok(()),
        }
    });
    runtime.shutdown_background();
    result
}

async fn answer(State(host): State<Arc<Host>>, request: Request) -> Response {
    let received = Instant::now();
    let body = to_bytes(request.into_body(), LONGEST);
    let body = match tokio::time::timeout(PATIENCE, body).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return reply(StatusCode::PAYLOAD_TOO_LARGE, "busy".into()),
        Err(_) => return reply(StatusCode::REQUEST_TIMEOUT, "busy".into()),
    };
    let text = String::from_utf8_lossy(&body).into_owned();
    let answered = tokio::task::spawn_blocking(move || host.answer(&text, received)).await;
    match answered {
        Ok(answer) if answer.complaint.is_none() => reply(StatusCode::OK, answer.text),
        Ok(answer) => reply(StatusCode::BAD_REQUEST, answer.text),
        Err(_) => reply(StatusCode::INTERNAL_SERVER_ERROR, "busy".into()),
    }
}

fn reply(status: StatusCode, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/acl");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}
