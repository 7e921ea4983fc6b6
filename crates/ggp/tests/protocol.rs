//! The protocol: answers in time whatever comes, and full matches over the loopback.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ludex::Limits;
use ludex_ggp::{
    FrontEnd, Host, HostOptions, ManagerOptions, MatchView, Network, Post, PostError, Start,
    manage_match,
};
use ludex_play::{End, Fault, Wrong};

use crate::support::rules::{SCISSORS, TIC_TAC_TOE};
use crate::support::{Server, host, start};

fn say(host: &Host, text: &str) -> String {
    host.answer(text, Instant::now()).text
}

#[test]
fn a_host_plays_a_match() {
    let host = host();
    assert_eq!(say(&host, "( INFO )"), "((name ludex) (status available))");
    assert_eq!(say(&host, "(preview ((role x)) 10)"), "ready");
    assert_eq!(say(&host, &start("m1", "x", TIC_TAC_TOE, "1 1")), "ready");
    let before = Instant::now();
    let first = say(&host, "(play m1 nil)");
    assert!(before.elapsed() < Duration::from_secs(1), "{:?}", before.elapsed());
    assert!(first.starts_with("(mark "), "{first}");
    // It is the other's turn, and then ours with two in a row to be stopped or made.
    assert_eq!(say(&host, &format!("(play m1 ({first} NOOP))")), "noop");
    assert_eq!(say(&host, "(STOP m1 (noop noop))"), "done");
    assert_eq!(say(&host, "(play m1 nil)"), "busy", "the match is over");
    assert_eq!(host.matches(), 0);
}

#[test]
fn several_matches_at_a_time() {
    let host = host();
    for (id, role) in [("a", "x"), ("b", "o"), ("c", "x")] {
        assert_eq!(say(&host, &start(id, role, TIC_TAC_TOE, "1 1")), "ready");
    }
    assert_eq!(host.matches(), 3);
    let answers: Vec<String> = thread::scope(|scope| {
        let host = &host;
        let ask = |id| scope.spawn(move || say(host, &format!("(play {id} nil)")));
        let asked = ["a", "b", "c", "d"].map(ask);
        asked.map(|one| one.join().expect("an answer")).to_vec()
    });
    assert!(answers[0].starts_with("(mark ") && answers[2].starts_with("(mark "), "{answers:?}");
    assert_eq!((answers[1].as_str(), answers[3].as_str()), ("noop", "busy"));
    assert_eq!(say(&host, "(abort b)"), "aborted");
    assert_eq!(say(&host, "(abort b)"), "busy");
    assert_eq!(host.matches(), 2);
}

#[test]
fn garbage_does_no_harm() {
    let host = host();
    assert_eq!(say(&host, &start("m", "x", TIC_TAC_TOE, "1 1")), "ready");
    let wrong = ["", "(", "(play", "(play m", "(start", "hello", "(play other nil)", "\u{0}", "()"];
    for text in wrong {
        let answer = host.answer(text, Instant::now());
        assert!(answer.text == "busy" && answer.complaint.is_some(), "{text}: {answer:?}");
    }
    for rules in ["(role x", "(role y)", "(<= (next ?x) (true ?y))", ""] {
        assert_eq!(say(&host, &format!("(start bad x ({rules}) 1 1)")), "busy", "{rules}");
    }
    // Moves that make no sense are passed over; the answer is a legal move of the last state.
    for moves in ["((mark 9 9) noop)", "(noop)", "((mark 1 1) (mark 1 2))", "(1 2 3)"] {
        let answer = say(&host, &format!("(play m {moves})"));
        assert!(answer.starts_with("(mark "), "{moves}: {answer}");
    }
}

/// A front end that needs long, a match that does not look at the clock, and one that breaks.
#[derive(Clone, Copy)]
enum Bad {
    SlowRules,
    Sleeper,
    Panics,
}

impl FrontEnd for Bad {
    fn open(
        &self,
        _: &Start,
        _: &Limits,
        run: &mut dyn FnMut(&mut dyn MatchView),
    ) -> Result<(), String> {
        if matches!(self, Bad::SlowRules) {
            thread::sleep(Duration::from_secs(4));
        }
        let mut view = *self;
        run(&mut view);
        Ok(())
    }
}

impl MatchView for Bad {
    fn advance(&mut self, _moves: &[String]) -> Result<(), String> {
        Ok(())
    }

    fn prepare(&mut self, _deadline: Instant, _stop: &AtomicBool) {}

    fn think(&mut self, _deadline: Instant, _stop: &AtomicBool, offer: &dyn Fn(String)) {
        offer("first".into());
        match self {
            Bad::Panics => panic!("a broken player"),
            _ => thread::sleep(Duration::from_secs(3)),
        }
    }
}

#[test]
fn answers_come_in_time_whatever_the_player_does() {
    for (front, expected) in
        [(Bad::SlowRules, "nil"), (Bad::Sleeper, "first"), (Bad::Panics, "first")]
    {
        let host = Host::new(front, HostOptions::default());
        let clock = Instant::now();
        assert_eq!(say(&host, "(start m x () 1 1)"), "ready");
        assert!(clock.elapsed() < Duration::from_secs(1), "{:?}", clock.elapsed());
        let clock = Instant::now();
        assert_eq!(say(&host, "(play m nil)"), expected);
        assert!(clock.elapsed() < Duration::from_secs(1), "{:?}", clock.elapsed());
    }
}

