//! Trees in the language of Graphviz.

use std::fmt::Write;

use ludex_base::visible;

use super::Diagram;
use crate::Ink;
use crate::picture::colour;

impl Diagram {
    /// Returns the tree as a graph for `dot`.
    pub fn to_dot(&self) -> String {
        let mut dot =
            "digraph tree {\n  node [fontname=\"sans-serif\" shape=box style=rounded];\n  \
                       edge [fontname=\"sans-serif\" arrowhead=none];\n"
                .to_string();
        for (number, node) in self.nodes.iter().enumerate() {
            let label = match node.note.is_empty() {
                true => quoted(&node.label),
                false => format!("{}\\n{}", quoted(&node.label), quoted(&node.note)),
            };
            let shape = if node.leaf { " shape=plaintext" } else { "" };
            let ink = match node.ink {
                Ink::Plain => String::new(),
                ink => format!(" color=\"{0}\" fontcolor=\"{0}\"", colour(ink)),
            };
            let _ = writeln!(dot, "  n{number} [label=\"{label}\"{shape}{ink}];");
            if let Some(parent) = node.parent {
                let strong = if node.chosen { " penwidth=3" } else { "" };
                let edge = quoted(&node.edge);
                let _ = writeln!(dot, "  n{parent} -> n{number} [label=\"{edge}\"{strong}];");
            }
        }
        dot.push_str("}\n");
        dot
    }
}

/// Returns a text as it stands between quotation marks.
fn quoted(text: &str) -> String {
    visible(text).replace('\\', "\\\\").replace('"', "\\\"")
}
