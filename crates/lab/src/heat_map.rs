//! A matrix as SVG: the fraction of positions proved and solved in every cell, darker for more.

use svg::Document;
use svg::node::element::{Group, Rectangle, Style, Title};

use crate::matrix::Matrix;
use crate::measure::Measure;
use crate::plot::{style, text, upright};
use crate::report::{Report, Row};
use crate::table::Board;

const CELL: (f64, f64) = (84.0, 34.0);
const LEFT: f64 = 125.0;
const TOP: f64 = 84.0;
const GAP: f64 = 84.0;
const RIGHT: f64 = 30.0;

impl Report<'_> {
    /// Returns one grid for each board that was run, below one another. A cell says `proved /
    /// solved` and is as dark as the fraction of positions solved.
    pub(crate) fn heat_map(&self, matrix: &Matrix) -> Option<String> {
        let boards = self.table.boards.iter().enumerate();
        let run: Vec<_> = boards.filter(|(index, _)| self.positions(*index) > 0).collect();
        if run.is_empty() {
            return None;
        }
        let height = CELL.1 * matrix.concepts.len() as f64;
        let width = LEFT + CELL.0 * matrix.searches.len() as f64 + RIGHT;
        let tall = TOP + (height + GAP) * run.len() as f64;
        let heading = format!("{}: {}", self.table.heading(), self.title);
        let mut page = Document::new()
            .set("viewBox", (0.0, 0.0, width, tall))
            .set("width", width)
            .set("height", tall)
            .set("font-family", "sans-serif")
            .set("font-size", 13)
            .add(Style::new(style()))
            .add(Rectangle::new().set("class", "paper").set("width", "100%").set("height", "100%"))
            .add(text(&heading, 15.0, 24.0, "start").set("font-size", 15))
            .add(text("in a cell: positions proved true / solved", 15.0, 42.0, "start"));
        for (place, (index, board)) in run.into_iter().enumerate() {
            let top = TOP + (height + GAP) * place as f64;
            page = page.add(self.grid(matrix, (index, board), top));
        }
        Some(format!("{page}\n"))
    }

    /// Returns the number of positions on which a board was run.
    fn positions(&self, board: usize) -> usize {
        self.results.boards.get(board).map_or(0, |results| results.positions.len())
    }

    fn grid(&self, matrix: &Matrix, (index, board): (usize, &Board), top: f64) -> Group {
        let positions = self.positions(index);
        let right = LEFT + CELL.0 * matrix.searches.len() as f64;
        let bottom = top + CELL.1 * matrix.concepts.len() as f64;
        let of = format!("{}: {positions} positions", board.name);
        let mut grid = Group::new()
            .add(text(&of, 15.0, top - 10.0, "start").set("font-weight", "bold"))
            .add(upright("concept", 22.0, (top + bottom) / 2.0));
        for (row, concept) in matrix.concepts.iter().enumerate() {
            let y = top + CELL.1 * row as f64;
            grid = grid.add(text(&concept.name, LEFT - 10.0, y + CELL.1 / 2.0 + 4.5, "end"));
            for column in 0..matrix.searches.len() {
                let setting = row * matrix.searches.len() + column;
                let x = LEFT + CELL.0 * column as f64;
                grid = grid.add(self.cell(index, setting, positions, (x, y)));
            }
        }
        for (column, search) in matrix.searches.iter().enumerate() {
            let x = LEFT + CELL.0 * (column as f64 + 0.5);
            grid = grid.add(text(&search.name, x, bottom + 17.0, "middle"));
        }
        grid.add(text("search", right, bottom + 33.0, "end"))
    }

    fn cell(&self, board: usize, setting: usize, positions: usize, (x, y): (f64, f64)) -> Group {
        let row = |measure: Measure| -> Option<&Row> {
            let at = self.table.measures.iter().position(|m| *m == measure)?;
            let settings = self.table.settings.len();
            self.rows.get(board * self.rows_of_a_board() + at * settings + setting)
        };
        let number = |measure| row(measure)?.measured.entry()?.number();
        let solved = number(Measure::Solved);
        let place = Rectangle::new().set("x", x).set("y", y).set("width", CELL.0);
        let place = place.set("height", CELL.1);
        // Never too dark for the text to be read.
        let share = solved.map_or(0.0, |solved| 0.5 * solved / positions as f64);
        let says = match (number(Measure::Proved), solved) {
            (Some(proved), Some(solved)) => format!("{proved} / {solved}"),
            (None, Some(solved)) => solved.to_string(),
            _ => "–".to_string(),
        };
        let about = row(Measure::Solved).map_or(String::new(), |row| row.setting.to_string());
        Group::new()
            .add(place.clone().set("class", "s0").set("style", format!("fill-opacity:{share:.2}")))
            .add(text(&says, x + CELL.0 / 2.0, y + CELL.1 / 2.0 + 4.5, "middle"))
            .add(Title::new(about))
    }
}
