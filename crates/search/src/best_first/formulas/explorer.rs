//! The explorer of a formula: a node is a state and a formula (Algorithm 8).
//!
//! A negation is a mark on a formula here (a complement edge), not a node. `¬(φ ∧ ψ)` is a disjunction
//! of `¬φ` and `¬ψ`, where Max chooses; `¬□_a φ` is a diamond over `¬φ`, where Max chooses a move of
//! `a`; at `φ ∧ ψ` and `□_a φ` it is Min who chooses. With the outcomes false < true every scheme for
//! games is then one for formulas:
//!
//! - Proof numbers are PNPS. Table 4.3 gives `¬φ` the numbers of `φ` swapped. Swapped below and above
//!   a conjunction, its row `(Σ p, min d)` becomes `(min p, Σ d)`, which is Max's half of Eq. 2.17; what
//!   Table 4.4 selects, the least `d` of the swapped children, is the least `p` of the others.
//! - MCTS Solver is MCPS: in the same way `t - r` and `r` change places in Tables 4.6 and 4.7, and a
//!   playout is a [`Probe`].
//!
//! What is saved is the visit that Algorithm 8 spends on a negation to look below it.
//!
//! Formulas get smaller from node to node, so that no node is below itself even where states repeat:
//! nodes with the same state and formula can always be merged.

use std::sync::{Arc, Mutex, PoisonError};

use ludex_game::{Agent, Bounds, Hints, Outcome, Question};
use ludex_logic::{Connective, Formula, Formulas};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::best_first::explorer::{Explorer, Mark};
use crate::best_first::formulas::look::Look;
use crate::best_first::formulas::nodes::{FormulaNodes, Way};
use crate::best_first::formulas::probe::Probe;
use crate::best_first::scheme::{self, Facts, Kind, Needs, Player};
use crate::budget::Search;
use crate::depth_first::Queries;
use crate::table::mix;

/// The outcomes of a formula.
const FALSE: Outcome = Outcome::WORST;
const TRUE: Outcome = Outcome(1);

/// What a scheme for two outcomes asks about a formula.
pub(in crate::best_first) const IS_TRUE: scheme::Question =
    scheme::Question { at_least: TRUE, best: TRUE };

/// Where an explorer stands.
struct Stand<S> {
    state: S,
    formula: Formula,
    /// The place of the state among those kept, in a DAG.
    kept: u32,
}

/// A child of the last unfolding.
struct Unfolded<S, M> {
    way: Way<M>,
    /// The state, where it is not that of the parent.
    state: Option<S>,
    formula: Formula,
}

pub(in crate::best_first) struct FormulaExplorer<'g, G: Hints> {
    pub question: Question<'g, G>,
    pub formulas: &'g Formulas,
    /// Decide new nodes at once where that takes no move.
    pub look: bool,
    /// From the root to the node where it stands.
    path: Vec<Stand<G::State>>,
    nodes: FormulaNodes<G::State, G::Move>,
    unfolded: Vec<Unfolded<G::State, G::Move>>,
    ways: Vec<Way<G::Move>>,
    moves: Vec<G::Move>,
    queries: Queries,
    /// What those made by this explorer, or with it by another, have asked, once they are gone.
    others: Arc<Mutex<Queries>>,
    random: Xoshiro256PlusPlus,
    /// Moves to the same state are one child.
    merging: bool,
}

impl<'g, G: Hints> FormulaExplorer<'g, G> {
    pub fn new(
        question: Question<'g, G>,
        formulas: &'g Formulas,
        (state, formula): (G::State, Formula),
        dag: bool,
        seed: u64,
    ) -> Self {
        FormulaExplorer {
            question,
            formulas,
            look: false,
            path: vec![Stand { state, formula, kept: 0 }],
            nodes: FormulaNodes::new(dag),
            unfolded: Vec::new(),
            ways: Vec::new(),
            moves: Vec::new(),
            queries: Queries::default(),
            others: Arc::default(),
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            merging: false,
        }
    }

