//! Principal variations of DFPS: a line of play that shows why the answer is right.
//!
//! Where one choice decides, the line makes it; where all choices lead to the same answer, it takes
//! the one that took most work. It is found after the search, from the table.

use ludex_game::{Agent, Choice, Hints};
use ludex_logic::{Connective, Formula};

use super::dfps::{Checker, Line};
use crate::budget::{Meter, Search};

impl<G: Hints> Checker<'_, G> {
    /// Finds a principal variation, as far as the budget reaches.
    pub(super) fn line(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        formula: Formula,
        holds: bool,
    ) -> Line<G::Move> {
        self.begin(formula);
        let (mut state, mut formula, mut holds) = (state.clone(), formula, holds);
        let mut line = Vec::new();
        while let Ok(Some((step, next))) = self.line_step(meter, &state, formula, holds) {
            if let Some((agent, choice)) = step {
                state = self.question.after(&state, agent, choice);
                line.push((agent, choice));
            }
            (formula, holds) = next;
        }
        line
    }

    /// Finds the next step of a line: into a conjunct, or a choice.
    #[allow(clippy::type_complexity)] // a choice, and the formula that comes next with its answer
    fn line_step(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        formula: Formula,
        holds: bool,
    ) -> Search<Option<(Option<(Agent, Choice<G::Move>)>, (Formula, bool))>> {
        let holds = holds != formula.negated();
        match self.formulas.connective(formula) {
            Connective::True | Connective::Atom(_) => Ok(None),
            Connective::And(left, right) => {
                let swap = self.depth_of(right) < self.depth_of(left);
                let (cheap, costly) = if swap { (right, left) } else { (left, right) };
                let cheap_fails = !holds && !self.decide(meter, state, cheap, 0)?;
                Ok(Some((None, (if cheap_fails { cheap } else { costly }, holds))))
            }
            Connective::Box(agent, inner) => {
                let choice = if holds {
                    self.hardest(state, formula, (agent, inner))
                } else {
                    self.refutation(meter, state, formula, (agent, inner))?
                };
                Ok(choice.map(|choice| (Some((agent, choice)), (inner, holds))))
            }
        }
    }

    /// Returns, of the choices that all lead to the formula, the one whose proof took most work.
    fn hardest(
        &self,
        state: &G::State,
        formula: Formula,
        (agent, inner): (Agent, Formula),
    ) -> Option<Choice<G::Move>> {
        let choices = self.choices(state, formula, agent);
        // `max_by_key` takes the last of equals; the first in the order of the game is the better
        // guess.
        choices.into_iter().rev().max_by_key(|&choice| {
            self.work_below(&self.question.after(state, agent, choice), inner)
        })
    }

    /// Returns the work in the table for a formula in a state, including the parts of conjunctions.
    fn work_below(&self, state: &G::State, formula: Formula) -> u8 {
        let mut open = vec![formula];
        let mut most = 0;
        while let Some(formula) = open.pop() {
            match self.formulas.connective(formula) {
                Connective::And(left, right) => {
                    open.extend([left, right].iter().filter(|&&f| self.depth_of(f) > 0));
                }
                Connective::Box(..) => {
                    most = most.max(self.known(state, formula).map_or(0, |entry| entry.work));
                }
                Connective::True | Connective::Atom(_) => {}
            }
        }
        most
    }
}
