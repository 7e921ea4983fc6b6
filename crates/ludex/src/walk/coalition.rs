//! What a coalition forces as a graph: the moves of its strategy, and all that the others can do, until
//! what was asked for is so.

use std::collections::HashMap;

use ludex_base::{Budget, OutOfBudget};
use ludex_evidence::{Evidence, read_root};
use ludex_game::{
    Agent, DynGame, DynMove, DynSimultaneousGame, DynState, Game, Model, Notation,
    SimultaneousGame, Turn,
};

use super::Role;
use super::mixed::end;
use super::nodes::{GraphNode, GraphStep, Nodes};
use crate::coalitions::Plan;
use crate::error::InputError;
use crate::session::{AnyGame, Session};

/// Steps from a state: whose each is, the moves, and where they lead.
type Steps = Result<Vec<(Role, Vec<String>, DynState)>, InputError>;

/// Returns what the strategy of evidence about a coalition leads to.
pub(super) fn part<'e>(
    session: &Session,
    evidence: &Evidence,
    (query, holds, witness): (&str, bool, &[String]),
    budget: &Budget,
) -> Result<(String, Nodes<'e>), InputError> {
    let wrong = |error: ludex_evidence::Rejection| InputError::new(error.to_string());
    let answer = (query, holds, witness);
    let nodes = match &session.game {
        AnyGame::Turns(_, game) => {
            let root = read_root(game, evidence).map_err(wrong)?;
            let plan = Plan::read(session, &root, answer, budget)?;
            grow(game, root, plan.as_ref(), budget, &|state, own| turn(game, state, own))
        }
        AnyGame::Simultaneous(_, game) => {
            let root = read_root(game, evidence).map_err(wrong)?;
            let plan = Plan::read(session, &root, answer, budget)?;
            grow(game, root, plan.as_ref(), budget, &|state, own| joint(game, state, own))
        }
    };
    let truth = if holds { "is true" } else { "is false" };
    Ok((format!("{query} {truth}"), Nodes::Graph { nodes: nodes?, root: 0 }))
}

/// Plays all plays of a plan. A position is one node, however it is reached.
fn grow<G: Notation<State = DynState>>(
    game: &G,
    root: DynState,
    plan: Option<&Plan>,
    budget: &Budget,
    next: &dyn Fn(&DynState, &[String]) -> Steps,
) -> Result<Vec<GraphNode>, InputError> {
    let position = game.write_position(&root);
    let Some(plan) = plan else {
        let fact = "there is no strategy that shows it: all states were looked at";
        return Ok(vec![GraphNode { position, facts: vec![fact.to_string()], steps: Vec::new() }]);
    };
    let mut places = HashMap::from([(position, 0)]);
    let (mut states, mut nodes) = (vec![root], Vec::new());
    while let Some(state) = states.get(nodes.len()).cloned() {
        budget.poll().map_err(|why| InputError::stopped(&OutOfBudget::polled(why)))?;
        let position = game.write_position(&state);
        let node = match game.turn(&state) {
            _ if plan.ends.contains(&position) => {
                let facts = vec!["what was asked for is so".to_string()];
                GraphNode { position, facts, steps: Vec::new() }
            }
            Turn::Final => end(game, &state, position),
            _ => {
                let own = plan.moves.get(&position).map_or(&[][..], |moves| moves);
                let mut steps = Vec::new();
                for (role, moves, after) in next(&state, own)? {
                    let free = places.len() as u32;
                    let node = *places.entry(game.write_position(&after)).or_insert(free);
                    if node == free {
                        states.push(after);
                    }
                    steps.push(GraphStep { moves, role, probability: None, node });
                }
                GraphNode { position, facts: Vec::new(), steps }
            }
        };
        nodes.push(node);
    }
    Ok(nodes)
}

/// Returns the move of an agent among those of a plan, which are written `AGENT MOVE`.
fn own_move<G: Notation<State = DynState, Move = DynMove>>(
    game: &G,
    state: &DynState,
    agent: Agent,
    own: &[String],
) -> Result<Option<DynMove>, InputError> {
    let name = game.agents().name(agent);
    let text = own.iter().find_map(|text| text.strip_prefix(name)?.strip_prefix(' '));
    text.map(|text| crate::moves::read_one(game, state, agent, text)).transpose()
}

/// Returns the move of the plan, or all moves of the agent on turn.
fn turn(game: &DynGame, state: &DynState, own: &[String]) -> Steps {
    let Some(agent) = game.turn(state).agent() else { return Ok(Vec::new()) };
    let (role, moves) = match own_move(game, state, agent, own)? {
        Some(mv) => (Role::Chosen, vec![mv]),
        None => {
            let mut moves = Vec::new();
            game.moves(state, agent, &mut moves);
            (Role::Reply, moves)
        }
    };
    let step = |mv| {
        let text = game.write_move(state, agent, mv);
        (role, vec![text], game.after(state, agent, mv))
    };
    Ok(moves.into_iter().map(step).collect())
}

/// Returns all joint moves in which the agents of the plan play its moves.
fn joint(game: &DynSimultaneousGame, state: &DynState, own: &[String]) -> Steps {
    let mut joint_moves: Vec<Vec<DynMove>> = vec![Vec::new()];
    for agent in game.agents().iter() {
        let mut moves = Vec::new();
        match own_move(game, state, agent, own)? {
            Some(mv) => moves.push(mv),
            None => game.moves(state, agent, &mut moves),
        }
        let with = |joint: &Vec<DynMove>, &mv: &DynMove| [&joint[..], &[mv]].concat();
        let extended =
            joint_moves.iter().flat_map(|joint| moves.iter().map(move |mv| with(joint, mv)));
        joint_moves = extended.collect();
    }
    let step = |joint: Vec<DynMove>| {
        let texts = game.agents().iter().zip(&joint);
        let texts = texts.map(|(agent, &mv)| game.write_move(state, agent, mv)).collect();
        let mut after = state.clone();
        game.play_joint(&mut after, &joint);
        (Role::Reply, texts, after)
    };
    Ok(joint_moves.into_iter().map(step).collect())
}
