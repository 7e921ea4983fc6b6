//! Proof number search with delayed evaluation is (ω, PNPS), and paranoid PNS is (PA, PNPS).

use ludex_game::{Agent, Game, Model};
use ludex_games::{Mnk, Nim};
use ludex_search::{BestFirstCheckOptions, CheckAlgorithm};

use super::games::{OffTurn, for_games, written_out};
use super::recorded::{A, Run, best_first, moves, over, textbook};

/// When a state is tested for being final, and won \[AMH94\]: when it is generated, or when it is
/// about to be expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Evaluation {
    Immediate,
    Delayed,
}

const INFINITE: u64 = 1 << 40;

struct Node<S> {
    state: S,
    agent: Agent,
    depth: usize,
    proof: u64,
    disproof: u64,
    children: Vec<usize>,
}

/// The textbook algorithm \[AMH94\]: the tree and how it grows. At the depth limit, where nothing
/// is left to expand, states are evaluated when they are generated.
struct ProofNumberSearch<'g, G: Game> {
    game: &'g G,
    evaluation: Evaluation,
    limit: usize,
    nodes: Vec<Node<G::State>>,
}

impl<G: Game> ProofNumberSearch<'_, G> {
    fn solve(&mut self, state: &G::State) -> bool {
        let root = self.generate(state.clone(), A, 0);
        while self.nodes[root].proof != 0 && self.nodes[root].disproof != 0 {
            let mut path = vec![root];
            while let Some(next) = self.most_proving(path[path.len() - 1]) {
                path.push(next);
            }
            self.expand(path[path.len() - 1]);
            path.iter().rev().for_each(|&node| self.update(node));
        }
        self.nodes[root].proof == 0
    }

    fn generate(&mut self, state: G::State, agent: Agent, depth: usize) -> usize {
        self.nodes.push(Node { state, agent, depth, proof: 1, disproof: 1, children: Vec::new() });
        let node = self.nodes.len() - 1;
        if self.evaluation == Evaluation::Immediate || depth == self.limit {
            self.evaluate(node);
        }
        node
    }

    /// Evaluates a state and returns whether its value is known.
    fn evaluate(&mut self, node: usize) -> bool {
        let Node { state, depth, .. } = &self.nodes[node];
        let known = *depth == self.limit || over(self.game, state);
        if known {
            let won = self.game.wins(state, A);
            let (proof, disproof) = if won { (0, INFINITE) } else { (INFINITE, 0) };
            (self.nodes[node].proof, self.nodes[node].disproof) = (proof, disproof);
        }
        known
    }

    /// Returns the first of the best children.
    fn most_proving(&self, node: usize) -> Option<usize> {
        let number = |&child: &usize| match self.nodes[node].agent {
            A => self.nodes[child].proof,
            _ => self.nodes[child].disproof,
        };
        self.nodes[node].children.iter().copied().min_by_key(number)
    }

    fn expand(&mut self, node: usize) {
        if self.evaluate(node) {
            return;
        }
        let Node { state, agent, depth, .. } = &self.nodes[node];
        let (state, agent, depth) = (state.clone(), *agent, *depth);
        for mv in moves(self.game, &state, agent) {
            let next = self.game.after(&state, agent, mv);
            let after = Agent((agent.0 + 1) % self.game.agents().len() as u8);
            let child = self.generate(next, after, depth + 1);
            self.nodes[node].children.push(child);
        }
    }

    fn update(&mut self, node: usize) {
        let children = &self.nodes[node].children;
        if children.is_empty() {
            return;
        }
        let proofs = children.iter().map(|&child| self.nodes[child].proof);
        let disproofs = children.iter().map(|&child| self.nodes[child].disproof);
        let (proof, disproof) = match self.nodes[node].agent {
            A => (proofs.min().unwrap_or(INFINITE), disproofs.sum::<u64>().min(INFINITE)),
            _ => (proofs.sum::<u64>().min(INFINITE), disproofs.min().unwrap_or(INFINITE)),
        };
        (self.nodes[node].proof, self.nodes[node].disproof) = (proof, disproof);
    }
}

