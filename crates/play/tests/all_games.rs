//! Players keep the rules of every built-in game. A test of its own: it compiles all players for all
//! games.

mod common;

use common::contest;
use ludex_game::{Notation, SimultaneousGame};
use ludex_games::{Playable, Visitor, build};
use ludex_play::{PLAYERS, Rules, Together, Turns, Wrong};

const GAMES: [&str; 16] = [
    "breakthrough:rows=5,columns=5",
    "chess",
    "chinesecheckers:players=2",
    "chinesecheckers:players=3",
    "connect4",
    "domineering",
    "go:size=5",
    "goofspiel:cards=5",
    "goofspiel:cards=4,payoff=points",
    "hex:size=4",
    "mk",
    "nim",
    "nogo:rows=3,columns=3",
    "npuzzle",
    "woodpush",
    "y:size=3",
];

struct LegalMoves(String);

impl Visitor for LegalMoves {
    type Output = ();

    fn sequential<G: Playable>(self, game: G) {
        self.run(&Turns(game));
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(self, game: G) {
        self.run(&Together(game));
    }
}

impl LegalMoves {
    fn run<G: Rules>(&self, game: &G) {
        let name = &self.0;
        let agents = game.agents().len();
        let outsiders: &[&str] =
            if agents == 1 { &["human", "strategy"] } else { &["human", "strategy", "nested"] };
        let all = PLAYERS.iter().map(|info| info.name);
        for player in all.filter(|name| !outsiders.contains(name)) {
            for place in 0..game.agents().len() {
                let text = format!("{player}@40n");
                let mut players = vec!["random@1n"; game.agents().len()];
                players[place] = &text;
                let transcript = contest(game, &players, 7 + place as u64, 10);
                let illegal = transcript.faults.iter().any(|fault| fault.what == Wrong::Illegal);
                assert!(!illegal, "{player} in {name}: {:?}", transcript.faults);
                assert!(!transcript.moves.is_empty(), "{player} in {name}");
            }
        }
    }
}

#[test]
fn players_keep_the_rules_of_all_built_in_games() {
    for game in GAMES {
        build(game, LegalMoves).expect("a built-in game");
    }
}
