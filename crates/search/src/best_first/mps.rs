//! Minimal Proof Search (Section 4.4): the cheapest (dis)proof of a formula, best first.
//!
//! The loop with minimal proof numbers over pairs of a state and a formula. Transpositions and a
//! second level (MPS²) change neither answer nor cost: all numbers are lower bounds (Prop. 28)
//! whoever found them, and the loop ends only when one is attained (see [`Minimal`]). The double
//! count of DAGs is no problem here but the definition: a proof is a tree, and costs what its parts
//! cost as often as they occur.

use ludex_evidence::{Proof, Step};
use ludex_game::{Hints, Question};
use ludex_logic::{Connective, Formula, Formulas};

use super::explorer::Explorer;
use super::formula_explorer::FormulaExplorer;
use super::schemes::MinimalProofs;
use super::search::{BestFirst, LoopOptions};
use crate::budget::{Budget, Meter, Observer, Search, Stopped, deep};
use crate::costs::{Cost, Costs, Heuristics, Minimal, proof_cost, proof_line};
use crate::depth_first::MinimalReport;
use crate::proofs::Maker;

/// How to search. Nothing here changes an answer or a cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MpsOptions {
    /// Recognise a state and a formula reached in different ways.
    pub transpositions: bool,
    /// Unfold leaves by a search of their own (MPS²).
    pub second_level: bool,
    /// The current-node shortcut of Algorithm 8.
    pub shortcut: bool,
    /// So many threads search below leaves, with a second level only.
    pub threads: usize,
}

impl Default for MpsOptions {
    fn default() -> MpsOptions {
        MpsOptions { transpositions: true, second_level: false, shortcut: true, threads: 1 }
    }
}

/// Finds the cheapest (dis)proofs of formulas of one DAG over one game by best-first search.
pub struct Mps<'g, G> {
    question: Question<'g, G>,
    formulas: &'g Formulas,
    costs: &'g dyn Costs,
    heuristics: Heuristics,
    options: MpsOptions,
    max_bytes: usize,
}

impl<'g, G: Hints> Mps<'g, G> {
    /// A search whose tree uses at most this many bytes.
    pub fn new(
        question: Question<'g, G>,
        formulas: &'g Formulas,
        costs: &'g dyn Costs,
        options: MpsOptions,
        max_bytes: usize,
    ) -> Self {
        let heuristics = Heuristics::new(formulas, costs);
        Mps { question, formulas, costs, heuristics, options, max_bytes }
    }

    /// Whether the formula holds in the state, with a cheapest (dis)proof.
    pub fn check(
        &self,
        state: &G::State,
        formula: Formula,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> MinimalReport<G::Move> {
        let mut meter = Meter::new(budget, observer);
        let mut search = self.search(self.options.second_level, self.max_bytes);
        let label = (state.clone(), formula);
        let dag = self.options.transpositions;
        let mut explorer =
            FormulaExplorer::new(self.question, self.formulas, label, dag, 0).merging();
        let found = search.solve(&mut explorer, &mut meter, self.options.threads);
        let (queries, nodes) = (explorer.queries(), meter.nodes());
        let nothing = Minimal::open(Cost::ZERO, Cost::ZERO);
        let value = if search.tree.is_empty() { nothing } else { search.tree.info(0)[0] };
        let bytes = search.bytes(&explorer);
        let proof = found.and_then(|()| self.prove(&mut meter, &mut search, &mut explorer));
        let (proof, stopped) = (proof.as_ref().ok(), proof.as_ref().err());
        MinimalReport {
            answer: value.truth(),
            value,
            line: proof.and_then(|p| proof_line(p, self.formulas, formula)).unwrap_or_default(),
            proof: proof.cloned(),
            queries,
            nodes,
            bytes,
            stopped: stopped.copied(),
        }
    }

    fn search(&self, second_level: bool, max_bytes: usize) -> BestFirst<MinimalProofs<'_>> {
        let MpsOptions { transpositions: dag, shortcut, .. } = self.options;
        let options = LoopOptions { dag, shortcut, second_level, prune: true, max_bytes };
        let scheme = MinimalProofs { costs: self.costs, heuristics: &self.heuristics };
        BestFirst::new(scheme, options)
    }

