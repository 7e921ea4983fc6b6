//! How fast the machine is: naive reverse in inferences per second, and questions about Cluedo.
//!
//!     cargo run --release -p ludex-prolog --example speed

use std::path::Path;
use std::time::Instant;

use ludex_prolog::{Program, Session};

/// Naive reverse of a list of 30 elements takes 496 inferences.
const REVERSE: &str = "
[...] app([],L,L).
app([X|A],B,[X|C]) :- app(A,B,C).
[...] nrev([],[]).
nrev([X|A],R) :- nrev(A,B), app(B,[X],R).
";

fn main() {
    let times: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let program = Program::read(REVERSE).expect("well written");
    let list: Vec<String> = (1..=30).map(|n| n.to_string()).collect();
    let question = format!("nrev([{}],R)", list.join(","));
    let mut session = Session::new(&program, &question).expect("a question");
    let start = Instant::now();
    for _ in 0..times {
        assert!(session.holds_initially().expect("answered"));
    }
    let seconds = start.elapsed().as_secs_f64();
    let (inferences, speed) = (session.inferences(), session.inferences() as f64 / seconds / 1e6);
    println!(
        "naive reverse: {inferences} inferences in {seconds:.3} s, {speed:.1} million a second"
    );
    for (file, question) in [
        ("cluedo-small.gp", "force {2} : win(2)"),
        ("cluedo-small.gp", "states"),
        ("tictactoe.gp", "force {x} : win(x)"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/prolog").join(file);
        let program = Program::read(&std::fs::read_to_string(path).expect("an example"))
            .expect("well written");
        let start = Instant::now();
        let answer = ludex_prolog::query(&program, question).expect("answered");
        println!("{file}: {question}: {} in {:.3} s", answer.result, start.elapsed().as_secs_f64());
    }
}
