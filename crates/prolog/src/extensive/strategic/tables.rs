//! Games of two players as tables: text, HTML and LaTeX.

use ludex_base::Fraction;
use ludex_game::{escape_latex, escape_xml};

use super::StrategicGame;

impl StrategicGame {
    /// Returns the table of a game of two players as text; the first chooses rows. Returns `None`
    /// for other games.
    pub fn text_table(&self) -> Option<String> {
        let rows = self.cells(|payoffs| payoffs.join(", "))?;
        let [first, second] = &self.players[..] else { return None };
        Some(format!("rows {first}, columns {second}\n{}", aligned(&rows)))
    }

    /// Returns the table of a game of two players as HTML.
    pub fn html_table(&self) -> Option<String> {
        let rows = self.cells(|payoffs| payoffs.join(", "))?;
        let [first, second] = &self.players[..] else { return None };
        let mut text = format!(
            "<table>\n<caption>{}</caption>\n",
            escape_xml(&format!("Rows: {first}, columns: {second}"))
        );
        for (number, row) in rows.iter().enumerate() {
            let cell = |(place, cell): (usize, &String)| {
                let tag = if number == 0 || place == 0 { "th" } else { "td" };
                format!("<{tag}>{}</{tag}>", escape_xml(cell))
            };
            let cells: String = row.iter().enumerate().map(cell).collect();
            text += &format!("<tr>{cells}</tr>\n");
        }
        Some(text + "</table>\n")
    }

    /// Returns the table of a game of two players as LaTeX.
    pub fn latex_table(&self) -> Option<String> {
        let rows = self.cells(|payoffs| {
            let payoffs: Vec<String> = payoffs.iter().map(|payoff| latex_number(payoff)).collect();
            format!("${}$", payoffs.join(",\\ "))
        })?;
        let columns = rows.first().map_or(0, Vec::len).saturating_sub(1);
        let [first, second] = &self.players[..] else { return None };
        let mut text = format!("\\begin{{tabular}}{{r|{}}}\n", "c".repeat(columns));
        for (number, row) in rows.iter().enumerate() {
            let cells: Vec<String> = row
                .iter()
                .enumerate()
                .map(
                    |(place, cell)| {
                        if number == 0 || place == 0 { escape_latex(cell) } else { cell.clone() }
                    },
                )
                .collect();
            let line = if number == 0 { " \\\\ \\hline" } else { " \\\\" };
            text += &format!("  {}{line}\n", cells.join(" & "));
        }
        let (first, second) = (escape_latex(first), escape_latex(second));
        Some(text + &format!("\\end{{tabular}} % rows: {first}, columns: {second}\n"))
    }

    /// Returns the heading of the columns, then a row for every action of the first player; `cell`
    /// joins the payoffs of a cell.
    fn cells(&self, cell: impl Fn(&[String]) -> String) -> Option<Vec<Vec<String>>> {
        let [rows, columns] = &self.actions[..] else { return None };
        let head = [String::new()].into_iter().chain(columns.iter().cloned()).collect();
        let row = |(place, name): (usize, &String)| {
            let own = &self.payoffs[place * columns.len()..(place + 1) * columns.len()];
            let text = |payoffs: &Vec<Fraction>| {
                cell(&payoffs.iter().map(Fraction::to_string).collect::<Vec<_>>())
            };
            [name.clone()].into_iter().chain(own.iter().map(text)).collect()
        };
        Some([head].into_iter().chain(rows.iter().enumerate().map(row)).collect())
    }
}

/// Returns rows as lines whose columns are aligned.
pub(super) fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate();
        let cells = cells.map(|(c, cell)| format!("{cell:<w$}", w = width(c).unwrap_or(0)));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns a number as LaTeX in mathematics.
fn latex_number(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number),
    };
    match digits.split_once('/') {
        Some((above, below)) => format!("{sign}\\frac{{{above}}}{{{below}}}"),
        None => number.to_string(),
    }
}
