//! A play in which every move is a best one, from a position that is solved: what a person wants to
//! see beside a value.
//!
//! The search that found the value solves the positions on the way, one after the other, with what
//! it has learnt so far. Where play can repeat positions, moves that keep the value may lead nowhere,
//! so that no such play is looked for.

use ludex_base::Budget;
use ludex_game::{Agent, DynGame, DynMove, DynState, Game, Model, Outcome};
use ludex_search::ValueSearch;

use super::turns::Solving;
use crate::requests::Solve;

/// The number of nodes that a play may take at least; a quarter of those for the value if that is
/// more.
const NODES: u64 = 20_000;

/// The longest time that a play may take, in seconds.
const SECONDS: f64 = 1.0;

impl Solving<'_> {
    /// Finds a play of best moves from a state of this value, beginning with a best move that is
    /// known. Returns it as far as the search gets with few nodes, and whether it ends before the
    /// game does; `None` where play can repeat positions.
    pub(super) fn best_play(
        self,
        search: &mut dyn ValueSearch<DynGame>,
        request: &Solve,
        state: &DynState,
        (value, first, nodes): (Outcome, DynMove, u64),
    ) -> Option<(Vec<(Agent, DynMove)>, bool)> {
        if self.game.can_repeat() {
            return None;
        }
        let deadline = request.limits.at_most(None, Some(SECONDS)).budget().deadline;
        let mut left = (nodes / 4).max(NODES);
        let (mut state, mut next, mut play) = (state.clone(), first, Vec::new());
        while let Some(agent) = self.game.turn(&state).agent() {
            play.push((agent, next));
            self.game.play(&mut state, agent, next);
            let budget = request.limits.at_most(Some(left), None).budget();
            let report = search.solve(
                &state,
                &Budget { deadline, ..budget },
                &mut request.limits.observer(),
            );
            left = left.saturating_sub(report.nodes);
            match report.best.first() {
                Some(&best) if report.bounds.exact() == Some(value) => next = best,
                _ => break,
            }
        }
        let open = self.game.turn(&state).agent().is_some();
        Some((play, open))
    }
}
