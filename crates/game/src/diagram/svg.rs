//! Trees as SVG.

use std::fmt::Write;

use super::layout::{EDGE, LABEL, Layout, NOTE, extent};
use super::{Diagram, DiagramNode};
use crate::Ink;
use crate::picture::{colour, escape_xml};

const DARK: &str = "#26221e";
const LINE: &str = "#a29a8b";

impl Diagram {
    /// Returns the tree as a self-contained SVG document. A node is a group of the class `node` that
    /// has its number in `data-node`.
    pub fn to_svg(&self) -> String {
        let layout = Layout::of(self);
        let (width, height) = layout.size;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" \
             text-anchor=\"middle\">\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        for (number, node) in self.nodes.iter().enumerate() {
            self.draw_edge(&mut svg, &layout, number, node);
        }
        for (number, node) in self.nodes.iter().enumerate() {
            draw_node(&mut svg, layout.places[number], number, node);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Draws the edge to a node: a curve, and a straight end for the text on it.
    fn draw_edge(&self, svg: &mut String, layout: &Layout, number: usize, node: &DiagramNode) {
        let Some(parent) = node.parent else { return };
        let ((px, py), (x, y)) = (layout.places[parent], layout.places[number]);
        let (parent_size, size) = (extent(&self.nodes[parent]), extent(node));
        let room = layout.texts[layout.depths[number]];
        let (path, text, anchor) = match layout.down {
            true => {
                let (start, end) = (py + parent_size.1 / 2.0, y - size.1 / 2.0);
                let (bend, middle) = (end - room, (start + end - room) / 2.0);
                let curve = format!(
                    "M{px:.1} {start:.1}C{px:.1} {middle:.1} {x:.1} {middle:.1} {x:.1} {bend:.1}\
                     V{end:.1}"
                );
                (curve, (x, end - 7.0), "middle")
            }
            false => {
                let (start, end) = (px + parent_size.0 / 2.0, x - size.0 / 2.0);
                let (bend, middle) = (end - room, (start + end - room) / 2.0);
                let curve = format!(
                    "M{start:.1} {py:.1}C{middle:.1} {py:.1} {middle:.1} {y:.1} {bend:.1} {y:.1}\
                     H{end:.1}"
                );
                (curve, (end - 7.0, y + 4.0), "end")
            }
        };
        let own = match self.nodes[parent].ink {
            Ink::Plain => DARK,
            ink => colour(ink),
        };
        let (stroke, width) = if node.chosen { (own, 2.8) } else { (LINE, 1.3) };
        let class = if node.chosen { "edge chosen" } else { "edge" };
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" \
             stroke-width=\"{width}\"/>"
        );
        if !node.edge.is_empty() {
            let weight = if node.chosen { " font-weight=\"bold\"" } else { "" };
            let _ = writeln!(
                svg,
                "<text class=\"move\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"{EDGE}\" \
                 text-anchor=\"{anchor}\" fill=\"{DARK}\"{weight} stroke=\"white\" \
                 stroke-width=\"4\" paint-order=\"stroke\">{}</text>",
                text.0,
                text.1,
                escape_xml(&node.edge)
            );
        }
    }
}

fn draw_node(svg: &mut String, (x, y): (f64, f64), number: usize, node: &DiagramNode) {
    let (width, height) = extent(node);
    let own = if node.ink == Ink::Plain { DARK } else { colour(node.ink) };
    let _ = write!(svg, "<g class=\"node\" data-node=\"{number}\">");
    if !node.leaf {
        let (left, top) = (x - width / 2.0, y - height / 2.0);
        let place = format!(
            "x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"7\""
        );
        // White below, so that no edge shines through.
        let _ = write!(
            svg,
            "<rect {place} fill=\"white\"/><rect class=\"frame\" {place} fill=\"{own}\" \
             fill-opacity=\".1\" stroke=\"{own}\" stroke-width=\"1.3\"/>"
        );
    }
    let up = if node.note.is_empty() { 4.5 } else { -3.0 };
    let weight = if node.leaf { "normal" } else { "bold" };
    let _ = write!(
        svg,
        "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{LABEL}\" font-weight=\"{weight}\" \
         fill=\"{own}\">{}</text>",
        y + up,
        escape_xml(&node.label)
    );
    if !node.note.is_empty() {
        let _ = write!(
            svg,
            "<text class=\"note\" x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{NOTE}\" \
             fill=\"#57534b\">{}</text>",
            y + 12.5,
            escape_xml(&node.note)
        );
    }
    svg.push_str("</g>\n");
}
