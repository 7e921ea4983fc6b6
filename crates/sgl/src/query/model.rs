//! Questions about the model of a game.

use std::ops::ControlFlow;

use ludex_base::{Budget, OutOfBudget, Set};
use ludex_game::Agent;
use serde_json::{Value, json};

use super::Answer;
use super::play::{enforces, ensures};
use super::witness::ActionWriter;
use crate::expand::Expander;
use crate::formula::{Formula, Formulas};
use crate::frame::Frame;
use crate::model::{Evaluator, Program, World, explore};
use crate::syntax::{Expr, QueryTree, Tree};
use ludex_base::SourceError;

/// A question with its names resolved.
pub(super) enum ModelQuery {
    Holds(Formula),
    Check { after: Vec<u32>, choosing: Option<u32>, formula: Formula },
    Moves { strategy: Formula, agent: Agent, after: Vec<u32> },
    Complete { strategy: Formula, agent: Agent },
    Deterministic { strategy: Formula, agent: Agent },
    Functional { strategy: Formula, agent: Agent },
    Reach { strategy: Formula, goal: Option<Formula> },
    Ensures { strategy: Formula, goal: Formula },
    Enforces { agent: Agent, strategy: Formula, goal: Formula },
    Implements([Formula; 3]),
}

impl ModelQuery {
    pub fn read(tree: &QueryTree, expander: &mut Expander) -> Result<ModelQuery, SourceError> {
        let after = |expander: &mut Expander, after: &[Expr]| {
            after.iter().map(|action| expander.action(action)).collect::<Result<Vec<_>, _>>()
        };
        let both = |e: &mut Expander, strategy: &Tree, agent: &Expr| {
            Ok::<_, SourceError>((e.formula(strategy)?, e.agent(agent)?))
        };
        Ok(match tree {
            QueryTree::Holds(formula) => ModelQuery::Holds(expander.formula(formula)?),
            QueryTree::Check { after: line, choosing, formula } => ModelQuery::Check {
                after: after(expander, line)?,
                choosing: choosing.as_ref().map(|action| expander.action(action)).transpose()?,
                formula: expander.formula(formula)?,
            },
            QueryTree::Moves { strategy, agent, after: line } => {
                let (strategy, agent) = both(expander, strategy, agent)?;
                ModelQuery::Moves { strategy, agent, after: after(expander, line)? }
            }
            QueryTree::Complete { strategy, agent } => {
                let (strategy, agent) = both(expander, strategy, agent)?;
                ModelQuery::Complete { strategy, agent }
            }
            QueryTree::Deterministic { strategy, agent } => {
                let (strategy, agent) = both(expander, strategy, agent)?;
                ModelQuery::Deterministic { strategy, agent }
            }
            QueryTree::Functional { strategy, agent } => {
                let (strategy, agent) = both(expander, strategy, agent)?;
                ModelQuery::Functional { strategy, agent }
            }
            QueryTree::Reach { strategy, goal } => ModelQuery::Reach {
                strategy: expander.formula(strategy)?,
                goal: goal.as_ref().map(|goal| expander.formula(goal)).transpose()?,
            },
            QueryTree::Ensures { strategy, goal } => ModelQuery::Ensures {
                strategy: expander.formula(strategy)?,
                goal: expander.formula(goal)?,
            },
            QueryTree::Enforces { agent, strategy, goal } => {
                let (strategy, agent) = both(expander, strategy, agent)?;
                ModelQuery::Enforces { agent, strategy, goal: expander.formula(goal)? }
            }
            QueryTree::Implements { strategy, goal } => {
                let (strategy, goal) = (expander.formula(strategy)?, expander.formula(goal)?);
                let actions = expander.frame.action_count() as u32;
                ModelQuery::Implements(conditions(expander.formulas, strategy, goal, actions))
            }
            _ => unreachable!("questions of pure logic are answered before"),
        })
    }
}

