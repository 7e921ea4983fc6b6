//! The page of Connect Four in `ludex games`, and its construction from keys.

use ludex_game::TextError;

use super::{ConnectFour, Scoring};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

impl Family for ConnectFour<u64> {
    const INFO: GameInfo = GameInfo {
        name: "connect4",
        aliases: &["connectfour", "connect-four"],
        summary: "stones fall down columns; the first line of four wins",
        rules: "A move drops a stone into a column that is not full. The first line of stones, \
                straight up, across or diagonal, wins; a full board without a line is a draw. \
                Off turn an agent has the same moves; unequal numbers of stones are allowed. With \
                scoring=distance a win counts half the cells empty before the winning stone, \
                rounded up: on the board of 7 columns and 6 rows that is 22 minus the number of \
                the winner's stones when the two have moved in turn. The same numbers below zero are wins of O.",
        keys: &[
            KeyInfo { name: "columns", default: "7", meaning: "1 to 26 columns" },
            KeyInfo {
                name: "rows",
                default: "6",
                meaning: "1 to 30 rows; columns times (rows + 1) is at most 128",
            },
            KeyInfo { name: "line", default: "4", meaning: "how many in a line win, 2 to 30" },
            KeyInfo {
                name: "scoring",
                default: "result",
                meaning: "`result` (win, draw, loss) or `distance` (how soon, too)",
            },
        ],
        position: "rows from the top of `.`, `X` and `O`, separated by `/`, and who is on turn: \
                   `..../..../.O../.XX. O` on 4 columns and 4 rows",
        moves: "the column, counted from 1 on the left: `4`",
        atoms: &[
            AtomInfo {
                pattern: "stone(AGENT,CELL)",
                meaning: "the agent has a stone there: stone(X,d1) is column 4, row 1",
            },
            AtomInfo { pattern: "empty(CELL)", meaning: "the cell is empty: empty(a6)" },
            AtomInfo {
                pattern: "threat(AGENT,CELL)",
                meaning: "the cell is empty and a stone of the agent there would make a line",
            },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let columns = params.number("columns", 1..=26)?;
        let rows = params.number("rows", 1..=30)?;
        let line = params.number("line", 2..=30)?;
        let scoring = [Scoring::Result, Scoring::Distance]
            [params.word("scoring", &["result", "distance"])?];
        match Self::bits(columns, rows) {
            0..=64 => Ok(visitor.sequential(ConnectFour::<u64>::new(columns, rows, line, scoring))),
            65..=128 => Ok(visitor.erased(ConnectFour::<u128>::new(columns, rows, line, scoring))),
            bits => Err(params
                .error("columns", format!("{columns} columns and {rows} rows are too many"))
                .help(format!("columns times (rows + 1) is at most 128, here it is {bits}"))),
        }
    }
}
