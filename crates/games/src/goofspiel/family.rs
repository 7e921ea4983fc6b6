//! The page of Goofspiel in `ludex games`, and its construction from keys.

use ludex_game::TextError;

use super::{Goofspiel, MOST, Payoff, shuffled};
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

impl Family for Goofspiel {
    const INFO: GameInfo = GameInfo {
        name: "goofspiel",
        aliases: &["gops"],
        summary: "bid cards for prizes, both players at the same time",
        rules: "Each player has the cards 1 to n, and n prizes come up one after the other in an \
                order both know. Both choose a card at the same time; the higher card wins the \
                prize, equal cards discard it, and the cards are used up. Whoever has more points \
                at the end wins. With one card left there is nothing to choose: the state is \
                final, and the last trick counts for the outcome. With payoff=result a state is \
                also final as soon as the result is decided: the lead is greater than the sum of \
                the prizes still to come.",
        keys: &[
            KeyInfo { name: "cards", default: "4", meaning: "the cards of each player, 1 to 16" },
            KeyInfo {
                name: "prizes",
                default: "descending",
                meaning: "descending, ascending, random, or the prizes in order: 3-1-2-4",
            },
            KeyInfo { name: "seed", default: "0", meaning: "which random order" },
            KeyInfo {
                name: "payoff",
                default: "result",
                meaning: "result (win, draw, loss), difference (of points) or points (each its own)",
            },
        ],
        position: "First's hand, Second's hand, and points (the lead, unless payoff=points): \
                   `1-2-4 1-3-4 3:0`",
        moves: "the card: `3`",
        atoms: &[
            AtomInfo { pattern: "card(AGENT,CARD)", meaning: "the agent still has this card" },
            AtomInfo { pattern: "prize(NUMBER)", meaning: "the next prize is this one" },
            AtomInfo { pattern: "ahead(AGENT)", meaning: "the agent has more points so far" },
        ],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let payoffs = [Payoff::Result, Payoff::Difference, Payoff::Points];
        let payoff = payoffs[params.word("payoff", &["result", "difference", "points"])?];
        Ok(visitor.simultaneous(Goofspiel::new(&read_prizes(params)?, payoff)))
    }
}

/// Parses the keys that determine the prizes.
fn read_prizes(params: &GameParams) -> Result<Vec<u8>, TextError> {
    let cards = params.number("cards", 1..=MOST)?;
    let seed = params.number("seed", 0..=usize::MAX)? as u64;
    match params.text("prizes").to_ascii_lowercase().as_str() {
        "descending" => return Ok((1..=cards as u8).rev().collect()),
        "ascending" => return Ok((1..=cards as u8).collect()),
        "random" => return Ok(shuffled(cards, seed)),
        _ => {}
    }
    let help = "write descending, ascending, random, or the prizes in order, as in 3-1-2-4";
    let prizes = params.numbers("prizes", 1..=MOST).map_err(|error| error.help(help))?;
    if prizes.len() != cards {
        let message = format!("there are {} prizes for {cards} cards", prizes.len());
        return Err(params
            .error("prizes", message)
            .help("the key `cards` says how many are needed"));
    }
    Ok(prizes.into_iter().map(|prize| prize as u8).collect())
}
