//! Concepts crossed with searches: the settings of [Saf13, Table 4.13], and their figures as grids.

use std::fmt::Write;

use serde::Deserialize;

use crate::measure::Measure;
use crate::report::{Finding, Report};
use crate::table::{Question, Setting};

/// Every formula with every search.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// The rows.
    pub concepts: Vec<Concept>,
    /// The columns: settings without a question.
    pub searches: Vec<Setting>,
}

/// A row of a matrix.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Concept {
    /// The name in \[Saf13\].
    pub name: String,
    /// The formula, with `{n}` where a board gives the number.
    pub formula: String,
}

impl Matrix {
    /// Returns one setting for each cell, row by row.
    pub fn settings(&self) -> Vec<Setting> {
        let cell = |concept: &Concept, search: &Setting| Setting {
            name: format!("{} {}", concept.name, search.name),
            question: Question::Formula(concept.formula.clone()),
            ..search.clone()
        };
        let row = |concept| self.searches.iter().map(move |search| cell(concept, search));
        self.concepts.iter().flat_map(row).collect()
    }
}

impl Report<'_> {
    /// Returns a grid for each board and measure: concepts down, searches across.
    pub(crate) fn grids(&self, matrix: &Matrix) -> String {
        let names = || matrix.concepts.iter().map(|concept| concept.name.chars().count());
        let first = names().chain(self.table.measures.iter().map(label_width)).max().unwrap_or(0);
        let mut text = String::new();
        for (index, board) in self.table.boards.iter().enumerate() {
            let of_board = &self.rows[index * self.rows_of_a_board()..][..self.rows_of_a_board()];
            let gap = if index == 0 { "" } else { "\n" };
            let heading = of_board.first().map(|row| self.board_heading(row));
            let _ = writeln!(text, "{gap}{}", heading.unwrap_or_else(|| board.name.clone()));
            if of_board.iter().all(|row| row.measured == Finding::Long) {
                let _ = writeln!(text, "  runs with --full");
                continue;
            }
            for of_measure in of_board.chunks(self.table.settings.len()) {
                let measure = of_measure.first().map_or(String::new(), |r| r.measure.to_string());
                let _ = write!(text, "  {measure:<first$}");
                for search in &matrix.searches {
                    let _ = write!(text, "  {:>WIDTH$}", search.name);
                }
                let _ = writeln!(text);
                for (concept, row) in
                    matrix.concepts.iter().zip(of_measure.chunks(matrix.searches.len()))
                {
                    let _ = write!(text, "  {:<first$}", concept.name);
                    for cell in row {
                        let _ = write!(text, "  {:>WIDTH$}", shown(&cell.measured));
                    }
                    let _ = writeln!(text);
                }
            }
        }
        text
    }

    /// Returns the number of rows of the report that are about one board.
    pub(crate) fn rows_of_a_board(&self) -> usize {
        self.table.measures.len() * self.table.settings.len()
    }
}

/// The width of `> 100,000`.
const WIDTH: usize = 9;

/// Returns a figure without decimals, which mean little here.
pub(crate) fn shown(found: &Finding) -> String {
    match found {
        Finding::Measured(entry) => entry.map(f64::round).to_string(),
        other => other.to_string(),
    }
}

fn label_width(measure: &Measure) -> usize {
    measure.to_string().chars().count()
}
