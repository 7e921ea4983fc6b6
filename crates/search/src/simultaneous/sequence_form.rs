//! The sequence form \[KMS96\]: one linear program over the whole game tree, as in [Saf13, Table
//! 5.4].
//!
//! A *sequence* of an agent is the list of its moves so far. All past moves are public, so each
//! node of the tree is one information set of either agent, its sequences are pairs of a node and a
//! move, and the program is sparse by itself. For the first agent: the realisation weight `x(s,a)`
//! of every sequence, and the value to which the second agent can be held in every information set,
//! `q(s)`;
//!
//! - the weights of a node's moves add up to the weight of the sequence that leads there (1 at the
//!   root);
//! - for each sequence `(s,b)` of the second agent, `q(s)` is at most what it leads to: the sum,
//!   over the first agent's moves `a`, of `x(s,a)` times the payoff if the game is then over, and
//!   of `q(s')` if it is not;
//! - `q` of the root is maximal.
//!
//! The second agent's program is the same with signs exchanged; the two values must meet. Repeated
//! states are not merged: that would be another, smaller program.

use std::time::{Duration, Instant};

use ludex_game::{Agent, SimultaneousGame};
use microlp::{
    ComparisonOp, LinearExpr, OptimizationDirection, Problem, Solution, SolveOptions, Variable,
};

use super::context::{Halt, MatrixSearchContext, Step};
use super::report::{Refusal, SimultaneousReport};
use crate::budget::{Budget, Meter, Observer, Stopped, deep};

/// The time that the linear program runs between two checks of the budget.
const SLICE: Duration = Duration::from_millis(100);

/// The number of bytes per row or variable of the program, measured with room to spare.
const BYTES: usize = 1500;

/// The tolerance of a row of the program.
const FEASIBLE: f64 = 1e-10;

/// The greatest difference of the values of the two programs that count as equal, for payoffs from
/// 0 to 1.
const NEAR: f64 = 1e-7;

/// Returns the value of a state by the sequence form. A budget of nodes limits the nodes of the
/// tree.
///
/// ```
/// use ludex_game::{Model, StackedGame};
/// use ludex_search::{Budget, Silent, sequence_form};
/// let game = StackedGame::from_json(r#"{"matrix": [[3, -1], [-1, 1]]}"#).unwrap();
/// let report = sequence_form(&game, &game.initial(), &Budget::default(), &mut Silent).unwrap();
/// assert!((report.value().unwrap() - 1.0 / 3.0).abs() < 1e-9);
/// ```
pub fn sequence_form<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<SimultaneousReport<G::Move>, Refusal> {
    let mut context = MatrixSearchContext::new(game, state, false, Meter::new(budget, observer))?;
    let mut report = SimultaneousReport {
        bounds: context.range,
        row: Vec::new(),
        column: Vec::new(),
        nodes: 0,
        lp_calls: 0,
        serial_nodes: 0,
        largest: (0, 0),
        bytes: 0,
        stopped: None,
    };
    match solve(&mut context, state, &mut report) {
        Ok(()) => {}
        Err(Halt::Stopped(stopped)) => report.stopped = Some(stopped),
        Err(Halt::Refused(refusal)) => return Err(refusal),
    }
    report.largest = context.largest;
    Ok(report)
}

fn solve<G: SimultaneousGame>(
    context: &mut MatrixSearchContext<G>,
    state: &G::State,
    report: &mut SimultaneousReport<G::Move>,
) -> Step<()> {
    if let Some(payoff) = context.payoff(state)? {
        report.bounds = (payoff, payoff);
        return Ok(());
    }
    let mut found = [context.range.0, context.range.1];
    for agent in [Agent::FIRST, Agent::SECOND] {
        let program = Program::new(context, agent, state)?;
        report.nodes = program.nodes;
        report.bytes = program.bytes();
        report.lp_calls += 1;
        let solution = program.solve(context)?;
        found[agent.index()] = program.sign() * solution.var_value(program.root);
        let weights: Vec<f64> =
            program.plan.iter().map(|&x| solution.var_value(x).max(0.0)).collect();
        let mixed = context.mixed(state, agent, &weights);
        *(if agent == Agent::FIRST { &mut report.row } else { &mut report.column }) = mixed;
        report.bounds = (found[0], found[1]);
    }
    let [low, high] = found;
    if (high - low).abs() > NEAR * (context.range.1 - context.range.0).max(1.0) {
        // The two programs contradict each other: no answer is better than a wrong one.
        report.bounds = context.range;
        return Err(Halt::Stopped(Stopped::Precision));
    }
    let value = low + (high - low) / 2.0;
    report.bounds = (value, value);
    Ok(())
}

