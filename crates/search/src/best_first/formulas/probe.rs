//! Monte Carlo probes [Saf13, Algorithm 9]: playouts whose shape is that of a formula.

use ludex_game::{Hints, Question};
use ludex_logic::{Connective, Formula, Formulas};
use rand::{Rng, RngExt};

use crate::budget::deep;
use crate::depth_first::Queries;

/// A probe is cut off after this number of (state, formula) pairs: formulas are DAGs, and the tree
/// below a small one can be enormous.
const LONGEST_PROBE: u32 = 10_000;

/// A random subtree below a state, of the shape of a formula: both parts of a conjunction (the
/// second only if the first was successful), one random move at a box. If the agent has no move, a
/// box over it is true.
pub(in crate::best_first) struct Probe<'p, 'g, G: Hints, R> {
    pub question: Question<'g, G>,
    pub formulas: &'g Formulas,
    pub random: &'p mut R,
    pub moves: &'p mut Vec<G::Move>,
    pub queries: &'p mut Queries,
}

impl<G: Hints, R: Rng> Probe<'_, '_, G, R> {
    /// Returns whether a probe is successful, or None if it was cut off.
    pub fn run(mut self, state: G::State, formula: Formula) -> Option<bool> {
        let mut left = LONGEST_PROBE;
        self.probe(state, formula, &mut left, 0)
    }

    fn probe(
        &mut self,
        mut state: G::State,
        mut formula: Formula,
        left: &mut u32,
        depth: u32,
    ) -> Option<bool> {
        loop {
            *left = left.checked_sub(1)?;
            let negated = formula.negated();
            let below = match self.formulas.connective(formula) {
                Connective::True => return Some(!negated),
                Connective::Atom(atom) => {
                    self.queries.atomic += 1;
                    return Some(self.question.game.satisfies(&state, atom) != negated);
                }
                Connective::And(first, second) => {
                    let state = state.clone();
                    let first =
                        deep::<G::State, _>(depth, || self.probe(state, first, left, depth + 1));
                    if !first? {
                        return Some(negated);
                    }
                    second
                }
                Connective::Box(agent, inner) => {
                    self.queries.listmoves += 1;
                    self.moves.clear();
                    self.question.game.moves(&state, agent, self.moves);
                    if self.moves.is_empty() && !self.question.passes(&state, agent) {
                        return Some(!negated);
                    }
                    self.queries.play += 1;
                    if !self.moves.is_empty() {
                        let mv = self.moves[self.random.random_range(0..self.moves.len())];
                        self.question.game.play(&mut state, agent, mv);
                    }
                    inner
                }
            };
            formula = if negated { !below } else { below };
        }
    }
}
