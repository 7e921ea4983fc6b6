//! Optimal strategies in every state that can be reached while they are followed: the evidence for
//! a value.

use ludex_evidence::MixedStrategy;
use ludex_game::{Agent, SimultaneousGame};
use ludex_matrix::Solver;
use ludex_matrix::exact::BigRational;

use super::context::{Halt, MatrixSearchContext, Step};
use super::exact;
use super::graph::{Cell, Graph, Node};
use super::report::Refusal;
use crate::budget::{Budget, Meter, Observer, Stopped};

/// Strategies of the first agent and of the second.
pub type MixedStrategies<G> =
    [MixedStrategy<<G as ludex_game::Model>::State, <G as ludex_game::Model>::Move>; 2];

/// The greatest number of bits of a numerator and denominator that are kept exact.
const LONGEST: u64 = 400;

/// The greatest number of states for exact solutions, which take a hundred times as long.
const EXACT_STATES: usize = 20_000;

/// The number of decimal places to which probabilities are rounded if they are not exact.
const PLACES: i32 = 15;

/// Returns optimal strategies of both agents in a state: exact as long as numbers are short,
/// otherwise rounded to 15 places, so that their guarantees differ a little. In a final state they
/// are empty.
pub fn mixed_strategies<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Result<MixedStrategies<G>, Stopped>, Refusal> {
    let mut context = MatrixSearchContext::new(game, state, false, Meter::new(budget, observer))?;
    match solve(&mut context, state) {
        Ok(strategies) => Ok(Ok(strategies)),
        Err(Halt::Stopped(stopped)) => Ok(Err(stopped)),
        Err(Halt::Refused(refusal)) => Err(refusal),
    }
}

/// The mixed choices of both agents in a node: probabilities of rows, and of columns.
type Choice = [Vec<BigRational>; 2];

fn solve<G: SimultaneousGame>(
    context: &mut MatrixSearchContext<G>,
    state: &G::State,
) -> Step<MixedStrategies<G>> {
    let graph = Graph::new(context, state)?;
    let choices = match exact_choices(context, &graph)? {
        Some(choices) => choices,
        None => rounded_choices(context, &graph)?,
    };
    Ok([Agent::FIRST, Agent::SECOND].map(|agent| reached(&graph, agent, &choices)))
}

/// Returns exact strategies, or `None` if there are too many states or numbers become too long.
fn exact_choices<G: SimultaneousGame>(
    context: &mut MatrixSearchContext<G>,
    graph: &Graph<G>,
) -> Step<Option<Vec<Choice>>> {
    if graph.nodes.len() > EXACT_STATES {
        return Ok(None);
    }
    let (mut values, mut choices) = (Vec::new(), Vec::new());
    for node in &graph.nodes {
        context.meter.look()?;
        let solved = exact::matrix(graph, node, &values);
        if solved.value.numer().bits() + solved.value.denom().bits() > LONGEST {
            return Ok(None);
        }
        values.push(solved.value);
        choices.push([solved.row, solved.column]);
    }
    Ok(Some(choices))
}

fn rounded_choices<G: SimultaneousGame>(
    context: &mut MatrixSearchContext<G>,
    graph: &Graph<G>,
) -> Step<Vec<Choice>> {
    let (mut solver, mut entries) = (Solver::new(), Vec::new());
    let (mut values, mut choices) = (Vec::<f64>::new(), Vec::new());
    for node in &graph.nodes {
        context.meter.node()?;
        entries.clear();
        entries.extend(graph.cells(node).iter().map(|&cell| match cell {
            Cell::Node(number) => values[number as usize],
            Cell::Payoff(number) => graph.payoffs[number as usize].number,
        }));
        values.push(solver.solve(node.rows as usize, node.columns as usize, &entries));
        choices.push([rounded(solver.row()), rounded(solver.column())]);
    }
    Ok(choices)
}

/// Returns probabilities rounded to a few decimal places; the largest gets what is missing from 1.
fn rounded(weights: &[f64]) -> Vec<BigRational> {
    let one = 10i64.pow(PLACES as u32);
    let whole = |weight: &f64| (weight.clamp(0.0, 1.0) * one as f64).round() as i64;
    let mut parts: Vec<i64> = weights.iter().map(whole).collect();
    let missing = one - parts.iter().sum::<i64>();
    if let Some(largest) = parts.iter_mut().max() {
        *largest += missing;
    }
    parts.into_iter().map(|part| BigRational::new(part.into(), one.into())).collect()
}

/// Returns the part of a strategy that can be reached: from the root, the strategy's moves and all
/// replies.
fn reached<G: SimultaneousGame>(
    graph: &Graph<G>,
    agent: Agent,
    choices: &[Choice],
) -> MixedStrategy<G::State, G::Move> {
    let never = BigRational::default();
    let mut reached = vec![false; graph.nodes.len()];
    reached.last_mut().into_iter().for_each(|root| *root = true);
    for (number, node) in graph.nodes.iter().enumerate().rev() {
        if !reached[number] {
            continue;
        }
        let own = &choices[number][agent.index()];
        for (place, cell) in graph.cells(node).iter().enumerate() {
            let (row, column) = (place / node.columns as usize, place % node.columns as usize);
            let mv = if agent == Agent::FIRST { row } else { column };
            if let (Cell::Node(child), true) = (cell, own[mv] > never) {
                reached[*child as usize] = true;
            }
        }
    }
    let choice = |(number, node): (usize, &Node<G::State>)| {
        let mix = exact::shares(graph.moves(node, agent), &choices[number][agent.index()]);
        reached[number].then(|| (node.state.clone(), mix))
    };
    MixedStrategy { choices: graph.nodes.iter().enumerate().filter_map(choice).collect() }
}
