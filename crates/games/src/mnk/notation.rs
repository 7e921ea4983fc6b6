//! mnk-games as text: cells as moves, rows of stones as positions.

use ludex_game::{Agent, Ink, Model, Notation, Picture, Shape, TextError};

use super::{Board, Cells, End, Mnk, Place};
use crate::board::{cell_name, grid_picture, read_cell, read_rows, write_rows};

impl<const N: usize> Mnk<N> {
    fn name(&self, cell: usize) -> String {
        cell_name(cell % self.columns, cell / self.columns)
    }

    fn symbol(&self, state: &Board<N>, column: usize, row: usize) -> (char, Ink) {
        let cell = row * self.columns + column;
        match state.stones.each_ref().map(|stones| stones.has(cell)) {
            [true, _] => ('X', Ink::Of(0)),
            [_, true] => ('O', Ink::Of(1)),
            _ => ('.', Ink::Plain),
        }
    }

    /// Returns the state with these stones and this turn, or `None` if the agent on turn has a
    /// line.
    fn set_up(&self, stones: [Cells<N>; 2], turn: Agent) -> Option<Board<N>> {
        let mut state = self.initial();
        for agent in self.agents.iter() {
            for cell in stones[agent.index()].iter() {
                state.key ^= self.symmetries.number(agent, cell);
                state.count += 1;
            }
        }
        (state.stones, state.turn) = (stones, turn);
        if self.has_line(&stones[turn.other().index()]) {
            state.end = End::Line;
        } else if usize::from(state.count) == self.columns * self.rows {
            state.end = End::Full;
        }
        (!self.has_line(&stones[turn.index()])).then_some(state)
    }
}

impl<const N: usize> Notation for Mnk<N> {
    fn write_move(&self, _state: &Board<N>, _agent: Agent, mv: Place) -> String {
        self.name(mv.0.into())
    }

    fn read_move(&self, state: &Board<N>, _agent: Agent, text: &str) -> Option<Place> {
        let (column, row) = read_cell(text)?;
        let within = column < self.columns && row < self.rows && state.end == End::Open;
        let cell = within.then(|| row * self.columns + column)?;
        self.empty(state).has(cell).then_some(Place(cell as u16))
    }

    fn write_position(&self, state: &Board<N>) -> String {
        let row = |row| (0..self.columns).map(move |column| self.symbol(state, column, row).0);
        write_rows((0..self.rows).rev().map(row), self.agents.name(state.turn))
    }

    fn read_position(&self, text: &str) -> Result<Board<N>, TextError> {
        let (rows, turn) = read_rows(text, &vec![self.columns; self.rows], ".XO", &self.agents)?;
        let mut stones = [Cells::EMPTY; 2];
        for (cell, &symbol) in rows.iter().rev().flatten().enumerate() {
            if let Some(agent) = usize::from(symbol).checked_sub(1) {
                stones[agent].insert(cell);
            }
        }
        self.set_up(stones, turn).ok_or_else(|| {
            let (winner, loser) = (self.agents.name(turn), self.agents.name(turn.other()));
            let message = format!("{winner} has a line, so {winner} cannot be on turn");
            TextError::new(message, 0..text.len())
                .help(format!("the play ends with the first line; {loser} is on turn then"))
        })
    }

    fn atoms(&self) -> Vec<String> {
        let names = (0..self.columns * self.rows).map(|cell| self.name(cell));
        let patterns = ["stone(X,", "stone(O,", "empty("];
        names.flat_map(|name| patterns.map(|pattern| format!("{pattern}{name})"))).collect()
    }

    fn picture(&self, state: &Board<N>) -> Picture {
        grid_picture(self.columns, self.rows, Shape::Square, |column, row| {
            let (symbol, ink) = self.symbol(state, column, row);
            (if symbol == '.' { '·' } else { symbol }, ink)
        })
    }
}
