//! Text: reading and writing moves, positions and atoms, and drawing.

use crate::{Agent, Model, Picture, TextError};

/// The notation of a game. Kept apart from [`Model`] so that search never touches strings.
pub trait Notation: Model {
    /// Returns a move in the notation its players use. Different moves of an agent in a state have
    /// different texts, without blanks outside parentheses.
    fn write_move(&self, state: &Self::State, agent: Agent, mv: Self::Move) -> String;

    /// Returns a move as printed in books, for people: shorter than [`Notation::write_move`], and
    /// with marks for what it does. The default is the same text.
    fn print_move(&self, state: &Self::State, agent: Agent, mv: Self::Move) -> String {
        self.write_move(state, agent, mv)
    }

    /// Returns the move of this agent that the text means. The default compares with every legal
    /// move, ignoring case.
    fn read_move(&self, state: &Self::State, agent: Agent, text: &str) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(state, agent, &mut moves);
        moves.into_iter().find(|&mv| self.write_move(state, agent, mv).eq_ignore_ascii_case(text))
    }

    /// Returns a position as text; [`Notation::read_position`] reads it back to the same state.
    fn write_position(&self, state: &Self::State) -> String;

    /// Parses a position.
    fn read_position(&self, text: &str) -> Result<Self::State, TextError>;

    /// Returns the names of the game's own atoms, for instance `stone(X,a1)`: the n-th name belongs
    /// to `Atom::Own(n)`. Written without blanks; compared ignoring case.
    fn atoms(&self) -> Vec<String>;

    /// Returns a drawing of the position.
    fn picture(&self, state: &Self::State) -> Picture;

    /// Returns the own atoms that are true, sorted by name.
    fn facts(&self, state: &Self::State) -> Vec<String> {
        let names = self.atoms().into_iter().enumerate();
        let mut facts: Vec<String> =
            names.filter(|&(i, _)| self.holds(state, i as u32)).map(|(_, name)| name).collect();
        ludex_base::sort(&mut facts);
        facts
    }
}
