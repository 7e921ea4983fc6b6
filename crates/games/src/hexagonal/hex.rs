//! Hex (invented by Piet Hein in 1942 and by John Nash in 1948): connect your two sides of a
//! rhombus.
//!
//! Black moves first and connects top and bottom; White connects left and right. Cells are named
//! as Hex players do: columns by letters from the left, rows by numbers from the top.

use ludex_game::{Border, Ink, TextError};

use super::Connection;
use super::layout::Layout;
use super::reduction::Reduction;
use crate::bitboard::Bitboard;
use crate::board::{cell_name, column_letter};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

/// The largest size: 121 cells.
const MOST: usize = 11;

/// Hex on a board of at most `W::BITS` cells: `u64` up to size 8, `u128` up to size 11.
///
/// ```
/// use ludex_game::{Game, Model, Notation, Turn};
/// use ludex_games::Hex;
/// let hex = Hex::<u64>::hex(2);
/// let mut state = hex.initial();
/// for cell in ["b1", "a1", "a2"] {
///     let agent = hex.turn(&state).agent().expect("the game goes on");
///     let mv = hex.read_move(&state, agent, cell).expect("the cell is empty");
///     hex.play(&mut state, agent, mv);
/// }
/// assert_eq!(hex.turn(&state), Turn::Final); // Black has connected top and bottom
/// ```
pub type Hex<W = u64> = Connection<W, 1>;

impl<W: Bitboard> Connection<W, 1> {
    /// Returns Hex on a rhombus of this size, which must be at least 1 and fit into the word.
    pub fn hex(size: usize) -> Self {
        let mut layout =
            Layout::new(vec![size; size], |row| row as i16, |row, column| cell_name(column, row));
        layout.side("top", |row, _| row == 0);
        layout.side("bottom", |row, _| row == size - 1);
        layout.side("left", |_, column| column == 0);
        layout.side("right", |_, column| column == size - 1);
        draw_frame(&mut layout, size as i16);
        let half_turn: Vec<usize> = (0..size * size).rev().collect();
        Connection::new(layout, [&[0, 1], &[2, 3]], &[half_turn], Reduction::of_rhombus(size))
    }
}

fn border(row: i16, column2: i16, side: u8, ink: Ink) -> Border {
    Border { row, column2, side, ink }
}

/// Adds coordinates around the board, and the sides in the colours of the agents.
fn draw_frame(layout: &mut Layout, size: i16) {
    for i in 0..size {
        layout.frame.label(-1, 2 * i - 1, column_letter(i as usize));
        layout.frame.label(i, i - 2, (i + 1).to_string());
        layout.frame.label(size, size + 2 * i, column_letter(i as usize));
        layout.frame.label(i, i + 2 * size, (i + 1).to_string());
    }
    for i in 0..size {
        let (last, white) = (size - 1, Ink::Colour("white"));
        let sides = [(0, 2 * i, [3, 4]), (last, last + 2 * i, [0, 1])];
        for (row, column2, both) in sides {
            layout.frame.borders.extend(both.map(|side| border(row, column2, side, Ink::Plain)));
        }
        let left = if i < last { &[2, 1][..] } else { &[2] };
        let right = if i > 0 { &[5, 4][..] } else { &[5] };
        for (column2, both) in [(i, left), (i + 2 * last, right)] {
            layout.frame.borders.extend(both.iter().map(|&side| border(i, column2, side, white)));
        }
    }
    layout.frame.note("Black ● connects top and bottom, White ○ left and right");
}

impl Family for Hex {
    const INFO: GameInfo = GameInfo {
        name: "hex",
        aliases: &[],
        summary: "connect your two sides of a rhombus of hexagons",
        rules: "Black begins; each move puts a stone of one's colour on an empty cell, and stones \
                stay. Black wins with a chain of black stones from the top row to the bottom row, \
                White with a chain from the left column to the right column; one of them always \
                succeeds. A cell touches the cells beside it in its row, the cell above it and the \
                next one to the right, the cell below it and the next one to the left. There is no \
                swap rule. Off turn a player may put a stone on any empty cell too, and positions \
                may have any numbers of stones.",
        keys: &[KeyInfo {
            name: "size",
            default: "5",
            meaning: "the number of rows and of columns, 1 to 11",
        }],
        position: "rows from the top separated by `/`, `.` empty, `B` black, `W` white, then who is \
                   on turn: `.B./.W./... Black`",
        moves: "the cell, column letter and row number from the top left: `b3`",
        atoms: &[
            AtomInfo { pattern: "stone(AGENT,CELL)", meaning: "a stone of this colour is there" },
            AtomInfo { pattern: "empty(CELL)", meaning: "the cell is empty" },
            AtomInfo { pattern: "connected(AGENT)", meaning: "the agent has connected its sides" },
            AtomInfo {
                pattern: "linked(CELL,CELL)",
                meaning: "the stones there belong to one chain (up to size 8)",
            },
            AtomInfo {
                pattern: "linked(CELL,SIDE)",
                meaning: "the chain of the stone there touches the side: top, bottom, left, right",
            },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        Ok(match params.number("size", 1..=MOST)? {
            size if size * size <= u64::BITS as usize => visitor.sequential(Hex::<u64>::hex(size)),
            size => visitor.erased(Hex::<u128>::hex(size)),
        })
    }
}
