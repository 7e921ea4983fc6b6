//! Proving values while playing: the solvers of `ludex-search`, a slice of time at a move.

use ludex_game::{Bounds, Hints};
use ludex_search::{Budget, DfPn, DfPnOptions, Silent};

/// What is proved of a state.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof<M> {
    /// The first agent can get at least this, and can be held to at most that.
    pub bounds: Bounds,
    /// Moves that keep the value, where the bounds leave only one.
    pub best: Vec<M>,
    /// The nodes it took.
    pub nodes: u64,
}

/// A search that proves values and remembers what it has found from one state to the next.
pub trait Prover<S, M> {
    /// Proves what the budget allows.
    fn prove(&mut self, state: &S, budget: &Budget) -> Proof<M>;
}

/// Depth-first proof number search: it finds narrow wins in wide games, which is what endgames are.
pub(crate) struct TurnProver<'g, G: Hints>(DfPn<'g, G>);

impl<'g, G: Hints> TurnProver<'g, G> {
    pub fn boxed(game: &'g G, max_bytes: usize) -> Box<dyn Prover<G::State, G::Move> + 'g> {
        let options = DfPnOptions { all_best: true, ..DfPnOptions::default() };
        Box::new(TurnProver(DfPn::new(game, options, max_bytes)))
    }
}

impl<G: Hints> Prover<G::State, G::Move> for TurnProver<'_, G> {
    fn prove(&mut self, state: &G::State, budget: &Budget) -> Proof<G::Move> {
        let report = self.0.solve(state, budget, &mut Silent);
        Proof { bounds: report.bounds, best: report.best, nodes: report.nodes }
    }
}
