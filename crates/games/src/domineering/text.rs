//! Domineering as text: `a1-a2` as moves, rows of `.` and `#` as positions, its page.

use ludex_game::{Agent, Ink, Notation, Picture, Shape, TextError};

use super::{Domineering, Domino, Filled};
use crate::bitboard::Bitboard;
use crate::board::{cell_name, grid_picture, read_rows, write_rows};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

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

impl Family for Domineering<u64> {
    const INFO: GameInfo = GameInfo {
        name: "domineering",
        aliases: &[],
        summary: "upright against flat dominoes; whoever cannot place one loses",
        rules: "Vertical places a domino on two empty cells one above the other, Horizontal on \
                two empty cells side by side. Whoever is on turn and cannot place one loses. Off \
                turn an agent has the dominoes it could place, while the one on turn can move.",
        keys: &[
            KeyInfo { name: "rows", default: "5", meaning: "1 to 64 rows" },
            KeyInfo {
                name: "columns",
                default: "6",
                meaning: "1 to 26 columns; at most 128 cells in all",
            },
        ],
        position: "rows from the top of `.` (empty) and `#` (filled), separated by `/`, and who \
                   is on turn: `.../#../#.. Horizontal` on 3 rows and 3 columns",
        moves: "the two cells, the lower or left one first: `a1-a2`",
        atoms: &[
            AtomInfo { pattern: "filled(CELL)", meaning: "a domino covers the cell: filled(a1)" },
            AtomInfo { pattern: "empty(CELL)", meaning: "no domino covers the cell: empty(c3)" },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let rows = params.number("rows", 1..=64)?;
        let columns = params.number("columns", 1..=26)?;
        match rows * columns {
            0..=64 => Ok(visitor.sequential(Domineering::<u64>::new(rows, columns))),
            65..=128 => Ok(visitor.sequential(Domineering::<u128>::new(rows, columns))),
            cells => Err(params
                .error("rows", format!("{rows} rows and {columns} columns are too many"))
                .help(format!("a board has at most 128 cells, this one {cells}"))),
        }
    }
}
