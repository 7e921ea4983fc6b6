//! A report as a section of a page: figures, claims, plot and notes.

use std::fmt::Write;

use ludex_game::escape_xml as escape;

use crate::claim::Verdict;
use crate::matrix::{Matrix, shown};
use crate::report::{Finding, Report, Row};
use crate::run::Skipped;
use crate::text::cells;

impl Report<'_> {
    /// Returns the report as a section of a page, with the name of the table as its anchor.
    pub fn html(&self) -> String {
        let (heading, name) = (self.table.heading(), escape(self.name));
        let mut page =
            format!("<section id=\"{name}\">\n<h2>{heading}: {}</h2>\n", escape(self.title));
        let _ = writeln!(page, "<p>{}</p>", prose(&self.table.shows));
        page += &self.claims_html();
        page += "<div class=\"figures\">\n";
        page += &match &self.table.matrix {
            Some(matrix) => self.grids_html(matrix),
            None => self.rows_html(),
        };
        if let Some(plot) = self.svg() {
            let _ = writeln!(page, "<figure>{plot}</figure>");
        }
        page += "</div>\n";
        let notes = self.notes.iter().cloned().chain(self.unavailable());
        let notes: String = notes.map(|note| format!("<li>{}</li>\n", prose(&note))).collect();
        let _ = writeln!(page, "<ul class=\"notes\">\n{notes}</ul>");
        page + "</section>\n"
    }

    /// Says why settings could not be run, each reason once.
    fn unavailable(&self) -> Vec<String> {
        let mut reasons = Vec::new();
        for (board, results) in self.table.boards.iter().zip(&self.results.boards) {
            for (setting, found) in self.table.settings.iter().zip(&results.settings) {
                let Some(Skipped::Unavailable(why)) = &found.skipped else { continue };
                if !reasons.iter().any(|known: &String| known.ends_with(why.as_str())) {
                    reasons.push(format!("n/a: {} on {}: {why}", setting.name, board.name));
                }
            }
        }
        reasons
    }

    fn claims_html(&self) -> String {
        if self.claims.is_empty() {
            return String::new();
        }
        let row = |claim: &crate::ClaimRow| {
            format!(
                "<tr><td class=\"{0}\">{0}</td><td>{1}</td><td>{2}</td><td>{3}</td></tr>\n",
                claim.holds,
                escape(claim.board),
                escape(&claim.measure.to_string()),
                escape(claim.says)
            )
        };
        let rows: String = self.claims.iter().map(row).collect();
        format!(
            "<table class=\"claims\">\n<tr><th>claim</th><th>board</th><th>about</th><th>says</th></tr>\n{rows}</table>\n"
        )
    }

    /// Returns the figures: a body of the table for each board.
    fn rows_html(&self) -> String {
        let also = self.table.also.iter().map(ToString::to_string);
        let names = ["", "", "published", "measured", "ratio"].map(String::from);
        let names: Vec<String> = names.into_iter().chain(also).collect();
        let mut page = format!("<table class=\"numbers\">\n{}", line("th", &names));
        for of_board in self.rows.chunk_by(|one, other| one.board == other.board) {
            let heading = escape(&self.board_heading(&of_board[0]));
            let columns = names.len();
            let _ =
                writeln!(page, "<tr><th class=\"board\" colspan=\"{columns}\">{heading}</th></tr>");
            page += &figures(of_board, columns);
        }
        page + "</table>\n"
    }

    /// Returns a table for each board and measure: concepts down, searches across.
    fn grids_html(&self, matrix: &Matrix) -> String {
        let searches = || matrix.searches.iter().map(|search| search.name.clone());
        let mut page = "<table class=\"numbers\">\n".to_string();
        for of_board in self.rows.chunks(self.rows_of_a_board().max(1)) {
            let (heading, columns) =
                (escape(&self.board_heading(&of_board[0])), 1 + matrix.searches.len());
            let _ =
                writeln!(page, "<tr><th class=\"board\" colspan=\"{columns}\">{heading}</th></tr>");
            if of_board.iter().all(|row| row.measured == Finding::Long) {
                page += &figures(of_board, columns);
                continue;
            }
            for of_measure in of_board.chunks(self.table.settings.len().max(1)) {
                let measure = of_measure[0].measure.to_string();
                page += &line("th", &[measure].into_iter().chain(searches()).collect::<Vec<_>>());
                let rows = of_measure.chunks(matrix.searches.len().max(1));
                for (concept, row) in matrix.concepts.iter().zip(rows) {
                    let found = row.iter().map(|cell| shown(&cell.measured));
                    let cells = [concept.name.clone()].into_iter().chain(found);
                    page += &line("td", &cells.collect::<Vec<_>>());
                }
            }
        }
        page + "</table>\n"
    }

    /// Returns how many claims hold, fail, and are not decided by what was run.
    pub fn claim_counts(&self) -> [usize; 3] {
        [Verdict::Holds, Verdict::Fails, Verdict::Open]
            .map(|verdict| self.claims.iter().filter(|claim| claim.holds == verdict).count())
    }

    /// Returns how many figures were measured, and how many there are to measure.
    pub fn measured_counts(&self) -> [usize; 2] {
        let measured = self.rows.iter().filter(|row| row.measured.entry().is_some()).count();
        [measured, self.rows.len()]
    }
}

/// Returns the rows of a board; one line where all of them take long.
fn figures(rows: &[Row], columns: usize) -> String {
    if rows.iter().all(|row| row.measured == Finding::Long) {
        return format!("<tr><td colspan=\"{columns}\">takes long: runs with --full</td></tr>\n");
    }
    let mut page = String::new();
    let mut before = None;
    for row in rows {
        let mut texts = cells(row);
        if before.replace(row.measure) == Some(row.measure) {
            texts[0].clear();
        }
        page += &line("td", &texts);
    }
    page
}

/// Returns a text of the data, with what stands in backquotes as code.
fn prose(text: &str) -> String {
    let text = escape(text);
    let piece = |(number, piece): (usize, &str)| match number % 2 {
        1 => format!("<code>{piece}</code>"),
        _ => piece.to_string(),
    };
    text.split('`').enumerate().map(piece).collect()
}

/// Returns a row of a table.
fn line(tag: &str, texts: &[String]) -> String {
    let cell = |text: &String| format!("<{tag}>{}</{tag}>", escape(text));
    format!("<tr>{}</tr>\n", texts.iter().map(cell).collect::<String>())
}
