//! Pursuit as text: cells as moves, positions.

use std::ops::Range;

use ludex_base::counted;
use ludex_game::{Agent, Ink, Notation, Picture, Shape, TextError};

use super::{Chase, Dash, MOST_COPS, Pursuit};
use crate::board::{cell_name, grid_picture, read_cell, words};

const POSITION_HELP: &str = "the cops, the robber and the steps left, as in a1-b1 c3 4";

fn name(columns: u8, cell: u8) -> String {
    cell_name((cell % columns).into(), (cell / columns).into())
}

fn names(columns: u8, cells: &[u8]) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| name(columns, cell)).collect();
    names.join("-")
}

/// Parses cells separated by `-`, each on the board.
pub(super) fn read_cells(text: &str, columns: u8, rows: u8) -> Option<Vec<u8>> {
    let cell = |part: &str| {
        let (column, row) = read_cell(part.trim())?;
        let within = column < columns.into() && row < rows.into();
        within.then(|| row as u8 * columns + column as u8)
    };
    text.split('-').map(cell).collect()
}

impl Pursuit {
    fn read_places(
        &self,
        (word, span): &(&str, Range<usize>),
        count: usize,
    ) -> Result<Vec<u8>, TextError> {
        let stands = |cell: &u8| self.open >> cell & 1 == 1;
        let cells = read_cells(word, self.columns, self.rows)
            .filter(|cells| cells.len() == count && cells.iter().all(stands));
        cells.ok_or_else(|| {
            let message = match count {
                1 => "one cell that is no wall was expected".to_string(),
                _ => format!("{count} cells that are no walls were expected"),
            };
            TextError::new(message, span.clone()).help(POSITION_HELP)
        })
    }
}

impl Notation for Pursuit {
    fn write_move(&self, _state: &Chase, agent: Agent, mv: Dash) -> String {
        let count = if agent == Agent::FIRST { self.cops } else { 1 };
        names(self.columns, &mv.0[..count])
    }

    fn write_position(&self, state: &Chase) -> String {
        let cops = names(self.columns, self.cops(state));
        format!("{cops} {} {}", name(self.columns, state.robber), state.left)
    }

    fn read_position(&self, text: &str) -> Result<Chase, TextError> {
        let words = words(text);
        let [cops, robber, left] = &words[..] else {
            let message = "three words were expected";
            return Err(TextError::new(message, 0..text.len()).help(POSITION_HELP));
        };
        let most = self.start.left;
        let steps = left.0.parse().ok().filter(|&left: &u8| left <= most).ok_or_else(|| {
            let message = format!("the steps left are a number from 0 to {most}");
            TextError::new(message, left.1.clone()).help(POSITION_HELP)
        })?;
        let mut state = Chase { cops: [0; MOST_COPS], robber: 0, left: steps };
        state.cops[..self.cops].copy_from_slice(&self.read_places(cops, self.cops)?);
        state.robber = self.read_places(robber, 1)?[0];
        Ok(state)
    }

    fn atoms(&self) -> Vec<String> {
        let cells = || (0..self.columns * self.rows).map(|cell| name(self.columns, cell));
        let robber = cells().map(|cell| format!("robber({cell})"));
        robber.chain(cells().map(|cell| format!("cop({cell})"))).collect()
    }

    fn picture(&self, state: &Chase) -> Picture {
        let (columns, rows) = (self.columns.into(), self.rows.into());
        let mut picture = grid_picture(columns, rows, Shape::Square, |column, row| {
            let cell = (row * columns + column) as u8;
            match (self.cops(state).contains(&cell), state.robber == cell) {
                (true, true) => ('*', Ink::Of(0)),
                (true, false) => ('C', Ink::Of(0)),
                (false, true) => ('R', Ink::Of(1)),
                (false, false) if self.open >> cell & 1 == 0 => ('#', Ink::Plain),
                (false, false) => ('·', Ink::Plain),
            }
        });
        picture.note(match self.caught(state) {
            true => "the robber is caught".to_string(),
            false if state.left == 0 => "the robber is free".to_string(),
            false => format!("{} left", counted(state.left.into(), "step")),
        });
        picture
    }
}
