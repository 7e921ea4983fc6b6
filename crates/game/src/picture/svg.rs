//! Pictures as SVG.

use std::cmp::Ordering;
use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::{Cell, Ink, Picture, Shape};

/// Half a cell.
const UNIT: f64 = 20.0;
const MARGIN: f64 = 10.0;
const LABEL_SIZE: f64 = 14.0;
const LINE: &str = "#666";
const PAPER: &str = "#f8f4e8";
const SHADE: &str = "#d8c8a8";
/// Colours of the agents: distinguishable by the colour-blind too.
const INKS: [&str; 6] = ["#0b3c8c", "#b3261e", "#1a7f37", "#8a5a00", "#6a1b9a", "#00707a"];

impl Picture {
    /// Returns the drawing as a self-contained SVG document.
    pub fn to_svg(&self) -> String {
        let page = Page::around(self);
        let (width, height) = (page.width, page.height);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" \
             text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        // The board first, so that no line crosses what stands on it.
        let board = || self.cells.iter().filter(|cell| !cell.label);
        let occupied: FxHashSet<(i16, i16)> = board().map(|c| (c.row, c.column2)).collect();
        for cell in board() {
            let _ = self.draw_cell(&mut svg, cell, &page, &occupied);
        }
        for cell in self.cells.iter().filter(|cell| cell.text != "·") {
            let _ = draw_text(&mut svg, cell, &page);
        }
        for (i, note) in self.notes.iter().enumerate() {
            let y = page.board + (i as f64 + 0.7) * UNIT;
            let _ = writeln!(
                svg,
                "<text x=\"{MARGIN}\" y=\"{y:.1}\" text-anchor=\"start\" xml:space=\"preserve\" \
                 font-size=\"{LABEL_SIZE}\">{}</text>",
                escape(note)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn draw_cell(
        &self,
        svg: &mut String,
        cell: &Cell,
        page: &Page,
        occupied: &FxHashSet<(i16, i16)>,
    ) -> std::fmt::Result {
        let (x, y) = page.place(cell);
        let fill = if cell.shaded { SHADE } else { PAPER };
        match self.shape {
            Shape::Square => {
                let (left, top, size) = (x - UNIT, y - UNIT, 2.0 * UNIT);
                writeln!(
                    svg,
                    "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{size}\" height=\"{size}\" \
                     fill=\"{fill}\" stroke=\"{LINE}\"/>"
                )
            }
            Shape::Hexagon => {
                let points = hexagon(x, y);
                writeln!(svg, "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{LINE}\"/>")
            }
            Shape::Point => {
                if cell.shaded {
                    writeln!(
                        svg,
                        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"18\" fill=\"{SHADE}\"/>"
                    )?;
                }
                draw_lines(svg, cell, (x, y), occupied)
            }
        }
    }
}

/// The layout of the page.
struct Page {
    /// The place of row 0 and column 0.
    origin: (f64, f64),
    rise: f64,
    right_edge: i16,
    width: f64,
    /// The vertical position where the board ends and the notes begin.
    board: f64,
    height: f64,
}

impl Page {
    /// Returns a page just large enough for all cells, labels and notes.
    fn around(picture: &Picture) -> Page {
        let rise = if picture.shape == Shape::Hexagon { 3f64.sqrt() * UNIT } else { 2.0 * UNIT };
        let right_edge = picture.right_edge();
        let (mut left, mut right, mut top, mut bottom) = (0f64, 0f64, 0f64, 0f64);
        for (i, cell) in picture.cells.iter().enumerate() {
            let (x, y) = (f64::from(cell.column2) * UNIT, f64::from(cell.row) * rise);
            let (before, behind) = reach(cell, right_edge);
            let up = if picture.shape == Shape::Hexagon { side() } else { UNIT };
            let grow = |a: f64, b: f64, f: fn(f64, f64) -> f64| if i == 0 { b } else { f(a, b) };
            left = grow(left, x - before, f64::min);
            right = grow(right, x + behind, f64::max);
            top = grow(top, y - up, f64::min);
            bottom = grow(bottom, y + up, f64::max);
        }
        let note = picture.notes.iter().map(|note| label_width(note)).fold(0.0, f64::max);
        let board = bottom - top + MARGIN;
        Page {
            origin: (MARGIN - left, MARGIN - top),
            rise,
            right_edge,
            width: (right - left).max(note) + 2.0 * MARGIN,
            board,
            height: board + picture.notes.len() as f64 * UNIT + MARGIN,
        }
    }

    /// Returns the middle of a cell.
    fn place(&self, cell: &Cell) -> (f64, f64) {
        let (x, y) = (f64::from(cell.column2) * UNIT, f64::from(cell.row) * self.rise);
        (self.origin.0 + x, self.origin.1 + y)
    }
}

/// Returns the extent of a cell or label to the left and to the right of its middle.
fn reach(cell: &Cell, right_edge: i16) -> (f64, f64) {
    let beyond = (label_width(&cell.text) - UNIT).max(UNIT);
    match (cell.label, cell.column2 > right_edge) {
        (false, _) => (UNIT, UNIT),
        (true, true) => (UNIT, beyond),
        (true, false) => (beyond, UNIT),
    }
}

/// Returns the approximate width of a text of the size of labels; fonts differ.
fn label_width(text: &str) -> f64 {
    text.chars().count() as f64 * LABEL_SIZE * 0.6
}

/// Returns the side of a hexagon that is as wide as a cell.
fn side() -> f64 {
    2.0 * UNIT / 3f64.sqrt()
}

/// Returns the corners of a hexagon with a corner on top.
fn hexagon(x: f64, y: f64) -> String {
    let corner = |i: i32| {
        let angle = f64::from(i * 60 + 30).to_radians();
        format!("{:.1},{:.1}", x + side() * angle.cos(), y + side() * angle.sin())
    };
    (0..6).map(corner).collect::<Vec<_>>().join(" ")
}

/// Draws half a line towards each existing neighbour, so that no line leaves the board.
fn draw_lines(
    svg: &mut String,
    cell: &Cell,
    (x, y): (f64, f64),
    occupied: &FxHashSet<(i16, i16)>,
) -> std::fmt::Result {
    for (rows, columns2) in [(0, -2), (0, 2), (-1, 0), (1, 0)] {
        if occupied
            .contains(&(cell.row.saturating_add(rows), cell.column2.saturating_add(columns2)))
        {
            let (dx, dy) = (f64::from(columns2 / 2) * UNIT, f64::from(rows) * UNIT);
            writeln!(
                svg,
                "<path d=\"M{x:.1} {y:.1}l{dx} {dy}\" stroke=\"{LINE}\" stroke-linecap=\"square\"/>"
            )?;
        }
    }
    Ok(())
}

/// Draws the content of a cell, or a label; stones are drawn as shapes, since fonts place them
/// badly.
fn draw_text(svg: &mut String, cell: &Cell, page: &Page) -> std::fmt::Result {
    let (x, y) = page.place(cell);
    let colour = match cell.ink {
        Ink::Plain => "#222",
        Ink::Colour(name) => name,
        Ink::Of(agent) => INKS[usize::from(agent) % INKS.len()],
    };
    let fill = match cell.text.as_str() {
        "●" => colour,
        "○" => "white",
        text => {
            let size = if cell.label { LABEL_SIZE } else { fitting_size(text) };
            let (before, behind) = reach(cell, page.right_edge);
            let (x, anchor) = match before.total_cmp(&behind) {
                Ordering::Equal => (x, "middle"),
                Ordering::Less => (x - UNIT + 4.0, "start"),
                Ordering::Greater => (x + UNIT - 4.0, "end"),
            };
            let (y, text) = (y + size * 0.35, escape(text));
            return writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" \
                 font-size=\"{size:.0}\" fill=\"{colour}\">{text}</text>"
            );
        }
    };
    writeln!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"14\" fill=\"{fill}\" stroke=\"{colour}\" \
         stroke-width=\"2\"/>"
    )
}

/// Returns the size at which a text fits into a cell.
fn fitting_size(text: &str) -> f64 {
    let letters = text.chars().count().max(1) as f64;
    (2.0 * UNIT * 0.9 / (0.65 * letters)).clamp(4.0, 26.0)
}

/// Returns text escaped for XML.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
