//! The explorer of a formula: a node is a state and a formula [Saf13, Algorithm 8].
//!
//! A negation is a mark on a formula here (a complement edge), not a node. `¬(φ ∧ ψ)` is a
//! disjunction of `¬φ` and `¬ψ`, where Max chooses; `¬□_a φ` is a diamond over `¬φ`, where Max
//! chooses a move of `a`; at `φ ∧ ψ` and `□_a φ` Min chooses. With the outcomes false < true every
//! scheme for games is then one for formulas:
//!
//! - Proof numbers are PNPS. [Saf13, Table 4.3] gives `¬φ` the numbers of `φ` swapped. Swapped
//!   below and above a conjunction, its row `(Σ p, min d)` becomes `(min p, Σ d)`, which is Max's
//!   half of [Saf13, Eq. 2.17]; what [Saf13, Table 4.4] selects, the least `d` of the swapped
//!   children, is the least `p` of the others.
//! - MCTS Solver is MCPS: in the same way `t - r` and `r` change places in [Saf13, Tables 4.6 and
//!   4.7], and a playout is a [`Probe`].
//!
//! This saves the visit that [Saf13, Algorithm 8] spends on every negation.
//!
//! Formulas get smaller from node to node, so that no node is below itself even where states
//! repeat: nodes with the same state and formula can always be merged.

use std::sync::{Arc, Mutex, PoisonError};

use ludex_game::{Agent, Bounds, Hints, Outcome, Question};
use ludex_logic::{Connective, Formula, Formulas};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::best_first::explorer::{Explorer, Mark};
use crate::best_first::formulas::look::Look;
use crate::best_first::formulas::nodes::{Edge, FormulaNodes};
use crate::best_first::formulas::probe::Probe;
use crate::best_first::scheme::{self, Facts, Kind, Needs, Player};
use crate::budget::Search;
use crate::costs::moves_to_win;
use crate::depth_first::Queries;
use crate::key::StateKeys;
use crate::table::mix;

/// The outcomes of a formula.
const FALSE: Outcome = Outcome::WORST;
const TRUE: Outcome = Outcome(1);

/// The question of a scheme for two outcomes about a formula.
pub(in crate::best_first) const IS_TRUE: scheme::Question =
    scheme::Question { at_least: TRUE, best: TRUE };

/// A node of the current path.
struct PathNode<S> {
    state: S,
    formula: Formula,
    /// The index of the state among those kept, in a DAG.
    kept: u32,
}

/// A child of the last unfolding.
struct Unfolded<S, M> {
    edge: Edge<M>,
    /// The state, if it differs from that of the parent.
    state: Option<S>,
    formula: Formula,
}

pub(in crate::best_first) struct FormulaExplorer<'g, G: Hints> {
    pub question: Question<'g, G>,
    /// Makes the keys of nodes.
    keys: StateKeys,
    pub formulas: &'g Formulas,
    /// Decide new nodes at once if that takes no move.
    pub look: bool,
    /// The path from the root to the current node; in a DAG only these two.
    path: Vec<PathNode<G::State>>,
    nodes: FormulaNodes<G::State, G::Move>,
    unfolded: Vec<Unfolded<G::State, G::Move>>,
    edges: Vec<Edge<G::Move>>,
    moves: Vec<G::Move>,
    queries: Queries,
    /// The queries of explorers made from this one that were dropped already.
    others: Arc<Mutex<Queries>>,
    random: Xoshiro256PlusPlus,
    /// Moves to the same state are one child.
    merging: bool,
}

impl<'g, G: Hints> FormulaExplorer<'g, G> {
    pub fn new(
        question: Question<'g, G>,
        formulas: &'g Formulas,
        label: (G::State, Formula),
        dag: bool,
        seed: u64,
    ) -> Self {
        let keys = if dag { StateKeys::new(question.game) } else { StateKeys::PLAIN };
        Self::with_keys((question, keys), formulas, label, dag, seed)
    }

