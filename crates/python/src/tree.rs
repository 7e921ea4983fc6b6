//! Trees as pictures, drawn as the program draws them.

use ludex_game::{Diagram, DiagramNode, Ink};
use pyo3::prelude::*;

/// A node: its parent (the root has none), the move that leads to it, its text, the number of the agent
/// on turn, and whether the game is over.
type Node = (Option<usize>, String, String, Option<u8>, bool);

/// Draws a tree whose parents come before their children, as SVG and in the language of Graphviz.
#[pyfunction]
#[pyo3(name = "_draw_tree")]
pub fn draw_tree(nodes: Vec<Node>) -> (String, String) {
    let mut tree = Diagram::default();
    for (parent, mv, text, agent, over) in nodes {
        let node = DiagramNode::new(text).ink(agent.map_or(Ink::Plain, Ink::Of));
        let node = if over { node.leaf() } else { node };
        match parent {
            Some(parent) => tree.child(parent, mv, node),
            None => tree.root(node),
        };
    }
    (tree.to_svg(), tree.to_dot())
}
