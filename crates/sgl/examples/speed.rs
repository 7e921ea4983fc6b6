//! How fast models are checked: formula nodes times states per second, and whole games.
//!
//! Run with `cargo run --release -p ludex-sgl --example speed`.

use std::time::Instant;

use ludex_sgl::{File, query};

/// The m,k-game with the strategies of `games/sgl/tictactoe.sgl`.
fn file(m: usize, k: usize) -> File {
    let text = include_str!("../../../games/sgl/tictactoe.sgl");
    let lines = "define wins(t) :=
    or(i in 1..m, j in 1..m-k+1) and(l in 0..k-1) cell(t,i,j+l)
  | or(i in 1..m-k+1, j in 1..m) and(l in 0..k-1) cell(t,i+l,j)
  | or(i in 1..m-k+1, j in 1..m-k+1) and(l in 0..k-1) cell(t,i+l,j+l)
  | or(i in 1..m-k+1, j in k..m) and(l in 0..k-1) cell(t,i+l,j-l);";
    let start = text.find("define wins").expect("the definition");
    let end = start + text[start..].find(';').expect("its end") + 1;
    let text = format!("{}{lines}{}", &text[..start], &text[end..]);
    let text = text.replace("const m = 3;", &format!("const m = {m}, k = {k};"));
    let text = text.replace("2,2", "(m+1)/2,(m+1)/2");
    File::read("speed", &text).expect("the game reads")
}

/// Asks, prints and returns the seconds.
fn ask(file: &File, text: &str) -> f64 {
    let start = Instant::now();
    let answer = query(file, text).expect("an answer");
    let seconds = start.elapsed().as_secs_f64();
    println!("{text}: {} in {seconds:.3} s", answer.result);
    seconds
}

fn main() {
    let small = file(3, 3);
    // Each is true in all 5,478 states, so that every state is looked at.
    for formula in [
        "wins(X) -> terminal",
        "~canwin(X) -> [mark(X,1,1)] ~wins(X) | ~empty(1,1)",
        "terminal | or(a in actions) {steady(X) | all(O)} legal(a)",
    ] {
        let nodes = small.formula(formula).expect("it reads").0.len();
        let seconds = ask(&small, &format!("holds {formula}"));
        println!(
            "  {:.1} million states x nodes per second",
            5478.0 * nodes as f64 / seconds / 1e6
        );
    }
    ask(&small, "ensures steady(X) | all(O) : ~wins(O)");
    ask(&small, "ensures steady(O) | all(X) : ~wins(X)");
    let large = file(4, 4);
    let seconds = ask(&large, "reach true");
    println!("  {:.2} million states per second", 9.722011 / seconds);
    ask(&large, "reach simple(X) | all(O)");
    ask(&large, "enforces X in simple(X) | all(O) : ~wins(O)");
    ask(&large, "ensures steady(X) | all(O) : ~wins(O)");
}
