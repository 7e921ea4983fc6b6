//! NoGo as text: cells as moves, rows of stones as positions.

use ludex_game::{Agent, Ink, Notation, Picture, Shape, TextError};

use super::{NoGo, Position, Stone};
use crate::bitboard::Bitboard;
use crate::board::{cell_name, grid_picture, read_rows, write_rows};

impl<W: Bitboard> NoGo<W> {
    fn name(&self, cell: u32) -> String {
        cell_name((cell % self.columns) as usize, (cell / self.columns) as usize)
    }

    fn symbol(&self, state: &Position<W>, column: usize, row: usize) -> char {
        let cell = row as u32 * self.columns + column as u32;
        match state.stones.map(|stones| stones.has(cell)) {
            [true, _] => 'B',
            [_, true] => 'W',
            _ => '.',
        }
    }

    /// Returns the place of a cell in the text of a position.
    fn place(&self, cell: u32) -> usize {
        let (column, row) = (cell % self.columns, cell / self.columns);
        ((self.rows - 1 - row) * (self.columns + 1) + column) as usize
    }
}

impl<W: Bitboard> Notation for NoGo<W> {
    fn write_move(&self, _state: &Position<W>, _agent: Agent, mv: Stone) -> String {
        self.name(mv.0.into())
    }

    fn write_position(&self, state: &Position<W>) -> String {
        let row = |row| (0..self.columns as usize).map(move |c| self.symbol(state, c, row));
        write_rows((0..self.rows as usize).rev().map(row), self.agents.name(state.turn))
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, TextError> {
        let widths = vec![self.columns as usize; self.rows as usize];
        let (rows, turn) = read_rows(text, &widths, ".BW", &self.agents)?;
        let mut stones = [W::EMPTY; 2];
        for (&symbol, cell) in rows.iter().rev().flatten().zip(0..) {
            if let Some(agent) = usize::from(symbol).checked_sub(1) {
                stones[agent] |= W::cell(cell);
            }
        }
        if let Some(chain) = self.grid.captured(stones) {
            let at = self.place(chain.first());
            let message = format!("the chain on {} has no liberty", self.name(chain.first()));
            return Err(TextError::new(message, at..at + 1)
                .help("nothing is ever captured in NoGo: every chain touches an empty cell"));
        }
        Ok(self.set_up(stones, turn))
    }

    fn atoms(&self) -> Vec<String> {
        let names = (0..self.rows * self.columns).map(|cell| self.name(cell));
        let patterns = ["stone(Black,", "stone(White,", "empty(", "legal(Black,", "legal(White,"];
        names.flat_map(|name| patterns.map(|pattern| format!("{pattern}{name})"))).collect()
    }

    fn picture(&self, state: &Position<W>) -> Picture {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        grid_picture(columns, rows, Shape::Point, |column, row| {
            let stone = match self.symbol(state, column, row) {
                'B' => '●',
                'W' => '○',
                _ => '·',
            };
            (stone, Ink::Plain)
        })
    }
}
