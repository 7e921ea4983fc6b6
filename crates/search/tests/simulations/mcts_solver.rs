//! MCTS Solver is *almost* (ω, MCPS): what differs, and the algorithm that is simulated exactly.

use ludex_game::{Agent, Game, Model};
use ludex_games::{Mnk, Nim};
use ludex_search::{BestFirstCheckOptions, CheckAlgorithm};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::games::{OffTurn, for_games, written_out};
use super::recorded::{A, Run, best_first, moves, over, textbook};

/// When a state is tested for a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    /// When it is generated [Saf13, Eq. 2.21].
    Generated,
    /// At its first visit. A state of Max has then one visit of its own, which is lost, and another
    /// playout; it is expanded at its second visit. A final state is recognised by having no moves
    /// when it is expanded; where it is not won, the opponent passes there [Saf13, Section 4.5].
    Visited,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Status {
    Lost,
    Open,
    Won,
}

#[derive(Clone, Copy, Debug)]
struct Tally {
    wins: f64,
    visits: f64,
}

struct Node<S> {
    state: S,
    agent: Agent,
    depth: usize,
    /// The playouts below.
    tally: Tally,
    /// A visit of its own.
    own: Option<Tally>,
    status: Status,
    children: Vec<usize>,
}

struct MctsSolver<'g, G: Game> {
    game: &'g G,
    test: Test,
    limit: usize,
    random: Xoshiro256PlusPlus,
    nodes: Vec<Node<G::State>>,
}

impl<G: Game> MctsSolver<'_, G> {
    fn solve(&mut self, state: &G::State) -> bool {
        let root = self.generate(state.clone(), A, 0);
        while self.nodes[root].status == Status::Open {
            let mut path = vec![root];
            while let Some(next) = self.most_urgent(path[path.len() - 1]) {
                path.push(next);
            }
            self.visit(path[path.len() - 1]);
            path.iter().rev().for_each(|&node| self.update(node));
        }
        self.nodes[root].status == Status::Won
    }

    /// Adds a leaf, with a playout.
    fn generate(&mut self, state: G::State, agent: Agent, depth: usize) -> usize {
        let early = self.test == Test::Generated && over(self.game, &state);
        let (wins, status) = if early || depth == self.limit {
            match self.game.wins(&state, A) {
                true => (true, Status::Won),
                false => (false, Status::Lost),
            }
        } else {
            (self.playout(&state, agent, depth), Status::Open)
        };
        let tally = Tally { wins: f64::from(wins), visits: 1.0 };
        let (own, children) = (None, Vec::new());
        self.nodes.push(Node { state, agent, depth, tally, own, status, children });
        self.nodes.len() - 1
    }

    /// Runs a playout [Saf13, Algorithm 3], down to the depth limit.
    fn playout(&mut self, state: &G::State, agent: Agent, depth: usize) -> bool {
        if depth == self.limit || over(self.game, state) {
            return self.game.wins(state, A);
        }
        let moves = moves(self.game, state, agent);
        let mv = moves[self.random.random_range(0..moves.len())];
        let next = self.game.after(state, agent, mv);
        self.playout(&next, Agent(1 - agent.0), depth + 1)
    }

    /// Returns the first of the children with the highest upper confidence bound, among those not
    /// solved.
    fn most_urgent(&self, node: usize) -> Option<usize> {
        let Node { agent, tally: parent, children, .. } = &self.nodes[node];
        let bound = |child: usize| {
            let Tally { wins, visits } = self.nodes[child].total();
            let exploration = (2.0 * parent.visits.ln() / visits).sqrt();
            if *agent == A { wins / visits + exploration } else { exploration - wins / visits }
        };
        let open = children.iter().copied().filter(|&c| self.nodes[c].status == Status::Open);
        open.reduce(|best, child| if bound(child) > bound(best) { child } else { best })
    }

    fn visit(&mut self, node: usize) {
        let Node { state, agent, depth, own, .. } = &self.nodes[node];
        let (state, agent, depth) = (state.clone(), *agent, *depth);
        if self.test == Test::Visited && agent == A && own.is_none() {
            let won = self.game.wins(&state, A);
            let wins = if won { 0.0 } else { f64::from(self.playout(&state, agent, depth)) };
            let node = &mut self.nodes[node];
            node.own = Some(Tally { wins: f64::from(won), visits: 1.0 });
            node.tally = Tally { wins, visits: 1.0 };
            node.status = if won { Status::Won } else { Status::Open };
            return;
        }
        let mut successors: Vec<G::State> = moves(self.game, &state, agent)
            .into_iter()
            .map(|mv| self.game.after(&state, agent, mv))
            .collect();
        if successors.is_empty() && agent != A && !self.game.wins(&state, A) {
            successors.push(state);
        }
        for next in successors {
            let child = self.generate(next, Agent(1 - agent.0), depth + 1);
            self.nodes[node].children.push(child);
        }
        if self.nodes[node].children.is_empty() {
            let (wins, status) = if agent == A { (0.0, Status::Lost) } else { (1.0, Status::Won) };
            (self.nodes[node].tally, self.nodes[node].status) =
                (Tally { wins, visits: 1.0 }, status);
        }
    }

    /// Implements [Saf13, Eq. 2.22].
    fn update(&mut self, node: usize) {
        let children = self.nodes[node].children.iter().map(|&child| &self.nodes[child]);
        if children.len() == 0 {
            return;
        }
        let wins = children.clone().map(|child| child.total().wins).sum();
        let visits = children.clone().map(|child| child.total().visits).sum();
        let better = |a: Status, b: Status| if a > b { a } else { b };
        let worse = |a: Status, b: Status| if a < b { a } else { b };
        let statuses = children.map(|child| child.status);
        let status = match self.nodes[node].agent {
            A => statuses.fold(Status::Lost, better),
            _ => statuses.fold(Status::Won, worse),
        };
        self.nodes[node].tally = Tally { wins, visits };
        self.nodes[node].status = status;
    }
}

