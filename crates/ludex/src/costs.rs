//! What searches for cheapest proofs minimise, from text: a name, or prices.
//!
//! ```text
//! size                        the name of a cost
//! White=1,Black=5             a list of the moves of White costs 1, one of Black 5
//! atom=2,list=1,Black=5       looking at an atom costs 2, lists of other agents 1
//! longest,White=1             not the sum, but the most expensive play: the most moves of White
//! ```
//!
//! What has no price costs nothing.

use std::ops::Range;

use ludex_base::suggest;
use ludex_game::Agents;
use ludex_search::{COSTS, Cost, Costs, Interactions, Longest, ReadyCosts};

use crate::error::InputError;

/// The costs that a text names.
pub(crate) enum ChosenCosts {
    Ready(ReadyCosts<'static>),
    Own(Box<dyn Costs>, String),
}

impl ChosenCosts {
    /// Parses a text; without one the default is taken.
    pub fn parse(text: Option<&str>, agents: &Agents) -> Result<ChosenCosts, InputError> {
        let Some(text) = text else { return Ok(ChosenCosts::Ready(COSTS[0])) };
        if let Some(ready) = COSTS.into_iter().find(|ready| ready.name == text.trim()) {
            return Ok(ChosenCosts::Ready(ready));
        }
        let mut prices = Interactions { atom: Cost::ZERO, list: Cost::ZERO, lists_of: Vec::new() };
        let (mut longest, mut at, mut seen) = (false, 0, Vec::new());
        for entry in text.split(',') {
            let span = at..at + entry.len();
            at = span.end + 1;
            let (name, price) = entry.split_once('=').unwrap_or((entry, ""));
            let (name, price) = (name.trim(), price.trim());
            match entry.contains('=') {
                false if name == LONGEST => longest = true,
                false => return Err(unknown(text, span, entry.trim())),
                true => enter(&mut prices, name, price, agents)
                    .map_err(|wrong| wrong.at(text, span.clone(), agents))?,
            }
            if seen.contains(&name.to_lowercase()) {
                let message = format!("`{name}` stands twice");
                return Err(InputError::at("cost", text, span, message));
            }
            seen.push(name.to_lowercase());
        }
        let costs: Box<dyn Costs> =
            if longest { Box::new(Longest(prices)) } else { Box::new(prices) };
        Ok(ChosenCosts::Own(costs, text.to_string()))
    }

    /// Returns the costs with their name.
    pub fn get(&self) -> ReadyCosts<'_> {
        match self {
            ChosenCosts::Ready(ready) => *ready,
            ChosenCosts::Own(costs, name) => ReadyCosts { name, about: "prices", costs: &**costs },
        }
    }
}

/// The word that asks for the most expensive play rather than the sum.
const LONGEST: &str = "longest";

/// What is wrong with a price.
enum Wrong {
    Price(String),
    Name(String),
}

/// Enters the price of an agent's lists, of other lists or of atoms.
fn enter(prices: &mut Interactions, name: &str, price: &str, agents: &Agents) -> Result<(), Wrong> {
    let number = price.parse().map(Cost::new).map_err(|_| Wrong::Price(price.to_string()))?;
    match (name, agents.named(name)) {
        (_, Some(agent)) => prices.lists_of.push((agent, number)),
        ("atom", None) => prices.atom = number,
        ("list", None) => prices.list = number,
        (name, None) => return Err(Wrong::Name(name.to_string())),
    }
    Ok(())
}

impl Wrong {
    /// Makes the error at a place of a text.
    fn at(self, text: &str, span: Range<usize>, agents: &Agents) -> InputError {
        match self {
            Wrong::Price(price) => no_price(text, span, &price),
            Wrong::Name(name) => no_agent(text, span, &name, agents),
        }
    }
}

fn unknown(text: &str, span: Range<usize>, name: &str) -> InputError {
    let names: Vec<&str> = COSTS.iter().map(|ready| ready.name).collect();
    let list = format!("there are {}, and prices such as `White=1,Black=5`", names.join(", "));
    let near = suggest(name, names.into_iter().chain([LONGEST]));
    let help = near.map_or(list.clone(), |near| format!("did you mean `{near}`? {list}"));
    let message = format!("there is no cost called `{name}`");
    InputError::at("cost", text, span, message).help(help)
}

fn no_price(text: &str, span: Range<usize>, price: &str) -> InputError {
    let message = format!("`{price}` is not a price");
    InputError::at("cost", text, span, message).help("a price is a whole number, 0 or more")
}

fn no_agent(text: &str, span: Range<usize>, name: &str, agents: &Agents) -> InputError {
    let known = || agents.names().iter().map(String::as_str).chain(["atom", "list"]);
    let list = format!("prices are of {}", known().collect::<Vec<_>>().join(", "));
    let help = suggest(name, known()).map(|near| format!("did you mean `{near}`? {list}"));
    let message = format!("`{name}` does not play here");
    InputError::at("cost", text, span, message).help(help.unwrap_or(list))
}
