//! Parsing, writing and drawing Breakthrough.

use ludex_game::{Agent, Ink, Notation, Picture, Shape, TextError};

use super::{Breakthrough, Pieces, Step};
use crate::bitboard::Bitboard;
use crate::board::{cell_name, grid_picture, read_rows, write_rows};

/// The content of a cell in position text: empty, a white, a black piece.
const SYMBOLS: [char; 3] = ['.', 'W', 'B'];
/// The content of a cell in drawings.
const MARKS: [char; 3] = ['·', '○', '●'];

/// Returns 0 for an empty cell, otherwise one more than the number of the agent whose piece it is.
fn content<W: Bitboard>(state: &Pieces<W>, cell: usize) -> usize {
    state.pieces.iter().position(|pieces| pieces.has(cell as u32)).map_or(0, |agent| agent + 1)
}

impl<W: Bitboard> Breakthrough<W> {
    fn name(&self, cell: impl Into<usize>) -> String {
        let cell = cell.into();
        cell_name(cell % self.columns, cell / self.columns)
    }

    fn check(&self, state: &Pieces<W>, text: &str) -> Result<(), TextError> {
        let board = 0..text.find(' ').unwrap_or(text.len());
        let arrived = |side: usize| (state.pieces[side] & self.goals[side]).any();
        if state.pieces == [W::EMPTY; 2] {
            return Err(TextError::new("there must be a piece on the board", board));
        }
        if arrived(0) && arrived(1) {
            return Err(TextError::new("only one player can have reached its last row", board)
                .help("the game is over when White is in the top row or Black in row 1"));
        }
        Ok(())
    }
}

impl<W: Bitboard> Notation for Breakthrough<W> {
    fn write_move(&self, state: &Pieces<W>, agent: Agent, mv: Step) -> String {
        let takes = state.pieces[agent.other().index()].has(mv.to.into());
        format!("{}{}{}", self.name(mv.from), if takes { 'x' } else { '-' }, self.name(mv.to))
    }

    fn write_position(&self, state: &Pieces<W>) -> String {
        let rows = (0..self.rows).rev().map(|row| {
            let cells = row * self.columns..(row + 1) * self.columns;
            cells.map(|cell| SYMBOLS[content(state, cell)])
        });
        write_rows(rows, self.agents.name(state.turn))
    }

    fn read_position(&self, text: &str) -> Result<Pieces<W>, TextError> {
        let widths = vec![self.columns; self.rows];
        let symbols = String::from_iter(SYMBOLS);
        let (rows, turn) = read_rows(text, &widths, &symbols, &self.agents)?;
        let mut state = Pieces { pieces: [W::EMPTY; 2], turn };
        for (cell, content) in rows.into_iter().rev().flatten().enumerate() {
            if content > 0 {
                state.pieces[usize::from(content - 1)] |= W::cell(cell as u32);
            }
        }
        self.check(&state, text)?;
        Ok(state)
    }

    fn atoms(&self) -> Vec<String> {
        let cells: Vec<String> = (0..self.rows * self.columns).map(|c| self.name(c)).collect();
        let mut atoms = Vec::new();
        for agent in self.agents.names() {
            atoms.extend(cells.iter().map(|cell| format!("piece({agent},{cell})")));
        }
        atoms.extend(cells.iter().map(|cell| format!("empty({cell})")));
        atoms.extend(self.agents.names().iter().map(|agent| format!("runner({agent})")));
        atoms
    }

    fn picture(&self, state: &Pieces<W>) -> Picture {
        grid_picture(self.columns, self.rows, Shape::Square, |column, row| {
            (MARKS[content(state, row * self.columns + column)], Ink::Plain)
        })
    }
}
