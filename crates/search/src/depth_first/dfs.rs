//! DFS for two outcomes [Saf13, Algorithm 1] and MiniMax for many [Saf13, Algorithm 4], without
//! table, ordering or hints: the reference for the other searches.
//!
//! In a game with cycles the search of [Saf13, Algorithm 1] may not end. Here a state that repeats
//! on the current path counts as the worst outcome in one pass, whose result is what Max can force,
//! and as the best outcome in a second, whose result is what Min can force: if Max can force an
//! outcome, she can without ever repeating a state.

use ludex_game::{Agent, Bounds, Game, Outcome, Turn};
use rustc_hash::FxHashSet;

use super::solve::{BestMoves, SolveReport};
use crate::budget::{Budget, Meter, Observer, Search, Stopped, deep};

/// Finds the value of a state and a best move by plain depth-first search.
pub fn dfs<G: Game>(
    game: &G,
    state: &G::State,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> SolveReport<G::Move> {
    dfs_for(game, BestMoves::One, state, budget, observer)
}

/// Finds the value of a state and its best moves by plain depth-first search.
pub(crate) fn dfs_for<G: Game>(
    game: &G,
    wanted: BestMoves,
    state: &G::State,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> SolveReport<G::Move> {
    let mut meter = Meter::new(budget, observer);
    let mut bounds = Bounds { low: Outcome::WORST, high: game.outcomes().best() };
    let mut best = Vec::new();
    let result = passes(game, &mut meter, (state, wanted), &mut bounds, &mut best);
    let all_best = bounds.exact().is_some() && wanted.all() && result.is_ok();
    best.truncate(wanted.at_most());
    let (nodes, value_nodes) = (meter.nodes(), meter.value_nodes());
    let (stopped, known) = (meter.stopped(result), SolveReport::unknown(bounds));
    SolveReport { best, all_best, nodes, value_nodes, created: nodes, stopped, ..known }
}

/// Runs one pass, or two where states can repeat; then looks for further best moves.
fn passes<G: Game>(
    game: &G,
    meter: &mut Meter,
    (state, wanted): (&G::State, BestMoves),
    bounds: &mut Bounds,
    best: &mut Vec<G::Move>,
) -> Search<()> {
    let mut pass = Dfs::new(game, bounds.low);
    let (low, mut found) = pass.root(meter, state)?;
    bounds.low = low;
    if game.can_repeat() {
        let mut second = Dfs::new(game, bounds.high);
        let (high, min_move) = second.root(meter, state)?;
        bounds.high = high;
        if game.turn(state).agent() != Some(Agent::FIRST) {
            (pass, found) = (second, min_move);
        }
    } else {
        bounds.high = low;
    }
    let (Some(value), Turn::Of(agent)) = (bounds.exact(), game.turn(state)) else { return Ok(()) };
    best.extend(found);
    meter.value_found(*bounds);
    if wanted.satisfied(best.len()) {
        return Ok(());
    }
    meter.limit_best_moves(wanted);
    pass.other_best(meter, state, (agent, value), best)
}

struct Dfs<'g, G: Game> {
    game: &'g G,
    /// The outcome of a repeated state.
    repeated: Outcome,
    path: FxHashSet<G::State>,
    /// The values of the moves of the root, in their order.
    at_root: Vec<Outcome>,
    moves: Vec<G::Move>,
}

impl<'g, G: Game> Dfs<'g, G> {
    fn new(game: &'g G, repeated: Outcome) -> Self {
        Dfs { game, repeated, path: FxHashSet::default(), at_root: Vec::new(), moves: Vec::new() }
    }

    /// Returns the value of the root and the first move that has it.
    fn root(&mut self, meter: &mut Meter, state: &G::State) -> Search<(Outcome, Option<G::Move>)> {
        meter.node()?;
        match self.game.turn(state) {
            Turn::Final => Ok((self.game.outcome(state), None)),
            Turn::Together => Err(Stopped::Together),
            Turn::Chance => Err(Stopped::Chance),
            Turn::Of(agent) => self.best(meter, state, agent, 0),
        }
    }

    /// Adds the other moves of the root that have its value. Those that were played before have a
    /// known value, unless play can come back to the root: after a move the root is one state among
    /// others.
    fn other_best(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        (agent, value): (Agent, Outcome),
        best: &mut Vec<G::Move>,
    ) -> Search<()> {
        let known = std::mem::take(&mut self.at_root);
        let known = if self.game.can_repeat() { &[] } else { &known[..] };
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        for (i, mv) in moves.into_iter().enumerate() {
            let after = match known.get(i) {
                Some(&after) => after,
                None => self.value(meter, &self.game.after(state, agent, mv), 1)?,
            };
            if after == value && best.first() != Some(&mv) {
                best.push(mv);
            }
        }
        Ok(())
    }

    /// Returns the value of a state below the root.
    fn value(&mut self, meter: &mut Meter, state: &G::State, depth: u32) -> Search<Outcome> {
        meter.node()?;
        match self.game.turn(state) {
            Turn::Final => Ok(self.game.outcome(state)),
            Turn::Together => Err(Stopped::Together),
            Turn::Chance => Err(Stopped::Chance),
            Turn::Of(_) if self.game.can_repeat() && self.path.contains(state) => Ok(self.repeated),
            Turn::Of(agent) => {
                let best = deep::<G::State, _>(depth, || self.best(meter, state, agent, depth))?;
                Ok(best.0)
            }
        }
    }

    /// Plays all moves; returns the best value and its move.
    fn best(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        agent: Agent,
        depth: u32,
    ) -> Search<(Outcome, Option<G::Move>)> {
        if self.game.can_repeat() {
            self.path.insert(state.clone());
        }
        let base = self.moves.len();
        self.game.moves(state, agent, &mut self.moves);
        let (worst, decisive) = self.extremes(agent);
        let mut best = (worst, None);
        for i in base..self.moves.len() {
            let mv = self.moves[i];
            let value = self.value(meter, &self.game.after(state, agent, mv), depth + 1)?;
            if depth == 0 {
                self.at_root.push(value);
            }
            let better = if agent == Agent::FIRST { value > best.0 } else { value < best.0 };
            if better || best.1.is_none() {
                best = (value, Some(mv));
            }
            if decisive == Some(value) {
                break;
            }
        }
        self.moves.truncate(base);
        if self.game.can_repeat() {
            self.path.remove(state);
        }
        Ok(best)
    }

    /// Returns the worst outcome for an agent, and with two outcomes [Saf13, Algorithm 1] the one
    /// that ends the search among its moves.
    fn extremes(&self, agent: Agent) -> (Outcome, Option<Outcome>) {
        let outcomes = self.game.outcomes();
        let two = outcomes.len() == 2;
        if agent == Agent::FIRST {
            (Outcome::WORST, two.then(|| outcomes.best()))
        } else {
            (outcomes.best(), two.then_some(Outcome::WORST))
        }
    }
}