fn pns<G: Game>(game: &G, state: &G::State, limit: usize, evaluation: Evaluation) -> Run<G::State> {
    textbook(game, |game| {
        ProofNumberSearch { game, evaluation, limit, nodes: Vec::new() }.solve(state)
    })
}

fn pnps<G: Game>(game: &G, state: &G::State, formula: &str, shortcut: bool) -> Run<G::State> {
    let options = BestFirstCheckOptions::new(CheckAlgorithm::Pnps);
    best_first(game, state, formula, BestFirstCheckOptions { shortcut, ..options })
}

/// Compares PNS down to a depth with PNPS for a formula that says that A wins within this number of
/// plies.
fn compare<G: Game>(game: &G, state: &G::State, formula: &str, limit: usize) -> bool {
    let expected = pns(game, state, limit, Evaluation::Delayed);
    for shortcut in [false, true] {
        let found = pnps(game, state, formula, shortcut);
        assert_eq!((found.answer, &found.asked), (expected.answer, &expected.asked));
    }
    expected.answer
}

fn compare_omega<G: Game>(game: &G, state: &G::State, n: usize) -> bool {
    compare(game, state, &format!("omega({n})"), 2 * n - 1)
}

/// Within a few moves, and (where there are no cycles) with enough moves for all plays.
#[test]
fn winning_strategies_by_proof_numbers_are_proof_number_search() {
    let mut won = 0;
    for_games(4_000, 2, OffTurn::Nothing, |game, random| {
        let n = if game.repeats || random.one_in(2) { 1 + random.below(4) } else { 12 };
        won += u32::from(compare_omega(game, &0, n));
    });
    assert!((400..3_600).contains(&won), "both answers occur: {won}");
    let tictactoe: Mnk = Mnk::new(3, 3, 3);
    for n in 1..4 {
        compare_omega(&tictactoe, &tictactoe.initial(), n);
    }
    let nim = Nim::new(&[1, 2, 3]);
    compare_omega(&nim, &nim.initial(), 4);
}

/// The opponents are Min, one after the other.
#[test]
fn paranoid_wins_by_proof_numbers_are_paranoid_proof_number_search() {
    let mut won = 0;
    for_games(3_000, 3, OffTurn::Nothing, |game, random| {
        let n = if game.repeats || random.one_in(2) { 1 + random.below(7) } else { 36 };
        won += u32::from(compare(game, &0, &format!("paranoid({n})"), n));
    });
    assert!((300..2_700).contains(&won), "both answers occur: {won}");
}

/// A diamond does not evaluate its successors, so that PNPS never evaluates a state before it is
/// chosen. The smallest counterexample to PNS with immediate evaluation: two moves, of which the
/// second wins and the first does not end the game.
#[test]
fn proof_number_search_with_immediate_evaluation_explores_other_states() {
    let game = written_out(&[(0, 0, &[1, 2]), (1, 1, &[3])], &[2]);
    let immediate = pns(&game, &0, 3, Evaluation::Immediate);
    assert_eq!((immediate.answer, immediate.asked), (true, vec![0, 1, 2]));
    let found = pnps(&game, &0, "omega(2)", true);
    assert_eq!((found.answer, found.asked), (true, vec![0, 1, 3, 2]));

    let mut others = 0;
    for_games(1_000, 2, OffTurn::Nothing, |game, random| {
        let n = 2 + random.below(3);
        let immediate = pns(game, &0, 2 * n - 1, Evaluation::Immediate);
        let found = pnps(game, &0, &format!("omega({n})"), true);
        assert_eq!(found.answer, immediate.answer);
        others += u32::from(found.asked != immediate.asked);
    });
    assert!(others > 100, "{others}");
}
