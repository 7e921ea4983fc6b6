//! Nodes, linear programs and time for Goofspiel: `goofspiel 4 7 backward`.
use std::time::Instant;

use ludex_game::Model;
use ludex_games::{Goofspiel, Payoff};
use ludex_search::*;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (from, to): (u8, u8) = (arguments[1].parse().unwrap(), arguments[2].parse().unwrap());
    for cards in from..=to {
        let prizes: Vec<u8> = (1..=cards).rev().collect();
        let game = Goofspiel::new(&prizes, Payoff::Result);
        let budget = Budget { max_bytes: 8 << 30, ..Budget::default() };
        for which in &arguments[3..] {
            let start = Instant::now();
            let root = game.initial();
            let mut words = which.split('-');
            let report = match words.next().unwrap() {
                "plain" => backward(&game, &root, BackwardOptions::plain(), &budget, &mut Silent),
                "table" => {
                    let options = BackwardOptions { transpositions: true, mirror: false };
                    backward(&game, &root, options, &budget, &mut Silent)
                }
                "mirror" => {
                    backward(&game, &root, BackwardOptions::default(), &budget, &mut Silent)
                }
                "oracle" => {
                    let mut options =
                        OracleOptions { serialised: false, transpositions: false, mirror: false };
                    for word in words {
                        match word {
                            "serial" => options.serialised = true,
                            "table" => options.transpositions = true,
                            "mirror" => options.mirror = true,
                            _ => panic!("{word}"),
                        }
                    }
                    double_oracle(&game, &root, options, &budget, &mut Silent)
                }
                skip => {
                    let mut options = SmabOptions::plain(skip[1..].parse().unwrap());
                    for word in words {
                        match word {
                            "lex" => options.order = CellOrder::Lexicographic,
                            "asc" => options.reverse = false,
                            "dom" => options.dominance = true,
                            "look" => options.look_ahead = true,
                            "learn" => options.learn = true,
                            "table" => options.transpositions = true,
                            "mirror" => options.mirror = true,
                            _ => panic!("{word}"),
                        }
                    }
                    smab(&game, &root, options, &budget, &mut Silent)
                }
            }
            .unwrap();
            println!(
                "{cards} {which}: value {:?} nodes {} lp {} serial {} bytes {} time {:.3}",
                report.value(),
                report.nodes,
                report.lp_calls,
                report.serial_nodes,
                report.bytes,
                start.elapsed().as_secs_f64()
            );
        }
    }
}
