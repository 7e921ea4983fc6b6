//! Structure rewriting games compared with the same games built in and in GDL: random plays, perft
//! and evaluations a second.

use std::path::Path;
use std::time::Duration;

use ludex_game::{Agent, Game, Model, Notation, SimultaneousGame, perft};
use ludex_games::{Playable, Visitor, build};
use ludex_gdl::{GdlGame, Playouts};
use ludex_rewrite::{Description, Evaluation, RewriteGame};
use ludex_search::Budget;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{best_of, timed};

/// A game of `games/toss` and the same game elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Rewriting {
    /// The name of the file.
    pub name: &'static str,
    /// The built-in game.
    pub built_in: Option<&'static str>,
    /// The game in GDL: a file below the project's folder. Boards may differ in size.
    pub gdl: Option<&'static str>,
}

const fn rewriting(
    name: &'static str,
    built_in: Option<&'static str>,
    gdl: Option<&'static str>,
) -> Rewriting {
    Rewriting { name, built_in, gdl }
}

/// All games of `games/toss`.
pub const REWRITING: &[Rewriting] = &[
    rewriting("tic-tac-toe", Some("mk:m=3,k=3"), Some("games/gdl/tictactoe.kif")),
    rewriting("mk-5-4", Some("mk:m=5,k=4"), None),
    rewriting("connect4", Some("connect4"), Some("games/gdl/connect4.kif")),
    rewriting("connect5", Some("mk:m=8,k=5"), None),
    rewriting("gomoku", Some("mk:m=15,k=5"), Some("../shared/data/gdl/gomoku_11x11.kif")),
    rewriting("breakthrough", Some("breakthrough"), Some("games/gdl/breakthrough.kif")),
    rewriting("pawn-whopping", None, Some("../shared/data/gdl/pawnWhopping.kif")),
    rewriting("hex", Some("hex:size=5"), Some("../shared/data/gdl/hex.kif")),
    rewriting("checkers", None, Some("../shared/data/gdl/checkers.kif")),
    rewriting("chess", Some("chess"), Some("../shared/data/gdl/chess.kif")),
];

/// The moves after which a play is cut off.
const LIMIT: u32 = 500;

/// The depth to which perft is compared.
const SAME: u32 = 3;

/// How fast a game is.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Random plays a second.
    pub plays: f64,
    /// Their moves a second.
    pub plies: f64,
    /// Nodes of perft a second.
    pub nodes: f64,
    /// Perft to a small depth: equal for equal games.
    pub small: u64,
}

impl Rates {
    fn of<G: Game>(game: &G, patience: Duration) -> Rates {
        let (mut rng, mut moves) = (Xoshiro256PlusPlus::seed_from_u64(1), Vec::new());
        let start = game.initial();
        let mut play = |games: u64| -> u64 {
            let mut one = || {
                let mut state = start.clone();
                u64::from(game.random_playout(&mut state, &mut rng, LIMIT, &mut moves))
            };
            (0..games).map(|_| one()).sum()
        };
        let (_, once) = best_of(Duration::ZERO, || play(20));
        let games = (0.05 * once.per_second(20)) as u64 + 20;
        let (plies, spent) = best_of(patience, || play(games));
        Rates {
            plays: spent.per_second(games),
            plies: spent.per_second(plies),
            nodes: perft_rate(game, patience),
            small: perft(game, &start, SAME),
        }
    }
}

/// Returns the nodes a second, at the greatest depth that does not take long, or the last but one
/// of a small game.
fn perft_rate<G: Game>(game: &G, patience: Duration) -> f64 {
    let (start, mut depth, mut before) = (game.initial(), 1, 1);
    loop {
        let (nodes, spent) = timed(|| perft(game, &start, depth));
        let next = spent.cpu.as_secs_f64() * nodes as f64 / before as f64;
        if nodes < before || next > patience.as_secs_f64() {
            let depth = if nodes < before { depth - 1 } else { depth };
            let (nodes, spent) = best_of(patience, || perft(game, &start, depth));
            return spent.per_second(nodes);
        }
        (depth, before) = (depth + 1, nodes.max(1));
    }
}

struct BuiltIn(Duration);

impl Visitor for BuiltIn {
    type Output = Option<Rates>;

    fn sequential<G: Playable>(self, game: G) -> Option<Rates> {
        Some(Rates::of(&game, self.0))
    }

    fn simultaneous<G>(self, _game: G) -> Option<Rates>
    where
        G: SimultaneousGame + Notation + Send + Sync + 'static,
    {
        None
    }
}

impl Rewriting {
    /// Returns the game.
    pub fn game(&self) -> RewriteGame {
        let text = read(&format!("games/toss/{}.toss", self.name)).expect("the game is there");
        let description = Description::parse(&text).expect("the game is right");
        RewriteGame::new(&description).expect("the game is playable")
    }

    /// Measures how fast the game is.
    pub fn rates(&self, game: &RewriteGame, patience: Duration) -> Rates {
        Rates::of(game, patience)
    }

    /// Measures how fast the built-in game is, which must be the same game.
    pub fn built_in_rates(&self, ours: &Rates, patience: Duration) -> Option<Rates> {
        let rates = build(self.built_in?, |_| BuiltIn(patience)).expect("a built-in game")?;
        assert_eq!(rates.small, ours.small, "{}: perft {SAME}", self.name);
        Some(rates)
    }

    /// Returns the moves of random plays a second in GDL; None if the file does not exist.
    pub fn gdl_plies(&self, patience: Duration) -> Option<f64> {
        let game = GdlGame::read(&read(self.gdl?)?).expect("a game");
        let (start, mut playouts) = (game.initial(), Playouts::new(&game, 1));
        let games = if game.network_size().is_some() { 4096 } else { 16 };
        let mut run = || playouts.run(&start, games, u64::from(LIMIT)).plies;
        let (plies, spent) = best_of(patience, &mut run);
        Some(spent.per_second(plies))
    }

    /// Returns the heuristic evaluations a second, over the states of random plays of different
    /// lengths.
    pub fn evaluations(&self, game: &RewriteGame, patience: Duration) -> f64 {
        let evaluation = Evaluation::new(game, game.heuristic_choice(), &Budget::default())
            .expect("the heuristic compiles");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let states: Vec<_> = (0..40)
            .map(|length| {
                let mut state = game.initial();
                game.random_playout(&mut state, &mut rng, length, &mut Vec::new());
                state
            })
            .collect();
        let value = |state| evaluation.value(game, state, Agent::FIRST);
        let (sum, spent) = best_of(patience, || states.iter().map(value).sum::<f64>());
        assert!(sum.is_finite());
        spent.per_second(states.len() as u64)
    }
}

/// Reads a file below the project's folder.
fn read(path: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::fs::read_to_string(root.join(path)).ok()
}
