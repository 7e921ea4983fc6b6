//! The page of mnk-games in `ludex games`, and their construction from keys.

use ludex_game::TextError;

use super::Mnk;
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

impl Family for Mnk<1> {
    const INFO: GameInfo = GameInfo {
        name: "mk",
        aliases: &["tictactoe", "tic-tac-toe", "mnk"],
        summary: "tic-tac-toe, gomoku and their kin: k stones in a line win",
        rules: "A move places a stone on an empty cell. The first line of k stones or more, \
                across, up or diagonal, wins; a full board without a line is a draw. Off turn an \
                agent has the same moves; unequal numbers of stones are allowed.",
        keys: &[
            KeyInfo { name: "m", default: "3", meaning: "1 to 26 columns" },
            KeyInfo {
                name: "n",
                default: "m",
                meaning: "1 to 26 rows, as many as columns unless given; at most 384 cells",
            },
            KeyInfo { name: "k", default: "3", meaning: "how many in a line win, 1 to 26" },
        ],
        position: "rows from the top of `.`, `X` and `O`, separated by `/`, and who is on turn: \
                   `..O/.X./... X`",
        moves: "the cell, column letter and row number from the bottom: `b2`",
        atoms: &[
            AtomInfo {
                pattern: "stone(AGENT,CELL)",
                meaning: "the agent has a stone there: stone(X,a1)",
            },
            AtomInfo { pattern: "empty(CELL)", meaning: "the cell is empty: empty(c3)" },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let m = params.number("m", 1..=26)?;
        let n = if params.text("n") == "m" { m } else { params.number("n", 1..=26)? };
        let k = params.number("k", 1..=26)?;
        match m * n {
            0..=64 => Ok(visitor.sequential(Mnk::<1>::new(m, n, k))),
            65..=128 => Ok(visitor.erased(Mnk::<2>::new(m, n, k))),
            129..=384 => Ok(visitor.erased(Mnk::<6>::new(m, n, k))),
            cells => Err(params
                .error("m", format!("{m} columns and {n} rows are too many"))
                .help(format!("a board has at most 384 cells, this one {cells}"))),
        }
    }
}
