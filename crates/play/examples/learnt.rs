//! Compares alpha-beta with weights learned by self-play to alpha-beta with the heuristic a
//! structure rewriting game has without learning: equal processor time for each move, games from
//! two random moves, each player on both sides.
//!
//!     cargo run --release -p ludex-play --example learnt -- GAMES MILLISECONDS FILE.toss ...

use ludex_base::Budget;
use ludex_game::{Agent, Model, Turn, below};
use ludex_play::{AlphaBeta, Clock, Limit, Player, Rules, Style, Turns};
use ludex_rewrite::{Description, Lessons, RewriteGame, learn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

type Toss = Turns<RewriteGame>;

/// Plays one game from a random start. Returns the score of the first player as agent `me`, from 0
/// to 1.
fn play(
    game: &Toss,
    players: [&mut dyn Player<Toss>; 2],
    me: Agent,
    limit: Limit,
    seed: u64,
) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut state, mut moves) = (game.initial(), Vec::new());
    let [own, other] = players;
    for ply in 0..500 {
        let Turn::Of(agent) = game.turn(&state) else { break };
        moves.clear();
        game.moves(&state, agent, &mut moves);
        let clock = Clock::new(limit).by_processor();
        let mv = match agent {
            _ if ply < 2 => moves[below(&mut rng, moves.len())],
            agent if agent == me => own.choose(&state, agent, &clock).expect("a move").mv,
            agent => other.choose(&state, agent, &clock).expect("a move").mv,
        };
        game.step(&mut state, &[mv]);
    }
    match game.turn(&state) {
        Turn::Final => 0.5 + 0.5 * game.payoff(&state, me),
        _ => 0.5,
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |usual: u64| words.next().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (games, milliseconds) = (number(40), number(30));
    let limit = Limit::Seconds(milliseconds as f64 / 1e3);
    for file in words {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
        let description = Description::parse(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
        let game = || RewriteGame::new(&description).unwrap_or_else(|e| panic!("{file}: {e}"));
        let weights = learn(&game(), &Lessons::default(), &Budget::default())
            .unwrap_or_else(|e| panic!("{file}: {e}"));
        let (learnt, usual) =
            (Turns::new(game().with_weights(weights.clone())), Turns::new(game()));
        let mut score = 0.0;
        for seed in 0..games {
            let make = |game| AlphaBeta::new(game, Style::Paranoid, seed, 1 << 26);
            let (mut own, mut other) = (make(&learnt), make(&usual));
            let me = Agent((seed % 2) as u8);
            score += play(&usual, [&mut own, &mut other], me, limit, seed / 2);
        }
        let weights = weights.to_string().trim().replace('\n', ", ");
        println!("{file}: {:.1} % of {games} games; {weights}", 100.0 * score / games as f64);
    }
}
