//! Whoever means harm: slow heads, too many connections, requests that make no sense. All are refused,
//! and the server goes on answering. (Foreign names and origins, long bodies and paths out of the page
//! are in `requests.rs`.)

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ludex_web::ServerOptions;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::support::{posted, send, start};

/// The number of malformed requests.
const MALFORMED: usize = 10_000;
/// Those who send them at the same time.
const ATTACKERS: usize = 8;

const PATHS: [&str; 7] = [
    "/api/show",
    "/api/solve",
    "/api/walk",
    "/api/evidence",
    "/../../etc/passwd",
    "/%2e%2e/x",
    "/api/evidence/-1",
];

const BODIES: [&str; 11] = [
    "{",
    "[]",
    "null",
    r#"{"game":1}"#,
    r#"{"game":"\u0000"}"#,
    r#"{"evidence":99999999999999999999}"#,
    r#"{"game":"nim","moves":[[]]}"#,
    r#"{"game":"nim:heaps=99999999999"}"#,
    r#"{"game":"nim","request":{"limits":{"max_seconds":-1}}}"#,
    r#"{"language":"gdl","text":"(((("}"#,
    r#"{"game":"nim","evidence":0,"part":-1}"#,
];

fn require_alive(address: SocketAddr) {
    let small = posted("/api/show", r#"{"game":"nim"}"#, "application/json");
    assert_eq!(send(address, &small).0, 200);
}

/// Makes a request that is wrong in some way.
fn malformed(random: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let path = PATHS[random.random_range(0..PATHS.len())];
    let body = BODIES[random.random_range(0..BODIES.len())];
    let chunked = "Transfer-Encoding: chunked\r\nX";
    let mut bytes = match random.random_range(0..5) {
        0 => posted(path, body, "*/*").into_bytes(),
        1 => posted(path, body, "text/event-stream").into_bytes(),
        2 => posted(path, body, "*/*").replace("HTTP/1.1", "HTTP/9.9").into_bytes(),
        3 => posted(path, body, "*/*").replace("Content-Length", chunked).into_bytes(),
        _ => (0..random.random_range(1..200)).map(|_| random.random()).collect(),
    };
    for _ in 0..random.random_range(0..3) {
        let at = random.random_range(0..bytes.len());
        bytes[at] = random.random();
    }
    bytes
}

#[test]
fn malformed_requests_are_refused_and_the_server_lives() {
    let head_time = Duration::from_millis(200);
    let (address, stop) = start(ServerOptions { head_time, ..ServerOptions::default() });
    std::thread::scope(|scope| {
        for attacker in 0..ATTACKERS {
            scope.spawn(move || {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(attacker as u64);
                for _ in 0..MALFORMED / ATTACKERS {
                    let Ok(mut stream) = TcpStream::connect(address) else { continue };
                    let _ = stream.write_all(&malformed(&mut random));
                    let _ = stream.shutdown(Shutdown::Write);
                    // Some wait for the answer, so that it is worked on.
                    if random.random_range(0..10) == 0 {
                        let _ = stream.set_read_timeout(Some(Duration::from_millis(500)));
                        let _ = stream.read(&mut [0; 512]);
                    }
                }
            });
        }
    });
    require_alive(address);
    stop.store(true, Ordering::Relaxed);
}

#[test]
fn heads_that_do_not_arrive_are_given_up() {
    let head_time = Duration::from_millis(300);
    let (address, stop) = start(ServerOptions { head_time, ..ServerOptions::default() });
    let slow = |_| {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        stream.write_all(b"POST /api/show HTTP/1.1\r\nHost: loc").expect("it reads");
        stream
    };
    let mut slow: Vec<TcpStream> = (0..100).map(slow).collect();
    require_alive(address);
    let started = Instant::now();
    for stream in &mut slow {
        stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a timeout");
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    assert!(started.elapsed() < Duration::from_secs(9), "{:?}", started.elapsed());
    stop.store(true, Ordering::Relaxed);
}

#[test]
fn more_connections_than_are_allowed_shut_nobody_out() {
    let (address, stop) = start(ServerOptions::default());
    let idle: Vec<TcpStream> = (0..1500).filter_map(|_| TcpStream::connect(address).ok()).collect();
    require_alive(address);
    drop(idle);
    stop.store(true, Ordering::Relaxed);
}
