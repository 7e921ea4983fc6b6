//! Draws a refutation as a tree: every resolved goal is below the one whose clause introduced it.

use ludex_base::with_stack;
use svg::Document;
use svg::node::element::{Line, Rectangle, Text};

use super::trace::Trace;

/// The width of a letter and the height of a row, in pixels.
const LETTER: f64 = 7.5;
const ROW: f64 = 64.0;

/// A goal of the drawing.
struct Node {
    label: String,
    rule: String,
    children: Vec<usize>,
    x: f64,
    depth: usize,
}

/// Returns the derivation tree as SVG.
pub fn draw(trace: &Trace) -> String {
    let mut nodes = nodes_of(trace);
    let width = place(&mut nodes, 0, 0, 10.0);
    let depth = nodes.iter().map(|node| node.depth).max().unwrap_or(0);
    let (width, height) = (width + 10.0, (depth as f64 + 1.0) * ROW + 20.0);
    let mut document = Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "monospace")
        .set("font-size", 12);
    for node in &nodes {
        for &child in &node.children {
            document = document.add(edge(node, &nodes[child]));
        }
    }
    for node in &nodes {
        document = document.add(frame(node)).add(label(node, 0.0, &node.label));
        if !node.rule.is_empty() {
            document = document.add(label(node, -22.0, &node.rule).set("fill", "#2060a0"));
        }
    }
    document.to_string()
}

/// Returns the nodes: the query first, then the n-th step of the refutation as node n. An inversion
/// and its extension are one node.
fn nodes_of(trace: &Trace) -> Vec<Node> {
    let new = |label: &str, rule: String| Node {
        label: label.to_owned(),
        rule,
        children: Vec::new(),
        x: 0.0,
        depth: 0,
    };
    let mut nodes = vec![new(&trace.query, String::new())];
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
        let number = nodes.len();
        nodes.push(new(&step.resolved, rule));
        nodes[step.parent.min(number - 1)].children.push(number);
    }
    nodes
}

/// Places a node above the middle of its children; returns the right edge of its subtree.
fn place(nodes: &mut [Node], node: usize, depth: usize, left: f64) -> f64 {
    nodes[node].depth = depth;
    let own = nodes[node].label.chars().count() as f64 * LETTER + 16.0;
    let children = nodes[node].children.clone();
    let mut right = left;
    for &child in &children {
        right = with_stack(64 << 10, || place(nodes, child, depth + 1, right)) + 12.0;
    }
    nodes[node].x = match (children.first(), children.last()) {
        (Some(&first), Some(&last)) => {
            ((nodes[first].x + nodes[last].x) / 2.0).max(left + own / 2.0)
        }
        _ => left + own / 2.0,
    };
    right.max(nodes[node].x + own / 2.0)
}

fn top(node: &Node) -> f64 {
    node.depth as f64 * ROW + 24.0
}

fn edge(from: &Node, to: &Node) -> Line {
    Line::new()
        .set("x1", from.x)
        .set("y1", top(from) + 12.0)
        .set("x2", to.x)
        .set("y2", top(to) - 12.0)
        .set("stroke", "#888")
}

fn frame(node: &Node) -> Rectangle {
    let width = node.label.chars().count() as f64 * LETTER + 10.0;
    Rectangle::new()
        .set("x", node.x - width / 2.0)
        .set("y", top(node) - 12.0)
        .set("width", width)
        .set("height", 24)
        .set("rx", 4)
        .set("fill", "#f6f6f0")
        .set("stroke", "#888")
}

fn label(node: &Node, above: f64, text: &str) -> Text {
    Text::new(text)
        .set("x", node.x)
        .set("y", top(node) + 4.0 + above * 0.8)
        .set("text-anchor", "middle")
}
