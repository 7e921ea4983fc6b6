//! Decides what an agent can force without visiting more states than needed.
//!
//! The search is depth first from the start: one good move of the agent suffices, and so does one
//! bad move of the other agents. If a play can return to an earlier state this is not valid (a
//! state would have to be decided before itself), and the caller must explore the whole graph.

use ludex_base::{Budget, OutOfBudget, Set};

use crate::model::{Evaluator, States, within};

/// The result of the search.
pub(super) enum Forced {
    /// Whether the goal can be forced, a first move that forces it, and the number of visited
    /// states.
    Decided { won: bool, first: Option<u32>, states: usize },
    /// A play can return to an earlier state.
    Cyclic,
}

/// A state that is being decided.
struct Open<S> {
    number: u32,
    state: S,
    /// Whether one good move suffices; otherwise all must be good.
    some: bool,
    /// The moves that were not tried yet.
    rest: S,
    tried: Option<u32>,
}

/// The states that were met.
struct Known<S> {
    states: States<S>,
    /// By state: whether the goal can be forced; `None` while it is being decided.
    won: Vec<Option<bool>>,
}

/// A depth-first search.
pub(super) struct Lazy<'e, 'w, S: Set> {
    pub evaluator: &'e mut Evaluator<'w, S>,
    pub strategy: u32,
    pub goal: u32,
    pub own: &'e S,
    pub budget: &'e Budget,
}

impl<S: Set> Lazy<'_, '_, S> {
    pub fn decide(&mut self) -> Result<Forced, OutOfBudget> {
        let mut known = Known { states: States::new(self.evaluator.world.bits()), won: Vec::new() };
        let mut stack: Vec<Open<S>> = Vec::new();
        let mut first = None;
        let start = self.evaluator.world.start();
        // The last state that was decided.
        let (number, _) = known.states.number(&start);
        let mut decided = self.enter(number, start, &mut known.won, &mut stack);
        let mut steps = 0;
        loop {
            steps += 1;
            let bytes = known.states.bytes() + known.won.len() + self.evaluator.world.bytes();
            within(self.budget, known.won.len(), bytes, steps)?;
            self.evaluator.finished()?;
            let Some(top) = stack.last_mut() else {
                let won = decided == Some(true);
                return Ok(Forced::Decided { won, first, states: known.won.len() });
            };
            // One good move decides, or one bad one; or no move is left.
            let over = decided.take() == Some(top.some) && top.tried.is_some();
            if over || top.rest.is_empty() {
                let won = top.some == over;
                decided = Some(won);
                let done = stack.pop().expect("it is the last one");
                first = done.tried.filter(|_| won && done.some);
                known.won[done.number as usize] = Some(won);
                continue;
            }
            let action = top.rest.iter().next().expect("it is not empty");
            top.rest.remove(action);
            top.tried = Some(action);
            let next = self.evaluator.world.update(&top.state, action);
            decided = match known.states.number(&next) {
                (number, true) => self.enter(number, next, &mut known.won, &mut stack),
                (number, false) => match known.won[number as usize] {
                    None => return Ok(Forced::Cyclic),
                    won => won,
                },
            };
        }
    }

    /// Opens a state that is met for the first time, or decides it at once if play ends there.
    fn enter(
        &mut self,
        number: u32,
        state: S,
        won: &mut Vec<Option<bool>>,
        stack: &mut Vec<Open<S>>,
    ) -> Option<bool> {
        let world = self.evaluator.world;
        let row = self.evaluator.allowed(Some(self.strategy), &state);
        if row.is_empty() {
            let good = world.terminal(&state) && self.evaluator.everywhere(self.goal, &state);
            won.push(Some(good));
            return Some(good);
        }
        // Where other agents can move, the agent need not.
        let others = row.clone().minus(self.own);
        let (some, rest) = if others.is_empty() { (true, row) } else { (false, others) };
        won.push(None);
        stack.push(Open { number, state, some, rest, tried: None });
        None
    }
}
