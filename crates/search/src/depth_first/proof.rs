//! Proofs [Saf13, Def. 25] of what DFPS has decided.
//!
//! The search keeps no tree. A proof is made afterwards by walking from the root: the table says
//! which child decides, and a short search decides again what the table has lost. Equal (state,
//! formula) pairs become one node.

use ludex_evidence::{Proof, ProofNode, Step};
use ludex_game::{Agent, Hints, Question};
use ludex_logic::{Connective, Formula, Formulas};

use super::dfps::Checker;
use crate::budget::{Budget, Meter, Observer, Search, Stopped, deep};
use crate::shared_proof::SharedProof;

/// Makes a proof that the formula holds in the state, or a disproof, whichever exists.
pub fn prove<G: Hints>(
    question: Question<'_, G>,
    state: &G::State,
    formulas: &Formulas,
    formula: Formula,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Proof<G::Move>, Stopped> {
    Checker::new(question, formulas, budget.max_bytes / 2).prove(state, formula, budget, observer)
}

impl<G: Hints> Checker<'_, G> {
    /// Makes a proof that the formula holds in the state, or a disproof. Fast after a
    /// [`Checker::check`] of the same formula in the same state.
    pub fn prove(
        &mut self,
        state: &G::State,
        formula: Formula,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Proof<G::Move>, Stopped> {
        self.begin(formula);
        let proof = SharedProof::new(Meter::new(budget, observer), self.question.game);
        let mut prover = Prover { checker: self, proof };
        prover.node(state, formula, 0)?;
        Ok(prover.proof.finish())
    }
}

struct Prover<'c, 'g, 'b, G: Hints> {
    checker: &'c mut Checker<'g, G>,
    proof: SharedProof<'b, G>,
}

impl<G: Hints> Prover<'_, '_, '_, G> {
    /// Adds a child that shows whether the formula holds; returns its number.
    fn child(&mut self, state: &G::State, formula: Formula, holds: bool, ply: u32) -> Search<u32> {
        let number = self.node(state, formula, ply + 1)?;
        self.proof.relied_on(number, formula, holds)
    }

    /// Adds the proof node for the formula without its negation; returns its number.
    fn node(&mut self, state: &G::State, formula: Formula, ply: u32) -> Search<u32> {
        if let Some(number) = self.proof.find(state, formula) {
            return Ok(number);
        }
        let node = deep::<G::State, _>(ply, || self.make(state, formula.positive(), ply))?;
        self.proof.add(state, formula, node)
    }

    fn make(&mut self, state: &G::State, formula: Formula, ply: u32) -> Search<ProofNode<G::Move>> {
        let holds = self.checker.decide(&mut self.proof.meter, state, formula, 0)?;
        let step = match self.checker.formulas.connective(formula) {
            Connective::True | Connective::Atom(_) => Step::Look,
            Connective::And(left, right) => self.conjunction(state, (left, right), holds, ply)?,
            Connective::Box(agent, inner) if holds => self.all(state, agent, inner, ply)?,
            Connective::Box(agent, inner) => self.some(state, formula, agent, inner, ply)?,
        };
        Ok(ProofNode { holds, step })
    }

    fn conjunction(
        &mut self,
        state: &G::State,
        (left, right): (Formula, Formula),
        holds: bool,
        ply: u32,
    ) -> Search<Step<G::Move>> {
        if holds {
            let left = self.child(state, left, true, ply)?;
            return Ok(Step::Both(left, self.child(state, right, true, ply)?));
        }
        let right_first = self.checker.depth_of(right) < self.checker.depth_of(left);
        let (first, second) = if right_first { (right, left) } else { (left, right) };
        let first_fails = !self.checker.decide(&mut self.proof.meter, state, first, 0)?;
        let child = self.child(state, if first_fails { first } else { second }, false, ply)?;
        Ok(if first_fails == right_first { Step::Right(child) } else { Step::Left(child) })
    }

    fn all(
        &mut self,
        state: &G::State,
        agent: Agent,
        inner: Formula,
        ply: u32,
    ) -> Search<Step<G::Move>> {
        let question = self.checker.question;
        let mut children = Vec::new();
        for choice in question.choices(state, agent) {
            let next = question.after(state, agent, choice);
            children.push((choice, self.child(&next, inner, true, ply)?));
        }
        Ok(Step::All(children))
    }

    fn some(
        &mut self,
        state: &G::State,
        formula: Formula,
        agent: Agent,
        inner: Formula,
        ply: u32,
    ) -> Search<Step<G::Move>> {
        let question = self.checker.question;
        let choice = self
            .checker
            .refutation(&mut self.proof.meter, state, formula, (agent, inner))?
            .ok_or(Stopped::KeyClash)?;
        let next = question.after(state, agent, choice);
        Ok(Step::Some(choice, self.child(&next, inner, false, ply)?))
    }
}
