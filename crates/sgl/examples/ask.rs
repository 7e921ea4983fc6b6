//! Answers a query about a file: `cargo run --release -p ludex-sgl --example ask FILE QUERY`.

use std::time::Instant;

use ludex_base::NoAnswer;
use ludex_sgl::{File, query};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, name, question] = args.as_slice() else {
        return println!("usage: ask FILE QUERY");
    };
    let text = match std::fs::read_to_string(name) {
        Ok(text) => text,
        Err(error) => return println!("{name}: {error}"),
    };
    let start = Instant::now();
    match File::read(name, &text).map_err(NoAnswer::from).and_then(|file| query(&file, question)) {
        Ok(answer) => {
            println!("{}", answer.result);
            if let Some(witness) = answer.witness {
                println!("{witness}");
            }
        }
        Err(NoAnswer::Invalid(error)) => {
            println!("{error}: `{}` {:?}", error.offending(), error.help);
        }
        Err(NoAnswer::Stopped(stopped)) => println!("{stopped}"),
    }
    eprintln!("{:.3} s", start.elapsed().as_secs_f64());
}
