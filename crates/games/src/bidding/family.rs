//! The page of bidding tic-tac-toe in `ludex games`, and its construction from keys.

use ludex_game::TextError;

use super::{Bidding, MOST, Payment, Ties};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

impl Family for Bidding {
    const INFO: GameInfo = GameInfo {
        name: "biddingtictactoe",
        aliases: &["bidding"],
        summary: "tic-tac-toe where the right to move is auctioned, both bidding at the same time",
        rules: "Both choose a bid at the same time, from 0 to all their chips. Whoever bids more \
                pays the bid (payment=richman: to the other, payment=poorman: to the bank) and \
                places a stone on an empty cell. Equal bids go to the holder of the marker, who \
                then hands it over; X has it at the start (ties=marker). With ties=first they \
                always go to X. Three in a line win; a full board is a draw.",
        keys: &[
            KeyInfo {
                name: "chips",
                default: "4",
                meaning: "the chips of each player, or of X and O: 4-5; at most 200 together",
            },
            KeyInfo { name: "payment", default: "richman", meaning: "richman or poorman" },
            KeyInfo { name: "ties", default: "marker", meaning: "marker or first" },
        ],
        position: "rows from the top, chips of X and O, who wins ties, and what is to be done, \
                   `bid` or who places a stone: `.../.X./... 2:6 O bid`",
        moves: "a number of chips: `3`; a cell: `b2`; for the other player then: `wait`",
        atoms: &[
            AtomInfo {
                pattern: "stone(AGENT,CELL)",
                meaning: "the agent has a stone there: stone(X,a1)",
            },
            AtomInfo { pattern: "ties(AGENT)", meaning: "the agent wins the next tie" },
            AtomInfo { pattern: "bidding", meaning: "both are to bid" },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let chips = params.numbers("chips", 0..=MOST.into())?;
        let chips = match chips[..] {
            [each] => [each; 2],
            [x, o] => [x, o],
            _ => return Err(params.error("chips", "there are two players").help("as in 4 or 4-5")),
        };
        if chips[0] + chips[1] > MOST.into() {
            return Err(params.error("chips", format!("X and O can have {MOST} chips together")));
        }
        let payments = [Payment::Richman, Payment::Poorman];
        let payment = payments[params.word("payment", &["richman", "poorman"])?];
        let ties = [Ties::Marker, Ties::First][params.word("ties", &["marker", "first"])?];
        Ok(visitor.erased_simultaneous(Bidding::new(chips.map(|n| n as u8), payment, ties)))
    }
}
