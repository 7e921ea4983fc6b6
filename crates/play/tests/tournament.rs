//! Tournaments: everybody plays everybody, and the results add up.

use std::sync::atomic::{AtomicUsize, Ordering};

use ludex_games::{Goofspiel, Mnk, Nim, Payoff};
use ludex_play::{
    NoContext, PlayerSpec, TournamentOptions, TournamentResult, play_tournament, total,
};

use crate::common;
use common::{simultaneous, turns};

fn players(text: &str) -> Vec<PlayerSpec> {
    PlayerSpec::list(text).expect("players")
}

#[test]
fn tables_add_up_and_skill_shows() {
    let game = turns(Nim::new(&[3, 4, 5]));
    let three = players("random@1n,mcts@200n,uct@20n");
    let seen = AtomicUsize::new(0);
    let watch = |_: &_, _: &_, done: usize, all: usize| {
        assert!((1..=all).contains(&done) && all == 36);
        seen.fetch_add(1, Ordering::Relaxed);
    };
    let options = TournamentOptions { rounds: 6, threads: 2, ..TournamentOptions::default() };
    let table =
        play_tournament("nim", &game, &three, &NoContext, &options, None, &watch).expect("a table");
    assert_eq!((table.matches, seen.load(Ordering::Relaxed)), (36, 36));
    let standings = &table.standings;
    assert!(standings.iter().all(|s| s.games == 24 && s.wins + s.draws + s.losses == 24));
    let score: f64 = standings.iter().map(|s| s.score * s.games as f64).sum();
    assert!((score - 36.0).abs() < 1e-9, "every match is worth one point");
    assert!(standings[1].score > 0.8, "{standings:?}");
    let both = table.against[0][1].expect("they met") + table.against[1][0].expect("they met");
    assert!((both - 1.0).abs() < 1e-9);
    assert_eq!(table.against[2][2], None);
    // The same again, whatever the threads.
    let again = TournamentOptions { threads: 1, ..options };
    let watch = |_: &_, _: &_, _: usize, _: usize| {};
    let second =
        play_tournament("nim", &game, &three, &NoContext, &again, None, &watch).expect("a table");
    assert_eq!(table, second);
    let json = serde_json::to_string(&table).expect("JSON");
    let read: TournamentResult = serde_json::from_str(&json).expect("a result");
    assert_eq!(read, table);
}

#[test]
fn several_games_count_the_same() {
    let two = players("mcts@300n,random");
    let watch = |_: &_, _: &_, _: usize, _: usize| {};
    let short = TournamentOptions { rounds: 6, ..TournamentOptions::default() };
    let long = TournamentOptions { rounds: 5, ..TournamentOptions::default() };
    let mk = turns(Mnk::<1>::new(3, 3, 3));
    let goofspiel = simultaneous(Goofspiel::new(&[4, 3, 2, 1], Payoff::Difference));
    let tables = [
        play_tournament("mk", &mk, &two, &NoContext, &short, None, &watch).expect("a table"),
        play_tournament("goofspiel", &goofspiel, &two, &NoContext, &long, None, &watch)
            .expect("a table"),
    ];
    let all = total(&tables);
    assert_eq!(all[0].games, 22);
    let mean = (tables[0].standings[0].score + tables[1].standings[0].score) / 2.0;
    assert!((all[0].score - mean).abs() < 1e-12);
    assert!(all[0].score > 0.5, "{all:?}");
}
