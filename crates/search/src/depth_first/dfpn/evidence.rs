//! Weak solutions by depth-first proof number search.

use ludex_evidence::{Holder, Solution};
use ludex_game::{Agent, Hints, Outcome};

use super::solver::Solver;
use crate::budget::{Budget, Meter, Observer, Search, Stopped};
use crate::depth_first::solution::{Builder, GoodSuccessors, WeakSolutions, by_graph, for_both};

impl<G: Hints> Solver<'_, G> {
    /// Makes evidence for the value of a state.
    pub fn weak_solutions(
        &mut self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
        let mut meter = Meter::new(budget, observer);
        let best = self.game.outcomes().best();
        for_both(value, best, |claim| self.weak_solution(state, claim, &mut meter))
    }

    fn weak_solution(
        &mut self,
        state: &G::State,
        claim: (Holder, Outcome),
        meter: &mut Meter,
    ) -> Search<Option<Solution<G::Move>>> {
        let game = self.game;
        if game.can_repeat() {
            return by_graph(game, state, claim, meter);
        }
        let rank = claim.1.0;
        Builder::new(game, claim, BySearch { solver: self, rank }, meter).build(state)
    }
}

/// For games without cycles: every good successor suffices.
struct BySearch<'s, 'g, G: Hints> {
    solver: &'s mut Solver<'g, G>,
    rank: u16,
}

impl<G: Hints> GoodSuccessors<G> for BySearch<'_, '_, G> {
    fn moves(
        &mut self,
        meter: &mut Meter,
        (state, agent): (&G::State, Agent),
        _: (u16, bool),
    ) -> Search<Vec<G::Move>> {
        self.solver.likely_moves(meter, state, agent, self.rank)
    }

    fn good(
        &mut self,
        meter: &mut Meter,
        _: &G::State,
        to: &G::State,
        (rank, max): (u16, bool),
    ) -> Search<bool> {
        self.solver.can_force(meter, to, max, rank)
    }
}
