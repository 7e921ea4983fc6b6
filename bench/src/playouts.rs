//! Random playouts of every built-in game: how fast its moves are listed and played.

use ludex_game::{Notation, SimultaneousGame, Turn, below};
use ludex_games::{Playable, Visitor, build};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A game to play at random.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The game.
    pub game: &'static str,
    /// The plies after which a playout is cut off, in games that need not end; 0 if each play must
    /// end by itself.
    pub limit: u32,
    /// The range of the average number of plies of a playout.
    pub plies: (f64, f64),
}

const fn contest(game: &'static str, limit: u32, least: f64, most: f64) -> Contest {
    Contest { game, limit, plies: (least, most) }
}

/// Every built-in game, in the sizes that other programs have if they have it.
pub const CONTESTS: &[Contest] = &[
    contest("mk:m=3,k=3", 0, 7.2, 8.0),
    contest("mk:m=15,k=5", 0, 90.0, 140.0),
    contest("connect4", 0, 19.5, 23.5),
    contest("domineering:rows=8,columns=8", 0, 26.0, 30.0),
    contest("breakthrough", 0, 50.0, 75.0),
    contest("hex:size=5", 0, 19.0, 23.0),
    contest("hex:size=11", 0, 90.0, 115.0),
    contest("y:size=9", 0, 33.0, 43.0),
    contest("nim:heaps=1-3-5-7", 0, 5.0, 10.0),
    contest("chess", 0, 200.0, 500.0),
    contest("chinesecheckers:players=2,size=4", 1000, 900.0, 1000.0),
    contest("chinesecheckers:players=6,size=4", 1000, 900.0, 1000.0),
    contest("chinesecheckers:players=3,size=2", 1000, 50.0, 1000.0),
    contest("go:size=5", 1000, 3.0, 1000.0),
    contest("nogo:rows=5,columns=5", 0, 10.0, 25.0),
    contest("npuzzle:size=3", 1000, 100.0, 1000.0),
    contest("woodpush:length=8,pieces=3", 1000, 5.0, 100.0),
    contest("goofspiel:cards=13", 0, 5.0, 13.0),
];

/// Counts of some playouts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// The number of playouts.
    pub games: u64,
    /// Their plies in all.
    pub plies: u64,
    /// Those cut off at the limit.
    pub unfinished: u64,
}

impl Tally {
    fn count(&mut self, plies: u32, over: bool) {
        self.games += 1;
        self.plies += u64::from(plies);
        self.unfinished += u64::from(!over);
    }

    /// Returns the average number of plies of a playout.
    pub fn mean(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}

/// Plays a number of games at random.
pub type Playouts = Box<dyn FnMut(u64) -> Tally>;

impl Contest {
    /// Returns the playouts of this game, always the same ones. Nothing is allocated while they
    /// run.
    pub fn playouts(&self) -> Playouts {
        let limit = if self.limit == 0 { u32::MAX } else { self.limit };
        build(self.game, |_| Player { limit }).expect("a built-in game")
    }

    /// Panics if the counts are implausible.
    pub fn assert(&self, tally: &Tally) {
        let (game, mean) = (self.game, tally.mean());
        assert!(self.limit > 0 || tally.unfinished == 0, "{game}: every play ends");
        let (least, most) = self.plies;
        assert!(least <= mean && mean <= most, "{game}: {mean} plies, not {least} to {most}");
    }
}

struct Player {
    limit: u32,
}

impl Visitor for Player {
    type Output = Playouts;

    fn sequential<G: Playable>(self, game: G) -> Playouts {
        let (start, mut moves) = (game.initial(), Vec::new());
        let (mut state, mut rng) = (start.clone(), Xoshiro256PlusPlus::seed_from_u64(1));
        Box::new(move |games| {
            let mut tally = Tally::default();
            for _ in 0..games {
                state.clone_from(&start);
                let plies = game.random_playout(&mut state, &mut rng, self.limit, &mut moves);
                tally.count(plies, game.turn(&state) == Turn::Final);
            }
            tally
        })
    }

    fn simultaneous<G>(self, game: G) -> Playouts
    where
        G: SimultaneousGame + Notation + Send + Sync + 'static,
    {
        let start = game.initial();
        let (mut moves, mut joint) = (Vec::new(), Vec::new());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        Box::new(move |games| {
            let mut tally = Tally::default();
            for _ in 0..games {
                let (mut state, mut plies) = (start.clone(), 0);
                while plies < self.limit && game.turn(&state) == Turn::Together {
                    joint.clear();
                    for agent in game.agents().iter() {
                        moves.clear();
                        game.moves(&state, agent, &mut moves);
                        joint.push(moves[below(&mut rng, moves.len())]);
                    }
                    game.play_joint(&mut state, &joint);
                    plies += 1;
                }
                tally.count(plies, game.turn(&state) == Turn::Final);
            }
            tally
        })
    }
}
