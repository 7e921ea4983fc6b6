//! Positions, moves and atoms of Chinese Checkers as text, and the drawing.

use ludex_game::{Agent, Ink, Notation, Picture, Shape, TextError};

use super::{COLOURS, CheckersState, ChineseCheckers, NAMES, PASS, Race};
use crate::bitboard::Bitboard;
use crate::board::{column_letter, read_rows, write_rows};

impl<W: Bitboard> ChineseCheckers<W> {
    /// Returns the row letter from the top, then the number in the row from the left: `e3`.
    fn cell_name(&self, cell: usize) -> String {
        let (row, _) = self.star.places[cell];
        let first = self.star.places.iter().position(|&(other, _)| other == row).unwrap_or(0);
        format!("{}{}", column_letter(row as usize), cell - first + 1)
    }

    fn owner(&self, state: &CheckersState<W>, cell: usize) -> Option<Agent> {
        self.agents.iter().find(|agent| state.pieces[agent.index()].has(cell as u32))
    }

    /// Returns the letters of the pieces, the empty cell first.
    fn symbols(&self) -> String {
        let letters = NAMES[..self.agents.len()].iter().filter_map(|name| name.chars().next());
        ['.'].into_iter().chain(letters).collect()
    }

    fn symbol(&self, state: &CheckersState<W>, cell: usize) -> char {
        let name = self.owner(state, cell).map(|agent| self.agents.name(agent));
        name.and_then(|name| name.chars().next()).unwrap_or('.')
    }

    /// Returns the number of pieces of each agent.
    fn army(&self) -> usize {
        self.star.size * (self.star.size + 1) / 2
    }

    /// The order of the atoms is `piece(AGENT,CELL)`, then `empty(CELL)`, then `arrived(AGENT,N)`.
    pub(super) fn atom_holds(&self, state: &CheckersState<W>, atom: u32) -> bool {
        let (cells, army) = (self.star.cells() as u32, self.army() as u32);
        let agents = self.agents.len() as u32;
        let (group, cell) = (atom / cells, atom % cells);
        if group < agents {
            return state.pieces[group as usize].has(cell);
        }
        if group == agents {
            return !state.occupied().has(cell);
        }
        let rest = atom - (agents + 1) * cells;
        let agent = Agent((rest / army).min(255) as u8);
        rest < agents * army
            && (self.goal(agent) & state.pieces[agent.index()]).count() > rest % army
    }
}

impl<W: Bitboard> Notation for ChineseCheckers<W> {
    fn write_move(&self, _state: &CheckersState<W>, _agent: Agent, mv: Race) -> String {
        match mv {
            PASS => "pass".to_string(),
            Race { from, to } => {
                format!("{}-{}", self.cell_name(from.into()), self.cell_name(to.into()))
            }
        }
    }

    fn write_position(&self, state: &CheckersState<W>) -> String {
        let mut cells = 0..self.star.cells();
        let widths = self.star.widths().into_iter();
        let rows: Vec<Vec<char>> = widths
            .map(|width| cells.by_ref().take(width).map(|c| self.symbol(state, c)).collect())
            .collect();
        write_rows(rows, self.agents.name(state.turn))
    }

    fn read_position(&self, text: &str) -> Result<CheckersState<W>, TextError> {
        let widths = self.star.widths();
        let (rows, turn) = read_rows(text, &widths, &self.symbols(), &self.agents)?;
        let none = [W::EMPTY; super::MOST];
        let mut state = CheckersState { pieces: none, key: 0, turn, winner: None };
        for (cell, symbol) in rows.into_iter().flatten().enumerate() {
            if let Some(agent) = symbol.checked_sub(1) {
                state.put(Agent(agent), cell as u8);
            }
        }
        for agent in self.agents.iter() {
            let (count, army) = (state.pieces[agent.index()].count(), self.army());
            if count as usize != army {
                let name = self.agents.name(agent);
                let message = format!("{name} has {count} pieces instead of {army}");
                return Err(TextError::new(message, 0..text.find(' ').unwrap_or(text.len())));
            }
        }
        state.winner = self.find_winner(&state);
        Ok(state)
    }

    fn atoms(&self) -> Vec<String> {
        let names: Vec<String> = (0..self.star.cells()).map(|cell| self.cell_name(cell)).collect();
        let mut atoms = Vec::new();
        for agent in self.agents.names() {
            atoms.extend(names.iter().map(|name| format!("piece({agent},{name})")));
        }
        atoms.extend(names.iter().map(|name| format!("empty({name})")));
        for agent in self.agents.names() {
            atoms.extend((1..=self.army()).map(|count| format!("arrived({agent},{count})")));
        }
        atoms
    }

    fn picture(&self, state: &CheckersState<W>) -> Picture {
        let mut picture = Picture::new(Shape::Hexagon);
        let arms = self.star.arms.into_iter().fold(W::EMPTY, |all, arm| all | arm);
        let left = -3 * self.star.size as i16 - 2;
        for (cell, &(row, column2)) in self.star.places.iter().enumerate() {
            let (text, ink) = match self.owner(state, cell) {
                Some(agent) => (self.symbol(state, cell), Ink::Colour(COLOURS[agent.index()])),
                None => ('·', Ink::Plain),
            };
            let drawn = picture.cell(row, column2, text, ink);
            drawn.shaded = arms.has(cell as u32);
            drawn.name = self.cell_name(cell);
        }
        for row in 0..=4 * self.star.size {
            picture.label(row as i16, left, column_letter(row));
        }
        picture
    }
}
