//! Proofs of values during play: the solvers of `ludex-search`, with a share of the time of a move.

use ludex_game::{Bounds, Hints};
use ludex_search::{BestMoves, Budget, DfPn, DfPnOptions, Silent};

/// What is proved about a state.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof<M> {
    /// Bounds on the outcome with perfect play.
    pub bounds: Bounds,
    /// Moves that keep the value, if it is exact.
    pub best: Vec<M>,
    /// The number of nodes visited.
    pub nodes: u64,
}

/// A search that proves values and keeps its results from one state to the next.
pub trait Prover<S, M> {
    /// Proves bounds as narrow as the budget allows.
    fn prove(&mut self, state: &S, budget: &Budget) -> Proof<M>;
}

/// Depth-first proof number search, which is good at forced wins, as in endgames.
pub(crate) struct TurnProver<'g, G: Hints>(DfPn<'g, G>);

impl<'g, G: Hints> TurnProver<'g, G> {
    pub fn boxed(game: &'g G, max_bytes: usize) -> Box<dyn Prover<G::State, G::Move> + 'g> {
        let options = DfPnOptions { best: BestMoves::All, ..DfPnOptions::default() };
        Box::new(TurnProver(DfPn::new(game, options, max_bytes)))
    }
}

impl<G: Hints> Prover<G::State, G::Move> for TurnProver<'_, G> {
    fn prove(&mut self, state: &G::State, budget: &Budget) -> Proof<G::Move> {
        let report = self.0.solve(state, budget, &mut Silent);
        Proof { bounds: report.bounds, best: report.best, nodes: report.nodes }
    }
}