/// Returns the three conditions of "α implements φ" [ZT15, Def. 7].
fn conditions(f: &mut Formulas, strategy: Formula, goal: Formula, actions: u32) -> [Formula; 3] {
    let (initial, terminal) = (f.initial(), f.terminal());
    let legal: Vec<Formula> = (0..actions).map(|action| f.legal(action)).collect();
    let some = f.or(legal.clone());
    let can_move = f.strategy(strategy, some);
    let first = f.implies(initial, can_move);
    let going_on = f.or(vec![terminal, some]);
    let each: Vec<Formula> = (0..actions)
        .map(|action| {
            let after = f.exec(action, going_on);
            let step = f.implies(legal[action as usize], after);
            f.strategy(strategy, step)
        })
        .collect();
    let steps = f.and(each);
    let not_over = f.not(terminal);
    let second = f.implies(not_over, steps);
    let end = f.and(vec![terminal, strategy]);
    [first, second, f.implies(end, goal)]
}

/// Answers a question in a model; the error says why there is no answer.
pub(super) fn answer<S: Set>(
    world: World<S>,
    frame: &Frame,
    formulas: &Formulas,
    query: &ModelQuery,
    budget: &Budget,
) -> Result<Answer, OutOfBudget> {
    let mut program: Program<S> = Program::new();
    let mut compile = |formula: Formula| program.compile(formulas, formula, world.actions());
    let writer = ActionWriter { frame };
    match query {
        ModelQuery::Holds(formula) => {
            let step = compile(*formula);
            let mut evaluator = Evaluator::new(world, &program).within(budget);
            holds(&mut evaluator, &writer, step, budget)
        }
        ModelQuery::Check { after, choosing, formula } => {
            let step = compile(*formula);
            let mut evaluator = Evaluator::new(world, &program).within(budget);
            let state = after_line(world, after);
            let care = choosing.map_or_else(|| evaluator.full.clone(), S::one);
            let row = evaluator.row(step, &state, &care);
            evaluator.finished()?;
            let witness =
                care.clone().minus(&row).iter().next().map(|action| writer.choice(action));
            Ok(Answer { witness, ..Answer::plain(row == care) })
        }
        ModelQuery::Moves { strategy, agent, after } => {
            let step = compile(*strategy);
            let mut evaluator = Evaluator::new(world, &program).within(budget);
            let state = after_line(world, after);
            let legal = world.legal(&state).and(&owned(frame, *agent));
            let row = evaluator.row(step, &state, &legal);
            evaluator.finished()?;
            Ok(Answer::plain(writer.actions(row.iter())))
        }
        ModelQuery::Complete { strategy, agent } => {
            let step = compile(*strategy);
            let own = owned(frame, *agent);
            let mut evaluator = Evaluator::new(world, &program).within(budget);
            search(&mut evaluator, &writer, budget, &mut |evaluator, state, legal| {
                let can = legal.clone().and(&own);
                let stuck = !can.is_empty() && !evaluator.somewhere(step, state, &can);
                stuck.then(|| json!({ "legal": writer.actions(can.iter()) }))
            })
        }
        ModelQuery::Deterministic { strategy, agent } => {
            let step = compile(*strategy);
            let own = owned(frame, *agent);
            let mut evaluator = Evaluator::new(world, &program).within(budget);
            search(&mut evaluator, &writer, budget, &mut |evaluator, state, legal| {
                let row = evaluator.row(step, state, &legal.clone().and(&own));
                (row.len() > 1).then(|| json!({ "moves": writer.actions(row.iter()) }))
            })
        }
        ModelQuery::Functional { strategy, agent } => {
            let step = compile(*strategy);
            let own = owned(frame, *agent);
            let mut evaluator = Evaluator::new(world, &program).within(budget);
            search(&mut evaluator, &writer, budget, &mut |evaluator, state, legal| {
                let can = legal.clone().and(&own);
                let row = evaluator.row(step, state, &can);
                let moves = || json!({ "moves": writer.actions(row.iter()) });
                (row.len() != usize::from(!can.is_empty())).then(moves)
            })
        }
        ModelQuery::Reach { strategy, goal } => {
            let strategy = compile(*strategy);
            let goal = goal.map(&mut compile);
            let mut evaluator = Evaluator::new(world, &program).within(budget);
            let mut count = 0u64;
            explore(
                &mut evaluator,
                budget,
                false,
                Some(strategy),
                &mut |evaluator, _, state, row| {
                    count += u64::from(match goal {
                        None => true,
                        Some(goal) => {
                            row.is_empty()
                                && world.terminal(state)
                                && evaluator.everywhere(goal, state)
                        }
                    });
                    ControlFlow::Continue(())
                },
            )?;
            Ok(Answer::plain(count))
        }
        ModelQuery::Ensures { strategy, goal } => {
            let (strategy, goal) = (compile(*strategy), compile(*goal));
            ensures(
                &mut Evaluator::new(world, &program).within(budget),
                &writer,
                strategy,
                goal,
                budget,
            )
        }
        ModelQuery::Enforces { agent, strategy, goal } => {
            let (strategy, goal) = (compile(*strategy), compile(*goal));
            let own = owned(frame, *agent);
            enforces(
                &mut Evaluator::new(world, &program).within(budget),
                &writer,
                strategy,
                goal,
                own,
                budget,
            )
        }
        ModelQuery::Implements(conditions) => {
            let steps = conditions.map(&mut compile);
            let mut evaluator = Evaluator::new(world, &program).within(budget);
            implements(&mut evaluator, &writer, steps, budget)
        }
    }
}

