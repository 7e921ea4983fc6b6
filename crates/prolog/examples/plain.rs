//! Runs goals about an ordinary program; `bench/classic` runs it beside another Prolog.
//!
//!     plain FILE GOAL [LIMIT]     the answers, what was written, inferences, seconds, kB

use cpu_time::ProcessTime;
use ludex_base::Budget;
use ludex_prolog::{Ordinary, Solutions};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (file, goal) = (&arguments[1], &arguments[2]);
    let limit = arguments.get(3).map_or(10, |limit| limit.parse().expect("a number"));
    let text = std::fs::read_to_string(file).expect("a file");
    let none = |name: &str| Err(format!("{name} is not included here"));
    let program = Ordinary::read(&text, &none).unwrap_or_else(|error| panic!("{error:?}"));
    for warning in program.warnings() {
        eprintln!("warning: {}", warning.message);
    }
    let budget = Budget { max_bytes: 2 << 30, ..Budget::default() };
    let start = ProcessTime::now();
    let mut answers = Solutions::new(&program, goal, &budget, u64::MAX).expect("goals");
    for _ in 0..limit {
        let answer = answers.next();
        print!("{}", answers.take_output());
        match answer {
            Some(Ok(bindings)) => {
                let texts: Vec<String> =
                    bindings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                println!("{}", if texts.is_empty() { "yes".into() } else { texts.join(", ") });
            }
            Some(Err(why)) => {
                println!("error: {why}");
                break;
            }
            None => {
                println!("no");
                break;
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    eprintln!("{} inferences, {seconds:.3} s, {} kB", answers.inferences(), memory());
}

/// Returns the peak memory of this process in kB, as Linux reports it.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
