//! What board games share: coordinates such as `c3`, positions as rows of symbols, drawings.

use std::ops::Range;

use ludex_base::counted;
use ludex_game::{Agent, Agents, Ink, Picture, Shape, TextError};

/// Returns the letter of a column: `a` … `z`.
pub(crate) fn column_letter(column: usize) -> char {
    char::from(b'a' + (column % 26) as u8)
}

/// Returns the name of a cell, column letter then row number from 1: `c3`.
pub(crate) fn cell_name(column: usize, row: usize) -> String {
    format!("{}{}", column_letter(column), row + 1)
}

/// Parses `c3` as (column, row), both from 0.
pub(crate) fn read_cell(text: &str) -> Option<(usize, usize)> {
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let row: usize = text.get(1..)?.parse().ok()?;
    (letter.is_ascii_lowercase() && row > 0).then(|| (usize::from(letter - b'a'), row - 1))
}

/// Returns the words of a text with their places.
pub(crate) fn words(text: &str) -> Vec<(&str, Range<usize>)> {
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace().map(|word| (word, start(word)..start(word) + word.len())).collect()
}

/// Returns the first agent's share of a quantity that both have, as an evaluation: strictly between
/// 0 and 1. An agent that has none left is counted as having a quarter of one, because the game is
/// not over yet.
#[inline]
pub(crate) fn share([own, theirs]: [u32; 2]) -> f64 {
    let part = |count: u32| if count == 0 { 0.25 } else { f64::from(count) };
    part(own) / (part(own) + part(theirs))
}

/// Writes a position as most games here do: rows from the top, separated by `/`, one symbol per
/// cell, then who is on turn: `X.O/.X./... O`.
pub(crate) fn write_rows(
    rows: impl IntoIterator<Item = impl IntoIterator<Item = char>>,
    turn: &str,
) -> String {
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    format!("{} {turn}", rows.join("/"))
}

/// Parses what [`write_rows`] writes. `widths` gives the length of each row, `symbols` the allowed
/// symbols (case does not matter). Returns the indices of the symbols in `symbols`, row by row, and
/// the agent on turn (the first one if none is named).
pub(crate) fn read_rows(
    text: &str,
    widths: &[usize],
    symbols: &str,
    agents: &Agents,
) -> Result<(Vec<Vec<u8>>, Agent), TextError> {
    let (board, turn) = text.split_once(' ').unwrap_or((text, agents.name(Agent::FIRST)));
    let turn = agents.named(turn.trim()).ok_or_else(|| {
        TextError::new(format!("`{}` is not a player", turn.trim()), board.len() + 1..text.len())
            .help(format!("the players are {}", agents.names().join(", ")))
    })?;
    let (mut rows, mut at) = (Vec::new(), 0);
    for part in board.split('/') {
        rows.push(read_row(part, at, rows.len(), widths, symbols)?);
        at += part.len() + 1;
    }
    if rows.len() != widths.len() {
        let message = format!("{} expected, not {}", were(widths.len(), "row"), rows.len());
        return Err(TextError::new(message, 0..board.len()).help(ROWS_HELP));
    }
    Ok((rows, turn))
}

const ROWS_HELP: &str = "rows are written from the top and separated by `/`";

fn read_row(
    part: &str,
    at: usize,
    row: usize,
    widths: &[usize],
    symbols: &str,
) -> Result<Vec<u8>, TextError> {
    let mut cells = Vec::new();
    for (offset, symbol) in part.char_indices() {
        let place = symbols.chars().position(|s| s.eq_ignore_ascii_case(&symbol));
        let span = at + offset..at + offset + symbol.len_utf8();
        let place = place.ok_or_else(|| {
            let known: Vec<String> = symbols.chars().map(|s| format!("`{s}`")).collect();
            TextError::new(format!("`{symbol}` cannot stand on a cell"), span)
                .help(format!("cells are {}", known.join(", ")))
        })?;
        cells.push(place as u8);
    }
    match widths.get(row) {
        Some(&width) if width != cells.len() => {
            let message =
                format!("{} expected in this row, not {}", were(width, "cell"), cells.len());
            let help =
                if widths.len() > 1 { ROWS_HELP } else { "the row is written from the left" };
            Err(TextError::new(message, at..at + part.len()).help(help))
        }
        _ => Ok(cells),
    }
}

/// Draws a rectangular board with column letters and row numbers, row 1 at the bottom. `cell`
/// returns what stands at (column, row).
pub(crate) fn grid_picture(
    columns: usize,
    rows: usize,
    shape: Shape,
    mut cell: impl FnMut(usize, usize) -> (char, Ink),
) -> Picture {
    let mut picture = Picture::new(shape);
    for line in 0..rows {
        let row = rows - 1 - line;
        picture.label(line as i16, -2, (row + 1).to_string());
        for column in 0..columns {
            let (symbol, ink) = cell(column, row);
            picture.cell(line as i16, 2 * column as i16, symbol, ink).name = cell_name(column, row);
        }
    }
    for column in 0..columns {
        picture.label(rows as i16, 2 * column as i16, column_letter(column));
    }
    picture
}

/// Returns a number of things with the verb that suits it: `1 row was`, `3 rows were`.
fn were(number: usize, thing: &str) -> String {
    let verb = if number == 1 { "was" } else { "were" };
    format!("{} {verb}", counted(number as u64, thing))
}
