//! The contents of a file, and warnings about it.

use std::ops::ControlFlow;

use ludex_base::{Budget, NoAnswer, OutOfBudget, Set, with_stack};
use serde_json::{Value, json};

use crate::STACK_SIZE;
use crate::file::File;
use crate::formula::{Formula, Formulas, Node, parts};
use crate::model::{Evaluator, Program, RuleWorld, World, explore, with_set};

/// The contents of a file, for people and scripts.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The names of the agents; empty for strategies about a built-in game.
    pub agents: Vec<String>,
    /// The numbers of actions, atoms, strategies and formulas.
    pub statistics: Value,
    /// The warnings, one sentence each.
    pub warnings: Vec<String>,
}

/// The number of positions that are checked for warnings.
const POSITIONS: usize = 20_000;

/// Returns the summary of a file, or says that the budget was used up: the warnings are found by
/// playing.
pub fn summary(file: &File, budget: &Budget) -> Result<Summary, OutOfBudget> {
    with_stack(STACK_SIZE, || summarise(file, budget))
}

fn summarise(file: &File, budget: &Budget) -> Result<Summary, OutOfBudget> {
    let strategies: Vec<&str> = file.strategies().map(|(name, _)| name).collect();
    let Some(frame) = file.frame() else {
        let statistics = json!({ "game": file.game(), "strategies": strategies });
        return Ok(Summary { agents: Vec::new(), statistics, warnings: Vec::new() });
    };
    let statistics = json!({
        "actions": frame.action_count(),
        "atoms": frame.atom_count(),
        "axioms": file.rules().axioms.len(),
        "formulas": file.formulas.len(),
        "strategies": strategies,
    });
    let agents = frame.agents().names().to_vec();
    let mut warnings = if file.rules().is_empty() { Vec::new() } else { warnings(file, budget)? };
    if !file.rules().is_empty() && !file.defines_wins() {
        warnings.push(file.why_nobody_wins());
    }
    Ok(Summary { agents, statistics, warnings })
}

/// Returns warnings about rules before an `else` that choose an illegal action where their owner
/// could move: the rules after them then have no effect. (For such rules Proposition 4 of \[ZT15\]
/// fails.)
fn warnings(file: &File, budget: &Budget) -> Result<Vec<String>, OutOfBudget> {
    let Some(mut frame) = file.frame().cloned() else { return Ok(Vec::new()) };
    let mut formulas = file.formulas.clone();
    let mut calls = Vec::new();
    for (name, parameters) in file.strategies() {
        match parameters.len() {
            0 => calls.push(name.to_owned()),
            1 => {
                let agents = frame.agents().names().iter();
                calls.extend(agents.map(|agent| format!("{name}({agent})")));
            }
            _ => {}
        }
    }
    let mut rules: Vec<(Formula, String)> = Vec::new();
    for call in calls {
        if let Ok(formula) = file.formula_in(&call, &mut frame, &mut formulas) {
            for first in preferred(&formulas, formula) {
                if rules.iter().all(|&(known, _)| known != first) {
                    rules.push((first, call.clone()));
                }
            }
        }
    }
    let bits = frame.action_count().max(frame.atom_count() + 1);
    with_set!(bits, S => {
        let world: Result<RuleWorld<S>, NoAnswer<String>> =
            RuleWorld::new(&frame, &file.formulas, &file.rules, budget);
        match world {
            Err(NoAnswer::Invalid(missing)) => Ok(vec![missing]),
            Err(NoAnswer::Stopped(stopped)) => Err(stopped),
            Ok(world) => illegal_choices(&world, &frame, &formulas, &rules, budget),
        }
    })
}

/// Returns the left operands of the `else` inside a formula.
fn preferred(formulas: &Formulas, formula: Formula) -> Vec<Formula> {
    let mut open = vec![formula];
    let mut found = Vec::new();
    while let Some(formula) = open.pop() {
        if let Node::Else(first, _) = formulas.node(formula) {
            found.push(*first);
        }
        if matches!(formulas.node(formula), Node::Else(..) | Node::Also(..) | Node::Or(_)) {
            open.extend(parts(formulas.node(formula)));
        }
    }
    found
}

fn illegal_choices<S: Set>(
    world: &RuleWorld<S>,
    frame: &crate::frame::Frame,
    formulas: &Formulas,
    rules: &[(Formula, String)],
    budget: &Budget,
) -> Result<Vec<String>, OutOfBudget> {
    let mut program: Program<S> = Program::new();
    let steps: Vec<u32> = rules
        .iter()
        .map(|&(rule, _)| program.compile(formulas, rule, frame.action_count()))
        .collect();
    let owned: Vec<S> =
        frame.agents().iter().map(|agent| frame.actions_of(Some(agent)).collect()).collect();
    let mut evaluator = Evaluator::new(World::Rules(world), &program).within(budget);
    let mut warned = vec![None; rules.len()];
    let mut visit = |evaluator: &mut Evaluator<S>, at: u32, state: &S, legal: &S| {
        for (rule, &step) in steps.iter().enumerate().filter(|_| !legal.is_empty()) {
            if warned[rule].is_some() {
                continue;
            }
            let chosen = evaluator.row(step, state, &evaluator.full.clone()).minus(legal);
            let wrong =
                chosen.iter().find(|&action| legal.meets(&owned[frame.owner(action).index()]));
            warned[rule] = wrong;
        }
        if at as usize >= POSITIONS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    explore(&mut evaluator, budget, false, None, &mut visit)?;
    let sentence = |(action, (_, call)): (&Option<u32>, &(Formula, String))| {
        let action = frame.action_name((*action)?);
        Some(format!(
            "in `{call}` a rule before an `else` chooses `{action}` where it is illegal: \
             add `legal({action})` to it, or the rules after it are not tried"
        ))
    };
    let mut list: Vec<String> = warned.iter().zip(rules).filter_map(sentence).collect();
    list.dedup();
    Ok(list)
}
