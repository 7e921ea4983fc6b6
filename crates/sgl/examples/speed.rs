//! Measures how fast models are checked: formula nodes times states per second, and whole games.
//!
//! Run with `cargo run --release -p ludex-sgl --example speed`.

use cpu_time::ProcessTime;
use ludex_game::{Agent, Model, Turn, below};
use ludex_games::ConnectFour;
use ludex_sgl::{Advisor, File, find_strategy, query};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns the m,k-game with the strategies of `games/sgl/tictactoe.sgl`.
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

/// Answers a query, prints the answer and returns the processor time in seconds.
fn ask(file: &File, text: &str) -> f64 {
    let start = ProcessTime::now();
    let answer = query(file, text).expect("an answer");
    let seconds = start.elapsed().as_secs_f64();
    println!("{text}: {} in {seconds:.3} s", answer.result);
    seconds
}

fn main() {
    let small = file(3, 3);
    // Each is true in all 5,478 states, so that every state is visited.
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
    advice();
    discovery();
}

/// Measures how many times a second a strategy can be asked for moves, for instance in playouts.
fn advice() {
    use ludex_game::Game;
    let text = include_str!("../../../games/sgl/connect4.sgl");
    let file = File::read("connect4.sgl", text).expect("it reads");
    let game = ConnectFour::<u64>::new(7, 6, 4, ludex_games::Scoring::Result);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for strategy in ["middle", "finish", "careful"] {
        let mut advisor = Advisor::new(&game, &file, strategy).expect("an advisor");
        let start = ProcessTime::now();
        let (mut count, mut state) = (0, game.initial());
        while start.elapsed().as_secs_f64() < 2.0 {
            let Turn::Of(agent) = game.turn(&state) else {
                state = game.initial();
                continue;
            };
            let mut moves = advisor.moves(&state, agent).expect("an answer");
            count += 1;
            if moves.is_empty() {
                game.moves(&state, agent, &mut moves);
            }
            game.play(&mut state, agent, moves[below(&mut rng, moves.len())]);
        }
        println!("moves of {strategy} in Connect Four 7x6: {} a second", count / 2);
    }
}

fn discovery() {
    let game = ludex_games::Mnk::<1>::new(3, 3, 3);
    for player in [Agent::FIRST, Agent::SECOND] {
        let start = ProcessTime::now();
        let found = find_strategy(&game, "mk:m=3,k=3", player, &Default::default());
        let found = found.expect("a strategy");
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "found for {}: verified {}, {} rules, {seconds:.2} s",
            game.agents().name(player),
            found.verified,
            found.rules.len()
        );
    }
}
