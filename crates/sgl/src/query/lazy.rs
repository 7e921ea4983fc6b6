//! What an agent can force, decided without looking at more states than needed.
//!
//! Depth first from the start: one good move of the agent is enough, one bad move of the others too.
//! Where a play comes back to itself this is no longer right (a state would have to be decided before
//! itself), and the caller must look at the whole graph.

use ludex_base::{Bits, Budget, OutOfBudget};
use rustc_hash::FxHashMap;

use crate::model::{Evaluator, World, within};

/// What is found out.
pub(super) enum Forced {
    /// Whether the goal can be forced, a first move that does, and how many states were looked at.
    Decided { won: bool, first: Option<u32>, states: usize },
    /// A play can come back to itself.
    Cyclic,
}

/// A state that is being decided.
struct Open<S, const W: usize> {
    state: S,
    /// Whether one good move is enough, or all must be good.
    some: bool,
    /// The moves that were not tried yet, and the one that is being tried.
    rest: Bits<W>,
    tried: Option<u32>,
}

/// Decides states one after the other. `moves` are the allowed moves of a state.
pub(super) struct Lazy<'e, 'w, M: World<W>, const W: usize> {
    pub evaluator: &'e mut Evaluator<'w, M, W>,
    pub strategy: u32,
    pub goal: u32,
    pub own: Bits<W>,
    pub budget: &'e Budget,
}

impl<M: World<W>, const W: usize> Lazy<'_, '_, M, W> {
    pub fn decide(&mut self) -> Result<Forced, OutOfBudget> {
        // `None` while a state is being decided.
        let mut known: FxHashMap<M::State, Option<bool>> = FxHashMap::default();
        let mut stack: Vec<Open<M::State, W>> = Vec::new();
        let mut first = None;
        let start = self.evaluator.world.start();
        // The last state that was decided.
        let mut decided = self.enter(start, &mut known, &mut stack);
        let mut steps = 0;
        loop {
            steps += 1;
            let bytes = known.len() * (size_of::<M::State>() + 16) + self.evaluator.world.bytes();
            within(self.budget, known.len(), bytes, steps)?;
            let Some(top) = stack.last_mut() else {
                let won = decided == Some(true);
                return Ok(Forced::Decided { won, first, states: known.len() });
            };
            // One good move decides, or one bad one; or there is none left to try.
            let over = decided.take() == Some(top.some) && top.tried.is_some();
            if over || top.rest.is_empty() {
                let won = top.some == over;
                decided = Some(won);
                let done = stack.pop().expect("it is the last one");
                first = done.tried.filter(|_| won && done.some);
                known.insert(done.state, Some(won));
                continue;
            }
            let action = top.rest.iter().next().expect("it is not empty");
            top.rest = top.rest - Bits::one(action);
            top.tried = Some(action);
            let next = self.evaluator.world.update(&top.state, action);
            match known.get(&next) {
                Some(None) => return Ok(Forced::Cyclic),
                Some(&truth) => decided = truth,
                None => decided = self.enter(next, &mut known, &mut stack),
            }
        }
    }

    /// Opens a state, or decides it at once if play ends there.
    fn enter(
        &mut self,
        state: M::State,
        known: &mut FxHashMap<M::State, Option<bool>>,
        stack: &mut Vec<Open<M::State, W>>,
    ) -> Option<bool> {
        let world = self.evaluator.world;
        let legal = world.legal(&state);
        let row = self.evaluator.row(self.strategy, &state, legal);
        if row.is_empty() {
            let won = world.terminal(&state) && self.evaluator.everywhere(self.goal, &state);
            known.insert(state, Some(won));
            return Some(won);
        }
        // Where others can move the agent need not.
        let others = row - self.own;
        let (some, rest) = if others.is_empty() { (true, row) } else { (false, others) };
        known.insert(state.clone(), None);
        stack.push(Open { state, some, rest, tried: None });
        None
    }
}
