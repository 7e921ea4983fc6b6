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

/// Two players take one or two marks in turn; who takes the last one wins 2. The terms could be 3.
const TAKING: &str = "PLAYERS A, B
    REL Gone() = not ex x Left(x)
    REL Never() = ex x (Left(x) and x != x)
    RULE One: [a | Left(a) | ] -> [a | | ] emb Left
    RULE Two: [a, b | Left(a); Left(b) | ] -> [a, b | | ] emb Left
    LOC 0 { PLAYER A PAYOFF { A: -2 * :(Gone()) - :(Never()); B: 2 * :(Gone()) + :(Never()) }
      MOVES [One -> 1; Two -> 1] }
    LOC 1 { PLAYER B PAYOFF { A: 2 * :(Gone()) + :(Never()); B: -2 * :(Gone()) - :(Never()) }
      MOVES [One -> 0; Two -> 0] }
    MODEL [a, b, c, d | Left {a; b; c; d} | ]";

#[test]
fn scores_were_relative_to_payoffs_that_cannot_occur() {
    let description = ludex_rewrite::Description::parse(TAKING).expect("a game");
    let game = turns(ludex_rewrite::RewriteGame::new(&description).expect("a game"));
    let watch = |_: &_, _: &_, _: usize, _: usize| {};
    let two = players("mcts@300n,random");
    for observed in [true, false] {
        let options = TournamentOptions { rounds: 4, observed, ..TournamentOptions::default() };
        let table = play_tournament("taking", &game, &two, &NoContext, &options, None, &watch);
        let standing = &table.expect("a table").standings[0];
        assert_eq!(standing.draws, 0);
        let (score, wins) = (standing.score * standing.games as f64, standing.wins as f64);
        // The greatest payoff that is listed is 3, of which 2 is five sixths.
        let all = if observed { wins } else { (wins * 5.0 + (8.0 - wins)) / 6.0 };
        assert!((score - all).abs() < 1e-9, "{standing:?}");
    }
}
