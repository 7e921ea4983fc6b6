//! The recursion of depth-first Minimal Proof Search.

use ludex_game::{Agent, Hints, Question};
use ludex_logic::{Connective, Formula, Formulas};

use super::limits::Limits;
use crate::budget::{Meter, Search, deep};
use crate::costs::{
    Cost, Costs, Heuristics, Minimal, Operator, least_disproof, moves_to_win, update,
};
use crate::depth_first::dfpn::table::{Facts, Number, Table};
use crate::depth_first::dfps::entry_key;
use crate::depth_first::dfps_plain::Queries;
use crate::key::{Key, StateKeys};
use crate::table::Entry;

impl Number for Cost {
    #[inline]
    fn to_bits(self) -> u64 {
        Cost::to_bits(self)
    }

    #[inline]
    fn from_bits(bits: u64) -> Cost {
        Cost::from_bits(bits)
    }
}

pub(super) struct Engine<'g, G: Hints> {
    pub question: Question<'g, G>,
    pub formulas: &'g Formulas,
    pub costs: &'g dyn Costs,
    heuristics: Heuristics,
    table: Table,
    pub queries: Queries,
    /// The numbers of the root so far, without its negation.
    pub root: Minimal,
    moves: Vec<G::Move>,
    /// The children of all nodes from the root to the current one. The numbers of a child stay here
    /// until its parent is left, however small the table is, so that every visit makes progress.
    pub children: Vec<Child<G::State>>,
}

/// A child of a node that is being searched.
#[derive(Clone)]
pub(super) struct Child<S> {
    pub state: S,
    pub formula: Formula,
    /// The key of the state and the formula without its negation.
    key: Key,
    /// The numbers of the formula with its negation.
    pub value: Minimal,
}