    /// The same, but moves to the same state are one child, as Def. 24 has it: where numbers are
    /// costs, and not efforts, it matters how often a child counts.
    pub fn merging(mut self) -> Self {
        self.merging = true;
        self
    }

    /// The state and the formula where it stands.
    pub fn label(&self) -> (&G::State, Formula) {
        let stand = &self.path[self.path.len() - 1];
        (&stand.state, stand.formula)
    }

    /// Another explorer like this one whose root is the node where this one stands.
    pub fn at_here(&mut self) -> Self {
        let (state, formula) = self.label();
        let label = (state.clone(), formula);
        let (dag, seed) = (self.nodes.is_dag(), self.random.next_u64());
        let mut here = Self::new(self.question, self.formulas, label, dag, seed);
        (here.others, here.look) = (self.others.clone(), self.look);
        here.merging = self.merging;
        here
    }

    /// What was asked of the game by this explorer and by those made by it that are gone.
    pub fn queries(&self) -> Queries {
        let mut sum = *self.others.lock().unwrap_or_else(PoisonError::into_inner);
        sum += self.queries;
        sum
    }

    /// Lists the moves of an agent. If there are none: whether it passes.
    fn list(&mut self, state: &G::State, agent: Agent) -> bool {
        self.queries.listmoves += 1;
        self.moves.clear();
        self.question.game.moves(state, agent, &mut self.moves);
        self.moves.is_empty() && self.question.passes(state, agent)
    }

    fn look(&mut self, state: &G::State, formula: Formula, needs: Needs) -> Facts {
        let mut facts = Facts {
            player: if formula.negated() { Player::Max } else { Player::Min },
            kind: Kind::Conjunction,
            formula: Some(formula),
            bounds: Bounds { low: FALSE, high: TRUE },
            key: self.key(state, formula),
            mobility: 2,
            evaluation: 0.5,
            playout: 0.0,
        };
        match self.formulas.connective(formula) {
            Connective::True => facts.bounds = decided(!formula.negated()),
            Connective::Atom(atom) => {
                self.queries.atomic += 1;
                let holds = self.question.game.satisfies(state, atom);
                facts.bounds = decided(holds != formula.negated());
            }
            Connective::And(..) if self.look => {
                let (question, formulas) = (self.question, self.formulas);
                let look = Look { question, formulas, queries: &mut self.queries };
                let holds = look.decide(state, formula);
                facts.bounds = holds.map_or(facts.bounds, decided);
            }
            Connective::And(..) => {}
            Connective::Box(agent, _) => {
                facts.kind = Kind::Moves(agent);
                if needs.mobility {
                    let passes = self.list(state, agent);
                    facts.mobility = self.moves.len() as u32 + u32::from(passes);
                    if facts.mobility == 0 {
                        facts.bounds = decided(!formula.negated());
                    }
                }
            }
        }
        if needs.playout && facts.bounds.exact().is_none() {
            facts.playout = self.probe(state, formula);
        }
        facts
    }

    /// What a probe found: 1 for true, 0 for false, 1/2 if it was given up.
    fn probe(&mut self, state: &G::State, formula: Formula) -> f64 {
        let probe = Probe {
            question: self.question,
            formulas: self.formulas,
            random: &mut self.random,
            moves: &mut self.moves,
            queries: &mut self.queries,
        };
        probe.run(state.clone(), formula).map_or(0.5, f64::from)
    }

    fn key(&self, state: &G::State, formula: Formula) -> u64 {
        if !self.nodes.is_dag() {
            return 0;
        }
        let number = 2 * formula.node() as u64 + u64::from(formula.negated());
        let spread = number.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mix(mix(self.question.game.key(state)).wrapping_add(spread))
    }

