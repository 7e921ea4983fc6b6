//! A server for the tests, and requests as a browser sends them.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use ludex_web::{ServerOptions, serve};
use serde_json::Value;

/// A server that all tests ask; it ends with them.
pub static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| start(ServerOptions::default()).0);

pub fn start(options: ServerOptions) -> (SocketAddr, Arc<AtomicBool>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let (address, stop) =
        (listener.local_addr().expect("it listens"), Arc::new(AtomicBool::new(false)));
    let flag = stop.clone();
    std::thread::spawn(move || serve(listener, options, &flag));
    (address, stop)
}

/// Sends a request and returns the status and the body.
pub fn send(address: SocketAddr, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    // A body that is too long is refused before it is read to its end.
    let _ = stream.write_all(request.as_bytes());
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let body = answer.split_once("\r\n\r\n").map_or("", |parts| parts.1);
    (status, body.to_string())
}

pub fn posted(path: &str, body: &str, accept: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: {accept}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

pub fn ask(path: &str, body: &Value) -> (u16, Value) {
    let (status, text) = send(*SERVER, &posted(path, &body.to_string(), "application/json"));
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}
