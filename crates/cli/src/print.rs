//! Printing for people: a little colour (NO_COLOR is honoured), numbers with units, JSON lines.

use anstyle::{AnsiColor, Style};
use serde::Serialize;

/// Prints a line, as `println!` does, but ends quietly where nobody reads on (`ludex … | head`).
macro_rules! say {
    ($($argument:tt)*) => {
        $crate::print::line(format_args!($($argument)*))
    };
}
pub(crate) use say;

/// Prints a line; see [`say!`].
pub fn line(text: std::fmt::Arguments) {
    use std::io::Write;
    if writeln!(anstream::stdout().lock(), "{text}").is_err() {
        std::process::exit(0);
    }
}

/// Headings and the answer.
pub const STRONG: Style = Style::new().bold();
/// Details.
pub const FAINT: Style = Style::new().dimmed();
/// Yes.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// No.
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// A text in a style; colours are taken out again where they are not wanted.
pub fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints a value as JSON, over several lines.
pub fn json(value: &impl Serialize) {
    say!("{}", serde_json::to_string_pretty(value).expect("answers have string keys"));
}

/// Prints a value as JSON on one line.
pub fn json_line(value: &impl Serialize) {
    say!("{}", serde_json::to_string(value).expect("answers have string keys"));
}

/// A count with thin groups of three: `1 234 567`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time for people.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// A size for people.
pub fn bytes(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1024.0 => format!("{b} B"),
        b if b < 1048576.0 => format!("{:.0} KiB", b / 1024.0),
        b if b < 1073741824.0 => format!("{:.0} MiB", b / 1048576.0),
        b => format!("{:.1} GiB", b / 1073741824.0),
    }
}

/// Prints rows in aligned columns.
pub fn table(rows: &[Vec<String>]) {
    say!("{}", columns(rows).trim_end());
}

/// Rows in aligned columns, the last one ragged.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max();
    let mut text = String::new();
    for row in rows {
        for (c, cell) in row.iter().enumerate() {
            text.push_str(cell);
            if c + 1 < row.len() {
                let pad = width(c).unwrap_or(0) - cell.chars().count() + 2;
                text.extend(std::iter::repeat_n(' ', pad));
            }
        }
        text.push('\n');
    }
    text
}
