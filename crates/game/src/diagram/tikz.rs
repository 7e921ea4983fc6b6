//! Trees for the LaTeX package TikZ.

use std::fmt::Write;

use super::layout::Layout;
use super::{Diagram, DiagramNode};
use crate::Ink;
use crate::picture::{escape_latex, inks};

/// The number of points of LaTeX that a unit of the layout has: the letters of a text of ten points
/// are as wide as the layout takes those of its texts to be.
const SCALE: f64 = 0.75;

impl Diagram {
    /// Returns the tree as a picture for the LaTeX package TikZ.
    pub fn to_tikz(&self) -> String {
        let layout = Layout::of(self);
        let mut tikz = String::from("% \\usepackage{tikz}\n");
        for (number, colour) in inks().iter().enumerate() {
            let _ = writeln!(tikz, "\\definecolor{{agent{number}}}{{HTML}}{{{}}}", &colour[1..]);
        }
        let _ = writeln!(
            tikz,
            "\\begin{{tikzpicture}}[x={SCALE}pt, y=-{SCALE}pt, align=center, font=\\sffamily\\small,\n  \
             frame/.style={{draw, rounded corners, fill=white}},\n  \
             move/.style={{midway, fill=white, inner sep=1pt, text=black, font=\\sffamily\\footnotesize}}]"
        );
        for (number, (node, (x, y))) in self.nodes.iter().zip(&layout.places).enumerate() {
            let (style, text) = (style(node), text(node));
            let _ = writeln!(tikz, "\\node[{style}] (n{number}) at ({x:.1},{y:.1}) {{{text}}};");
        }
        let bend = if layout.down { "out=-90, in=90" } else { "out=0, in=180" };
        for (number, node) in self.nodes.iter().enumerate() {
            let Some(parent) = node.parent else { continue };
            let strong = match node.chosen {
                true => format!("very thick, {}", colour(self.nodes[parent].ink)),
                false => "gray".to_string(),
            };
            let label = match node.edge.is_empty() {
                true => String::new(),
                false => format!(" node[move] {{{}}}", escape_latex(&node.edge)),
            };
            let _ = writeln!(tikz, "\\draw[{strong}] (n{parent}) to[{bend}]{label} (n{number});");
        }
        tikz.push_str("\\end{tikzpicture}\n");
        tikz
    }
}

/// Returns the style of a node. A colour fills what follows it, too, unless that says otherwise.
fn style(node: &DiagramNode) -> String {
    let frame = if node.leaf { "" } else { ", frame" };
    format!("{}{frame}", colour(node.ink))
}

/// Returns the texts of a node.
fn text(node: &DiagramNode) -> String {
    let label = escape_latex(&node.label);
    match node.note.is_empty() {
        true => label,
        false => format!("{label}\\\\ {{\\footnotesize {}}}", escape_latex(&node.note)),
    }
}

/// Returns the name of the colour of an ink. Agents that are called by their colours have no other
/// than black, as theirs may be too light for a text.
fn colour(ink: Ink) -> String {
    match ink {
        Ink::Of(agent) => format!("agent{}", usize::from(agent) % inks().len()),
        Ink::Plain | Ink::Colour(_) => "black".to_string(),
    }
}
