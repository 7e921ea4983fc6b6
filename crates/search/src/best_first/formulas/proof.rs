//! Proofs [Saf13, Def. 25] extracted from the solved tree of a formula.
//!
//! A solved node whose children were removed, or were only seen by a second-level search, is
//! searched again when a proof needs them.

use ludex_evidence::{ProofNode, Step};
use ludex_game::{Bounds, Hints, Outcome};
use ludex_logic::{Connective, Formula};

use crate::best_first::formulas::explorer::FormulaExplorer;
use crate::best_first::scheme::{Player, Scheme};
use crate::best_first::search::BestFirst;
use crate::budget::{Meter, Search, Stopped, deep};
use crate::shared_proof::SharedProof;

impl<S: Scheme> BestFirst<S> {
    /// Searches until the formula at the root is decided. Returns whether it holds.
    pub fn decide<G: Hints>(
        &mut self,
        explorer: &mut FormulaExplorer<'_, G>,
        meter: &mut Meter,
        threads: usize,
    ) -> Search<bool> {
        let enough = |bounds: Bounds| bounds.exact().is_some();
        // As for games, threads pay with a second level only.
        if threads > 1 && self.options.second_level {
            self.run_jobs(threads, explorer, meter, &enough, &mut |_, _| false)?;
        } else {
            self.run(explorer, meter, &enough, &mut |_, _| false)?;
        }
        self.answer(0)
    }

    /// Returns whether the formula of a decided node holds.
    fn answer(&self, node: u32) -> Search<bool> {
        let bounds = self.scheme.bounds(self.tree.info(node));
        bounds.exact().map(|outcome| outcome > Outcome::WORST).ok_or(Stopped::KeyClash)
    }

    /// Returns the place of a child that alone decides a node, the most urgent if there are
    /// several; None if all children are needed to decide it.
    pub fn deciding(&self, node: u32) -> Search<Option<usize>> {
        let (holds, player) = (self.answer(node)?, self.tree.player(node));
        if holds != (player == Player::Max) {
            return Ok(None);
        }
        let (focus, parent) = (self.scheme.focus(self.tree.info(0)), self.tree.info(node));
        let mut best: Option<(usize, S::Urgency)> = None;
        for (place, child) in self.tree.children(node).enumerate() {
            if self.answer(child) == Ok(holds) {
                let urgency = self.scheme.urgency(player, focus, parent, self.tree.info(child));
                if best.is_none_or(|(_, most)| urgency > most) {
                    best = Some((place, urgency));
                }
            }
        }
        best.map(|(place, _)| Some(place)).ok_or(Stopped::KeyClash)
    }

    /// Adds a proof of the answer at the root.
    pub fn prove_root<G: Hints>(
        &mut self,
        explorer: &mut FormulaExplorer<'_, G>,
        proof: &mut SharedProof<'_, G>,
        ply: u32,
    ) -> Search<u32> {
        self.go_to_root(explorer);
        self.prove(explorer, proof, ply)
    }

    /// Adds a proof of the answer at the current node; returns the number of its root.
    fn prove<G: Hints>(
        &mut self,
        explorer: &mut FormulaExplorer<'_, G>,
        proof: &mut SharedProof<'_, G>,
        ply: u32,
    ) -> Search<u32> {
        let (state, formula) = explorer.label();
        if let Some(number) = proof.find(state, formula) {
            return Ok(number);
        }
        let ends = match explorer.formulas.connective(formula) {
            Connective::True | Connective::Atom(_) => true,
            Connective::And(..) => false,
            Connective::Box(agent, _) => explorer.question.choices(state, agent).is_empty(),
        };
        if !ends && !self.is_justified(self.current()) {
            return self.prove_again(explorer, proof, ply);
        }
        let state = state.clone();
        let holds = self.answer(self.current())? != formula.negated();
        let step = deep::<G::State, _>(ply, || self.step(explorer, proof, (&state, formula), ply))?;
        proof.add(&state, formula, ProofNode { holds, step })
    }

    /// Returns whether the children of a node justify its value. They do not if they were removed,
    /// and in a DAG if a second-level search reached the node again and has solved it.
    fn is_justified(&self, node: u32) -> bool {
        if self.tree.is_leaf(node) {
            return false;
        }
        let mut info = self.tree.info(node).to_vec();
        self.scheme.forget(&mut info);
        self.tree.recompute(&self.scheme, node, &mut info);
        self.scheme.justifies(&info, self.tree.info(node))
    }

    /// Searches below a solved node again, and adds a proof from what is found there.
    fn prove_again<G: Hints>(
        &mut self,
        explorer: &mut FormulaExplorer<'_, G>,
        proof: &mut SharedProof<'_, G>,
        ply: u32,
    ) -> Search<u32> {
        let mut below = self.second_level(explorer);
        // At least half as much, and so on below: never more than twice the memory in all.
        below.options.max_bytes = below.options.max_bytes.max(self.options.max_bytes / 2);
        let mut here = explorer.at_here();
        here.look = false;
        if below.decide(&mut here, &mut proof.meter, 1)? != self.answer(self.current())? {
            return Err(Stopped::KeyClash);
        }
        deep::<G::State, _>(ply, || below.prove_root(&mut here, proof, ply + 1))
    }

    /// Returns how the current node is decided by its children.
    fn step<G: Hints>(
        &mut self,
        explorer: &mut FormulaExplorer<'_, G>,
        proof: &mut SharedProof<'_, G>,
        (state, formula): (&G::State, Formula),
        ply: u32,
    ) -> Search<Step<G::Move>> {
        let connective = explorer.formulas.connective(formula);
        if let Connective::True | Connective::Atom(_) = connective {
            return Ok(Step::Look);
        }
        let deciding = self.deciding(self.current())?;
        let needed = match deciding {
            Some(place) => place..place + 1,
            None => 0..self.tree.count(self.current()),
        };
        let mut last = None;
        for place in needed {
            last = Some(self.child(explorer, proof, place, ply + 1)?);
        }
        let question = explorer.question;
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
    fn child<G: Hints>(
        &mut self,
        explorer: &mut FormulaExplorer<'_, G>,
        proof: &mut SharedProof<'_, G>,
        place: usize,
        ply: u32,
    ) -> Search<G::State> {
        let node = self.current();
        let child = self.tree.child(node, place);
        if self.answer(child)? != self.answer(node)? {
            return Err(Stopped::KeyClash);
        }
        self.path.enter(child);
        self.path.follow(explorer);
        self.prove(explorer, proof, ply)?;
        let state = explorer.label().0.clone();
        self.path.leave();
        self.path.follow(explorer);
        Ok(state)
    }
}
