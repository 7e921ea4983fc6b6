//! Names of the translation, made from those of the rules.

use ludex_gdl::{GroundRules, Term};
use rustc_hash::FxHashSet;

use crate::board::{Board, Offset};

/// Reserved words of the language of structures.
const TAKEN: [&str; 5] = ["R", "C", "Sum", "Row", "Column"];

/// An allocator of unique names.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    used: FxHashSet<String>,
}

impl Names {
    pub fn new() -> Names {
        Names { used: TAKEN.iter().map(|&name| name.to_owned()).collect() }
    }

    /// Returns the first of some names that is not in use; the last with a number if all are.
    pub fn free(&mut self, wanted: &[String]) -> String {
        let last = wanted.last().expect("a name is wanted");
        let numbered = (2..).map(|n| format!("{last}_{n}"));
        let mut all = wanted.iter().cloned().chain(numbered);
        let name = all.find(|name| !self.used.contains(name)).expect("numbers never end");
        self.used.insert(name.clone());
        name
    }
}

/// Returns a word with a capital letter: `line_of x` is `Line_of_x`. Characters other than letters,
/// digits and `_` are left out.
pub(crate) fn capital(text: &str) -> String {
    let word: String = text.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut letters = word.chars();
    match letters.next() {
        Some(first) if first.is_alphabetic() => first.to_uppercase().chain(letters).collect(),
        Some(_) => format!("N{word}"),
        None => "N".to_owned(),
    }
}

/// Returns the name of a term as a part of a longer one.
pub(crate) fn part(rules: &GroundRules, term: Term) -> String {
    let inner: String = rules.arguments(term).iter().map(|&t| part(rules, t)).collect();
    let word = capital(rules.name(term));
    let number = rules.name(term).starts_with(|c: char| c.is_ascii_digit());
    let word = if number { word[1..].to_owned() } else { word };
    format!("{word}{inner}")
}

/// Returns the names of the marks: of what is on the cell, with the function if that is not unique.
pub(crate) fn mark_names(rules: &GroundRules, board: &Board, names: &mut Names) -> Vec<String> {
    let name = |mark: &crate::board::Mark| {
        let functor = capital(&board.functors[mark.functor].name);
        let rest: String = mark.rest.iter().map(|&t| part(rules, t)).collect();
        let long = format!("{functor}{rest}");
        match rest.starts_with(|c: char| c.is_alphabetic()) {
            true => names.free(&[rest, long]),
            false => names.free(&[long]),
        }
    };
    board.marks.iter().map(name).collect()
}

/// Returns the name of a direction: `RightUp`, `Up2`.
pub(crate) fn way_name(way: Offset) -> String {
    let part = |steps: i16, plus: &str, minus: &str| match steps {
        0 => String::new(),
        1 => plus.to_owned(),
        -1 => minus.to_owned(),
        n if n > 0 => format!("{plus}{n}"),
        n => format!("{minus}{}", -n),
    };
    part(way.right, "Right", "Left") + &part(way.up, "Up", "Down")
}
