//! Symmetries of the rules: renamings of constants, functions, relations and roles, with reordered
//! arguments, that map the set of rules to itself. Such a renaming maps plays to plays, and states
//! to states with the same values for the renamed roles.

mod graph;
mod refine;

use graph::RuleGraph;
use ludex_base::{Budget, Stopped};
use refine::Search;

use crate::description::Description;
use crate::symbol::Symbol;

/// The largest graph that is searched, and the largest number of pairs of symbols that are tried.
const NODES: usize = 60_000;
const PAIRS: usize = 200;

/// Returns generators of the renamings that were found, each as its cycles: `(white black)(1 8)(2
/// 7)`, or `(reordered)` if it only reorders arguments.
pub(crate) fn symmetries(
    description: &Description,
    budget: &Budget,
) -> Result<Vec<String>, Stopped> {
    let graph = RuleGraph::new(&description.rules, &description.symbols);
    if graph.colours.len() > NODES {
        return Ok(Vec::new());
    }
    let mut search = Search::new(&graph, budget);
    let colours = search.stable(graph.colours.clone());
    let mut found = Vec::new();
    for (from, to) in pairs(&graph, &colours) {
        if search.is_exhausted() {
            break;
        }
        if let Some(map) = search.mapping(&colours, from, to) {
            found.push(cycles(description, &graph, &map));
        }
    }
    budget.poll()?; // a search that was ended has not found all
    ludex_base::sort(&mut found);
    found.dedup();
    Ok(found)
}

/// Returns the pairs of nodes that might be mapped to each other: the first node of each class of
/// symbols or argument positions, with every other one of the class.
fn pairs(graph: &RuleGraph, colours: &[u64]) -> Vec<(u32, u32)> {
    let nodes: Vec<u32> = graph.symbols.iter().map(|s| s.1).chain(graph.positions()).collect();
    let mut pairs = Vec::new();
    for (at, &to) in nodes.iter().enumerate() {
        let same = |&from: &u32| colours[from as usize] == colours[to as usize];
        pairs.extend(nodes[..at].iter().copied().find(same).map(|from| (from, to)));
    }
    pairs.truncate(PAIRS);
    pairs
}

/// Returns the cycles of a map, restricted to the symbols.
fn cycles(description: &Description, graph: &RuleGraph, map: &[u32]) -> String {
    let name = |node: u32| {
        let found = graph.symbols.iter().find(|s| s.1 == node);
        let symbol: Symbol = found.expect("symbols are mapped to symbols").0;
        description.symbols.name(symbol)
    };
    let mut text = String::new();
    let mut seen = rustc_hash::FxHashSet::default();
    for &(_, start) in &graph.symbols {
        if map[start as usize] == start || !seen.insert(start) {
            continue;
        }
        let mut names = vec![name(start)];
        let mut at = map[start as usize];
        while at != start {
            seen.insert(at);
            names.push(name(at));
            at = map[at as usize];
        }
        text += &format!("({})", names.join(" "));
    }
    if text.is_empty() { "(reordered)".to_owned() } else { text }
}
