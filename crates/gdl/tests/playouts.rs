//! Random plays: every legal move is as likely as any other.

use std::fmt::Write;

use ludex_game::Model;
use ludex_gdl::{Description, GdlGame, Playouts};

/// The number of classes of moves; each has a role that wins if a move of it is chosen.
const CLASSES: usize = 7;

/// Returns a game in which the first role chooses a side and then a move: any on the left, every
/// second one on the right. Role `i` gets 100 if the move is of class `i`.
fn choice(moves: usize) -> String {
    let mut text = String::new();
    for role in 0..CLASSES {
        writeln!(text, "(role r{role})").expect("a string takes it");
    }
    for mv in 0..moves {
        let class = mv % CLASSES;
        writeln!(text, "(on left {mv}) (class {mv} r{class})").expect("a string takes it");
        if mv % 2 == 0 {
            writeln!(text, "(on right {mv})").expect("a string takes it");
        }
    }
    text + "(init start)
        (<= (legal r0 (go left)) (true start)) (<= (legal r0 (go right)) (true start))
        (<= (next (at ?s)) (does r0 (go ?s)))
        (<= (legal r0 (take ?m)) (true (at ?s)) (on ?s ?m))
        (<= (legal r0 noop) (true (taken ?m)))
        (<= (legal ?r noop) (role ?r) (distinct ?r r0))
        (<= (next (taken ?m)) (does r0 (take ?m)))
        (<= terminal (true (taken ?m)))
        (<= (goal ?r 100) (true (taken ?m)) (class ?m ?r))
        (<= (won ?r) (true (taken ?m)) (class ?m ?r))
        (<= (goal ?r 0) (role ?r) (not (won ?r)))"
}

/// Returns how likely a class is if sides and moves are chosen uniformly.
fn likely(moves: usize, class: usize) -> f64 {
    let share = |step: usize| {
        let there: Vec<usize> = (0..moves).step_by(step).collect();
        let of_class = there.iter().filter(|&mv| mv % CLASSES == class).count();
        of_class as f64 / there.len() as f64
    };
    (share(1) + share(2)) / 2.0
}

#[test]
fn moves_are_picked_uniformly() {
    for moves in [1, 3, 9, 300, 700] {
        let description = Description::parse(&choice(moves)).expect("a game");
        let game = GdlGame::new(description).expect("a game");
        assert_eq!(game.engine_name(), "network");
        for plays in [64, 40_000] {
            let scores = Playouts::new(&game, 1).run(&game.initial(), plays, 1_000_000);
            assert_eq!((scores.plays, scores.plies), (plays, 2 * plays), "{moves} moves");
            for class in 0..CLASSES {
                let (p, found) = (likely(moves, class), scores.mean(class) / 100.0);
                let deviation = (p * (1.0 - p) / plays as f64).sqrt();
                let close = (found - p).abs() <= 5.0 * deviation;
                assert!(close, "class {class} of {moves} moves: {found}, not {p}");
            }
        }
    }
}
