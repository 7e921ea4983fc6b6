//! DFPS exactly as [Saf13, Algorithm 7]: no table, the game's own order of moves, the left conjunct
//! first.
//!
//! It is slow on purpose: its queries to the game are the ones that [Saf13, Table 4.12] counts.

use ludex_game::{Agent, Game, Question};
use ludex_logic::{Connective, Formula, Formulas};

use crate::budget::{Meter, Search, deep};

/// The queries of a search to the game, counted as in [Saf13, Table 4.12].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Queries {
    /// The number of atoms evaluated.
    pub atomic: u64,
    /// The number of lists of moves.
    pub listmoves: u64,
    /// The number of moves (or passes) played.
    pub play: u64,
}

impl std::ops::AddAssign for Queries {
    fn add_assign(&mut self, more: Queries) {
        self.atomic += more.atomic;
        self.listmoves += more.listmoves;
        self.play += more.play;
    }
}

/// The state of a run of [Saf13, Algorithm 7].
pub(crate) struct PlainDfps<'g, G: Game> {
    question: Question<'g, G>,
    formulas: &'g Formulas,
    moves: Vec<G::Move>,
    pub queries: Queries,
}

impl<'g, G: Game> PlainDfps<'g, G> {
    pub fn new(question: Question<'g, G>, formulas: &'g Formulas) -> Self {
        PlainDfps { question, formulas, moves: Vec::new(), queries: Queries::default() }
    }

    /// Computes `dfps(q, φ)`. A negation is a mark on the formula and costs nothing.
    pub fn decide(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        formula: Formula,
        depth: u32,
    ) -> Search<bool> {
        meter.node()?;
        let positive = match self.formulas.connective(formula) {
            Connective::True => true,
            Connective::Atom(atom) => {
                self.queries.atomic += 1;
                self.question.game.satisfies(state, atom)
            }
            Connective::And(left, right) => deep::<G::State, _>(depth, || {
                Ok(self.decide(meter, state, left, depth + 1)?
                    && self.decide(meter, state, right, depth + 1)?)
            })?,
            Connective::Box(agent, inner) => {
                deep::<G::State, _>(depth, || self.all(meter, state, agent, inner, depth))?
            }
        };
        Ok(positive != formula.negated())
    }

    /// Decides `□_a φ`: whether the formula holds after all choices of the agent.
    fn all(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        agent: Agent,
        inner: Formula,
        depth: u32,
    ) -> Search<bool> {
        let base = self.moves.len();
        self.queries.listmoves += 1;
        self.question.game.moves(state, agent, &mut self.moves);
        if self.moves.len() == base {
            return self.pass(meter, state, agent, inner, depth);
        }
        for i in base..self.moves.len() {
            self.queries.play += 1;
            let next = self.question.game.after(state, agent, self.moves[i]);
            if !self.decide(meter, &next, inner, depth + 1)? {
                self.moves.truncate(base);
                return Ok(false);
            }
        }
        self.moves.truncate(base);
        Ok(true)
    }

    /// Decides a box without moves: the agent passes, or the box holds.
    fn pass(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        agent: Agent,
        inner: Formula,
        depth: u32,
    ) -> Search<bool> {
        if !self.question.passes(state, agent) {
            return Ok(true);
        }
        self.queries.play += 1;
        self.decide(meter, state, inner, depth + 1)
    }
}
