//! The layout of a hexagonal board: places and names of the cells, and its sides.
//!
//! Neighbours follow from where the cells are drawn, so that Hex and Y need not list them.

use ludex_game::{Picture, Shape};

/// A hexagonal board, cells numbered in reading order.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The number of cells of each row, from the top.
    pub(super) rows: Vec<usize>,
    /// The place of each cell in the drawing: row, and twice the column.
    pub(super) places: Vec<(i16, i16)>,
    /// The name of each cell.
    pub(super) names: Vec<String>,
    /// The sides of the board: name and cells.
    pub(super) sides: Vec<(&'static str, Vec<usize>)>,
    /// The frame of the drawing: coordinates and names of sides.
    pub(super) frame: Picture,
}

impl Layout {
    /// Returns a board with rows of these lengths, the first cell of each row drawn at twice the
    /// column that `indent` returns; `name` names a cell by row and number in the row.
    pub(super) fn new(
        rows: Vec<usize>,
        indent: impl Fn(usize) -> i16,
        name: impl Fn(usize, usize) -> String,
    ) -> Layout {
        let (mut places, mut names) = (Vec::new(), Vec::new());
        for (row, &width) in rows.iter().enumerate() {
            for place in 0..width {
                places.push((row as i16, indent(row) + 2 * place as i16));
                names.push(name(row, place));
            }
        }
        let frame = Picture::new(Shape::Hexagon);
        Layout { rows, places, names, sides: Vec::new(), frame }
    }

    pub(super) fn cells(&self) -> usize {
        self.places.len()
    }

    /// Returns the neighbours of each cell: two half columns apart in a row, one in adjacent rows.
    pub(super) fn neighbours(&self) -> Vec<Vec<usize>> {
        let touch = |a: (i16, i16), b: (i16, i16)| {
            matches!(((a.0 - b.0).abs(), (a.1 - b.1).abs()), (0, 2) | (1, 1))
        };
        let around = |&a: &(i16, i16)| {
            (0..self.cells()).filter(|&b| touch(a, self.places[b])).collect::<Vec<usize>>()
        };
        self.places.iter().map(around).collect()
    }

    /// Adds a side: the cells whose row and place in the row satisfy a condition.
    pub(super) fn side(&mut self, name: &'static str, on: impl Fn(usize, usize) -> bool) {
        let rows = self.rows.iter().enumerate();
        let cells = rows.flat_map(|(row, &width)| (0..width).map(move |place| (row, place)));
        let cells = cells.enumerate().filter(|&(_, (row, place))| on(row, place));
        self.sides.push((name, cells.map(|(cell, _)| cell).collect()));
    }
}