    fn with_keys(
        (question, keys): (Question<'g, G>, StateKeys),
        formulas: &'g Formulas,
        (state, formula): (G::State, Formula),
        dag: bool,
        seed: u64,
    ) -> Self {
        FormulaExplorer {
            question,
            keys,
            formulas,
            look: false,
            path: vec![PathNode { state, formula, kept: 0 }],
            nodes: FormulaNodes::new(dag),
            unfolded: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            queries: Queries::default(),
            others: Arc::default(),
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            merging: false,
        }
    }

    /// Makes moves to the same state one child, as in [Saf13, Def. 24]: where numbers are costs,
    /// and not efforts, it matters how often a child counts.
    pub fn merging(mut self) -> Self {
        self.merging = true;
        self
    }

    /// Returns the state and the formula of the current node.
    pub fn label(&self) -> (&G::State, Formula) {
        let stand = &self.path[self.path.len() - 1];
        (&stand.state, stand.formula)
    }

    /// Makes another explorer like this one whose root is the current node.
    pub fn at_here(&mut self) -> Self {
        let (state, formula) = self.label();
        let label = (state.clone(), formula);
        let (dag, seed) = (self.nodes.is_dag(), self.random.next_u64());
        let mut here = Self::with_keys((self.question, self.keys), self.formulas, label, dag, seed);
        (here.others, here.look) = (self.others.clone(), self.look);
        here.merging = self.merging;
        here
    }

    /// Returns the queries of this explorer and of those made from it that were dropped.
    pub fn queries(&self) -> Queries {
        let mut sum = *self.others.lock().unwrap_or_else(PoisonError::into_inner);
        sum += self.queries;
        sum
    }

    /// Lists the moves of an agent. Returns whether there are none and the agent passes.
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
            moves_to_win: 0,
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
        if needs.moves_to_win && facts.bounds.exact().is_none() {
            facts.moves_to_win = moves_to_win(self.question.game, state).unwrap_or(0);
        }
        if needs.playout && facts.bounds.exact().is_none() {
            facts.playout = self.probe(state, formula);
        }
        facts
    }

    /// Runs a probe: 1 for true, 0 for false, 1/2 if it was cut off.
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
        mix(mix(self.keys.identity(self.question.game, state)).wrapping_add(spread))
    }

    /// Returns the child of the current node at the end of an edge: the state, if it changes, and
    /// the formula.
    fn follow(&self, edge: Edge<G::Move>) -> (Option<G::State>, Formula) {
        let (state, formula) = self.label();
        let (next, below) = match (self.formulas.connective(formula), edge) {
            (Connective::And(left, _), Edge::Left) => (None, left),
            (Connective::And(_, right), _) => (None, right),
            (Connective::Box(agent, inner), Edge::Move(mv)) => {
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
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        match self.formulas.connective(formula) {
            Connective::True | Connective::Atom(_) => {}
            Connective::And(..) => edges.extend([Edge::Left, Edge::Right]),
            Connective::Box(agent, _) => {
                let passes = self.list(&state, agent);
                edges.extend(self.moves.iter().map(|&mv| Edge::Move(mv)));
                edges.extend(passes.then_some(Edge::Pass));
                self.queries.play += edges.len() as u64;
            }
        }
        self.unfolded.clear();
        for &edge in &edges {
            let (next, formula) = self.follow(edge);
            let same = |other: &Unfolded<_, _>| next.is_some() && other.state == next;
            if self.merging && self.unfolded.iter().any(same) {
                continue;
            }
            children.push(self.look(next.as_ref().unwrap_or(&state), formula, needs));
            self.unfolded.push(Unfolded { edge, state: next, formula });
        }
        self.edges = edges;
        Ok(())
    }

    fn adopt(&mut self, children: &[u32]) {
        let of_parent = self.path[self.path.len() - 1].kept;
        for &child in children {
            let Unfolded { edge, state, formula } = &self.unfolded[child as usize];
            self.nodes.add(*edge, *formula, state.as_ref(), of_parent);
        }
    }

    fn go(&mut self, path: &[u32], shared: usize) -> usize {
        match &self.nodes {
            FormulaNodes::Dag { nodes, states } => {
                self.path.truncate(1);
                if let [_, .., node] = *path {
                    let (kept, formula) = nodes[node as usize];
                    self.path.push(PathNode {
                        state: states[kept as usize].clone(),
                        formula,
                        kept,
                    });
                }
            }
            FormulaNodes::Tree(edges) => {
                self.path.truncate(shared);
                for &node in &path[shared..] {
                    let (state, formula) = self.follow(edges[node as usize]);
                    let state = state.unwrap_or_else(|| self.label().0.clone());
                    self.path.push(PathNode { state, formula, kept: 0 });
                }
            }
        }
        path.len()
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

/// Adds the queries of this explorer to the common count.
impl<G: Hints> Drop for FormulaExplorer<'_, G> {
    fn drop(&mut self) {
        *self.others.lock().unwrap_or_else(PoisonError::into_inner) += self.queries;
    }
}
