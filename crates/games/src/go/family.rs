//! The page of capture Go in `ludex games`, and its construction from keys.

use ludex_game::TextError;

use super::{Go, NARROW, WIDEST};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

const RULES: &str = "Stones are placed in turn and chains without liberties are taken, as in Go. \
    Whoever captures a marked stone of the opponent has won at once; where no stone is marked \
    capturing any stone wins. Suicide is forbidden. Ko is simple: a stone that has just taken one \
    stone may not be retaken at once if that would bring the position before back; longer cycles \
    are allowed, so states can repeat. A player may always pass; two passes in a row end the game: \
    it is won by the side whose stones alone are marked (it has saved them) and a draw otherwise. \
    Off turn a player has the moves it would have on turn, and a ko does not bind it.";

impl Family for Go<u64> {
    const INFO: GameInfo = GameInfo {
        name: "go",
        aliases: &["capturego", "atarigo"],
        summary: "Go as a game of capture: ladders, nets, capturing a marked chain",
        rules: RULES,
        keys: &[KeyInfo {
            name: "size",
            default: "5",
            meaning: "the number of lines each way, 2 to 11",
        }],
        position: "rows from the top: `.` empty, `B` and `W` stones, `+` a marked black stone, `*` a \
                   marked white one; then who is on turn; then, if so, a ko `ko=c3`, the passes \
                   just made `pass=1` or `pass=2`, or who has captured `won=Black`: \
                   `..../.B*./..B./.... Black`",
        moves: "the point, column letter (i is not left out) and row number: `c3`; or `pass`",
        atoms: &[
            AtomInfo {
                pattern: "captured(AGENT)",
                meaning: "a stone of the agent that counts has been captured, and the game is over",
            },
            AtomInfo { pattern: "stone(AGENT,POINT)", meaning: "the agent has a stone there" },
            AtomInfo { pattern: "empty(POINT)", meaning: "there is no stone" },
            AtomInfo { pattern: "marked(POINT)", meaning: "there is a marked stone" },
            AtomInfo { pattern: "atari(POINT)", meaning: "the chain there has one liberty left" },
            AtomInfo {
                pattern: "liberties(POINT,N)",
                meaning: "the chain there has exactly N liberties, N from 1 to 4",
            },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let size = params.number("size", 2..=WIDEST)?;
        Ok(match size <= NARROW {
            true => visitor.erased(Go::<u64>::new(size)),
            false => visitor.erased(Go::<u128>::new(size)),
        })
    }
}
