//! Sizes and colours of drawings. Colours stand in attributes, so that a file looks right alone; a
//! page can override them by the classes of the elements.

use ludex_base::visible;

use super::Ink;

/// Half a cell.
pub(super) const UNIT: f64 = 20.0;
pub(super) const MARGIN: f64 = 10.0;
pub(super) const LABEL_SIZE: f64 = 14.0;
/// The ground of cells, of shaded cells, and what is between them.
pub(super) const CELL: &str = "#f6efdf";
pub(super) const SHADE: &str = "#cdb285";
pub(super) const LINE: &str = "#a4977c";
/// Wood under points, and the lines on it.
pub(super) const WOOD: &str = "#e9cb93";
pub(super) const GRID: &str = "#4a3a1e";
/// A board that stands upright, and its holes.
pub(super) const FRAME: &str = "#2c5fb3";
pub(super) const HOLE: &str = "#eef3fb";
/// Text and dark pieces, light pieces.
pub(super) const DARK: &str = "#2f2a27";
pub(super) const LIGHT: &str = "#fffdf7";
pub(super) const LABEL: &str = "#57534b";
/// What the last move changed.
pub(super) const LAST: &str = "#f0b429";

/// Colours of the agents: distinguishable by the colour-blind too.
const INKS: [&str; 6] = ["#0b3c8c", "#b3261e", "#1a7f37", "#8a5a00", "#6a1b9a", "#00707a"];

/// Colours of discs that fall into a board.
pub(super) const DISCS: [&str; 3] = ["#d63a2f", "#f2c230", "#3fa45b"];

/// Returns the colour of an ink.
pub(crate) fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Plain => "#222",
        Ink::Colour(name) => name,
        Ink::Of(agent) => INKS[usize::from(agent) % INKS.len()],
    }
}

/// Returns the colours of agents that are not called by a colour.
pub(crate) fn inks() -> &'static [&'static str] {
    &INKS
}

/// Returns the approximate width of a text of a size; fonts differ.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.6
}

/// Returns text escaped for XML, inside elements and attributes, with what is invisible written out.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns text in which the signs that mean something to LaTeX and what is invisible are written out.
pub fn escape_latex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '#' | '%' | '&' | '$' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '…' => escaped.push_str("\\dots{}"),
            c => escaped.push(c),
        }
    }
    escaped
}
