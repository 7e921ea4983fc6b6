//! Compares the strength of two players: many matches in several games, with confidence intervals.
//!
//!     cargo run --release -p ludex-play --example strength -- auto@50ms uct@50ms 40 connect4 hex game.kif
//!
//! The number is that of matches for each game. With three agents each side has one place in half
//! of the matches and two in the others, all places alike, and wins where the best payoff is its
//! own. Without names of games it plays five games of the GDL corpus: common games of two
//! opponents, of different kinds (lines to make, a race, small boards in a large one, captures,
//! territory), none of them decided at the start.

use std::sync::Arc;

use ludex_game::{Hints, Model, Notation, Numbered};
use ludex_games::{Breakthrough, ConnectFour, Domineering, Hex, Scoring, Woodpush};
use ludex_gdl::GdlGame;
use ludex_play::{
    MatchOptions, NoContext, PlayOptions, PlayableGame, PlayerSpec, play_game, wilson,
};
use ludex_rewrite::{Description, RewriteGame};

/// The corpus and its games; `bench/STRENGTH.md` has their results.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/gdl");
const GAMES: [&str; 5] =
    ["connectFour", "breakthrough", "nineBoardTicTacToe", "pawnWhopping", "reversi"];

/// Opens a game that is built in, or one of a file.
fn open(name: &str) -> PlayableGame {
    match name {
        "connect4" => turns(ConnectFour::<u64>::new(7, 6, 4, Scoring::Result)),
        "breakthrough" => turns(Breakthrough::<u64>::new(6, 6)),
        "hex" => turns(Hex::<u64>::hex(7)),
        "domineering" => turns(Domineering::<u64>::new(8, 8)),
        "woodpush" => turns(Woodpush::new(10, 3)),
        file => {
            let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
            if file.ends_with(".toss") {
                let description =
                    Description::parse(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
                let game = RewriteGame::new(&description).unwrap_or_else(|e| panic!("{file}: {e}"));
                return turns(game);
            }
            let game = GdlGame::read(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
            match game.in_turn() {
                Ok(game) => turns(game),
                Err(game) => PlayableGame::simultaneous(Arc::new(Numbered::new(game))),
            }
        }
    }
}

fn turns<G: Hints<State: 'static> + Notation + Send + 'static>(game: G) -> PlayableGame {
    PlayableGame::turns(Arc::new(Numbered::new(game)))
}

/// What the first side got in a number of matches.
#[derive(Clone, Copy, Default)]
struct Score {
    wins: usize,
    draws: usize,
    losses: usize,
    faults: usize,
}

impl Score {
    fn add(self, other: Score) -> Score {
        Score {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            faults: self.faults + other.faults,
        }
    }

    fn print(self, game: &str, player: &PlayerSpec) {
        let game = game.rsplit('/').next().unwrap_or(game);
        let Score { wins, draws, losses, faults } = self;
        let games = wins + draws + losses;
        let mean = (wins as f64 + 0.5 * draws as f64) / games.max(1) as f64;
        let interval = wilson(mean, games);
        let player = player.to_string();
        println!(
            "{game:24} {player:16} {games:4} games  +{wins} ={draws} -{losses}  {:5.1} %  ({:.1}-{:.1})  {faults} faults",
            100.0 * mean,
            100.0 * interval.low,
            100.0 * interval.high
        );
    }
}

/// Plays a number of matches of a game.
fn run(name: &str, sides: &[PlayerSpec; 2], games: usize) -> Score {
    let game = open(name);
    let agents = game.agents().len();
    let mut score = Score::default();
    for number in 0..games {
        // The side that has one place, and that place.
        let (few, place) = (number / agents % 2, number % agents);
        let side = |at: usize| if (at == place) == (agents == 2 || few == 0) { 0 } else { 1 };
        let players: Vec<PlayerSpec> = (0..agents).map(|at| sides[side(at)].clone()).collect();
        // Other work on the machine must not decide games.
        let contest = MatchOptions { processor_time: true, max_moves: 500, ..Default::default() };
        let options = PlayOptions { seed: number as u64, contest, ..Default::default() };
        let start = game.initial();
        let played = play_game(&game, &start, &players, &NoContext, &options, None, &mut |_, _| {})
            .unwrap_or_else(|error| panic!("{error}"));
        let best = |own: usize| {
            let scores = played.scores.iter().enumerate().filter(|&(at, _)| side(at) == own);
            scores.map(|(_, &score)| score).fold(f64::NEG_INFINITY, f64::max)
        };
        score.faults += played.faults.iter().filter(|fault| side(fault.place) == 0).count();
        match best(0).partial_cmp(&best(1)) {
            Some(std::cmp::Ordering::Greater) => score.wins += 1,
            Some(std::cmp::Ordering::Less) => score.losses += 1,
            _ => score.draws += 1,
        }
    }
    score
}

fn main() {
    let mut words = std::env::args().skip(1);
    let mut spec = |default: &str| {
        let text = words.next().unwrap_or_else(|| default.to_string());
        text.parse::<PlayerSpec>().unwrap_or_else(|error| panic!("{error}"))
    };
    let players = [spec("auto@50ms"), spec("uct@50ms")];
    let games = words.next().and_then(|n| n.parse().ok()).unwrap_or(40);
    let mut names: Vec<String> = words.collect();
    if names.is_empty() {
        names = GAMES.map(|game| format!("{CORPUS}/{game}.kif")).to_vec();
    }
    let mut all = Score::default();
    for name in &names {
        let score = run(name, &players, games);
        score.print(name, &players[0]);
        all = all.add(score);
    }
    all.print("all", &players[0]);
}
