//! Depth First Proof Search [Saf13, Section 4.3.1], optimised.
//!
//! [Saf13, Algorithm 7] with what makes it fast: a transposition table on (state, formula), the
//! cheaper conjunct first, moves that decided other nodes first, and shallower formulas searched
//! beforehand to find such moves. None of this changes an answer.

use ludex_game::{Agent, Choice, Hints, Question};
use ludex_logic::{Connective, Formula, Formulas};

use super::dfps_plain::{PlainDfps, Queries};
use super::ordering::{MoveOrder, place};
use crate::budget::{Budget, Meter, Observer, Search, Silent, Stopped, deep};
use crate::key::{Key, StateKeys};
use crate::table::{Entry, NO_MOVE, Table, mix};

/// Options for checking a formula.
#[derive(Clone, Default, Debug)]
pub struct CheckOptions {
    /// Exactly [Saf13, Algorithm 7]: no table, no ordering.
    pub plain: bool,
    /// Shallower formulas to search first, to learn which moves are good. Never changes the answer.
    pub deepening: Vec<Formula>,
}

/// A line of play: the agents and their choices.
pub type Line<M> = Vec<(Agent, Choice<M>)>;

/// The result of a check.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckReport<M> {
    /// Whether the formula holds; None if the search was stopped.
    pub answer: Option<bool>,
    /// The queries to the game (to find the answer; the line is not counted).
    pub queries: Queries,
    /// The number of (state, formula) pairs visited.
    pub nodes: u64,
    /// The bytes of the table.
    pub bytes: usize,
    /// A principal variation: the choices that decide, against the replies that were hardest to
    /// refute.
    pub line: Line<M>,
    /// Why there is no answer.
    pub stopped: Option<Stopped>,
}

/// Checks whether a formula holds in a state, under the normal play assumption for the agent asked
/// about.
///
/// For more positions of one game, or a proof, keep a [`Checker`].
pub fn check<G: Hints>(
    question: Question<'_, G>,
    state: &G::State,
    formulas: &Formulas,
    formula: Formula,
    options: &CheckOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> CheckReport<G::Move> {
    Checker::new(question, formulas, budget.max_bytes)
        .check(state, formula, options, budget, observer)
}

/// Checks formulas of one DAG over one game; the table is kept for the next check.
pub struct Checker<'g, G: Hints> {
    pub(super) question: Question<'g, G>,
    pub(super) formulas: &'g Formulas,
    /// `None` if transpositions are not recognised.
    table: Option<Table>,
    order: MoveOrder,
    moves: Vec<G::Move>,
    queries: Queries,
    /// The nesting of boxes, for each formula node that was measured.
    modal_depth: Vec<Option<u32>>,
    /// Whether to remember good moves of a state for all formulas.
    share_moves: bool,
}

impl<'g, G: Hints> Checker<'g, G> {
    /// Makes a checker whose table uses at most this many bytes; with 0 bytes there is no table.
    pub fn new(question: Question<'g, G>, formulas: &'g Formulas, max_bytes: usize) -> Self {
        Checker {
            question,
            formulas,
            table: (max_bytes > 0).then(|| Table::new(StateKeys::new(question.game), max_bytes)),
            order: MoveOrder::new(question.game, true),
            moves: Vec::new(),
            queries: Queries::default(),
            modal_depth: vec![None; formulas.len()],
            share_moves: false,
        }
    }

