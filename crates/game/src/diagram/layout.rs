//! Where the nodes of a tree stand: every parent above the middle of its children, subtrees as near to
//! each other as their outlines allow. Trees that are too wide grow to the right instead.

use super::{Diagram, DiagramNode};

/// Sizes of texts.
pub(super) const LABEL: f64 = 13.0;
pub(super) const NOTE: f64 = 11.5;
pub(super) const EDGE: f64 = 12.0;
/// The widest picture of a tree that grows downwards.
const WIDEST: f64 = 1100.0;
/// The space between neighbours, and between a level and the next without texts on edges.
const APART: f64 = 14.0;
const LEVELS: f64 = 34.0;

/// The places of all nodes.
pub(super) struct Layout {
    /// Whether the tree grows downwards.
    pub(super) down: bool,
    /// The middles of the nodes.
    pub(super) places: Vec<(f64, f64)>,
    /// The room for the text on the edge to each level, along the direction of growth.
    pub(super) texts: Vec<f64>,
    pub(super) depths: Vec<usize>,
    pub(super) size: (f64, f64),
}

/// Returns the approximate width of a text of a size; fonts differ.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.58
}

/// Returns the size of a node.
pub(super) fn extent(node: &DiagramNode) -> (f64, f64) {
    let frame = if node.leaf { 4.0 } else { 18.0 };
    let label = (text_width(&node.label, LABEL) + frame).max(16.0);
    let height = if node.note.is_empty() { 24.0 } else { 38.0 };
    (label.max(text_width(&node.note, NOTE) + frame), height)
}

impl Layout {
    pub(super) fn of(tree: &Diagram) -> Layout {
        let down = Layout::towards(tree, true);
        if down.size.0 <= WIDEST { down } else { Layout::towards(tree, false) }
    }

    fn towards(tree: &Diagram, down: bool) -> Layout {
        let depths = depths(tree);
        let levels = depths.iter().max().map_or(0, |&depth| depth + 1);
        let (mut thick, mut texts) = (vec![0.0f64; levels], vec![0.0f64; levels]);
        for (node, &depth) in tree.nodes.iter().zip(&depths) {
            let (width, height) = extent(node);
            thick[depth] = thick[depth].max(if down { height } else { width });
            let text = match (node.edge.is_empty(), down) {
                (true, _) => 0.0,
                (false, true) => 18.0,
                (false, false) => text_width(&node.edge, EDGE) + 14.0,
            };
            texts[depth] = texts[depth].max(text);
        }
        let breadth = |node: &DiagramNode| {
            let (width, height) = extent(node);
            match down {
                true => width.max(text_width(&node.edge, EDGE) + 6.0),
                false => height,
            }
        };
        let across = spread(tree, &breadth, if down { APART } else { 8.0 });
        let starts: Vec<f64> = (0..levels)
            .scan(10.0, |at, level| {
                let start = *at + if level == 0 { 0.0 } else { texts[level] + LEVELS };
                *at = start + thick[level];
                Some(start)
            })
            .collect();
        let far = starts.last().zip(thick.last()).map_or(20.0, |(start, thick)| start + thick);
        let halves = || tree.nodes.iter().zip(&across);
        let first = halves().map(|(n, at)| at - breadth(n) / 2.0).fold(f64::MAX, f64::min);
        let last = halves().map(|(n, at)| at + breadth(n) / 2.0).fold(f64::MIN, f64::max);
        let place = |number: usize| {
            let (aside, start) = (across[number] - first + 10.0, starts[depths[number]]);
            let (width, height) = extent(&tree.nodes[number]);
            match down {
                true => (aside, start + height / 2.0),
                false => (start + width / 2.0, aside),
            }
        };
        let wide = if tree.nodes.is_empty() { 20.0 } else { last - first + 20.0 };
        let size = if down { (wide, far + 10.0) } else { (far + 10.0, wide) };
        Layout { down, places: (0..tree.nodes.len()).map(place).collect(), texts, depths, size }
    }
}

fn depths(tree: &Diagram) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        depths.push(node.parent.map_or(0, |parent| depths[parent] + 1));
    }
    depths
}

/// The outline of a subtree: its edges at every depth, relative to its root.
type Outline = Vec<(f64, f64)>;

/// Returns the place of every node across the direction of growth.
fn spread(tree: &Diagram, breadth: &dyn Fn(&DiagramNode) -> f64, apart: f64) -> Vec<f64> {
    let count = tree.nodes.len();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (number, node) in tree.nodes.iter().enumerate() {
        node.parent.into_iter().for_each(|parent| children[parent].push(number));
    }
    let mut outlines: Vec<Outline> = vec![Vec::new(); count];
    let mut offsets = vec![0.0; count];
    for number in (0..count).rev() {
        let mut below: Outline = Vec::new();
        for &child in &children[number] {
            let own = std::mem::take(&mut outlines[child]);
            let gap = |(left, right): (&(f64, f64), &(f64, f64))| left.1 - right.0 + apart;
            let shift = below.iter().zip(&own).map(gap).fold(f64::MIN, f64::max);
            let shift = if below.is_empty() { 0.0 } else { shift };
            offsets[child] = shift;
            for (depth, (left, right)) in own.into_iter().enumerate() {
                match below.get_mut(depth) {
                    Some(edges) => edges.1 = right + shift,
                    None => below.push((left + shift, right + shift)),
                }
            }
        }
        let ends = children[number].first().zip(children[number].last());
        let middle = ends.map_or(0.0, |(&first, &last)| (offsets[first] + offsets[last]) / 2.0);
        children[number].iter().for_each(|&child| offsets[child] -= middle);
        let half = breadth(&tree.nodes[number]) / 2.0;
        let lower = below.into_iter().map(|(left, right)| (left - middle, right - middle));
        outlines[number] = std::iter::once((-half, half)).chain(lower).collect();
    }
    for (number, node) in tree.nodes.iter().enumerate() {
        offsets[number] += node.parent.map_or(0.0, |parent| offsets[parent]);
    }
    offsets
}
