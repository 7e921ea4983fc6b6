//! Strangers who connect and do not behave: the server stays bounded and answers everybody else.

use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use ludex_ggp::ServerOptions;

use crate::support::{Server, post, read_answer};

/// These tests open hundreds of connections each: one at a time.
static ALONE: Mutex<()> = Mutex::new(());

const INFO: &str = "((name ludex) (status available))";
const HALF_A_HEAD: &[u8] = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Le";

/// Asks a server for its name, which must take less than a second.
fn assert_alive(server: &Server) {
    let asked = Instant::now();
    assert_eq!(server.say("(info)"), (200, INFO.to_string()));
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
}

/// Connections that sent half a head were kept for ever.
#[test]
fn half_sent_heads_never_timed_out() {
    let head_time = Duration::from_millis(300);
    let server = Server::with(ServerOptions { head_time, ..ServerOptions::default() });
    for bytes in [HALF_A_HEAD, b"P", b""] {
        let asked = Instant::now();
        let mut stream = server.send(bytes);
        let (status, _) = read_answer(&mut stream);
        assert!([0, 408].contains(&status), "{status}");
        assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    }
    assert_alive(&server);
}

/// As many connections as the process may have files stopped the server.
#[test]
fn idle_connections_stopped_the_server() {
    let _alone = ALONE.lock();
    let hour = Duration::from_secs(3600);
    let options =
        ServerOptions { max_connections: 50, head_time: hour, ..ServerOptions::default() };
    let server = Server::with(options);
    let mut idle = Vec::new();
    for number in 0..500 {
        idle.push(server.send(if number % 2 == 0 { HALF_A_HEAD } else { b"" }));
        if number % 100 == 99 {
            assert_alive(&server);
        }
    }
    // The oldest gave way to those that came later.
    let first = &mut idle[0];
    assert_eq!(read_answer(first).0, 0);
    let closed = idle.iter_mut().map(is_closed).filter(|closed| *closed).count();
    assert!(closed >= 440, "{closed}");
}

fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).expect("it can be set");
    let read = std::io::Read::read(stream, &mut [0; 16]);
    !read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}

#[test]
fn five_hundred_connections_at_once_are_answered() {
    let _alone = ALONE.lock();
    let server = Server::with(ServerOptions { max_connections: 600, ..ServerOptions::default() });
    let mut streams: Vec<TcpStream> =
        (0..500).map(|_| server.send(b"POST / HTTP/1.1\r\n")).collect();
    for stream in &mut streams {
        stream.write_all(b"Content-Length: 6\r\n\r\n(info)").expect("it reads");
    }
    let answered = streams.iter_mut().map(read_answer).filter(|answer| answer.0 == 200).count();
    // More than 64 of them may be read at the same moment; those are told to come again.
    assert!(answered >= 64, "{answered}");
    assert_alive(&server);
    let clients = || (0..25).map(|_| server.say("(info)").0).collect::<Vec<u16>>();
    let statuses: Vec<u16> = thread::scope(|scope| {
        let asked: Vec<_> = (0..20).map(|_| scope.spawn(clients)).collect();
        asked.into_iter().flat_map(|one| one.join().expect("answers")).collect()
    });
    assert_eq!(statuses, [200; 500]);
}

/// A body that comes byte by byte takes its connection and nothing else.
#[test]
fn slow_bodies_end_in_time() {
    let body_time = Duration::from_millis(500);
    let server = Server::with(ServerOptions { body_time, ..ServerOptions::default() });
    let head = b"POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n";
    let chunked = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut slow: Vec<TcpStream> =
        (0..60).map(|number| server.send(if number % 2 == 0 { head } else { chunked })).collect();
    let begun = Instant::now();
    while begun.elapsed() < 2 * body_time {
        for (number, stream) in slow.iter_mut().enumerate() {
            let _ = stream.write_all(if number % 2 == 0 { b"(" } else { b"1\r\n(\r\n" });
        }
        assert_alive(&server);
        thread::sleep(Duration::from_millis(50));
    }
    for stream in &mut slow {
        let _ = stream.shutdown(Shutdown::Write);
        assert!([0, 408].contains(&read_answer(stream).0));
    }
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[test]
fn huge_bodies_are_refused_before_they_are_kept() {
    let options =
        ServerOptions { max_message: 100_000, max_bytes: 500_000, ..ServerOptions::default() };
    let server = Server::with(options);
    let announced = b"POST / HTTP/1.1\r\nContent-Length: 1099511627776\r\n\r\n(play";
    assert_eq!(read_answer(&mut server.send(announced)).0, 413);
    let mut endless = server.send(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    let piece = format!("1000\r\n{}\r\n", "(".repeat(0x1000));
    let sent = (0..1000).take_while(|_| endless.write_all(piece.as_bytes()).is_ok()).count();
    assert!(sent < 1000, "the server hung up");
    // Each is short enough, and all of them are not.
    let half = format!("POST / HTTP/1.1\r\nContent-Length: 99999\r\n\r\n{}", "(".repeat(90_000));
    let mut many: Vec<TcpStream> = (0..20).map(|_| server.send(half.as_bytes())).collect();
    thread::sleep(Duration::from_millis(200));
    let refused = many.iter_mut().map(is_closed).filter(|closed| *closed).count();
    assert!((14..=15).contains(&refused), "{refused}");
    assert_alive(&server);
}

#[test]
fn wrong_match_ids_are_refused() {
    let server = Server::start();
    let long = "m".repeat(10_000);
    let deep = format!("{}{}", "(".repeat(150), ")".repeat(150));
    for id in ["other", "()", "(play m nil)", "\u{1f600}", "%00", &long, &deep] {
        for message in
            [format!("(play {id} nil)"), format!("(stop {id} nil)"), format!("(abort {id})")]
        {
            assert_eq!(server.say(&message), (400, "busy".to_string()), "{message:.40}");
        }
    }
    assert_eq!(server.say(&format!("(start {long} x ((role x)) 1 1)")).0, 400);
    assert_eq!(server.host.threads(), 0);
    assert_alive(&server);
}

/// A message in pieces, in the order they were sent, is one message.
#[test]
fn messages_in_pieces_are_answered() {
    let server = Server::start();
    let message = post("(info)");
    let mut stream = server.send(&message[..10]);
    for byte in &message[10..] {
        stream.write_all(&[*byte]).expect("it reads");
    }
    assert_eq!(read_answer(&mut stream), (200, INFO.to_string()));
}