impl<'g, G: Hints> Engine<'g, G> {
    pub fn new(
        question: Question<'g, G>,
        formulas: &'g Formulas,
        costs: &'g dyn Costs,
        max_bytes: usize,
    ) -> Self {
        Engine {
            question,
            formulas,
            costs,
            heuristics: Heuristics::for_game(formulas, costs, question.game),
            table: Table::new(StateKeys::new(question.game), 2, max_bytes),
            queries: Queries::default(),
            root: Minimal::open(Cost::ZERO, Cost::ZERO),
            moves: Vec::new(),
            children: Vec::new(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.children.capacity() * size_of::<Child<G::State>>()
    }

    /// Searches until the root is settled.
    pub fn begin(&mut self, meter: &mut Meter, state: &G::State, formula: Formula) -> Search<()> {
        (self.children, self.moves) = (Vec::new(), Vec::new());
        self.queries = Queries::default();
        let formula = formula.positive();
        let root = self.child(state.clone(), formula);
        self.root = root.value;
        if !root.value.settled {
            meter.node()?;
            self.visit(meter, &root, Limits::NONE, 0)?;
        }
        Ok(())
    }

    /// Makes a child from the table or, if it is not there, without searching.
    fn child(&mut self, state: G::State, formula: Formula) -> Child<G::State> {
        let none = Key { place: 0, check: 0 };
        let (value, key) = match self.formulas.connective(formula) {
            Connective::True => (Minimal::settled(true, self.costs.truth()), none),
            Connective::Atom(atom) => {
                self.queries.atomic += 1;
                let holds = self.question.game.satisfies(&state, atom);
                (Minimal::settled(holds, self.costs.atom(atom)), none)
            }
            Connective::And(..) | Connective::Box(..) => {
                let key = entry_key(self.state_key(&state), formula.node() as u64);
                (self.known(key).unwrap_or_else(|| self.leaf(&state, formula.positive())), key)
            }
        };
        Child { state, formula, key, value: value.negated_if(formula.negated()) }
    }

    fn state_key(&self, state: &G::State) -> Key {
        let game = self.question.game;
        self.table.keys.key(game, state, game.key(state))
    }

    fn leaf(&self, state: &G::State, formula: Formula) -> Minimal {
        let moves = moves_to_win(self.question.game, state).unwrap_or(0);
        self.heuristics.leaf(formula, moves)
    }

    fn known(&self, key: Key) -> Option<Minimal> {
        let mut numbers = [Cost::ZERO; 2];
        let facts = self.table.get(key, &mut numbers)?;
        let [proof, disproof] = numbers;
        Some(Minimal { proof, disproof, settled: facts.low == 1 })
    }

    fn store(&mut self, key: Key, value: Minimal, nodes: u64) {
        let work = Entry::work_of(nodes);
        let facts = Facts { low: u16::from(value.settled), high: 0, question: 0, round: 0, work };
        self.table.put(key, facts, &[value.proof, value.disproof]);
        if self.table.wants_to_grow() {
            self.table.grow();
        }
    }

    /// Searches below a child until it is done by these limits. The limits and the result are about
    /// its formula without the negation.
    fn visit(
        &mut self,
        meter: &mut Meter,
        node: &Child<G::State>,
        limits: Limits,
        ply: u32,
    ) -> Search<Minimal> {
        let before = meter.nodes();
        let base = self.children.len();
        let known = node.value.negated_if(node.formula.negated());
        let operator = self.unfold(&node.state, node.formula);
        let value = self.narrow(meter, (base, operator), (known, limits), ply)?;
        self.children.truncate(base);
        self.store(node.key, value, 1 + meter.nodes() - before);
        Ok(value)
    }

    /// Pushes the children of a node on the stack.
    pub fn unfold(&mut self, state: &G::State, formula: Formula) -> Operator {
        match self.formulas.connective(formula) {
            Connective::And(left, right) => {
                for part in [left, right] {
                    let child = self.child(state.clone(), part);
                    self.children.push(child);
                }
                Operator::And
            }
            Connective::Box(agent, inner) => {
                self.unfold_box(state, agent, inner);
                Operator::Box(agent)
            }
            Connective::True | Connective::Atom(_) => Operator::And,
        }
    }

    /// Pushes one child for every successor, or only those up to one whose disproof is as cheap as
    /// possible.
    fn unfold_box(&mut self, state: &G::State, agent: Agent, inner: Formula) {
        let (game, base) = (self.question.game, self.children.len());
        let cheapest = self.heuristics.j(inner);
        self.queries.listmoves += 1;
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        game.moves(state, agent, &mut moves);
        if moves.is_empty() && self.question.passes(state, agent) {
            self.queries.play += 1;
            let child = self.child(state.clone(), inner);
            self.children.push(child);
        }
        for &mv in &moves {
            self.queries.play += 1;
            let next = game.after(state, agent, mv);
            // Moves to the same state are one successor [Saf13, Def. 24].
            if self.children[base..].iter().any(|other| other.state == next) {
                continue;
            }
            let child = self.child(next, inner);
            let value = child.value;
            self.children.push(child);
            if value.settled && value.disproof <= cheapest {
                break;
            }
        }
        self.moves = moves;
    }

    /// Searches below a node, whose children are on the stack from `base` on, until it is done.
    pub fn narrow(
        &mut self,
        meter: &mut Meter,
        (base, operator): (usize, Operator),
        (known, limits): (Minimal, Limits),
        ply: u32,
    ) -> Search<Minimal> {
        loop {
            let values = self.children[base..].iter().map(|child| child.value);
            let value = update(self.costs, operator, values.clone()).and_also(known);
            if ply == 0 {
                self.root = value;
            }
            if limits.done(value) {
                return Ok(value);
            }
            let (place, rival) = self.choose(base, operator);
            let below = limits.below((self.costs, operator), values, place, rival);
            let child = self.children[base + place].clone();
            let negated = child.formula.negated();
            meter.node()?;
            let found = deep::<Child<G::State>, _>(ply, || {
                self.visit(meter, &child, below.swapped_if(negated), ply + 1)
            })?;
            let value = found.negated_if(negated).and_also(child.value);
            self.children[base + place].value = value;
        }
    }

    /// Returns the child with the cheapest disproof so far [Saf13, Table 4.11], and the cost of the
    /// next one. Of equals it takes one that is not settled: there is one as long as the node is
    /// not settled itself.
    fn choose(&self, base: usize, operator: Operator) -> (usize, Cost) {
        let (mut place, mut best, mut rival) = (0, (Cost::INFINITE, true), Cost::INFINITE);
        for (i, child) in self.children[base..].iter().enumerate() {
            let urgency = (least_disproof(self.costs, operator, child.value), child.value.settled);
            if i == 0 || urgency < best {
                rival = if i == 0 { rival } else { best.0 };
                (place, best) = (i, urgency);
            } else {
                rival = rival.min(urgency.0);
            }
        }
        (place, rival)
    }

    /// Returns the index on the stack of the child that refutes a node most cheaply, whose children
    /// are there from `base` on.
    pub fn refutation(&self, base: usize, operator: Operator) -> Option<usize> {
        let value = |place: &usize| self.children[*place].value;
        let refuting = (base..self.children.len()).filter(|place| value(place).refuted());
        refuting.min_by_key(|place| least_disproof(self.costs, operator, value(place)))
    }
}
