//! Compares the strength of two players: many matches in several games, with confidence intervals.
//!
//!     cargo run --release -p ludex-play --example strength -- auto@50ms uct@50ms 40 connect4 hex game.kif
//!
//! The number is that of matches for each game, rounded up so that both sides have all seats alike:
//! with three agents each side has one seat in half of the matches and two in the others. A match
//! is worth one point, which the seats with the greatest payoff share. The score is what a seat of
//! the first side gets on average, as a share of what a seat of each side gets: 50 % for equals.
//! `--log FILE` at the end appends a line for each match; those in the file are not played again.
//!
//! Without names of games it plays five games of the GDL corpus: common games of two opponents, of
//! different kinds (lines to make, a race, small boards in a large one, captures, territory), none
//! of them decided at the start.

use std::io::Write;
use std::sync::Arc;

use ludex_game::{Agent, DynMove, DynState, Hints, Model, Notation, Numbered};
use ludex_games::{Breakthrough, ConnectFour, Domineering, Hex, Scoring, Woodpush};
use ludex_gdl::GdlGame;
use ludex_play::{
    Clock, Decision, Fault, MatchOptions, NoContext, PlayableGame, Player, PlayerSpec, Seat,
    make_player, moves_of, play_match, wilson,
};
use ludex_rewrite::{Description, RewriteGame};

/// The corpus and its games; `bench/STRENGTH.md` has their results.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/gdl");
const GAMES: [&str; 5] =
    ["connectFour", "breakthrough", "nineBoardTicTacToe", "pawnWhopping", "reversi"];

/// The number of moves after which a match is a draw.
const PLIES: usize = 500;
/// The memory of a player in bytes.
const MEMORY: usize = 256 << 20;

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
    plies: usize,
    /// The points of each side, one for a match, and the number of its seats.
    points: [f64; 2],
    seats: [usize; 2],
}

impl Score {
    fn add(&mut self, other: Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.faults += other.faults;
        self.plies += other.plies;
        for side in 0..2 {
            self.points[side] += other.points[side];
            self.seats[side] += other.seats[side];
        }
    }

    fn matches(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Returns the points that a seat of the first side got on average, as a share of those of a
    /// seat of each side.
    fn mean(&self) -> f64 {
        let [own, other] = [0, 1].map(|side| self.points[side] / self.seats[side].max(1) as f64);
        if own + other > 0.0 { own / (own + other) } else { 0.5 }
    }

    fn print(&self, game: &str, player: &PlayerSpec) {
        let Score { wins, draws, losses, faults, .. } = self;
        let (mean, matches) = (self.mean(), self.matches());
        let interval = wilson(mean, matches);
        let plies = self.plies as f64 / matches.max(1) as f64;
        println!(
            "{game:24} {:16} {matches:4} games  +{wins} ={draws} -{losses}  {:5.1} %  ({:.1}-{:.1})  {faults} \
             faults  {plies:.0} plies",
            player.to_string(),
            100.0 * mean,
            100.0 * interval.low,
            100.0 * interval.high
        );
    }
}

/// Returns the side of each seat in a match: two agents change places from match to match. With
/// more, one side has one seat, each of them once, and then the other side has.
fn sides(agents: usize, number: usize) -> Vec<usize> {
    let (few, seat) = (number / agents % 2, number % agents);
    let side = |at: usize| usize::from((at == seat) != (agents == 2 || few == 0));
    (0..agents).map(side).collect()
}

/// A player that is asked only where it has a choice: a search that thinks about its only move as
/// well would have more time for a match than one that does not.
struct Choosing<'g> {
    game: &'g PlayableGame,
    player: Box<dyn Player<PlayableGame> + 'g>,
}

impl Player<PlayableGame> for Choosing<'_> {
    fn choose(
        &mut self,
        state: &DynState,
        agent: Agent,
        clock: &Clock<'_, DynMove>,
    ) -> Option<Decision<DynMove>> {
        match moves_of(self.game, state, agent)[..] {
            [only] => Some(Decision::plain(only)),
            _ => self.player.choose(state, agent, clock),
        }
    }
}

