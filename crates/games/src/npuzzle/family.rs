//! The sliding-tile puzzle as the registry knows it.

use ludex_game::TextError;

use super::{LARGEST, NPuzzle};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

impl Family for NPuzzle {
    const INFO: GameInfo = GameInfo {
        name: "npuzzle",
        aliases: &["8puzzle", "slidingtiles"],
        summary: "the sliding-tile puzzle (8-puzzle, 15-puzzle), for one player",
        rules: "A tile beside the blank slides into it. The puzzle is won when the tiles are in \
                order, row by row from the top left, with the blank in the last place. Half of all \
                positions can never be solved; there the player slides for ever, and the value is \
                a loss. States can repeat.",
        keys: &[
            KeyInfo {
                name: "size",
                default: "3",
                meaning: "tiles in a row, blank included, 2 to 4",
            },
            KeyInfo {
                name: "scramble",
                default: "20",
                meaning: "random slides from the solved puzzle to the start, 0 to 10000",
            },
            KeyInfo { name: "seed", default: "1", meaning: "the seed of these slides" },
        ],
        position: "rows from the top, `_` for the blank: `1-2-3/4-5-6/7-_-8`",
        moves: "the number of the tile that slides, `8`, or the way it goes: `left`",
        atoms: &[
            AtomInfo { pattern: "at(TILE,CELL)", meaning: "the tile is there: `at(8,c1)`" },
            AtomInfo { pattern: "placed(TILE)", meaning: "the tile is where it belongs" },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let size = params.number("size", 2..=LARGEST)?;
        let scramble = params.number("scramble", 0..=10_000)?;
        let seed = params.number("seed", 0..=usize::MAX)?;
        Ok(visitor.erased(NPuzzle::new(size, scramble, seed as u64)))
    }
}
