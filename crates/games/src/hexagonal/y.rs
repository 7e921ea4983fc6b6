//! The game of Y (Claude Shannon; Schensted and Titus): connect all three sides of a triangle.
//!
//! A corner belongs to two sides. Rows are named by letters from the top, the cells of a row by
//! numbers from the left: `c2` is the middle of the third row.

use ludex_game::TextError;

use super::Connection;
use super::layout::Layout;
use super::reduction::Reduction;
use crate::bitboard::Bitboard;
use crate::board::{cell_name, column_letter};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

/// The largest size: 120 cells.
const MOST: usize = 15;

/// Y on a board of at most `W::BITS` cells: `u64` up to size 10, `u128` up to size 15.
pub type Y<W = u64> = Connection<W, 2>;

impl<W: Bitboard> Connection<W, 2> {
    /// Returns Y on a triangle of this size, which must be at least 1 and fit into the word.
    pub fn y(size: usize) -> Self {
        let rows = (1..=size).collect();
        let mut layout = Layout::new(rows, |row| -(row as i16), cell_name);
        layout.side("left", |_, place| place == 0);
        layout.side("right", |row, place| place == row);
        layout.side("bottom", |row, _| row == size - 1);
        for row in 0..size {
            let line = row as i16;
            layout.frame.label(line, -line - 2, column_letter(row));
            layout.frame.label(line, line + 2, (row + 1).to_string());
        }
        layout.frame.note("Black ● and White ○: whoever connects left, right and bottom");
        let all: &[usize] = &[0, 1, 2];
        Connection::new(layout, [all, all], &symmetries(size), Reduction::of_triangle(size))
    }
}

/// Returns the symmetries of the triangle except the identity: the orders of a cell's distances
/// from the three sides, which add up to the size less 1.
fn symmetries(size: usize) -> Vec<Vec<usize>> {
    const ORDERS: [[usize; 3]; 5] = [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let number = |[above, left, _]: [usize; 3]| {
        let row = size - 1 - above;
        row * (row + 1) / 2 + left
    };
    let distances = |row: usize| (0..=row).map(move |i| [size - 1 - row, i, row - i]);
    let image = |order: &[usize; 3]| {
        let cells = (0..size).flat_map(distances);
        cells.map(|from| number(order.map(|which| from[which]))).collect()
    };
    ORDERS.iter().map(image).collect()
}

impl Family for Y {
    const INFO: GameInfo = GameInfo {
        name: "y",
        aliases: &[],
        summary: "connect all three sides of a triangle of hexagons",
        rules: "Black begins; each move puts a stone of one's colour on an empty cell, and stones \
                stay. Whoever has one chain of stones that touches all three sides wins; one of \
                the players always succeeds. A corner belongs to both its sides. There is no swap \
                rule. Off turn a player may put a stone on any empty cell too, and positions may \
                have any numbers of stones.",
        keys: &[KeyInfo {
            name: "size",
            default: "4",
            meaning: "the number of cells on a side of the triangle, 1 to 15",
        }],
        position: "rows from the top separated by `/`, `.` empty, `B` black, `W` white, then who is \
                   on turn: `./B./.W. White`",
        moves: "the cell, row letter from the top and number from the left: `c2`",
        atoms: &[
            AtomInfo { pattern: "stone(AGENT,CELL)", meaning: "a stone of this colour is there" },
            AtomInfo { pattern: "empty(CELL)", meaning: "the cell is empty" },
            AtomInfo {
                pattern: "connected(AGENT)",
                meaning: "the agent has connected the three sides",
            },
            AtomInfo {
                pattern: "linked(CELL,CELL)",
                meaning: "the stones there belong to one chain (up to size 10)",
            },
            AtomInfo {
                pattern: "linked(CELL,SIDE)",
                meaning: "the chain of the stone there touches the side: left, right, bottom",
            },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        Ok(match params.number("size", 1..=MOST)? {
            size if size * (size + 1) / 2 <= u64::BITS as usize => {
                visitor.erased(Y::<u64>::y(size))
            }
            size => visitor.erased(Y::<u128>::y(size)),
        })
    }
}