/// Returns the actions of an agent.
fn owned<S: Set>(frame: &Frame, agent: Agent) -> S {
    frame.actions_of(Some(agent)).collect()
}

/// Returns the place of the first move before the question that is not legal, if there is one.
pub(super) fn illegal_move<S: Set>(world: World<S>, query: &ModelQuery) -> Option<usize> {
    let (ModelQuery::Check { after, .. } | ModelQuery::Moves { after, .. }) = query else {
        return None;
    };
    let mut state = world.start();
    after.iter().position(|&action| {
        let legal = world.legal(&state).contains(action);
        state = world.update(&state, action);
        !legal
    })
}

fn after_line<S: Set>(world: World<S>, line: &[u32]) -> S {
    line.iter().fold(world.start(), |state, &action| world.update(&state, action))
}

/// Returns whether a step is true at every move of every state that legal play reaches.
fn holds<S: Set>(
    evaluator: &mut Evaluator<'_, S>,
    writer: &ActionWriter,
    step: u32,
    budget: &Budget,
) -> Result<Answer, OutOfBudget> {
    search(evaluator, writer, budget, &mut |evaluator, state, _| {
        if evaluator.everywhere(step, state) {
            return None;
        }
        let full = evaluator.full.clone();
        let wrong = full.clone().minus(&evaluator.row(step, state, &full));
        Some(json!({ "choosing": writer.actions(wrong.iter().take(1)) }))
    })
}

/// Returns by condition whether it is true at every move of every state that legal play reaches.
fn implements<S: Set>(
    evaluator: &mut Evaluator<'_, S>,
    writer: &ActionWriter,
    steps: [u32; 3],
    budget: &Budget,
) -> Result<Answer, OutOfBudget> {
    let mut faults = [None; 3];
    let explored = explore(evaluator, budget, false, None, &mut |evaluator, at, state, _| {
        for (fault, step) in faults.iter_mut().zip(steps) {
            if fault.is_none() && !evaluator.everywhere(step, state) {
                *fault = Some(at);
            }
        }
        match faults.iter().all(Option::is_some) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    let results: Vec<bool> = faults.iter().map(Option::is_none).collect();
    let witnesses: Vec<Value> = faults
        .iter()
        .map(|fault| match fault {
            None => Value::Null,
            Some(at) => writer.line(&explored.line(*at), Value::Null),
        })
        .collect();
    Ok(Answer::with(results, Value::Array(witnesses)))
}

/// Returns what is wrong in a state with these legal moves.
type Fault<'f, S> = dyn FnMut(&mut Evaluator<'_, S>, &S, &S) -> Option<Value> + 'f;

/// Searches the states that legal play reaches for a violation; the answer is true if there is
/// none.
fn search<S: Set>(
    evaluator: &mut Evaluator<'_, S>,
    writer: &ActionWriter,
    budget: &Budget,
    fault: &mut Fault<'_, S>,
) -> Result<Answer, OutOfBudget> {
    let mut found = None;
    let explored =
        explore(evaluator, budget, false, None, &mut |evaluator, at, state, legal| match fault(
            evaluator, state, legal,
        ) {
            None => ControlFlow::Continue(()),
            Some(fault) => {
                found = Some((at, fault));
                ControlFlow::Break(())
            }
        })?;
    Ok(match found {
        None => Answer::plain(true),
        Some((at, fault)) => Answer::with(false, writer.line(&explored.line(at), fault)),
    })
}