    /// Where a way leads from the node where it stands: the state, if it is another one, and the
    /// formula.
    fn follow(&self, way: Way<G::Move>) -> (Option<G::State>, Formula) {
        let (state, formula) = self.label();
        let (next, below) = match (self.formulas.connective(formula), way) {
            (Connective::And(left, _), Way::Left) => (None, left),
            (Connective::And(_, right), _) => (None, right),
            (Connective::Box(agent, inner), Way::Move(mv)) => {
                (Some(self.question.game.after(state, agent, mv)), inner)
            }
            (Connective::Box(_, inner), _) => (None, inner),
            (Connective::True | Connective::Atom(_), _) => (None, formula.positive()),
        };
        (next, if formula.negated() { !below } else { below })
    }
}

fn decided(holds: bool) -> Bounds {
    Bounds::exactly(if holds { TRUE } else { FALSE })
}

impl<'g, G: Hints> Explorer<'g> for FormulaExplorer<'g, G> {
    fn start(&mut self, needs: Needs) -> Search<Facts> {
        self.path.truncate(1);
        let (state, formula) = (self.path[0].state.clone(), self.path[0].formula);
        self.nodes.start(&state, formula);
        Ok(self.look(&state, formula, needs))
    }

    fn unfold(&mut self, needs: Needs, children: &mut Vec<Facts>) -> Search<()> {
        let (state, formula) = self.label();
        let state = state.clone();
        let mut ways = std::mem::take(&mut self.ways);
        ways.clear();
        match self.formulas.connective(formula) {
            Connective::True | Connective::Atom(_) => {}
            Connective::And(..) => ways.extend([Way::Left, Way::Right]),
            Connective::Box(agent, _) => {
                let passes = self.list(&state, agent);
                ways.extend(self.moves.iter().map(|&mv| Way::Move(mv)));
                ways.extend(passes.then_some(Way::Pass));
                self.queries.play += ways.len() as u64;
            }
        }
        self.unfolded.clear();
        for &way in &ways {
            let (next, formula) = self.follow(way);
            let same = |other: &Unfolded<_, _>| next.is_some() && other.state == next;
            if self.merging && self.unfolded.iter().any(same) {
                continue;
            }
            children.push(self.look(next.as_ref().unwrap_or(&state), formula, needs));
            self.unfolded.push(Unfolded { way, state: next, formula });
        }
        self.ways = ways;
        Ok(())
    }

    fn adopt(&mut self, child: usize) {
        let Unfolded { way, state, formula } = &self.unfolded[child];
        let of_parent = self.path[self.path.len() - 1].kept;
        self.nodes.add(*way, *formula, state.as_ref(), of_parent);
    }

    fn enter(&mut self, node: u32) {
        let stand = match &self.nodes {
            FormulaNodes::Dag { nodes, states } => {
                let (kept, formula) = nodes[node as usize];
                Stand { state: states[kept as usize].clone(), formula, kept }
            }
            FormulaNodes::Tree(ways) => {
                let (state, formula) = self.follow(ways[node as usize]);
                let state = state.unwrap_or_else(|| self.label().0.clone());
                Stand { state, formula, kept: 0 }
            }
        };
        self.path.push(stand);
    }

    fn leave(&mut self) {
        self.path.pop();
    }

    fn keep(&mut self, kept: &[u32]) {
        self.nodes.keep(kept);
        self.path.truncate(1);
    }

    fn mark(&self) -> Mark {
        self.nodes.mark()
    }

    fn forget(&mut self, since: Mark) {
        self.nodes.forget(since);
    }

    fn bytes_per_node(&self) -> usize {
        self.nodes.bytes_per_node()
    }

    fn here(&mut self) -> Box<dyn Explorer<'g> + Send + 'g> {
        Box::new(self.at_here())
    }
}

/// What an explorer of one leaf has asked counts as asked by all.
impl<G: Hints> Drop for FormulaExplorer<'_, G> {
    fn drop(&mut self) {
        *self.others.lock().unwrap_or_else(PoisonError::into_inner) += self.queries;
    }
}
