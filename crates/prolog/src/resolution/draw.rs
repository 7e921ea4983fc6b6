//! Draws a refutation as a tree: every resolved goal is below the one whose clause introduced it.

use ludex_game::{Diagram, DiagramNode};

use super::trace::Trace;

/// Returns the derivation tree: the query first, then the n-th step of the refutation as node n. An
/// inversion and its extension are one node.
pub fn draw(trace: &Trace) -> Diagram {
    let mut tree = Diagram::default();
    tree.root(DiagramNode::new(trace.query.as_str()));
    let mut inverted = false;
    for step in &trace.steps {
        if step.rule == "INV" {
            inverted = true;
            continue;
        }
        let sign = if std::mem::take(&mut inverted) { "INV+EXT" } else { step.rule };
        let rule = match step.clause {
            0 => sign.to_owned(),
            clause => format!("{sign}({clause})"),
        };
        tree.child(step.parent, rule, DiagramNode::new(step.resolved.as_str()));
    }
    tree
}
