//! Trees as pictures: game trees, proofs, derivations, extensive games and strategies are described as
//! nodes with texts, and laid out, written as SVG, as DOT and for TikZ here.

mod dot;
mod layout;
mod svg;
mod tikz;

use crate::Ink;

/// A tree to be drawn.
///
/// ```
/// use ludex_game::{Diagram, DiagramNode, Ink};
/// let mut tree = Diagram::default();
/// let root = tree.root(DiagramNode::new("X").ink(Ink::Of(0)));
/// tree.child(root, "a1", DiagramNode::new("wins").leaf());
/// assert!(tree.to_svg().starts_with("<svg"));
/// assert!(tree.to_dot().contains("n0 -> n1 [label=\"a1\""));
/// assert!(tree.to_tikz().contains("node[move] {a1} (n1)"));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Diagram {
    /// The nodes, parents before children; the first one is the root.
    nodes: Vec<DiagramNode>,
}

/// A node of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagramNode {
    parent: Option<usize>,
    edge: String,
    label: String,
    note: String,
    ink: Ink,
    leaf: bool,
    chosen: bool,
}

impl DiagramNode {
    /// Returns a node with a text.
    pub fn new(label: impl Into<String>) -> DiagramNode {
        let (label, edge, note) = (label.into(), String::new(), String::new());
        DiagramNode { parent: None, edge, label, note, ink: Ink::Plain, leaf: false, chosen: false }
    }

    /// Colours the node: the agent that moves here.
    pub fn ink(self, ink: Ink) -> DiagramNode {
        DiagramNode { ink, ..self }
    }

    /// Adds a smaller text.
    pub fn note(self, note: impl Into<String>) -> DiagramNode {
        DiagramNode { note: note.into(), ..self }
    }

    /// Draws the text without a frame.
    pub fn leaf(self) -> DiagramNode {
        DiagramNode { leaf: true, ..self }
    }

    /// Marks the edge to the node as the one that is played.
    pub fn chosen(self, chosen: bool) -> DiagramNode {
        DiagramNode { chosen, ..self }
    }
}

impl Diagram {
    /// Adds the root, which must come first, and returns its number.
    pub fn root(&mut self, node: DiagramNode) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds a child with a text on the edge to it, and returns its number.
    pub fn child(&mut self, parent: usize, edge: impl Into<String>, node: DiagramNode) -> usize {
        let parent = Some(parent.min(self.nodes.len().saturating_sub(1)));
        self.nodes.push(DiagramNode { parent, edge: edge.into(), ..node });
        self.nodes.len() - 1
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}
