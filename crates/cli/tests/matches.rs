//! Matches between two processes of `ludex ggp`, run by `ludex match`: on a line that is slow, and while
//! somebody sends them garbage.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn ludex(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(args).current_dir(ROOT);
    command
}

/// A player in a process of its own, which ends with the test.
struct Player {
    process: Child,
    address: SocketAddr,
}

impl Player {
    fn start(seed: &str) -> Player {
        let args = ["ggp", "--port", "0", "--seed", seed, "--max-memory", "64MiB"];
        let mut process = ludex(&args).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut said = BufReader::new(process.stderr.take().expect("a pipe"));
        let mut line = String::new();
        said.read_line(&mut line).expect("a line");
        // Whatever else it says must not fill the pipe.
        thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        let place = line.split("listens on ").nth(1).and_then(|rest| rest.split(';').next());
        let address = place.and_then(|place| place.parse().ok()).expect(&line);
        Player { process, address }
    }

    /// Sends a message and returns the answer.
    fn say(&self, message: &str) -> String {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.write_all(post(message.as_bytes()).as_slice()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer.rsplit("\r\n\r\n").next().unwrap_or_default().to_string()
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may have ended by itself; the test says so where that is wrong.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A request with a body.
fn post(body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let mut request = format!(
        "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
    )
    .into_bytes();
    request.extend(body);
    request
}

/// A slow line to a player: every piece of data is late by up to this long. Returns where it starts.
fn slow_line(to: SocketAddr, most: Duration, seed: u64) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let here = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for (number, near) in listener.incoming().flatten().enumerate() {
            let Ok(far) = TcpStream::connect(to) else { continue };
            let ends = near.try_clone().and_then(|near| Ok((near, far.try_clone()?)));
            let Ok((near_again, far_again)) = ends else { continue };
            let seed = seed + 2 * number as u64;
            thread::spawn(move || carry(near, far, most, seed));
            thread::spawn(move || carry(far_again, near_again, most, seed + 1));
        }
    });
    format!("http://{here}")
}

/// Carries data one way until there is no more.
fn carry(mut from: TcpStream, mut to: TcpStream, most: Duration, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut piece = vec![0; 64 << 10];
    while let Ok(length @ 1..) = from.read(&mut piece) {
        thread::sleep(most.mul_f64(rng.random::<f64>()));
        if to.write_all(&piece[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

/// Something that is no message of the protocol, or one about no match there is.
fn garbage(rng: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let bytes: Vec<u8> = (0..rng.random_range(0..300)).map(|_| rng.random()).collect();
    let nested = "(".repeat(100_000);
    let texts = [
        "",
        "(",
        ")",
        "(play",
        "(play nobody nil)",
        "(stop nobody nil)",
        "(start a b (c",
        "busy",
        "\0",
        "(start other x ((role x) (<= (next ?y) (true ?z))) 1 1)",
        "(info) (info)",
        &nested,
    ];
    match rng.random_range(0..6) {
        0 => bytes,
        1 => post(&bytes),
        // A body that never comes, one that is too long, and a head that does not end.
        2 => b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n(play".to_vec(),
        3 => b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n(((((".to_vec(),
        4 => b"GET /index.html HTTP/1.1\r\nX-Long: ".to_vec(),
        _ => post(texts[rng.random_range(0..texts.len())].as_bytes()),
    }
}

/// Sends garbage to players until it is told to stop; how many pieces.
fn pester(players: &[SocketAddr], seed: u64, stop: &AtomicBool) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut open, mut sent) = (Vec::new(), 0);
    while !stop.load(Ordering::Relaxed) {
        for &player in players {
            if let Ok(mut stream) = TcpStream::connect(player) {
                // It may hang up as soon as it has seen enough.
                let _ = stream.write_all(&garbage(&mut rng));
                sent += 1;
                open.push(stream);
            }
        }
        // Some lines stay open for a while, with nobody at the other end.
        open.drain(..open.len().saturating_sub(20));
        thread::sleep(Duration::from_millis(20));
    }
    sent
}

/// Plays a match and returns its transcript.
fn play(game: &str, urls: &[String], id: &str) -> Value {
    let args = ["match", game, "--start-clock", "5", "--play-clock", "1", "--id", id, "--json"];
    let output = ludex(&args).args(urls).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{game}: {said}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn matches_are_played_to_the_end_on_slow_lines_in_spite_of_garbage() {
    let players = [Player::start("1"), Player::start("2")];
    let addresses = players.each_ref().map(|player| player.address);
    let late = Duration::from_millis(100);
    let urls = [slow_line(addresses[0], late, 10_000), slow_line(addresses[1], late, 20_000)];
    let stop = Arc::new(AtomicBool::new(false));
    let pest = thread::spawn({
        let stop = Arc::clone(&stop);
        move || pester(&addresses, 3, &stop)
    });
    // Turns and simultaneous moves.
    let games = ["tictactoe", "goofspiel", "nim"];
    for (number, name) in games.iter().enumerate() {
        let path = format!("games/gdl/{name}.kif");
        let played = play(&path, &urls, &format!("match{number}"));
        assert_eq!(played["end"], "final", "{name}");
        assert_eq!(played["faults"], Value::Array(Vec::new()), "{name}: legal moves, in time");
        assert_eq!(played["scores"].as_object().map(|scores| scores.len()), Some(2), "{name}");
        assert!(played["moves"].as_array().is_some_and(|moves| moves.len() > 2), "{name}");
    }
    stop.store(true, Ordering::Relaxed);
    assert!(pest.join().expect("it ends") > 100, "there was garbage");
    for player in &players {
        assert_eq!(player.say("(info)"), "((name ludex) (status available))");
    }
}

/// A player that answered with megabytes was waited for, and said to play an illegal move.
#[test]
fn a_player_that_answers_with_megabytes_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            thread::spawn(move || {
                let _ = stream.read(&mut [0; 4096]);
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 90000000\r\n\r\n");
                while stream.write_all(&[b'('; 1 << 16]).is_ok() {}
            });
        }
    });
    let args = ["match", "games/gdl/nim.kif", "--start-clock", "1", "--play-clock", "1", "--quiet"];
    let output = ludex(&args).args([&url, &url]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let fault =
        format!("turn 1: {url} answered with more than 65536 bytes; a random move was played");
    assert!(said.contains(&fault), "{said}");
}

/// The time of a message was the clock and a little more, which was too much for the largest clock.
#[test]
fn clocks_without_end_are_refused() {
    let clock = u64::MAX.to_string();
    for option in ["--start-clock", "--play-clock"] {
        let args = ["match", "games/gdl/nim.kif", "http://127.0.0.1:1", option, &clock];
        let output = ludex(&args).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{option}");
    }
}
