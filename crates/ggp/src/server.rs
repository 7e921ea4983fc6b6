//! An HTTP server for a host.
//!
//! Anybody can connect, so that everything is counted: connections and bytes by `ludex-http`, and here
//! messages that are being answered. A connection carries one message.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Request, Response, StatusCode};
use ludex_http::{BodyLimits, Caller, ListenOptions, listen};
use tokio::sync::Semaphore;

use crate::Host;

/// What strangers may take of a server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The greatest number of connections.
    pub max_connections: usize,
    /// The greatest number of messages that are answered at the same time.
    pub max_answers: usize,
    /// The longest message in bytes.
    pub max_message: usize,
    /// The most bytes of all messages that arrive or are answered at the same time.
    pub max_bytes: usize,
    /// The longest time for the head of a message to arrive.
    pub head_time: Duration,
    /// The longest time for the rest of a message to arrive.
    pub body_time: Duration,
}

impl Default for ServerOptions {
    /// Returns options for rules of some ten thousand lines.
    fn default() -> ServerOptions {
        ServerOptions {
            max_connections: 256,
            max_answers: 64,
            max_message: 1 << 20,
            max_bytes: 16 << 20,
            head_time: Duration::from_secs(5),
            body_time: Duration::from_secs(10),
        }
    }
}

/// Answers messages until `stop` becomes true.
pub fn serve(
    listener: TcpListener,
    host: Arc<Host>,
    options: ServerOptions,
    stop: &AtomicBool,
) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_io().enable_time().max_blocking_threads(options.max_answers);
    let runtime = runtime.build()?;
    let listening = ListenOptions {
        max_connections: options.max_connections,
        head_time: options.head_time,
        keep_alive: false,
    };
    let server = Arc::new(Server::new(host, options));
    let result = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let answer = move |caller, request| {
            let server = Arc::clone(&server);
            async move {
                let answered = server.answer(&caller, request).await;
                answered.unwrap_or_else(|status| reply(status, "busy".into()))
            }
        };
        listen(listener, listening, stop, answer).await;
        Ok(())
    });
    runtime.shutdown_background();
    result
}

/// A host, and what is left of the options.
struct Server {
    host: Arc<Host>,
    bodies: BodyLimits,
    answers: Arc<Semaphore>,
}

impl Server {
    fn new(host: Arc<Host>, options: ServerOptions) -> Server {
        Server {
            host,
            bodies: BodyLimits::new(options.max_message, options.body_time, options.max_bytes),
            answers: Arc::new(Semaphore::new(options.max_answers)),
        }
    }

    async fn answer(
        &self,
        caller: &Caller,
        request: Request<Incoming>,
    ) -> Result<Response<Full<Bytes>>, StatusCode> {
        let received = Instant::now();
        let (text, bytes) = self.bodies.read(request.into_body()).await?.into_parts();
        let permit = Arc::clone(&self.answers).try_acquire_owned();
        let permit = permit.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
        let _answering = caller.answering();
        let host = Arc::clone(&self.host);
        let answered = tokio::task::spawn_blocking(move || {
            // They are held to the end, even if nobody waits for the answer any more.
            let _held = (bytes, permit);
            host.answer(&String::from_utf8_lossy(&text), received)
        });
        let answer = answered.await.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
        let wrong = answer.complaint.is_some();
        Ok(reply(if wrong { StatusCode::BAD_REQUEST } else { StatusCode::OK }, answer.text))
    }
}

fn reply(status: StatusCode, text: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/acl"));
    response
}
