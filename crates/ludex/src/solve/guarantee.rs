//! What one agent can secure against all others together.

use std::time::Instant;

use ludex_evidence::{Claim, Evidence};
use ludex_game::{
    Agent, Coalition, DynGame, DynState, Fraction, Model, Notation, PlayNode, Unexplored, nearest,
};
use ludex_search::explore_states;

use super::{one_by_one, turns};
use crate::answers::Solved;
use crate::error::InputError;
use crate::requests::{SetUp, Solve};
use crate::session::{AnyGame, Session};

/// Finds what an agent can secure in every one of the states.
pub(super) fn run(
    session: &Session,
    game: &DynGame,
    request: &Solve,
    states: &[(DynState, Option<f64>)],
    each: &mut dyn FnMut(Solved),
) -> Result<(), InputError> {
    let agent = agent(game, request)?;
    if game.zero_sum() {
        let message =
            format!("{} is zero-sum: its value is what each agent can secure", session.name);
        return Err(InputError::new(message).help("leave --guarantee out"));
    }
    session.require_no_chance("what one agent can secure is searched for")?;
    if request.store.is_some() {
        return Err(InputError::new("--store keeps values, which a guarantee is not"));
    }
    one_by_one(request, states, each, |state| one(session, game, request, agent, state))
}

/// Returns the agent that a request names.
fn agent(game: &DynGame, request: &Solve) -> Result<Agent, InputError> {
    let name = request.guarantee.as_deref().unwrap_or_default();
    let (agents, names) = (game.agents(), game.agents().names());
    agents.named(name).ok_or_else(|| {
        let near = nearest(name, names.iter().map(String::as_str));
        let list = format!("the agents are {}", names.join(", "));
        InputError::about("agent", name, format!("there is no agent called `{name}`"))
            .help(near.map_or(list, |near| format!("did you mean `{near}`?")))
    })
}

fn one(
    session: &Session,
    game: &DynGame,
    request: &Solve,
    agent: Agent,
    state: &DynState,
) -> Result<Solved, InputError> {
    let start = Instant::now();
    let name = game.agents().name(agent);
    let turn = game.turn(state).agent().map(|agent| game.agents().name(agent).to_string());
    let answer = |solved: Solved| Solved {
        first: name.to_string(),
        guarantee: Some(name.to_string()),
        turn: turn.clone(),
        ..solved
    };
    // The outcomes are the payoffs of the first agent, unless they say less: then there is a fault.
    let listed = if agent == Agent::FIRST { outcomes(game) } else { None };
    if let Some(payoffs) = listed
        && let Ok(solved) = against(session, game, request, agent, (state, payoffs))
    {
        return Ok(answer(solved));
    }
    match payoffs(session, game, request, agent, state)? {
        Err(stopped) => {
            let position = game.write_position(state);
            let seconds = start.elapsed().as_secs_f64();
            let solved = Solved { seconds, ..Solved::unknown(name, position) };
            Ok(answer(Solved { stopped: Some(stopped), ..solved }))
        }
        Ok(payoffs) => {
            let seconds = start.elapsed().as_secs_f64();
            let mut request = request.clone();
            let left = |most: f64| (most - seconds).max(0.0);
            request.limits.max_seconds = request.limits.max_seconds.map(left);
            let solved = against(session, game, &request, agent, (state, payoffs))?;
            Ok(answer(Solved { seconds: solved.seconds + seconds, ..solved }))
        }
    }
}

/// Returns the numbers of the outcomes.
fn outcomes(game: &DynGame) -> Option<Vec<Fraction>> {
    let outcomes = game.outcomes();
    outcomes.iter().map(|outcome| Fraction::of_number(outcomes.number(outcome))).collect()
}

/// Solves the zero-sum game of an agent with these payoffs against the others.
fn against(
    session: &Session,
    game: &DynGame,
    request: &Solve,
    agent: Agent,
    (state, mut payoffs): (&DynState, Vec<Fraction>),
) -> Result<Solved, InputError> {
    let name = game.agents().name(agent);
    // With a worse and a better one, both bounds need evidence: the rules do not say the range.
    let beyond = [payoffs.iter().min().zip(Some(-1)), payoffs.iter().max().zip(Some(1))];
    let beyond = beyond.into_iter().flatten();
    let beyond: Vec<Fraction> =
        beyond.filter_map(|(end, by)| end.checked_add(Fraction::from(by))).collect();
    payoffs.extend(beyond);
    let coalition = Coalition::new(game.clone(), agent, payoffs).ok_or_else(|| {
        InputError::new(format!("the payoffs of {name} are too many to be listed"))
    })?;
    let file = session.file.clone();
    let session = Session { file, ..Session::of(&session.name, DynGame::new(coalition)) };
    let request = Solve { guarantee: None, value_watcher: None, ..request.clone() };
    value(&session, &request, game.write_position(state))
}

/// Lists what the agent can get in the final states that play can reach, or says why the list could
/// not be made.
fn payoffs(
    session: &Session,
    game: &DynGame,
    request: &Solve,
    agent: Agent,
    state: &DynState,
) -> Result<Result<Vec<Fraction>, String>, InputError> {
    let (budget, mut observer) = (request.limits.budget(), request.limits.observer());
    let graph = match explore_states(game, state, &budget, &mut observer) {
        Ok(explored) => explored.graph,
        Err(Unexplored::Stopped(stopped)) => return Ok(Err(stopped.to_string())),
        Err(Unexplored::Together(_)) => return Err(refused(session, "all agents choose at once")),
        Err(Unexplored::Stuck(_)) => return Err(refused(session, "an agent on turn has no move")),
        Err(Unexplored::Inexact(..)) => {
            return Err(refused(session, "a payoff is too long for exact fractions"));
        }
    };
    session.require_sound()?;
    let ends = (0..graph.len() as u32).filter_map(|node| match graph.node(node) {
        PlayNode::End(payoffs) => graph.payoffs(payoffs)[agent.index()].small(),
        PlayNode::Choice(_) | PlayNode::Chance => None,
    });
    let payoffs: Vec<Fraction> = ends.collect();
    match payoffs.is_empty() {
        true => Err(refused(session, "no play ends")),
        false => Ok(Ok(payoffs)),
    }
}

fn refused(session: &Session, reason: &str) -> InputError {
    InputError::new(format!("nobody's guarantee in {} can be found: {reason}", session.name))
}

/// Solves the zero-sum game of the agent against the others.
fn value(against: &Session, request: &Solve, position: String) -> Result<Solved, InputError> {
    let AnyGame::Turns(typed, game) = &against.game else {
        return Err(refused(against, "all agents choose at once"));
    };
    let state = against.at(&SetUp::position(position))?;
    let mut found = None;
    let solving = turns::Solving { session: against, typed: &**typed, game };
    turns::run(solving, request, &[(state, None)], &mut |solved| found = Some(solved))?;
    let mut solved = found.expect("a search of one position gives one answer");
    solved.evidence = solved.evidence.map(|evidence| labelled(evidence, &solved.first));
    Ok(solved)
}

/// Returns evidence about the value of the game against the others as evidence for a guarantee.
fn labelled(evidence: Evidence, agent: &str) -> Evidence {
    let claim = match evidence.claim {
        Claim::Value { low, high } => Claim::Guarantee { agent: agent.to_string(), low, high },
        claim => claim,
    };
    Evidence { claim, ..evidence }
}
