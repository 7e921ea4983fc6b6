//! The matrix of a state during the search: bounds of each cell, and the moves that are not
//! dominated.

use super::CellOrder;
use crate::simultaneous::memory::Interval;

/// Pessimistic and optimistic values of the cells (`P` and `O` of [Saf13, Algorithm 10]), the order
/// of the moves, and which of them are dominated.
#[derive(Clone, Default, Debug)]
pub(super) struct Frame {
    columns: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    /// The rows that are not dominated, in the order they were given, and the columns.
    pub rows: Vec<usize>,
    pub cols: Vec<usize>,
    /// All rows in the order in which they are examined, and all columns.
    row_order: Vec<usize>,
    column_order: Vec<usize>,
}

impl Frame {
    /// Resets to a matrix without known cells.
    pub fn reset(&mut self, rows: usize, columns: usize, (low, high): Interval) {
        self.columns = columns;
        self.low.clear();
        self.low.resize(rows * columns, low);
        self.high.clear();
        self.high.resize(rows * columns, high);
        for (list, length) in [
            (&mut self.rows, rows),
            (&mut self.row_order, rows),
            (&mut self.cols, columns),
            (&mut self.column_order, columns),
        ] {
            list.clear();
            list.extend(0..length);
        }
    }

    /// Puts the last moves first.
    pub fn reverse(&mut self) {
        self.row_order.reverse();
        self.column_order.reverse();
    }

    /// Returns the numbers of rows and columns, dominated or not.
    pub fn size(&self) -> (usize, usize) {
        (self.row_order.len(), self.columns)
    }

    /// Returns the bounds of a cell, by its index row by row.
    pub fn interval(&self, cell: usize) -> Interval {
        (self.low[cell], self.high[cell])
    }

    pub fn low(&self, row: usize, column: usize) -> f64 {
        self.low[row * self.columns + column]
    }

    pub fn high(&self, row: usize, column: usize) -> f64 {
        self.high[row * self.columns + column]
    }

    pub fn set(&mut self, row: usize, column: usize, (low, high): Interval) {
        self.low[row * self.columns + column] = low;
        self.high[row * self.columns + column] = high;
    }

    /// Returns whether the value of a cell is known.
    pub fn known(&self, row: usize, column: usize) -> bool {
        self.low(row, column) == self.high(row, column)
    }

    /// Returns whether neither the row nor the column is dominated.
    pub fn alive(&self, row: usize, column: usize) -> bool {
        self.rows.contains(&row) && self.cols.contains(&column)
    }

    /// Marks a row as dominated.
    pub fn drop_row(&mut self, row: usize) {
        self.rows.retain(|&other| other != row);
    }

    /// Marks a column as dominated.
    pub fn drop_column(&mut self, column: usize) {
        self.cols.retain(|&other| other != column);
    }

    /// Returns whether at least this many rows and columns are completely filled.
    pub fn filled(&self, least: usize) -> bool {
        let row = |&&i: &&usize| self.cols.iter().all(|&j| self.known(i, j));
        let column = |&&j: &&usize| self.rows.iter().all(|&i| self.known(i, j));
        least == 0
            || self.rows.iter().filter(row).count() >= least
                && self.cols.iter().filter(column).count() >= least
    }

    /// Returns the number of layers of an order: a row, or a row and a column.
    pub fn layers(&self, order: CellOrder) -> usize {
        match order {
            CellOrder::Lexicographic => self.row_order.len(),
            CellOrder::LShaped => self.row_order.len().min(self.column_order.len()),
        }
    }

    /// Returns the cell examined as number `step` of a layer, or `None` if there are fewer.
    pub fn cell(&self, order: CellOrder, layer: usize, step: usize) -> Option<(usize, usize)> {
        let (row, column) = match order {
            CellOrder::Lexicographic => (layer, step),
            CellOrder::LShaped if layer + step < self.columns => (layer, layer + step),
            CellOrder::LShaped => (layer + 1 + (layer + step - self.columns), layer),
        };
        Some((*self.row_order.get(row)?, *self.column_order.get(column)?))
    }

    /// Moves the row with the best results so far, and the column, to the front of those not yet
    /// examined.
    pub fn learn(&mut self, layer: usize) {
        let score = |frame: &Frame, i: usize, j: usize| frame.low(i, j) + frame.high(i, j);
        let row_score = |i: usize| self.cols.iter().map(|&j| score(self, i, j)).sum::<f64>();
        let column_score = |j: usize| self.rows.iter().map(|&i| -score(self, i, j)).sum::<f64>();
        let row = best(self.row_order.get(layer..), &self.rows, row_score);
        let column = best(self.column_order.get(layer..), &self.cols, column_score);
        promote(&mut self.row_order, layer, row);
        promote(&mut self.column_order, layer, column);
    }

    /// Appends the pessimistic values of what is not dominated, row by row.
    pub fn rest(&self, out: &mut Vec<f64>) {
        out.clear();
        for &row in &self.rows {
            out.extend(self.cols.iter().map(|&column| self.low(row, column)));
        }
    }
}

/// Returns the index of the candidate with the highest score among those that are not dominated;
/// the first of equals.
fn best(
    candidates: Option<&[usize]>,
    alive: &[usize],
    score: impl Fn(usize) -> f64,
) -> Option<usize> {
    let mut best = (None, f64::NEG_INFINITY);
    for (place, &candidate) in candidates.unwrap_or_default().iter().enumerate() {
        if alive.contains(&candidate) && score(candidate) > best.1 {
            best = (Some(place), score(candidate));
        }
    }
    best.0
}

/// Moves the entry `place` positions after `start` to `start`.
fn promote(order: &mut [usize], start: usize, place: Option<usize>) {
    if let Some(place) = place {
        order[start..=start + place].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order is that of [Saf13, Fig. 5.12].
    #[test]
    fn cells_come_in_the_shape_of_an_l() {
        let mut frame = Frame::default();
        frame.reset(5, 5, (0.0, 1.0));
        let mut numbers = [[0; 5]; 5];
        let mut number = 0;
        for layer in 0..frame.layers(CellOrder::LShaped) {
            let mut step = 0;
            while let Some((row, column)) = frame.cell(CellOrder::LShaped, layer, step) {
                (step, number) = (step + 1, number + 1);
                numbers[row][column] = number;
            }
        }
        let figure = [
            [1, 2, 3, 4, 5],
            [6, 10, 11, 12, 13],
            [7, 14, 17, 18, 19],
            [8, 15, 20, 22, 23],
            [9, 16, 21, 24, 25],
        ];
        assert_eq!(numbers, figure);
    }
}
