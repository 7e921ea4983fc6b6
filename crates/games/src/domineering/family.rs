//! The page of Domineering in `ludex games`, and its construction from keys.

use ludex_game::TextError;

use super::Domineering;
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

impl Family for Domineering<u64> {
    const INFO: GameInfo = GameInfo {
        name: "domineering",
        aliases: &[],
        summary: "upright against flat dominoes; whoever cannot place one loses",
        rules: "Vertical places a domino on two empty cells one above the other, Horizontal on \
                two empty cells side by side. Whoever is on turn and cannot place one loses. Off \
                turn an agent has the dominoes it could place, while the one on turn can move.",
        keys: &[
            KeyInfo { name: "rows", default: "5", meaning: "1 to 64 rows" },
            KeyInfo {
                name: "columns",
                default: "6",
                meaning: "1 to 26 columns; at most 128 cells in all",
            },
        ],
        position: "rows from the top of `.` (empty) and `#` (filled), separated by `/`, and who \
                   is on turn: `.../#../#.. Horizontal` on 3 rows and 3 columns",
        moves: "the two cells, the lower or left one first: `a1-a2`",
        atoms: &[
            AtomInfo { pattern: "filled(CELL)", meaning: "a domino covers the cell: filled(a1)" },
            AtomInfo { pattern: "empty(CELL)", meaning: "no domino covers the cell: empty(c3)" },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let rows = params.number("rows", 1..=64)?;
        let columns = params.number("columns", 1..=26)?;
        match rows * columns {
            0..=64 => Ok(visitor.sequential(Domineering::<u64>::new(rows, columns))),
            65..=128 => Ok(visitor.erased(Domineering::<u128>::new(rows, columns))),
            cells => Err(params
                .error("rows", format!("{rows} rows and {columns} columns are too many"))
                .help(format!("a board has at most 128 cells, this one {cells}"))),
        }
    }
}
