//! What a strategy guarantees along all plays. (Definition 7 of \[ZT15\], `implements`, is about
//! single states: it includes terminal states that the strategy never reaches.)

use std::ops::ControlFlow;

use ludex_base::{Budget, Csr, OutOfBudget, Player, Set, attractor};
use serde_json::json;

use super::Answer;
use super::lazy::{Forced, Lazy};
use super::witness::ActionWriter;
use crate::model::{Evaluator, explore};

/// Decides whether play by the strategy is never stuck before a terminal state, always ends, and
/// satisfies the goal in every terminal state that it reaches.
pub(super) fn ensures<S: Set>(
    evaluator: &mut Evaluator<'_, S>,
    writer: &ActionWriter,
    strategy: u32,
    goal: u32,
    budget: &Budget,
) -> Result<Answer, OutOfBudget> {
    let mut fault = None;
    let world = evaluator.world;
    let mut visit = |evaluator: &mut Evaluator<S>, at: u32, state: &S, row: &S| {
        let reason = match row.is_empty() {
            false => return ControlFlow::Continue(()),
            true if !world.terminal(state) => "stuck",
            true if !evaluator.everywhere(goal, state) => "the goal is missed",
            true => return ControlFlow::Continue(()),
        };
        fault = Some((at, reason));
        ControlFlow::Break(())
    };
    let explored = explore(evaluator, budget, false, Some(strategy), &mut visit)?;
    if let Some((at, reason)) = fault {
        let witness = writer.line(&explored.line(at), json!({ "reason": reason }));
        return Ok(Answer::with(false, witness));
    }
    let states = json!({ "states": explored.states.len() });
    if explored.graded {
        return Ok(Answer::with(true, states));
    }
    drop(explored);
    let mut visit = |_: &mut Evaluator<S>, _: u32, _: &S, _: &S| ControlFlow::Continue(());
    let explored = explore(evaluator, budget, true, Some(strategy), &mut visit)?;
    Ok(match cycle(&explored.moves) {
        None => Answer::with(true, states),
        Some((at, round)) => {
            let round = writer.actions(round.into_iter());
            let fault = json!({ "reason": "play can go on for ever", "repeating": round });
            Answer::with(false, writer.line(&explored.line(at), fault))
        }
    })
}

/// Returns a state on a cycle and the actions along the cycle, if there is one.
fn cycle(moves: &Csr<(u32, u32)>) -> Option<(u32, Vec<u32>)> {
    let count = moves.len();
    let mut incoming = vec![0u32; count];
    moves.edges().iter().for_each(|&(_, target)| incoming[target as usize] += 1);
    let mut open: Vec<usize> = (0..count).filter(|&state| incoming[state] == 0).collect();
    let mut left = vec![true; count];
    while let Some(state) = open.pop() {
        left[state] = false;
        for &(_, target) in moves.row(state) {
            incoming[target as usize] -= 1;
            if incoming[target as usize] == 0 {
                open.push(target as usize);
            }
        }
    }
    // What is left is on cycles or after them: go backwards until a state repeats.
    let mut before = vec![None; count];
    for state in (0..count).filter(|&state| left[state]) {
        for &(action, target) in moves.row(state) {
            before[target as usize] = Some((state, action));
        }
    }
    let mut at = left.iter().position(|&left| left)?;
    let mut seen = vec![false; count];
    while !seen[at] {
        seen[at] = true;
        at = before[at]?.0;
    }
    let (start, mut round) = (at, Vec::new());
    loop {
        let (previous, action) = before[at]?;
        round.push(action);
        at = previous;
        if at == start {
            round.reverse();
            return Some((start as u32, round));
        }
    }
}

/// Decides whether some choice among the agent's moves makes the strategy ensure the goal. Where
/// other agents can move, all their moves must be good, and the agent need not move; elsewhere one
/// good move suffices.
pub(super) fn enforces<S: Set>(
    evaluator: &mut Evaluator<'_, S>,
    writer: &ActionWriter,
    strategy: u32,
    goal: u32,
    own: S,
    budget: &Budget,
) -> Result<Answer, OutOfBudget> {
    let mut lazy = Lazy { evaluator, strategy, goal, own: &own, budget };
    if let Forced::Decided { won, first, states } = lazy.decide()? {
        let first = writer.actions(first.into_iter().filter(|&action| own.contains(action)));
        return Ok(Answer::with(won, json!({ "states": states, "first": first })));
    }
    let world = evaluator.world;
    let (mut ends, mut players) = (Vec::new(), Vec::new());
    let mut visit = |evaluator: &mut Evaluator<S>, _: u32, state: &S, row: &S| {
        let end = row.is_empty() && world.terminal(state) && evaluator.everywhere(goal, state);
        let player = match row.clone().minus(&own).is_empty() {
            true => Player::Some,
            false => Player::All,
        };
        ends.push(end);
        players.push(player);
        ControlFlow::Continue(())
    };
    let mut explored = explore(evaluator, budget, true, Some(strategy), &mut visit)?;
    let moves = &mut explored.moves;
    moves.retain(|state, mv| players[state] == Player::Some || !own.contains(mv.0));
    let goals = (0..ends.len()).filter(|&state| ends[state]);
    let won = attractor(moves, |mv| mv.1, goals, |state, _| players[state]);
    let states = explored.states.len();
    let first: Vec<u32> = explored
        .moves
        .row(0)
        .iter()
        .filter(|&&(action, target)| own.contains(action) && won[target as usize].is_some())
        .filter(|_| won[0].is_some())
        .map(|&(action, _)| action)
        .collect();
    let first = writer.actions(first.into_iter());
    Ok(Answer::with(won[0].is_some(), json!({ "states": states, "first": first })))
}
