//! Many visitors at once: each asks small questions for a minute. Says how long answers take, what was
//! refused, how much memory the server takes, and how soon the job of a visitor who leaves is freed.
//!
//!     cargo run --release -p ludex-web --example load -- target/release/ludex 50 60

mod client;

use std::error::Error;
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use client::{ask, begin, memory, start};

/// Small questions, one after the other.
const QUESTIONS: [(&str, &str); 4] = [
    ("/api/show", r#"{"game":"connect4","moves":["4","4"]}"#),
    ("/api/check", r#"{"game":"tictactoe","moves":["a1","b1"],"request":{"formula":"omega(2)"}}"#),
    ("/api/check", r#"{"game":"nim:heaps=3-4-5","request":{"formula":"omega(1)"}}"#),
    ("/api/solve", r#"{"game":"hex:size=3","request":{"evidence":true}}"#),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let program = args.next().ok_or("the path of ludex is missing")?;
    let visitors: usize = args.next().map_or(Ok(50), |text| text.parse())?;
    let seconds: u64 = args.next().map_or(Ok(60), |text| text.parse())?;
    let (mut process, address) = start(&program)?;
    let end = Instant::now() + Duration::from_secs(seconds);
    let (times, errors) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for visitor in 0..visitors {
            let (times, errors) = (&times, &errors);
            scope.spawn(move || visit(address, visitor, end, times, errors));
        }
    });
    let mut times = times.into_inner()?;
    times.sort_unstable();
    let errors = errors.into_inner()?;
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    println!("{} answers, {} errors", times.len(), errors.len());
    errors.iter().take(3).for_each(|error| println!("  {error}"));
    println!("median {:?}, 95 % below {:?}, slowest {:?}", at(50), at(95), times.last());
    let [now, most] = memory(process.id());
    println!("memory {now} kB, at most {most} kB");
    println!("a job is freed {:?} after its visitor left", freed(address)?);
    process.kill()?;
    Ok(())
}

fn visit(
    address: SocketAddr,
    visitor: usize,
    end: Instant,
    times: &Mutex<Vec<Duration>>,
    errors: &Mutex<Vec<String>>,
) {
    for number in visitor.. {
        let started = Instant::now();
        if started >= end {
            return;
        }
        let (path, body) = QUESTIONS[number % QUESTIONS.len()];
        let answer = ask(address, path, body).unwrap_or_else(|error| error.to_string());
        if answer.starts_with("HTTP/1.1 200") {
            times.lock().expect("nobody panics with it").push(started.elapsed());
        } else {
            let first = answer.lines().next().unwrap_or_default();
            errors.lock().expect("nobody panics with it").push(format!("{path}: {first}"));
        }
        // A person looks at an answer before asking again.
        thread::sleep(Duration::from_millis(200));
    }
}

/// Fills all places for jobs with long searches, leaves, and measures until a question is answered.
fn freed(address: SocketAddr) -> std::io::Result<Duration> {
    let long = r#"{"game":"connect4","request":{"limits":{"max_seconds":100}}}"#;
    let places = thread::available_parallelism().map_or(2, usize::from);
    let searches: Vec<TcpStream> =
        (0..places).map(|_| begin(address, "/api/solve", long)).collect::<Result<_, _>>()?;
    thread::sleep(Duration::from_secs(1));
    drop(searches);
    let started = Instant::now();
    ask(address, "/api/show", r#"{"game":"nim"}"#)?;
    Ok(started.elapsed())
}
