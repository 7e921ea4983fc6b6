//! The page of Breakthrough in `ludex games`, and its construction from keys.

use ludex_game::TextError;

use super::Breakthrough;
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

impl Family for Breakthrough {
    const INFO: GameInfo = GameInfo {
        name: "breakthrough",
        aliases: &[],
        summary: "get one piece to the other end of the board",
        rules: "Each player starts with two full rows: White's at the bottom, Black's at the top. \
                White begins and moves up, Black moves down. A piece moves one step straight or \
                diagonally forward to an empty cell; diagonally it may also go to a cell with an \
                opponent's piece and take it. Whoever gets a piece to the last row, or takes all \
                of the opponent's pieces, wins. The agent on turn always has a move. Off turn a \
                player moves as if on turn.",
        keys: &[
            KeyInfo { name: "rows", default: "8", meaning: "the number of rows, 4 to 26" },
            KeyInfo {
                name: "columns",
                default: "8",
                meaning: "the number of columns, 2 to 26; at most 128 cells in all",
            },
        ],
        position: "rows from the top separated by `/`, `.` empty, `W` white, `B` black, then who is \
                   on turn: `BB./..B/.W./W.W White`",
        moves: "from-to, with `x` for captures: `a2-a3`, `a2xb3`; row 1 is at the bottom",
        atoms: &[
            AtomInfo { pattern: "piece(AGENT,CELL)", meaning: "a piece of this player is there" },
            AtomInfo { pattern: "empty(CELL)", meaning: "the cell is empty" },
            AtomInfo {
                pattern: "runner(AGENT)",
                meaning: "a piece of this player is one step from its last row",
            },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let (rows, columns) = (params.number("rows", 4..=26)?, params.number("columns", 2..=26)?);
        match rows * columns {
            0..=64 => Ok(visitor.sequential(Breakthrough::<u64>::new(rows, columns))),
            65..=128 => Ok(visitor.erased(Breakthrough::<u128>::new(rows, columns))),
            cells => {
                let message = format!("{rows} rows of {columns} are {cells} cells");
                let wrong = if rows > 8 { "rows" } else { "columns" };
                Err(params.error(wrong, message).help("a board has at most 128 cells"))
            }
        }
    }
}
