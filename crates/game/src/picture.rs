//! Drawings of positions: one description, rendered as Unicode text and as SVG.
//!
//! A game says which cells there are, where they lie and what stands on them; how that looks is
//! decided here, so that all games look alike and a game's drawing code is a few lines.

use std::fmt::Write;

/// The shape of the cells of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Squares.
    Square,
    /// Hexagons with a corner on top; neighbours in a row are two half columns apart.
    Hexagon,
    /// Points of a grid, as in Go.
    Point,
}

/// The colour of what stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Nothing, or text that belongs to nobody.
    Plain,
    /// The first agent's colour, the second's, and so on.
    Of(u8),
}

/// One cell of a board, or a label beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The row, counted downwards.
    pub row: i16,
    /// Twice the column, so that the rows of a hexagonal board can be shifted by half a cell.
    pub column2: i16,
    /// What stands there: usually one character, `·` for nothing.
    pub text: String,
    /// Its colour.
    pub ink: Ink,
    /// Whether this is a label (a coordinate) rather than a cell.
    pub label: bool,
    /// Whether the cell is shaded: dark squares of a chess board, marked cells.
    pub shaded: bool,
}

/// A drawing of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The shape of the cells.
    pub shape: Shape,
    /// Cells and labels.
    pub cells: Vec<Cell>,
    /// Lines of text below the board (hands, scores, heaps).
    pub notes: Vec<String>,
}

impl Picture {
    /// An empty drawing.
    pub fn new(shape: Shape) -> Picture {
        Picture { shape, cells: Vec::new(), notes: Vec::new() }
    }

    /// Adds a cell.
    pub fn cell(&mut self, row: i16, column2: i16, text: impl Into<String>, ink: Ink) -> &mut Cell {
        self.push(row, column2, text.into(), ink, false)
    }

    /// Adds a label.
    pub fn label(&mut self, row: i16, column2: i16, text: impl Into<String>) -> &mut Cell {
        self.push(row, column2, text.into(), Ink::Plain, true)
    }

    /// Adds a line of text below the board.
    pub fn note(&mut self, line: impl Into<String>) {
        self.notes.push(line.into());
    }

    fn push(&mut self, row: i16, column2: i16, text: String, ink: Ink, label: bool) -> &mut Cell {
        self.cells.push(Cell { row, column2, text, ink, label, shaded: false });
        self.cells.last_mut().expect("a cell was just pushed")
    }

    /// The drawing as Unicode text, without colours, every line ended by a line break.
    pub fn to_text(&self) -> String {
        let mut rows: Vec<i16> = self.cells.iter().map(|c| c.row).collect();
        rows.sort_unstable();
        rows.dedup();
        let left = self.cells.iter().map(|c| c.column2).min().unwrap_or(0);
        let mut text = String::new();
        for row in rows {
            let mut cells: Vec<&Cell> = self.cells.iter().filter(|c| c.row == row).collect();
            cells.sort_by_key(|c| c.column2);
            let mut line = String::new();
            for cell in cells {
                let at = usize::try_from(cell.column2 - left).unwrap_or(0) + 1;
                // Long labels on the left end where their cell ends.
                let width = cell.text.chars().count();
                let start = (at + 1).saturating_sub(width).max(line.chars().count());
                let gap = start - line.chars().count();
                line.extend(std::iter::repeat_n(' ', gap));
                line.push_str(&cell.text);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        for note in &self.notes {
            text.push_str(note);
            text.push('\n');
        }
        text
    }

    /// The drawing as a self-contained SVG document.
    pub fn to_svg(&self) -> String {
        const UNIT: f64 = 20.0; // half a cell
        let rise = if self.shape == Shape::Hexagon { 3f64.sqrt() * UNIT } else { 2.0 * UNIT };
        let bound = |f: fn(&Cell) -> i16, max: bool| {
            let all = self.cells.iter().map(f);
            f64::from(if max { all.max() } else { all.min() }.unwrap_or(0))
        };
        let (x0, y0) = (bound(|c| c.column2, false), bound(|c| c.row, false));
        let width = (bound(|c| c.column2, true) - x0 + 2.0) * UNIT + UNIT;
        let board = (bound(|c| c.row, true) - y0 + 1.0) * rise + 2.0 * UNIT;
        let height = board + self.notes.len() as f64 * UNIT;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        for cell in &self.cells {
            let x = (f64::from(cell.column2) - x0 + 1.0) * UNIT + UNIT / 2.0;
            let y = (f64::from(cell.row) - y0 + 0.5) * rise + UNIT / 2.0;
            self.svg_cell(&mut svg, cell, x, y, UNIT);
        }
        for (i, note) in self.notes.iter().enumerate() {
            let y = board + (i as f64 + 0.3) * UNIT;
            let note = escape(note);
            let _ = writeln!(
                svg,
                "<text x=\"10\" y=\"{y:.1}\" text-anchor=\"start\" font-size=\"14\">{note}</text>"
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn svg_cell(&self, svg: &mut String, cell: &Cell, x: f64, y: f64, unit: f64) {
        let fill = if cell.shaded { "#d8c8a8" } else { "#f8f4e8" };
        let (left, top, size) = (x - unit, y - unit, 2.0 * unit);
        let _ = match (cell.label, self.shape) {
            (true, _) => Ok(()),
            (false, Shape::Square) => writeln!(
                svg,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{size}\" height=\"{size}\" \
                 fill=\"{fill}\" stroke=\"#666\"/>"
            ),
            (false, Shape::Hexagon) => {
                let side = 2.0 * unit / 3f64.sqrt();
                let corner = |i: i32| {
                    let angle = (f64::from(i) * 60.0 + 30.0).to_radians();
                    format!("{:.1},{:.1}", x + side * angle.cos(), y + side * angle.sin())
                };
                let corners: Vec<String> = (0..6).map(corner).collect();
                let points = corners.join(" ");
                writeln!(svg, "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"#666\"/>")
            }
            (false, Shape::Point) => writeln!(
                svg,
                "<path d=\"M{left:.1} {y:.1}h{size}M{x:.1} {top:.1}v{size}\" stroke=\"#666\"/>"
            ),
        };
        let colour = match cell.ink {
            Ink::Plain => "#222",
            Ink::Of(agent) => INKS[usize::from(agent) % INKS.len()],
        };
        if cell.text == "·" {
            return;
        }
        let size = if cell.label { 14.0 } else { 26.0 };
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{size}\" fill=\"{colour}\">{}</text>",
            y + size * 0.35,
            escape(&cell.text)
        );
    }
}

/// Colours of the agents: distinguishable by the colour-blind too.
const INKS: [&str; 6] = ["#0b3c8c", "#b3261e", "#1a7f37", "#8a5a00", "#6a1b9a", "#00707a"];

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
