//! Laws of hints: they may help a search but not change its answer.
//!
//! Near the end of a play the tree below a state is small enough to be searched completely without
//! hints; there bounds, candidates and symmetry are compared with the true value.

use super::Inspector;
use crate::{Agent, Bounds, Game, Hints, Notation, Outcome, Turn};

/// The greatest number of nodes that the search without hints may visit from one state.
const NODES: u32 = 400;
/// The number of the game's atoms, the first ones, that are tested as goals.
const GOALS: u32 = 8;

impl<G: Game + Notation + Hints> Inspector<'_, G> {
    pub(super) fn hints(&mut self, state: &G::State) -> Result<(), String> {
        let canonical = self.game.canonical_key(state);
        let again = self.game.canonical_key(state);
        let law = "a state has one canonical key";
        self.law(canonical == again, law, state, || format!("{canonical:x} and {again:x}"))?;
        self.estimates(state)?;
        let Turn::Of(agent) = self.game.turn(state) else { return Ok(()) };
        let bounds = self.game.bounds(state);
        let best = self.game.outcomes().best();
        let law = "bounds are outcomes with low <= high";
        let ordered = bounds.low <= bounds.high && bounds.high <= best;
        self.law(ordered, law, state, || format!("{bounds:?}"))?;
        self.evaluations(state)?;
        let candidates = self.candidates(state, agent)?;
        self.looks(state, bounds, &candidates)?;
        self.goals(state)?;
        if self.game.agents().len() > 2 {
            return Ok(()); // bounds and candidates speak of one agent or of zero-sum games
        }
        self.soundness(state, agent, bounds, &candidates, canonical)
    }

    /// Checks that evaluations have different names and lie strictly between 0 and 1.
    fn evaluations(&self, state: &G::State) -> Result<(), String> {
        let names = self.game.evaluations();
        for (which, name) in names.iter().enumerate() {
            let law = "evaluations have different names";
            self.law(!names[..which].contains(name), law, state, || name.to_string())?;
            let value = self.game.evaluation(which, state);
            let law = "an evaluation lies strictly between 0 and 1";
            self.law(value > 0.0 && value < 1.0, law, state, || format!("{name}: {value}"))?;
        }
        Ok(())
    }

    /// Checks that the estimates of moves to an outcome are 0 where it is reached, and that no move
    /// of the agent on turn lessens one by more than 1.
    fn estimates(&self, state: &G::State) -> Result<(), String> {
        let (game, turn) = (self.game, self.game.turn(state));
        for outcome in game.outcomes().iter() {
            let Some(estimate) = game.least_moves(state, outcome) else { return Ok(()) };
            let reached = turn == Turn::Final && game.outcome(state) >= outcome;
            let law = "no move is needed where an outcome is reached";
            self.law(!reached || estimate == 0, law, state, || estimate.to_string())?;
            for (agent, mv) in turn
                .agent()
                .into_iter()
                .flat_map(|agent| self.moves(state, agent).into_iter().map(move |mv| (agent, mv)))
            {
                let next = game.least_moves(&game.after(state, agent, mv), outcome);
                let law = "a move lessens an estimate by at most 1";
                let near = next.is_some_and(|next| estimate <= next.saturating_add(1));
                self.law(near, law, state, || format!("{estimate}, {next:?} after {mv:?}"))?;
            }
        }
        Ok(())
    }

    /// Checks that candidates are moves of the agent on turn, none twice, and that history indices
    /// are less than the history size.
    fn candidates(&self, state: &G::State, agent: Agent) -> Result<Vec<G::Move>, String> {
        let moves = self.moves(state, agent);
        let mut candidates = Vec::new();
        self.game.candidates(state, &mut candidates);
        let mut distinct = candidates.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let subset = candidates.iter().all(|mv| moves.contains(mv));
        let law = "candidates are moves of the agent on turn, none twice";
        let fault = || format!("candidates {candidates:?}\nmoves {moves:?}");
        self.law(subset && distinct.len() == candidates.len(), law, state, fault)?;
        let size = self.game.history_size();
        for mv in moves {
            let index = self.game.history_index(mv);
            let law = "a history index is less than the history size";
            self.law(size == 0 || index < size, law, state, || format!("{mv:?}: index {index}"))?;
        }
        Ok(candidates)
    }

    /// Checks that an atom that one move of an agent, on turn or not, makes true is reachable, and
    /// that the move is one towards it.
    fn goals(&self, state: &G::State) -> Result<(), String> {
        let agents = self.game.agents();
        for agent in agents.iter() {
            let (mut moves, mut ordered) = (self.moves(state, agent), Vec::new());
            self.game.ordered(state, agent, &mut ordered);
            moves.sort_unstable();
            ordered.sort_unstable();
            let law = "the ordered moves are the moves";
            self.law(moves == ordered, law, state, || format!("{ordered:?}\nmoves {moves:?}"))?;
        }
        let goals = 0..GOALS.min(self.atoms);
        for (agent, goal) in agents.iter().flat_map(|a| goals.clone().map(move |goal| (a, goal))) {
            let moves = self.moves(state, agent);
            let mut towards = Vec::new();
            self.game.moves_towards(state, agent, goal, &vec![0; agents.len()], &mut towards);
            let law = "moves that aim at an atom are moves of the agent";
            let fault = || format!("atom {goal}: {towards:?}\nmoves {moves:?}");
            self.law(towards.iter().all(|mv| moves.contains(mv)), law, state, fault)?;
            let left: Vec<u32> = agents.iter().map(|other| u32::from(other == agent)).collect();
            for mv in moves {
                if !self.game.holds(&self.game.after(state, agent, mv), goal) {
                    continue;
                }
                let law = "a move that makes an atom true aims at it";
                self.law(towards.contains(&mv), law, state, || format!("atom {goal}: {mv:?}"))?;
                let law = "what one move makes true is reachable";
                let reachable = self.game.reachable(state, goal, &left);
                self.law(reachable, law, state, || format!("atom {goal}: {mv:?}"))?;
            }
        }
        Ok(())
    }

    /// Checks that `look` returns what `bounds` and `candidates` do, after moves that are in the
    /// list already.
    fn looks(
        &self,
        state: &G::State,
        bounds: Bounds,
        candidates: &[G::Move],
    ) -> Result<(), String> {
        for open in [false, true] {
            let (mut told, mut out) = (None, candidates.to_vec());
            let mut ask = |bounds| {
                told = Some(bounds);
                open
            };
            let seen = self.game.look(state, &mut ask, &mut out);
            let (before, added) = out.split_at_checked(candidates.len()).unwrap_or_default();
            let expected = if open { candidates } else { &[] };
            let law = "a look sees the bounds, tells them, and appends the candidates if asked to";
            let same = seen == bounds && told == Some(bounds);
            let fault = || format!("bounds {seen:?} and {bounds:?}\nappended {added:?}");
            self.law(same && before == candidates && added == expected, law, state, fault)?;
        }
        Ok(())
    }

    /// Compares the hints with the value found without them, if the tree is small.
    fn soundness(
        &mut self,
        state: &G::State,
        agent: Agent,
        bounds: Bounds,
        candidates: &[G::Move],
        canonical: u64,
    ) -> Result<(), String> {
        let Some(value) = value_of(self.game, state, &mut { NODES }) else { return Ok(()) };
        let law = "the value lies within the bounds";
        let fault = || format!("value {value:?}, {bounds:?}");
        self.law(bounds.low <= value && value <= bounds.high, law, state, fault)?;
        let values = candidates.iter().map(|&mv| {
            let next = self.game.after(state, agent, mv);
            value_of(self.game, &next, &mut { NODES })
        });
        let Some(values) = values.collect::<Option<Vec<Outcome>>>() else { return Ok(()) };
        let found = match agent {
            Agent::FIRST => values.into_iter().fold(bounds.low, Ord::max),
            _ => values.into_iter().fold(bounds.high, Ord::min),
        };
        let law = "leaving out moves that are no candidates does not change the value";
        self.law(found == value, law, state, || format!("value {value:?}, found {found:?}"))?;
        let twin = *self.values.entry(canonical).or_insert(value);
        let law = "states with the same canonical key have the same value";
        self.law(twin == value, law, state, || format!("values {twin:?} and {value:?}"))
    }
}

/// Returns the value of a state as [Saf13, Algorithm 4] defines it (the first agent takes the best,
/// others the worst), or `None` if the budget of nodes runs out, as it does in a cycle, and where
/// chance moves.
fn value_of<G: Game>(game: &G, state: &G::State, nodes: &mut u32) -> Option<Outcome> {
    *nodes = nodes.checked_sub(1)?;
    let agent = match game.turn(state) {
        Turn::Of(agent) => agent,
        Turn::Chance => return None,
        Turn::Together | Turn::Final => return Some(game.outcome(state)),
    };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let mut best: Option<Outcome> = None;
    for mv in moves {
        let value = value_of(game, &game.after(state, agent, mv), nodes)?;
        best = Some(match (best, agent) {
            (None, _) => value,
            (Some(best), Agent::FIRST) => best.max(value),
            (Some(best), _) => best.min(value),
        });
    }
    best
}
