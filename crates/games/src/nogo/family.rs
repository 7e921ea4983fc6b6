//! The page of NoGo in `ludex games`, and its construction from keys.

use ludex_game::TextError;

use super::NoGo;
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

impl Family for NoGo<u64> {
    const INFO: GameInfo = GameInfo {
        name: "nogo",
        aliases: &[],
        summary: "Go where nothing may be captured; whoever cannot move loses",
        rules: "A move places a stone on an empty cell. A move that captures (takes the last \
                liberty of a chain of the opponent) and suicide (a chain of one's own without a \
                liberty) are illegal. Whoever is on turn and has no legal move loses. Off turn an \
                agent has the moves that would be legal for it, while the one on turn can move; \
                unequal numbers of stones are allowed.",
        keys: &[
            KeyInfo { name: "rows", default: "1", meaning: "1 to 26 rows" },
            KeyInfo {
                name: "columns",
                default: "18",
                meaning: "1 to 26 columns; at most 128 cells in all",
            },
        ],
        position: "rows from the top of `.`, `B` (Black) and `W` (White), separated by `/`, and \
                   who is on turn: `B./.W Black` on 2 rows and 2 columns",
        moves: "the cell, column letter and row number from the bottom: `b2`",
        atoms: &[
            AtomInfo {
                pattern: "stone(AGENT,CELL)",
                meaning: "the agent has a stone there: stone(Black,a1)",
            },
            AtomInfo { pattern: "empty(CELL)", meaning: "the cell is empty: empty(c1)" },
            AtomInfo {
                pattern: "legal(AGENT,CELL)",
                meaning: "a stone of the agent there would neither capture nor be suicide",
            },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let rows = params.number("rows", 1..=26)?;
        let columns = params.number("columns", 1..=26)?;
        match rows * columns {
            0..=64 => Ok(visitor.sequential(NoGo::<u64>::new(rows, columns))),
            65..=128 => Ok(visitor.erased(NoGo::<u128>::new(rows, columns))),
            cells => Err(params
                .error("rows", format!("{rows} rows and {columns} columns are too many"))
                .help(format!("a board has at most 128 cells, this one {cells}"))),
        }
    }
}
