//! Connect Four as text: columns as moves, rows of stones as positions.

use ludex_game::{Agent, Ink, Notation, Picture, Shape, TextError};

use super::{ConnectFour, Drop, End, Stones};
use crate::bitboard::Bitboard;
use crate::board::{cell_name, grid_picture, read_rows, write_rows};

/// The content of a cell in a text: empty, a stone of the first agent, of the second.
const SYMBOLS: &str = ".XO";

impl<W: Bitboard> ConnectFour<W> {
    fn symbol(&self, state: &Stones<W>, column: usize, row: usize) -> (char, Ink) {
        let cell = self.base(column as u32) + row as u32;
        if !state.all.has(cell) {
            ('.', Ink::Plain)
        } else if self.stones(state, Agent::FIRST).has(cell) {
            ('X', Ink::Of(0))
        } else {
            ('O', Ink::Of(1))
        }
    }

    /// Puts the stones of a text on the board; fails if a stone has an empty cell below it.
    fn stacked(&self, rows: &[Vec<u8>]) -> Result<[W; 2], TextError> {
        let mut stones = [W::EMPTY; 2];
        for (row, line) in rows.iter().rev().enumerate() {
            for (column, &symbol) in line.iter().enumerate() {
                let Some(agent) = usize::from(symbol).checked_sub(1) else { continue };
                let cell = self.base(column as u32) + row as u32;
                if row > 0 && !(stones[0] | stones[1]).has(cell - 1) {
                    let at = (rows.len() - 1 - row) * (line.len() + 1) + column;
                    let name = cell_name(column, row);
                    return Err(TextError::new(
                        format!("nothing holds the stone on {name}"),
                        at..at + 1,
                    )
                    .help("stones fall down: every cell below a stone holds a stone"));
                }
                stones[agent] |= W::cell(cell);
            }
        }
        Ok(stones)
    }
}

impl<W: Bitboard> Notation for ConnectFour<W> {
    fn write_move(&self, _state: &Stones<W>, _agent: Agent, mv: Drop) -> String {
        (mv.0 + 1).to_string()
    }

    fn write_position(&self, state: &Stones<W>) -> String {
        let row = |row| (0..self.columns as usize).map(move |c| self.symbol(state, c, row).0);
        write_rows((0..self.rows as usize).rev().map(row), self.agents.name(state.turn))
    }

    fn read_position(&self, text: &str) -> Result<Stones<W>, TextError> {
        let widths = vec![self.columns as usize; self.rows as usize];
        let (rows, turn) = read_rows(text, &widths, SYMBOLS, &self.agents)?;
        let stones = self.stacked(&rows)?;
        // A play ends with the first line, and the agent that made it is not on turn then.
        if self.lines.has_line(stones[turn.index()]) {
            let (winner, loser) = (self.agents.name(turn), self.agents.name(turn.other()));
            let message = format!("{winner} has a line, so {winner} cannot be on turn");
            return Err(TextError::new(message, 0..text.len())
                .help(format!("the play ends with the first line; {loser} is on turn then")));
        }
        let (mine, moved) = (stones[turn.index()], stones[turn.other().index()]);
        let all = mine | moved;
        Ok(Stones { mine, all, turn, end: self.end(moved, all) })
    }

    fn atoms(&self) -> Vec<String> {
        let cells = (0..self.rows as usize)
            .flat_map(|row| (0..self.columns as usize).map(move |column| cell_name(column, row)));
        let patterns = ["stone(X,", "stone(O,", "empty(", "threat(X,", "threat(O,"];
        cells.flat_map(|cell| patterns.map(|pattern| format!("{pattern}{cell})"))).collect()
    }

    fn picture(&self, state: &Stones<W>) -> Picture {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        let mut picture = grid_picture(columns, rows, Shape::Hole, |column, row| {
            let (symbol, ink) = self.symbol(state, column, row);
            (if symbol == '.' { '·' } else { symbol }, ink)
        });
        // Moves are numbers, so the columns have numbers above the board instead of letters below.
        picture.cells.retain(|cell| !(cell.label && cell.row == self.rows as i16));
        for column in 0..self.columns as i16 {
            picture.label(-1, 2 * column, (column + 1).to_string());
        }
        if state.end == End::Line {
            let winner = self.agents.name(state.turn.other());
            picture.note(format!("{winner} has made a line"));
        }
        picture
    }
}
