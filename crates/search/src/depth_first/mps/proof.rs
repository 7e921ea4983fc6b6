//! The cheapest (dis)proof, after it was found what it costs.
//!
//! The search keeps no tree: a walk from the root settles one node after the other again. The table
//! knows most of them, and what it has forgotten is searched for once more.

use ludex_evidence::{Proof, Step};
use ludex_game::Hints;
use ludex_logic::{Connective, Formula};

use super::engine::{Child, Engine};
use super::limits::Limits;
use crate::budget::{Meter, Search, Stopped, deep};
use crate::costs::{Cost, Minimal, Operator, proof_cost};
use crate::proofs::Maker;

impl<'g, G: Hints> Engine<'g, G> {
    /// A (dis)proof of the cost that the search has found for the root.
    pub fn prove(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        formula: Formula,
    ) -> Search<Proof<G::Move>> {
        let mut maker = Maker::new(self.question);
        self.show(meter, &mut maker, (state, formula.positive()), 1)?;
        let proof = maker.finish();
        // Two states under one key might have made it another one.
        let cost = proof_cost(&proof, self.formulas, formula, self.costs);
        if cost == Some(self.root.at_least()) { Ok(proof) } else { Err(Stopped::KeyClash) }
    }

    /// Adds the node of a formula, its negation left aside, with all that are below it.
    fn show(
        &mut self,
        meter: &mut Meter,
        maker: &mut Maker<'g, G>,
        (state, formula): (&G::State, Formula),
        ply: u32,
    ) -> Search<()> {
        if maker.find(state, formula).is_some() {
            return Ok(());
        }
        let base = self.children.len();
        let refutation = self.settle(meter, (state, formula), ply)?;
        // Those that are needed, in the order of the children.
        let shown = refutation.map_or(base..self.children.len(), |place| place..place + 1);
        let parts: Vec<Child<G::State>> = self.children[shown].to_vec();
        self.children.truncate(base);
        for part in &parts {
            let label = (&part.state, part.formula.positive());
            deep::<G::State, _>(ply, || self.show(meter, maker, label, ply + 1))?;
        }
        let fails = refutation.is_some();
        let (holds, step) = match self.formulas.connective(formula) {
            Connective::True => (true, Step::Look),
            Connective::Atom(atom) => (self.question.game.satisfies(state, atom), Step::Look),
            Connective::And(left, right) => {
                let shown = |part| maker.shown(state, part, !fails);
                (
                    !fails,
                    match refutation {
                        None => Step::Both(shown(left)?, shown(right)?),
                        Some(place) if place == base => Step::Left(shown(left)?),
                        Some(_) => Step::Right(shown(right)?),
                    },
                )
            }
            Connective::Box(agent, inner) => (
                !fails,
                match &parts[..] {
                    [part] if fails => maker.some(state, agent, (inner, &part.state))?,
                    _ => maker.all(state, agent, inner)?,
                },
            ),
        };
        maker.add(meter, (state, formula), (holds, step)).map(|_| ())
    }

    /// Puts the children of a node on the stack and settles it once more. Returns the place of the
    /// child that refutes it most cheaply, or nothing if it holds.
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
