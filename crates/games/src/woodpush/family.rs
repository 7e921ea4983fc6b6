//! The page of Woodpush in `ludex games`, and its construction from keys.

use ludex_game::TextError;

use super::{LONGEST, Woodpush};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

impl Family for Woodpush {
    const INFO: GameInfo = GameInfo {
        name: "woodpush",
        aliases: &[],
        summary: "slide your pieces forward, push the opponent's back",
        rules: "Left's pieces start on the leftmost cells of a row and go to the right, Right's \
                start on the rightmost cells and go to the left; Left begins. Slide: a piece goes \
                forward to the next empty cell, jumping over anything between; with no empty cell \
                ahead it leaves the board. Push: if the cell directly behind a piece holds an \
                opponent's piece, it steps back one cell and shoves the whole block behind it one \
                cell back; the last of the block falls off at the edge. A push may not recreate \
                the position before the last move; longer cycles are possible. A player without \
                pieces has lost and the game is over. The score is the number of single steps the \
                winner's pieces still have until the last has left the board, positive if Left \
                has won. Off turn a player moves as if on turn.",
        keys: &[
            KeyInfo { name: "length", default: "8", meaning: "the number of cells, 2 to 28" },
            KeyInfo {
                name: "pieces",
                default: "3",
                meaning: "the pieces of each player, at most half of the cells",
            },
        ],
        position: "the row from the left, `.` empty, `L` and `R` pieces, then who is on turn, and \
                   `ko=CELL` if the piece there may not push: `L.RL..R. Left ko=4`",
        moves: "a slide is written from-to (`3-5`, or `7-off`), a push with the cell of the piece \
                that steps back: `push4`; cells are numbered from 1 at the left",
        atoms: &[
            AtomInfo { pattern: "piece(AGENT,CELL)", meaning: "a piece of this player is there" },
            AtomInfo { pattern: "empty(CELL)", meaning: "the cell is empty" },
            AtomInfo { pattern: "push(AGENT)", meaning: "the agent has a push (on turn or not)" },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let length = params.number("length", 2..=LONGEST)?;
        let pieces = params.number("pieces", 1..=LONGEST)?;
        if 2 * pieces > length {
            let message = format!("{pieces} pieces each need a row of {} cells", 2 * pieces);
            // Point at what was typed: `length=4` alone leaves the pieces at their default.
            let typed = if length < 6 && pieces == 3 { "length" } else { "pieces" };
            return Err(params.error(typed, message).help("set both `length` and `pieces`"));
        }
        Ok(visitor.erased(Woodpush::new(length, pieces)))
    }
}