    /// Checks whether the formula (of this checker's DAG) holds in the state.
    pub fn check(
        &mut self,
        state: &G::State,
        formula: Formula,
        options: &CheckOptions,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> CheckReport<G::Move> {
        let mut meter = Meter::new(budget, observer);
        let (answer, queries) = if options.plain {
            let mut plain = PlainDfps::new(self.question, self.formulas);
            (plain.decide(&mut meter, state, formula, 0), plain.queries)
        } else {
            (self.deepen(&mut meter, state, formula, options), self.queries)
        };
        let table = self.table.as_ref().filter(|_| !options.plain);
        let (nodes, bytes) = (meter.nodes(), table.map_or(0, Table::bytes));
        let line = answer.map_or(Vec::new(), |holds| self.line(&mut meter, state, formula, holds));
        let (answer, stopped) = (answer.ok(), answer.err());
        CheckReport { answer, queries, nodes, bytes, line, stopped }
    }

    /// Searches the shallower formulas, then the one that is asked about.
    fn deepen(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        formula: Formula,
        options: &CheckOptions,
    ) -> Search<bool> {
        self.begin(formula);
        self.share_moves = !options.deepening.is_empty();
        for &shallower in &options.deepening {
            self.measure(shallower);
            self.decide(meter, state, shallower, 0)?;
            meter.iteration += 1;
        }
        self.decide(meter, state, formula, 0)
    }

    /// Clears what a stopped search may have left, and measures the formula.
    pub(super) fn begin(&mut self, formula: Formula) {
        self.moves.clear();
        self.queries = Queries::default();
        if let Some(table) = &mut self.table {
            table.next_generation();
        }
        self.measure(formula);
    }

    /// Computes the modal depth of the formula and of all below it.
    fn measure(&mut self, formula: Formula) {
        let mut open = vec![formula];
        while let Some(&top) = open.last() {
            let depth = |f: Formula| self.modal_depth[f.node()];
            let (children, found) = match self.formulas.connective(top) {
                Connective::True | Connective::Atom(_) => ([top, top], Some(0)),
                Connective::And(l, r) => ([l, r], depth(l).zip(depth(r)).map(|(l, r)| l.max(r))),
                Connective::Box(_, inner) => ([inner, inner], depth(inner).map(|d| d + 1)),
            };
            if found.is_some() {
                self.modal_depth[top.node()] = found;
                open.pop();
            } else {
                open.extend(children.into_iter().filter(|&f| self.modal_depth[f.node()].is_none()));
            }
        }
    }

    /// Returns the modal depth of a measured formula.
    #[inline]
    pub(super) fn depth_of(&self, formula: Formula) -> u32 {
        self.modal_depth[formula.node()].unwrap_or(0)
    }

    /// Decides whether the formula holds in the state; `ply` is the depth of the recursion.
    pub(super) fn decide(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        formula: Formula,
        ply: u32,
    ) -> Search<bool> {
        meter.node()?;
        let positive = match self.formulas.connective(formula) {
            Connective::True => true,
            Connective::Atom(atom) => {
                self.queries.atomic += 1;
                self.question.game.satisfies(state, atom)
            }
            Connective::And(left, right) => {
                let swap = self.depth_of(right) < self.depth_of(left);
                let (first, second) = if swap { (right, left) } else { (left, right) };
                deep::<G::State, _>(ply, || {
                    Ok(self.decide(meter, state, first, ply + 1)?
                        && self.decide(meter, state, second, ply + 1)?)
                })?
            }
            Connective::Box(agent, inner) => deep::<G::State, _>(ply, || {
                self.decide_box(meter, state, formula, (agent, inner), ply)
            })?,
        };
        Ok(positive != formula.negated())
    }

    /// Decides `□_a φ` with the table.
    fn decide_box(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        formula: Formula,
        (agent, inner): (Agent, Formula),
        ply: u32,
    ) -> Search<bool> {
        let state_key = self.state_key(state);
        let key = entry_key(state_key, formula.node() as u64);
        let entry = self.get(key);
        if let Some(entry) = entry
            && entry.low == entry.high
        {
            return Ok(entry.low == 1);
        }
        let shared_key = entry_key(state_key, SHARED | u64::from(agent.0));
        let shared = if self.share_moves { self.get(shared_key) } else { None };
        let hint = entry.or(shared).map_or(NO_MOVE, |entry| entry.best);
        let before = meter.nodes();
        let (holds, best) = self.search_box(meter, state, (formula, agent, inner), hint, ply)?;
        let work = Entry::work_of(meter.nodes() - before);
        let answer = u16::from(holds);
        if let Some(table) = &mut self.table {
            table.put(key, Entry { low: answer, high: answer, best, work });
            if self.share_moves && best != NO_MOVE {
                table.put(shared_key, Entry { low: 0, high: 1, best, work });
            }
        }
        Ok(holds)
    }

    #[inline]
    fn get(&self, key: Key) -> Option<Entry> {
        self.table.as_ref().and_then(|table| table.get(key))
    }

    /// Decides `□_a φ` by playing moves; returns the answer, and the index of the move that refutes
    /// it.
    fn search_box(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        (formula, agent, inner): (Formula, Agent, Formula),
        hint: u16,
        ply: u32,
    ) -> Search<(bool, u16)> {
        let game = self.question.game;
        let base = self.moves.len();
        self.queries.listmoves += 1;
        game.moves(state, agent, &mut self.moves);
        let count = self.moves.len() - base;
        if count == 0 {
            return Ok((self.decide_pass(meter, state, agent, inner, ply)?, NO_MOVE));
        }
        let level = self.depth_of(formula) as usize;
        self.order.score(game, &self.moves, base, (agent, level, hint));
        for step in 0..count {
            let i = self.order.pick(base, count, step, hint);
            let mv = self.moves[base + i];
            self.queries.play += 1;
            let next = game.after(state, agent, mv);
            if !self.decide(meter, &next, inner, ply + 1)? {
                self.moves.truncate(base);
                self.order.credit(game, mv, (agent, level, level.min(60) as u8));
                return Ok((false, place(i)));
            }
        }
        self.moves.truncate(base);
        Ok((true, NO_MOVE))
    }

    fn decide_pass(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        agent: Agent,
        inner: Formula,
        ply: u32,
    ) -> Search<bool> {
        if !self.question.passes(state, agent) {
            return Ok(true);
        }
        self.queries.play += 1;
        self.decide(meter, state, inner, ply + 1)
    }

    /// Returns the agent's choices in the state, the one from the table first.
    pub(super) fn choices(
        &self,
        state: &G::State,
        formula: Formula,
        agent: Agent,
    ) -> Vec<Choice<G::Move>> {
        let mut choices = self.question.choices(state, agent);
        let best = self.known(state, formula).map_or(NO_MOVE, |entry| entry.best);
        if usize::from(best) < choices.len() {
            choices[..=usize::from(best)].rotate_right(1);
        }
        choices
    }

    pub(super) fn known(&self, state: &G::State, formula: Formula) -> Option<Entry> {
        self.get(entry_key(self.state_key(state), formula.node() as u64))
    }

    #[inline]
    fn state_key(&self, state: &G::State) -> Key {
        let game = self.question.game;
        let keys = self.table.as_ref().map_or(StateKeys::PLAIN, |table| table.keys);
        keys.key(game, state, game.key(state))
    }

    /// Finds a choice after which the formula fails.
    pub(super) fn refutation(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        formula: Formula,
        (agent, inner): (Agent, Formula),
    ) -> Search<Option<Choice<G::Move>>> {
        for choice in self.choices(state, formula, agent) {
            let next = self.question.after(state, agent, choice);
            if !self.decide(meter, &next, inner, 0)? {
                return Ok(Some(choice));
            }
        }
        Ok(None)
    }

    /// Decides whether the formula holds in the state, with no limit but the size of the table.
    ///
    /// ```
    /// # use ludex_game::*;
    /// # struct Coin { agents: Agents, outcomes: Outcomes }
    /// # impl Model for Coin {
    /// #     type State = u8; type Move = u8;
    /// #     fn agents(&self) -> &Agents { &self.agents }
    /// #     fn outcomes(&self) -> &Outcomes { &self.outcomes }
    /// #     fn initial(&self) -> u8 { 0 }
    /// #     fn turn(&self, s: &u8) -> Turn { if *s == 0 { Turn::Of(Agent(0)) } else { Turn::Final } }
    /// #     fn moves(&self, s: &u8, a: Agent, out: &mut Vec<u8>) {
    /// #         if *s == 0 && a == Agent(0) { out.extend([1, 2]) }
    /// #     }
    /// #     fn outcome(&self, s: &u8) -> Outcome { Outcome(u16::from(*s == 2)) }
    /// #     fn holds(&self, _: &u8, _: u32) -> bool { false }
    /// #     fn key(&self, s: &u8) -> u64 { u64::from(*s) }
    /// # }
    /// # impl Game for Coin { fn play(&self, s: &mut u8, _: Agent, mv: u8) { *s = mv } }
    /// # impl Hints for Coin {}
    /// # let game = Coin { agents: Agents::new(["Max", "Min"]), outcomes: Outcomes::win_loss() };
    /// use ludex_game::{Agent, Atom, Model, Question};
    /// use ludex_logic::Formulas;
    /// use ludex_search::Checker;
    ///
    /// let (max, mut dag) = (Agent::FIRST, Formulas::new());
    /// let won = dag.atom(Atom::Win(max));
    /// let can_win = dag.diamond(max, won);
    /// let mut checker = Checker::new(Question { game: &game, asked: max }, &dag, 1 << 20);
    /// assert!(checker.holds(&game.initial(), can_win));
    /// ```
    pub fn holds(&mut self, state: &G::State, formula: Formula) -> bool {
        self.begin(formula);
        let (budget, mut observer) = (Budget::default(), Silent);
        self.decide(&mut Meter::new(&budget, &mut observer), state, formula, 0)
            .expect("a budget without limits never stops a search")
    }
}

/// Marks the keys of moves that are shared between formulas; no formula has such a number.
const SHARED: u64 = 1 << 40;

/// Returns the key for a state, whose own is given, and the number of a formula. For one state the
/// places differ from formula to formula, so that the check need not.
#[inline]
pub(super) fn entry_key(state_key: Key, number: u64) -> Key {
    let spread = number.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    Key { place: mix(mix(state_key.place).wrapping_add(spread)), ..state_key }
}
