//! Backward induction in exact rationals [Saf13, Section 5.2.1]: slow and simple. The other
//! searches of stacked-matrix games are compared with it.

use ludex_game::{Agent, SimultaneousGame};
use ludex_matrix::exact::{self, BigRational, ExactSolution};

use super::context::{Halt, MatrixSearchContext, Step};
use super::graph::{Cell, Graph, Node, Payoff};
use super::report::Refusal;
use crate::budget::{Budget, Meter, Observer, Stopped};

/// The result of exact backward induction.
#[derive(Clone, PartialEq, Debug)]
pub struct ExactReport<M> {
    /// The exact value for the first agent; `None` if the search was stopped.
    pub value: Option<BigRational>,
    /// An optimal strategy of the first agent, without moves of probability 0.
    pub row: Vec<(M, BigRational)>,
    /// An optimal strategy of the second agent.
    pub column: Vec<(M, BigRational)>,
    /// The states that are not final, each counted once.
    pub nodes: u64,
    /// Why there is no value.
    pub stopped: Option<Stopped>,
}

/// Returns the exact value of a state, and exact optimal strategies in it.
///
/// ```
/// use ludex_game::{Model, StackedGame};
/// use ludex_search::{Budget, Silent, exact_backward};
/// let game = StackedGame::from_json(r#"{"matrix": [[3, -1], [-1, 1]]}"#).unwrap();
/// let report = exact_backward(&game, &game.initial(), &Budget::default(), &mut Silent).unwrap();
/// assert_eq!(report.value.unwrap().to_string(), "1/3");
/// ```
pub fn exact_backward<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<ExactReport<G::Move>, Refusal> {
    let mut context = MatrixSearchContext::new(game, state, false, Meter::new(budget, observer))?;
    let (row, column) = (Vec::new(), Vec::new());
    let mut report = ExactReport { value: None, row, column, nodes: 0, stopped: None };
    match solve(&mut context, state, &mut report) {
        Ok(()) => {}
        Err(Halt::Stopped(stopped)) => report.stopped = Some(stopped),
        Err(Halt::Refused(refusal)) => return Err(refusal),
    }
    report.nodes = context.meter.nodes();
    Ok(report)
}

fn solve<G: SimultaneousGame>(
    context: &mut MatrixSearchContext<G>,
    state: &G::State,
    report: &mut ExactReport<G::Move>,
) -> Step<()> {
    let graph = Graph::new(context, state)?;
    let Some(root) = graph.nodes.last() else {
        report.value = graph.payoffs.first().map(rational);
        return Ok(());
    };
    let mut values = Vec::with_capacity(graph.nodes.len());
    let mut last = None;
    for node in &graph.nodes {
        context.meter.look()?;
        let solved = matrix(&graph, node, &values);
        values.push(solved.value.clone());
        last = Some(solved);
    }
    let solved = last.expect("there is a root");
    report.row = shares(graph.moves(root, Agent::FIRST), &solved.row);
    report.column = shares(graph.moves(root, Agent::SECOND), &solved.column);
    report.value = Some(solved.value);
    Ok(())
}

/// Solves the matrix of a node, given the values of the nodes before it.
pub(super) fn matrix<G: SimultaneousGame>(
    graph: &Graph<G>,
    node: &Node<G::State>,
    values: &[BigRational],
) -> ExactSolution {
    let value = |&cell: &Cell| match cell {
        Cell::Node(number) => values[number as usize].clone(),
        Cell::Payoff(number) => rational(&graph.payoffs[number as usize]),
    };
    let entries: Vec<BigRational> = graph.cells(node).iter().map(value).collect();
    exact::solve(node.rows as usize, node.columns as usize, &entries)
        .expect("a node has a matrix of the size it says")
}

/// Returns a payoff without rounding.
pub(super) fn rational(payoff: &Payoff) -> BigRational {
    match payoff.exact {
        Some(exact) => BigRational::new(exact.numerator().into(), exact.denominator().into()),
        None => BigRational::from_float(payoff.number).expect("payoffs are finite"),
    }
}

/// Returns the moves of positive probability, with their probabilities.
pub(super) fn shares<M: Copy>(moves: &[M], weights: &[BigRational]) -> Vec<(M, BigRational)> {
    let never = BigRational::default();
    let played = moves.iter().zip(weights).filter(|&(_, weight)| *weight > never);
    played.map(|(&mv, weight)| (mv, weight.clone())).collect()
}
