//! Parsing, writing and drawing connection games.

use ludex_game::{Agent, Ink, Notation, Picture, TextError};

use super::{Cell, Connection, Stones, other_cell};
use crate::bitboard::Bitboard;
use crate::board::{read_rows, write_rows};

/// The content of a cell in position text: empty, a stone of the first, of the second agent.
const SYMBOLS: [char; 3] = ['.', 'B', 'W'];
/// The content of a cell in drawings.
const MARKS: [&str; 3] = ["·", "●", "○"];

impl<W: Bitboard, const NEAR: usize> Connection<W, NEAR> {
    /// Returns 0 for an empty cell, otherwise one more than the number of the agent whose stone it
    /// is.
    fn content(state: &Stones<W, NEAR>, cell: usize) -> usize {
        state.stones.iter().position(|stones| stones.has(cell as u32)).map_or(0, |agent| agent + 1)
    }

    /// Returns the cell of this name, ignoring case.
    fn named(&self, text: &str) -> Option<usize> {
        self.layout.names.iter().position(|name| name.eq_ignore_ascii_case(text))
    }

    fn target_name(&self, cell: usize, target: usize) -> &str {
        match self.layout.sides.get(target) {
            Some((name, _)) => name,
            None => &self.layout.names[other_cell(cell, target - self.layout.sides.len())],
        }
    }
}

impl<W: Bitboard, const NEAR: usize> Notation for Connection<W, NEAR> {
    fn write_move(&self, _state: &Self::State, _agent: Agent, mv: Cell) -> String {
        self.layout.names[usize::from(mv.0)].clone()
    }

    fn read_move(&self, state: &Self::State, _agent: Agent, text: &str) -> Option<Cell> {
        let cell = self.named(text)?;
        let free = state.winner.is_none() && self.empty(state).has(cell as u32);
        free.then_some(Cell(cell as u8))
    }

    fn write_position(&self, state: &Self::State) -> String {
        let mut cells = 0..self.cells();
        let rows = self.layout.rows.iter().map(|&width| {
            let row = cells.by_ref().take(width);
            row.map(|cell| SYMBOLS[Self::content(state, cell)]).collect::<Vec<char>>()
        });
        write_rows(rows, self.agents.name(state.turn))
    }

    fn read_position(&self, text: &str) -> Result<Self::State, TextError> {
        let symbols = String::from_iter(SYMBOLS);
        let (rows, turn) = read_rows(text, &self.layout.rows, &symbols, &self.agents)?;
        let mut stones = [W::EMPTY; 2];
        for (cell, content) in rows.into_iter().flatten().enumerate() {
            if content > 0 {
                stones[usize::from(content - 1)] |= W::cell(cell as u32);
            }
        }
        Ok(self.set_up(stones, turn))
    }

    fn atoms(&self) -> Vec<String> {
        let (names, agents) = (&self.layout.names, self.agents.names());
        let mut atoms = Vec::new();
        for agent in agents {
            atoms.extend(names.iter().map(|cell| format!("stone({agent},{cell})")));
        }
        atoms.extend(names.iter().map(|cell| format!("empty({cell})")));
        atoms.extend(agents.iter().map(|agent| format!("connected({agent})")));
        for (i, cell) in names.iter().enumerate() {
            let targets = (0..self.targets()).map(|t| self.target_name(i, t));
            atoms.extend(targets.map(|target| format!("linked({cell},{target})")));
        }
        atoms
    }

    fn picture(&self, state: &Self::State) -> Picture {
        let mut picture = self.layout.frame.clone();
        for (cell, &(row, column2)) in self.layout.places.iter().enumerate() {
            let content = Self::content(state, cell);
            let drawn = picture.cell(row, column2, MARKS[content], Ink::Plain);
            drawn.name.clone_from(&self.layout.names[cell]);
        }
        picture
    }
}
