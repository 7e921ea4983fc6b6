//! Mixed strategies as a graph: the moves that a strategy plays against every move of the other side,
//! and where they lead.

use std::collections::HashMap;

use ludex_evidence::MixedBound;
use ludex_game::{Agent, DynSimultaneousGame, DynState, Model, Notation, SimultaneousGame, Turn};

use super::Role;
use super::nodes::{GraphNode, GraphStep, Nodes};
use crate::error::InputError;
use crate::requests::Limits;
use crate::session::{AnyGame, Session};

/// Returns the parts of a claim about mixed strategies. They are found by playing, within limits.
pub(super) fn parts<'e>(
    session: &Session,
    low: Option<&MixedBound>,
    high: Option<&MixedBound>,
    limits: &Limits,
) -> Result<Vec<(String, Nodes<'e>)>, InputError> {
    let AnyGame::Simultaneous(_, game) = &session.game else {
        return Err(InputError::new("the evidence is about a game of simultaneous moves"));
    };
    if session.agents().len() != 2 {
        return Err(InputError::new("mixed strategies are walked through in games of two agents"));
    }
    let first = session.agents().name(Agent::FIRST);
    let sides = [("at least", Agent::FIRST, low), ("at most", Agent::SECOND, high)];
    let part = |(word, holder, bound): (&str, Agent, Option<&MixedBound>)| {
        let bound = bound?;
        let claim = format!("{first} gets {word} {} in expectation", bound.value);
        Some(graph(game, holder, bound, limits).map(|nodes| (claim, nodes)))
    };
    sides.into_iter().filter_map(part).collect()
}

/// Plays all moves of a strategy against all of the other side.
fn graph<'e>(
    game: &DynSimultaneousGame,
    holder: Agent,
    bound: &MixedBound,
    limits: &Limits,
) -> Result<Nodes<'e>, InputError> {
    let budget = limits.budget();
    let count = u32::try_from(bound.nodes.len()).unwrap_or(u32::MAX);
    let mut places: HashMap<String, u32> =
        bound.nodes.iter().map(|line| line.position.clone()).zip(0..count).collect();
    let mut ends = Vec::new();
    let mut nodes = Vec::new();
    for line in &bound.nodes {
        budget
            .poll()
            .map_err(|stopped| InputError::stopped(&ludex_base::OutOfBudget::polled(stopped)))?;
        let state = crate::describe::position(game, Some(&line.position))?;
        let mut steps = Vec::new();
        for (mv, probability) in &line.mix {
            for (moves, next) in joint_moves(game, &state, holder, mv)? {
                let position = game.write_position(&next);
                let node = match places.get(&position) {
                    Some(&node) => node,
                    None if game.turn(&next) == Turn::Final => {
                        let node = count + u32::try_from(ends.len()).unwrap_or(u32::MAX);
                        places.insert(position.clone(), node);
                        ends.push(end(game, &next, position));
                        node
                    }
                    None => {
                        let message = format!("the strategy does not say what to do at {position}");
                        return Err(InputError::new(message));
                    }
                };
                let probability = Some(probability.clone());
                steps.push(GraphStep { moves, role: Role::Mixed, probability, node });
            }
        }
        let mix: Vec<String> = line.mix.iter().map(|(mv, p)| format!("{mv} with {p}")).collect();
        let facts = vec![format!("{} plays {}", game.agents().name(holder), mix.join(", "))];
        nodes.push(GraphNode { position: line.position.clone(), facts, steps });
    }
    nodes.append(&mut ends);
    Ok(Nodes::Graph { nodes, root: count.saturating_sub(1) })
}

/// Makes the node of a position where the game is over.
pub(super) fn end<G: Notation>(game: &G, state: &G::State, position: String) -> GraphNode {
    let outcome = game.outcomes().name(game.outcome(state));
    GraphNode { position, facts: vec![format!("the game is over: {outcome}")], steps: Vec::new() }
}

/// Returns the joint moves in which the holder plays a move, and where they lead.
fn joint_moves(
    game: &DynSimultaneousGame,
    state: &DynState,
    holder: Agent,
    mv: &str,
) -> Result<Vec<(Vec<String>, DynState)>, InputError> {
    let own = crate::moves::read_one(game, state, holder, mv)?;
    let other = if holder == Agent::FIRST { Agent::SECOND } else { Agent::FIRST };
    let mut replies = Vec::new();
    game.moves(state, other, &mut replies);
    let joint = |reply| {
        let joint = if holder == Agent::FIRST { [own, reply] } else { [reply, own] };
        let texts = game.agents().iter().zip(joint);
        let texts = texts.map(|(agent, mv)| game.write_move(state, agent, mv)).collect();
        let mut next = state.clone();
        game.play_joint(&mut next, &joint);
        (texts, next)
    };
    Ok(replies.into_iter().map(joint).collect())
}
