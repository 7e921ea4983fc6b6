//! Deciding a formula in a state without making a move.

use ludex_game::{Hints, Question};
use ludex_logic::{Connective, Formula, Formulas};

use crate::depth_first::Queries;

/// The largest number of parts of a formula that are evaluated: formulas are DAGs, and the tree
/// below a small one can be enormous.
const MOST_LOOKS: u32 = 64;

/// Evaluates the atoms of a formula that are not below a box.
pub(in crate::best_first) struct Look<'p, 'g, G: Hints> {
    pub question: Question<'g, G>,
    pub formulas: &'g Formulas,
    pub queries: &'p mut Queries,
}

impl<G: Hints> Look<'_, '_, G> {
    /// Returns whether the formula holds in the state, if that can be decided without a move.
    pub fn decide(mut self, state: &G::State, formula: Formula) -> Option<bool> {
        let mut looks = MOST_LOOKS;
        self.part(state, formula, &mut looks)
    }

    fn part(&mut self, state: &G::State, formula: Formula, looks: &mut u32) -> Option<bool> {
        *looks = looks.checked_sub(1)?;
        let positive = match self.formulas.connective(formula) {
            Connective::True => Some(true),
            Connective::Atom(atom) => {
                self.queries.atomic += 1;
                Some(self.question.game.satisfies(state, atom))
            }
            Connective::Box(..) => None,
            Connective::And(left, right) => match self.part(state, left, looks) {
                Some(false) => Some(false),
                left => match self.part(state, right, looks) {
                    Some(false) => Some(false),
                    right => left.and(right),
                },
            },
        };
        positive.map(|holds| holds != formula.negated())
    }
}
