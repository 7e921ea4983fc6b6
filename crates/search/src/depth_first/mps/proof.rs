//! The cheapest (dis)proof, made after its cost was found.
//!
//! The search keeps no tree: a walk from the root settles one node after the other again. The table
//! has most of them; the others are searched again.

use ludex_evidence::{ProofNode, Step};
use ludex_game::Hints;
use ludex_logic::{Connective, Formula};

use super::engine::{Child, Engine};
use super::limits::Limits;
use crate::budget::{Meter, Search, Stopped, deep};
use crate::costs::{Cost, Minimal, Operator};
use crate::shared_proof::SharedProof;

impl<G: Hints> Engine<'_, G> {
    /// Adds the node of a formula, which is not negated, with all nodes below it.
    pub fn show(
        &mut self,
        proof: &mut SharedProof<'_, G>,
        (state, formula): (&G::State, Formula),
        ply: u32,
    ) -> Search<()> {
        if proof.find(state, formula).is_some() {
            return Ok(());
        }
        let base = self.children.len();
        let refutation = self.settle(&mut proof.meter, (state, formula), ply)?;
        let needed = refutation.map_or(base..self.children.len(), |place| place..place + 1);
        let parts: Vec<Child<G::State>> = self.children[needed].to_vec();
        self.children.truncate(base);
        for part in &parts {
            let label = (&part.state, part.formula.positive());
            deep::<G::State, _>(ply, || self.show(proof, label, ply + 1))?;
        }
        let node =
            self.node(proof, (state, formula), refutation.map(|place| place - base), &parts)?;
        proof.add(state, formula, node).map(|_| ())
    }

    /// Makes the node of a formula, given the index of the child that refutes it if it fails. The
    /// nodes of the children that it needs must exist.
    fn node(
        &self,
        proof: &SharedProof<'_, G>,
        (state, formula): (&G::State, Formula),
        refutation: Option<usize>,
        parts: &[Child<G::State>],
    ) -> Search<ProofNode<G::Move>> {
        let holds = refutation.is_none();
        let shown = |part: Formula| proof.shown(state, part, holds);
        let step = match (self.formulas.connective(formula), refutation, parts) {
            (Connective::True, ..) => Step::Look,
            (Connective::Atom(atom), ..) => {
                let holds = self.question.game.satisfies(state, atom);
                return Ok(ProofNode { holds, step: Step::Look });
            }
            (Connective::And(left, right), None, _) => Step::Both(shown(left)?, shown(right)?),
            (Connective::And(left, _), Some(0), _) => Step::Left(shown(left)?),
            (Connective::And(_, right), Some(_), _) => Step::Right(shown(right)?),
            (Connective::Box(agent, inner), Some(_), [part]) => {
                proof.some(self.question, state, (agent, inner), &part.state)?
            }
            (Connective::Box(agent, inner), ..) => {
                proof.all(self.question, state, (agent, inner))?
            }
        };
        Ok(ProofNode { holds, step })
    }

    /// Pushes the children of a node on the stack and settles it again. Returns the index of the
    /// child that refutes it most cheaply, or None if it holds.
    fn settle(
        &mut self,
        meter: &mut Meter,
        (state, formula): (&G::State, Formula),
        ply: u32,
    ) -> Search<Option<usize>> {
        let base = self.children.len();
        let operator: Operator = self.unfold(state, formula);
        let nothing = Minimal::open(Cost::ZERO, Cost::ZERO);
        let value = self.narrow(meter, (base, operator), (nothing, Limits::NONE), ply)?;
        match value.truth() {
            Some(true) => Ok(None),
            _ => Ok(Some(self.refutation(base, operator).ok_or(Stopped::KeyClash)?)),
        }
    }
}
