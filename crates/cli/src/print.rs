//! Printing for people: a little colour (NO_COLOR is honoured), tables, JSON lines.

use anstyle::{AnsiColor, Style};
use ludex::columns;
use ludex::{PageLine, Session, Tone, Warning};
pub use ludex::{counted, grouped as count, inline, with_warnings};
use ludex_base::{visible_json, visible_lines};
use serde::Serialize;

/// Prints a line, as `println!` does, but ends quietly where nobody reads on (`ludex … | head`), and
/// writes out control characters, which may come from a file.
macro_rules! say {
    ($($argument:tt)*) => {
        $crate::print::line(format_args!($($argument)*))
    };
}
pub(crate) use say;

/// Prints a line on standard error, with control characters written out.
macro_rules! tell {
    ($($argument:tt)*) => {
        anstream::eprintln!("{}", $crate::print::harmless(&format!($($argument)*)))
    };
}
pub(crate) use tell;

/// Prints a line; see [`say!`].
pub fn line(text: std::fmt::Arguments) {
    use std::io::Write;
    if writeln!(anstream::stdout().lock(), "{}", harmless(&text.to_string())).is_err() {
        std::process::exit(0);
    }
}

/// Returns a text in which control characters are written out, but for the ends of lines and the
/// styles of this program: a text from a file cannot rewrite what is on the screen.
pub fn harmless(text: &str) -> String {
    // Those that begin as others do come first.
    let styles = [GOOD, BAD, STRONG, FAINT].map(|style| style.to_string());
    let reset = format!("{STRONG:#}");
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find('\u{1b}') {
        shown.push_str(&visible_lines(&rest[..place]));
        rest = &rest[place..];
        let own = styles.iter().chain([&reset]).find(|style| rest.starts_with(style.as_str()));
        let length = own.map_or(1, |style| style.len());
        match own {
            Some(style) => shown.push_str(style),
            None => shown.push_str(&visible_lines(&rest[..length])),
        }
        rest = &rest[length..];
    }
    shown + &visible_lines(rest)
}

/// Headings and the answer.
pub const STRONG: Style = Style::new().bold();
/// Details.
pub const FAINT: Style = Style::new().dimmed();
/// Yes.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// No.
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// Returns a text in a style; `say!` removes colours where they are not wanted.
pub fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Returns a piece of a page in its style.
pub fn toned(tone: Tone, text: &str) -> String {
    let style = match tone {
        Tone::Good => GOOD,
        Tone::Bad => BAD,
        Tone::Strong => STRONG,
        Tone::Faint => FAINT,
    };
    styled(style, text)
}

/// Prints the lines of a page.
pub fn page(lines: Vec<PageLine>) {
    for PageLine { text, indent } in lines {
        say!("{}", indent.map_or_else(|| text.clone(), |indent| wrapped(&text, indent)));
    }
}

/// Prints a value as JSON, over several lines.
pub fn json(value: &impl Serialize) {
    json_text(serde_json::to_string_pretty(value));
}

/// Prints a value as JSON on one line.
pub fn json_line(value: &impl Serialize) {
    json_text(serde_json::to_string(value));
}

fn json_text(made: serde_json::Result<String>) {
    say!("{}", visible_json(&made.expect("answers have string keys")));
}

/// Prints an answer about a game as JSON, over several lines or on one, with what looks wrong in the
/// file of the game.
pub fn json_about(game: &Session, value: &impl Serialize, pretty: bool) {
    let value = with_warnings(game.warnings(), value);
    if pretty { json(&value) } else { json_line(&value) }
}

/// Prints warnings on standard error.
pub fn warnings(warnings: &[Warning]) {
    for Warning { line, message } in warnings {
        let place = line.map_or(String::new(), |line| format!("line {line}: "));
        tell!("{} {place}{message}", styled(BAD, "warning"));
    }
}

/// Returns a text in lines that fit the terminal and have at most 100 columns, all but the first
/// indented. Breaks at blanks only, so that moves and formulas are not split.
pub fn wrapped(text: &str, indent: usize) -> String {
    let terminal = terminal_size::terminal_size_of(std::io::stdout());
    let width = terminal.map_or(100, |(width, _)| usize::from(width.0).min(100));
    fill(text, indent, width)
}

fn fill(text: &str, indent: usize, width: usize) -> String {
    let indent = " ".repeat(indent);
    // A very narrow terminal breaks the lines itself.
    let options = textwrap::Options::new(width.max(indent.len() + 20))
        .subsequent_indent(&indent)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
        .break_words(false);
    textwrap::fill(text, options)
}

/// Prints rows in aligned columns, the last one wrapped.
pub fn table(rows: &[Vec<String>]) {
    for (row, indent) in columns(rows) {
        say!("{}", wrapped(&row, indent));
    }
}