/// The linear program of one agent.
struct Program {
    agent: Agent,
    problem: Problem,
    /// The value of the root to the agent.
    root: Variable,
    /// The weights of the agent's moves at the root.
    plan: Vec<Variable>,
    nodes: u64,
    rows: usize,
    variables: usize,
}

impl Program {
    fn new<G: SimultaneousGame>(
        context: &mut MatrixSearchContext<G>,
        agent: Agent,
        state: &G::State,
    ) -> Step<Program> {
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let (low, high) = context.range;
        let range = if agent == Agent::FIRST { (low, high) } else { (-high, -low) };
        let root = problem.add_var(1.0, range);
        let (plan, variables) = (Vec::new(), 1);
        let mut program = Program { agent, problem, root, plan, nodes: 0, rows: 0, variables };
        let before = context.meter.nodes();
        program.plan = program.node(context, state, root, None, 0)?;
        program.nodes = context.meter.nodes() - before;
        Ok(program)
    }

    fn sign(&self) -> f64 {
        if self.agent == Agent::FIRST { 1.0 } else { -1.0 }
    }

    fn bytes(&self) -> usize {
        BYTES * (self.rows + self.variables)
    }

    fn variable(&mut self, range: (f64, f64)) -> Variable {
        self.variables += 1;
        self.problem.add_var(0.0, range)
    }

    /// Adds a node whose value is `worth`, reached by the sequence `parent`; returns the weights of
    /// the agent's moves.
    fn node<G: SimultaneousGame>(
        &mut self,
        context: &mut MatrixSearchContext<G>,
        state: &G::State,
        worth: Variable,
        parent: Option<Variable>,
        depth: u32,
    ) -> Step<Vec<Variable>> {
        context.enter(state)?;
        context.meter.memory(self.bytes())?;
        let sides = context.list(state)?;
        let (own, others) = match self.agent {
            Agent::FIRST => (sides.rows, sides.columns),
            _ => (sides.columns, sides.rows),
        };
        let weights: Vec<Variable> =
            (0..own).map(|_| self.variable((0.0, f64::INFINITY))).collect();
        let mut flow = LinearExpr::empty();
        weights.iter().for_each(|&weight| flow.add(weight, 1.0));
        if let Some(parent) = parent {
            flow.add(parent, -1.0);
        }
        let inflow = if parent.is_none() { 1.0 } else { 0.0 };
        self.row(flow, ComparisonOp::Eq, inflow);
        for other in 0..others {
            let mut held = LinearExpr::empty();
            held.add(worth, 1.0);
            for (mv, &weight) in weights.iter().enumerate() {
                let (row, column) =
                    if self.agent == Agent::FIRST { (mv, other) } else { (other, mv) };
                let child = context.child(state, sides, row, column);
                match context.payoff(&child)? {
                    Some(payoff) => held.add(weight, -self.sign() * payoff),
                    None => {
                        let below = self.variable((f64::NEG_INFINITY, f64::INFINITY));
                        held.add(below, -1.0);
                        deep::<G::State, _>(depth, || {
                            self.node(context, &child, below, Some(weight), depth + 1)
                        })?;
                    }
                }
            }
            self.row(held, ComparisonOp::Le, 0.0);
        }
        context.release(sides);
        context.leave(state);
        Ok(weights)
    }

    fn row(&mut self, expression: LinearExpr, comparison: ComparisonOp, right: f64) {
        self.rows += 1;
        self.problem.add_constraint(expression, comparison, right);
    }

    /// Solves the program in slices of time, checking the budget between them.
    fn solve<G: SimultaneousGame>(&self, context: &mut MatrixSearchContext<G>) -> Step<Solution> {
        let deadline = context.meter.budget().deadline;
        let slice = || {
            let rest = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            Some(rest.map_or(SLICE, |rest| rest.min(SLICE)))
        };
        let failed = |_| Halt::Stopped(Stopped::Precision);
        let mut options = SolveOptions::default();
        (options.time_limit, options.tolerances.feasibility) = (slice(), FEASIBLE);
        let mut outcome = self.problem.solve_with(options).map_err(failed)?;
        while !outcome.is_optimal() {
            context.meter.look()?;
            let mut options = outcome.last_resume_options();
            options.time_limit = slice();
            outcome = outcome.resume_with(options).map_err(failed)?;
        }
        outcome.into_solution().map_err(|_| Halt::Stopped(Stopped::Precision))
    }
}