impl<S> Node<S> {
    fn total(&self) -> Tally {
        let own = self.own.unwrap_or(Tally { wins: 0.0, visits: 0.0 });
        Tally { wins: own.wins + self.tally.wins, visits: own.visits + self.tally.visits }
    }
}

fn mcts<G: Game>(game: &G, state: &G::State, limit: usize, seed: u64, test: Test) -> Run<G::State> {
    textbook(game, |game| {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        MctsSolver { game, test, limit, random, nodes: Vec::new() }.solve(state)
    })
}

fn mcps<G: Game>(game: &G, state: &G::State, n: usize, seed: u64) -> Run<G::State> {
    let options = BestFirstCheckOptions::new(CheckAlgorithm::Mcps);
    best_first(game, state, &format!("omega({n})"), BestFirstCheckOptions { seed, ..options })
}

fn compare<G: Game>(game: &G, state: &G::State, n: usize, seed: u64) -> bool {
    let found = mcps(game, state, n, seed);
    let expected = mcts(game, state, 2 * n - 1, seed, Test::Visited);
    assert_eq!((found.answer, &found.asked), (expected.answer, &expected.asked));
    found.answer
}

/// A probe of ω is a playout: its random subtree is a path. With the same random numbers, all
/// states are the same, those of the playouts included.
#[test]
fn winning_strategies_by_probes_are_mcts_solver_that_tests_at_the_first_visit() {
    let mut won = 0;
    for_games(4_000, 2, OffTurn::Nothing, |game, random| {
        let n = if game.repeats || random.one_in(2) { 1 + random.below(3) } else { 12 };
        won += u32::from(compare(game, &0, n, random.below(1_000) as u64));
    });
    assert!((400..3_600).contains(&won), "both answers occur: {won}");
    let (tictactoe, nim): (Mnk, _) = (Mnk::new(3, 3, 3), Nim::new(&[1, 2, 3]));
    for seed in 0..3 {
        compare(&tictactoe, &tictactoe.initial(), 2, seed);
        compare(&nim, &nim.initial(), 4, seed);
    }
}

/// MCTS Solver as in [Saf13, Section 2.5] recognises a new final state at once. MCPS has a node for
/// `w`, which is evaluated when the state is unfolded, and one for the moves. One move that wins is
/// a counterexample: the playout, then the expansion of 0, and MCTS is done; MCPS first evaluates 0
/// (with a new playout), then expands 0 (with a playout at 1), and then expands 1.
#[test]
fn mcts_solver_that_tests_when_generating_explores_less() {
    let game = written_out(&[(0, 0, &[1])], &[1]);
    let early = mcts(&game, &0, 3, 0, Test::Generated);
    assert_eq!((early.answer, early.asked), (true, vec![0, 1, 0, 1]));
    let found = mcps(&game, &0, 2, 0);
    assert_eq!((found.answer, found.asked), (true, vec![0, 1, 0, 1, 0, 1]));

    let mut same = 0;
    for_games(1_000, 2, OffTurn::Nothing, |game, random| {
        let (n, seed) = (1 + random.below(3), random.below(1_000) as u64);
        let (found, early) =
            (mcps(game, &0, n, seed), mcts(game, &0, 2 * n - 1, seed, Test::Generated));
        assert_eq!(found.answer, early.answer);
        same += u32::from(found.asked == early.asked);
    });
    assert!(same < 500, "{same}");
}
