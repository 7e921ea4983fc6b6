//! Best-first and depth-first proof number searches: nodes made, memory, time to the proof.

use ludex_game::{Notation, SimultaneousGame};
use ludex_games::{Playable, Visitor, build};
use ludex_search::{
    Algorithm, BestFirstOptions, BestFirstSolver, Budget, DfPn, DfPnOptions, Evaluation, Silent,
    SolveReport,
};

/// A game to be solved from the start, or all positions after some moves.
#[derive(Clone, Copy, Debug)]
pub struct BestFirstQuestion {
    /// The name of the search.
    pub name: &'static str,
    /// The game.
    pub game: &'static str,
    /// Solve all positions after this number of moves.
    pub after: u32,
    /// The expected values, from the worst, with the number of positions that have them.
    pub counts: &'static [u64],
    /// Whether it takes long.
    pub long: bool,
    search: Search,
}

#[derive(Clone, Copy, Debug)]
enum Search {
    BestFirst { algorithm: Algorithm, knowing: bool, transpositions: bool, evaluation: bool },
    DfPn,
}

/// Returns the search of \[Saf13\]: a tree, without hints of the game.
const fn plain(algorithm: Algorithm) -> Search {
    Search::BestFirst { algorithm, knowing: false, transpositions: false, evaluation: false }
}

const fn full(algorithm: Algorithm, evaluation: bool) -> Search {
    Search::BestFirst { algorithm, knowing: true, transpositions: true, evaluation }
}

const fn question(
    name: &'static str,
    game: &'static str,
    counts: &'static [u64],
    search: Search,
) -> BestFirstQuestion {
    BestFirstQuestion { name, game, after: 0, counts, long: false, search }
}

/// The questions.
pub const BEST_FIRST: &[BestFirstQuestion] = &[
    BestFirstQuestion {
        after: 4,
        ..question("PNS, tree", "connect4:columns=4,rows=5", &[18, 222, 16], plain(Algorithm::Pns))
    },
    BestFirstQuestion {
        after: 8,
        ..question("PNS, tree", "connect4:columns=5,rows=5", &[], plain(Algorithm::Pns))
    },
    BestFirstQuestion {
        after: 4,
        ..question(
            "MOPNS, tree",
            "connect4:columns=4,rows=5",
            &[18, 222, 16],
            plain(Algorithm::Mopns),
        )
    },
    BestFirstQuestion {
        after: 4,
        long: true,
        ..question(
            "MOPNS",
            "connect4:columns=5,rows=5",
            &[24, 267, 334],
            full(Algorithm::Mopns, false),
        )
    },
    question("PPT", "domineering:rows=6,columns=6", &[0, 1], full(Algorithm::Pp, true)),
    question("score bounded MCTS", "mk:m=3,k=3", &[0, 1, 0], plain(Algorithm::ScoreBounded)),
    question("MCTS Solver", "hex:size=4", &[0, 1], full(Algorithm::Mcts, false)),
    question("df-pn", "hex:size=4", &[0, 1], Search::DfPn),
    BestFirstQuestion { after: 1, ..question("df-pn", "hex:size=5", &[12, 13], Search::DfPn) },
    question("df-pn", "domineering:rows=6,columns=6", &[0, 1], Search::DfPn),
];

/// The totals of the searches.
#[derive(Clone, PartialEq, Debug)]
pub struct BestFirstFound {
    /// Positions solved.
    pub positions: u64,
    /// Nodes expanded.
    pub nodes: u64,
    /// Nodes created.
    pub created: u64,
    /// Bytes of the largest search for each node it has in memory.
    pub bytes_per_node: f64,
}

impl BestFirstQuestion {
    /// Solves all positions and asserts their values.
    pub fn solve(&self) -> BestFirstFound {
        build(self.game, |_| *self).expect("a built-in game")
    }
}

impl Visitor for BestFirstQuestion {
    type Output = BestFirstFound;

    fn sequential<G: Playable>(self, game: G) -> BestFirstFound {
        let mut states = vec![game.initial()];
        for _ in 0..self.after {
            states = states.iter().flat_map(|state| successors(&game, state)).collect();
        }
        // If there are very many, only every n-th of them.
        let step = states.len().div_ceil(1000);
        let mut counts = vec![0; game.outcomes().len()];
        let mut found = BestFirstFound { positions: 0, nodes: 0, created: 0, bytes_per_node: 0.0 };
        let mut largest = 0;
        for state in states.iter().step_by(step) {
            let report = self.search.solve(&game, state);
            let value = report.bounds.exact().expect("the budget is large");
            counts[value.index()] += 1;
            found.positions += 1;
            found.nodes += report.nodes;
            found.created += report.created;
            if report.created > largest {
                largest = report.created;
                found.bytes_per_node = report.bytes as f64 / report.created as f64;
            }
        }
        assert!(self.counts.is_empty() || self.counts == counts, "{}: {counts:?}", self.game);
        found
    }

    fn simultaneous<G>(self, _: G) -> BestFirstFound
    where
        G: SimultaneousGame + Notation + Send + Sync + 'static,
    {
        unreachable!("no simultaneous game has a minimax value")
    }
}

fn successors<G: Playable>(game: &G, state: &G::State) -> Vec<G::State> {
    let Some(agent) = game.turn(state).agent() else { return Vec::new() };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves.into_iter().map(|mv| game.after(state, agent, mv)).collect()
}

impl Search {
    fn solve<G: Playable>(self, game: &G, state: &G::State) -> SolveReport<G::Move> {
        let budget = Budget { max_bytes: 4 << 30, ..Budget::default() };
        match self {
            Search::BestFirst { algorithm, knowing, transpositions, evaluation } => {
                let own = evaluation && !game.evaluations().is_empty();
                let options = BestFirstOptions {
                    transpositions,
                    hints: knowing,
                    symmetry: knowing,
                    evaluation: if own { Evaluation::OfGame(0) } else { Evaluation::None },
                    ..BestFirstOptions::new(algorithm)
                };
                let mut solver = BestFirstSolver::new(game, options, budget.max_bytes);
                solver.solve(state, &budget, &mut Silent)
            }
            Search::DfPn => DfPn::new(game, DfPnOptions::default(), 256 << 20).solve(
                state,
                &budget,
                &mut Silent,
            ),
        }
    }
}
