//! Servers that end with the test, and rules to play by.

#[path = "../../../play/tests/common/rules.rs"]
pub mod rules;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ludex::Limits;
use ludex_ggp::{GdlFrontEnd, Host, HostOptions, ServerOptions, serve};

pub fn host() -> Host {
    let player = "auto".parse().expect("a player");
    let limits = Limits { max_memory: 16 << 20, seed: 1, ..Limits::default() };
    Host::new(GdlFrontEnd::new(player, limits), HostOptions::default())
}

pub fn start(id: &str, role: &str, rules: &str, clocks: &str) -> String {
    format!("(start {id} {role} ({rules}) {clocks})")
}

/// A server of its own, which ends with the test.
pub struct Server {
    pub address: SocketAddr,
    pub host: Arc<Host>,
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<std::io::Result<()>>>,
}

impl Server {
    pub fn start() -> Server {
        Server::with(ServerOptions::default())
    }

    pub fn with(options: ServerOptions) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, host) = (Arc::new(AtomicBool::new(false)), Arc::new(host()));
        let (flag, theirs) = (Arc::clone(&stop), Arc::clone(&host));
        let thread = thread::spawn(move || serve(listener, theirs, options, &flag));
        Server { address, host, stop, thread: Some(thread) }
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Opens a connection and sends these bytes. Reading fails after five seconds.
    pub fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a timeout");
        // The server may hang up as soon as it has seen enough.
        let _ = stream.write_all(bytes);
        stream
    }

    /// Sends a message and returns the status and the answer.
    pub fn say(&self, message: &str) -> (u16, String) {
        read_answer(&mut self.send(&post(message)))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let thread = self.thread.take().expect("it was started");
        assert!(thread.join().expect("no panic").is_ok());
    }
}

/// A request with a body.
pub fn post(body: &str) -> Vec<u8> {
    let length = body.len();
    format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n{body}").into_bytes()
}

/// Reads the status and the answer, or status 0 if the connection was closed without one.
pub fn read_answer(stream: &mut TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    // What arrived before the other side hung up counts.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let status = text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    (status, text.rsplit("\r\n\r\n").next().unwrap_or_default().to_string())
}
