//! What the values of the cells of a board look like: short texts that tell them apart, in the
//! colours of agents.

use std::collections::BTreeMap;

use ludex_game::{Agents, Ink};

use super::find::{Facts, Tuples};
use super::grid::Grid;

/// The text and the colour of each value.
#[derive(Clone, Debug)]
pub(in crate::game) struct Faces {
    known: BTreeMap<String, (String, Ink)>,
}

/// An empty cell.
const EMPTY: &str = "·";

/// Names of values that stand for an empty cell.
const BLANK: [&str; 8] = ["blank", "empty", "dirt", "nil", "none", "free", "open", "vacant"];

impl Faces {
    /// Chooses texts for all values that the cells of a board can have.
    pub fn new(grid: &Grid, facts: &Facts, agents: &Agents) -> Faces {
        let none = Tuples::new();
        let possible = facts.possible.get(&grid.relation()).unwrap_or(&none);
        let initial = facts.initial.get(&grid.relation()).unwrap_or(&none);
        let mut values: Vec<Vec<&str>> = possible.iter().map(|t| grid.value(t)).collect();
        // Values that become known only in play are often the names of agents.
        values.extend(agents.names().iter().map(|name| vec![name.as_str()]));
        ludex_base::sort(&mut values);
        values.dedup();
        let start: Vec<Vec<&str>> = initial.iter().map(|t| grid.value(t)).collect();
        let (blank, named): (Vec<_>, Vec<_>) =
            values.iter().partition(|value| is_blank(value, &start, agents));
        let texts = short_texts(&named);
        let named = named.iter().zip(texts);
        let mut known: BTreeMap<String, (String, Ink)> =
            named.map(|(value, text)| (value.join(" "), (text, ink(value, agents)))).collect();
        known.extend(blank.iter().map(|v| (v.join(" "), (EMPTY.to_owned(), Ink::Plain))));
        Faces { known }
    }

    /// Returns the text and the colour of a cell with these values.
    pub fn of(&self, values: &[Vec<&str>]) -> (String, Ink) {
        let face = |value: &Vec<&str>| {
            let value = value.join(" ");
            self.known.get(&value).cloned().unwrap_or((value, Ink::Plain))
        };
        let mut shown: Vec<(String, Ink)> = values.iter().map(face).collect();
        shown.retain(|face| face.0 != EMPTY);
        match &shown[..] {
            [] => (EMPTY.to_owned(), Ink::Plain),
            [one] => one.clone(),
            more => {
                let texts: Vec<&str> = more.iter().map(|face| face.0.as_str()).collect();
                (texts.join("/"), Ink::Plain)
            }
        }
    }
}

/// Returns whether a word may stand for an empty cell.
pub(super) fn is_empty(word: &str) -> bool {
    BLANK.contains(&word) || ["b", "e"].contains(&word)
}

/// Returns whether a value stands for an empty cell. The letters `b` and `e` do, unless they may be
/// short for an agent: if one is called so, most cells must have the value at the start.
fn is_blank(value: &[&str], start: &[Vec<&str>], agents: &Agents) -> bool {
    let &[word] = value else { return false };
    let held = start.iter().filter(|other| other[..] == *value).count();
    let called = agents.names().iter().any(|name| name.starts_with(word));
    BLANK.contains(&word) || ["b", "e"].contains(&word) && (!called || 2 * held > start.len())
}

/// Returns for each value the shortest text that tells it from the others: the first letters of its
/// words. Numbers are written out.
fn short_texts(values: &[&Vec<&str>]) -> Vec<String> {
    let cut = |value: &[&str], letters: usize| -> String {
        let (last, before) = value.split_last().map_or(("", &[][..]), |(last, b)| (*last, b));
        let number = last.parse::<i64>().is_ok();
        let first = before.iter().filter_map(|word| word.chars().next());
        first.chain(last.chars().take(if number { 9 } else { letters })).collect()
    };
    let distinct = |letters: &usize| {
        let mut texts: Vec<String> = values.iter().map(|v| cut(v, *letters)).collect();
        ludex_base::sort(&mut texts);
        texts.windows(2).all(|pair| pair[0] != pair[1])
    };
    let letters = (1..6).find(distinct).unwrap_or(5);
    values.iter().map(|value| cut(value, letters)).collect()
}

/// Returns the colour of the agent that a value is named after.
fn ink(value: &[&str], agents: &Agents) -> Ink {
    let owner = agents.iter().find(|&agent| {
        let name = agents.name(agent);
        let named = |word: &&str| {
            *word == name || word.len() <= 2 && word.chars().next() == name.chars().next()
        };
        value.iter().any(named)
    });
    owner.map_or(Ink::Plain, |agent| colour(agents.name(agent)).unwrap_or(Ink::Of(agent.0)))
}

/// Returns the colour that an agent is called by, dark enough to be read.
fn colour(name: &str) -> Option<Ink> {
    let (_, colour) = COLOURS.iter().find(|(known, _)| *known == name)?;
    Some(Ink::Colour(colour))
}

const COLOURS: [(&str, &str); 12] = [
    ("black", "#222"),
    ("white", "#888"),
    ("red", "#b3261e"),
    ("blue", "#0b3c8c"),
    ("green", "#1a7f37"),
    ("yellow", "#b8860b"),
    ("orange", "#c75000"),
    ("magenta", "#a0148c"),
    ("purple", "#6a1b9a"),
    ("pink", "#d0488a"),
    ("teal", "#00707a"),
    ("cyan", "#007a8a"),
];
