//! Text for stacked-matrix games: states and moves are denoted by their names, final states by the
//! payoff.

use super::{Matrix, StackedGame, StackedMove, StackedState};
use crate::{Agent, Ink, Model, Notation, Picture, Shape, TextError, nearest};

impl StackedGame {
    /// Returns the name of a state with a matrix, the payoff of a final one.
    pub fn name(&self, state: StackedState) -> &str {
        match self.matrix(state) {
            Some(matrix) => &matrix.name,
            None => self.outcomes.name(self.outcome(&state)),
        }
    }

    /// Returns all states, final ones last.
    fn everywhere(&self) -> impl Iterator<Item = StackedState> + use<> {
        (0..(self.matrices.len() + self.exact.len()) as u32).map(StackedState)
    }

    fn draw(&self, matrix: &Matrix) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        let [rows, columns] = &matrix.moves;
        for (place, name) in columns.iter().enumerate() {
            picture.label(0, 2 * place as i16, name.as_str());
        }
        for (place, name) in rows.iter().enumerate() {
            picture.label(1 + place as i16, -2, name.as_str());
        }
        for (place, &cell) in matrix.cells.iter().enumerate() {
            let (row, column) = (place / columns.len(), place % columns.len());
            let ink = if self.matrix(cell).is_some() { Ink::Of(0) } else { Ink::Plain };
            picture.cell(1 + row as i16, 2 * column as i16, self.name(cell), ink);
        }
        picture
    }
}

/// Larger matrices are described, not drawn.
const DRAWN: usize = 20;

impl Notation for StackedGame {
    fn write_move(&self, state: &StackedState, agent: Agent, mv: StackedMove) -> String {
        let names = self.matrix(*state).map(|matrix| &matrix.moves[agent.index()]);
        let name = names.and_then(|names| names.get(mv.0 as usize));
        name.map_or_else(|| (mv.0 + 1).to_string(), String::clone)
    }

    fn write_position(&self, state: &StackedState) -> String {
        self.name(*state).to_string()
    }

    fn read_position(&self, text: &str) -> Result<StackedState, TextError> {
        let name = text.trim();
        let named =
            |same: fn(&str, &str) -> bool| self.everywhere().find(|&s| same(self.name(s), name));
        if let Some(state) = named(|a, b| a == b).or_else(|| named(str::eq_ignore_ascii_case)) {
            return Ok(state);
        }
        let error = TextError::new(format!("there is no state \"{name}\""), 0..text.len());
        let names = self.matrices.iter().map(|matrix| matrix.name.as_str());
        Err(error.help(match nearest(name, names) {
            Some(near) => format!("did you mean {near}?"),
            None => {
                format!("a position is the name of a state, such as {}", self.name(self.initial))
            }
        }))
    }

    fn atoms(&self) -> Vec<String> {
        Vec::new()
    }

    fn picture(&self, state: &StackedState) -> Picture {
        let [first, second] = [0, 1].map(|agent| self.agents.name(Agent(agent)));
        let (mut picture, note) = match self.matrix(*state) {
            Some(matrix) => {
                let [rows, columns] = &matrix.moves;
                let picture = match rows.len().max(columns.len()) <= DRAWN {
                    true => self.draw(matrix),
                    false => Picture::new(Shape::Square),
                };
                let size = format!("{} x {}", rows.len(), columns.len());
                (picture, format!("{size}: {first} chooses a row, {second} a column"))
            }
            None => (Picture::new(Shape::Square), "the game is over".to_string()),
        };
        picture.note(format!("{}: {note}", self.name(*state)));
        picture
    }
}