    /// The (dis)proof in a tree whose root is settled.
    fn prove(
        &self,
        meter: &mut Meter,
        search: &mut BestFirst<MinimalProofs<'_>>,
        explorer: &mut FormulaExplorer<'g, G>,
    ) -> Search<Proof<G::Move>> {
        search.go(explorer, &[0]);
        let formula = explorer.label().1;
        let mut maker = Maker::new(self.question);
        self.show(meter, &mut maker, (search, explorer), (0, 0))?;
        let proof = maker.finish();
        // Two states under one key might have made it another one.
        let cost = proof_cost(&proof, self.formulas, formula, self.costs);
        let claimed = search.tree.info(0)[0].at_least();
        if cost == Some(claimed) { Ok(proof) } else { Err(Stopped::KeyClash) }
    }

    /// Adds what shows a settled node, where the explorer stands.
    fn show(
        &self,
        meter: &mut Meter,
        maker: &mut Maker<'g, G>,
        (search, explorer): (&BestFirst<MinimalProofs<'_>>, &mut FormulaExplorer<'g, G>),
        (node, ply): (u32, u32),
    ) -> Search<()> {
        let (state, formula) = explorer.label();
        let connective = self.formulas.connective(formula);
        let atomic = matches!(connective, Connective::True | Connective::Atom(_));
        if maker.find(state, formula).is_some() {
            return Ok(());
        }
        if search.tree.is_leaf(node) && !atomic {
            return deep::<G::State, _>(ply, || self.show_again(meter, maker, explorer, ply));
        }
        let (state, negated) = (state.clone(), formula.negated());
        let holds = (search.tree.info(node)[0].truth() == Some(true)) != negated;
        let mut refutation = None;
        for child in self.needed(search, node, (holds, negated)) {
            explorer.enter(child);
            deep::<G::State, _>(ply, || {
                self.show(meter, maker, (search, &mut *explorer), (child, ply + 1))
            })?;
            let (next, below) = explorer.label();
            refutation = Some((next.clone(), below.positive()));
            explorer.leave();
        }
        let step = match (connective, refutation) {
            (Connective::True | Connective::Atom(_), _) => Step::Look,
            (Connective::And(left, right), _) if holds => {
                Step::Both(maker.shown(&state, left, true)?, maker.shown(&state, right, true)?)
            }
            (Connective::And(left, _), Some((_, part))) if part == left.positive() => {
                Step::Left(maker.shown(&state, left, false)?)
            }
            (Connective::And(_, right), _) => Step::Right(maker.shown(&state, right, false)?),
            (Connective::Box(agent, inner), Some((next, _))) if !holds => {
                maker.some(&state, agent, (inner, &next))?
            }
            (Connective::Box(agent, inner), _) => maker.all(&state, agent, inner)?,
        };
        maker.add(meter, (&state, formula), (holds, step)).map(|_| ())
    }

    /// The children that show a node: all if what it is about, its negation left aside, holds; the one
    /// with the cheapest disproof if it fails.
    fn needed(
        &self,
        search: &BestFirst<MinimalProofs<'_>>,
        node: u32,
        (holds, negated): (bool, bool),
    ) -> Vec<u32> {
        if search.tree.is_leaf(node) {
            return Vec::new();
        }
        let value = |child: u32| search.tree.info(child)[0].negated_if(negated);
        let children = search.tree.children(node);
        if holds {
            return children.collect();
        }
        let refuting = children.filter(|&child| value(child).refuted());
        refuting.min_by_key(|&child| value(child).disproof).into_iter().collect()
    }

    /// The same for a node that is settled but has no children in the tree: they were on the second
    /// level, or garbage. A search of its own makes them again.
    fn show_again(
        &self,
        meter: &mut Meter,
        maker: &mut Maker<'g, G>,
        explorer: &mut FormulaExplorer<'g, G>,
        ply: u32,
    ) -> Search<()> {
        let mut search = self.search(false, self.max_bytes);
        let mut here = explorer.at_here();
        search.solve(&mut here, meter, 1)?;
        search.go(&mut here, &[0]);
        if search.tree.is_leaf(0) {
            return Err(Stopped::Memory);
        }
        self.show(meter, maker, (&search, &mut here), (0, ply + 1))
    }
}
