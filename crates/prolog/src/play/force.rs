//! Decides by a fixpoint what a coalition can force.
//!
//! ```text
//! Win = μZ. { s | the goal is true at s }
//!         ∪ { s | some enabled action of a player in C leads into Z }
//!         ∪ { s | some action of a player outside C is enabled, and all of those lead into Z }
//! ```

use ludex_base::{Csr, Player, Win, attractor};
use rustc_hash::FxHashSet;

use super::graph::Graph;
use crate::engine::Stop;
use crate::terms::TermId;

/// The result of the analysis, by node.
#[derive(Debug)]
pub struct Verdict {
    /// Whether the coalition can force the goal from the initial scenery; `None` if the graph was
    /// too large to decide.
    pub answer: Option<bool>,
    /// The reason why a node is won, for nodes that are certainly won.
    pub won: Vec<Option<Win>>,
    /// Whether the coalition could still win if all unexplored nodes were won.
    pub open: Vec<bool>,
    /// By node and move: whether a player of the coalition owns it.
    pub ours: Vec<Vec<bool>>,
    /// Whether both sides can act in one scenery; then the coalition is assumed to act first.
    pub mixed: bool,
}

/// Decides whether a coalition can force the query of the graph.
pub fn force(graph: &mut Graph, coalition: &[TermId]) -> Result<Verdict, Stop> {
    let goals = explore_goals(graph)?;
    let members: FxHashSet<TermId> = coalition.iter().copied().collect();
    let ours = owners(graph, &members);
    let mixed = ours.iter().any(|moves| moves.contains(&true) && moves.contains(&false));
    let won = fixpoint(graph, &goals, &ours, false);
    let hoped = fixpoint(graph, &goals, &ours, true);
    let answer = match (won[0].is_some(), hoped[0].is_some()) {
        (true, _) => Some(true),
        (false, false) => Some(false),
        (false, true) => None,
    };
    let open = hoped.iter().map(Option::is_some).collect();
    Ok(Verdict { answer, won, open, ours, mixed })
}

/// Explores the graph within the limits, but not beyond goals, and returns where the goal is true.
fn explore_goals(graph: &mut Graph) -> Result<Vec<bool>, Stop> {
    let mut goals = Vec::new();
    while goals.len() < graph.len() {
        let node = goals.len();
        let looked = graph.is_goal(node).and_then(|goal| {
            if !goal && graph.len() <= graph.machine.max_states() {
                graph.moves(node)?;
            }
            Ok(goal)
        });
        match looked {
            Ok(goal) => goals.push(goal),
            Err(Stop::Limit(_)) => {
                goals.resize(graph.len(), false);
                break;
            }
            Err(fault) => return Err(fault),
        }
    }
    Ok(goals)
}

fn owners(graph: &mut Graph, members: &FxHashSet<TermId>) -> Vec<Vec<bool>> {
    let mut ours = Vec::with_capacity(graph.len());
    for node in 0..graph.len() {
        let moves: Vec<TermId> =
            graph.known_moves(node).unwrap_or(&[]).iter().map(|mv| mv.action).collect();
        let mut is_ours = |action| graph.owner(action).is_some_and(|p| members.contains(&p));
        ours.push(moves.into_iter().map(&mut is_ours).collect());
    }
    ours
}

/// Returns where the goal can be forced, and why. Unexplored nodes are lost, or won if
/// `optimistic`.
fn fixpoint(
    graph: &Graph,
    goals: &[bool],
    ours: &[Vec<bool>],
    optimistic: bool,
) -> Vec<Option<Win>> {
    let known = |node: usize| graph.known_moves(node);
    let row = |node: usize| known(node).unwrap_or(&[]).iter().map(|mv| mv.target as u32);
    let moves: Csr<u32> = (0..graph.len()).map(row).collect();
    let won = |&node: &usize| goals[node] || (optimistic && known(node).is_none());
    let player = |node: usize, i: usize| match ours[node][i] {
        true => Player::Some,
        false => Player::All,
    };
    attractor(&moves, |&target| target, (0..graph.len()).filter(won), player)
}
