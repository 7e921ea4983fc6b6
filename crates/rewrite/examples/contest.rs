//! The derived-heuristic player against plain UCT, both sides, with the same processor time for each move:
//! `contest [GAME|all] [GAMES] [MILLISECONDS]`. With `learnt` as a fourth word the player has weights learnt by
//! self-play, and its opponent is the player without them; plays then start with two moves by chance.

use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
use ludex_game::{Agent, Game, Model, Turn, below, random_playout};
use ludex_rewrite::{
    AlphaBeta, Description, Effort, Evaluation, Lessons, RewriteGame, RewriteMove, RewriteState,
    Weights, learn,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The games of the paper's Table 1.
const GAMES: [&str; 4] = ["breakthrough", "connect4", "connect5", "pawn-whopping"];
/// The constant of UCB.
const EXPLORATION: f64 = 0.7;

struct Node {
    visits: f64,
    /// What the agent that chose this node got, from 0 to 1 each time.
    sum: f64,
    /// Its moves and where they lead, once it is unfolded.
    edges: Vec<(RewriteMove, Option<usize>)>,
}

/// Plain UCT: a tree that grows by a node a simulation, random playouts, the move that was tried most.
struct Uct<'g> {
    game: &'g RewriteGame,
    nodes: Vec<Node>,
    rng: Xoshiro256PlusPlus,
    simulations: u64,
}

impl Uct<'_> {
    fn best_move(&mut self, state: &RewriteState, time: Duration) -> RewriteMove {
        self.nodes = vec![self.node(state)];
        let start = ThreadTime::now();
        while self.nodes[0].visits < 2.0 || start.elapsed() < time {
            self.simulate(state.clone());
        }
        self.simulations += self.nodes[0].visits as u64;
        let visits =
            |edge: &&(RewriteMove, Option<usize>)| edge.1.map_or(0.0, |n| self.nodes[n].visits);
        let best = self.nodes[0].edges.iter().max_by(|a, b| visits(a).total_cmp(&visits(b)));
        best.expect("there is a move").0
    }

    fn node(&self, state: &RewriteState) -> Node {
        let mut moves = Vec::new();
        if let Turn::Of(agent) = self.game.turn(state) {
            self.game.moves(state, agent, &mut moves);
        }
        Node { visits: 0.0, sum: 0.0, edges: moves.into_iter().map(|mv| (mv, None)).collect() }
    }

    fn simulate(&mut self, mut state: RewriteState) {
        let (mut at, mut path) = (0, vec![(0, Agent::FIRST)]);
        while let Turn::Of(agent) = self.game.turn(&state) {
            let edge = self.choose(at);
            let (mv, child) = self.nodes[at].edges[edge];
            self.game.play(&mut state, agent, mv);
            let next = child.unwrap_or(self.nodes.len());
            path.push((next, agent));
            if child.is_none() {
                let node = self.node(&state);
                self.nodes.push(node);
                self.nodes[at].edges[edge].1 = Some(next);
                break;
            }
            at = next;
        }
        random_playout(self.game, &mut state, &mut self.rng, 1000, &mut Vec::new());
        for (node, agent) in path {
            let payoff = self.game.payoff(&state, agent);
            self.nodes[node].visits += 1.0;
            self.nodes[node].sum += 0.5 + 0.5 * payoff;
        }
    }

    /// The first move not tried yet, by chance; else the one with the best upper bound.
    fn choose(&mut self, at: usize) -> usize {
        let edges = &self.nodes[at].edges;
        let new: Vec<usize> = (0..edges.len()).filter(|&e| edges[e].1.is_none()).collect();
        if !new.is_empty() {
            return new[below(&mut self.rng, new.len())];
        }
        let log = self.nodes[at].visits.ln();
        let bound = |e: &usize| {
            let node = &self.nodes[edges[*e].1.expect("all are tried")];
            node.sum / node.visits + EXPLORATION * (log / node.visits).sqrt()
        };
        (0..edges.len()).max_by(|a, b| bound(a).total_cmp(&bound(b))).expect("there is a move")
    }
}

