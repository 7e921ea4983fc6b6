//! DFPS exactly as Algorithm 7: no table, the game's own order of moves, the left conjunct first.
//!
//! Slow, and meant to be: its queries to the game are the ones Table 4.12 counts.

use ludex_game::{Agent, Game, Question};
use ludex_logic::{Connective, Formula, Formulas};

use crate::budget::{Meter, Search, deep};

/// What a search asked the game, counted as in Table 4.12.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Queries {
    /// Atoms evaluated.
    pub atomic: u64,
    /// Lists of moves asked for.
    pub listmoves: u64,
    /// Moves (or passes) played.
    pub play: u64,
}

impl std::ops::AddAssign for Queries {
    fn add_assign(&mut self, more: Queries) {
        self.atomic += more.atomic;
        self.listmoves += more.listmoves;
        self.play += more.play;
    }
}

/// Algorithm 7, with the bookkeeping around it.
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

    /// `dfps(q, φ)`. A negation is a mark on the formula and costs nothing.
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

    /// `□_a φ`: whether the formula holds after all choices of the agent.
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

    /// Without moves there is a pass, or nothing that could go wrong.
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
