//! All derivations of a formula: the moves that its diamonds can choose so that it is true.
//!
//! A formula that starts with diamonds, such as `<A><A><A> goal` or `<A> [B] <A> goal`, is true
//! because of certain moves. They are followed through `|` and `&` as long as there are diamonds; a
//! derivation ends at a box or an atom, which is only checked.

use ludex_game::{Agent, Hints, Question};
use ludex_logic::{Connective, Formula, Formulas};

use crate::budget::{Budget, Meter, Observer, Search, Stopped};
use crate::{CheckOptions, Checker, Silent};

/// The derivations found.
#[derive(Clone, PartialEq, Debug)]
pub struct Derivations<M> {
    /// The agents and moves of each derivation; sorted, none twice.
    pub lines: Vec<Vec<(Agent, M)>>,
    /// The nodes searched.
    pub nodes: u64,
    /// Why there may be more, if the search did not end.
    pub stopped: Option<Stopped>,
}

/// Returns all derivations of a formula in a state, under the normal play assumption for the agent
/// asked about; or at most `limit`.
pub fn derivations<G: Hints>(
    question: Question<'_, G>,
    state: &G::State,
    (formulas, root): (&Formulas, Formula),
    limit: Option<usize>,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Derivations<G::Move> {
    let mut unfolding = Unfolding {
        question,
        formulas,
        checker: Checker::new(question, formulas, budget.max_bytes),
        line: Vec::new(),
        found: Vec::new(),
        limit: limit.unwrap_or(usize::MAX),
    };
    let mut meter = Meter::new(budget, observer);
    let ended = unfolding.unfold(&mut meter, state, root);
    let mut lines = unfolding.found;
    ludex_base::sort(&mut lines);
    lines.dedup();
    Derivations { lines, nodes: meter.nodes(), stopped: ended.err() }
}

struct Unfolding<'g, G: Hints> {
    question: Question<'g, G>,
    formulas: &'g Formulas,
    checker: Checker<'g, G>,
    line: Vec<(Agent, G::Move)>,
    found: Vec<Vec<(Agent, G::Move)>>,
    limit: usize,
}

impl<G: Hints> Unfolding<'_, G> {
    /// Follows the choices of a formula in a state.
    fn unfold(&mut self, meter: &mut Meter, state: &G::State, formula: Formula) -> Search<()> {
        if self.found.len() >= self.limit || !self.holds(meter, state, formula)? {
            return Ok(());
        }
        match (self.formulas.connective(formula), formula.negated()) {
            (Connective::And(left, right), true) => {
                self.unfold(meter, state, !left)?;
                self.unfold(meter, state, !right)
            }
            (Connective::And(left, right), false) => {
                match (self.chooses(left), self.chooses(right)) {
                    (true, false) => self.unfold(meter, state, left),
                    (false, true) => self.unfold(meter, state, right),
                    _ => self.arrive(),
                }
            }
            (Connective::Box(agent, after), true) => self.choose(meter, state, agent, !after),
            _ => self.arrive(),
        }
    }

    fn choose(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        agent: Agent,
        after: Formula,
    ) -> Search<()> {
        let game = self.question.game;
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        for mv in moves {
            meter.node()?;
            self.line.push((agent, mv));
            self.unfold(meter, &game.after(state, agent, mv), after)?;
            self.line.pop();
        }
        Ok(())
    }

    fn arrive(&mut self) -> Search<()> {
        self.found.push(self.line.clone());
        Ok(())
    }

    /// Returns whether a formula has moves to choose before any box.
    fn chooses(&self, formula: Formula) -> bool {
        match (self.formulas.connective(formula), formula.negated()) {
            (Connective::And(left, right), true) => self.chooses(!left) || self.chooses(!right),
            (Connective::And(left, right), false) => self.chooses(left) || self.chooses(right),
            (Connective::Box(..), negated) => negated,
            _ => false,
        }
    }

    fn holds(&mut self, meter: &mut Meter, state: &G::State, formula: Formula) -> Search<bool> {
        let budget = Budget { max_nodes: Some(meter.rest()), ..meter.budget().clone() };
        let options = CheckOptions::default();
        let report = self.checker.check(state, formula, &options, &budget, &mut Silent);
        meter.visited(report.nodes);
        report.answer.ok_or(report.stopped.unwrap_or(Stopped::Nodes))
    }
}
