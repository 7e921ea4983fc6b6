//! A report as text: a block for each board, numbers in columns.

use std::fmt::Write;

use crate::report::{Report, Row};

/// The text of an empty cell.
const NOTHING: &str = "–";

impl Report<'_> {
    /// Returns the rows as a table of text, without title, claims and notes.
    pub fn text(&self) -> String {
        if let Some(matrix) = &self.table.matrix {
            return self.grids(matrix);
        }
        let header = self.header();
        let lines: Vec<Vec<String>> = self.rows.iter().map(cells).collect();
        let width = |column: usize| {
            let cells = lines.iter().chain([&header]).filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..header.len()).map(width).collect();
        let mut text = String::new();
        let (mut board, mut measure) = (None, None);
        for (row, line) in self.rows.iter().zip(&lines) {
            if board.replace(row.board) != Some(row.board) {
                measure = None;
                let gap = if text.is_empty() { "" } else { "\n" };
                let _ = writeln!(text, "{gap}{}", self.board_heading(row));
                let _ = writeln!(text, "{}", aligned(&header, &widths));
            }
            let new = measure.replace(row.measure) != Some(row.measure);
            let mut line = line.clone();
            if !new {
                line[0].clear();
            }
            let _ = writeln!(text, "{}", aligned(&line, &widths));
        }
        text
    }

    fn header(&self) -> Vec<String> {
        let names = ["", "", "published", "measured", "ratio"].map(str::to_string);
        let also = self.table.also.iter().map(|measure| measure.to_string());
        names.into_iter().chain(also).collect()
    }

    /// Returns the heading of a board, with its number of positions.
    pub(crate) fn board_heading(&self, row: &Row) -> String {
        let of = |rows: &mut dyn Iterator<Item = usize>| rows.max().unwrap_or(0);
        let same = self.rows.iter().filter(|other| other.board == row.board);
        let positions = of(&mut same.map(|other| other.positions));
        match row.published_positions {
            _ if positions == 0 => row.board.to_string(),
            Some(published) => {
                format!("{}: {positions} positions (published: {published})", row.board)
            }
            None if positions == 1 => row.board.to_string(),
            None => format!("{}: {positions} positions", row.board),
        }
    }
}

/// Returns the texts of a row: measure, setting, published, measured, ratio, other measures.
pub(crate) fn cells(row: &Row) -> Vec<String> {
    let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_string());
    let mut cells = vec![
        row.measure.to_string(),
        row.setting.to_string(),
        or_nothing(row.published.map(|entry| entry.to_string())),
        row.measured.to_string(),
        or_nothing(row.ratio.map(|ratio| ratio.to_string())),
    ];
    let also = |entry: &Option<_>| or_nothing(entry.as_ref().map(crate::Entry::to_string));
    cells.extend(row.also.iter().map(|(_, entry)| also(entry)));
    cells
}

/// Returns a line with names aligned to the left and numbers to the right.
fn aligned(line: &[String], widths: &[usize]) -> String {
    let cell = |(column, (text, width)): (usize, (&String, &usize))| match column {
        0 | 1 => format!("  {text:<width$}"),
        _ => format!("  {text:>width$}"),
    };
    let cells: String = line.iter().zip(widths).enumerate().map(cell).collect();
    cells.trim_end().to_string()
}
