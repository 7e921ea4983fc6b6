//! Pictures as SVG: a whole document, or its parts for a page that puts them together itself.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::content::content;
use super::ground::{ground, hexagon_side, under};
use super::labels::Labels;
use super::marks::over;
use super::style::{LABEL_SIZE, MARGIN, UNIT, escape, width};
use super::{Cell, Picture, Shape};

/// The parts of a drawing as SVG. Whoever puts them together draws the same as [`Picture::to_svg`].
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Width and height of the board with its labels, without notes.
    pub size: [f64; 2],
    /// What lies under the cells, with the labels.
    pub under: String,
    /// One for each cell of the picture; labels are empty.
    pub cells: Vec<DrawnCell>,
    /// What is shown on top.
    pub over: String,
}

/// The drawing of a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawnCell {
    /// The middle of the cell.
    pub x: f64,
    /// The middle of the cell, counted downwards.
    pub y: f64,
    /// Its ground around the origin.
    pub ground: String,
    /// Its content around the origin.
    pub content: String,
}

impl Picture {
    /// Returns the drawing as a self-contained SVG document.
    pub fn to_svg(&self) -> String {
        let Drawing { size: [board_width, board], under, cells, over } = self.drawing();
        let note = self.notes.iter().map(|note| width(note, LABEL_SIZE)).fold(0.0, f64::max);
        let page_width = board_width.max(note + 2.0 * MARGIN);
        let height = board + self.notes.len() as f64 * UNIT;
        let height = if self.notes.is_empty() { height } else { height + MARGIN / 2.0 };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{page_width:.0}\" \
             height=\"{height:.0}\" viewBox=\"0 0 {page_width:.0} {height:.0}\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"white\"/>\n{under}\n"
        );
        for DrawnCell { x, y, ground, content } in cells.iter().filter(|c| !c.ground.is_empty()) {
            let _ =
                writeln!(svg, "<g transform=\"translate({x:.1} {y:.1})\">{ground}{content}</g>");
        }
        svg.push_str(&over);
        for (i, note) in self.notes.iter().enumerate() {
            let y = board + (i as f64 + 0.5) * UNIT;
            let _ = writeln!(
                svg,
                "<text class=\"note\" x=\"{MARGIN}\" y=\"{y:.1}\" text-anchor=\"start\" \
                 xml:space=\"preserve\" font-size=\"{LABEL_SIZE}\">{}</text>",
                escape(note)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Returns the parts of the drawing.
    pub fn drawing(&self) -> Drawing {
        let page = Page::around(self);
        let board = || self.cells.iter().filter(|cell| !cell.label);
        let occupied: FxHashSet<(i16, i16)> = board().map(|c| (c.row, c.column2)).collect();
        let drawn = |cell: &Cell| {
            let (x, y) = page.place(cell);
            let (ground, content) = match cell.label {
                true => (String::new(), String::new()),
                false => (ground(self.shape, cell, &occupied), content(self.shape, cell)),
            };
            DrawnCell { x, y, ground, content }
        };
        let labels = self.cells.iter().filter(|cell| cell.label);
        let labels: String =
            labels.map(|l| page.labels.written(l).draw(page.place(l), &l.text)).collect();
        Drawing {
            size: [page.width, page.height],
            under: under(self, &page) + &labels,
            cells: self.cells.iter().map(drawn).collect(),
            over: over(self, &page),
        }
    }
}

/// The layout of the page.
pub(super) struct Page {
    /// The place of row 0 and column 0.
    origin: (f64, f64),
    rise: f64,
    labels: Labels,
    width: f64,
    height: f64,
}

impl Page {
    /// Returns a page just large enough for all cells and labels.
    fn around(picture: &Picture) -> Page {
        let hexagonal = picture.shape == Shape::Hexagon;
        let rise = if hexagonal { 3f64.sqrt() * UNIT } else { 2.0 * UNIT };
        let up = if hexagonal { hexagon_side() } else { UNIT };
        let labels = Labels::of(picture);
        let mut bounds: Option<[f64; 4]> = None;
        for cell in &picture.cells {
            let (x, y) = (f64::from(cell.column2) * UNIT, f64::from(cell.row) * rise);
            let [before, behind, above, below] = match cell.label {
                true => labels.written(cell).reach,
                false => [UNIT, UNIT, up, up],
            };
            let own = [x - before, y - above, x + behind, y + below];
            let [left, top, right, bottom] = bounds.unwrap_or(own);
            let (left, top) = (left.min(own[0]), top.min(own[1]));
            bounds = Some([left, top, right.max(own[2]), bottom.max(own[3])]);
        }
        let [left, top, right, bottom] = bounds.unwrap_or_default();
        Page {
            origin: (MARGIN - left, MARGIN - top),
            rise,
            labels,
            width: right - left + 2.0 * MARGIN,
            height: bottom - top + 2.0 * MARGIN,
        }
    }

    /// Returns the middle of a cell.
    pub(super) fn place(&self, cell: &Cell) -> (f64, f64) {
        self.middle(cell.row, cell.column2)
    }

    /// Returns the middle of the cell in a row and a column.
    pub(super) fn middle(&self, row: i16, column2: i16) -> (f64, f64) {
        let (x, y) = (f64::from(column2) * UNIT, f64::from(row) * self.rise);
        (self.origin.0 + x, self.origin.1 + y)
    }
}
