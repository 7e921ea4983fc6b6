//! Tables in Markdown, and formatted numbers.

use std::fmt::{self, Display, Formatter, Write};

/// A table whose rows each have a key and one main value.
pub struct Table {
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    values: Vec<(String, f64)>,
}

impl Table {
    /// Makes a table without rows.
    pub fn new(columns: &[&'static str]) -> Table {
        Table { columns: columns.to_vec(), rows: Vec::new(), values: Vec::new() }
    }

    /// Adds a row: its key and value, then what is shown.
    pub fn row(
        &mut self,
        key: String,
        value: f64,
        first: &str,
        cells: impl IntoIterator<Item = String>,
    ) {
        self.values.push((key, value));
        self.rows.push([first.to_string()].into_iter().chain(cells).collect());
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns only keys and values, one pair a line.
    pub fn values(&self) -> String {
        self.values.iter().fold(String::new(), |mut text, (key, value)| {
            let _ = writeln!(text, "{key}\t{value}");
            text
        })
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "| {} |", self.columns.join(" | "))?;
        writeln!(f, "| --- |{}", " ---: |".repeat(self.columns.len() - 1))?;
        self.rows.iter().try_for_each(|row| writeln!(f, "| {} |", row.join(" | ")))
    }
}

/// Formats a number in at most four digits: `123`, `12.3 k`, `1.23 M`.
pub fn count(number: f64) -> String {
    let scaled = |by: f64, unit: &str| format!("{}{unit}", three(number / by));
    match number {
        n if n < 999.5 && n.fract() == 0.0 => format!("{n}"),
        n if n < 999.5 => three(n),
        n if n < 999_500.0 => scaled(1e3, " k"),
        n if n < 999.5e6 => scaled(1e6, " M"),
        _ => scaled(1e9, " G"),
    }
}

/// Formats a time in a suitable unit.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.9995e-3 => format!("{} µs", three(s * 1e6)),
        s if s < 0.9995 => format!("{} ms", three(s * 1e3)),
        s => format!("{} s", three(s)),
    }
}

/// Formats an amount of memory.
pub fn bytes(bytes: usize) -> String {
    match bytes as f64 {
        b if b < 1024.0 => format!("{b} B"),
        b if b < 1024.0 * 1024.0 => format!("{} KiB", three(b / 1024.0)),
        b => format!("{} MiB", three(b / (1024.0 * 1024.0))),
    }
}

/// Formats a factor of speed.
pub fn ratio(ratio: f64) -> String {
    format!("{}x", three(ratio))
}

/// Formats a number with three significant digits.
fn three(number: f64) -> String {
    match number {
        n if n < 9.995 => format!("{n:.2}"),
        n if n < 99.95 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}
