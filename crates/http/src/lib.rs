//! HTTP servers that strangers cannot exhaust.
//!
//! Anybody can connect, so that everything is counted: connections, and the bytes of messages on their
//! way. A connection that does not send the head of a message in time is closed, and of those that
//! wait the one that has waited longest gives way to a new one. The page and the protocol of general
//! game playing are both served by [`listen`]; what they answer is their own.

mod body;
mod connections;

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::body::{Body, Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

pub use body::{BodyLimits, ReadBody};
pub use connections::Answering;
use connections::Connections;

/// The time between two looks at the stop flag.
const LOOK: Duration = Duration::from_millis(50);
/// The bytes of a connection that are read ahead: the longest head of a message.
const BUFFER: usize = 16 << 10;

/// What strangers may take of a server.
#[derive(Clone, Copy, Debug)]
pub struct ListenOptions {
    /// The greatest number of connections.
    pub max_connections: usize,
    /// The longest time for the head of a message to arrive.
    pub head_time: Duration,
    /// Whether a connection carries several messages.
    pub keep_alive: bool,
}

/// The connection that a message came by.
#[derive(Clone)]
pub struct Caller {
    connections: Arc<Connections>,
    number: u64,
}

impl Caller {
    /// Says that the message has arrived and is being answered, until the returned value is dropped:
    /// so long the connection does not give way to a new one.
    pub fn answering(&self) -> Answering {
        self.connections.answering(self.number)
    }
}

/// Answers messages until `stop` becomes true. Every connection has a task of its own, so that one
/// whose message does not arrive does not delay the others.
pub async fn listen<A, F, B>(
    listener: TcpListener,
    options: ListenOptions,
    stop: &AtomicBool,
    answer: A,
) where
    A: Fn(Caller, Request<Incoming>) -> F + Clone + Send + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let connections = Arc::new(Connections::new(options.max_connections));
    while !stop.load(Ordering::Relaxed) {
        match timeout(LOOK, listener.accept()).await {
            Ok(Ok((stream, _))) => {
                open(&connections, stream, options, answer.clone());
                // Messages that have arrived are read before more connections take their place.
                tokio::task::yield_now().await;
            }
            // Whoever connected is gone, or the process has too many files open.
            Ok(Err(_)) => sleep(LOOK).await,
            Err(_) => {}
        }
    }
}

/// Starts the task of a connection.
fn open<A, F, B>(
    connections: &Arc<Connections>,
    stream: TcpStream,
    options: ListenOptions,
    answer: A,
) where
    A: Fn(Caller, Request<Incoming>) -> F + Send + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    connections.open(|number| {
        let caller = Caller { connections: Arc::clone(connections), number };
        tokio::spawn(async move {
            let connections = Arc::clone(&caller.connections);
            let _closed_at_the_end = connections.closing(number);
            let service = service_fn(move |request| {
                let answered = answer(caller.clone(), request);
                async { Ok::<_, Infallible>(answered.await) }
            });
            // Events are sent when they happen, not once more have come together.
            let _ = stream.set_nodelay(true);
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(options.head_time);
            http.keep_alive(options.keep_alive).max_buf_size(BUFFER);
            // An error is that of the other side, which gets no answer then.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
        })
        .abort_handle()
    });
}