/// A player and the work it did: nodes, depths, moves.
struct Thinker<'g> {
    player: AlphaBeta<'g>,
    nodes: u64,
    depths: u64,
    moves: u64,
}

impl<'g> Thinker<'g> {
    fn new(game: &'g RewriteGame, evaluation: &'g Evaluation) -> Thinker<'g> {
        Thinker { player: AlphaBeta::new(game, evaluation), nodes: 0, depths: 0, moves: 0 }
    }

    fn best_move(&mut self, state: &RewriteState, time: Duration) -> RewriteMove {
        let (start, effort) = (ThreadTime::now(), Effort::default());
        let found = self.player.best_move_until(state, &effort, &|| start.elapsed() >= time);
        let found = found.expect("there is a move");
        self.nodes += found.nodes;
        self.depths += u64::from(found.depth);
        self.moves += 1;
        found.mv
    }
}

/// One play between two choosers of moves; what the first of them gets as the given agent.
fn play(
    game: &RewriteGame,
    me: Agent,
    chance: Option<u64>,
    own: &mut dyn FnMut(&RewriteState) -> RewriteMove,
    other: &mut dyn FnMut(&RewriteState) -> RewriteMove,
) -> f64 {
    let mut state = game.initial();
    if let Some(seed) = chance {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        random_playout(game, &mut state, &mut rng, 2, &mut Vec::new());
    }
    for _ in 0..500 {
        let Turn::Of(agent) = game.turn(&state) else { return game.payoff(&state, me) };
        let mv = if agent == me { own(&state) } else { other(&state) };
        game.play(&mut state, agent, mv);
    }
    0.0
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let only = arguments.first().map_or("all", String::as_str);
    let games = arguments.get(1).and_then(|n| n.parse().ok()).unwrap_or(20u64);
    let time = arguments.get(2).and_then(|n| n.parse().ok()).unwrap_or(100);
    let time = Duration::from_millis(time);
    let learnt = arguments.get(3).is_some_and(|word| word == "learnt");
    for name in GAMES.iter().filter(|name| only == "all" || only == **name) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toss");
        let text =
            std::fs::read_to_string(folder.join(format!("{name}.toss"))).expect("it is there");
        let game = RewriteGame::new(&Description::parse(&text).expect("it is right"))
            .expect("it is playable");
        let usual = Evaluation::new(&game, game.heuristic_choice()).expect("it compiles");
        let weights = match learnt {
            true => learn(&game, &Lessons::default()).expect("there are heuristics"),
            false => Weights::of(game.heuristic_choice()),
        };
        let own = Evaluation::weighted(&game, &weights).expect("it compiles");
        print!("{weights}");
        let (mut scores, mut simulations) = ([0.0; 2], 0);
        let (mut work, mut depth, mut moves) = (0, 0, 0);
        for seed in 0..2 * games {
            let me = Agent((seed % 2) as u8);
            let mut first = Thinker::new(&game, &own);
            let mut second = Thinker::new(&game, &usual);
            let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut uct = Uct { game: &game, nodes: Vec::new(), rng, simulations: 0 };
            let chance = learnt.then_some(seed / 2);
            let payoff = play(&game, me, chance, &mut |s| first.best_move(s, time), &mut |s| {
                if learnt { second.best_move(s, time) } else { uct.best_move(s, time) }
            });
            scores[me.index()] += 0.5 + 0.5 * payoff;
            (work, depth, moves) =
                (work + first.nodes, depth + first.depths, moves + first.moves.max(1));
            simulations += uct.simulations;
        }
        let percent = |score: f64, games: u64| 100.0 * score / games as f64;
        println!(
            "{name:14} first {:5.1} %, second {:5.1} %, all {:5.1} %; a move: {} nodes, depth {:.1}, {} simulations",
            percent(scores[0], games),
            percent(scores[1], games),
            percent(scores[0] + scores[1], 2 * games),
            work / moves,
            depth as f64 / moves as f64,
            simulations / moves,
        );
    }
}
