//! Matches against players that answer slowly, with too much, or with something else.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use ludex_ggp::{ManagerOptions, Network, Post, PostError, manage_match};
use ludex_play::{End, Transcript, Wrong};

use crate::support::rules::SCISSORS;

/// Starts a player that does the same with every connection. Returns its address.
fn player(answer: fn(&mut TcpStream)) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            thread::spawn(move || {
                let _ = stream.read(&mut [0; 4096]);
                answer(&mut stream);
            });
        }
    });
    format!("http://{address}")
}

/// Sends a piece again and again, up to a number of times, until the other side hangs up.
fn repeat(stream: &mut TcpStream, piece: &[u8], times: usize, pause: Duration) -> usize {
    let send = |_: &usize| {
        thread::sleep(pause);
        stream.write_all(piece).is_ok()
    };
    (0..times).take_while(send).count()
}

fn silent(stream: &mut TcpStream) {
    let _ = stream.read_to_end(&mut Vec::new());
}

fn dripping(stream: &mut TcpStream) {
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n");
    repeat(stream, b"r", 60_000, Duration::from_millis(20));
}

fn dripping_head(stream: &mut TcpStream) {
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nX: ");
    repeat(stream, b"x", 10_000, Duration::from_millis(20));
}

fn megabytes(stream: &mut TcpStream) {
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
    repeat(stream, &[b'('; 1 << 16], 1 << 14, Duration::ZERO);
}

fn endless_head(stream: &mut TcpStream) {
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n");
    repeat(stream, b"X-Again: and again\r\n", 1 << 20, Duration::ZERO);
}

fn elsewhere(stream: &mut TcpStream) {
    let head = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n";
    let _ = stream.write_all(head);
}

fn nested(stream: &mut TcpStream) {
    let body = "(".repeat(60_000);
    let _ = write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
}

fn garbage(stream: &mut TcpStream) {
    let _ = stream.write_all(&[0xff; 10_000]);
}

/// Plays one turn between two players of the same kind, with clocks of one second.
fn one_turn(url: &str) -> (Transcript, Duration) {
    let game = ludex::open_match("rules", SCISSORS).expect("a game").simultaneous;
    let options = ManagerOptions {
        start_clock: 1,
        play_clock: 1,
        grace: Duration::from_millis(200),
        max_moves: 1,
        ..ManagerOptions::default()
    };
    let urls = [url.to_string(), url.to_string()];
    let begun = Instant::now();
    let transcript = manage_match(&game, SCISSORS, &urls, &options, &Network, None, &mut |_| {});
    (transcript, begun.elapsed())
}

#[test]
fn players_of_every_kind_leave_the_match_bounded() {
    type Player = (&'static str, fn(&mut TcpStream), fn(Wrong) -> bool);
    let late = |wrong: Wrong| matches!(wrong, Wrong::Late(_));
    let illegal = |wrong: Wrong| wrong == Wrong::Illegal;
    let unreachable = |wrong: Wrong| wrong == Wrong::Unreachable;
    let players: [Player; 8] = [
        ("silent", silent, late),
        ("dripping", dripping, late),
        ("dripping head", dripping_head, late),
        ("megabytes", megabytes, |wrong| wrong == Wrong::TooLong(65_536)),
        ("endless head", endless_head, unreachable),
        ("elsewhere", elsewhere, illegal),
        ("nested", nested, illegal),
        ("garbage", garbage, unreachable),
    ];
    thread::scope(|scope| {
        for (name, answer, expected) in players {
            scope.spawn(move || {
                let (transcript, took) = one_turn(&player(answer));
                assert_eq!(transcript.end, End::Moves, "{name}");
                let faults: Vec<Wrong> = transcript.faults.iter().map(|fault| fault.what).collect();
                assert!(
                    faults.len() == 2 && faults.iter().all(|&f| expected(f)),
                    "{name}: {faults:?}"
                );
                // The start, the turn and the end: three messages of at most 1.2 seconds each.
                assert!(took < Duration::from_secs(5), "{name}: {took:?}");
            });
        }
    });
}

#[test]
fn answers_of_megabytes_are_not_read() {
    let asked = Instant::now();
    let answer = Network.post(&player(megabytes), "(info)", Duration::from_secs(10));
    assert_eq!(answer, Err(PostError::TooLong(65_536)));
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    let text = Wrong::TooLong(65_536).to_string();
    assert_eq!(text, "answered with more than 65536 bytes; a random move was played");
}
