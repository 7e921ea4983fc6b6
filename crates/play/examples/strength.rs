//! How strong a player is beside another: many games at several games, with error bars.
//!
//!     cargo run --release -p ludex-play --example strength -- auto@50ms uct@50ms 40 connect4 hex:size=5
//!
//! The number is that of games for each game; without games it takes five of different kinds.

use ludex_game::{Notation, SimultaneousGame};
use ludex_games::{Playable, Visitor, build};
use ludex_play::{
    MatchOptions, PlayerSpec, Rules, Standing, Table, Together, TournamentOptions, Turns, play_tournament, total,
};

const GAMES: [&str; 5] = [
    "connect4",
    "breakthrough:rows=6,columns=6",
    "hex:size=7",
    "domineering:rows=8,columns=8",
    "woodpush:length=10,pieces=3",
];

struct Contest<'a> {
    name: String,
    players: &'a [PlayerSpec],
    games: usize,
}

impl Contest<'_> {
    fn run<G: Rules>(self, game: &G) -> Table {
        let agents = game.agents().len();
        // Other work on the machine must not decide games.
        let contest = MatchOptions { processor_time: true, max_moves: 500, ..Default::default() };
        let options =
            TournamentOptions { rounds: self.games.div_ceil(agents), contest, ..Default::default() };
        play_tournament(&self.name, game, self.players, &options, None, &|_, _, _, _| {})
            .unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Visitor for Contest<'_> {
    type Output = Table;

    fn sequential<G: Playable>(self, game: G) -> Table {
        self.run(&Turns(game))
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(
        self,
        game: G,
    ) -> Table {
        self.run(&Together(game))
    }
}

fn print(game: &str, standing: &Standing) {
    let Standing { player, games, wins, draws, losses, score, interval, faults } = standing;
    println!(
        "{game:32} {player:16} {games:4} games  +{wins} ={draws} -{losses}  {:5.1} %  ({:.1}-{:.1})  {faults} faults",
        100.0 * score,
        100.0 * interval.low,
        100.0 * interval.high
    );
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
        names = GAMES.map(str::to_string).to_vec();
    }
    let mut tables = Vec::new();
    for name in &names {
        let players = &players;
        let table = build(name, |name| Contest { name, players, games })
            .unwrap_or_else(|error| panic!("{error}"));
        print(name, &table.standings[0]);
        tables.push(table);
    }
    print("all", &total(&tables)[0]);
}
