//! IDA\* \[Kor85\]: depth first, as deep as a limit that grows from one round to the next to the
//! least number of moves that was estimated beyond it. Without estimates this is iterative
//! deepening.
//!
//! A table keeps what was learnt about states \[RM94\]: a number of moves that do not suffice. When
//! a state is entered with n moves left it is noted at once that these do not suffice, so that the
//! search does not come back to it with fewer. If the round fails, all notes are right: otherwise
//! take the wrong one whose state is nearest to the goal. The next state on its shortest way was
//! entered with enough moves or not entered because of a note; either way it has a wrong note
//! itself, and it is nearer. If the round succeeds the notes are not used any more.
//!
//! Where the goal cannot be reached and play can go on for ever it does not end but by its budget.

use ludex_game::Hints;

use super::{Goal, PathSearch, Paths};
use crate::algorithms::{ValueOptions, ValueSearch};
use crate::budget::{Meter, Search, deep};
use crate::key::{Key, StateKeys};
use crate::table::{Entry, NO_MOVE, Table, mix};

/// Makes the search.
pub(crate) fn ida<'g, G: Hints>(
    game: &'g G,
    options: &ValueOptions,
) -> Box<dyn ValueSearch<G> + 'g> {
    let max_bytes = options.transpositions.then_some(options.max_bytes);
    Box::new(Paths::new(game, options, Ida { max_bytes }))
}

struct Ida {
    /// The bytes of the table, if there is one.
    max_bytes: Option<usize>,
}

impl<G: Hints> PathSearch<G> for Ida {
    fn find(
        &self,
        goal: &Goal<'_, G>,
        state: &G::State,
        meter: &mut Meter,
    ) -> (Search<Option<Vec<G::Move>>>, usize) {
        let max_bytes = self.max_bytes.map(|most| most.min(meter.budget().max_bytes));
        let table = max_bytes.map(|bytes| Table::new(StateKeys::new(goal.game), bytes));
        let mut run = Run { goal, table, limit: goal.estimate(state), line: Vec::new() };
        let found = run.search(state, meter);
        (found, run.table.map_or(0, |table| table.bytes()))
    }
}

/// What is below a state.
enum Below {
    /// The goal; the moves to it are noted, the last one first.
    Goal,
    /// Plays that take at least this many moves in all, if they reach the goal; `u32::MAX` if there
    /// are none.
    Beyond(u32),
}

struct Run<'r, 'g, G: Hints> {
    goal: &'r Goal<'g, G>,
    table: Option<Table>,
    /// The moves of this round.
    limit: u32,
    line: Vec<G::Move>,
}

impl<G: Hints> Run<'_, '_, G> {
    fn search(&mut self, start: &G::State, meter: &mut Meter) -> Search<Option<Vec<G::Move>>> {
        while self.limit < u32::MAX {
            match self.visit(meter, start, None, 0)? {
                Below::Goal => {
                    self.line.reverse();
                    return Ok(Some(std::mem::take(&mut self.line)));
                }
                Below::Beyond(least) => self.limit = least,
            }
            meter.iteration += 1;
        }
        Ok(None)
    }

    /// Looks for the goal below a state, which was reached by this many moves from another one.
    fn visit(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        before: Option<&G::State>,
        made: u32,
    ) -> Search<Below> {
        meter.node()?;
        if self.goal.is_reached(state) {
            return Ok(Below::Goal);
        }
        let (visited, left) = (meter.nodes(), self.limit - made);
        self.learn(state, left + 1, 1);
        let mut beyond = u32::MAX;
        let mut children = Vec::new();
        for (mv, next) in self.goal.successors(state)? {
            // Going back is of no use: the state before does not reach the goal within the limit.
            let estimate = if before == Some(&next) { left + 2 } else { self.estimate(&next) };
            children.push((estimate, mv, next));
        }
        children.sort_by_key(|&(estimate, ..)| estimate);
        for (estimate, mv, next) in children {
            // A child of another one may have been the same state.
            let estimate = estimate.max(self.learnt(&next));
            let least = (made + 1).saturating_add(estimate);
            if least > self.limit {
                beyond = beyond.min(least);
                continue;
            }
            let below =
                deep::<G::State, _>(made, || self.visit(meter, &next, Some(state), made + 1))?;
            match below {
                Below::Goal => {
                    self.line.push(mv);
                    return Ok(Below::Goal);
                }
                Below::Beyond(least) => beyond = beyond.min(least),
            }
        }
        let least = if beyond == u32::MAX { beyond } else { beyond - made };
        self.learn(state, least, meter.nodes() - visited);
        Ok(Below::Beyond(beyond))
    }

    /// Returns a number of moves below which the goal is not reached from a state.
    fn estimate(&self, state: &G::State) -> u32 {
        self.goal.estimate(state).max(self.learnt(state))
    }

    /// Returns what the table knows of it.
    fn learnt(&self, state: &G::State) -> u32 {
        let table = self.table.as_ref();
        let entry = table.and_then(|table| table.get(key_of(self.goal.game, table, state)));
        match entry.map_or(0, |entry| entry.low) {
            u16::MAX => u32::MAX,
            least => least.into(),
        }
    }

    /// Notes that fewer moves do not suffice.
    fn learn(&mut self, state: &G::State, least: u32, nodes: u64) {
        let Some(table) = &mut self.table else { return };
        let most = if least == u32::MAX { u16::MAX } else { u16::MAX - 1 };
        let low = least.min(most.into()) as u16;
        let entry = Entry { low, high: u16::MAX, best: NO_MOVE, work: Entry::work_of(nodes) };
        table.put(key_of(self.goal.game, table, state), entry);
    }
}

fn key_of<G: Hints>(game: &G, table: &Table, state: &G::State) -> Key {
    table.keys.key(game, state, mix(game.key(state)))
}
