//! Plans: legal paths that end where a goal is true.

use ludex_base::with_stack;

use super::graph::Graph;
use crate::engine::{Limit, Stop};
use crate::terms::TermId;

/// The limit on the number of plans.
const MOST: usize = 1_000_000;
/// The number of plans between two looks at the clock.
const POLL: usize = 256;

/// Returns all legal plans of at most `longest` actions, from the initial scenery to one where the
/// query of the graph is true.
pub fn plans(graph: &mut Graph, longest: usize) -> Result<Vec<Vec<TermId>>, Stop> {
    let depths = layers(graph, longest)?;
    let near = distances(graph, &depths, longest)?;
    let mut found = Vec::new();
    let mut walk = Walk { near: &near, found: &mut found, path: Vec::new() };
    walk.from(graph, 0, longest, false)?;
    Ok(found)
}

/// Returns all shortest legal plans; none if the goal cannot be reached.
pub fn shortest_plans(graph: &mut Graph) -> Result<Vec<Vec<TermId>>, Stop> {
    let Some(length) = shortest_length(graph)? else { return Ok(Vec::new()) };
    let depths = layers(graph, length)?;
    let near = distances(graph, &depths, length)?;
    let mut found = Vec::new();
    let mut walk = Walk { near: &near, found: &mut found, path: Vec::new() };
    walk.from(graph, 0, length, true)?;
    Ok(found)
}

/// Returns the least number of actions after which the goal is true.
pub fn shortest_length(graph: &mut Graph) -> Result<Option<usize>, Stop> {
    let mut layer = vec![0];
    let mut seen = vec![true];
    let mut length = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for &node in &layer {
            if graph.is_goal(node)? {
                return Ok(Some(length));
            }
        }
        for &node in &layer {
            for mv in graph.moves(node)?.to_vec() {
                seen.resize(seen.len().max(mv.target + 1), false);
                if !std::mem::replace(&mut seen[mv.target], true) {
                    next.push(mv.target);
                }
            }
            if graph.len() > graph.machine.max_states() {
                return Err(Stop::Limit(Limit::States));
            }
            graph.machine.poll()?;
        }
        (layer, length) = (next, length + 1);
    }
    Ok(None)
}

/// Returns the nodes that at most `longest` actions lead to, each with the least number of actions.
fn layers(graph: &mut Graph, longest: usize) -> Result<Vec<(usize, usize)>, Stop> {
    let mut found = vec![(0, 0)];
    let mut seen = vec![true];
    let mut next = 0;
    while next < found.len() {
        let (node, depth) = found[next];
        next += 1;
        if depth == longest {
            continue;
        }
        for mv in graph.moves(node)?.to_vec() {
            seen.resize(seen.len().max(mv.target + 1), false);
            if !std::mem::replace(&mut seen[mv.target], true) {
                found.push((mv.target, depth + 1));
            }
        }
        if found.len() > graph.machine.max_states() {
            return Err(Stop::Limit(Limit::States));
        }
        graph.machine.poll()?;
    }
    Ok(found)
}

/// Returns by node the number of actions needed to reach the goal; `usize::MAX` if it is more than
/// `longest`, or unexplored.
fn distances(
    graph: &mut Graph,
    depths: &[(usize, usize)],
    longest: usize,
) -> Result<Vec<usize>, Stop> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); graph.len()];
    let mut queue = Vec::new();
    for &(node, depth) in depths {
        if graph.is_goal(node)? {
            queue.push(node);
        }
        if depth < longest {
            let moves = graph.known_moves(node).unwrap_or(&[]);
            moves.iter().for_each(|mv| before[mv.target].push(node));
        }
    }
    let mut near = vec![usize::MAX; graph.len()];
    queue.iter().for_each(|&node| near[node] = 0);
    let mut next = 0;
    while next < queue.len() {
        let node = queue[next];
        next += 1;
        for &earlier in &before[node] {
            if near[earlier] == usize::MAX {
                near[earlier] = near[node] + 1;
                queue.push(earlier);
            }
        }
    }
    Ok(near)
}

/// An enumeration of all paths that can still reach the goal in time.
struct Walk<'w> {
    near: &'w [usize],
    found: &'w mut Vec<Vec<TermId>>,
    path: Vec<TermId>,
}

impl Walk<'_> {
    /// Appends all paths from a node that have at most (or exactly) `left` actions.
    fn from(
        &mut self,
        graph: &mut Graph,
        node: usize,
        left: usize,
        exactly: bool,
    ) -> Result<(), Stop> {
        if self.near.get(node).is_none_or(|&near| near > left) {
            return Ok(());
        }
        if graph.is_goal(node)? && (left == 0 || !exactly) {
            if self.found.len() >= MOST {
                return Err(Stop::Limit(Limit::Plans));
            }
            if self.found.len().is_multiple_of(POLL) {
                graph.machine.poll()?;
            }
            self.found.push(self.path.clone());
        }
        if left == 0 {
            return Ok(());
        }
        for mv in graph.moves(node)?.to_vec() {
            self.path.push(mv.action);
            with_stack(64 << 10, || self.from(graph, mv.target, left - 1, exactly))?;
            self.path.pop();
        }
        Ok(())
    }
}