/// Plays a match of a game.
fn play(game: &PlayableGame, specs: &[PlayerSpec; 2], number: usize) -> Score {
    let sides = sides(game.agents().len(), number);
    let seats = sides.iter().enumerate().map(|(place, &side)| {
        let (spec, seed) = (&specs[side], (number * 256 + place) as u64);
        let player = make_player(game, spec, seed, MEMORY, &NoContext);
        let player = player.unwrap_or_else(|error| panic!("{error}"));
        let player = Box::new(Choosing { game, player });
        Seat { name: spec.to_string(), player, limit: spec.limit }
    });
    let mut seats: Vec<Seat<'_>> = seats.collect();
    // Other work on the machine must not decide games.
    let options = MatchOptions {
        processor_time: true,
        max_moves: PLIES,
        seed: number as u64,
        ..MatchOptions::default()
    };
    let played = play_match(game, &game.initial(), &mut seats, &options, None, &mut |_, _| {});
    let own = |fault: &&Fault| sides[fault.place] == 0;
    let faults = played.faults.iter().filter(own);
    let faults = faults.inspect(|fault| eprintln!("match {number}: {fault:?}")).count();
    let mut score = Score { faults, plies: played.moves.len(), ..Score::default() };
    // The point is that of the seats with the greatest payoff. Without a result all share it.
    let best = played.scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let wins = |seat: usize| played.scores.get(seat).is_none_or(|&own| own >= best);
    let winners = (0..sides.len()).filter(|&seat| wins(seat)).count();
    for (seat, &side) in sides.iter().enumerate() {
        score.seats[side] += 1;
        if wins(seat) {
            score.points[side] += 1.0 / winners as f64;
        }
    }
    match score.points {
        [_, other] if other <= 0.0 => score.wins = 1,
        [own, _] if own <= 0.0 => score.losses = 1,
        _ => score.draws = 1,
    }
    score
}

/// A file with a line for each match that was played.
struct Log(Option<String>);

impl Log {
    /// Returns the score of a match that was played before.
    fn find(&self, start: &str) -> Option<Score> {
        let text = std::fs::read_to_string(self.0.as_ref()?).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(start))?;
        let numbers: Vec<f64> = line.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        let [wins, draws, losses, faults, plies, own, others, few, many] = numbers[..] else {
            return None;
        };
        Some(Score {
            wins: wins as usize,
            draws: draws as usize,
            losses: losses as usize,
            faults: faults as usize,
            plies: plies as usize,
            points: [own, others],
            seats: [few as usize, many as usize],
        })
    }

    fn add(&self, start: &str, score: &Score) {
        let Some(path) = &self.0 else { return };
        let Score { wins, draws, losses, faults, plies, points: [a, b], seats: [c, d] } = score;
        let line = format!("{start} {wins} {draws} {losses} {faults} {plies} {a} {b} {c} {d}\n");
        let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        written.unwrap_or_else(|error| panic!("{path}: {error}"));
    }
}

/// Plays a number of matches of a game, but those that are in the log.
fn run(file: &str, specs: &[PlayerSpec; 2], matches: usize, log: &Log) -> Score {
    let game = open(file);
    let agents = game.agents().len();
    let round = if agents == 2 { 2 } else { 2 * agents };
    let name = file.rsplit('/').next().unwrap_or(file);
    let mut all = Score::default();
    for number in 0..matches.next_multiple_of(round) {
        let start = format!("{name} {} {} {number}:", specs[0], specs[1]);
        let score = log.find(&start).unwrap_or_else(|| {
            let score = play(&game, specs, number);
            log.add(&start, &score);
            score
        });
        all.add(score);
    }
    all.print(name, &specs[0]);
    all
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let log = words.iter().position(|word| word == "--log").and_then(|at| {
        let rest: Vec<String> = words.drain(at..).take(2).collect();
        rest.into_iter().nth(1)
    });
    let log = Log(log);
    let mut words = words.into_iter();
    let mut spec = |default: &str| {
        let text = words.next().unwrap_or_else(|| default.to_string());
        text.parse::<PlayerSpec>().unwrap_or_else(|error| panic!("{error}"))
    };
    let players = [spec("auto@50ms"), spec("uct@50ms")];
    let matches = words.next().and_then(|n| n.parse().ok()).unwrap_or(40);
    let mut names: Vec<String> = words.collect();
    if names.is_empty() {
        names = GAMES.map(|game| format!("{CORPUS}/{game}.kif")).to_vec();
    }
    let mut all = Score::default();
    for name in &names {
        all.add(run(name, &players, matches, &log));
    }
    all.print("all", &players[0]);
}
