//! Measures how fast the machine is; `bench/prolog` runs it beside another Prolog.
//!
//!     speed count FILE GOALS TIMES     how often goals succeed: solutions, inferences, seconds, kB
//!     speed ask FILE QUESTION TIMES    the answer to a question, and the seconds it took
//!
//! Times are processor time, in seconds.

use cpu_time::ProcessTime;
use ludex_prolog::{Program, Session, query};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, kind, file, question, times] = &arguments[..] else {
        eprintln!("usage: speed count|ask FILE QUESTION TIMES");
        std::process::exit(2);
    };
    let text = std::fs::read_to_string(file).expect("a file");
    let program = Program::read(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    let times: u32 = times.parse().expect("a number");
    match kind.as_str() {
        "count" => count(&program, question, times),
        _ => ask(&program, question, times),
    }
}

fn count(program: &Program, goals: &str, times: u32) {
    let mut session = Session::new(program, goals).expect("goals");
    let start = ProcessTime::now();
    let mut solutions = 0;
    for _ in 0..times {
        solutions = session.count_initially().expect("answered");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{solutions} {} {seconds:.6} {}", session.inferences(), memory());
}

fn ask(program: &Program, question: &str, times: u32) {
    let start = ProcessTime::now();
    let mut result = serde_json::Value::Null;
    for _ in 0..times {
        result = query(program, question).expect("answered").result;
    }
    println!("{result} 0 {:.6} {}", start.elapsed().as_secs_f64(), memory());
}

/// Returns the peak memory of this process in kB, as Linux reports it.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
