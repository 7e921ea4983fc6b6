//! The page of Chinese Checkers in `ludex games`, and its construction from keys.

use ludex_game::TextError;

use super::{ChineseCheckers, LARGEST, NARROW};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

const RULES: &str = "Each player's pieces start in one arm of the star and go to the opposite one. \
    Two players start at the bottom and at the top; three in every other arm; four in two pairs of \
    opposite arms beside each other; play goes round clockwise from the bottom. A piece steps to an \
    empty cell beside it, or hops over one piece of any colour to the empty cell just behind, and \
    on from there as often as it can and likes; nothing is captured and every cell may be entered. \
    A player has won as soon as the opposite arm is full with at least one piece of its own in it \
    (so a piece that stays at home keeps nobody from winning), even if another player's move filled \
    it; all others have lost. A player without a move must pass. States can repeat. Off turn a \
    player has the moves it would have on turn.";

impl Family for ChineseCheckers<u64> {
    const INFO: GameInfo = GameInfo {
        name: "chinesecheckers",
        aliases: &[],
        summary: "a race of 2, 3, 4 or 6 players across a star",
        rules: RULES,
        keys: &[
            KeyInfo { name: "players", default: "3", meaning: "how many play: 2, 3, 4 or 6" },
            KeyInfo {
                name: "size",
                default: "2",
                meaning: "the side of an arm, 1 to 4: stars of 13, 37, 73 or 121 cells",
            },
        ],
        position: "rows from the top, `.` empty, pieces by the first letter of their colour, then \
                   who is on turn (three players): \
                   `./../GG...BB/G....B/...../....../......./RR/R Red`",
        moves: "from and to, row letter from the top and place in the row: `h1-g4`; or `pass`",
        atoms: &[
            AtomInfo { pattern: "piece(AGENT,CELL)", meaning: "the agent has a piece there" },
            AtomInfo { pattern: "empty(CELL)", meaning: "nobody has a piece there" },
            AtomInfo {
                pattern: "arrived(AGENT,N)",
                meaning: "at least N pieces of the agent are in the arm it goes to",
            },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let players = [2, 3, 4, 6][params.word("players", &["2", "3", "4", "6"])?];
        let size = params.number("size", 1..=LARGEST)?;
        Ok(match size <= NARROW {
            true => visitor.erased(ChineseCheckers::<u64>::new(players, size)),
            false => visitor.erased(ChineseCheckers::<u128>::new(players, size)),
        })
    }
}
