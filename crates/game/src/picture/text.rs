//! Pictures as Unicode text.

use super::{Cell, Picture, Shape};
use ludex_base::sort_by_key;

impl Picture {
    /// Returns the drawing as Unicode text, without colours, every line ended by a line break.
    pub fn to_text(&self) -> String {
        self.text(false)
    }

    /// Returns the drawing as Unicode text, with the cells that the last move changed in brackets:
    /// neighbours share them, as in `· [X O] ·`.
    pub fn to_marked_text(&self) -> String {
        self.text(true)
    }

    fn text(&self, marked: bool) -> String {
        let (rows, edge) = (self.rows(), self.right_edge());
        let pitch = self.pitch(&rows, edge);
        let is_marked = |cell: &Cell| marked && cell.last;
        let starts =
            self.cells.iter().map(|cell| start(cell, pitch, edge) - i32::from(is_marked(cell)));
        let left = starts.min().unwrap_or(0);
        let mut text = String::new();
        let mut above = rows.first().map_or(0, |row| row[0].row.saturating_sub(1));
        for row in rows {
            // A row without cells is a gap between boards.
            let gap = row[0].row.saturating_sub(above).clamp(1, 3) - 1;
            text.extend(std::iter::repeat_n('\n', gap as usize));
            above = row[0].row;
            let mut line: Vec<char> = Vec::new();
            for cell in row {
                let at = usize::try_from(start(cell, pitch, edge) - left).unwrap_or(0);
                line.resize(at.max(line.len()), ' ');
                if let Some(before) = line.last_mut().filter(|_| is_marked(cell)) {
                    *before = if *before == ']' { ' ' } else { '[' };
                }
                line.extend(cell.text.chars());
                line.extend(is_marked(cell).then_some(']'));
            }
            text.push_str(String::from_iter(line).trim_end());
            text.push('\n');
        }
        self.notes.iter().for_each(|note| text.extend([note, "\n"]));
        text
    }

    /// Returns the cells row by row, each row from left to right.
    fn rows(&self) -> Vec<Vec<&Cell>> {
        let mut cells: Vec<&Cell> = self.cells.iter().collect();
        sort_by_key(&mut cells, |cell| (cell.row, cell.column2));
        cells.chunk_by(|a, b| a.row == b.row).map(<[&Cell]>::to_vec).collect()
    }

    /// Returns the number of characters of a column: as few as keep neighbours apart. Hexagonal
    /// boards have an even number, so that rows are shifted by exactly half a column.
    fn pitch(&self, rows: &[Vec<&Cell>], edge: i16) -> i32 {
        let step = if self.shape == Shape::Hexagon { 2 } else { 1 };
        let widest = self.cells.iter().map(width).max().unwrap_or(1);
        let fits = |&pitch: &i32| {
            let apart =
                |w: &[&Cell]| start(w[0], pitch, edge) + width(w[0]) < start(w[1], pitch, edge);
            rows.iter().all(|row| row.windows(2).all(apart))
        };
        // Cells in the same place would never be apart, so the range is limited.
        let pitches = (2..=2 * widest + 2).step_by(step);
        pitches.into_iter().find(fits).unwrap_or(2)
    }
}

fn width(cell: &Cell) -> i32 {
    cell.text.chars().count() as i32
}

/// Returns the start of the text of a cell: all texts of a column end in the same place, except for
/// labels on the right of the board, which start there.
fn start(cell: &Cell, pitch: i32, right_edge: i16) -> i32 {
    let at = (i32::from(cell.column2) * pitch).div_euclid(2);
    if cell.label && cell.column2 > right_edge { at } else { at + 1 - width(cell) }
}
