//! Domineering as text: `a1-a2` as moves, rows of `.` and `#` as positions.

use ludex_game::{Agent, Ink, Notation, Picture, Shape, TextError};

use super::{Domineering, Domino, Filled};
use crate::bitboard::Bitboard;
use crate::board::{cell_name, grid_picture, read_rows, write_rows};

impl<W: Bitboard> Domineering<W> {
    fn name(&self, cell: u32) -> String {
        cell_name((cell % self.columns) as usize, (cell / self.columns) as usize)
    }

    fn filled(&self, state: &Filled<W>, column: usize, row: usize) -> bool {
        state.filled.has(row as u32 * self.columns + column as u32)
    }
}

impl<W: Bitboard> Notation for Domineering<W> {
    fn write_move(&self, _state: &Filled<W>, agent: Agent, mv: Domino) -> String {
        let cells = self.places[agent.index()].domino(mv.0.into()).cells();
        cells.map(|cell| self.name(cell)).collect::<Vec<_>>().join("-")
    }

    fn write_position(&self, state: &Filled<W>) -> String {
        let symbol = |column, row| if self.filled(state, column, row) { '#' } else { '.' };
        let row = |row| (0..self.columns as usize).map(move |column| symbol(column, row));
        write_rows((0..self.rows as usize).rev().map(row), self.agents.name(state.turn))
    }

    fn read_position(&self, text: &str) -> Result<Filled<W>, TextError> {
        let widths = vec![self.columns as usize; self.rows as usize];
        let (rows, turn) = read_rows(text, &widths, ".#", &self.agents)?;
        let cells = rows.iter().rev().flatten().zip(0..);
        let filled = cells
            .filter(|&(&symbol, _)| symbol == 1)
            .fold(W::EMPTY, |filled, (_, cell)| filled | W::cell(cell));
        Ok(Filled { filled, turn })
    }

    fn atoms(&self) -> Vec<String> {
        let names = (0..self.rows * self.columns).map(|cell| self.name(cell));
        names.flat_map(|name| [format!("filled({name})"), format!("empty({name})")]).collect()
    }

    fn picture(&self, state: &Filled<W>) -> Picture {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        grid_picture(columns, rows, Shape::Square, |column, row| {
            (if self.filled(state, column, row) { '■' } else { '·' }, Ink::Plain)
        })
    }
}
