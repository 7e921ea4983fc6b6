//! Decides what an agent can force without visiting more states than needed.
//!
//! The search is depth first from the start: one good move of the agent suffices, and so does one
//! bad move of the other agents. If a play can return to an earlier state this is not valid (a
//! state would have to be decided before itself), and the caller must explore the whole graph.

use ludex_base::{Bits, Budget, OutOfBudget};
use rustc_hash::FxHashMap;

use crate::model::{Evaluator, within};

/// The result of the search.
pub(super) enum Forced {
    /// Whether the goal can be forced, a first move that forces it, and the number of visited
    /// states.
    Decided { won: bool, first: Option<u32>, states: usize },
    /// A play can return to an earlier state.
    Cyclic,
}

/// A state that is being decided.
struct Open<const W: usize> {
    state: Bits<W>,
    /// Whether one good move suffices; otherwise all must be good.
    some: bool,
    /// The moves that were not tried yet.
    rest: Bits<W>,
    tried: Option<u32>,
}

/// A depth-first search. `moves` returns the allowed moves of a state.
pub(super) struct Lazy<'e, 'w, const W: usize> {
    pub evaluator: &'e mut Evaluator<'w, W>,
    pub strategy: u32,
    pub goal: u32,
    pub own: Bits<W>,
    pub budget: &'e Budget,
}

impl<const W: usize> Lazy<'_, '_, W> {
    pub fn decide(&mut self) -> Result<Forced, OutOfBudget> {
        // `None` while a state is being decided.
        let mut known: FxHashMap<Bits<W>, Option<bool>> = FxHashMap::default();
        let mut stack: Vec<Open<W>> = Vec::new();
        let mut first = None;
        let start = self.evaluator.world.start();
        // The last state that was decided.
        let mut decided = self.enter(start, &mut known, &mut stack);
        let mut steps = 0;
        loop {
            steps += 1;
            let bytes = known.len() * (size_of::<Bits<W>>() + 16) + self.evaluator.world.bytes();
            within(self.budget, known.len(), bytes, steps)?;
            let Some(top) = stack.last_mut() else {
                let won = decided == Some(true);
                return Ok(Forced::Decided { won, first, states: known.len() });
            };
            // One good move decides, or one bad one; or no move is left.
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
        state: Bits<W>,
        known: &mut FxHashMap<Bits<W>, Option<bool>>,
        stack: &mut Vec<Open<W>>,
    ) -> Option<bool> {
        let world = self.evaluator.world;
        let legal = world.legal(&state);
        let row = self.evaluator.row(self.strategy, &state, legal);
        if row.is_empty() {
            let won = world.terminal(&state) && self.evaluator.everywhere(self.goal, &state);
            known.insert(state, Some(won));
            return Some(won);
        }
        // Where other agents can move, the agent need not.
        let others = row - self.own;
        let (some, rest) = if others.is_empty() { (true, row) } else { (false, others) };
        known.insert(state, None);
        stack.push(Open { state, some, rest, tried: None });
        None
    }
}
