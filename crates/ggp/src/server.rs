//! An HTTP server for a host.
//!
//! Anybody can connect, so that everything is counted: connections, messages that are being
//! answered, and the bytes of messages on their way. A connection carries one message. One that
//! does not send it in time is closed, and the one that has waited longest gives way to a new one.

use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::Host;
use crate::connections::Connections;

/// The time between two looks at the stop flag.
const LOOK: Duration = Duration::from_millis(50);
/// The bytes of a connection that are read ahead: the longest head of a message.
const BUFFER: usize = 16 << 10;

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

/// Answers messages until `stop` becomes true. Every connection has a task of its own, so that one
/// whose message does not arrive does not delay the others.
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
    let result = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        accept(&listener, &Arc::new(Server::new(host, options)), stop).await;
        Ok(())
    });
    runtime.shutdown_background();
    result
}

async fn accept(listener: &tokio::net::TcpListener, server: &Arc<Server>, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        match timeout(LOOK, listener.accept()).await {
            Ok(Ok((stream, _))) => {
                server.open(stream);
                // Messages that have arrived are read before more connections take their place.
                tokio::task::yield_now().await;
            }
            // Whoever connected is gone, or the process has too many files open.
            Ok(Err(_)) => sleep(LOOK).await,
            Err(_) => {}
        }
    }
}

/// A host, and what is left of the options.
struct Server {
    host: Arc<Host>,
    options: ServerOptions,
    connections: Connections,
    answers: Arc<Semaphore>,
    bytes: Arc<Semaphore>,
}

impl Server {
    fn new(host: Arc<Host>, options: ServerOptions) -> Server {
        Server {
            host,
            connections: Connections::new(options.max_connections),
            answers: Arc::new(Semaphore::new(options.max_answers)),
            bytes: Arc::new(Semaphore::new(options.max_bytes)),
            options,
        }
    }

    /// Starts the task of a connection.
    fn open(self: &Arc<Server>, stream: TcpStream) {
        self.connections.open(|number| {
            let server = Arc::clone(self);
            tokio::spawn(async move {
                let _closed_at_the_end = server.connections.closing(number);
                server.converse(number, stream).await;
            })
            .abort_handle()
        });
    }

    /// Reads the message of a connection and answers it.
    async fn converse(&self, number: u64, stream: TcpStream) {
        let answer = |request| async move {
            Ok::<_, Infallible>(match self.answer(number, request).await {
                Ok(answer) => answer,
                Err(status) => reply(status, "busy".into()),
            })
        };
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.options.head_time);
        http.keep_alive(false).max_buf_size(BUFFER);
        // An error is that of the other side, which gets no answer then.
        let _ = http.serve_connection(TokioIo::new(stream), service_fn(answer)).await;
    }

    async fn answer(
        &self,
        number: u64,
        request: Request<Incoming>,
    ) -> Result<Response<Full<Bytes>>, StatusCode> {
        let received = Instant::now();
        let read = timeout(self.options.body_time, self.read(request.into_body())).await;
        let (text, bytes) = read.map_err(|_| StatusCode::REQUEST_TIMEOUT)??;
        let permit = Arc::clone(&self.answers).try_acquire_owned();
        let permit = permit.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
        let _answering = self.connections.answering(number);
        let host = Arc::clone(&self.host);
        let answered = tokio::task::spawn_blocking(move || {
            // They are held to the end, even if nobody waits for the answer any more.
            let _held = (bytes, permit);
            host.answer(&text, received)
        });
        let answer = answered.await.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
        let wrong = answer.complaint.is_some();
        Ok(reply(if wrong { StatusCode::BAD_REQUEST } else { StatusCode::OK }, answer.text))
    }

    /// Reads a message. Its bytes are counted as long as the permit is kept.
    async fn read(&self, mut body: Incoming) -> Result<(String, OwnedSemaphorePermit), StatusCode> {
        let (longest, full) = (self.options.max_message, StatusCode::SERVICE_UNAVAILABLE);
        let take = |bytes: usize| {
            let bytes = u32::try_from(bytes).map_err(|_| full)?;
            Arc::clone(&self.bytes).try_acquire_many_owned(bytes).map_err(|_| full)
        };
        if body.size_hint().lower() > longest as u64 {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        let (mut text, mut permit) = (Vec::new(), take(0)?);
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| StatusCode::BAD_REQUEST)?;
            let Ok(data) = frame.into_data() else { continue };
            if text.len() + data.len() > longest {
                return Err(StatusCode::PAYLOAD_TOO_LARGE);
            }
            permit.merge(take(data.len())?);
            text.extend_from_slice(&data);
        }
        Ok((String::from_utf8_lossy(&text).into_owned(), permit))
    }
}

fn reply(status: StatusCode, text: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/acl"));
    response
}
