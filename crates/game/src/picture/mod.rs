//! Drawings of positions: one description, rendered as Unicode text and as SVG.
//!
//! A game lists its cells, their places and their contents; the appearance is decided here, so that
//! all games look alike and a game's drawing code is a few lines. What a position does not say (the
//! last move, the move that a line begins with, what moves are worth) is marked by whoever knows it.

mod content;
mod ground;
mod labels;
mod marks;
mod pieces;
mod style;
mod svg;
mod text;

pub use marks::{Arrow, Badge, Tone};
pub(crate) use style::{colour, inks};
pub use style::{escape as escape_xml, escape_latex};
pub use svg::{Drawing, DrawnCell};

/// The shape of the cells of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Squares.
    Square,
    /// Hexagons with a corner on top; neighbours in a row are two half columns apart.
    Hexagon,
    /// Points of a grid, as in Go.
    Point,
    /// Holes of a board that stands upright, as in Connect Four.
    Hole,
}

/// The colour of the content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Dark: empty cells, text that belongs to no agent, and pieces whose shape shows their owner.
    Plain,
    /// The first agent's colour, the second's, and so on.
    Of(u8),
    /// A colour by its name, for agents that are called by their colours.
    Colour(&'static str),
}

/// The direction of a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// To the right.
    Right,
    /// Below.
    Down,
    /// To the left.
    Left,
    /// Above.
    Up,
}

/// One cell of a board, or a label beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The row, counted downwards.
    pub row: i16,
    /// Twice the column, so that the rows of a hexagonal board can be shifted by half a cell.
    pub column2: i16,
    /// The content: usually one character, `·` for an empty cell. Columns grow with longer texts. In
    /// SVG stones, figures of chess, crosses, blocks and the like are drawn as what they are.
    pub text: String,
    /// Its colour.
    pub ink: Ink,
    /// The name of the cell in the game's notation, such as `d3`; empty where cells have none.
    pub name: String,
    /// Whether this is a label (a coordinate) rather than a cell.
    pub label: bool,
    /// Whether the cell is shaded: dark squares of a chess board, marked cells. In SVG only.
    pub shaded: bool,
    /// The neighbour that the content goes on in: this is one half of a domino. In SVG only.
    pub joined: Option<Side>,
    /// Whether the last move changed the cell. In SVG and marked text.
    pub last: bool,
}

/// A side of a hexagon that is drawn in the colour of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Border {
    /// The row of the cell.
    pub row: i16,
    /// Twice its column.
    pub column2: i16,
    /// The side: 0 is the lower right one, the others follow clockwise.
    pub side: u8,
    /// The colour.
    pub ink: Ink,
}

/// A drawing of a position.
///
/// ```
/// use ludex_game::{Ink, Picture, Shape};
/// let mut picture = Picture::new(Shape::Square);
/// picture.label(0, -2, "1");
/// picture.cell(0, 0, "X", Ink::Of(0));
/// picture.cell(0, 2, "·", Ink::Plain);
/// picture.note("O to move");
/// assert_eq!(picture.to_text(), "1 X ·\nO to move\n");
/// picture.cells[1].last = true;
/// assert_eq!(picture.to_marked_text(), "1[X]·\nO to move\n");
/// assert!(picture.to_svg().starts_with("<svg"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The shape of the cells.
    pub shape: Shape,
    /// Cells and labels.
    pub cells: Vec<Cell>,
    /// Lines of text below the board (hands, scores, heaps).
    pub notes: Vec<String>,
    /// Coloured sides of hexagonal boards. In SVG only.
    pub borders: Vec<Border>,
    /// Moves that are shown on top of the board. In SVG only.
    pub arrows: Vec<Arrow>,
    /// What cells are worth, or moves to them. In SVG only.
    pub badges: Vec<Badge>,
}

impl Picture {
    /// Returns an empty drawing.
    pub fn new(shape: Shape) -> Picture {
        let (cells, notes) = (Vec::new(), Vec::new());
        let (borders, arrows, badges) = (Vec::new(), Vec::new(), Vec::new());
        Picture { shape, cells, notes, borders, arrows, badges }
    }

    /// Makes a drawing that is nothing but a line of text.
    pub fn of_text(line: impl Into<String>) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        picture.note(line);
        picture
    }

    /// Adds a cell.
    pub fn cell(&mut self, row: i16, column2: i16, text: impl Into<String>, ink: Ink) -> &mut Cell {
        self.push(row, column2, text.into(), ink, false)
    }

    /// Adds a label.
    pub fn label(&mut self, row: i16, column2: i16, text: impl Into<String>) -> &mut Cell {
        self.push(row, column2, text.into(), Ink::Plain, true)
    }

    /// Adds a line of text below the board.
    pub fn note(&mut self, line: impl Into<String>) {
        self.notes.push(line.into());
    }

    fn push(&mut self, row: i16, column2: i16, text: String, ink: Ink, label: bool) -> &mut Cell {
        let name = String::new();
        let (shaded, joined, last) = (false, None, false);
        self.cells.push(Cell { row, column2, text, ink, name, label, shaded, joined, last });
        self.cells.last_mut().expect("a cell was just pushed")
    }

    /// Returns the last column of the board (twice its number): labels beyond it start there,
    /// others end where their column ends, so that long ones do not run into the board.
    fn right_edge(&self) -> i16 {
        let board = self.cells.iter().filter(|cell| !cell.label);
        board.map(|cell| cell.column2).max().unwrap_or(i16::MAX)
    }
}
