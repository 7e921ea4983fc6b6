//! A position as a board that can be drawn and clicked: cells with their names, and which cells every
//! move concerns.
//!
//! No game says which cells a move concerns. They are found by playing it: the cells that look
//! different afterwards. So this works for games in every language.

use ludex_game::{Agent, Cell, DynGame, DynState, Game, Ink, Model, Notation, Picture, Shape};
use serde::{Deserialize, Serialize};

use crate::session::{AnyGame, Session};

/// The most moves of a position that are played to find their cells.
const MOST_MOVES: usize = 1000;

/// A position as a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Board {
    /// The shape of the cells: `square`, `hexagon` or `point`.
    pub shape: String,
    /// Cells and labels.
    pub cells: Vec<BoardCell>,
    /// Lines of text below the board.
    pub notes: Vec<String>,
    /// The moves of the agent on turn, or of all agents where they move at the same time.
    pub moves: Vec<BoardMove>,
}

/// A cell of a board, or a label beside it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct BoardCell {
    /// The row, counted downwards.
    pub row: i16,
    /// Twice the column.
    pub column2: i16,
    /// The name in the game's notation; empty where cells have none.
    pub name: String,
    /// The content; empty for an empty cell.
    pub text: String,
    /// The number of the agent whose colour the content has, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<u8>,
    /// The name of its colour, where it is not that of an agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// Whether this is a label.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub label: bool,
    /// Whether the cell is shaded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shaded: bool,
}

/// A move and the cells it concerns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BoardMove {
    /// Who plays it.
    pub agent: String,
    /// The move as it is written.
    pub text: String,
    /// The cells that it changes, by their places in the list of cells: first those that it empties.
    pub cells: Vec<usize>,
}

impl Session {
    /// Describes the position as a board that can be drawn and clicked.
    pub fn board(&self) -> Board {
        self.board_of(|picture| match &self.game {
            AnyGame::Turns(_, game) => turn_moves(game, &self.state, picture),
            AnyGame::Simultaneous(_, game) => joint_moves(game, &self.state),
        })
    }

    /// Describes the position as a board that is only looked at: without its moves.
    pub fn still_board(&self) -> Board {
        self.board_of(|_| Vec::new())
    }

    fn board_of(&self, moves: impl FnOnce(&Picture) -> Vec<BoardMove>) -> Board {
        let picture = self.picture();
        let moves = moves(&picture);
        let shape = match picture.shape {
            Shape::Square => "square",
            Shape::Hexagon => "hexagon",
            Shape::Point => "point",
        };
        let cells = picture.cells.into_iter().map(board_cell).collect();
        Board { shape: shape.to_string(), cells, notes: picture.notes, moves }
    }
}

fn board_cell(cell: Cell) -> BoardCell {
    let (agent, colour) = match cell.ink {
        Ink::Plain => (None, None),
        Ink::Of(agent) => (Some(agent), None),
        Ink::Colour(name) => (None, Some(name.to_string())),
    };
    BoardCell {
        row: cell.row,
        column2: cell.column2,
        name: cell.name,
        text: if cell.text == "·" { String::new() } else { cell.text },
        agent,
        colour,
        label: cell.label,
        shaded: cell.shaded,
    }
}

/// Lists the moves of the agent on turn, or what can happen where chance moves, with their cells.
fn turn_moves(game: &DynGame, state: &DynState, before: &Picture) -> Vec<BoardMove> {
    let Some(agent) = game.turn(state).mover() else { return Vec::new() };
    let name = if agent == Agent::CHANCE { "Chance" } else { game.agents().name(agent) };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let few = moves.len() <= MOST_MOVES;
    let described = |mv| BoardMove {
        agent: name.to_string(),
        text: game.write_move(state, agent, mv),
        cells: match few {
            true => changed_cells(before, &game.picture(&game.after(state, agent, mv))),
            false => Vec::new(),
        },
    };
    moves.into_iter().map(described).collect()
}

/// Lists the moves of all agents, which change nothing alone.
fn joint_moves<G: Notation>(game: &G, state: &G::State) -> Vec<BoardMove> {
    let of = |agent| {
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        let described = move |mv| BoardMove {
            agent: game.agents().name(agent).to_string(),
            text: game.write_move(state, agent, mv),
            cells: Vec::new(),
        };
        moves.into_iter().map(described)
    };
    game.agents().iter().flat_map(of).collect()
}

/// Returns the places of the cells that differ between two drawings of one board: first those that
/// become empty. Returns none if the drawings do not have the same cells.
fn changed_cells(before: &Picture, after: &Picture) -> Vec<usize> {
    let same_place =
        |a: &Cell, b: &Cell| (a.row, a.column2, a.label) == (b.row, b.column2, b.label);
    let pairs = || before.cells.iter().zip(&after.cells);
    if before.cells.len() != after.cells.len() || !pairs().all(|(a, b)| same_place(a, b)) {
        return Vec::new();
    }
    let differs =
        |(_, (a, b)): &(usize, (&Cell, &Cell))| !a.label && (&a.text, a.ink) != (&b.text, b.ink);
    let changed = pairs().enumerate().filter(differs);
    let (emptied, filled): (Vec<_>, Vec<_>) = changed.partition(|(_, (_, b))| b.text == "·");
    emptied.into_iter().chain(filled).map(|(place, _)| place).collect()
}
