//! Proofs [Saf13, Def. 25] extracted from the solved tree of a formula.
//!
//! A solved node whose children were removed, or were only seen by a second-level search, is
//! searched again when a proof needs them.

use ludex_evidence::{ProofNode, Step};
use ludex_game::Hints;
use ludex_logic::{Connective, Formula};

use crate::best_first::formulas::decided::FormulaTree;
use crate::best_first::formulas::explorer::FormulaExplorer;
use crate::budget::{Search, Stopped, deep};
use crate::shared_proof::SharedProof;

/// Adds a proof of the answer at the root of a tree.
pub(super) fn prove_root<G: Hints>(
    tree: &mut dyn FormulaTree,
    explorer: &mut FormulaExplorer<'_, G>,
    proof: &mut SharedProof<'_, G>,
    ply: u32,
) -> Search<u32> {
    tree.go_to_root(explorer);
    TreeProver { tree, explorer, proof }.prove(ply)
}

/// A tree that is walked through with a proof under construction.
struct TreeProver<'p, 'g, 'b, G: Hints> {
    tree: &'p mut dyn FormulaTree,
    explorer: &'p mut FormulaExplorer<'g, G>,
    proof: &'p mut SharedProof<'b, G>,
}

impl<G: Hints> TreeProver<'_, '_, '_, G> {
    /// Adds a proof of the answer at the current node; returns the number of its root.
    fn prove(&mut self, ply: u32) -> Search<u32> {
        let (state, formula) = self.explorer.label();
        if let Some(number) = self.proof.find(state, formula) {
            return Ok(number);
        }
        let ends = match self.explorer.formulas.connective(formula) {
            Connective::True | Connective::Atom(_) => true,
            Connective::And(..) => false,
            Connective::Box(agent, _) => self.explorer.question.choices(state, agent).is_empty(),
        };
        if !ends && !self.tree.is_justified() {
            return self.prove_again(ply);
        }
        let state = state.clone();
        let holds = self.tree.answer()? != formula.negated();
        let step = deep::<G::State, _>(ply, || self.step((&state, formula), ply))?;
        self.proof.add(&state, formula, ProofNode { holds, step })
    }

    /// Searches below a solved node again, and adds a proof from what is found there.
    fn prove_again(&mut self, ply: u32) -> Search<u32> {
        let mut below = self.tree.below(self.explorer);
        let mut here = self.explorer.at_here();
        here.look = false;
        if below.decide(&mut here, &mut self.proof.meter, 1)? != self.tree.answer()? {
            return Err(Stopped::KeyClash);
        }
        deep::<G::State, _>(ply, || prove_root(&mut *below, &mut here, self.proof, ply + 1))
    }

    /// Returns how the current node is decided by its children.
    fn step(&mut self, (state, formula): (&G::State, Formula), ply: u32) -> Search<Step<G::Move>> {
        let connective = self.explorer.formulas.connective(formula);
        if let Connective::True | Connective::Atom(_) = connective {
            return Ok(Step::Look);
        }
        let deciding = self.tree.deciding()?;
        let needed = match deciding {
            Some(place) => place..place + 1,
            None => 0..self.tree.count(),
        };
        let mut last = None;
        for place in needed {
            last = Some(self.child(place, ply + 1)?);
        }
        let (question, proof) = (self.explorer.question, &*self.proof);
        match (connective, deciding, last) {
            (Connective::And(left, _), Some(0), _) => {
                proof.shown(state, left, false).map(Step::Left)
            }
            (Connective::And(_, right), Some(_), _) => {
                proof.shown(state, right, false).map(Step::Right)
            }
            (Connective::And(left, right), None, _) => {
                Ok(Step::Both(proof.shown(state, left, true)?, proof.shown(state, right, true)?))
            }
            (Connective::Box(agent, inner), Some(_), Some(next)) => {
                proof.some(question, state, (agent, inner), &next)
            }
            (Connective::Box(agent, inner), ..) => proof.all(question, state, (agent, inner)),
            (Connective::True | Connective::Atom(_), ..) => Ok(Step::Look),
        }
    }

    /// Adds the proof of a child with the same answer as its parent; returns the state of the
    /// child. The parent looks up the proof by the state that the child should have: if two states
    /// have one key it finds none.
    fn child(&mut self, place: usize, ply: u32) -> Search<G::State> {
        let expected = self.tree.answer()?;
        self.tree.go_down(self.explorer, place);
        if self.tree.answer()? != expected {
            return Err(Stopped::KeyClash);
        }
        self.prove(ply)?;
        let state = self.explorer.label().0.clone();
        self.tree.go_up(self.explorer);
        Ok(state)
    }
}