fn manage(rules: &str, servers: &[Server], post: &dyn Post) -> ludex_play::Transcript {
    let game = ludex::open_match("rules", rules).expect("a game").simultaneous;
    let urls: Vec<String> = servers.iter().map(Server::url).collect();
    let options = ManagerOptions {
        id: "Loopback.1".into(),
        start_clock: 2,
        play_clock: 1,
        ..ManagerOptions::default()
    };
    manage_match(&game, rules, &urls, &options, post, None, &mut |_| {})
}

#[test]
fn two_hosts_play_a_whole_match() {
    let servers = [Server::start(), Server::start()];
    let transcript = manage(TIC_TAC_TOE, &servers, &Network);
    assert_eq!(transcript.end, End::Final);
    assert!(transcript.faults.is_empty(), "{:?}", transcript.faults);
    assert_eq!(transcript.scores, [50.0, 50.0], "both play well");
    let transcript = manage(SCISSORS, &servers, &Network);
    assert!(transcript.faults.is_empty(), "{:?}", transcript.faults);
    assert_eq!(transcript.moves.len(), 6);
    assert_eq!(transcript.scores.iter().sum::<f64>(), 100.0);
}

/// It "took 0.00 s longer than it may". A player that answers too late is told from it.
#[test]
fn a_dead_host_was_said_to_be_late() {
    struct Dead;
    impl Post for Dead {
        fn post(&self, _: &str, message: &str, within: Duration) -> Result<String, PostError> {
            if message.starts_with("(play") && message.contains("nil") {
                thread::sleep(within);
            }
            Err("connection refused".into())
        }
    }
    let game = ludex::open_match("rules", TIC_TAC_TOE).expect("a game").simultaneous;
    let urls = ["http://localhost:1", "http://localhost:2"].map(str::to_string);
    let options = ManagerOptions { play_clock: 1, ..ManagerOptions::default() };
    let transcript = manage_match(&game, TIC_TAC_TOE, &urls, &options, &Dead, None, &mut |_| {});
    // Both are asked for their first moves, which come too late.
    let (first, others) = transcript.faults.split_at(2);
    let late = |fault: &Fault| matches!(fault.what, Wrong::Late(late) if late >= 0.3);
    assert!(first.iter().all(late), "{first:?}");
    let dead = |fault: &Fault| fault.what == Wrong::Unreachable;
    assert!(others.len() > 2 && others.iter().all(dead), "{others:?}");
    let text = Wrong::Unreachable.to_string();
    assert_eq!(text, "could not be reached; a random move was played");
}

/// The network on a bad day: messages come late, come twice, with others between; answers get lost
/// or garbled.
struct BadDay(AtomicUsize);

impl Post for BadDay {
    fn post(&self, url: &str, message: &str, within: Duration) -> Result<String, PostError> {
        let day = self.0.fetch_add(1, Ordering::Relaxed);
        if day.is_multiple_of(3) {
            thread::sleep(Duration::from_millis(150));
        }
        if day % 4 == 1 {
            for text in ["(play nobody nil)", "(((", "(abort other)", "info", "\u{7f}"] {
                let answer = Network.post(url, text, within)?;
                assert!(answer == "busy" || answer.contains("ludex"), "{answer}");
            }
        }
        let answer = Network.post(url, message, within)?;
        match day % 7 {
            5 => Ok("(mark 9 9".into()),
            6 => Err("lost".into()),
            _ => Ok(answer),
        }
    }
}

/// Speaks HTTP badly: half a message, half a body, too much, something else.
fn vandalise(address: SocketAddr) {
    let huge = format!("POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n", 1u64 << 40);
    let wrong = [
        "POST / HTTP/1.1\r\nContent-Length: 500\r\n\r\n(play".to_string(),
        "POST / HT".into(),
        "\u{0}\u{1}\u{2}\r\n\r\n".into(),
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n".into(),
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".into(),
        huge,
    ];
    let mut open = Vec::new();
    for text in wrong {
        let Ok(mut stream) = TcpStream::connect(address) else { continue };
        let _ = stream.set_read_timeout(Some(Duration::from_millis(100)));
        let _ = stream.write_all(text.as_bytes());
        let _ = stream.read(&mut [0; 64]);
        // Some stay open: bodies that never come must keep nobody waiting.
        open.push(stream);
    }
    thread::sleep(Duration::from_millis(200));
}

#[test]
fn a_match_survives_a_bad_day() {
    let servers = [Server::start(), Server::start()];
    let over = AtomicBool::new(false);
    let transcript = thread::scope(|scope| {
        for server in &servers {
            let over = &over;
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    vandalise(server.address);
                }
            });
        }
        let transcript = manage(TIC_TAC_TOE, &servers, &BadDay(AtomicUsize::new(1)));
        over.store(true, Ordering::Relaxed);
        transcript
    });
    assert_eq!(transcript.end, End::Final);
    assert!(!transcript.faults.is_empty(), "garbled answers are faults");
    assert_eq!(transcript.scores.iter().sum::<f64>(), 100.0);
    // The servers are as good as before.
    let answer = Network.post(&servers[0].url(), "(info)", Duration::from_secs(2));
    assert_eq!(answer.as_deref(), Ok("((name ludex) (status available))"));
}

#[test]
fn long_messages_are_refused() {
    let server = Server::start();
    let long = format!("(play m ({}))", "noop ".repeat(1 << 20));
    let answer = Network.post(&server.url(), &long, Duration::from_secs(5));
    assert!(answer.is_err() || answer.as_deref() == Ok("busy"), "{answer:?}");
    let answer = Network.post(&server.url(), "(info)", Duration::from_secs(5));
    assert_eq!(answer.as_deref(), Ok("((name ludex) (status available))"));
}
